"""The ladder of verdicts, on intervals made by hand."""

from fractions import Fraction

import pytest

from sessionlens.checks.values.intervals import Interval
from sessionlens.checks.values.judge import Judgement, number, side, worst
from sessionlens.text import quantities


def interval(point: str, lo: str, hi: str) -> Interval:
    return Interval(Fraction(point), Fraction(lo), Fraction(hi))


def claim(text: str):  # type: ignore[no-untyped-def]
    return quantities.find(text)[0]


@pytest.mark.parametrize(
    ("text", "derived", "verdict", "caveats"),
    [
        ("19.2 %", ("19.2", "19.17", "19.23"), "supported", ()),
        ("19.2 %", ("19.14", "19.13", "19.16"), "supported", ("rounding-only",)),
        ("13 %", ("13.93", "13.93", "13.93"), "supported", ("truncated",)),
        ("25 %", ("19.2", "19.1", "19.3"), "contradicted", ()),
        ("-5 %", ("5", "4.9", "5.1"), "contradicted", ("direction",)),
        ("33.3 %", ("33.33", "13", "60"), "undecidable", ("too-coarse",)),
        ("about 40 %", ("38.2", "38.1", "38.3"), "supported", ()),
    ],
)
def test_ladder(text: str, derived: tuple[str, str, str], verdict: str, caveats: tuple[str, ...]) -> None:
    found = number(claim(text), interval(*derived))
    assert (found.verdict, found.caveats) == (verdict, caveats)


def test_marginal_when_a_whole_unit_of_doubt_reaches_the_claim() -> None:
    derived, wide = interval("2.17", "1.98", "2.349"), interval("2.17", "1.8", "2.6")
    assert number(claim("+2.4 %"), derived, wide=wide).caveats == ("marginal",)


@pytest.mark.parametrize(
    ("relation", "bounds", "verdict"),
    [
        ("<", ("9", "8", "9.5"), "supported"),
        ("<", ("9", "8", "10.5"), "undecidable"),
        ("<", ("11", "10", "12"), "contradicted"),
        (">=", ("10", "10", "10"), "supported"),
    ],
)
def test_thresholds(relation: str, bounds: tuple[str, str, str], verdict: str) -> None:
    assert side(interval(*bounds), Fraction(10), relation).verdict == verdict


def test_the_worst_stands_for_the_sentence() -> None:
    parts = [
        Judgement("supported", ("single-run",), "a", (2,)),
        Judgement("contradicted", ("marginal",), "b", (3,)),
        Judgement("unsupported", (), "c", (4,)),
    ]
    found = worst(parts)
    assert (found.verdict, found.caveats, found.derivation, found.evidence) == ("contradicted", ("marginal",), "b", (2, 3, 4))
