"""Reasons that hold: rates of one kind, bounds seen to be apart, counts without doubt, shares of a count, beliefs that fail their test."""

from fractions import Fraction

import pytest

from sessionlens.checks.binding.differences import _mixed, _n
from sessionlens.checks.binding.named import Pair
from sessionlens.checks.values.intervals import exact
from sessionlens.checks.values.judge import number
from sessionlens.checks.values.series import Side
from sessionlens.text import quantities
from tests.checks.cases import outcome


def judged(claim: str, cmd: str, out: str) -> tuple[str, str]:
    verdict, _, why = outcome({"id": "made", "steps": [{"cmd": cmd, "out": out}], "claim": claim})
    return verdict, why


def rate(unit: str) -> Side:
    return Side("gate", exact(3), exact(3), "", 1, None, 2, (), "rate", "higher", unit)


@pytest.mark.parametrize(("old", "new", "mixed"), [("MB/s", "rows/s", True), ("kB/s", "MB/s", False), ("rows/s", "rows/s", False)])
def test_rates_of_different_things_make_no_multiple(old: str, new: str, mixed: bool) -> None:
    assert _mixed(Pair(rate(old), rate(new), "names")) is mixed


def test_there_is_no_doubt_in_what_is_counted() -> None:
    claimed = quantities.find("-60 %")[0]
    assert number(claimed, exact(Fraction(-40)), wide=exact(Fraction(-60))).caveats == ()


def test_bounds_are_written_until_they_differ() -> None:
    assert _n(Fraction("3.0449912"), 5) == "3.04499"
    assert _n(Fraction("3.0449912")) == "3.045"


@pytest.mark.parametrize(("share", "verdict"), [("27.5 %", "supported"), ("31.9 %", "contradicted")])
def test_a_share_in_brackets_is_of_the_counts_before_it(share: str, verdict: str) -> None:
    found, why = judged(f"11 of the 40 slow calls ({share}) are lookups.", "./tally calls.log", "slow calls: 40\nlookup: 11\nstore: 29")
    assert found == verdict, why


def test_a_belief_that_fails_its_test_was_tried_by_no_test_program() -> None:
    _, why = judged("The cache theory fails its own test.", "go test ./...", "ok  \tgate\t0.01s")
    assert "[tests]" not in why and "passed" not in why
