"""Facts are linked by label, reference, file and time."""

import pytest

from sessionlens.graph.build import judged
from sessionlens.graph.names import holds, key, keys
from sessionlens.graph.view import View
from sessionlens.model.verdict import Verdict
from tests.graph.builders import change, facts, hypothesis, story, verification


@pytest.fixture
def view() -> View:
    return story()


def edges(view: View, kind: str) -> set[tuple[str, str]]:
    return {(s, t) for s, t, k in view.graph.edges(keys=True) if k == kind}


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("motivates", {("h1.1", "e4.1")}),
        ("tests", {("v5.1", "h1.1"), ("m6.1", "h1.1"), ("m6.2", "h1.1"), ("m6.3", "h1.1")}),
        ("verifies", {("v5.1", "e4.1"), ("v12.1", "e4.1")}),
        ("reverts", {("r11.1", "e4.1")}),
        ("derives_from", {("m6.3", "m6.1"), ("m6.3", "m6.2")}),
        ("supersedes", {("m13.1", "m2.1"), ("c14.1", "c8.1")}),
        ("asks", {("msg1", x) for x in ("h3.1", "e4.1", "v5.1")} | {("msg9", x) for x in ("e10.1", "v12.1", "r11.1")}),
    ],
)
def test_edges_of_a_small_story(view: View, kind: str, expected: set[tuple[str, str]]) -> None:
    assert edges(view, kind) == expected


def test_every_fact_is_stated_in_its_message_and_messages_follow_each_other(view: View) -> None:
    stated = edges(view, "stated_in")
    facts = {n for n, data in view.graph.nodes(data=True) if "fact" in data}
    assert {f for f, _ in stated} == facts
    assert all(t == f"msg{view.fact(f).msg}" for f, t in stated)
    assert edges(view, "precedes") == {(f"msg{n}", f"msg{n + 1}") for n in range(1, 14)}


def test_a_verdict_brings_its_evidence(view: View) -> None:
    verdicts = [
        Verdict(conclusion="c14.1", claim="delta", verdict="supported", evidence=(2, 6), nodes=("m2.1", "m6.3")),
        Verdict(conclusion="c8.1", claim="delta", verdict="contradicted", evidence=(6,), nodes=("m6.3",)),
    ]
    after = judged(view, verdicts)
    assert edges(after, "supports") == {("m2.1", "c14.1"), ("m6.3", "c14.1")}
    assert edges(after, "opposes") == {("m6.3", "c8.1"), ("c14.1", "h1.1"), ("m2.1", "h1.1"), ("m6.3", "h1.1")}
    assert ("m2.1", "h1.1") in edges(after, "tests"), "what the deciding conclusion rests on tested the hypothesis"
    assert ("c14.1", "m2.1") in edges(after, "derives_from")
    assert after.verdict("c14.1") == verdicts[0]


@pytest.mark.parametrize(
    ("name", "label"),
    [("RingMap", "with-ring-map"), ("ring_map", "ringmap n=3"), ("B7", "no-b7"), ("LRU cache", "lru-cache"), ("C1", "C1 (again)")],
)
def test_spellings_of_one_name(name: str, label: str) -> None:
    assert key(name) in keys(label) and holds(label, key(name))


@pytest.mark.parametrize(
    ("text", "name"),
    [("the small-mapped file", "smallmap"), ("ab1", "b1"), ("b 12", "b1"), ("", "b1"), ("a b c d e", "abcde")],
)
def test_letters_alone_are_no_name(text: str, name: str) -> None:
    assert name not in keys(text) and not holds(text, name)


@pytest.mark.parametrize("name", ["", "2", "x", "-", "a sentence of many words that names nothing"])
def test_what_names_nothing(name: str) -> None:
    assert key(name) == ""


def test_a_second_test_run_checks_only_what_changed_since_the_first() -> None:
    from sessionlens.graph.links import verifies

    changes = (change("e1.1", 1, files=("a.c",)), change("e3.1", 3, files=("b.c",)))
    runs = (verification("v2.1", 2, topic="tests"), verification("v4.1", 4, topic="tests"))
    assert list(verifies(changes, runs)) == [("v2.1", "e1.1", "verifies"), ("v4.1", "e3.1", "verifies")]


def test_a_test_run_verifies_no_push_and_tries_the_belief_of_the_edit_before_it() -> None:
    from sessionlens.graph.links import Names, Tried, verifies

    belief = hypothesis("h1.1", 1, "A pool saves time", aliases=("pool",))
    changes = (change("e1.1", 1, files=("pool.rb",), hypothesis="h1.1"), change("e2.1", 2, outside=True))
    looks = (verification("v3.1", 3, topic="tests"), verification("v4.1", 4, topic="check"))
    assert list(verifies(changes, looks[:1])) == [("v3.1", "e1.1", "verifies")]
    assert list(verifies(changes, looks[1:])) == [("v4.1", "e2.1", "verifies")]
    assert Tried(changes, Names((belief,))).at(3, 1) == {"h1.1"}


def test_a_tidy_tree_after_a_change_tries_no_hypothesis() -> None:
    from sessionlens.graph.links import Names, tests

    believed = hypothesis("h1.1", 1, "the ring is too small", aliases=("ring",))
    made = facts(
        hypotheses=(believed,),
        changes=(change("e2.1", 2, files=("ring.c",), hypothesis="h1.1"),),
        verifications=(verification("v3.1", 3, topic="state", part=1), verification("v4.1", 4, topic="tests", part=1)),
    )
    assert list(tests(made, Names((believed,)))) == [("v4.1", "h1.1", "tests")]
