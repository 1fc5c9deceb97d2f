"""Ratio: "1.7x faster", "12x smaller", "a factor of 1.4". old/new where times and sizes shrank, new/old where they grew."""

import re
from collections.abc import Iterator
from fractions import Fraction

from sessionlens.checks.binding import slips
from sessionlens.checks.binding.differences import Compute, settle
from sessionlens.checks.binding.levels import judge_level
from sessionlens.checks.binding.named import Binding, Pair, compare
from sessionlens.checks.binding.operands import as_written, beside, either_way, ground, stated
from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.sense import SPEEDS, Sense, sense
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.grids import tables, two_rows
from sessionlens.checks.grids.agreement import agreeing, beside_dimensions
from sessionlens.checks.values.intervals import Interval, claimed
from sessionlens.checks.values.judge import Judgement
from sessionlens.model.quantity import Quantity
from sessionlens.model.words import ClaimKind
from sessionlens.text.regex import regex

KIND: ClaimKind = "ratio"
NUMERIC = True
_PRODUCT = regex(r"\s*\d")
_FACTOR = regex(r"\b(?:factor of|by a factor|ratio of|ratio is)\b")


_HEAD = regex(
    r"(?:the )?(?:factors?|ratios?|multiples?|multipliers?|speed-?ups?|slow-?downs?|times|[x×])\b"
    r"(?: (?:of|in|over|vs\.?|against|to) .*| ?\(.*\)| (?:slower|faster|more|less|larger|smaller|bigger))?",
    re.I,
)
"""The head of a column of multiples, whose cells need no sign of their own."""


def find(claim: Claim) -> Quantity | None:
    """The multiple in the claim: with an x or "times", or a bare number behind "a factor of"."""
    for q in claim.quantities:
        if q.dimension == "ratio" and not _PRODUCT.match(claim.text, q.end):
            return q
    if (
        claim.cell
        and len(claim.quantities) == 1
        and claim.quantities[0].dimension == "number"
        and _HEAD.fullmatch(claim.column.strip("*_` "))
    ):
        return claim.quantities[0]
    if "factor" in claim.low or "ratio" in claim.low:
        for q in claim.quantities:
            if q.dimension in ("number", "count") and _FACTOR.search(claim.low[max(0, q.start - 24) : q.start]):
                return q
    return None


def recognise(claim: Claim) -> float:
    return 0.61 if claim.quantities and find(claim) is not None else 0.0


def judge(claim: Claim, evidence: Evidence) -> Judgement:
    quantity = find(claim)
    if quantity is None:
        return Judgement("undecidable", (), "no multiple in the claim")
    direction = sense(claim, quantity)
    want = loose(quantity)
    in_table = tables.difference(claim, quantity, readings(direction, quantity), Fraction(1), want, evidence)
    if in_table is not None:
        return in_table
    operands = stated(claim, quantity) or beside(claim, quantity)
    if operands is not None:
        pair, missing = ground(claim, operands, evidence)
        if pair is None:
            return missing or Judgement("unsupported")
        best = either_way(claim, quantity, pair, operands, readings(direction, quantity), want=want)
        if best.verdict == "contradicted" and (
            own := as_written(operands, quantity, readings(direction, quantity), Fraction(1), pair, want)
        ):
            return own
        return slips.diagnose(best, quantity, pair, Fraction(1))
    binding = compare(claim, evidence, beside_dimensions(claim) or SPEEDS.get(direction, frozenset()))
    if not binding.ways:
        binding = two_rows.between(claim, evidence, SPEEDS.get(direction, frozenset()))
    if not binding.ways:
        level = judge_level(claim, quantity, evidence)
        if level.verdict == "supported":
            return level
        return agreeing(claim, quantity, evidence, readings(direction, quantity), Fraction(1)) or level
    found_one = settle(claim, quantity, binding, readings(direction, quantity), want=want)
    if found_one.verdict != "supported":
        level = judge_level(claim, quantity, evidence)
        if level.verdict == "supported":
            return level
        if found_one.verdict != "contradicted":
            return agreeing(claim, quantity, evidence, readings(direction, quantity), Fraction(1)) or found_one
        reverse = settle(
            claim,
            quantity,
            Binding([[Pair(p.new, p.old, p.by) for p in way] for way in binding.ways]),
            readings(direction, quantity),
            want=want,
        )
        if reverse.verdict == "supported" and not any(
            w in claim.low[quantity.end : quantity.end + 40] for w in (" than ", " over ", "compared", " against ", " vs")
        ):
            return Judgement(
                "undecidable", ("ambiguous-binding",), f"fits only the other way round: {reverse.derivation}", reverse.evidence
            )
    return slips.diagnose(found_one, quantity, next(binding.pairs), Fraction(1)) if binding.unique else found_one


def loose(quantity: Quantity) -> Interval:
    """A bare multiple is read to at least a tenth; with decimals, by its digits."""
    want = claimed(quantity)
    if "." in quantity.raw or quantity.hedge:
        return want
    tenth = abs(want.point) / 10
    return Interval(want.point, min(want.lo, want.point - tenth), max(want.hi, want.point + tenth))


def readings(direction: Sense, quantity: Quantity | None = None) -> Compute:
    """Of a multiple whose wording has no direction ("takes 0.7x the time") one below 1 is new over old, any other the larger over the
    smaller."""
    part = quantity is not None and quantity.value < 1

    def compute(old: Interval, new: Interval, pair: Pair) -> Iterator[tuple[str, Interval]]:
        grow, shrink = new.over(old), old.over(new)
        if grow is None or shrink is None:
            return
        rate = pair.new.dimension == "rate" or pair.new.direction == "higher"
        up, down = ("{new} / {old}", grow), ("{old} / {new}", shrink)
        if direction is Sense.FASTER:
            yield up if rate else down
        elif direction is Sense.SLOWER:
            yield down if rate else up
        elif direction is Sense.MORE:
            yield up
        elif direction is Sense.LESS:
            yield down
        else:
            yield up if part or grow.point >= 1 else down

    return compute
