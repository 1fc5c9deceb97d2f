"""Rules about calls that a story cannot tell: another agent's report, a look at a job in the background."""

from dataclasses import replace

from sessionlens.model.session import Session, ToolKind
from sessionlens.pipeline import investigate
from tests.story import tell


def told(story: str, name: str, kind: ToolKind) -> list[tuple[str, int]]:
    """The findings of a story whose shell calls are calls of another tool."""
    session: Session = tell(story)
    messages = [
        replace(m, calls=tuple(replace(c, name=name, kind=kind, command=None, input={"id": "1"}, exit_code=None) for c in m.calls))
        for m in session.messages
    ]
    return [(f.issue, f.msg) for f in investigate(replace(session, messages=tuple(messages))).findings]


REPORT = """
user: Why do the exports stop at night?
say: A second pair of eyes.
$ review
> The lock in tick() is held too long. This is from reading, {said}.
say: Root cause pinned: the lock in tick().
"""


def test_what_a_report_concedes_is_passed_on() -> None:
    assert ("untested-hypothesis", 3) in told(REPORT.format(said="not an empirical repro"), "Agent", "task")


def test_a_report_that_concedes_nothing_is_the_other_agents_to_show() -> None:
    assert ("untested-hypothesis", 3) not in told(REPORT.format(said="and three runs on the host"), "Agent", "task")


def test_no_errors_in_an_empty_look() -> None:
    poll = "say: Is it up?\n$ look\nsay: Great, no compilation errors are showing."
    assert ("evidence-not-shown", 2) in told(poll, "BashOutput", "other")
    assert told(poll.replace("$ look", "$ look\n> Ready in 812 ms"), "BashOutput", "other") == []
