"""Closed intervals of what was printed, over fractions.

A printed number stands for every value that would have been printed the same: half a unit of its last place to each side, both ends
included, so that 61.2 is [61.15, 61.25] and honest rounding, whichever way halves go, is never outside (the reading of the
`scrutiny` package's "up_or_down" rounding).
"""

import math
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import Literal

from sessionlens.model.quantity import Quantity

INF = Fraction(10**40)
"""Stands for "no bound": larger than anything a tool prints, and still a fraction."""
TENTH = Fraction(1, 10)
Rounding = Literal["half", "up", "down", "exact"]


class Interval:
    """A value with the closed bounds [lo, hi] that it may really have, all in one unit (base units, or a plain ratio).

    `point` is the value as printed or as computed from the printed ones; it lies within the bounds. Kept as three whole numbers over one
    positive `scale`, since arithmetic on fractions takes some fifteen times as long; all of it is exact.
    """

    __slots__ = ("_hi", "_lo", "_point", "_scale")

    def __init__(self, point: Fraction, lo: Fraction, hi: Fraction) -> None:
        scale = math.lcm(point.denominator, lo.denominator, hi.denominator)
        self._point = point.numerator * (scale // point.denominator)
        self._lo = lo.numerator * (scale // lo.denominator)
        self._hi = hi.numerator * (scale // hi.denominator)
        self._scale = scale

    @classmethod
    def whole(cls, point: int, lo: int, hi: int, scale: int) -> "Interval":
        """From whole numbers over a positive one, in lowest terms."""
        made = object.__new__(cls)
        common = math.gcd(point, lo, hi, scale)
        made._point, made._lo, made._hi, made._scale = point // common, lo // common, hi // common, scale // common
        return made

    @property
    def point(self) -> Fraction:
        return Fraction(self._point, self._scale)

    @property
    def lo(self) -> Fraction:
        return Fraction(self._lo, self._scale)

    @property
    def hi(self) -> Fraction:
        return Fraction(self._hi, self._scale)

    @property
    def width(self) -> Fraction:
        return Fraction(self._hi - self._lo, self._scale)

    @property
    def sure(self) -> bool:
        """Whether it has no width: a counted thing, an exact number of bytes."""
        return self._hi == self._lo

    @property
    def sign(self) -> int:
        """1 or -1 where all of it lies above or below zero, else 0."""
        return 1 if self._lo > 0 else -1 if self._hi < 0 else 0

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Interval):
            return NotImplemented
        return (self._point, self._lo, self._hi, self._scale) == (other._point, other._lo, other._hi, other._scale)

    def __hash__(self) -> int:
        return hash((self._point, self._lo, self._hi, self._scale))

    def __repr__(self) -> str:
        return f"Interval({self.point}, {self.lo}, {self.hi})"

    def touches(self, other: "Interval") -> bool:
        """Whether the two share a value; common end points count."""
        return self._lo * other._scale <= other._hi * self._scale and other._lo * self._scale <= self._hi * other._scale

    def holds(self, value: Fraction) -> bool:
        return self._lo * value.denominator <= value.numerator * self._scale <= self._hi * value.denominator

    def spans(self, other: "Interval") -> bool:
        """Whether another's point lies in it."""
        return self._lo * other._scale <= other._point * self._scale <= self._hi * other._scale

    def level(self, other: "Interval") -> bool:
        """Whether both have the same point."""
        return self._point * other._scale == other._point * self._scale

    def inside(self, other: "Interval") -> bool:
        return other._lo * self._scale <= self._lo * other._scale and self._hi * other._scale <= other._hi * self._scale

    def wider(self, other: "Interval", times: int) -> bool:
        """Whether it is more than so many times as wide as another."""
        return (self._hi - self._lo) * other._scale > times * (other._hi - other._lo) * self._scale

    def plus(self, other: "Interval") -> "Interval":
        a, b = other._scale, self._scale
        return Interval.whole(self._point * a + other._point * b, self._lo * a + other._lo * b, self._hi * a + other._hi * b, a * b)

    def minus(self, other: "Interval") -> "Interval":
        a, b = other._scale, self._scale
        return Interval.whole(self._point * a - other._point * b, self._lo * a - other._hi * b, self._hi * a - other._lo * b, a * b)

    def times(self, factor: Fraction) -> "Interval":
        n = factor.numerator
        a, b = self._lo * n, self._hi * n
        return Interval.whole(self._point * n, min(a, b), max(a, b), self._scale * factor.denominator)

    def over(self, other: "Interval") -> "Interval | None":
        """The quotient of two positive values; None where the divisor may be zero or less."""
        if other._lo <= 0 or self._lo < 0:
            return None
        a, p, lo, hi = other._scale, other._point, other._lo, other._hi
        return Interval.whole(self._point * a * lo * hi, self._lo * a * p * lo, self._hi * a * p * hi, self._scale * p * lo * hi)

    def share(self, rest: "Interval") -> "Interval | None":
        """part / (part + rest) by its monotone form: the part is used twice but has only one true value."""
        whole_lo, whole_hi = self.lo + rest.hi, self.hi + rest.lo
        if whole_lo <= 0 or self._lo < 0 or rest._lo < 0:
            return None
        return Interval(self.point / (self.point + rest.point), self.lo / whole_lo, self.hi / whole_hi)

    def shifted(self, amount: int) -> "Interval":
        by = amount * self._scale
        return Interval.whole(self._point + by, self._lo + by, self._hi + by, self._scale)

    def flipped(self) -> "Interval":
        """One less each value: a change against the other side."""
        return Interval.whole(self._scale - self._point, self._scale - self._hi, self._scale - self._lo, self._scale)


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
    """The same of whole numbers: `number` with its last digit's `place`, both over `scale`."""
    if rounding == "exact":
        return Interval.whole(number, number, number, scale)
    if rounding == "up":
        return Interval.whole(number, number - place, number, scale)
    if rounding == "down":
        return Interval.whole(number, number, number + place, scale)
    return Interval.whole(2 * number, 2 * number - place, 2 * number + place, 2 * scale)


def robust(interval: Interval, ulp: Fraction) -> Interval:
    """The same value if its last digit were wrong by one: what decides whether a contradiction is marginal."""
    return Interval(interval.point, min(interval.lo, interval.point - ulp), max(interval.hi, interval.point + ulp))


def aggregates(values: list[Interval]) -> Iterator[tuple[str, Interval]]:
    """Median, mean, minimum and maximum of several values. The bounds of an order statistic are the order statistics of the bounds."""
    scale, n = math.lcm(*(v._scale for v in values)), len(values)
    rows = [(v._point * k, v._lo * k, v._hi * k) for v in values for k in (scale // v._scale,)]
    points, los, his = (sorted(column) for column in zip(*rows, strict=True))
    mid = n // 2
    other = mid if n % 2 else mid - 1
    yield "median", Interval.whole(points[mid] + points[other], los[mid] + los[other], his[mid] + his[other], 2 * scale)
    yield "mean", Interval.whole(sum(points), sum(los), sum(his), n * scale)
    yield "min", Interval.whole(points[0], los[0], his[0], scale)
    yield "max", Interval.whole(points[-1], los[-1], his[-1], scale)


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
    whole = int(value)  # a remainder of decimals fails where the quotient has more digits than their context
    shown = whole != value or whole % 100 != 0 or not whole or (quantity.dimension == "percent" and not quantity.exact)
    if shown and not quantity.hedge and (quantity.exact or not counted):
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
    if quantity.dimension in ("number", "count") and "." not in quantity.raw:
        return False  # a counted thing is not cut
    place, over = quantity.ulp.as_integer_ratio()
    factor, of = quantity.si.as_integer_ratio()
    if place <= 0 or factor <= 0:
        return False
    number, scale = quantity.value.as_integer_ratio()
    places = abs(point.numerator) * of * over // (point.denominator * factor * place)
    return places * place * scale == abs(number) * over


def above_only(interval: Interval) -> bool:
    return interval.hi >= INF


def value_of(quantity: Quantity) -> Interval:
    """A claimed number taken as an operand: what it shows, unwidened."""
    number, scale = quantity.value.as_integer_ratio()
    place, over = quantity.ulp.as_integer_ratio()
    factor, of = quantity.si.as_integer_ratio()
    if quantity.exact:
        return Interval.whole(number * factor, number * factor, number * factor, scale * of)
    return written(number * factor * over, place * factor * scale, scale * over * of)
