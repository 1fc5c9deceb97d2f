"""A relation in a table ("+7 %") whose column of values is not named by a header: every column that it may be computed from is tried.

A table has counts of runs, lines and messages beside its values. A relation that one column bears out holds; one that no column bears
out is refuted only by the one column of measured values, or the one of its own name.
"""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

from sessionlens.audit.arithmetic import side
from sessionlens.checks.binding.differences import Compute, explain
from sessionlens.checks.binding.named import Pair
from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.sense import sense
from sessionlens.checks.claims.words import BASE, STOP, tokens
from sessionlens.checks.kinds import percent, ratio
from sessionlens.checks.values.intervals import Interval
from sessionlens.checks.values.judge import Judgement, number
from sessionlens.model.quantity import Quantity
from sessionlens.model.trace import Table
from sessionlens.text import quantities

COUNTS = frozenset(("n", "run", "sample", "iteration", "message", "msg", "line", "round", "count"))
_CHANGES = frozenset(
    (
        "delta",
        "change",
        "diff",
        "difference",
        "vs",
        "versus",
        "against",
        "gain",
        "loss",
        "slower",
        "faster",
        "saved",
        "saving",
        "overhead",
        "relative",
    )
)
"""Words of a title that make a column's percentages changes."""
Choice = tuple[int, Quantity, Quantity]
"""A column, and its values in the base's row and in the claim's."""


def again(claim: Claim) -> Judgement | None:
    """The judgement of a cell's percentage or factor over all columns; None where the table leaves several or none."""
    s = claim.conclusion.statement
    found = next((q for q in claim.quantities if q.dimension in ("percent", "ratio")), None)
    if s.table is None or s.row_index is None or s.column is None or found is None or measured(s.table, s.column):
        return None
    choices = list(_choices(s.table, s.row_index, s.column))
    first: list[tuple[Choice, Judgement]] = []
    for choice in choices:
        judged = _judge(claim, found, choice)
        if judged is None:
            continue
        if judged.verdict == "supported":
            return judged
        first.append((choice, judged))
    header = tokens(s.table.header[s.column]) if s.column < len(s.table.header) else frozenset()
    named = [f for f in first if _header(s.table, f[0][0]) & header - STOP]
    with_unit = [f for f in first if f[0][1].unit]
    for group in (named, with_unit, first):
        if len({c[0] for c, _ in group}) == 1 and len(group) == 1:
            return group[0][1]
    return None


@lru_cache(maxsize=256)
def measured(table: Table, column: int) -> bool:
    """Whether a column's percentages are what was measured ("CPU"): every row has one, the base as well, and no sign says that it is a
    change. A change's column has none in the base's row, or 0 %."""
    title = _header(table, column)
    if title & _CHANGES:
        return False
    found = [quantities.find(row[column].replace("*", "")) if column < len(row) else () for row in table.rows]
    return all(len(q) == 1 and q[0].dimension == "percent" and not q[0].signed and q[0].value for q in found)


def _choices(table: Table, row: int, column: int) -> Iterator[Choice]:
    bases = list(_bases(table, row, column))
    for c in range(1, len(table.rows[row])):
        new = _value(table, row, c)
        if c == column or new is None or _header(table, c) & COUNTS:
            continue
        for base in bases:
            old = _value(table, base, c)
            if old is not None and old.dimension == new.dimension:
                yield c, old, new


def _bases(table: Table, row: int, column: int) -> Iterator[int]:
    """Rows that may be the base: marked so, named by the relation's header, named in the row itself, or empty in its column."""
    marked, labels = _marked(table, column)
    named = {r for c in table.rows[row] for r in labels.get(c.strip().lower(), ())}
    yield from sorted({*marked, *named} - {row})


@lru_cache(maxsize=64)
def _marked(table: Table, column: int) -> tuple[tuple[int, ...], dict[str, list[int]]]:
    """The rows that are a base for any other, and all rows by their labels."""
    header = _header(table, column)
    marked, labels = [], dict[str, list[int]]()
    for r, other in enumerate(table.rows):
        label = other[0] if other else ""
        labels.setdefault(label.strip().lower(), []).append(r)
        blank = column < len(other) and other[column].strip() in ("", "-", "–", "—")
        if blank or (tokens(label) - STOP) & header or any(tokens(c) & BASE for c in other):
            marked.append(r)
    return tuple(marked), labels


def _header(table: Table, column: int) -> frozenset[str]:
    return tokens(table.header[column]) if column < len(table.header) else frozenset()


def _value(table: Table, row: int, column: int) -> Quantity | None:
    cells = table.rows[row]
    found = quantities.find(cells[column].replace("*", "")) if column < len(cells) else ()
    plain = [q for q in found if not q.signed and q.dimension not in ("percent", "points", "ratio")]
    return plain[0] if len(plain) == 1 else None


def _judge(claim: Claim, quantity: Quantity, choice: Choice) -> Judgement | None:
    _, old, new = choice
    pair = Pair(side(old), side(new), "table")
    direction = sense(claim, quantity)
    is_percent = quantity.dimension == "percent"
    compute: Compute = percent.readings(direction, quantity) if is_percent else ratio.readings(direction)
    scale, want = (Fraction(100), None) if is_percent else (Fraction(1), ratio.loose(quantity))
    first: Judgement | None = None
    for formula, value in compute(pair.old.value, pair.new.value, pair):
        found = _one(quantity, pair, formula, value.times(scale), want)
        if found.verdict == "supported":
            return found
        first = first or found
    return first


def _one(quantity: Quantity, pair: Pair, formula: str, value: Interval, want: Interval | None) -> Judgement:
    found = number(quantity, value, want=want)
    return replace(explain(found, quantity, pair, formula, value, want), evidence=(), nodes=())
