"""Closed intervals of what was printed, over fractions.

A printed number stands for every value that would have been printed the same: half a unit of its last place to each side, both ends
included, so that 61.2 is [61.15, 61.25] and honest rounding, whichever way halves go, is never outside (the reading of the
`scrutiny` package's "up_or_down" rounding).
"""

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import Literal

from sessionlens.model.quantity import Quantity
from sessionlens.model.quick import quick

INF = Fraction(10**40)
"""Stands for "no bound": larger than anything a tool prints, and still a fraction."""
TENTH = Fraction(1, 10)
Rounding = Literal["half", "up", "down", "exact"]


@quick
@dataclass(frozen=True, slots=True)
class Interval:
    """A value with the closed bounds [lo, hi] that it may really have, all in one unit (base units, or a plain ratio).

    `point` is the value as printed or as computed from the printed ones; it lies within the bounds.
    """

    point: Fraction
    lo: Fraction
    hi: Fraction

    @property
    def width(self) -> Fraction:
        return self.hi - self.lo

    def touches(self, other: "Interval") -> bool:
        """Whether the two share a value; common end points count."""
        return self.lo <= other.hi and other.lo <= self.hi

    def holds(self, value: Fraction) -> bool:
        return self.lo <= value <= self.hi

    def inside(self, other: "Interval") -> bool:
        return other.lo <= self.lo and self.hi <= other.hi

    def plus(self, other: "Interval") -> "Interval":
        return Interval(self.point + other.point, self.lo + other.lo, self.hi + other.hi)

    def minus(self, other: "Interval") -> "Interval":
        return Interval(self.point - other.point, self.lo - other.hi, self.hi - other.lo)

    def times(self, factor: Fraction) -> "Interval":
        a, b = self.lo * factor, self.hi * factor
        return Interval(self.point * factor, min(a, b), max(a, b))

    def over(self, other: "Interval") -> "Interval | None":
        """The quotient of two positive values; None where the divisor may be zero or less."""
        if other.lo <= 0 or self.lo < 0:
            return None
        return Interval(self.point / other.point, self.lo / other.hi, self.hi / other.lo)

    def share(self, rest: "Interval") -> "Interval | None":
        """part / (part + rest) by its monotone form: the part is used twice but has only one true value."""
        whole_lo, whole_hi = self.lo + rest.hi, self.hi + rest.lo
        if whole_lo <= 0 or self.lo < 0 or rest.lo < 0:
            return None
        return Interval(self.point / (self.point + rest.point), self.lo / whole_lo, self.hi / whole_hi)

    def shifted(self, amount: int) -> "Interval":
        return Interval(self.point + amount, self.lo + amount, self.hi + amount)


def exact(value: Fraction | int) -> Interval:
    """A counted thing, a number of bytes, a JSON float: no rounding to allow for."""
    point = Fraction(value)
    return Interval(point, point, point)


def printed(value: Decimal | Fraction, ulp: Decimal | Fraction, rounding: Rounding = "half") -> Interval:
    """What a printed number stands for. `up` is a tool that rounds up (`ls -h`: the true value is at most the printed one),
    `down` one that truncates (bash's `time` formats, `free -h`)."""
    point, unit = Fraction(value), Fraction(ulp)
    if rounding == "exact":
        return Interval(point, point, point)
    if rounding == "up":
        return Interval(point, point - unit, point)
    if rounding == "down":
        return Interval(point, point, point + unit)
    return Interval(point, point - unit / 2, point + unit / 2)


def written(number: int, place: int, scale: int, rounding: Rounding = "half") -> Interval:
    """The same of whole numbers: `number` with its last digit's `place`, both over `scale`; three divisions in all."""
    point = Fraction(number, scale)
    if rounding == "exact":
        return Interval(point, point, point)
    if rounding == "up":
        return Interval(point, Fraction(number - place, scale), point)
    if rounding == "down":
        return Interval(point, point, Fraction(number + place, scale))
    return Interval(point, Fraction(2 * number - place, 2 * scale), Fraction(2 * number + place, 2 * scale))


def robust(interval: Interval, ulp: Fraction) -> Interval:
    """The same value if its last digit were wrong by one: what decides whether a contradiction is marginal."""
    return Interval(interval.point, min(interval.lo, interval.point - ulp), max(interval.hi, interval.point + ulp))


def shown_place(value: Decimal) -> Fraction:
    """Place value of the last digit that is not a trailing zero: 3000 shows thousands, 120 tens, 12.5 tenths.

    >>> shown_place(Decimal("3000"))
    Fraction(1000, 1)
    """
    digits, exponent = value.normalize().as_tuple()[1:]
    return Fraction(10) ** int(exponent) if any(digits) else Fraction(1)


@lru_cache(maxsize=1024)
def claimed(quantity: Quantity, *, counted: bool = False) -> Interval:
    """What a claim's number admits, in base units, by its digits and its hedge.

    About widens to at least a tenth of the value; almost and up to bound it above, over and at least below. A number that ends in
    zeros ("3000 requests") is read at the precision it shows, but no coarser than a tenth. `counted`: exactly that many ("all 300
    tests pass").
    """
    value, ulp = quantity.value, quantity.ulp
    if not quantity.hedge and not quantity.exact and not counted and (value % 100 or not value or quantity.dimension == "percent"):
        return value_of(quantity)
    point, half, si = Fraction(value), Fraction(ulp) / 2, Fraction(quantity.si)
    size = abs(point)
    if quantity.hedge == "about":
        half = max(half, size * TENTH)
    elif counted or (quantity.exact and size < 100):
        half = Fraction(0)
    elif quantity.exact:
        half = min(shown_place(value) / 2, size * TENTH) if point % 100 == 0 and point else Fraction(0)
    elif point % 100 == 0 and quantity.dimension != "percent":
        half = max(half, min(shown_place(value) / 2, size * TENTH))
    lo, hi = point - half, point + half
    if quantity.hedge in ("below", "up-to"):
        lo = min(lo, point - size * TENTH) if quantity.hedge == "below" else (Fraction(0) if point >= 0 else -INF)
    elif quantity.hedge == "above":
        hi = INF
    return Interval(point * si, lo * si, hi * si)


def truncates_to(point: Fraction, quantity: Quantity) -> bool:
    """Whether the value, cut toward zero at the claim's last place, is the claimed number: an agent that dropped digits."""
    ulp, si = Fraction(quantity.ulp), Fraction(quantity.si)
    if ulp <= 0 or not si:
        return False
    scaled = abs(point) / si / ulp
    return Fraction(scaled.numerator // scaled.denominator) * ulp == abs(Fraction(quantity.value))


def above_only(interval: Interval) -> bool:
    return interval.hi >= INF


def value_of(quantity: Quantity) -> Interval:
    """A claimed number taken as an operand: what it shows, unwidened."""
    number, scale = quantity.value.as_integer_ratio()
    place, over = quantity.ulp.as_integer_ratio()
    factor, of = quantity.si.as_integer_ratio()
    if quantity.exact:
        return exact(Fraction(number * factor, scale * of))
    return written(number * factor * over, place * factor * scale, scale * over * of)
