"""Columns that tell what each row of a table added: the step from the row above, its percentage, its share of the whole way.

The values that a step is worked out from stand in another column of the same table. Which formula the column follows is what most of its
cells agree on. It only ever supports: a row that the table leaves out makes the step below it another one.

Example: under "| commit | handler | step | share |" with 4.0, 5.0, 5.5 and 8.0 us, the cells "+0.5 us" and "12.5 %" of the third row are
5.5 - 5.0 and 0.5 of the 4.0 from the first row to the last.
"""

from collections.abc import Callable
from fractions import Fraction

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.grids.tables import numbers, printed_at
from sessionlens.checks.values.intervals import Interval, value_of
from sessionlens.checks.values.judge import Judgement, number
from sessionlens.model.quantity import Quantity
from sessionlens.model.trace import Table
from sessionlens.text import quantities

Values = dict[int, Quantity]
Formula = Callable[[Values, int], Interval | None]
_LEAST = 3
"""Rows with a value; of fewer of them there is no staircase."""


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """The cell's number by the formula that its column follows; None where it follows none, or its operands were not printed."""
    s = claim.conclusion.statement
    if s.table is None or s.row_index is None or s.column is None or len(claim.quantities) != 1:
        return None
    quantity = claim.quantities[0]
    relative = quantity.dimension == "percent"
    for at, name, values, fits in _followed(s.table, s.column, relative, claim.msg, evidence):
        if s.row_index in fits and (relative or next(iter(values.values())).dimension == quantity.dimension):
            return _told(claim, quantity, name, values, at, evidence)
    return None


def _followed(table: Table, of: int, relative: bool, msg: int, evidence: Evidence) -> list[tuple[int, str, Values, set[int]]]:
    """The formulas that most of a column follow: from which column, its values, and the rows that do. Worked out once per column."""
    key = ("staircase", msg, table.start, of, relative)
    if key not in evidence.memo:
        out: list[tuple[int, str, Values, set[int]]] = []
        column = _column(table, of)
        for at in range(of - 1, 0, -1) if len(column) > 1 else ():
            values = _values(table, at)
            for name, formula in (_RELATIVE if relative else _PLAIN) if len(values) >= _LEAST else ():
                fits = {row for row, q in column.items() if (found := formula(values, row)) is not None and _fits(q, found)}
                if 2 * len(fits) > len(column) and len(fits) > 1:
                    out.append((at, name, values, fits))
        evidence.memo[key] = out
    kept: list[tuple[int, str, Values, set[int]]] = evidence.memo[key]
    return kept


def _told(claim: Claim, quantity: Quantity, name: str, values: Values, at: int, evidence: Evidence) -> Judgement | None:
    s = claim.conclusion.statement
    if s.table is None or s.row_index is None:
        return None
    head = s.table.header[at] if at < len(s.table.header) else ""
    rows = sorted(r for r in values if r in (s.row_index, _above(values, s.row_index), min(values)))
    behind = [printed_at(claim, values[r], s.table.rows[r][0], head, evidence) for r in rows]
    messages = tuple(sorted({m for ms, _ in behind for m in ms}))
    if not all(ms for ms, _ in behind):
        return None
    nodes = tuple(dict.fromkeys(n for _, ns in behind for n in ns))
    text = f"{name} by the values beside it, claimed {quantity.raw}: supported"
    return Judgement("supported", (), text, messages, nodes)


def _column(table: Table, column: int) -> Values:
    """The one difference or percentage of each row."""
    out = {}
    for row, cells in enumerate(table.rows):
        found = quantities.find(cells[column].replace("**", "")) if column < len(cells) else ()
        if len(found) == 1 and (found[0].signed or found[0].dimension == "percent") and found[0].dimension not in ("ratio", "points"):
            out[row] = found[0]
    return out


def _values(table: Table, column: int) -> Values:
    """The one value of each row; none where they are of several dimensions."""
    out = {row: q[0] for row, cells in enumerate(table.rows) if column < len(cells) and len(q := numbers(cells[column])) == 1}
    return out if len({q.dimension for q in out.values()}) == 1 else {}


def _above(values: Values, row: int) -> int:
    return max((r for r in values if r < row), default=-1)


def _step(values: Values, row: int) -> Interval | None:
    above = _above(values, row)
    return value_of(values[row]).minus(value_of(values[above])) if row in values and above >= 0 else None


def _from_first(values: Values, row: int) -> Interval | None:
    first = min(values)
    return value_of(values[row]).minus(value_of(values[first])) if row in values and row != first else None


def _over(part: Interval | None, whole: Interval | None) -> Interval | None:
    """A percentage; its sign is that of the two together, which `Interval.over` leaves to the caller."""
    if part is None or whole is None or whole.lo <= 0 <= whole.hi or part.lo <= 0 <= part.hi:
        return None
    sign = 1 if (part.point > 0) == (whole.point > 0) else -1
    ratio = _positive(part).over(_positive(whole))
    return ratio.times(Fraction(100 * sign)) if ratio is not None else None


def _positive(value: Interval) -> Interval:
    return value if value.point > 0 else value.times(Fraction(-1))


def _of_the_way(values: Values, row: int) -> Interval | None:
    return _over(_step(values, row), _from_first(values, max(values)))


def _of_the_row_above(values: Values, row: int) -> Interval | None:
    above = _above(values, row)
    return _over(_step(values, row), value_of(values[above])) if above >= 0 else None


_PLAIN: tuple[tuple[str, Formula], ...] = (("from the row above", _step), ("from the first row", _from_first))
_RELATIVE: tuple[tuple[str, Formula], ...] = (
    ("of the way from the first row to the last", _of_the_way),
    ("against the row above", _of_the_row_above),
)


def _fits(quantity: Quantity, derived: Interval) -> bool:
    value = derived if quantity.signed or derived.point >= 0 else derived.times(Fraction(-1))
    return number(quantity, value, inexact=False).verdict == "supported"
