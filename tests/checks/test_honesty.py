"""Honest rounding is never contradicted; wrong bases, swapped rows and flipped signs are caught at the rates that the digits allow."""

from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.checks.cases import outcome

FAST = settings(max_examples=40, deadline=None)
seconds = st.decimals(min_value="2.0", max_value="99.9", places=1)
modes = st.sampled_from([ROUND_HALF_UP, ROUND_HALF_EVEN])
places = st.sampled_from(["1", "0.1"])


def two(old: object, new: object, claim: str) -> dict[str, object]:
    steps = [{"cmd": f"./run --config {n}", "out": f"config: {n}\ntotal: {v} s\n"} for n, v in (("old", old), ("new", new))]
    return {"id": "made", "steps": steps, "claim": claim}


@FAST
@given(seconds, seconds, places, modes)
def test_true_percentages(old: Decimal, new: Decimal, place: str, mode: str) -> None:
    change = ((new / old - 1) * 100).quantize(Decimal(place), mode)
    if change <= 0:
        old, new, change = new, old, ((old / new - 1) * 100).quantize(Decimal(place), mode)
    if change > 0:
        assert outcome(two(old, new, f"new is {change}% slower than old."))[0] != "contradicted"


@FAST
@given(seconds, seconds, st.sampled_from(["0.1", "0.01"]), modes)
def test_true_ratios(old: Decimal, new: Decimal, place: str, mode: str) -> None:
    slow, fast = max(old, new), min(old, new)
    ratio = (slow / fast).quantize(Decimal(place), mode)
    if ratio > 1:
        assert outcome(two(slow, fast, f"new is {ratio}x faster than old."))[0] != "contradicted"


@FAST
@given(seconds, seconds)
def test_true_differences(old: Decimal, new: Decimal) -> None:
    low, high = min(old, new), max(old, new)
    if high > low:
        assert outcome(two(low, high, f"new adds {high - low} s to the total."))[0] == "supported"


@FAST
@given(seconds, places, modes)
def test_true_levels(value: Decimal, place: str, mode: str) -> None:
    shown = value.quantize(Decimal(place), mode)
    assert outcome(two(value, value + 1, f"old takes {shown} s."))[0] != "contradicted"


@FAST
@given(seconds, seconds)
def test_flipped_signs_are_caught(old: Decimal, new: Decimal) -> None:
    low, high = min(old, new), max(old, new)
    if high - low > Decimal("0.3"):
        verdict, caveats, why = outcome(two(low, high, f"new saves {high - low} s over old."))
        assert (verdict, "direction" in caveats) == ("contradicted", True), why


def test_wrong_bases_are_caught_where_the_digits_allow() -> None:
    caught = tried = 0
    for i in range(60):
        old, new = Decimal(400 + 7 * i) / 10, Decimal(520 + 11 * i) / 10
        wrong = ((1 - old / new) * 100).quantize(Decimal("1"))
        right = ((new / old - 1) * 100).quantize(Decimal("1"))
        if wrong != right:
            tried += 1
            caught += outcome(two(old, new, f"new is {wrong}% slower than old."))[0] == "contradicted"
    assert caught >= 0.9 * tried


def test_values_of_another_row_are_caught() -> None:
    for i in range(12):
        rows = [Decimal(100 + 3 * i) / 10, Decimal(130 + 5 * i) / 10, Decimal(190 + 7 * i) / 10]
        table = "engine     avg time\n" + "".join(f"{n:<10} {v}s\n" for n, v in zip(("plain", "jit", "aot"), rows, strict=True))
        other = ((rows[2] / rows[0] - 1) * 100).quantize(Decimal("0.1"))
        case = {"id": "made", "steps": [{"cmd": "./bench all", "out": table}], "claim": f"Compared with plain, jit costs +{other}%."}
        assert outcome(case)[0] == "contradicted"
