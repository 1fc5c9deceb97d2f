"""What a view shows as of a message, and within a slice."""

import pytest

from sessionlens.graph.build import judged, linted
from sessionlens.graph.export import findings
from sessionlens.graph.view import View
from sessionlens.model.span import Span
from sessionlens.model.verdict import Finding, Verdict
from tests.graph.builders import story


def finding(msg: int, *about: str) -> Finding:
    place = Span(source="log.jsonl", msg=msg)
    return Finding(
        id=f"f{msg}.1", msg=msg, text="x", span=place, issue="single-sample", rule="R1", confidence="low", why="w", help="h", about=about
    )


@pytest.fixture
def view() -> View:
    verdict = Verdict(conclusion="c8.1", claim="delta", verdict="supported", nodes=("m6.3",), evidence=(6,), overturned_by=(11, 13))
    return linted(judged(story(), [verdict]), [finding(13, "m13.1"), finding(6, "m6.3"), finding(10)])


def test_nothing_of_later_is_in_sight(view: View) -> None:
    then = view.as_of(11)
    assert [c.id for c in then.conclusions] == ["c8.1"]
    assert [f.id for f in then.findings] == ["f6.1", "f10.1"]
    assert then.as_of(13).until == 11, "a view of the past does not see the future of that past"
    verdict = then.verdict("c8.1")
    assert verdict is not None and verdict.overturned_by == (11,)
    assert [n["id"] for n in findings(then)["nodes"] if n["msg"] > 11] == []
    assert view.sources("e4.1", "reverts") == ("r11.1",) and view.as_of(10).sources("e4.1", "reverts") == ()
    assert view.as_of(10).targets("msg10", "precedes") == ()
    assert all(int(e["target"][3:]) <= 11 for e in findings(then)["edges"] if e["target"].startswith("msg"))


@pytest.mark.parametrize(
    ("why", "about", "seen"),
    [
        ("one run, and msg 9 compares it", (), True),
        ("one run, and msg 12 compares it", (), False),
        ("one run, and it is compared", ("c8.1", "c9.1"), True),
        ("one run, and it is compared", ("c8.1", "c14.1"), False),
    ],
)
def test_a_finding_that_cites_what_came_later_was_not_known(view: View, why: str, about: tuple[str, ...], seen: bool) -> None:
    known = linted(view, [finding(6).model_copy(update={"why": why, "about": about})])
    assert [f.id for f in known.as_of(11).findings] == (["f6.1"] if seen else [])
    assert len(known.as_of(14).findings) == 1


def test_a_hypothesis_decided_later_is_still_open(view: View) -> None:
    [then] = [h for h in view.as_of(11).hypotheses if h.id == "h1.1"]
    assert (then.status, then.decided_at, then.decided_by) == ("open", None, (8,))
    assert view.as_of(14).hypotheses[0].status == "refuted"
    assert view.as_of(11).fact("h1.1") == then


def test_the_state_of_a_change_folds_the_reversions_in_sight(view: View) -> None:
    assert view.as_of(10).state("e4.1") == "applied"
    assert view.state("e4.1") == "reverted"


def test_a_slice_shows_its_facts_and_their_findings(view: View) -> None:
    part = view.sliced(frozenset({"h1.1", "m6.3", "c8.1"}))
    assert [m.id for m in part.measurements] == ["m6.3"] and not part.changes
    assert [f.id for f in part.findings] == ["f6.1"]
    assert part.sliced(frozenset({"m6.3", "m2.1"})).only == frozenset({"m6.3"})


def test_messages_by_number(view: View) -> None:
    assert view.message(9).text == "Why so slow?"
    for wrong in (0, 15):
        with pytest.raises(KeyError):
            view.message(wrong)
