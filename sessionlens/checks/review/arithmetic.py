"""The arithmetic that a clause writes out itself: "saves 756 KB (41428 -> 40672), 1.8 %" gives a difference and a percentage of one pair.

A kind of claim judges the number that makes it that kind; the others that stand right beside the same pair must follow from it too. That
needs no evidence: what is written is enough to refute it.
"""

from dataclasses import replace
from fractions import Fraction

from sessionlens.checks.binding.differences import Compute, settle
from sessionlens.checks.binding.named import Binding, Pair
from sessionlens.checks.binding.operands import Stated, plain_side, stated
from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.sense import sense
from sessionlens.checks.kinds import delta, percent, ratio
from sessionlens.checks.kinds.level import in_unit
from sessionlens.checks.values.judge import Judgement
from sessionlens.model.quantity import Quantity
from sessionlens.model.words import ClaimKind


def wrong(kind: ClaimKind, claim: Claim, found: Judgement) -> Judgement | None:
    """A contradiction where a difference, percentage or multiple does not follow from the pair that the clause gives for it; else None."""
    if len(claim.quantities) < 4:
        return None
    judged = percent.asked(claim) if kind == "percent" else ratio.find(claim) if kind == "ratio" else None
    for q in claim.quantities:
        pair = stated(claim, q)
        if q is judged or pair is None or not pair.near or q in (pair.old, pair.new) or _parted(claim, q, pair):
            continue
        way = _reading(claim, q, pair)
        if way is not None and (result := _settled(claim, q, *way)).verdict == "contradicted":
            return replace(result, evidence=found.evidence, nodes=found.nodes)
    return None


def _parted(claim: Claim, q: Quantity, pair: Stated) -> bool:
    """Whether another number of its dimension stands between a number and the pair: then that one is meant ("50 % to 20 % (9 vs 7 s)")."""
    first, last = min(pair.old.start, pair.new.start), max(pair.old.end, pair.new.end)
    return any(
        o.dimension == q.dimension and o is not q and (q.end <= o.start < first or last <= o.start < q.start) for o in claim.quantities
    )


def _reading(claim: Claim, q: Quantity, pair: Stated) -> tuple[Stated, Compute, Fraction] | None:
    """How a number relates to the pair beside it; None where it may be of something else."""
    if q.dimension == "percent":
        return pair, percent.readings(sense(claim, q), q), Fraction(100)
    if q.dimension == "ratio":
        return pair, ratio.readings(sense(claim, q), q), Fraction(1)
    if not q.unit or delta.PER.match(claim.low, q.end) or not delta.governed(claim, q):
        return None
    if not pair.old.unit and not pair.new.unit:
        pair = replace(pair, old=in_unit(pair.old, q), new=in_unit(pair.new, q))
    return (pair, delta.readings(sense(claim, q), q), Fraction(1)) if pair.new.dimension == q.dimension else None


def _settled(claim: Claim, q: Quantity, pair: Stated, compute: Compute, scale: Fraction) -> Judgement:
    """The best of both orders: which of the two is the older is seldom at issue here."""
    want = ratio.loose(q) if q.dimension == "ratio" else None
    tried = []
    for old, new in ((pair.old, pair.new), (pair.new, pair.old)):
        way = Binding([[Pair(plain_side(old, ()), plain_side(new, ()), "written")]])
        tried.append(settle(claim, q, way, compute, scale=scale, want=want))
    return next((j for j in tried if j.verdict != "contradicted"), tried[0])
