"""The ways that are asked about a clause are those that have one of its words, in their order."""

from hypothesis import given
from hypothesis import strategies as st

from sessionlens.checks.claims.worded import Worded

WORDS = st.frozensets(st.sampled_from("abcdef"))


@given(st.lists(WORDS), WORDS)
def test_ways_of_words_are_found_in_order(ways: list[frozenset[str]], said: frozenset[str]) -> None:
    index = Worded([(words, place) for place, words in enumerate(ways)])
    expected = tuple(place for place, words in enumerate(ways) if words & said)
    assert index.of(said) == expected
    assert index.of(said) == expected  # remembered
