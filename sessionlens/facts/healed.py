"""A cause or a cure that the session's own tests bear out: something failed, the belief was told, a change was made, and the same kind of
check passes. No word need be said of it.
"""

import re

from sessionlens.model.facts import Change, Hypothesis
from sessionlens.model.trace import Trace, Turn
from sessionlens.model.words import Status
from sessionlens.prose.remedies import STARTS
from sessionlens.text.regex import regex

KINDS = frozenset({"tests", "build", "lint"})
BACK = 8
"""Messages before a belief within which the failure stands that it explains."""
AHEAD = 8
"""Messages after it within which the check must pass."""
CAUSED = regex(
    r"\b(?:because|due\s+to|caused\s+by|comes?\s+from|the\s+(?:\w+\s+)?(?:cause|culprit|bug|problem|issue))\b|\b(?:fails?|failing|breaks?|crash(?:es)?)\b",
    re.I,
)
ANNOUNCES = regex(r"\b(?:issue|problem|bug|cause|culprit|reason|why\s+(?:it|this)\s+\w+|fix)\b[^:.!]{0,30}[:.!]\s*[*_]*\s*$", re.I)
"""What stands before a cause or a cure that was announced."""


def healed(h: Hypothesis, trace: Trace, changed: tuple[Change, ...]) -> list[tuple[int, Status]]:
    """The first message after a change in whose runs passes what failed before the belief, with nothing failing since the change."""
    if h.by == "user" or not any(h.msg <= c.msg <= h.msg + AHEAD for c in changed):
        return []
    near = trace.between(h.msg - BACK, h.msg + AHEAD + 1)
    told = next((t for t in near if t.message.number == h.msg), None)
    if told is None:
        return []
    if not (CAUSED.search(h.quote) or STARTS.match(h.quote) or announced(h, trace) or any(c.msg == h.msg for c in changed)):
        return []
    failed = {kind for t in near if t.message.number < h.msg for kind, result in _results(t) if result == "fail"}
    first = next(c.msg for c in changed if h.msg <= c.msg)
    passed: list[tuple[int, Status]] = []
    for turn in near if failed else ():
        number = turn.message.number
        if number < first or (number == first and number == h.msg and not _ran_after_edit(turn)):
            continue
        for kind, result in _results(turn):
            if kind in failed and result == "fail":
                return []
            if kind in failed and result == "pass" and not passed:
                passed = [(number, "confirmed")]
    return passed


def announced(h: Hypothesis, trace: Trace) -> bool:
    """Whether the words before a belief announce a cause or a cure: "Found the bug. ..."."""
    told = trace.turn(h.msg)
    return told is not None and ANNOUNCES.search(told.message.text[max(0, h.span.start - 60) : h.span.start]) is not None


def _results(turn: Turn) -> list[tuple[str, str]]:
    return [(o.kind, o.result) for run in turn.runs for o in run.outcomes if o.kind in KINDS]


def _ran_after_edit(turn: Turn) -> bool:
    """Whether a message with an edit runs something behind it."""
    calls = turn.message.calls
    edited = [i for i, c in enumerate(calls) if c.edits]
    return not edited or any(c.command for c in calls[edited[-1] + 1 :])
