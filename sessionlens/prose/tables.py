"""Tables in prose: Markdown rows, with or without a proper delimiter row, tables squeezed into one line, box drawing.

Language models break tables in a few ways that no Markdown parser accepts: a delimiter row with too few cells, none at all,
a row with more or fewer cells than the header, or everything in one line. Cells are given with their offsets, so that a
claim in a cell can be quoted exactly.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from sessionlens.model.trace import Table
from sessionlens.text.regex import regex

DELIMITER = regex(r"\s*\|?\s*:?-{2,}:?\s*(?:[|+]\s*:?-+:?\s*)*\|?\s*")
ONE_LINE = regex(r"\|(?:\s*:?-{2,}:?\s*\|)+")
BORDER = regex(r"[\s┌┬┐├┼┤└┴┘─━═╞╪╡╔╦╗╠╬╣╚╩╝┏┳┓┣╋┫┗┻┛╭╮╰╯+=|│-]+")
BAR = regex(r"(?<!\\)\|")
BARS = str.maketrans("│┃║", "|||")


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell: its text is message[start:end], blanks trimmed; `row` is None for the header's."""

    row: int | None
    column: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Found:
    """A table and its body cells; [start, end) of the message are its lines."""

    table: Table
    cells: tuple[Cell, ...]
    start: int
    end: int


Row = list[tuple[int, int]]


def barred(masked: str) -> str:
    """A message without its code spans, every kind of bar made the same; empty where no bar stands, so that there can be no table."""
    if masked.isascii():
        return masked if "|" in masked else ""
    return masked.translate(BARS) if "|" in masked or "│" in masked else ""


def find(text: str, masked: str, start: int, end: int) -> Iterator[Found]:
    """The tables in text[start:end], in order. `masked` is the text as `barred` gives it."""
    if masked.find("|", start, end) < 0:
        return
    lines = _lines(masked, start, end)
    first = done = 0
    for i, (a, b) in enumerate(lines):
        if a < done:
            first = i + 1
            continue
        if masked.find("|", a, b) < 0:
            continue
        found = _at(text, masked, lines, first, i)
        if found:
            yield found
            done = found.end


def _at(text: str, masked: str, lines: list[tuple[int, int]], first: int, i: int) -> Found | None:
    """The table that begins in line `i`; a frame above it is not looked for before line `first`."""
    a, b = lines[i]
    one = ONE_LINE.search(masked, a, b)
    if one and one.start() > a and masked.count("|", a, one.start()) >= 2 and masked.count("|", one.end(), b) >= 2:
        return _one_line(text, masked, a, b, one)
    border = i + 1 < len(lines) and DELIMITER.fullmatch(masked, *lines[i + 1]) is not None
    if not border and not _closed(masked, lines[i : i + 3]):
        return None
    above = masked[slice(*lines[i - 1])] if i > first else ""
    framed = above.strip() != "" and BORDER.fullmatch(above) is not None
    return _rows(text, masked, lines, i - framed, border)


def _lines(text: str, start: int, end: int) -> list[tuple[int, int]]:
    lines = []
    while start < end:
        stop = text.find("\n", start, end)
        stop = end if stop < 0 else stop
        lines.append((start, stop))
        start = stop + 1
    return lines


def _closed(text: str, lines: list[tuple[int, int]]) -> bool:
    """Whether the next lines are rows closed by bars on both sides, at least two of them with the same number of cells."""
    counts = set()
    rows = 0
    for a, b in lines:
        line = text[a:b].strip(" \t\r>")
        if BORDER.fullmatch(line):
            continue
        if not (line.startswith("|") and line.endswith("|") and len(line) > 2):
            break
        rows += 1
        counts.add(line.count("|"))
    return rows >= 2 and len(counts) == 1 and max(counts) >= 3


def _cells(text: str, a: int, b: int) -> Row:
    """The cells of one line, trimmed; escaped bars separate nothing."""
    bars = [m.start() for m in BAR.finditer(text[a:b])]
    edges = [-1, *bars, b - a]
    row = [(a + x + 1, a + y) for x, y in pairwise(edges)]
    if bars and not text[a : a + bars[0]].strip(" \t>"):
        row = row[1:]
    if bars and not text[a + bars[-1] + 1 : b].strip() and row:
        row = row[:-1]
    return [trimmed(text, x, y) for x, y in row]


def trimmed(text: str, a: int, b: int) -> tuple[int, int]:
    """The stretch of a text without the blanks at both ends."""
    while a < b and text[a].isspace():
        a += 1
    while b > a and text[b - 1].isspace():
        b -= 1
    return a, b


def _rows(text: str, masked: str, lines: list[tuple[int, int]], first: int, border: bool) -> Found | None:
    """A table written line by line, from line `first` on."""
    rows: list[Row] = []
    kept: list[tuple[int, int]] = []
    head = 1 if border else 0
    last = lines[first][1]
    for k in range(first, len(lines)):
        a, b = lines[k]
        line = masked[a:b].strip(" \t\r>")
        if "|" not in line and not (BORDER.fullmatch(line) and line):
            break
        last = b
        if DELIMITER.fullmatch(line) or BORDER.fullmatch(line):
            if len(rows) == 1 and not head:
                head = 1
            continue
        rows.append(_cells(masked, a, b))
        kept.append((a, b))
    if not head and rows and not any(c.isdigit() for x, y in rows[0] for c in text[x:y]):
        head = 1
    return _made(text, rows, kept, head, lines[first][0], last)


def _one_line(text: str, masked: str, a: int, b: int, delimiter: re.Match[str]) -> Found | None:
    """A table squeezed into one line: the delimiter says how many cells a row has, and rows meet at an empty cell."""
    header = [c for c in _cells(masked, a + masked[a:b].index("|"), delimiter.start() + 1) if c[0] < c[1]]
    width = delimiter[0].count("|") - 1
    body = _cells(masked, delimiter.end() - 1, b)
    rows: list[Row] = []
    at = 0
    while at < len(body):
        if body[at][0] == body[at][1] and (len(body) - at) % (width + 1) == 0:
            at += 1
        row = body[at : at + width]
        if len(row) < width:
            return None
        rows.append(row)
        at += width
    lines = [(r[0][0], r[-1][1]) for r in rows]
    return _made(text, [header[-width:], *rows], [(a, delimiter.start()), *lines], 1, a + masked[a:b].index("|"), b)


def _made(text: str, rows: list[Row], lines: list[tuple[int, int]], head: int, start: int, end: int) -> Found | None:
    if len(rows) <= head or max(len(r) for r in rows) < 2:
        return None
    words = [tuple(text[a:b] for a, b in row) for row in rows]
    raw = tuple(text[slice(*trimmed(text, a, b))] for a, b in lines)
    table = Table(words[0] if head else (), tuple(words[head:]), raw[head:], start, end)
    cells = tuple(Cell(i, j, a, b) for i, row in enumerate(rows[head:]) for j, (a, b) in enumerate(row))
    return Found(table, cells, start, end)
