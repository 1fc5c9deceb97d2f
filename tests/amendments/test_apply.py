"""A person's corrections: applied in order, marked as a person's, and harmless where they meet nothing."""

from dataclasses import replace
from pathlib import Path

import pytest

from sessionlens import amendments
from sessionlens.amendments import Amendment, AmendmentsError
from sessionlens.facts import Facts
from sessionlens.model.session import Message, Session, ToolCall
from sessionlens.pipeline import Extra, again, examine, investigate
from tests.graph.builders import story


@pytest.fixture
def facts() -> Facts:
    view = story()
    return Facts(view.hypotheses, view.changes, view.verifications, view.measurements, view.reversions, view.conclusions)


def amend(facts: Facts, do: str, target: str = "", value: str = "", why: str = "") -> Facts:
    return amendments.applied(facts, [Amendment("s-1", do, target, value, why)])  # type: ignore[arg-type]


def test_merge(facts: Facts) -> None:
    after = amend(facts, "merge", "h3.1", "h1.1", "one idea")
    assert [h.id for h in after.hypotheses] == ["h1.1"]
    one = after.hypotheses[0]
    assert {"LRU cache", "C1", "parsing"} <= set(one.aliases) and one.status == "refuted"
    assert one.amended == "merged with h3.1 by a person: one idea"


def test_a_merge_into_an_open_one_keeps_what_was_decided(facts: Facts) -> None:
    [one] = amend(facts, "merge", "h1.1", "h3.1").hypotheses
    assert one.id == "h3.1" and one.status == "refuted" and one.decided_at == 14


def test_rename_and_alias(facts: Facts) -> None:
    after = amend(amend(facts, "rename", "h3.1", "reading is the bottleneck"), "alias", "h1.1", "the LRU")
    texts = {h.id: h for h in after.hypotheses}
    assert texts["h3.1"].text == "reading is the bottleneck" and "by a person" in texts["h3.1"].amended
    assert "the LRU" in texts["h1.1"].aliases


def test_reject(facts: Facts) -> None:
    after = amend(facts, "reject", "c8.1")
    assert amendments.rejected(after) == {"c8.1"}
    assert [c.amended for c in after.conclusions if c.id == "c8.1"] == ["rejected by a person"]


def test_baseline_is_a_word_that_checks_know(facts: Facts) -> None:
    after = amend(facts, "baseline", value="base")
    assert {m.config for m in after.measurements if m.amended} == {"base"}


def test_what_meets_nothing_changes_nothing_and_is_told(facts: Facts) -> None:
    gone = [Amendment("s-1", "merge", "h9.9", "h1.1"), Amendment("s-1", "reject", "c9.9"), Amendment("s-1", "baseline", "", "no such")]
    assert amendments.applied(facts, gone) == facts
    assert [line.split(" which")[0] for line in amendments.unmet(facts, gone)] == [
        "an amendment (merge) names h9.9,",
        "an amendment (reject) names c9.9,",
        "an amendment (baseline) names no such,",
    ]


def test_the_file_is_read_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    made = [Amendment("s-1", "merge", "h1.1", "h2.1", "why"), Amendment("s-2", "reject", "c3.1")]
    assert amendments.read(path) == ()
    amendments.write(path, made)
    assert list(amendments.read(path)) == made
    assert amendments.of_session(made, "s-2") == (made[1],)


@pytest.mark.parametrize(
    "text", ["{", "[]", '{"amendments": []}', '{"schema": "sessionlens.amendments/1", "amendments": [{"do": "shout"}]}']
)
def test_a_file_that_is_none_is_an_error(tmp_path: Path, text: str) -> None:
    (tmp_path / "a.json").write_text(text)
    with pytest.raises(AmendmentsError):
        amendments.read(tmp_path / "a.json")


