"""Where a compiler spent its time: gcc's `-ftime-report`, the time on the clock of each phase and pass and of all.

` phase parsing      :   0.41 ( 45%)   0.07 ( 58%)   0.49 ( 47%)    31M ( 52%)`; the columns are user, system, wall and memory
(GCC manual, "Developer options"). Older releases print no memory column.
"""

from sessionlens.outputs.page import Page
from sessionlens.text.regex import regex

NAME = "passes"
LITERALS = ("Time variable ",)
WORDS = frozenset(["Time"])
TOOLS: frozenset[str] = frozenset()

_PART = r"\s+(?P<{0}>\d+\.\d\d)(?:\s+\(\s*\d+%\))?"
_ROW = regex(rf"\s?(?P<name>\|?[A-Za-z][\w .,/+&'-]*?)\s*:{_PART.format('usr')}{_PART.format('sys')}{_PART.format('wall')}")
_HEAD = regex(r"\s*Time variable\s+usr\s+sys\s+wall")


def parse(page: Page) -> None:
    open_ = False
    for at, line in page.lines:
        if not open_:
            open_ = _HEAD.match(line) is not None
            continue
        m = _ROW.match(line)
        if m is None:
            open_ = bool(line.strip())
            continue
        name = m["name"].lstrip("|").strip()
        page.reading("wall", m["wall"], "s", at + m.start("wall"), config=name)
        page.reading("user", m["usr"], "s", at + m.start("usr"), config=name)
        page.reading("sys", m["sys"], "s", at + m.start("sys"), config=name)
