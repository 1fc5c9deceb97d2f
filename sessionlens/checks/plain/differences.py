"""A plain difference: "8 workers take 0.3 s longer than 4", "parse time fell by 25 %", "disk is five times slower than memory"."""

from collections.abc import Iterator
from fractions import Fraction

from sessionlens.checks.binding.labels import comparable
from sessionlens.checks.binding.named import Pair
from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.sense import Sense, sense
from sessionlens.checks.claims.words import COUNTS
from sessionlens.checks.kinds import percent, ratio
from sessionlens.checks.plain.sides import (
    BOUND,
    COMPARED,
    SUMS,
    TIMES,
    fits,
    pairs,
)
from sessionlens.checks.plain.slots import (
    ALIKE,
    EVERY,
    EXTREMES,
    FELL,
    LARGER,
    NOBODY,
    ROSE,
    SLOWER,
    SMALLER,
    SPEEDIER,
    Slots,
)
from sessionlens.checks.values.intervals import Interval, claimed
from sessionlens.checks.values.judge import Judgement
from sessionlens.model.quantity import Quantity
from sessionlens.text.regex import regex

_MULTIPLES = {
    **COUNTS, **dict.fromkeys(("twice", "double", "doubles", "doubled", "halve", "halves", "halved", "half"), 2),
    **dict.fromkeys(("triple", "triples", "tripled"), 3),
}  # fmt: skip
_VAGUE = regex(r"\b(?:nearly|almost|more than|less than|over|at least|at most|up to|under|about|roughly|around|not|no|times as few)\b")
_WAYS = (
    (SPEEDIER | {"fast"}, Sense.FASTER),
    (SLOWER | {"slow"}, Sense.SLOWER),
    (SMALLER | {"small"}, Sense.LESS),
    (LARGER | {"long", "large", "big", "much", "many", "high"}, Sense.MORE),
)


def difference(claim: Claim, slots: Slots) -> Judgement | None:
    """ "8 workers take 0.3 s longer than 4", "parse time fell by 25 %", "disk is 3 times slower than memory"."""
    if len(slots.values) != 1 or len(slots.things) > 2 or slots.words & (EVERY | NOBODY | EXTREMES | ALIKE):
        return None
    q = slots.values[0]
    if SUMS.search(claim.low):
        return None  # "A and B add up to 9 s" is no difference
    if not (slots.words & (COMPARED | FELL | ROSE) or q.dimension == "ratio" or q.signed):
        return None
    kind = q.dimension
    if kind not in ("percent", "ratio") and BOUND.search(claim.low[: q.start]):
        return None
    if kind == "percent":
        dimensions, scale = None, Fraction(100)
    elif kind == "ratio":
        dimensions, scale = None, Fraction(1)
    else:
        dimensions, scale = comparable(q), Fraction(0)
        if kind in ("number", "count") and not slots.told:
            return None
    direction = sense(claim, q)
    if dimensions is None and direction in (Sense.FASTER, Sense.SLOWER) and not slots.told:
        dimensions = frozenset(("time", "rate"))
    if dimensions is None and not slots.told and direction not in (Sense.FASTER, Sense.SLOWER):
        return None
    want = ratio.loose(q) if kind == "ratio" else claimed(q)
    first = ""
    seen: list[Pair] = []
    for pair in pairs(claim, slots, dimensions):
        if kind == "percent":
            ways = list(percent.readings(direction, q)(pair.old.value, pair.new.value, pair))
        elif kind == "ratio":
            ways = list(ratio.readings(direction, q)(pair.old.value, pair.new.value, pair))
        else:
            ways = list(_apart(direction, pair, q))
        for formula, value in ways:
            value = value.times(scale or Fraction(1))
            shown = formula.format(old=pair.old.show(), new=pair.new.show())
            if fits(want, value, q):
                text = f"{shown}, claimed {q.raw}"
                return Judgement("supported", (), text, tuple(sorted({pair.old.msg, pair.new.msg})), pair.old.nodes + pair.new.nodes)
            if value.wider(want, 6):
                return None
            first = first or f"{shown} = {float(value.point):.4g}"
            seen.append(pair)
    if not first:
        return None
    at = tuple(sorted({p.old.msg for p in seen} | {p.new.msg for p in seen}))[-4:]
    return Judgement("contradicted", (), f"{first}, claimed {q.raw}: contradicted", at, seen[0].old.nodes + seen[0].new.nodes)


def multiple(claim: Claim, slots: Slots) -> Judgement | None:
    """ "Twice the memory of A", "five times slower than A", "parse time was halved": read to a tenth, as vague multiples are."""
    match = TIMES.search(claim.low)
    if match is None or slots.values or len(slots.things) > 2 or _VAGUE.search(claim.low):
        return None
    factor = Fraction(_MULTIPLES.get(match[0].split()[0], 0)) or Fraction(1)
    words = slots.words - frozenset(match[0].split())
    direction = next((d for group, d in _WAYS if words & group), Sense.NONE)
    dimensions = frozenset(("time", "rate")) if direction in (Sense.FASTER, Sense.SLOWER) and not slots.told else None
    if dimensions is None and not slots.told:
        return None
    want = Interval(factor, factor * Fraction(9, 10), factor * Fraction(10, 9))
    first, msgs = "", set()
    for pair in pairs(claim, slots, dimensions):
        ways = list(ratio.readings(Sense.LESS if "hal" in match[0] else direction)(pair.old.value, pair.new.value, pair))
        if direction is Sense.NONE and "hal" not in match[0]:
            up = pair.new.value.over(pair.old.value)
            ways = [("{new} / {old}", up)] if up is not None else []
        msgs |= {pair.old.msg, pair.new.msg}
        for formula, value in ways:
            shown = formula.format(old=pair.old.show(), new=pair.new.show())
            if want.touches(value):
                return Judgement("supported", (), f"{shown} = {float(value.point):.4g}, claimed {match[0]}", tuple(sorted(msgs)))
            first = first or f"{shown} = {float(value.point):.4g}"
    at = tuple(sorted(msgs))[-4:]
    return Judgement("contradicted", (), f"{first}, claimed {match[0]}: contradicted", at) if first else None


def _apart(direction: Sense, pair: Pair, q: Quantity) -> Iterator[tuple[str, Interval]]:
    up, down = ("{new} - {old}", pair.new.value.minus(pair.old.value)), ("{old} - {new}", pair.old.value.minus(pair.new.value))
    rate = pair.new.dimension == "rate" or pair.new.direction == "higher"
    if q.signed or direction is Sense.MORE:
        yield up
    elif direction is Sense.LESS:
        yield down
    elif direction is Sense.SLOWER:
        yield down if rate else up
    elif direction is Sense.FASTER:
        yield up if rate else down
    else:
        yield from (up, down)
