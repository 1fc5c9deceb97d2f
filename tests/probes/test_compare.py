"""The ladder of comparison, by case file and by what must always hold."""

import time
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from sessionlens.probes.compare import compare

CASES: list[dict[str, Any]] = yaml.safe_load((Path(__file__).parents[1] / "cases/probes/compare.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", CASES, ids=[c["name"] for c in CASES])
def test_case(case: dict[str, Any]) -> None:
    then = case["then"]
    cited = tuple((then.index(word), then.index(word) + len(word)) for word in case.get("cites", ()))
    found = compare(
        then, case["now"], again=case.get("again"), cited=cited, cut=case.get("cut", False), same_machine=not case.get("elsewhere", False)
    )
    assert found.likeness == case["likeness"], found
    assert set(case.get("masks", ())) <= set(found.masks), found
    assert found.volatile == case.get("volatile", found.volatile), found


TEXTS = st.text(st.sampled_from("ab1 .:\n0s-/x"), max_size=60)


@given(TEXTS)
def test_a_text_is_itself(text: str) -> None:
    assert compare(text, text).likeness == "exact"


@given(TEXTS, TEXTS, st.booleans())
def test_any_two_texts_compare(old: str, new: str, elsewhere: bool) -> None:
    cited = tuple((i, i + 1) for i, c in enumerate(old) if c.isdigit())
    found = compare(old, new, cited=cited, again=new, same_machine=not elsewhere)
    assert found.likeness in {"exact", "normalised-equal", "numeric-within-noise", "contains-evidence", "differs"}


@given(st.integers(2, 9999), st.integers(2, 9999))
def test_a_count_that_is_cited_must_be_equal(old: int, new: int) -> None:
    then = f"{old} passed"
    found = compare(then, f"{new} passed", cited=((0, len(str(old))),))
    assert (found.likeness == "exact") == (old == new)


MEGABYTE = 1 << 20
HOSTILE = {
    "digits": "1" * MEGABYTE + "a1",
    "digits and letters": "1a" * (MEGABYTE // 2),
    "points": "1." * (MEGABYTE // 2),
    "commas": "1," * (MEGABYTE // 2),
    "hex": "a1" * (MEGABYTE // 2),
    "short lines": "y\n" * (MEGABYTE // 2),
    "numbers": "12 " * (MEGABYTE // 3),
    "brackets": "[..." * (MEGABYTE // 4) + " truncated",
    "paths": "/tmp/" + "a." * (MEGABYTE // 2),
    "minus": "1-" * (MEGABYTE // 2),
    "short and long": ("1,2-3.4 " * 400 + "\n") * 90,
    "versions": "1.1.1-" + "." * MEGABYTE,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_outputs_take_no_longer_than_long_ones(name: str) -> None:
    text = HOSTILE[name]
    started = time.process_time()
    compare("line 1 of 2\n[3 lines truncated]\n" + text[:30000], text, again=text[:-1], cited=((0, 6),), cut=True)
    compare(text[: len(text) // 2], text)
    compare(text[:250_000], text[:249_990] + "7")
    assert time.process_time() - started < 10
