"""`check` as a whole: order, time, hindsight, and that it reads each claim as of its own message."""

from sessionlens import checks, facts
from sessionlens.checks import kinds
from sessionlens.facts import trace
from sessionlens.graph.build import build
from tests.story import tell

STORY = """
user: Which one is quicker?
say: Benchmark both.
$ ./run --config old
> config: old
> total: 20.0 s
say: Now the other.
$ ./run --config new
> config: new
> total: 16.0 s
say: new takes 16.0 s.
say: And new is 20% faster than old.
$ ./run --config third
> config: third
> total: 99.0 s
say: My previous message was wrong: new is not 20% faster than old, the clocks differed.
"""


def verdicts() -> list[tuple[int, str, tuple[int, ...]]]:
    read = trace.closely(tell(STORY))
    view = build(read, facts.find(read))
    at = {c.id: c.msg for c in view.conclusions}
    return [(at[v.conclusion], v.verdict, v.overturned_by) for v in checks.check(view)]


def test_every_conclusion_gets_one_verdict_in_order() -> None:
    read = trace.closely(tell(STORY))
    view = build(read, facts.find(read))
    assert [v.conclusion for v in checks.check(view)] == [c.id for c in view.conclusions]


def test_a_verdict_is_as_of_its_message_and_hindsight_stands_beside_it() -> None:
    by_message = {msg: (verdict, over) for msg, verdict, over in verdicts()}
    assert by_message[4] == ("supported", ())
    assert by_message[5] == ("supported", (6,))


def test_what_comes_later_is_not_evidence() -> None:
    early = STORY.replace("say: new takes 16.0 s.", "say: third takes 99.0 s.")
    read = trace.closely(tell(early))
    view = build(read, facts.find(read))
    first = next(v for v in checks.check(view) if v.conclusion.startswith("c4"))
    assert first.verdict == "unsupported"


def test_kinds_are_found_by_the_package_and_keep_the_contract() -> None:
    names = [k.KIND for k in kinds.load()]
    assert len(names) == len(set(names))
    assert "state" in names
