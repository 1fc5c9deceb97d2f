"""The values that the slots of a plain statement leave: series of a thing, pairs of an old and a new one."""

import re
from collections.abc import Iterator

from sessionlens.checks.binding.mention import is_based
from sessionlens.checks.binding.named import Pair
from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import AGGREGATE, BASE, COUNTS, NEW
from sessionlens.checks.plain.slots import (
    ALIKE,
    EXTREMES,
    FELL,
    LARGER,
    ROSE,
    SLOWER,
    SMALLER,
    SPEEDIER,
    Slots,
    Thing,
    called,
)
from sessionlens.checks.values.intervals import Interval, truncates_to
from sessionlens.checks.values.series import Batch, Series, Side
from sessionlens.model.quantity import Quantity
from sessionlens.text.regex import regex

COMPARED = SMALLER | LARGER | SPEEDIER | SLOWER
BESIDE = frozenset(("under", "over", "against", "vs", "versus", "compared", "than", "between", "of which", "only", "from"))
RELATED = COMPARED | EXTREMES | FELL | ROSE | ALIKE
PARTS = frozenset(("user", "sys", "system"))
BOUND = regex(
    r"\b(?P<no>not |never |none [a-z ]{0,20}|no [a-z]+ )?(?:[a-z]+ )??(?P<way>under|below|less than|fewer than|lower than|within|at most"
    r"|above|over|more than|at least|longer than|higher than|exceeds?|greater than|faster than|slower than) $"
)
TIMES = regex(rf"\b(?:twice|doubled?s?|tripled?s?|halve[sd]?|half|(?:{'|'.join(COUNTS)}) times)\b")
SUMS = regex(
    r"\b(?:together|combined|in total|in all|altogether|add(?:s|ed|ing)? up|sum(?:s|med|ming)? (?:up )?to|sum of"
    r"|total(?:s|ling|ing)? up to)\b"
)
SUMMED = frozenset(AGGREGATE) | frozenset(AGGREGATE.values())


def sides(series: Series, msg: int) -> Iterator[tuple[Batch, Side]]:
    for batch in series.before(msg):
        for side in batch.sides:
            yield batch, side


def points(series: Series, msg: int) -> Iterator[Interval]:
    """Every single value and aggregate."""
    for batch in series.before(msg):
        yield from (s.value for s in batch.sides)
        yield from (p.value for p in batch.points)


def chosen(slots: Slots, thing: Thing, msg: int, dimensions: frozenset[str] | None = None) -> list[Series]:
    """The series of a thing that the clause may mean: of the metrics it names, else of a dimension."""
    return [
        s
        for s in slots.cells.get(thing.config, [])
        if s.measures in slots.metrics and s.begun(msg) and (dimensions is None or s.dimension in dimensions)
    ]


def fits(want: Interval, value: Interval, q: Quantity | None) -> bool:
    """Whether a computed value is the claimed one, or is it when cut."""
    return want.touches(value) or (q is not None and (value.point < 0) == (want.point < 0) and truncates_to(value.point, q))


def pairs(claim: Claim, slots: Slots, dimensions: frozenset[str] | None) -> Iterator[Pair]:
    """Every choice of old and new that the slots allow."""
    for old, new in ends(claim, slots):
        for a in chosen(slots, old, claim.msg, dimensions):
            for b in chosen(slots, new, claim.msg, dimensions):
                if a.measures != b.measures or a.dimension != b.dimension or a.dimension in ("ratio", "percent"):
                    continue
                if a is b:
                    batches = a.before(claim.msg)
                    yield from of(batches[0], batches[-1]) if len(batches) > 1 else ()
                    continue
                for x in a.before(claim.msg):
                    for y in b.before(claim.msg):
                        yield from of(x, y)


def of(old: Batch, new: Batch) -> Iterator[Pair]:
    for x in old.sides:
        for y in new.sides:
            if x.how.partition(" ")[0] == y.how.partition(" ")[0]:
                yield Pair(x, y, "plain")


def ends(claim: Claim, slots: Slots) -> list[tuple[Thing, Thing]]:
    """Old and new: of two named things the one behind "than" is the old one, or the first of "from A to B"; else either may be.
    Where both are told by a word that they share, nothing says that it is they that are compared."""
    named = slots.things
    if len(named) == 2:
        (p, a), (r, b) = named
        if is_based(claim, r) or re.search(r"\bof (?:the )?$", claim.low[:r]):
            return [(b, a)]
        if is_based(claim, p):
            return [(a, b)]
        if a.words & b.words & claim.tokens:
            return []  # one thing under two aspects, "A is best for reads but slower in writes": not with each other
        return [(a, b), (b, a)]
    every = called(tuple(slots.cells))
    base = [t for t in every if t.words & BASE]
    new = [t for t in every if t.words & NEW]
    if len(named) == 1:
        at, one = named[0]
        rest = [t for t in every if t.config != one.config]
        other = rest[0] if len(rest) == 1 else base[0] if len(base) == 1 and base[0].config != one.config else None
        if other is None:
            return []
        if is_based(claim, at) or (one in base and other in new and " than " not in claim.low and not slots.words & COMPARED):
            return [(one, other)]
        return [(other, one)]
    if len(named) == 0 and len(every) == 2 and len(base) == 1:
        return [(base[0], next(t for t in every if t is not base[0]))]
    if len(named) == 0 and len(every) == 1:
        return [(every[0], every[0])]
    return []


def at_of(claim: Claim, slots: Slots) -> int:
    found = [s for c in slots.cells.values() for s in c if s.measures in slots.metrics and s.begun(claim.msg)]
    return max((s.before(claim.msg)[-1].msg for s in found), default=0)
