"""Geometric mean: recomputed from the ratios or values of the group that the claim names."""

import math
from fractions import Fraction

from sessionlens.checks.binding import candidates
from sessionlens.checks.claim import Claim
from sessionlens.checks.evidence import Evidence
from sessionlens.checks.intervals import Interval
from sessionlens.checks.judge import Judgement, number
from sessionlens.checks.levels import judge_level
from sessionlens.checks.printouts import plain
from sessionlens.checks.series import Side
from sessionlens.model.words import ClaimKind

KIND: ClaimKind = "geomean"
NUMERIC = True
_CUES = ("geomean", "geometric mean", "geo mean", "geometric average")


def recognise(claim: Claim) -> float:
    return 0.9 if "geo" in claim.low and claim.quantities and any(c in claim.low for c in _CUES) else 0.0


def judge(claim: Claim, evidence: Evidence) -> Judgement:
    quantity = claim.quantities[0]
    dimensions = frozenset((quantity.dimension,)) if quantity.unit else frozenset(("number", "count", "ratio"))
    for group in candidates(claim, evidence, dimensions):
        sides = [m.batch.sides[0] for _, m in group.named] if len(group.named) > 1 else [m.batch.sides[0] for m in group.members]
        if len(sides) < 2 or any(s.value.lo <= 0 for s in sides):
            continue
        value, wide = over(sides, wide=False), over(sides, wide=True)
        found = number(quantity, value, wide=wide)
        text = (
            f"geometric mean of {', '.join(s.show() for s in sides[:8])} = {plain(value.point, sides[0].unit)}, "
            f"claimed {quantity.raw}: {found.verdict}"
        )
        mean = sum((s.value.point for s in sides), Fraction(0)) / len(sides)
        if found.verdict == "contradicted" and number(quantity, Interval(mean, mean, mean)).verdict == "supported":
            text += "; probably the arithmetic mean"
        return Judgement(
            found.verdict, found.caveats, text, tuple(sorted({s.msg for s in sides})), tuple(n for s in sides for n in s.nodes)
        )
    return judge_level(claim, quantity, evidence)


def over(sides: list[Side], *, wide: bool) -> Interval:
    """Bounds are the geometric means of the bounds: the mean grows with each value."""
    values = [s.wide if wide else s.value for s in sides]
    return Interval(*(_root([getattr(v, end) for v in values]) for end in ("point", "lo", "hi")))


def _root(values: list[Fraction]) -> Fraction:
    return Fraction(math.exp(sum(math.log(float(v)) for v in values) / len(values))).limit_denominator(10**12)
