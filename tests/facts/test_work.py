"""Changes, reversions and verifications of small stories: cases/facts/{changes,reversions,verifications}.yaml."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml

from sessionlens import facts
from sessionlens.facts import changes, questions, reversions, verifications
from sessionlens.facts.trace import closely
from sessionlens.model.session import Message, Session, ToolCall
from tests.story import tell

CASES = Path(__file__).parent.parent / "cases" / "facts"


def cases(name: str) -> list[Any]:
    return [pytest.param(c, id=c["name"]) for c in yaml.safe_load((CASES / f"{name}.yaml").read_text())]


@pytest.mark.parametrize("case", cases("changes"))
def test_changes(case: dict[str, Any]) -> None:
    found = changes.find(closely(tell(case["story"])), ())
    assert {c.msg: list(c.files) for c in found} == case["changes"]
    assert [c.id for c in found] == [f"e{c.msg}.1" for c in found]


@pytest.mark.parametrize("case", cases("reversions"))
def test_reversions(case: dict[str, Any]) -> None:
    trace = closely(tell(case["story"]))
    changed = changes.find(trace, ())
    found = reversions.find(trace, changed, verifications.find(trace))
    assert [[r.msg, r.of_msg, r.partial, r.verified] for r in found] == case["reversions"]
    assert [c.msg for c in changed] == case["changes"]
    ids = {c.id for c in changed}
    assert all(r.of is None or r.of in ids for r in found)


@pytest.mark.parametrize("case", cases("verifications"))
def test_verifications(case: dict[str, Any]) -> None:
    found = verifications.find(closely(tell(case["story"])))
    assert {v.msg: [v.result, v.topic] for v in found} == case["verifications"]
    assert {v.msg: v.printed for v in found if v.msg in case.get("printed", ())} == case.get("printed", {})


def test_reversions_do_not_depend_on_who_asked_first() -> None:
    trace = closely(tell("edit a.c: int n = 1; => int n = 2;\nsay: Back.\n$ git checkout a.c"))
    alone = reversions.find(trace, (), ())
    changed = changes.find(trace, ())
    after = reversions.find(trace, changed, ())
    assert [r.msg for r in alone] == [r.msg for r in after] == [2]
    assert (alone[0].of_msg, after[0].of_msg) == (None, 1)


def test_a_change_has_the_names_it_goes_by() -> None:
    (change,) = changes.find(closely(tell("say: B2 first: the pool change.\nedit a.c: 1 => 2")), ())
    assert change.names == ("B2", "pool")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Do the other readers have that bug?", True),
        ("It works now, but is the old format still read?", True),
        ("Can you check the other readers?", False),
        ("Do you think that we should drop it?", False),
        ("Is there a way to make it faster?", False),
        ("Fix it.", False),
    ],
)
def test_a_persons_question_of_yes_or_no_is_told_from_a_request(text: str, expected: bool) -> None:
    assert questions.put(text) is expected


def test_history_that_is_to_confirm_something_answers_it() -> None:
    def result(description: str) -> str:
        session = tell("$ git log --oneline -2\n> 1a2b3c4 b\n> 2b3c4d5 a")
        message = session.messages[0]
        asked = replace(message, calls=(replace(message.calls[0], description=description),))
        return verifications.find(closely(replace(session, messages=(asked,))))[0].result

    assert result("Confirm the order of the commits") == "pass"
    assert result("Check the last commits") == "inconclusive"


def test_exactly_which_is_no_word_for_sameness() -> None:
    assert questions.wanted("Make sure that it is exactly the program that was measured.") == "same"
    assert questions.wanted("Then we know exactly which call wrote it.") == ""


def test_closing_a_ticket_takes_the_ticket_back_and_settles_no_hypothesis() -> None:
    found = facts.find(
        closely(
            tell("""
                user: Why is it slow?
                say: I suspect that `PageCache` is too small.
                say: Let me write down that `PageCache` is too small.
                $ gh issue create --title "PageCache is too small"
                > https://github.com/acme/app/issues/41
                say: Too many tickets.
                $ gh issue close 41
                """)
        )
    )
    assert found.changes[0].hypothesis == found.hypotheses[0].id
    assert [r.of for r in found.reversions] == ["e3.1"]
    assert [(h.status, h.decided_at) for h in found.hypotheses] == [("open", None)]


def test_a_long_command_leaves_room_for_the_whole_question() -> None:
    long = 'python3 -c "import hashlib; key = lambda a: repr(a); print(hashlib.sha256(key(list(range(100000))).encode()).hexdigest())"'
    (found,) = verifications.find(closely(tell(f"say: Does it still return exactly what it returned before?\n$ {long}\n> 9f86d081884c")))
    what, _, asked = found.text.partition(": ")
    assert what.endswith("…") and len(what) <= 60
    assert asked == "Does it still return exactly what it returned before"


def test_a_clean_up_is_no_answer_to_the_sentence_before_it() -> None:
    said = "If the pool is at fault, the widest one must be the slowest."
    (found,) = verifications.find(closely(tell(f"say: {said}\n$ rm scratch/probe.go && git status --short\n>  M pool.go")))
    assert (found.topic, found.result, found.text) == ("state", "pass", "git status")


def test_a_failure_of_another_command_is_none_of_git_s() -> None:
    story = "say: Back, and is the name gone from it?\n$ git checkout -q pool.go && git status --short; grep -c wide pool.go\n> 0\n! 1"
    (found,) = verifications.find(closely(tell(story)))
    assert (found.topic, found.result) == ("state", "pass")


def _only(story: str, **fields: Any) -> Any:
    """The one verification of a one-message story whose last call has these fields."""
    session = tell(story)
    last = session.messages[-1]
    calls = (*last.calls[:-1], replace(last.calls[-1], **fields))
    (found,) = verifications.find(closely(replace(session, messages=(*session.messages[:-1], replace(last, calls=calls)))))
    return found


def test_a_build_that_failed_without_a_status_has_failed() -> None:
    said = "say: Build it.\n$ npm run build\n> > site@2.0.0 build\n> Build error occurred\n> [RangeError: bad page]"
    assert _only(said, exit_code=None, status="error").result == "fail"
    assert _only("say: Build it.\n$ ninja", output="The tool use was rejected by the user, who wants something else.",
                 exit_code=None, status="error").result == "inconclusive"  # fmt: skip


@pytest.mark.parametrize(
    ("output", "result"),
    [
        ("Local: http://localhost:5173/\n Starting...", "inconclusive"),
        ("VITE v5.0.0  ready in 310 ms", "pass"),
        ("error: port in use", "fail"),
    ],
)
def test_a_server_is_up_when_it_says_so(output: str, result: str) -> None:
    assert _only("say: Let me test that it comes up.\n$ pnpm dev --port 5173", output=f"> dev\n{output}", exit_code=None).result == result


def test_the_task_of_a_sub_agent_that_makes_something_is_no_review() -> None:
    call = ToolCall(
        "t1", "Task", "task", {"prompt": "Check what is there first."}, description="Create the pool", output="Done.", status="ok"
    )
    messages = (Message(1, "assistant", "Now in parallel.", calls=(call,)),)
    assert verifications.find(closely(Session("s", "story", "s", messages))) == ()
    asked = replace(messages[0], calls=(replace(call, description="Review the pool", output="No faults."),))
    assert [v.topic for v in verifications.find(closely(Session("s", "story", "s", (asked,))))] == ["review"]


@pytest.mark.parametrize(
    ("said", "tool", "result"),
    [
        ("Let me check whether a cart hook exists.", "Glob", "fail"),
        ("Let me check whether a cart hook exists.", "Grep", "inconclusive"),
        ("Let me check whether there is any other cart hook.", "Glob", "inconclusive"),
        ("Make sure that the old name is gone.", "Grep", "pass"),
        ("Let me check for timers.", "Grep", "pass"),
    ],
)
def test_a_search_tool_that_found_nothing_answers_what_was_asked(said: str, tool: str, result: str) -> None:
    call = ToolCall("t1", tool, "search", {"pattern": "useCart"}, output="No files found", status="ok")
    (found,) = verifications.find(closely(Session("s", "story", "s", (Message(1, "assistant", said, calls=(call,)),))))
    assert (found.result, found.printed) == (result, "none")
