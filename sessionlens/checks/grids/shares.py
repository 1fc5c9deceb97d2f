"""A column of shares: each row's percentage of one whole, which the table need not show.

The whole is what the other rows agree on: a value over its share, as an interval. A cell whose value and share give another whole is wrong
where three or more other rows agree with each other and none with it; one that agrees with most of them is worked out rightly, even if
another row is wrong.

Example: in "parse 0.97 s 34.4 %, pack 0.59 s 20.9 %, join 0.46 s 16.3 %, save 0.12 s 14.2 %" the first three are of 2.8 s, the last is not.
"""

from collections.abc import Iterator
from fractions import Fraction

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.grids.tables import VALUES, printed_at
from sessionlens.checks.values.intervals import Interval, claimed, value_of
from sessionlens.checks.values.judge import Judgement
from sessionlens.model.quantity import Quantity
from sessionlens.model.trace import Table
from sessionlens.text import quantities

_LEAST = 3
"""Other rows that must agree."""


def judge(claim: Claim, quantity: Quantity, evidence: Evidence) -> Judgement | None:
    """The cell's share against those of the other rows; None where the column is none of shares, or its rows agree on no whole."""
    statement = claim.conclusion.statement
    table, row, column = statement.table, statement.row_index, statement.column
    if table is None or row is None or column is None or quantity.signed or quantity.value == 0:
        return None
    for at in range(column - 1, 0, -1):
        rows = dict(_wholes(table, at, column))
        mine = rows.pop(row, None)
        if mine is None or len(rows) < _LEAST:
            continue
        whole, value = mine
        others = [w for w, _ in rows.values()]
        common = _common(others)
        if common is None:
            others = _most(whole, others)
            common = _common(others) if len(others) >= _LEAST and 2 * len(others) > len(rows) else None
            if common is None:
                continue
        label = table.rows[row][0]
        messages, nodes = printed_at(claim, value, label, table.header[at] if at < len(table.header) else "", evidence)
        if not messages and whole.touches(common):
            return None  # its own arithmetic is right, and nothing printed the value
        share = value_of(value).over(common)
        if share is None:
            return None
        share = share.times(Fraction(100))
        text = f"{value.raw} of the whole that {len(others)} other rows agree on is {float(share.point):.4g} %, claimed {quantity.raw}"
        if whole.touches(common):
            return Judgement("supported", (), f"{text}: supported", messages, nodes)
        return Judgement("contradicted", (), f"{text}: contradicted", messages, nodes)
    return None


def _wholes(table: Table, at: int, column: int) -> Iterator[tuple[int, tuple[Interval, Quantity]]]:
    """By row: what its value in column `at` over its share in `column` gives, and the value."""
    for i, cells in enumerate(table.rows):
        if column >= len(cells):
            continue
        shares = [q for q in quantities.find(cells[column].replace("**", "")) if q.dimension == "percent" and q.value > 0]
        values = [q for q in quantities.find(cells[at].replace("**", "")) if q.dimension in VALUES and q.value > 0]
        if len(shares) == 1 and len(values) == 1:
            whole = value_of(values[0]).over(claimed(shares[0]))
            if whole is not None:
                yield i, (whole.times(Fraction(100)), values[0])


def _most(mine: Interval, wholes: list[Interval]) -> list[Interval]:
    """The most of the other rows that agree with each other and with this one."""
    at = [p for w in (mine, *wholes) for p in (w.lo, w.hi) if mine.lo <= p <= mine.hi]
    return max(([w for w in wholes if w.lo <= p <= w.hi] for p in at), key=len)


def _common(wholes: list[Interval]) -> Interval | None:
    """What all of them may be, as the narrowest interval."""
    lo, hi = max(w.lo for w in wholes), min(w.hi for w in wholes)
    return Interval((lo + hi) / 2, lo, hi) if lo <= hi else None
