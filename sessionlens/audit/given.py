"""The figures that documents give in their tables, as measurements of a message before the text."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from sessionlens.audit.base import Note
from sessionlens.audit.cells import measured
from sessionlens.audit.document import Document, Place
from sessionlens.model.facts import Measurement
from sessionlens.model.span import Span
from sessionlens.model.trace import Statement, Table
from sessionlens.text import quantities


@dataclass(frozen=True)
class Given:
    """Measurements of message 1, and where in the documents each stands."""

    facts: tuple[Measurement, ...]
    places: Mapping[str, Note]
    tables: Mapping[str, tuple[str, int]]
    """Which table each stands in: the document's name and the table's offset."""

    @cached_property
    def labels(self) -> Mapping[str, str]:
        """The row's label of each."""
        return {f.id: f.config for f in self.facts}


def given(documents: tuple[Document, ...]) -> Given:
    """Every figure under its row's and column's labels."""
    facts: list[Measurement] = []
    places: dict[str, Note] = {}
    tables: dict[str, tuple[str, int]] = {}
    for document in documents:
        for s in document.statements:
            if s.table is None or s.row_index is None or s.column is None or not s.column:
                continue
            for fact in _figures(s, s.table, s.row_index, s.column, document.name, len(facts) + 1):
                facts.append(fact)
                tables[fact.id] = document.name, s.table.start
                places[fact.id] = Note(Place(document, s.start, s.end), f"{fact.metric}, {fact.config}: {fact.raw}")
    return Given(tuple(facts), places, tables)


def _figures(s: Statement, table: Table, row: int, column: int, name: str, k: int) -> Iterator[Measurement]:
    """The value of a cell under its labels; relations ("+7 %") and cells of several values are none."""
    relations = ("points", "ratio") if measured(table, column) else ("percent", "points", "ratio")
    found = [q for q in quantities.find(s.text.replace("*", "")) if not q.signed and q.dimension not in relations]
    label = table.rows[row][0].strip("*_` ") if table.rows[row] else ""
    if len(found) != 1 or not label:
        return
    q = found[0]
    metric = table.header[column].strip("*_` ") if column < len(table.header) else ""
    yield Measurement(
        id=f"m1.{k}",
        msg=1,
        text=f"{metric} {label}: {q.raw}",
        span=Span(source=name, msg=1, start=s.start, end=s.end),
        metric=metric or "value",
        config=label,
        value=float(q.value),
        unit=q.unit,
        raw=q.raw,
        parser="document",
        labels=(label,),
        exact=q.exact,
    )
