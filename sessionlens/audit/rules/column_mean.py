"""The average, the median or the sum of a table's column, given with the number of rows, and the rows give another.

Fires:

    | variant | pages | time |
    |---|---|---|
    | plain | 31 | 5.2 s |
    | split | 28 | 4.9 s |
    | lazy | 30 | 3.9 s |

    The average time of the three variants is 4.40 s.

Quiet:

    | variant | pages | time |
    |---|---|---|
    | plain | 31 | 5.2 s |
    | split | 28 | 4.9 s |
    | lazy | 30 | 3.9 s |

    The average time of the three variants is 4.67 s, the median 4.9 s.
"""

import re
from collections.abc import Iterator
from fractions import Fraction
from statistics import median

from sessionlens.audit import lists
from sessionlens.audit.arithmetic import plain
from sessionlens.audit.base import Hit, Note
from sessionlens.audit.document import Document, Sentence
from sessionlens.audit.library import Library
from sessionlens.checks.claims.words import STOP, tokens
from sessionlens.checks.values.intervals import Interval, claimed, value_of
from sessionlens.model.quantity import Quantity
from sessionlens.model.trace import Table
from sessionlens.model.words import Issue
from sessionlens.text import quantities
from sessionlens.text.regex import regex

NUMBER = "D026"
ISSUE: Issue = "wrong-arithmetic"
HELP = "work it out again, or say which rows it is of"
_HOW = regex(r"\b(?P<how>averages?|mean|median|sum|total)\b", re.I)
_OVER = regex(
    r"\b(?:over|of|for|across|in) (?:all )?(?:the |these |those |our )?(?P<n>" + "|".join(lists.WORDS) + r"|\d{1,3}) [a-z]{3,}s\b", re.I
)


def find(library: Library) -> Iterator[Hit]:
    for document in library.documents:
        tables = list(dict.fromkeys(s.table for s in document.statements if s.table is not None))
        for s in document.sentences if tables else ():
            if s.statement.kind == "cell" or len(list(_HOW.finditer(s.text))) != 1 or document.quotes(s.place.start, s.place.end):
                continue
            hit = _wrong(document, s, tables)
            if hit is not None:
                yield hit


def _wrong(document: Document, s: Sentence, tables: list[Table]) -> Hit | None:
    how, over = _HOW.search(s.text), _OVER.search(s.text)
    said = [q for q in quantities.find(s.text) if q.unit and q.dimension not in ("percent", "points", "ratio")]
    if how is None or over is None or len(said) != 1:
        return None
    columns = [(t, c) for t in tables if (c := _column(t, tokens(s.text) - STOP, said[0]))]
    if len(columns) != 1:
        return None
    table, column = columns[0]
    values = [value_of(q) for row in table.rows if (q := _value(row, column)) is not None]
    n = lists.value(over["n"])
    ways = [values] if n == len(values) else [values[1:], values[:-1]] if n == len(values) - 1 else []
    found = [_of(how["how"].lower(), way) for way in ways]
    if not found or any(claimed(said[0]).touches(f) for f in found):
        return None
    start = s.place.start
    place = document.place(start + said[0].start, start + said[0].end)
    why = f"the {how['how'].lower()} of the {n} rows is {plain(found[0].point, _base(said[0]))}, and {said[0].raw} is said"
    return Hit(place, why, "high", (Note(document.place(table.start, table.end), "the table"),))


def _of(how: str, values: list[Interval]) -> Interval:
    """The same of the printed digits' lower ends, points and upper ends."""
    ends = [[v.lo for v in values], [v.point for v in values], [v.hi for v in values]]
    if how == "median":
        low, point, high = (median(e) for e in ends)
    else:
        low, point, high = (sum(e, Fraction(0)) / (1 if how in ("sum", "total") else len(e)) for e in ends)
    return Interval(point, low, high)


def _base(q: Quantity) -> str:
    """The unit that values are computed in."""
    return {"time": "s", "size": "B"}.get(q.dimension, q.unit)


def _column(table: Table, words: frozenset[str], q: Quantity) -> int:
    """The one column of the number's kind that the sentence names; 0 where there is none, or several."""
    found = [
        c
        for c, title in enumerate(table.header)
        if c and (tokens(title) - STOP) & words and all(v is not None and v.dimension == q.dimension for v in _cells(table, c))
    ]
    return found[0] if len(found) == 1 else 0


def _cells(table: Table, column: int) -> list[Quantity | None]:
    return [_value(row, column) for row in table.rows]


def _value(row: tuple[str, ...], column: int) -> Quantity | None:
    found = quantities.find(row[column].replace("*", "")) if column < len(row) else ()
    return found[0] if len(found) == 1 else None
