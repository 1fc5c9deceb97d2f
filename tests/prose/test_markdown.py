"""Statements stand exactly where they say, and the short cut for plain paragraphs changes nothing."""

from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from sessionlens.prose import markdown
from sessionlens.prose.markdown import Reader, statements

CASES = yaml.safe_load((Path(__file__).parent.parent / "cases" / "prose" / "statements.yaml").read_text(encoding="utf-8"))
PIECES = [
    "All 7 tests pass.", "It took 3.5 s, i.e. less. Why?", "- item one", "  - nested", "- [x] done", "1. first", "> said", "```",
    "~~~sh", "## Head", "| a | b |", "|---|---|", "| 1 | 2 |", "", "", "   indented", "    code", "**Bold:**", "---", "*", "✅ built",
    "a | b", "\tx", "x `a.b` y", "==", "1) one", "+ plus", "****", "<div>", "[a]: http://x", "  ```", "word\u2028word", "`` ` ``",
]  # fmt: skip
MESSAGES = st.lists(st.sampled_from(PIECES), max_size=12).map("\n".join)


@pytest.mark.parametrize("case", CASES, ids=lambda c: str(c["name"]))
def test_statements(case: dict[str, object]) -> None:
    found = statements(str(case["text"]))
    assert [[s.kind, s.text] for s in found] == case["statements"]
    if "checked" in case:
        assert [s.checked for s in found] == case["checked"]
    if "lead" in case:
        assert found[-1].lead == case["lead"]
    if "heading" in case:
        assert found[-1].heading == case["heading"]


@given(MESSAGES | st.text(max_size=80))
def test_a_statement_is_a_part_of_its_message(text: str) -> None:
    for s in statements(text):
        assert s.text and s.text == text[s.start : s.end]


@given(MESSAGES | st.text(alphabet="ab.\n #->*`|1 \t~_+", max_size=60))
def test_plain_paragraphs_read_the_same_without_the_parser(text: str) -> None:
    whole = Reader(text)
    whole.parsed(0, len(text))
    assert tuple(whole.out) == markdown._read(text)
