"""Beliefs in the plainest words: every frame with every thing believed is found, and what is worded alike and believes nothing is not."""

from itertools import product

import pytest

from sessionlens.prose import statements
from sessionlens.prose.beliefs import beliefs

THINGS = ("the pool never hands a connection back", "both readers share one cursor")
NOUNS = ("the worker pool", "the new codec")
FRAMES = (
    "The root cause is that {}.",
    "The cause is that {}.",
    "The problem is that {}.",
    "The real issue is that {}.",
    "The bug is that {}.",
    "The bottleneck here is that {}.",
    "My worry is that {}.",
    "Our fear is that {}.",
    "My only concern is that {}.",
    "My bet is that {}.",
    "My guess is that {}.",
    "My theory: {}.",
    "Working theory: {}.",
    "Hypothesis: {}.",
    "I suspect {}.",
    "I suspect that {}.",
    "I think {}.",
    "I believe {}.",
    "I fear {}.",
    "I reckon that {}.",
    "I'm afraid {}.",
    "I'd bet {}.",
    "Maybe {}.",
    "Perhaps {}.",
    "Possibly {}.",
    "One possibility is that {}.",
    "The likely explanation is that {}.",
    "It's possible that {}.",
    "Found it: {}.",
    "That explains it: {}.",
    "I suspect {}:",
    "So my suspicion is that {}.",
    "Another theory, **K4**: {}.",
    "**K4 (pool):** {}. If so, it shows.",
    "- **H2, the pool:** {}.",
    "- H2 (the pool): {}.",
    "Idea B: {}.",
    "New idea: **the lease theory**, {}.",
    "{}, which is why the jobs time out.",
)
OF_A_NOUN = (
    "It's probably {}.",
    "It must be {}.",
    "So it has to be {}.",
    "The culprit is likely {}.",
    "One suspect is {}.",
    "I blame {}.",
    "I bet on {}.",
    "My money is on {}.",
    "Could it be {}? Let me look.",
    "It could be {}.",
    "Suspicion falls on {}.",
)
TROUBLE = (
    "Let me check if there's a type mismatch.",
    "Let me see whether the hooks are never called:",
    "Let me check if the old binary is stale.",
    "This means you're running an older version of the daemon.",
    "If the pool were empty, we'd see waits in the log.",
)
NONE = (
    "The problem is solved.",
    "The issue is fixed now.",
    "The cause is unknown.",
    "The reason is documented in README.md.",
    "I think this is cleaner.",
    "My concern is how to name it.",
    "The idea is to split the file.",
    "This means we can merge.",
    "Let me check whether you have Docker.",
    "Maybe later.",
    "I suppose so.",
    "It's the same file.",
    "- H2, the cache: refuted.",
    "- K3 (pool): kept.",
    "1. H1: confirmed, 40 % less.",
    "The problem is the same in both trees.",
    "Let me check if there are any tests.",
    "The bug is closed.",
    "Let me see whether it builds.",
)


def found(text: str) -> list[str]:
    return [text[b.start : b.end] for b in beliefs(statements(text), text, person=False)]


@pytest.mark.parametrize(
    "text", [f.format(t) for f, t in product(FRAMES, THINGS)] + [f.format(n) for f, n in product(OF_A_NOUN, NOUNS)] + [*TROUBLE]
)
def test_a_belief_is_found(text: str) -> None:
    assert found(text)


@pytest.mark.parametrize("text", NONE)
def test_what_believes_nothing_is_none(text: str) -> None:
    assert not found(text)


def test_a_cause_announced_above_a_piece_of_code_is_the_sentence_that_says_what_goes_wrong() -> None:
    text = "**Found the bug!** Look at `Lease()`:\n\n```go\nreturn p.free\n```\n\n"
    text += "The lease is never returned because the caller keeps the pointer.\n"
    assert found(text) == ["The lease is never returned because the caller keeps the pointer."]
    assert not found("I see the file now.\n\nIt has three functions and a test.")


def test_what_a_person_reports_wrong_in_the_code_is_a_belief() -> None:
    text = "Medium severity\n\nThe lease map is dropped in `copyState` because the target type lacks the field. Please fix."
    assert [text[b.start : b.end] for b in beliefs(statements(text), text, person=True)] == [
        "The lease map is dropped in `copyState` because the target type lacks the field."
    ]
    assert not beliefs(statements("Add the field to `copyState` please."), "Add the field to `copyState` please.", person=True)


CLAIM = "The duplicates are all in the older export."


@pytest.mark.parametrize(
    "text",
    [
        f"{CLAIM} Let me verify this:",
        f"{CLAIM} Let me confirm that.",
        f"{CLAIM} I'll double-check that no duplicates are ours.",
        f"The log is long. {CLAIM} Now let me verify this.",
    ],
)
def test_a_claim_that_is_checked_in_the_next_breath_is_a_belief(text: str) -> None:
    assert found(text) == [CLAIM]


@pytest.mark.parametrize(
    "text",
    [
        f"{CLAIM} Let me verify the upload.",
        "All 12 tests pass. Let me verify this on the server.",
        "I've moved the parser. Let me verify it.",
        "The build succeeded. Let me confirm that the build is new.",
        f"{CLAIM}\n\nLet me verify this:",
    ],
)
def test_a_report_that_is_checked_again_is_none(text: str) -> None:
    assert not found(text)


def test_candidates_in_one_breath_are_each_a_belief() -> None:
    text = "Candidates: the list that nobody empties, and the cache on `parse`. Both came in last week."
    assert found(text) == ["the list that nobody empties", "the cache on `parse`"]
    assert not found("Candidates: see below.")


def test_a_suspect_that_is_only_named_goes_on_in_the_next_sentence() -> None:
    text = "New suspect F: the resize. Walking every cell would cost a quarter of the time. The rest is small."
    assert found(text) == ["the resize. Walking every cell would cost a quarter of the time."]
