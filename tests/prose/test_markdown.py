"""Statements stand exactly where they say, and the short cut for plain paragraphs changes nothing."""

from pathlib import Path
from time import process_time

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
    "   - under. Two!", "    - deep", "  * star", "  + [ ] box", "> ok? Yes", "12. twelve", "-- x",
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


@pytest.mark.parametrize(
    "line",
    ["word " * 12, "It takes 3.5 s now. ", "Build ok\n", "12:00:00 INFO request took 12 ms, cache 4 kB, id abcdef0123\n", "| a | b |\n"],
)
def test_a_pasted_text_is_read_in_time_that_grows_with_its_length(line: str) -> None:
    def cost(times: int) -> float:
        text = line * times
        start = process_time()
        statements(text)
        return process_time() - start

    small = min(cost(2_000) for _ in range(3))
    assert cost(20_000) < 40 * small + 0.2


def test_a_log_is_no_sentence() -> None:
    line = "2026-01-01 10:00:00 INFO request took 12 ms and the cache holds 4 kB"
    assert [s.text for s in statements("\n".join([line] * 60))] == [line] * 60
