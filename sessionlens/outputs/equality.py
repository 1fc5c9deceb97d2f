"""Whether things are the same: checksums of two or more files, `diff` and `cmp`, alone or with an echoed word.

Two files with one checksum are equal; files that differ are told apart. A silent `diff` or `cmp` means equal, but only where its own exit
status is seen.
"""

from sessionlens.outputs.page import Page
from sessionlens.text.regex import regex

NAME = "equality"
LITERALS = ("  ", " differ", "MD5 (", " are identical", ": OK", ": FAILED")
TOOLS = frozenset({"sha256sum", "sha1sum", "md5sum", "shasum", "b3sum", "md5", "cmp", "diff", "sha512sum"})

_SUM = regex(r"(?m)^(?P<hash>[0-9a-f]{8,128}) [ *](?P<file>\S.*)$")
_CHECK = regex(r"(?m)^(?P<file>\S.*): (?P<word>OK|FAILED)$")
_DIFFER = regex(r"(?m)^(?:Files )?(?P<a>\S+) (?:and )?(?P<b>\S+)? ?(?P<word>differ|are identical)")


def parse(page: Page) -> None:
    sums = list(_SUM.finditer(page.text))
    for i, m in enumerate(sums):
        page.claim(m.start())
        for other in sums[:i]:
            same = other["hash"] == m["hash"]
            page.outcome("equal", "pass" if same else "fail", other.start(), m.end(), subject=f"{other['file']} {m['file']}")
    for m in _CHECK.finditer(page.text):
        page.outcome("equal", "pass" if m["word"] == "OK" else "fail", m.start(), m.end(), subject=m["file"])
    for m in _DIFFER.finditer(page.text):
        same = m["word"] != "differ"
        page.outcome("equal", "pass" if same else "fail", m.start(), m.end(), subject=f"{m['a']} {m['b'] or ''}".strip())
