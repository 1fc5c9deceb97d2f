"""Python's own profiler: what `python -m cProfile` and `pstats` print (Python library reference, "The Python Profilers").

`918629 function calls (890666 primitive calls) in 2.826 seconds`, then a row for each function: how often it was called ("3721/1" is 3721
calls, 1 of them not recursive), the seconds in itself (tottime) and with what it called (cumtime). The same per call is left out.
`-X importtime` prints microseconds of each module: `import time:       213 |       1559 | json`.
"""

from sessionlens.outputs.page import Page
from sessionlens.text.regex import regex

NAME = "cprofile"
LITERALS = ("function calls", "tottime", "import time:")
WORDS = frozenset(["calls", "tottime", "import"])
TOOLS: frozenset[str] = frozenset()

_TOTAL = regex(r"\s*(?P<calls>\d+) function calls (?:\(\d+ primitive calls\) )?in (?P<time>\d+(?:\.\d+)?) (?:CPU )?seconds")
_HEAD = regex(r"\s*ncalls\s+tottime\s+percall\s+cumtime\s+percall\s+filename:lineno\(function\)")
_ROW = regex(
    r"\s*(?P<n>\d+)(?:/\d+)?\s+(?P<own>\d+\.\d+)\s+\d+\.\d+\s+(?P<all>\d+\.\d+)\s+\d+\.\d+\s+(?P<name>\S.*?)\s*$"
)  # fmt: skip
_IMPORT = regex(r"import time:\s+(?P<own>\d+) \|\s+(?P<all>\d+) \| *(?P<name>\S+)\s*$")
_FUNCTION = regex(r"\((\w+)\)$|method '?([\w.]+)'?")


def parse(page: Page) -> None:
    for m in page.matches(_TOTAL, " function calls "):
        about = page.about(m.start())
        page.reading("function calls", m["calls"], "", m.start("calls"), config=about, exact=True)
        page.reading("total time", m["time"], "s", m.start("time"), config=about)
    for m in page.matches(_IMPORT, "import time:"):
        page.reading("self", m["own"], "us", m.start("own"), config=m["name"])
        page.reading("cumulative", m["all"], "us", m.start("all"), config=m["name"])
    if "tottime" not in page.text:
        return
    rows = False
    for at, line in page.lines:
        if _HEAD.match(line):
            rows = True
            page.claim(at)
        elif rows and (row := _ROW.match(line)) is not None:
            function = _FUNCTION.search(row["name"])
            labels = (function[1] or function[2],) if function is not None else ()
            page.reading("ncalls", row["n"], "", at + row.start("n"), config=row["name"], labels=labels, exact=True, way="unknown")
            page.reading("tottime", row["own"], "s", at + row.start("own"), config=row["name"], labels=labels)
            page.reading("cumtime", row["all"], "s", at + row.start("all"), config=row["name"], labels=labels)
        elif rows and line.strip():
            rows = False
