"""A column that is worked out from two others: where nearly all rows of a table keep to it, the row that does not is wrong.

"Share failed" is failed / orders in every row but one; "step" is batch / rate. The law is not read from the titles: it is what the
numbers keep to, row by row, and so no accident where several narrow numbers do.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations

from sessionlens.audit import ways
from sessionlens.audit.base import Claim, Note
from sessionlens.audit.document import Document
from sessionlens.audit.terms import Term, terms
from sessionlens.checks.claims.words import STOP, tokens, word_set
from sessionlens.checks.values.intervals import Interval
from sessionlens.model.trace import Table
from sessionlens.model.words import VerdictWord

SURE, TITLED = 1e-3, 2e-2
"""How seldom all the rows that keep to a law would do so by accident; where the title says that it is worked out, it need be less so."""
_TITLED = word_set("share rate ratio percent pct change diff difference delta vs versus gain loss per saved saving growth more less")
MOST = 9
"""Columns of a table at most."""


def judged(document: Document) -> Iterator[Claim]:
    """Of every table with three rows or more, each cell of a column that others give."""
    for table in document.tables:
        if len(table.rows) > 2 and 3 < len(table.header) <= MOST:
            yield from _table(document, table)


def _table(document: Document, table: Table) -> Iterator[Claim]:
    cells = [[_term(row[c]) if c < len(row) else None for c in range(len(table.header))] for row in table.rows]
    spots = {(s.row_index, s.column): s for s in document.statements if s.table is table}
    for target in range(2, len(table.header)):
        found = _law(table, cells, target)
        if found is None:
            continue
        a, b, name, fits = found
        for r, (fit, value) in fits.items():
            cell, spot = cells[r][target], spots.get((r, target))
            if cell is None or spot is None:
                continue
            at = spot.start + max(0, spot.text.find(cell.quantity.raw))
            word: VerdictWord = "supported" if fit else "contradicted"
            how = f"{name.format(table.header[a], table.header[b])} = {float(value.point / Fraction(cell.quantity.si)):.4g}"
            kept = sum(f for f, _ in fits.values())
            why = f"{how}, as {kept} of {len(fits)} rows keep to it; {cell.quantity.raw} is given: {word}"
            note = Note(document.place(table.start, table.end), f"{kept} of {len(fits)} rows")
            yield Claim(
                document.place(at, at + len(cell.quantity.raw)),
                "percent" if cell.share else "identity",
                word,
                (),
                why,
                "document",
                (),
                (note,),
            )


def _term(cell: str) -> Term | None:
    found = terms(cell.replace("*", "").strip())
    return found[0] if len(found) == 1 else None


def _law(table: Table, cells: list[list[Term | None]], target: int) -> tuple[int, int, str, dict[int, tuple[bool, Interval]]] | None:
    """The two columns and the law that all rows but one at most keep to."""
    tried, best = 0, None
    limit = TITLED if tokens(table.header[target]) & _TITLED or "%" in table.header[target] else SURE
    for a, b in permutations(range(1, len(table.header)), 2):
        if target in (a, b):
            continue
        for name, work in _LAWS:
            fits: dict[int, tuple[bool, Interval]] = {}
            chance = 1.0
            for r, row in enumerate(cells):
                t, x, y = row[target], row[a], row[b]
                value = work(t, x, y) if t is not None and x is not None and y is not None else None
                if t is None or value is None:
                    continue
                fit = t.claimed.touches(value) and (t.claimed.holds(value.point) or not value.wider(t.claimed, 6))
                fits[r] = fit, value
                chance *= min(1.0, 2 * t.looseness) if fit else 1
            tried += bool(fits)
            kept = sum(f for f, _ in fits.values())
            whole = all(tokens(table.rows[r][0]) - STOP for r in fits)
            if whole and kept >= 2 and kept >= len(fits) - 1 and chance * tried < limit and (best is None or kept > best[0]):
                best = kept, (a, b, name, fits)
    return best[1] if best is not None else None


def _share(t: Term, x: Term, y: Term) -> Interval | None:
    ratio = x.value.over(y.value) if t.share and not t.quantity.signed and x.powers == y.powers is not None else None
    return ratio.times(Fraction(100)) if ratio is not None else None


def _change(t: Term, x: Term, y: Term) -> Interval | None:
    """With its sign where the cell has one."""
    ratio = y.value.over(x.value) if t.share and x.powers == y.powers is not None else None
    if ratio is None:
        return None
    value = ratio.shifted(-1).times(Fraction(100))
    return value if t.quantity.signed else ways.size(value)


def _difference(t: Term, x: Term, y: Term) -> Interval | None:
    if t.share or t.powers is None or not t.powers == x.powers == y.powers:
        return None
    value = y.value.minus(x.value)
    return value if t.quantity.signed else ways.size(value)


def _quotient(t: Term, x: Term, y: Term) -> Interval | None:
    if t.powers is None or x.powers is None or y.powers is None or _plus(t.powers, y.powers) != x.powers:
        return None
    return x.value.over(y.value)


def _plus(a: tuple[int, int], b: tuple[int, int]) -> tuple[int, int]:
    return a[0] + b[0], a[1] + b[1]


_LAWS = (
    ("{0} / {1}", _share),
    ("{0} to {1}", _change),
    ("{1} - {0}", _difference),
    ("{0} / {1}", _quotient),
)
