"""The columns of a document's tables as numbers, and which of them a sentence speaks of."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from sessionlens.audit.document import Document, Sentence
from sessionlens.checks.claims.words import STOP, stem, tokens, word_set
from sessionlens.model.quantity import Quantity
from sessionlens.model.trace import Table
from sessionlens.text import quantities
from sessionlens.text.regex import regex

_SUMMED = word_set("mean average median sum total min max minimum maximum stddev geomean")
_UNIT = regex(r"[(\[,]\s*(?:in\s+)?([^\s()\[\],]{1,12})\s*[)\]]?\s*$")
"""A unit at the end of a title: "step (ms)", "time [s]", "size, MB"."""
_ROUNDS = word_set("run round trial iteration rep repeat repetition attempt sample pass take measurement")
_NUMBERED = regex(r"(?:#|[a-z]+\s*#?)?\d{1,3}\.?", re.I)


@dataclass(frozen=True)
class Column:
    """The numbers of one column, each with its row's label; rows that sum up the others ("mean", "total") are left out."""

    table: Table
    title: str
    labels: tuple[str, ...]
    values: tuple[Quantity, ...]

    @property
    def repeated(self) -> bool:
        """Whether the rows are runs of one thing."""
        return bool(tokens(self.table.header[0]) & _ROUNDS) and self.numbered

    @property
    def numbered(self) -> bool:
        """Whether the rows have numbers for names: boards, days, runs."""
        return all(_NUMBERED.fullmatch(label) for label in self.labels)

    def rows_called(self, noun: str) -> bool:
        """Whether its rows are what a noun names: "runs", "variants", "rows"."""
        word = stem(noun.lower())
        return word in tokens(self.table.header[0]) or word in ("row", "case", "entry") or (self.repeated and word in _ROUNDS)


@lru_cache(maxsize=16)
def columns(document: Document) -> tuple[Column, ...]:
    """Of every table with at least two rows, the columns of which every row has one number and all are of one kind."""
    return tuple(c for t in document.tables if len(t.header) > 1 for c in _columns(t))


def _columns(table: Table) -> Iterator[Column]:
    rows = [row for row in table.rows if len(row) == len(table.header) and not tokens(row[0]) & _SUMMED]
    if len(rows) < 2:
        return
    for i in range(1, len(table.header)):
        unit = _unit(table.header[i])
        found = [_number(row[i].replace("*", "").strip(), unit) for row in rows]
        values = tuple(q for q in found if q is not None)
        if len(values) == len(rows) and len({(q.dimension, bool(q.unit)) for q in values}) == 1 and not any(q.signed for q in values):
            yield Column(table, table.header[i], tuple(row[0].strip("*_` ") for row in rows), values)


def _unit(title: str) -> str:
    """The unit that a title gives: all of it ("samples/s"), or what stands behind its name ("step (ms)")."""
    behind = _UNIT.search(title)
    for text in (title.strip("*_` "), behind[1] if behind else ""):
        found = quantities.find(f"1 {text}") if text else ()
        if found and found[0].unit and found[0].end == len(text) + 2:
            return text
    return ""


def _number(cell: str, unit: str) -> Quantity | None:
    found = quantities.find(cell)
    if len(found) == 1 and not found[0].unit and unit and found[0].raw == cell:
        found = quantities.find(f"{cell} {unit}")
    return found[0] if len(found) == 1 else None


def spoken_of(document: Document, sentence: Sentence, quantity: Quantity) -> list[Column]:
    """The columns that a number of a sentence may be of: in the nearest table of its section, those of its kind; only the ones that the
    sentence names where it names any."""
    near = _nearest(document, sentence)
    kind = [c for c in columns(document) if c.table is near and _alike(quantity, c)]
    said = tokens(sentence.text) - STOP
    named = [c for c in kind if (tokens(c.title) - STOP) & said]
    return named or kind


def _alike(quantity: Quantity, column: Column) -> bool:
    """Whether a number may be one of the column: of its dimension, or bare."""
    return quantity.dimension == column.values[0].dimension or (not quantity.unit and not quantity.noun)


def in_units_of(quantity: Quantity, column: Column) -> Quantity:
    """A bare number in the unit of the column that it is of."""
    if quantity.unit or quantity.dimension == column.values[0].dimension:
        return quantity
    found = quantities.find(f"{quantity.raw} {column.values[0].unit}")
    return found[0] if len(found) == 1 else quantity


def _nearest(document: Document, sentence: Sentence) -> Table | None:
    """The last table before a sentence in its section, or else the first behind it there."""
    begins, heads = _sections(document)
    at = bisect_right(heads, begins[sentence.section])
    opened = heads[at - 1] if at else 0
    after = bisect_right(heads, sentence.place.start)
    closed = heads[after] if after < len(heads) else len(document.text)
    here = [t for t in document.tables if opened <= t.start < closed]
    before = [t for t in here if t.end <= sentence.place.start]
    return before[-1] if before else here[0] if here else None


@lru_cache(maxsize=16)
def _sections(document: Document) -> tuple[dict[str, int], list[int]]:
    """Where the first sentence under each heading begins, and where the headings do, in order."""
    begins: dict[str, int] = {}
    for s in document.sentences:
        begins.setdefault(s.section, s.place.start)
    return begins, [b.start for b in document.blocks if b.heading]
