"""pytest-benchmark's table: the unit stands in the head, the numbers in parentheses are ratios to the best and no measurements.

`Name (time in us)         Min       Max      Mean  StdDev  Median  IQR  Outliers  OPS (Kops/s)  Rounds  Iterations`
"""

import re

from sessionlens.outputs.page import NUMBER, Page
from sessionlens.text.regex import regex

NAME = "pytest-benchmark"
LITERALS = ("Name (time in ",)
WORDS = frozenset(["Name"])
TOOLS: frozenset[str] = frozenset()

_HEAD = regex(r"^Name \(time in (\w+)\)\s+(.*)$")
_COLUMN = regex(r"OPS(?: \((\w+)/s\))?|\S+")
_CELL = regex(rf"\d+;\d+|({NUMBER})(?: \((?:[\d.,]+|inf)\))?")
_OPS = {"Kops": "kops/s", "Mops": "Mops/s"}

_LEGEND = ("Legend:", "  Outliers: ", "  OPS: ")


def parse(page: Page) -> None:
    columns: list[tuple[str, str]] = []
    unit = ""
    for at, line in page.lines:
        if line.startswith(_LEGEND):
            page.claim(at)
            continue
        head = _HEAD.match(line)
        if head is not None:
            unit = head[1]
            columns = [(c[0].split(" ")[0], c[1] or "") for c in _COLUMN.finditer(head[2])]
            page.claim(at)
            continue
        if not columns or line.startswith(("-", "=")):
            continue
        if not line.strip() or "Legend:" in line:
            columns = []
            continue
        name = line.split(" ", 1)[0]
        cells = list(_CELL.finditer(line, len(name)))
        if len(cells) != len(columns):
            continue
        _row(page, at, name, unit, columns, cells)


def _row(page: Page, at: int, name: str, unit: str, columns: list[tuple[str, str]], cells: list[re.Match[str]]) -> None:
    values = {c[0]: cell[1] for c, cell in zip(columns, cells, strict=True)}
    rounds = int(values["Rounds"]) if (values.get("Rounds") or "").isdigit() else None
    deviation = values.get("StdDev")
    for (column, prefix), cell in zip(columns, cells, strict=True):
        if cell[1] is None or column in ("Outliers", "Rounds", "Iterations", "StdDev", "IQR"):
            continue
        mean = column == "Mean" and deviation is not None
        kind = _OPS.get(prefix, "ops/s") if column == "OPS" else unit
        page.reading(
            column.lower() if column != "OPS" else "OPS",
            cell[1],
            kind,
            at + cell.start(1),
            config=name,
            n=rounds,
            spread=float(deviation.replace(",", "")) if mean and deviation else None,
            spread_kind="sd" if mean else None,
            way="higher" if column == "OPS" else "lower",
        )
