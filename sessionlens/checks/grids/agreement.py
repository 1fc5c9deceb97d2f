"""Support for a precise difference from values that the clause's own statement, row or labels put beside it.

Never contradicts: with many numbers in view some pair fits nearly any percentage, so only a claim of three significant digits is looked
at, one side must be the value directly beside it, and the other must share a label or the metric with it.
"""

import itertools
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from sessionlens.checks.binding.differences import Compute, explain
from sessionlens.checks.binding.labels import comparable
from sessionlens.checks.binding.levels import allowed, locate
from sessionlens.checks.binding.named import PLAIN, Pair
from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import STOP
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.grids.tables import numbers
from sessionlens.checks.values.intervals import value_of
from sessionlens.checks.values.judge import Judgement, number
from sessionlens.checks.values.series import Series, Side
from sessionlens.model.quantity import Quantity
from sessionlens.model.trace import Statement
from sessionlens.text import quantities

MOST = 12
"""How many series may stand on the other side before agreement says nothing."""


def agreeing(
    claim: Claim, quantity: Quantity, evidence: Evidence, compute: Compute, scale: Fraction, *, inside_only: bool = False
) -> Judgement | None:
    """The first pair that gives the claimed number, or None; `inside_only` for pairs of the sentence itself."""
    if not precise(quantity):
        return None
    for old, new in _pairs(claim, quantity, evidence, inside_only):
        pair = Pair(old, new, "agreement")
        for formula, value in compute(old.value, new.value, pair):
            found = number(quantity, value.times(scale))
            if found.verdict == "supported" and "truncated" not in found.caveats:
                return explain(found, quantity, pair, formula, value.times(scale))
    return None


def by_difference(claim: Claim, quantity: Quantity, evidence: Evidence) -> Judgement | None:
    """ "Adds 412,672 bytes (22.7 %)": two exact values of one metric whose difference the clause gives to the last digit; the percentage
    must be that difference over the smaller. None where the clause has no such exact difference, or several pairs have it."""
    exact = [
        q
        for q in claim.quantities
        if q is not quantity and q.exact and q.value >= 1000 and (q.value != int(q.value) or int(q.value) % 1000)
    ]
    if len(exact) != 1 or quantity.dimension != "percent":
        return None
    apart = Fraction(exact[0].value) * Fraction(exact[0].si)
    pairs: dict[tuple[Fraction, Fraction], tuple[Side, Side]] = {}
    for series in evidence.by_metric.values():
        values: dict[Fraction, Side] = {}
        for i in series:
            for batch in evidence.series[i].before(claim.msg) if evidence.series[i].begun(claim.msg) else ():
                if len(batch.facts) == 1 and batch.sides[0].value.sure:
                    values[batch.sides[0].value.point] = batch.sides[0]
        for value, side in values.items():
            if value + apart in values:
                pairs[value, value + apart] = (side, values[value + apart])
    if len(pairs) != 1:
        return None
    old, new = next(iter(pairs.values()))
    ratio = new.value.over(old.value)
    if ratio is None:
        return None
    scaled = ratio.shifted(-1).times(Fraction(100))
    pair = Pair(old, new, "difference")
    return explain(number(quantity, scaled), quantity, pair, "({new} - {old}) / {old}", scaled)


def precise(quantity: Quantity) -> bool:
    """Three digits, or one place after the point: what a chance agreement seldom meets."""
    digits = [c for c in quantity.raw if c.isdigit()]
    return "." in quantity.raw or len(digits) >= 3


