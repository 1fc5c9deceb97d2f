"""Which parts of a message state a result, by case file; and what holds of any message."""

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from sessionlens.prose import cells, statements
from sessionlens.prose import results as stated_results
from sessionlens.prose.clauses import clauses, said
from sessionlens.prose.sentences import lowered, mask

CASES = yaml.safe_load((Path(__file__).parent.parent / "cases" / "prose" / "results.yaml").read_text(encoding="utf-8"))
SENTENCES = st.lists(
    st.sampled_from(
        ["it built, and 3 tests pass", "; ", " — ", "(which is new)", "a: b", ", so nothing fails", " 3 → 4 ms", " and 5 %", "`x`", "İ"]
    ),
    max_size=8,
).map("".join)  # fmt: skip


def results(text: str, grounded: bool = True, leads: bool = False) -> list[str]:
    stated = statements(text)
    spoken = said(text)
    found = []
    for s in stated:
        spans = cells.results(s, spoken.masked) if s.kind == "cell" else stated_results.find(s, spoken, grounded, leads and s is stated[-1])
        found += [text[a:b] for a, b in spans]
    return found


@pytest.mark.parametrize("case", CASES, ids=lambda c: str(c["name"]))
def test_results(case: dict[str, Any]) -> None:
    assert results(case["text"], case.get("grounded", True), case.get("leads", False)) == case["results"]


@given(SENTENCES)
def test_clauses_stand_in_order_and_do_not_overlap(text: str) -> None:
    masked = mask(text)
    found = clauses(masked, 0, len(text), lowered(masked))
    for c, after in pairwise(found):
        assert 0 <= c.start < c.end <= after.start
    assert all(c.end <= len(text) for c in found)


@given(SENTENCES)
def test_blotting_out_keeps_every_offset(text: str) -> None:
    assert len(mask(text)) == len(lowered(mask(text))) == len(text)