def test_toml_is_read_and_never_written(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    path.write_text('[[amendments]]\nsession = "s-1"\ndo = "alias"\ntarget = "h1.1"\nvalue = "L"\n')
    assert amendments.read(path) == (Amendment("s-1", "alias", "h1.1", "L"),)
    with pytest.raises(AmendmentsError):
        amendments.write(path, [])


def session() -> Session:
    """Three runs of a benchmark whose base bears no telling name, and a comparison."""
    runs = [("walnut", "41.0"), ("cedar", "45.1"), ("larch", "52.3")]
    calls = tuple(
        ToolCall(f"t{i}", "Bash", "shell", {}, command=f"./bench {name}", output=f"total: {value} s\n", exit_code=0)
        for i, (name, value) in enumerate(runs)
    )
    messages = (
        Message(1, "user", "go"),
        Message(2, "assistant", "Let me run them.", calls),
        Message(3, "assistant", "cedar is 10 % slower than walnut."),
    )
    return Session("s-9", "openai-chat", "log.jsonl", messages)


def test_rejected_conclusions_are_kept_and_not_judged() -> None:
    view = investigate(session())
    [said] = view.conclusions
    assert view.verdict(said.id) is not None
    after = examine(session(), extra=Extra((Amendment("s-9", "reject", said.id, "", "not a result"),)))
    assert after.verdict(said.id) is None
    assert after.conclusions[0].amended == "rejected by a person: not a result"


def test_corrections_are_made_again_on_a_view_and_taken_back() -> None:
    view = investigate(session())
    said = view.conclusions[0].id
    rejected = again(view, Extra((Amendment("s-9", "reject", said),)))
    assert rejected.verdict(said) is None
    assert again(rejected, Extra()).verdict(said) == view.verdict(said)


def test_another_session_s_corrections_are_left_alone() -> None:
    said = investigate(session()).conclusions[0].id
    view = examine(session(), extra=Extra((Amendment("s-0", "reject", said),)))
    assert view.verdict(said) is not None


def test_a_baseline_that_a_person_names_binds() -> None:
    quiet = replace(session(), messages=(*session().messages[:2], Message(3, "assistant", "cedar is 10 % slower.")))
    config = next(m.config for m in investigate(quiet).measurements if "walnut" in m.config)
    after = examine(quiet, extra=Extra((Amendment("s-9", "baseline", "", config),)))
    verdict = after.verdict(after.conclusions[-1].id)
    assert verdict is not None and verdict.verdict == "supported" and "41 s" in verdict.derivation
    assert config in {m.config for m in after.measurements}, "the word is for the checks; the graph keeps the name"


def judged(text: str, base: str | None) -> list[str]:
    """The verdicts of a statement about the three runs, with a run named as the baseline."""
    told = replace(session(), messages=(*session().messages[:2], Message(3, "assistant", text)))
    config = next((m.config for m in investigate(told).measurements if base and base in m.config), "")
    view = examine(told, extra=Extra((Amendment("s-9", "baseline", "", config),) if base else ()))
    return [v.verdict for c in view.conclusions if c.msg == 3 and (v := view.verdict(c.id)) is not None]


@pytest.mark.parametrize(
    "text",
    [
        "cedar is 10 % slower than walnut.",
        "larch takes 7.2 s more than cedar.",
        "Against cedar, larch is 16 % slower.",
        "From 41.0 s to 45.1 s: cedar is 10 % slower.",
        "larch is the slowest of the three.",
    ],
)
@pytest.mark.parametrize("base", ["walnut", "cedar", "larch"])
def test_a_named_baseline_leaves_statements_alone_that_name_their_own(text: str, base: str) -> None:
    before, after = judged(text, None), judged(text, base)
    assert all(b in (a, "supported") for a, b in zip(before, after, strict=True))


@pytest.mark.parametrize(
    ("text", "base", "verdict"),
    [
        ("larch is 28 % slower.", "walnut", "supported"),
        ("larch is 28 % slower.", "cedar", "contradicted"),
        ("larch is 28 % slower than the baseline.", "cedar", "contradicted"),
    ],
)
def test_a_named_baseline_decides_where_no_other_base_is_named(text: str, base: str, verdict: str) -> None:
    assert judged(text, base) == [verdict]
