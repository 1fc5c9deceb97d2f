"""valgrind's counts: cachegrind and callgrind (`I   refs:  125,229,941`), memcheck's heap summary.

Also where a loop echoed them on one line.

The read/write split in parentheses is a part of the same count and left out.
"""

from sessionlens.outputs.page import Page, join
from sessionlens.text.regex import regex

NAME = "valgrind"
LITERALS = ("refs:", "misses:", "miss rate:", "ERROR SUMMARY", "total heap usage")
WORDS = frozenset(["refs", "misses", "rate", "SUMMARY", "heap"])
TOOLS: frozenset[str] = frozenset()

_COUNT = regex(
    r"(?P<what>I1|LLi|D1|LLd|LL|I|D|Branches|Mispredicts)\s+(?P<kind>refs|misses|miss rate):\s*(?P<value>\d[\d,]*(?:\.\d+)?)(?P<percent>%)?"
)
_SUMMARY = regex(r"ERROR SUMMARY: (?P<n>\d[\d,]*) errors from")
_HEAP = regex(r"total heap usage: (?P<allocs>\d[\d,]*) allocs, (?P<frees>\d[\d,]*) frees, (?P<bytes>\d[\d,]*) bytes allocated")
_PID = regex(r"^==\d+==\s*")


def parse(page: Page) -> None:
    for at, line in page.having(*LITERALS):
        before = ""
        for m in _COUNT.finditer(line):
            if not before:
                before = join(_PID.sub("", line[: m.start()])) or page.heading(at) or page.wrapped("valgrind") or " "
            if m["percent"]:
                page.reading(f"{m['what']} miss rate", m["value"], "%", at + m.start("value"), config=before.strip(), way="lower")
            else:
                page.reading(
                    f"{m['what']} {m['kind']}", m["value"], "", at + m.start("value"), config=before.strip(), way="lower", exact=True
                )
        if (s := _SUMMARY.search(line)) is not None:
            page.outcome("memory", "pass" if s["n"] == "0" else "fail", at, at + len(line), counts={"errors": int(s["n"].replace(",", ""))})
        elif (h := _HEAP.search(line)) is not None:
            page.reading("allocs", h["allocs"], "", at + h.start("allocs"), config=page.heading(at), way="lower", exact=True)
            page.reading("bytes allocated", h["bytes"], "B", at + h.start("bytes"), config=page.heading(at), way="lower", exact=True)
