"""Tables in text: Markdown pipes (also squeezed into one line), box drawings, and columns aligned by blanks. Cells keep their offsets.

Rows may be ragged: missing cells are absent, and a row is never dropped for its length. A one-line table
`| a | b | |---|---| | 1 | 2 |` is cut at its delimiter run: n columns, one empty token between rows.
"""

import re
from dataclasses import dataclass
from typing import Literal

from sessionlens.text.regex import regex

Kind = Literal["pipes", "box", "aligned", "separated"]


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell: its text without blanks around it, at [start, end) of the text the table was found in."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Grid:
    """A table: header cells and rows of cells. In an aligned table a cell belongs to the header cell `column[i]` (by place)."""

    kind: Kind
    header: tuple[Cell, ...]
    rows: tuple[tuple[Cell, ...], ...]
    start: int
    end: int


_DELIMITER = regex(r"^\s*\|?\s*:?-{1,}:?\s*(?:\|\s*:?-{1,}:?\s*)*\|?\s*$")
_ONE_LINE = regex(r"\|(?:\s*:?-{2,}:?\s*\|)+")
_BOX = regex(r"[│┃║]")
_RULE = regex(r"^[\s│┃║|+├┤┼┌┐└┘┬┴─━═╞╡╪╭╮╰╯╔╗╚╝╠╣╦╩╬┏┓┗┛┣┫┳┻╋┠┨┯┷┿=:-]+$")
_WORD = regex(r"\S+(?: \S+)*")
_ONE = regex(r"\d[\d.,]* (?:[a-zA-Zµμ]{1,3}(?:/\w+)?|%)(?!\S)")
_SEVERAL = regex(rf"{_ONE.pattern}(?: {_ONE.pattern})+")
_NUMERIC = regex(r"^[~<>≈(]?[+−-]?\d[\d.,]*(?:[eE][+-]?\d+)?\s?(?:%|[a-zA-Zµμ/]{1,8})?\)?(?:\s?±.*)?$")


def find(text: str) -> tuple[Grid, ...]:
    """All tables, in order of place; a line belongs to one table only."""
    found = [*pipes(text), *boxes(text)]
    spans = [(g.start, g.end) for g in found]
    found += [g for g in aligned(text) if not any(s < g.end and g.start < e for s, e in spans)]
    return tuple(sorted(found, key=lambda g: g.start))


def pipes(text: str) -> tuple[Grid, ...]:
    """Markdown tables, with or without outer pipes, whole or squeezed into one line."""
    if "|" not in text or "--" not in text:
        return ()
    out, lines, i = [], _lines(text), 0
    while i < len(lines):
        at, line = lines[i]
        if "|" in line and "--" in line:
            squeezed = _squeezed(at, line)
            if squeezed is not None:
                out.append(squeezed)
            elif i > 0 and _DELIMITER.match(line) and "|" in lines[i - 1][1]:
                grid, i = _piped(lines, i)
                out.append(grid)
        i += 1
    return tuple(out)


def boxes(text: str) -> tuple[Grid, ...]:
    """Tables drawn with box characters; the first row with cells is the header."""
    if not _BOX.search(text):
        return ()
    out: list[Grid] = []
    rows: list[tuple[Cell, ...]] = []
    start = -1
    for at, line in [*_lines(text), (len(text), "")]:
        if _BOX.search(line):
            start = at if start < 0 else start
            rows.append(_split(at, line, _BOX))
        elif rows and not (line.strip() and _RULE.match(line)):
            if len(rows) > 1:
                out.append(Grid("box", rows[0], tuple(rows[1:]), start, at))
            rows, start = [], -1
    return tuple(out)


def aligned(text: str) -> tuple[Grid, ...]:
    """Columns apart by two blanks or more, or tabs: a head of words over at least one row that has numbers."""
    out = []
    lines = _lines(text)
    i = 0
    while i + 1 < len(lines):
        head = _cells(*lines[i])
        if (
            len(head) < 2
            or any(_NUMERIC.match(c.text) or all(map(_NUMERIC.match, c.text.split())) for c in head)
            or not any(ch.isdigit() for ch in lines[i + 1][1] + _next(lines, i + 2))
        ):
            i += 1
            continue
        rows, j = [], i + 1
        while j < len(lines) and lines[j][1].strip():
            if not _RULE.match(lines[j][1]):
                cells = _cells(*lines[j])
                if len(cells) < len(head):
                    cells = tuple(part for c in cells for part in _values(c))
                numbers = sum(1 for c in cells if _NUMERIC.match(c.text))
                if numbers == 0 or len(cells) < 2 or abs(len(cells) - len(head)) > 1 + len(head) // 2:
                    break
                rows.append(cells)
            j += 1
        if rows:
            out.append(Grid("aligned", head, tuple(rows), lines[i][0], lines[j - 1][0] + len(lines[j - 1][1])))
            i = j
        else:
            i += 1
    return tuple(out)


