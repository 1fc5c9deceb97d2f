"""What a verification's row says that it shows: never more than topic, result and print bear."""

import pytest

from sessionlens.model.facts import Verification
from sessionlens.model.span import Span
from sessionlens.model.words import Result
from sessionlens.reports.carried import by_presence_alone, not_shown, shown


def _of(topic: str, result: Result, printed: str, counts: dict[str, int] | None = None) -> Verification:
    return Verification(
        id="v3.1",
        msg=3,
        text="look",
        span=Span(source="a", msg=3, part=1, start=0, end=1),
        topic=topic,
        result=result,
        printed=printed,
        counts=counts or {},
    )


@pytest.mark.parametrize(
    ("topic", "result", "printed", "said"),
    [
        ("presence", "pass", "none", "the text is not in the file"),
        ("presence", "fail", "found", "the text is still in the file"),
        ("presence", "pass", "found", "the text is in the file: linked, not used"),
        ("equal", "pass", "differ", "what was compared differs"),
        ("equal", "fail", "equal", "both sides are equal for what was compared"),
        ("equal", "pass", "unchanged", "the same as when it was last printed"),
        ("tool", "fail", "not held", "the condition did not hold"),
        ("tool", "fail", "installed", "a program or a feature was not found"),
        ("check", "pass", "none", "nothing was found where was looked"),
        ("check", "pass", "read", "an answer was printed, for a person to judge"),
        ("check", "inconclusive", "read", "an answer was printed that no rule reads"),
        ("check", "inconclusive", "refused", "the tool did not take the command"),
        ("review", "pass", "report", "the report names no fault"),
        ("review", "fail", "report", "faults were reported"),
        ("tests", "fail", "passed", "the tests passed, though a failure was wanted"),
    ],
)
def test_the_words_follow_what_was_asked_and_what_was_printed(topic: str, result: Result, printed: str, said: str) -> None:
    assert shown(_of(topic, result, printed)) == said


def test_no_row_says_yes_where_nobody_read_the_output() -> None:
    for topic in ("check", "review", "tool", "equal", "database", "state", "presence"):
        for printed in ("", "read", "found", "none"):
            assert not shown(_of(topic, "pass", printed)).startswith("yes")


def test_tests_that_failed_as_wanted_are_not_told_as_passed() -> None:
    assert shown(_of("tests", "pass", "failed", counts={"failed": 2})) == "tests failed, which was wanted (2 failed)"


def test_absence_is_no_use() -> None:
    assert not by_presence_alone(_of("presence", "pass", "none")) and by_presence_alone(_of("presence", "pass", "found"))
    assert not_shown(_of("presence", "pass", "none")) == "that it is nowhere else"
    assert not_shown(_of("presence", "fail", "none")) == ""
