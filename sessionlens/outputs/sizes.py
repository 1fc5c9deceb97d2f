"""Sizes that were asked for: `ls -l` of named files, `stat`, `du`, `size`. A listing of a folder is no measurement.

`ls -l` prints exact bytes; `-h` rounds up with IEC letters (3145729 B shows 3.1M), as `du -h` does; plain `du` counts KiB,
`du -b` bytes, `du -m` MiB (coreutils manual, "du invocation"), each rounded up.
"""

import re

from sessionlens.model.trace import Action
from sessionlens.outputs.page import Page
from sessionlens.text.regex import regex

NAME = "sizes"
LITERALS: tuple[str, ...] = ()
_SIZERS = frozenset(
    (
        *("size", "llvm-size", "gsize", "arm-none-eabi-size", "avr-size"),
        *("riscv64-unknown-elf-size", "riscv32-esp-elf-size", "xtensa-esp32-elf-size"),
    )
)
"""`size` of binutils, for the machine at hand and for others."""
_ENGINES = frozenset({"docker", "podman", "nerdctl"})
TOOLS = frozenset({"ls", "du", "stat", "gls", "wc"}) | _SIZERS | _ENGINES

_LS = regex(
    r"^[-l][rwxsStT-]{9}[@+.]?\s+\d+\s+\S+\s+\S+\s+(?P<value>\d+(?:\.\d+)?)(?P<letter>[KMGT])?\s+"
    r"(?:\S+\s+\S+\s+\S+|\d\d:\d\d(?::\d\d)?|\d{4}-\S+\s+\S+)\s+(?P<file>\S.*)$"
)
_CUT = regex(r"^(?P<value>\d+)\s+(?P<file>[^\s\d]\S*)$")
_DU = regex(r"^(?P<value>\d+(?:\.\d+)?)(?P<letter>[BKMGT])?\s+(?P<file>\S.*)$")
_ALONE = regex(r"(?:(?P<label>[A-Za-z][\w./ +-]{0,40})[:=] ?)?(?P<value>\d+(?:\.\d+)?)(?P<letter>[KMGT])?$")
_STAT = regex(r"^\s*Size: (?P<value>\d+)\s")
_BARE = regex(r"^(?P<value>\d+)(?:\s+(?P<file>[^\s\d]\S*))?$")
_NAMED = regex(r"^(?P<file>[^\s]*[^\s\d:][^\s]*):?\s+(?P<value>\d+)$")
_SIZE_HEAD = regex(r"^\s*text\s+data\s+bss\s+dec\s+hex\s+filename")
_SIZE = regex(r"^\s*(?P<text>\d+)\s+(?P<data>\d+)\s+(?P<bss>\d+)\s+(?P<dec>\d+)\s+[0-9a-f]+\s+(?P<file>\S+)")
_SOURCE = regex(
    r"\.(?:rs|py|go|c|cc|cpp|h|hpp|java|kt|ts|tsx|js|jsx|mjs|cs|rb|php|swift|md|rst|toml|ya?ml|html|css|sh|ps1|lua|sql|lock|cfg|ini|"
    r"jsonl?|txt|log)$"
)
_LETTER = {"B": "B", "K": "KiB", "M": "MiB", "G": "GiB", "T": "TiB"}
_SIZE_NAME = regex(r"print \$5 ?,? ?(?:\"[^\"]*\" ?)?\$(?:9|NF)\b")
_MANY = 12
_FEW = 6


def parse(page: Page) -> None:
    for action in page.actions:
        if any(r.op in (">", ">>", "&>") for r in action.command.redirects):
            continue
        if action.command.tool in ("ls", "gls") and _long(action):
            _ls(page, action)
        elif action.command.tool == "du":
            _du(page, action)
        elif action.command.tool == "stat":
            _stat(page, action)
        elif action.command.tool in _SIZERS:
            _size(page)
        elif action.command.tool in _ENGINES and "inspect" in action.command.argv:
            _inspected(page, action)


def _long(action: Action) -> bool:
    return any(w[0] == "-" and w[1:2] != "-" and "l" in w for w in action.command.argv[1:] if w)


def _by_time(action: Action) -> bool:
    return any(w[0] == "-" and w[1:2] != "-" and "t" in w for w in action.command.argv[1:] if w)


def _ls(page: Page, action: Action) -> None:
    """Only files that the command names, when they are few and no sources: a listing is for orientation, and so is its "total"."""
    for at, line in page.having("total "):
        if line[:6] == "total " and line[6:].rstrip("KMG").isdigit():
            page.claim(at)
    named = [w for w in action.command.argv[1:] if not w.startswith("-")]
    if len(named) == 1 and _asks_sizes(page, action):
        _listed(page)
        return
    globbed = any(c in w for w in named for c in "*?[")
    if not named or (globbed and _by_time(action)) or all(_SOURCE.search(w) for w in named):
        return
    rows = [(at, m) for at, line in page.free() if line[:1] in ("-", "l") and (m := _LS.match(line)) is not None]
    wanted = [(at, m) for at, m in rows if _named(m["file"].split(" -> ")[0], named) and not _SOURCE.search(m["file"])]
    if ("total " in page.text and not wanted) or (globbed and len(wanted) > _FEW):
        return
    for at, m in wanted if len(wanted) <= _MANY else ():
        unit = _LETTER[m["letter"]] if m["letter"] else "B"
        page.reading("size", m["value"], unit, at + m.start("value"), config=m["file"], exact=not m["letter"])
    if action.command.stage < action.command.stages - 1:
        for at, line in page.free():
            cut = _CUT.match(line)
            if cut is not None and _named(cut["file"], named):
                page.reading("size", cut["value"], "B", at + cut.start("value"), config=cut["file"], exact=True)


