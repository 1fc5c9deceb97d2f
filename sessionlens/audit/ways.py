"""How a number can be got from others: differences, products, quotients, sums, shares and changes, of the right powers.

With many numbers at hand some way fits by accident: `fitting` counts the ways that were tried, and a way counts only where so many
tries would seldom hit a number as narrow as the claim's.
"""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import combinations, islice, permutations

from sessionlens.audit.terms import Powers, Term
from sessionlens.checks.values.intervals import Interval

SELDOM = 0.1
"""How often a wrong number may be borne out by accident."""
MOST = 14
"""More terms than this are data, and most numbers could be got from them."""
Way = tuple[str, Interval]


def fitting(target: Term, ways: Iterable[Way]) -> Way | None:
    """The first way whose value the target admits, if they are few for its width."""
    tried, hit = 0, None
    for way in islice(ways, 400):
        tried += 1
        if hit is None and _fits(target.claimed, way[1]):
            hit = way
    return hit if hit is not None and tried * target.looseness < SELDOM else None


def _fits(claimed: Interval, value: Interval) -> bool:
    """Whether one of the two holds the other's point; ends that touch are not enough where many ways are tried."""
    return claimed.holds(value.point) or (value.holds(claimed.point) and not value.wider(claimed, 6))


def ways(target: Term, own: tuple[Term, ...], near: tuple[Term, ...], *, share: bool, more: bool) -> Iterator[Way]:
    """From the target's own clause and from text near it. `share`: a percentage of something, not a change; `more`: an amount that is a
    difference."""
    pool = tuple(t for t in dict.fromkeys((*own, *near)) if t.powers is not None and t is not target)
    if len(pool) > MOST:
        return
    if target.share:
        yield from _shares(pool, share=share)
    elif target.powers is not None:
        yield from _amounts(target.powers, pool, more=more)


def change(old: Term, new: Term) -> Interval | None:
    """The change in percent, without its sign."""
    ratio = new.value.over(old.value)
    return None if ratio is None else size(ratio.shifted(-1)).times(Fraction(100))


def size(value: Interval) -> Interval:
    """Without its sign."""
    return value.times(Fraction(-1)) if value.point < 0 else value


def _shares(pool: tuple[Term, ...], *, share: bool) -> Iterator[Way]:
    for a, b in permutations(pool, 2):
        bare = share and a.quantity.dimension == "number" and not a.quantity.noun and bool(b.quantity.unit)
        if a.powers != b.powers and not bare:
            continue
        if share:  # "410 of the 574 MB" names the unit once
            ratio = a.value.times(Fraction(b.quantity.si) if bare else Fraction(1)).over(b.value)
            if ratio is not None and ratio.point <= 1:
                yield f"{a.quantity.raw} / {b.quantity.raw}", ratio.times(Fraction(100))
        elif (value := change(a, b)) is not None:
            yield f"({b.quantity.raw} - {a.quantity.raw}) / {a.quantity.raw}", value


def _amounts(powers: Powers, pool: tuple[Term, ...], *, more: bool) -> Iterator[Way]:
    alike = [t for t in pool if t.powers == powers and t.quantity.value]
    counts = [t for t in pool if t.powers == (0, 0) and t.quantity.value > 1]
    for a, b in combinations(alike, 2):
        difference = size(a.value.minus(b.value))
        shown = f"{a.quantity.raw} - {b.quantity.raw}"
        yield shown, difference
        if powers != (0, 0):
            for n in counts:
                yield f"({shown}) x {n.quantity.raw}", _product(difference, n.value)
    if more:
        return
    for a, b in combinations(alike, 2):
        yield f"{a.quantity.raw} + {b.quantity.raw}", a.value.plus(b.value)
    if len(alike) > 2:
        total = alike[0].value
        for t in alike[1:]:
            total = total.plus(t.value)
        yield " + ".join(t.quantity.raw for t in alike), total
    for a, b in combinations(pool, 2):
        if (
            a.powers is not None
            and b.powers is not None
            and _sum(a.powers, b.powers) == powers
            and a.quantity.value != 1 != b.quantity.value
        ):
            yield f"{a.quantity.raw} x {b.quantity.raw}", _product(a.value, b.value)
    for a, b in permutations(pool, 2):
        if a.powers is not None and b.powers is not None and _sum(powers, b.powers) == a.powers and b.quantity.value != 1:
            ratio = a.value.over(b.value)
            if ratio is not None:
                yield f"{a.quantity.raw} / {b.quantity.raw}", ratio


def _sum(a: Powers, b: Powers) -> Powers:
    return a[0] + b[0], a[1] + b[1]


def _product(a: Interval, b: Interval) -> Interval:
    return Interval(a.point * b.point, min(a.lo * b.lo, a.lo * b.hi), a.hi * b.hi)
