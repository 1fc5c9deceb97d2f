"""Messages written as notes: which fragments are results, and which messages are notes."""

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from sessionlens.prose import notes, results, statements
from sessionlens.prose.clauses import said

CASES = yaml.safe_load((Path(__file__).parent.parent / "cases" / "prose" / "notes.yaml").read_text(encoding="utf-8"))
ROWS = st.lists(
    st.sampled_from(["ok", "heap flat", "7 ms", ", ", " -> ", "; ", " (3 %)", "(", ")", ": ", " / ", "=> ", "3 %", ". "]), max_size=9
)


def stated(text: str, *, last: bool = False, habit: bool = True) -> list[str]:
    spoken = said(text)
    found = []
    read = statements(text)
    for s in read:
        spans = results.find(s, spoken, True, last and s is read[-1], noted=True, habit=habit)
        found += [text[a:b] for a, b in spans]
    return found


@pytest.mark.parametrize("case", CASES, ids=lambda c: str(c["name"]))
def test_results_of_notes(case: dict[str, Any]) -> None:
    assert stated(case["text"], last=case.get("last", False), habit=case.get("habit", True)) == case["results"]


@pytest.mark.parametrize(
    ("text", "noted"),
    [
        ("Lint ok, 4.2 MB. Cache empty. Next: load.", True),
        ("Lint ok. I'll load the cache.", False),
        ("The linter is happy now. The cache was empty. Heap flat.", False),
        ("", False),
    ],
)
def test_messages_of_notes(text: str, noted: bool) -> None:
    assert notes.terse(statements(text), said(text)) is noted


@given(ROWS.map("".join))
def test_fragments_stand_in_order_and_do_not_overlap(text: str) -> None:
    spans = notes.fragments(text, 0, len(text))
    assert all(0 <= a < b <= len(text) for a, b in spans)
    assert all(a[1] <= b[0] for a, b in pairwise(spans))
