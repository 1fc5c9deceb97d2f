"""A value read off the neighbouring row: the claimed number was printed, but for another thing than the claim names.

The labels bind: the claim has a word that only the one series has, and none that tells the other apart. Whatever that one was measured at
before the claim, in any run, must lie elsewhere.
"""

from sessionlens.checks.binding.labels import comparable
from sessionlens.checks.binding.named import PLAIN
from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import AGGREGATE, SECONDARY
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.values.intervals import claimed
from sessionlens.checks.values.judge import Judgement
from sessionlens.checks.values.series import Series
from sessionlens.model.quantity import Quantity

_DIGITS = 3
"""Fewer digits agree by chance too often."""


def judge(claim: Claim, quantity: Quantity, evidence: Evidence) -> Judgement | None:
    """Contradicted where one run printed the claimed number for one thing and another number for the thing that the claim names."""
    if quantity.hedge or not quantity.unit or sum(c.isdigit() for c in quantity.raw) < _DIGITS or claim.references:
        return None
    want = claimed(quantity)
    words = frozenset(w for w in claim.tokens - PLAIN if not w[0].isdigit())
    named = [s for s in evidence.series if s.dimension in comparable(quantity) and s.begun(claim.msg) and not words.isdisjoint(s.named)]
    lo, hi = float(want.lo), float(want.hi)
    for i, j in evidence.near(comparable(quantity), lo, hi, claim.msg):
        theirs = evidence.series[i]
        batch = theirs.batches[j]
        if len(batch.facts) != 1 or not want.holds(batch.sides[0].value.point) or not words.isdisjoint(theirs.named):
            continue
        own = [s for s in named if _beside(s, theirs, batch.msg)]
        mine = [s for s in named if s.measures == theirs.measures]
        if len(own) != 1 or any(want.touches(side.value) for s in mine for b in s.before(claim.msg) for side in b.sides):
            continue
        here = next(b for b in own[0].batches if b.msg == batch.msg)
        if len(here.facts) != 1 or len(mine) != 1:
            continue
        text = f"{own[0].config}: {here.sides[0].show()} printed; {quantity.raw} is that of {theirs.config}: contradicted"
        return Judgement("contradicted", (), text, (batch.msg,), here.sides[0].nodes)
    return None


def _beside(mine: Series, theirs: Series, msg: int) -> bool:
    """Whether a run measured the same headline metric of both."""
    same = mine is not theirs and mine.measures == theirs.measures and mine.unit == theirs.unit
    return same and mine.measures.isdisjoint(SECONDARY) and mine.measures.isdisjoint(AGGREGATE) and any(b.msg == msg for b in mine.batches)
