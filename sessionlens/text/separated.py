"""Tables of values that commas or semicolons separate, as programs print CSV. They are looked for in what tools print only:
in prose a comma separates clauses.
"""

from sessionlens.text import units
from sessionlens.text.regex import regex
from sessionlens.text.tables import Cell, Grid

_NAME = regex(r"[A-Za-z_%][\w .,%/()\[\]µ-]{0,40}$")
_NUMBER = regex(r"[+-]?\d[\d.]*(?:[eE][+-]?\d+)?\s?(?P<unit>%|[a-zA-Zµ/]{1,6})?$")
_FIELD = {c: regex(rf'((?:"[^"]*"|[^{c}"])*)({c}|$)') for c in ",;"}
_MOST = 40
_LONG = 400


def find(text: str) -> tuple[Grid, ...]:
    """Tables with a head of two names or more over rows of as many fields, in every one of them a number.

    >>> [[c.text for c in row] for grid in find("impl,seconds\\nheap,4.50\\n") for row in grid.rows]
    [['heap', '4.50']]
    """
    out: list[Grid] = []
    lines = text.split("\n")
    starts, at = [], 0
    for line in lines:
        starts.append(at)
        at += len(line) + 1
    i = 0
    while i + 1 < len(lines):
        mark = next((c for c in ",;" if c in lines[i] and c in lines[i + 1]), "") if len(lines[i]) < _LONG else ""
        head = _cells(starts[i], lines[i], mark) if mark else ()
        if not 1 < len(head) <= _MOST or not all(_NAME.match(c.text) for c in head):
            i += 1
            continue
        rows, j = [], i + 1
        while j < len(lines) and mark in lines[j] and len(lines[j]) < _LONG:
            cells = _cells(starts[j], lines[j], mark)
            if len(cells) != len(head) or not any(_is_number(c.text) for c in cells):
                break
            rows.append(cells)
            j += 1
        if rows:
            out.append(Grid("separated", head, tuple(rows), starts[i], starts[j - 1] + len(lines[j - 1])))
        i = max(j, i + 1)
    return tuple(out)


def _is_number(cell: str) -> bool:
    m = _NUMBER.match(cell)
    return m is not None and (not m["unit"] or units.known(m["unit"]))


def _cells(at: int, line: str, mark: str) -> tuple[Cell, ...]:
    """The fields of a line, quotes around them left out; a separator inside quotes is none."""
    out = []
    for m in _FIELD[mark].finditer(line):
        field = m[1]
        inner = field.strip(' "\t\r')
        left = at + m.start() + (field.find(inner) if inner else 0)
        out.append(Cell(inner, left, left + len(inner)))
        if m.end() == len(line) and m[2] != mark:
            break
    return tuple(out)
