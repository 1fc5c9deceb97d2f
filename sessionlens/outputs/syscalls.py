"""`strace -c`: the share, time and number of each system call.

` 24.56    0.000277           8        34        13 openat`; a blank cell stands for no errors (strace(1)).
"""

from sessionlens.outputs.configs import join
from sessionlens.outputs.page import Page
from sessionlens.text.regex import regex

NAME = "syscalls"
LITERALS = ("usecs/call",)
WORDS = frozenset(["usecs"])
TOOLS: frozenset[str] = frozenset()

_ROW = regex(
    r"\s*(?P<share>\d+\.\d+)\s+(?P<time>\d+\.\d+)\s+(?P<each>\d+)?\s+(?P<calls>\d+)(?:\s+(?P<errors>\d+))?\s+(?P<name>[a-z_]\w*)\s*$"
)


def parse(page: Page) -> None:
    open_ = False
    for at, line in page.lines:
        if "usecs/call" in line:
            open_ = True
        elif open_ and (m := _ROW.match(line)) is not None:
            name = join(m["name"], page.heading(at))
            page.reading("% time", m["share"], "%", at + m.start("share"), config=name)
            page.reading("seconds", m["time"], "s", at + m.start("time"), config=name)
            if m["each"]:
                page.reading("usecs/call", m["each"], "us", at + m.start("each"), config=name)
            page.reading("calls", m["calls"], "", at + m.start("calls"), config=name, exact=True, way="unknown")
            if m["errors"]:
                page.reading("errors", m["errors"], "", at + m.start("errors"), config=name, exact=True)
