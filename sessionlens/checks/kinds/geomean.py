"""Geometric mean: recomputed from the ratios or values of the group that the claim names."""

import math
from fractions import Fraction

from sessionlens.checks.binding.differences import settle
from sessionlens.checks.binding.levels import judge_level
from sessionlens.checks.binding.named import Binding, Pair, candidates, compare
from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.sense import Sense, sense, way
from sessionlens.checks.claims.words import content
from sessionlens.checks.evidence.groups import Group, groups
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.evidence.postings import ROOTS
from sessionlens.checks.evidence.repeats import NUMBERS
from sessionlens.checks.kinds import percent, ratio
from sessionlens.checks.values.intervals import Interval
from sessionlens.checks.values.judge import Judgement, number
from sessionlens.checks.values.printouts import plain
from sessionlens.checks.values.series import Side
from sessionlens.model.quantity import Quantity
from sessionlens.model.words import ClaimKind

KIND: ClaimKind = "geomean"
NUMERIC = True
_TWO = 2
_CUES = ("geomean", "geometric mean", "geo mean", "geometric average")


def recognise(claim: Claim) -> float:
    return 0.9 if "geo" in claim.low and claim.quantities and any(c in claim.low for c in _CUES) else 0.0


def judge(claim: Claim, evidence: Evidence) -> Judgement:
    quantity = next((q for q in claim.quantities if q.dimension not in ("count",)), claim.quantities[0])
    if quantity.dimension in ("percent", "ratio") and (changed := _printed_change(claim, quantity, evidence)) is not None:
        return changed
    if quantity.dimension == "ratio" and (of_rows := _of_ratios(claim, quantity, evidence)) is not None:
        return of_rows
    plain_number = not quantity.unit or quantity.dimension == "ratio"
    dimensions = frozenset(("number", "count", "ratio")) if plain_number else frozenset((quantity.dimension,))
    for group in candidates(claim, evidence, dimensions) or of_metric(claim, dimensions, evidence):
        if group.across == "metric" and len(group.named) < 2:
            continue
        sides = [m.batch.sides[0] for _, m in group.named] if len(group.named) > 1 else [m.batch.sides[0] for m in group.members]
        if len(sides) < 2 or any(s.value.lo <= 0 for s in sides):
            continue
        if len(group.named) < 2 and (said := _said(claim)) > len(sides):
            at = tuple(sorted({s.msg for s in sides}))
            return Judgement("unsupported", ("partial-domain",), f"{len(sides)} of {said} were printed", at)
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


def _of_ratios(claim: Claim, quantity: Quantity, evidence: Evidence) -> Judgement | None:
    """ "A geometric mean speedup of 1.4x of B over A": the ratio in each row that has both. None where the labels leave fewer than two
    rows, or several comparisons in one."""
    binding = compare(claim, evidence)
    pairs = [way[0] for way in binding.ways]
    if len(pairs) < _TWO or len({p.old.name for p in pairs}) != len(pairs) or any(p.old.name != p.new.name for p in pairs):
        return None
    direction = sense(claim, quantity)
    compute = ratio.readings(Sense.FASTER if direction is Sense.NONE else direction, quantity)
    found = [next((value for _, value in compute(p.old.value, p.new.value, p)), None) for p in pairs]
    values = [v for v in found if v is not None and v.lo > 0]
    at = tuple(sorted({m for p in pairs for m in (p.old.msg, p.new.msg)} - {0}))
    if len(values) != len(pairs):
        return None
    if (said := _said(claim)) > len(pairs):
        return Judgement("unsupported", ("partial-domain",), f"{len(pairs)} of {said} were measured", at)
    value = Interval(*(_root([getattr(v, end) for v in values]) for end in ("point", "lo", "hi")))
    verdict = number(quantity, value)
    shown = ", ".join(f"{float(v.point):.3g}x" for v in values[:8])
    text = f"geometric mean of {shown} = {float(value.point):.4g}x, claimed {quantity.raw}: {verdict.verdict}"
    mean = sum((v.point for v in values), Fraction(0)) / len(values)
    if verdict.verdict == "contradicted":
        if not binding.firm:
            return Judgement("undecidable", ("ambiguous-binding",), f"not surely what is meant: {text}", at)
        if number(quantity, Interval(mean, mean, mean)).verdict == "supported":
            text += "; probably the arithmetic mean"
    return Judgement(verdict.verdict, verdict.caveats, text, at, tuple(n for p in pairs for n in p.old.nodes + p.new.nodes))


def of_metric(claim: Claim, dimensions: frozenset[str], evidence: Evidence) -> list[Group]:
    """The rows of the newest call that printed a metric which the claim names ("the four speedups"), where it names none of the rows."""
    words = {ROOTS[w] for w in content(claim.text)}
    named = [
        g
        for g in groups(evidence, claim.msg, None, dimensions)
        if g.across == "config" and len(g.members) > 1 and {ROOTS[w] for w in g.headline} & words
    ]
    newest = max((g.newest for g in named), default=0)
    found = [g for g in named if g.newest == newest]
    calls = [[m for m in g.members if m.batch.msg == newest] for g in found]
    said = _said(claim)
    if len(found) != 1 or len(calls[0]) < 2 or (said and said != len(calls[0])):
        return []
    return [found[0].saying(calls[0], [], [])]


def _said(claim: Claim) -> int:
    """Of how many things the claim says that the mean is; 0 where it does not say."""
    spelled = next((n for w, n in NUMBERS.items() if w in claim.words), 0)
    return spelled or next((int(q.value) for q in claim.quantities if q.dimension == "count"), 0)


def _printed_change(claim: Claim, quantity: Quantity, evidence: Evidence) -> Judgement | None:
    """A change of the geometric mean ("geomean -4.1 %") as the tool prints it: by its own difference, else from its old and new one."""
    if quantity.dimension == "percent":
        level = judge_level(claim, quantity, evidence)
        if level.verdict == "supported":
            return level
    printed = [s for s in evidence.series if "geomean" in s.measures | s.named and s.begun(claim.msg)]
    direction = sense(claim, quantity)
    sides = [s.before(claim.msg)[-1].sides[0] for s in printed if s.dimension != "percent"]
    if quantity.dimension == "percent":
        for s in printed:
            side = s.before(claim.msg)[-1].sides[0] if s.dimension == "percent" else None
            if side is None or len([p for p in printed if p.dimension == "percent"]) > 1:
                continue
            sign = way(direction) if not quantity.signed else 0
            found = number(quantity, side.value.times(Fraction(sign)) if sign else side.value)
            text = f"geomean {side.show()} printed, claimed {quantity.raw}: {found.verdict}"
            return Judgement(found.verdict, found.caveats, text, (side.msg,), side.nodes)
    if len(sides) != 2 or sides[0].msg != sides[1].msg or direction is Sense.NONE:
        return None
    pair = Pair(sides[0], sides[1], "printed")
    compute = percent.readings(direction, quantity) if quantity.dimension == "percent" else ratio.readings(direction, quantity)
    return settle(claim, quantity, Binding([[pair]]), compute, scale=Fraction(100 if quantity.dimension == "percent" else 1))


def over(sides: list[Side], *, wide: bool) -> Interval:
    """Bounds are the geometric means of the bounds: the mean grows with each value."""
    values = [s.wide if wide else s.value for s in sides]
    return Interval(*(_root([getattr(v, end) for v in values]) for end in ("point", "lo", "hi")))


def _root(values: list[Fraction]) -> Fraction:
    return Fraction(math.exp(sum(math.log(float(v)) for v in values) / len(values))).limit_denominator(10**12)
