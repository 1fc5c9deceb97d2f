"""Points: "the miss rate rose 0.8 %". Percentage points and relative change both tried; says which fits."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from sessionlens.checks.binding.differences import Compute, settle
from sessionlens.checks.binding.levels import judge_level
from sessionlens.checks.binding.named import Binding, Pair, compare
from sessionlens.checks.binding.operands import ground, stated
from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.sense import Sense, sense
from sessionlens.checks.claims.words import word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.values.intervals import Interval
from sessionlens.checks.values.judge import Judgement
from sessionlens.model.quantity import Quantity
from sessionlens.model.words import ClaimKind
from sessionlens.text.regex import regex

KIND: ClaimKind = "points"
NUMERIC = True
_RATE = regex(r"\b(?:rate|ratio|coverage|utili[sz]ation|share|percentage|hit|miss|accuracy|load)\b")
_CHANGE = word_set(
    "rose rises up down fell drops dropped increased decreased increase decrease grew improved went goes climbed lower higher"
)
_MOVES = word_set("raises raised raise lifts lifted lowers lowered cuts cut improves gains gained reduces reduced boosts boosted")


def recognise(claim: Claim) -> float:
    if find(claim) is not None:
        return 0.87
    if (
        any(q.dimension == "percent" for q in claim.quantities)
        and _RATE.search(claim.low)
        and not claim.words.isdisjoint(_CHANGE | _MOVES)
        and not claim.cell
    ):
        return 0.63
    return 0.0


def find(claim: Claim) -> Quantity | None:
    """A number of percentage points, also written as bare "points" beside a rate."""
    for q in claim.quantities:
        if q.dimension == "points":
            return q
        if q.noun in ("point", "points") and (_RATE.search(claim.low) or not claim.words.isdisjoint(_CHANGE)):
            return replace(q, dimension="points", unit="pp", exact=False)
    return None


def judge(claim: Claim, evidence: Evidence) -> Judgement:
    quantity = find(claim) or next(q for q in claim.quantities if q.dimension == "percent")
    operands = stated(claim)
    binding = Binding()
    if operands is not None:
        pair, lacking = ground(claim, operands, evidence)
        if pair is None:
            return lacking or Judgement("unsupported")
        binding = Binding([[pair]])
    else:
        binding = compare(claim, evidence, frozenset(("percent", "number")))
        if not binding.ways:
            from sessionlens.checks.kinds import percent  # a rate whose rows are plain numbers is an ordinary percentage

            return percent.judge(claim, evidence) if quantity.dimension == "percent" else judge_level(claim, quantity, evidence)
    found = settle(claim, quantity, binding, readings(sense(claim, quantity), quantity))
    return found.adding("reading") if found.verdict == "supported" and quantity.dimension == "percent" else found


def readings(direction: Sense, quantity: Quantity) -> Compute:
    """Points first; the relative change, in per cent, only for a claim that does not say points."""
    falling = direction in (Sense.LESS, Sense.FASTER) and not quantity.signed

    def compute(old: Interval, new: Interval, pair: Pair) -> Iterator[tuple[str, Interval]]:
        if quantity.dimension != "percent" or "percent" in (pair.old.dimension, pair.new.dimension) or max(old.point, new.point) <= 1:
            yield ("{old} - {new} (points)", old.minus(new)) if falling else ("{new} - {old} (points)", new.minus(old))
        if quantity.dimension == "percent":
            grow = new.over(old)
            if grow is not None:
                relative = grow.shifted(-1).times(Fraction(-100 if falling else 100))
                yield ("({old} - {new}) / {old} (relative)" if falling else "({new} - {old}) / {old} (relative)"), relative

    return compute
