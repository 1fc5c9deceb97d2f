"""Every word of the closed vocabularies is explained, by more than its own name."""

import pytest

from sessionlens import rules
from sessionlens.audit.base import DEFECTS
from sessionlens.explain import UnknownWordError, explain, known
from sessionlens.model import words


@pytest.mark.parametrize("word", [*words.VERDICTS, *words.CAVEATS, *words.CLAIMS, *words.ISSUES, *DEFECTS])
def test_every_word_is_explained(word: str) -> None:
    for entry in explain(word):
        assert entry.word == word and len(entry.means.split()) >= 4 and entry.do
        assert "No rule of this package" not in entry.means
        assert entry.example or entry.kind == "claim"


def test_a_rule_s_docstring_is_what_is_shown() -> None:
    rule = rules.all_rules()[0]
    [entry] = explain(rule.NUMBER)
    assert entry.rule == rule.NUMBER and entry.do == rule.HELP and entry.word == rule.ISSUE
    assert entry.example and entry.example.splitlines()[0] in (rule.__doc__ or "")


def test_what_is_both_a_caveat_and_an_issue_is_explained_as_both() -> None:
    assert {e.kind for e in explain("presence-not-use")} == {"caveat", "issue"}


def test_a_word_that_does_not_exist_names_its_neighbours() -> None:
    with pytest.raises(UnknownWordError) as unknown:
        explain("stale-bild")
    assert "stale-build" in unknown.value.nearest


def test_the_list_of_words_has_no_repeats() -> None:
    assert len(set(known())) == len(known())
