"""A plain order: "8 workers are the slowest", "A is faster than B", "peak memory is unchanged"."""

from fractions import Fraction

from sessionlens.checks.binding.named import Pair
from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import COUNTS, TOTAL, among, tokens
from sessionlens.checks.plain.sides import COMPARED, PARTS, TIMES, chosen, ends, of, pairs
from sessionlens.checks.plain.slots import (
    ALIKE,
    EXTREMES,
    LEAST,
    NOBODY,
    SLOWER,
    SMALLER,
    SPEEDIER,
    Slots,
    Thing,
)
from sessionlens.checks.values.judge import Judgement
from sessionlens.text.regex import regex

_OF_SOME = regex(rf"\bof (?:the|all|these|those) ({'|'.join(COUNTS)})\b")
_SPEED = SPEEDIER | SLOWER | frozenset(("fastest", "quickest", "slowest"))
_APART = frozenset(("differ", "difference", "differs"))
_NEAR = Fraction(3, 100)


def order(claim: Claim, slots: Slots) -> Judgement | None:
    """ "8 workers are the slowest", "A is faster than B": every aggregate of every metric that may be meant must lie the other way."""
    if slots.values or TIMES.search(claim.low) or slots.words & (NOBODY | ALIKE) or "not" in slots.words or "n't" in claim.low:
        return None
    top = [w for w in slots.words if w in EXTREMES]
    more = [w for w in slots.words if w in COMPARED]
    if len(top) + len(more) != 1 or not slots.things or "ever" in slots.words:
        return None
    word = (top or more)[0]
    if word in _SPEED:
        dimensions: frozenset[str] | None = frozenset(("time", "rate"))
    elif not slots.told:
        if word not in ("smallest", "largest", "smaller", "larger", "bigger", "biggest"):
            return None
        dimensions = frozenset(("size",))
    else:
        dimensions = None
    if top:
        if len(slots.things) != 1 or " one of " in claim.low or "second" in slots.words:
            return None
        rest, of_them = [t for t in _others(slots, slots.things[0][1]) if tokens(t.config).isdisjoint(TOTAL)], among(claim.low)
        if of_them is not None and len(called := [t for t in rest if of_them[1] in tokens(t.config)]) == of_them[0] - 1:
            rest = called
        if of_them is not None and (of_them[0] > len(rest) + 1 or (not of_them[1] and of_them[0] <= len(rest))):
            return None  # fewer were measured than are spoken of, or others too
        choices = [(t, slots.things[0][1]) for t in rest]
    else:
        choices = ends(claim, slots)
        if len(choices) != 1:
            return None
    results, text, at = [], "", set()
    for measures in slots.metrics:
        if len(slots.metrics) > 1 and measures & PARTS:
            continue
        mine: list[bool | None] = []
        for old, new in choices:
            for a in (s for s in chosen(slots, old, claim.msg, dimensions) if s.measures == measures):
                for b in (s for s in chosen(slots, new, claim.msg, dimensions) if s.measures == measures and s.dimension == a.dimension):
                    rate = a.dimension == "rate" or a.direction == "higher"
                    less = word in LEAST | SMALLER | SPEEDIER
                    if word in _SPEED:
                        less = (word in ("fastest", "quickest", "faster", "quicker")) != rate
                    for pair in (p for x in a.before(claim.msg) for y in b.before(claim.msg) for p in of(x, y)):
                        at |= {pair.old.msg, pair.new.msg}
                        o, n = pair.old.value, pair.new.value
                        right = None if o.touches(n) else (n.hi < o.lo) == less
                        mine.append(right)
                        if not right:
                            text = text or f"{pair.new.name} {pair.new.show()} against {pair.old.name} {pair.old.show()}"
        if mine:
            results.append((mine, set(mine)))
    if not results:
        return None
    msgs = tuple(sorted(at))[-4:]
    if all(states == {True} for _, states in results):
        return Judgement("supported", (), "the printed values lie so", msgs)
    lost = all(_beaten(mine, len(choices)) for mine, _ in results) if top else all(states == {False} for _, states in results)
    few = _OF_SOME.search(claim.low) if lost else None
    if few is not None and COUNTS[few[1]] <= len(choices):
        return None  # more were measured than are spoken of: others may be meant
    return Judgement("contradicted", ("direction",), f"{text}: contradicted", msgs) if lost and text else None


def _beaten(mine: list[bool | None], others: int) -> bool:
    """Whether some other thing is ahead in every aggregate: the results stand thing by thing."""
    each = len(mine) // others if others and len(mine) % others == 0 else 0
    return bool(each) and any(set(mine[i * each : (i + 1) * each]) == {False} for i in range(others))


def _others(slots: Slots, one: Thing) -> list[Thing]:
    return [Thing(c, frozenset(), None) for c in slots.cells if c != one.config]


def alike(claim: Claim, slots: Slots) -> Judgement | None:
    """ "Peak memory is unchanged", "A and B take the same time": single values that plainly differ."""
    if slots.values or not slots.words & ALIKE or slots.words & (COMPARED | EXTREMES):
        return None
    if slots.words & frozenset(("not", "never")) or "n't" in claim.low or len(slots.things) > 2:
        return None
    found = list(pairs(claim, slots, None))
    if not found or len({p.old.dimension for p in found}) > 1:
        return None
    first = found[0]
    apart = [p for p in found if not p.old.value.touches(p.new.value)]
    text = f"{first.old.name} {first.old.show()}, {first.new.name} {first.new.show()}"
    msgs = tuple(sorted({p.old.msg for p in found} | {p.new.msg for p in found}))[-4:]
    if slots.words & _APART and not slots.words & NOBODY:
        return Judgement("supported", (), f"{text}: they differ", msgs) if len(apart) == len(found) else None
    if not apart:
        return Judgement("supported", (), f"{text}: alike", msgs)
    if len(apart) < len(found):
        return None
    for p in found:
        base = max(abs(p.old.value.point), abs(p.new.value.point))
        gap = abs(p.old.value.point - p.new.value.point)
        if not base or (gap < base * _NEAR and not p.old.value.sure) or _overlap(p):
            return None
    return Judgement("contradicted", (), f"{text}: contradicted", msgs)


def _overlap(pair: Pair) -> bool:
    """Whether the single runs of both sides overlap."""
    a, b = pair.old.runs, pair.new.runs
    return bool(a and b) and min(a) <= max(b) and min(b) <= max(a)