def _values(cell: Cell) -> tuple[Cell, ...]:
    """A cell that is several numbers with units, one blank apart ("10.4 ms 12.2 ms"), as a cell for each."""
    if not _SEVERAL.fullmatch(cell.text):
        return (cell,)
    return tuple(Cell(m[0], cell.start + m.start(), cell.start + m.end()) for m in _ONE.finditer(cell.text))


def column(grid: Grid, row: tuple[Cell, ...], index: int) -> int:
    """The header's index for a cell: by position where the counts agree or the row has an unnamed label first, else by overlap."""
    if len(row) == len(grid.header) or grid.kind != "aligned":
        return min(index, len(grid.header) - 1) if grid.header else -1
    if len(row) == len(grid.header) + 1:
        return index - 1
    line = row[index].start - _line_start(grid, row)
    ends = row[index].end - _line_start(grid, row)
    best, least = -1, 1 << 30
    for i, cell in enumerate(grid.header):
        a, b = cell.start - grid.start, cell.end - grid.start
        gap = max(0, a - ends, line - b)
        if gap < least:
            best, least = i, gap
    return best


def is_number(cell: str) -> bool:
    """Whether a cell is a number, with or without a unit."""
    return _NUMERIC.match(cell) is not None


def _line_start(grid: Grid, row: tuple[Cell, ...]) -> int:
    """Where the row's line begins, as far as its first cell tells: an aligned row's first cell stands at the head's first."""
    return row[0].start - (grid.header[0].start - grid.start)


def _next(lines: list[tuple[int, str]], i: int) -> str:
    return lines[i][1] if i < len(lines) else ""


def _lines(text: str) -> list[tuple[int, str]]:
    out, at = [], 0
    for line in text.split("\n"):
        out.append((at, line))
        at += len(line) + 1
    return out


def _cells(at: int, line: str) -> tuple[Cell, ...]:
    """The cells of a line whose columns are two blanks or a tab apart."""
    if "\t" in line:
        return _split(at, line, _TAB)
    return tuple(Cell(m[0], at + m.start(), at + m.end()) for m in _WORD.finditer(line))


_TAB = regex(r"\t+")


def _split(at: int, line: str, mark: re.Pattern[str]) -> tuple[Cell, ...]:
    """The cells between separators; empty ones before the first and behind the last separator are none."""
    edges = [m.span() for m in mark.finditer(line)]
    bounds = list(zip([0, *(e for _, e in edges)], [*(s for s, _ in edges), len(line)], strict=True))
    if edges and not line[: edges[0][0]].strip():
        bounds = bounds[1:]
    if len(bounds) > 1 and not line[bounds[-1][0] :].strip():
        bounds = bounds[:-1]
    out = []
    for a, b in bounds:
        cell = line[a:b]
        left = len(cell) - len(cell.lstrip())
        out.append(Cell(cell.strip(), at + a + left, at + a + left + len(cell.strip())))
    return tuple(out)


_PIPE = regex(r"(?<!\\)\|")


def _piped(lines: list[tuple[int, str]], i: int) -> tuple[Grid, int]:
    """The table whose delimiter row is line i, and the index of its last line."""
    start, head = lines[i - 1]
    rows, j = [], i + 1
    while j < len(lines) and "|" in lines[j][1]:
        rows.append(_split(*lines[j], _PIPE))
        j += 1
    end = lines[j - 1][0] + len(lines[j - 1][1])
    return Grid("pipes", _split(start, head, _PIPE), tuple(rows), start, end), j - 1


def _squeezed(at: int, line: str) -> Grid | None:
    """A table on one line: the delimiter run tells how many columns there are."""
    run = _ONE_LINE.search(line)
    if run is None or not line[run.end() :].strip(" |") or not line[: run.start()].strip(" |"):
        return None
    width = run[0].count("|") - 1
    head = _split(at, line[: run.start()], _PIPE)[-width:]
    cells = _split(at, " " * run.end() + "|" + line[run.end() :].lstrip(" ").removeprefix("|"), _PIPE)
    shift = len(line[run.end() :]) - len(line[run.end() :].lstrip(" ").removeprefix("|")) - 1
    cells = tuple(Cell(c.text, c.start + shift, c.end + shift) for c in cells)
    rows: list[tuple[Cell, ...]] = []
    i = 0
    while i < len(cells):
        if not cells[i].text and (i + 1 < len(cells)) and rows:
            i += 1
        row = cells[i : i + width]
        if any(c.text for c in row):
            rows.append(row)
        i += width
    return Grid("pipes", head, tuple(rows), at, at + len(line)) if rows else None
