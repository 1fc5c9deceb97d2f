"""Intervals: what a printed and a claimed number admit."""

from decimal import Decimal
from fractions import Fraction
from statistics import median

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sessionlens.checks.values.intervals import INF, Interval, aggregates, claimed, exact, printed, truncates_to
from sessionlens.text import quantities


def of(text: str) -> Interval:
    return claimed(quantities.find(text)[0])


def near(value: float) -> Fraction:
    return Fraction(str(value))


def test_half_a_unit_to_each_side() -> None:
    assert printed(Decimal("55.4"), Decimal("0.1")) == Interval(near(55.4), near(55.35), near(55.45))


def test_rounding_of_tools() -> None:
    up, down = printed(Decimal("3.1"), Decimal("0.1"), "up"), printed(Decimal("0.1"), Decimal("0.1"), "down")
    assert (up.lo, up.hi) == (near(3.0), near(3.1))
    assert (down.lo, down.hi) == (near(0.1), near(0.2))


@pytest.mark.parametrize(
    ("text", "lo", "hi"),
    [
        ("takes 5.7 s", 5.65, 5.75),
        ("about 40 %", 36, 44),
        ("~2.5 s", 2.25, 2.75),
        ("3000 requests", 2700, 3300),
        ("12 files", 12, 12),
        ("30 %", 29.5, 30.5),
        ("2x faster", 1.5, 2.5),
        ("1.20 s", 1.195, 1.205),
    ],
)
def test_what_a_claim_admits(text: str, lo: float, hi: float) -> None:
    found = of(text)
    assert (found.lo, found.hi) == (near(lo), near(hi))


@pytest.mark.parametrize("text", ["999e30 files", "about 3e40 ms", "1e29 %", "12345678901234567890123456789012 rows"])
def test_numbers_with_more_digits_than_decimals_hold(text: str) -> None:
    found = of(text)
    assert found.lo <= found.point <= found.hi


def test_one_sided_hedges() -> None:
    assert of("over 280 s").hi == INF
    assert of("up to 50 ms").lo == 0
    assert of("nearly 10 s").lo == 9


def test_units_are_brought_to_the_base() -> None:
    assert of("14 ms").point == near(0.014)


def test_truncation() -> None:
    claim = quantities.find("13% larger")[0]
    assert truncates_to(near(13.93), claim)
    assert not truncates_to(near(14.01), claim)


positive = st.decimals(min_value="0.1", max_value="9999", places=1)


@given(positive, positive)
def test_a_share_lies_between_zero_and_one_and_holds_the_true_one(part: Decimal, rest: Decimal) -> None:
    share = printed(part, Decimal("0.1")).share(printed(rest, Decimal("0.1")))
    assert share is not None
    assert 0 <= share.lo <= Fraction(part) / (Fraction(part) + Fraction(rest)) <= share.hi <= 1


@given(positive, positive)
def test_differences_and_quotients_hold_the_point(a: Decimal, b: Decimal) -> None:
    x, y = printed(a, Decimal("0.1")), printed(b, Decimal("0.1"))
    assert x.minus(y).holds(x.point - y.point)
    quotient = x.over(y)
    assert quotient is not None and quotient.holds(x.point / y.point)
    assert exact(3).over(exact(0)) is None


_FRACTIONS = st.fractions(min_value=Fraction(1, 1000), max_value=1000, max_denominator=5000)


@st.composite
def intervals(draw: st.DrawFn) -> Interval:
    lo, point, hi = sorted(draw(st.tuples(_FRACTIONS, _FRACTIONS, _FRACTIONS)))
    return Interval(point, lo, hi)


def ends(interval: Interval) -> tuple[Fraction, Fraction, Fraction]:
    return interval.point, interval.lo, interval.hi


@given(intervals(), intervals(), st.fractions(max_denominator=100, min_value=-9, max_value=9))
def test_arithmetic_is_that_of_fractions(a: Interval, b: Interval, factor: Fraction) -> None:
    (p, lo, hi), (q, low, high) = ends(a), ends(b)
    assert ends(a.plus(b)) == (p + q, lo + low, hi + high)
    assert ends(a.minus(b)) == (p - q, lo - high, hi - low)
    assert ends(a.times(factor)) == (p * factor, min(lo * factor, hi * factor), max(lo * factor, hi * factor))
    assert ends(a.shifted(-1).flipped()) == (2 - p, 2 - hi, 2 - lo)
    quotient = a.over(b)
    assert quotient is not None and ends(quotient) == (p / q, lo / high, hi / low)
    assert a.touches(b) == (lo <= high and low <= hi)
    assert a.inside(b) == (low <= lo and hi <= high)
    assert a.holds(q) == (lo <= q <= hi)
    assert a.wider(b, 4) == (hi - lo > 4 * (high - low))
    assert Interval(*ends(a)) == a.times(factor + 10).times(1 / (factor + 10))


@given(st.lists(intervals(), min_size=1, max_size=7))
def test_aggregates_are_those_of_the_bounds(values: list[Interval]) -> None:
    found = dict(aggregates(values))
    for at, column in enumerate(zip(*map(ends, values), strict=True)):
        row = sorted(column)
        want = {"median": median(row), "mean": sum(row) / len(row), "min": row[0], "max": row[-1]}
        assert {how: ends(value)[at] for how, value in found.items()} == want
