"""Test coverage, as coverage tools sum it up: go, coverage.py, istanbul and jest, lcov, tarpaulin, and `coverage: N%` lines.

`ok  \tpkg\t0.2s\tcoverage: 71.4% of statements`; `TOTAL  120  20  83%`; `Lines : 85.7% ( 12/14 )`; `All files | 81.2 | 70 | 90 | 81.2 |`;
`lines......: 85.0% (17 of 20 lines)`; `85.71% coverage, 12/14 lines covered`. More coverage is better.
"""

import re

from sessionlens.outputs.page import Page
from sessionlens.text.regex import regex

NAME = "coverage"
LITERALS = (
    "overage",
    "OVERAGE",
    "TOTAL",
    "All files",
    "lines...",
    "functions..",
    "branches..",
    "Statements ",
    "Branches ",
    "Functions ",
    "Lines ",
)
WORDS = frozenset(
    ["coverage", "Coverage", "COVERAGE", "TOTAL", "All", "lines", "functions", "branches", "Statements", "Branches", "Functions", "Lines"]
)
TOOLS: frozenset[str] = frozenset()

_SHARE = r"(?P<value>\d{1,3}(?:\.\d+)?)\s?%"
_LINES = (
    regex(rf"(?i)(?:ok\s+(?P<what>\S+)\s.*?)?(?P<kind>(?:[a-z]+ )?coverage)\s*(?:is|at|=|:)?\s*{_SHARE}"),
    regex(rf"\s*(?P<kind>Statements|Branches|Functions|Lines)\s*:\s*{_SHARE}\s*\("),
    regex(rf"\s*(?P<kind>lines|functions|branches)\.+:\s*{_SHARE}"),
    regex(rf"\s*{_SHARE} (?P<kind>coverage), \d"),
    regex(rf"(?P<kind>TOTAL)\s+(?:\d+\s+)+{_SHARE}\s*$"),
)
_OF = regex(r"TOTAL\s+(?P<all>\d+)\s+(?P<missed>\d+)\s+(?:\d+\s+\d+\s+)?\d")
"""coverage.py's totals: statements and those missed, before branches and the share."""
_FILES = regex(r"\s*All files\s*\|(?P<cells>(?:\s*\d{1,3}(?:\.\d+)?\s*\|){2,4})")
_HEADS = ("statements", "branches", "functions", "lines")


def parse(page: Page) -> None:
    for at, line in page.having(*LITERALS):
        if len(line) > 200 or not any(c.isdigit() for c in line):
            continue
        m = next((m for pattern in _LINES if (m := pattern.match(line)) is not None), None)
        if m is not None:
            kind = m["kind"].lower()
            metric = "coverage" if kind in ("coverage", "total") else kind if "coverage" in kind else f"{kind} coverage"
            _add(page, at + m.start("value"), m["value"], metric, m.groupdict().get("what") or page.heading(at))
            if kind == "total" and (of := _OF.match(line)) is not None:
                page.reading("statements", of["all"], "", at + of.start("all"), config=page.heading(at), exact=True, way="unknown")
                page.reading(
                    "statements missed", of["missed"], "", at + of.start("missed"), config=page.heading(at), exact=True, way="lower"
                )
        elif (cells := _FILES.match(line)) is not None:
            numbers = list(re.finditer(r"\d+(?:\.\d+)?", cells["cells"]))
            for head, number in zip(_HEADS, numbers, strict=False):
                _add(page, at + cells.start("cells") + number.start(), number[0], f"{head} coverage", page.heading(at))


def _add(page: Page, start: int, raw: str, metric: str, config: str) -> None:
    page.reading(metric, raw, "%", start, config="" if "overage" in config else config, way="higher")
