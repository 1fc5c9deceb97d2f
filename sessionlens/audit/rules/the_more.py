"""Two columns that are said to go together, or one against the other, and rows that do not: "the smaller the page, the fewer the
requests".

Fires:

    | build | size | requests |
    |---|---|---|
    | old | 940 kB | 31 |
    | split | 880 kB | 28 |
    | lazy | 760 kB | 30 |

    The smaller the size, the fewer requests a page makes.

Quiet:

    | build | size | requests |
    |---|---|---|
    | old | 940 kB | 31 |
    | split | 880 kB | 30 |
    | lazy | 760 kB | 28 |

    The smaller the size, the fewer requests a page makes.
"""

import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations

from sessionlens.audit.base import Hit, Note
from sessionlens.audit.document import Document
from sessionlens.audit.library import Library
from sessionlens.checks.claims.words import STOP, tokens
from sessionlens.model.trace import Table
from sessionlens.model.words import Issue
from sessionlens.text import quantities
from sessionlens.text.regex import regex

NUMBER = "D023"
ISSUE: Issue = "overgeneralised"
HELP = "name the rows that do not follow, or say it of those that do"
_WAY = r"(?P<{0}>smaller|lower|fewer|less|shorter|slower|larger|bigger|higher|more|longer|greater|faster)"
_THE = regex(
    r"\bthe " + _WAY.format("a") + r"\s+(?:the\s+|its\s+)?(?P<x>[\w /-]{2,40}?)(?:\s+(?:is|gets|grows|becomes))?,\s+the "
    + _WAY.format("b") + r"\s+(?:(?:is\s+)?(?:the|its)\s+)?(?P<y>[\w /-]{2,40}?)(?:[.;,:—]|$)", re.I,
)  # fmt: skip
_DOWN = frozenset(("smaller", "lower", "fewer", "less", "shorter"))
_SPEED = frozenset(("slower", "faster"))


def find(library: Library) -> Iterator[Hit]:
    for document in library.documents:
        for s in document.sentences:
            m = _THE.search(s.text) if s.text.lower().count("the ") > 1 else None
            if m is None or {m["a"].lower(), m["b"].lower()} & _SPEED or document.quotes(s.place.start, s.place.end):
                continue
            found = _against(document, m)
            if found is not None:
                table, why = found
                start = s.place.start
                where = Note(document.place(table.start, table.end), "the table")
                yield Hit(document.place(start + m.start(), start + m.end()), why, "medium", (where,))


def _against(document: Document, m: re.Match[str]) -> tuple[Table, str] | None:
    """The two rows of the one table with both columns that go the other way; None where the columns are not known, or all rows follow."""
    both = [(t, x, y) for t in document.tables if (x := _column(t, m["x"])) and (y := _column(t, m["y"])) and x != y]
    if len(both) != 1:
        return None
    table, x, y = both[0]
    rows = [(row[0], a, b) for row in table.rows if (a := _value(row, x)) is not None and (b := _value(row, y)) is not None]
    sign = 1 if (m["a"].lower() in _DOWN) is (m["b"].lower() in _DOWN) else -1
    for (one, a, b), (two, c, d) in combinations(rows, 2):
        if (a - c) * (b - d) * sign < 0:
            cells = {r[0]: (r[x], r[y]) for r in table.rows}
            return table, f"{one} has {', '.join(cells[one])} and {two} {', '.join(cells[two])}"
    return None


def _column(table: Table, words: str) -> int:
    """The one column that bears these words; 0 where none does, or several."""
    said = tokens(words) - STOP
    found = [i for i, title in enumerate(table.header) if i and (own := tokens(title) - STOP) and own & said]
    return found[0] if len(found) == 1 else 0


def _value(row: tuple[str, ...], column: int) -> Fraction | None:
    found = quantities.find(row[column].replace("*", "")) if column < len(row) else ()
    return Fraction(found[0].value * found[0].si) if len(found) == 1 else None
