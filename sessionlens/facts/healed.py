"""A cause or a cure that the session's own tests bear out: something failed, the belief was told, a change was made, and the same kind of
check passes. No word need be said of it.
"""

import re

from sessionlens.facts.keys import hedged
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


NAME = regex(r"[\w-]+\.\w{1,5}\b")
AGAIN = regex(
    r"\W*yes\b[^.?!]{0,60}\b(?:again|now|works?|gone|fixed)\b|"
    r"(?<!not )(?<!n't )\b(?:leak|bug|crash|hang|race|failure|problem|issue|regression|deadlock|slowdown|stall|error|flake)s?\s+"
    r"(?:is\s+|are\s+|was\s+)?(?:now\s+)?(?:fixed|gone|solved|cured)\b|\b(?:works|passes|builds|runs|starts|compiles)\s+(?:again|now)\b",
    re.I,
)
"""What says that a thing does again what it should."""
SOON = 3


def mended(h: Hypothesis, trace: Trace, changed: tuple[Change, ...], believed: tuple[Hypothesis, ...]) -> list[tuple[int, Status]]:
    """The agent's word, after a run, that it works again, where the file or the name that only this belief names was changed for it."""
    names = _names(h) if h.by != "user" else set()
    first = next((c.msg for c in changed if h.msg <= c.msg <= h.msg + AHEAD and _touches(trace.turn(c.msg), c, names)), 0) if names else 0
    if not first or any(
        o is not h and h.msg - AHEAD <= o.msg <= first + SOON and o.by != "user" for o in believed if _names(o) & names or o.msg > h.msg
    ):
        return []
    ran = False
    for turn in trace.between(first, first + SOON + 1):
        message = turn.message
        if message.number > first and message.role == "user":
            break
        if ran and any(AGAIN.search(s.text) and not hedged(s.text) and s.text[-1:] != "?" for s in turn.statements[:4]):
            return [(message.number, "confirmed")]
        ran = ran or (bool(message.calls) and _ran_after_edit(turn))
    return []


def _names(h: Hypothesis) -> set[str]:
    """The files and names that a belief speaks of."""
    return {*NAME.findall(h.quote), *(a for a in h.aliases if len(a) > 3 and a in h.quote)}


def _touches(turn: Turn | None, change: Change, names: set[str]) -> bool:
    """Whether a change is of a file that is named, or of text with a name in it."""
    if any(file.rsplit("/", 1)[-1] in names for file in change.files):
        return True
    texts = (
        [t for call in turn.message.calls for t in (call.command, *(part for e in call.edits for part in (e.old, e.new)))] if turn else []
    )
    return any(name in text for text in texts if text for name in names)


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