def _pairs(claim: Claim, quantity: Quantity, evidence: Evidence, inside_only: bool = False) -> Iterator[tuple[Side, Side]]:
    beside = _beside(claim)
    inside = _inside(claim.conclusion.statement)
    for a, b in itertools.permutations(inside, 2):
        if a.dimension == b.dimension and (a.unit or not a.noun) and a.value > 0 and b.value > 0:
            yield _placed(claim, a, evidence), _placed(claim, b, evidence)
    if inside_only:
        return
    for q in beside:
        here = locate(claim, q, evidence)
        new = here.side if here is not None and here.side is not None else _side(q)
        for series in _others(claim, q, evidence):
            for batch in series.before(claim.msg)[-6:]:
                for old in batch.sides:
                    if old.how == new.how or not old.how or not new.how or old.how.split(" ")[0] == new.how.split(" ")[0]:
                        yield old, new
    if not beside:
        yield from _labelled(claim, evidence)


def _inside(statement: Statement) -> list[Quantity]:
    """The values of a sentence; a bare number has the unit of the one before it: "118 MB/s with one and 104 with two"."""
    if statement.kind == "cell":
        return []
    found = [q for q in quantities.find(statement.text) if q.dimension not in ("percent", "ratio", "points")]
    for i, q in enumerate(found[1:]):
        left = found[i]
        if left.unit and not q.unit and not q.noun and q.dimension in ("number", "count") and sum(map(str.isdigit, q.raw)) > 2:
            found[i + 1] = replace(q, unit=left.unit, dimension=left.dimension, si=left.si, exact=left.exact)
    return found


def _beside(claim: Claim) -> list[Quantity]:
    """The values of the claim's own row, or of its clause."""
    s = claim.conclusion.statement
    if claim.cell and s.table is not None and s.row_index is not None and s.column is not None:
        cells = s.table.rows[s.row_index]
        own = list(numbers(cells[s.column])) if s.column < len(cells) else []
        left = [q for c in cells[1 : s.column] for q in numbers(c)]
        return own or left[-1:]
    return []


def beside_dimensions(claim: Claim) -> frozenset[str]:
    """Dimensions of the values in a cell's row; none for other claims. A relation in a table of times is one of times."""
    found = _beside(claim)
    return frozenset(d for q in found for d in comparable(q))


def _others(claim: Claim, beside: Quantity, evidence: Evidence) -> list[Series]:
    """Series of the value's dimension under labels that the claim allows; too many say nothing."""
    found = [s for score, s in allowed(claim, beside, evidence) if score >= 0.3 and s.dimension in comparable(beside)]
    return found[:MOST]


def _labelled(claim: Claim, evidence: Evidence) -> Iterator[tuple[Side, Side]]:
    """Values of one metric that the clause names, of one call: under configs that the clause or its statement names, the newest call
    that printed several."""
    words = (claim.tokens | claim.around) - STOP
    metrics = claim.tokens - STOP - PLAIN
    named = [s for s in evidence.series if s.begun(claim.msg) and s.measures & metrics and s.named & words]
    newest = max(((b.msg, b.part) for s in named for b in s.before(claim.msg)[-1:]), default=None)
    named = [s for s in named if (b := s.before(claim.msg)[-1]) and (b.msg, b.part) == newest]
    if claim.tokens & frozenset().union(*(s.named for s in named)) - PLAIN:
        named = [s for s in named if s.named & claim.tokens - PLAIN]
    if len(named) > MOST:
        return
    for left in named:
        for right in named:
            if left is not right and left.measures == right.measures and left.dimension == right.dimension:
                one, two = left.before(claim.msg)[-1], right.before(claim.msg)[-1]
                yield from ((x, y) for x in one.sides for y in two.sides if x.how == y.how)


def _placed(claim: Claim, q: Quantity, evidence: Evidence) -> Side:
    """A written value with the message that printed it, where one did."""
    key = ("written", claim.msg, q.raw, claim.conclusion.at)
    if key not in evidence.memo:
        found = locate(claim, q, evidence)
        evidence.memo[key] = replace(_side(q), msg=found.judgement.evidence[0], nodes=found.judgement.nodes) if found else _side(q)
    kept: Side = evidence.memo[key]
    return kept


def _side(q: Quantity) -> Side:
    value = value_of(q)
    return Side(q.raw, value, value, "", 1, None, 0, (), q.dimension, "unknown", q.unit)
