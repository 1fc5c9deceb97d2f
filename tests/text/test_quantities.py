"""Quantities in prose and outputs: a table of texts, and properties."""

import time
from decimal import Decimal
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from sessionlens.text import quantities, units

CASES = yaml.safe_load((Path(__file__).parent.parent / "cases/text/quantities.yaml").read_text())


def shown(text: str) -> list[list[str]]:
    """Each quantity as [raw, value, unit, hedge or noun]; what the case file writes."""
    return [[q.raw, format(q.value, "f"), q.unit, q.hedge or q.noun] for q in quantities.find(text)]


@pytest.mark.parametrize("case", CASES, ids=[c["text"][:50] for c in CASES])
def test_a_text_gives_these_quantities(case: dict) -> None:
    want = [[str(x) for x in row] + [""] * (4 - len(row)) for row in case["found"]]
    assert shown(case["text"]) == want


def test_the_place_of_the_last_digit_is_kept() -> None:
    assert [q.ulp for q in quantities.find("55.4 s, 106 s, 12.3k, 3m42s, 1h02m, 1.20e-3 s")] == [
        Decimal(x) for x in ("0.1", "1", "100", "1", "60", "0.00001")
    ]  # fmt: skip


def test_counted_things_are_exact_and_measured_ones_are_not() -> None:
    assert [q.exact for q in quantities.find("312 tests, 106 s, 3145728 bytes, 1.5, 0.1234567")] == [True, False, True, False, True]


@given(st.text())
def test_any_text_is_read_and_every_token_stands_where_it_says(text: str) -> None:
    for q in quantities.find(text):
        assert text[q.start : q.end] == q.raw


NUMBERS = st.decimals(min_value=0, max_value=10**9, places=3).map(lambda d: d.normalize())


@given(NUMBERS, st.sampled_from(["ns", "us", "ms", "s", "min", "B", "kB", "KiB", "MiB/s", "%", "pp", "x", "req/s", "ns/op"]), st.booleans())
def test_what_was_printed_is_found_again(value: Decimal, unit: str, close: bool) -> None:
    printed = format(value, "f") + ("" if close else " ") + unit
    (q,) = quantities.find(f"it took {printed}, then ended")
    assert (q.value, q.unit, q.raw) == (value, unit, printed)
    assert q.si == units.factor(unit) and q.dimension == units.dimension(unit)


@given(st.integers(min_value=1000, max_value=10**10), st.sampled_from([", then", ". Then", "; then", ") then", ": then", ",", ""]))
def test_groups_of_thousands_stay_together_before_any_mark(value: int, behind: str) -> None:
    (q,) = quantities.find(f"it is {value:,}{behind}")
    assert q.value == value


def test_number_words_are_offered_apart() -> None:
    assert [(str(q.value), q.noun) for q in quantities.words("Three runs of half the cases")] == [("3", "runs"), ("0.5", "")]


def test_speed_on_prose() -> None:
    text = (
        "The second run took 55.4 s instead of 61 s, which the table above shows; nothing else in the log explains the difference. " * 4000
    )
    begin = time.process_time()
    quantities.find(text)
    assert len(text) / (time.process_time() - begin) > 1.5e6


@pytest.mark.parametrize("text", ["takes 3e400 s", "takes 1e-999 s", "takes " + "9" * 400 + " s"])
def test_numbers_that_no_float_holds_are_no_quantities(text: str) -> None:
    assert quantities.find(text) == ()


def test_a_short_hash_of_digits_and_an_e_is_no_number() -> None:
    assert quantities.find("Committed as 4845e07.") == ()
    assert [q.raw for q in quantities.find("1e6 rows, 33e9 bytes, 1.5e-3 s")] == ["1e6", "33e9 bytes", "1.5e-3 s"]
