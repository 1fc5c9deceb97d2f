"""A relation of what else the lines of a row say: "| sorted | 175.7 | 77.0 | 2.28x | -20.3 % |" with the last under "RSS".

The values of the row tell which two lines it is of; the column's head names another value of those lines, which the table leaves out.

Example: after "wide old 412 ms rss 9120 KB" and "wide new 208 ms rss 7310 KB" the row "wide, 412, 208" has -19.8 % under "RSS".
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import partial

from sessionlens.checks.binding.differences import Compute, doubtful, explain
from sessionlens.checks.binding.named import Pair
from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import STOP, tokens
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.grids import rows
from sessionlens.checks.grids.rows import Block, Value
from sessionlens.checks.values.judge import Judgement, number
from sessionlens.checks.values.series import Side
from sessionlens.model.quantity import Quantity

_CALLS = 6
_TWO = 2


def judge(claim: Claim, quantity: Quantity, compute: Compute, evidence: Evidence) -> Judgement | None:
    """None where the table has the column's metric itself, or where its row is not of two lines that have it."""
    s = claim.conclusion.statement
    if not claim.cell or s.table is None or s.row_index is None or s.column is None:
        return None
    head = frozenset(w for w in tokens(claim.column) - STOP if len(w) > _TWO)
    others = tokens(" ".join(h for h in s.table.header if h != claim.column))
    own = [v for c, text in enumerate(s.table.rows[s.row_index]) if c and (v := rows.cell(s.table.rows[s.row_index], c, "")) and text]
    if not head or not head.isdisjoint(others) or len(own) < _TWO:
        return None
    for old, new, msg in _pairs(claim, own[:_TWO], head, evidence):
        pair = Pair(_side(old, msg), _side(new, msg), "row")
        for formula, value in compute(pair.old.value, pair.new.value, pair):
            scaled = value.times(Fraction(100))
            found = number(quantity, scaled, wide=partial(doubtful, pair, compute, formula, Fraction(100)))
            return explain(found, quantity, pair, formula, scaled)
    return None


def _pairs(claim: Claim, own: list[Value], head: frozenset[str], evidence: Evidence) -> Iterator[tuple[Value, Value, int]]:
    """What the head names on the two lines of the newest call that have the row's first two values, each on one line only."""
    for at, run in rows.lately(claim.msg, _CALLS, evidence):
        for block in rows.of_output(at, run, evidence):
            place = [i for i, name in enumerate(block.names) if any(h in word for h in head for word in name)]
            lines = [_line(value, block) for value in own]
            if len(place) == 1 and all(lines) and lines[0] is not lines[1]:
                yield lines[0][place[0]], lines[1][place[0]], at


def _line(value: Value, block: Block) -> list[Value]:
    """The one line that has a value; empty where none or several have it."""
    found = [line for lines in block.things.values() for line in lines if any(v.alike(value) for v in line)]
    return found[0] if len(found) == 1 else []


def _side(value: Value, msg: int) -> Side:
    return Side(value.raw, value.value, value.value, "", 1, None, msg, (), value.kind, "unknown", value.unit)