def _asks_sizes(page: Page, action: Action) -> bool:
    """Whether only sizes and names of a listing were shown: `ls -l out | awk '{print $5, $9}'`."""
    group, behind = action.command.group, action.command.stage + 1
    printing = [a for a in page.actions if a.command.group == group and a.command.stage == behind and a.command.tool in ("awk", "gawk")]
    return any(_SIZE_NAME.search(" ".join(a.command.argv[1:])) for a in printing)


def _listed(page: Page) -> None:
    rows = [(at, m) for at, line in page.free() if (m := _CUT.match(line)) is not None and not _SOURCE.search(m["file"])]
    for at, m in rows if len(rows) <= _MANY else ():
        page.reading("size", m["value"], "B", at, config=m["file"], exact=True)


def _named(file: str, named: list[str]) -> bool:
    return any(file == w or (("*" in w or "?" in w or "[" in w) and _glob(w, file)) for w in named)


def _glob(pattern: str, file: str) -> bool:
    whole = re.escape(pattern).replace(r"\*", "[^/]*").replace(r"\?", ".").replace(r"\[", "[").replace(r"\]", "]")
    try:
        return re.fullmatch(whole, file) is not None
    except re.error:
        return False


def _du(page: Page, action: Action) -> None:
    unit, exact = _blocks(action.command.argv[1:])
    files = [w for w in action.command.argv[1:] if not w.startswith("-")]
    alone = _first_column(page, action) if len(files) == 1 else False
    for at, line in page.free():
        bare = _ALONE.match(line) if alone and (unit or not line.isdigit()) else None
        if bare is not None:
            said, about = _LETTER[bare["letter"]] if bare["letter"] else unit, bare["label"] or ("" if "$" in files[0] else files[0])
            if about:
                page.reading("disk usage", bare["value"], said, at + bare.start("value"), config=about, exact=exact and not bare["letter"])
            continue
        m = _DU.match(line)
        if m is not None and not line[0].isspace() and "\t" in line and (unit or m["letter"]):
            page.reading(
                "disk usage", m["value"], _LETTER[m["letter"]] if m["letter"] else unit, at + m.start("value"), config=m["file"],
                exact=exact and not m["letter"],
            )  # fmt: skip


def _first_column(page: Page, action: Action) -> bool:
    """Whether only the sizes of a `du` were shown: `du -sh out | cut -f1`."""
    behind = [a.command.argv for a in page.actions if a.command.group == action.command.group and a.command.stage > action.command.stage]
    return len(behind) == 1 and " ".join(behind[0]) in ("cut -f1", "cut -f 1", "awk {print $1}", "awk {print $1;}")


def _blocks(words: tuple[str, ...]) -> tuple[str, bool]:
    """What `du` counts in, by its flags, and whether that is exact; "" for a block of another size. The last flag decides."""
    unit, exact, given = "KiB", False, iter(words)
    for word in given:
        size = ""
        if word == "--bytes":
            unit, exact = "B", True
        elif word.startswith("--block-size="):
            size = word.partition("=")[2]
        elif word[:1] == "-" and word[:2] != "--":
            for i, letter in enumerate(word[1:], 2):
                if letter == "B":
                    size = word[i:] or next(given, "")
                    break
                if letter in "dtX":
                    break
                if letter in "bkm":
                    unit, exact = {"b": ("B", True), "k": ("KiB", False), "m": ("MiB", False)}[letter]
        if size:
            unit, exact = _BLOCK.get(size, ""), size == "1"
    return unit, exact


_BLOCK = {"1": "B", "K": "KiB", "1K": "KiB", "1024": "KiB", "KiB": "KiB", "M": "MiB", "1M": "MiB", "MiB": "MiB", "G": "GiB", "1G": "GiB"}
_BLOCK |= {"GiB": "GiB", "KB": "kB", "MB": "MB", "GB": "GB", "kB": "kB"}


def _stat(page: Page, action: Action) -> None:
    form = " ".join(action.command.argv)
    sized = "%s" in form or "%z" in form
    for at, line in page.free():
        m = _STAT.match(line) or ((_NAMED.match(line) or _BARE.match(line)) if sized else None)
        if m is not None:
            file = m.groupdict().get("file") or (action.command.argv[-1] if "$" not in action.command.argv[-1] else "")
            page.reading("size", m["value"], "B", at + m.start("value"), config=file, exact=True)


def _inspected(page: Page, action: Action) -> None:
    """`docker image inspect --format '{{.Size}}' NAME` prints bytes."""
    words = action.command.argv
    asked = [w for w in words if "{{" in w]
    if len(asked) != 1 or not _OF_IMAGE.fullmatch(asked[0].strip("'\"")) or words[-1] == asked[0]:
        return
    found = [(at, m) for at, line in page.free() if (m := _BYTES.match(line)) is not None]
    if len(found) == 1:
        at, m = found[0]
        page.reading("size", m["value"], "B", at + m.start("value"), config=words[-1], exact=True)


_OF_IMAGE = regex(r"\{\{\s*\.(?:Virtual)?Size\s*\}\}")
_BYTES = regex(r"^(?P<value>\d{4,})\s*$")


def _size(page: Page) -> None:
    table = False
    for at, line in page.lines:
        if _SIZE_HEAD.match(line):
            table = True
        elif table and (m := _SIZE.match(line)) is not None:
            for key in ("text", "data", "bss", "dec"):
                page.reading(key, m[key], "B", at + m.start(key), config=m["file"], exact=True)
