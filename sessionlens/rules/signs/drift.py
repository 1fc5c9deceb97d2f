"""What a message says of a value that moved between two runs: shared by `environment_changed` and `untested_hypothesis`."""

import re
from collections.abc import Iterator

from sessionlens.graph.view import View
from sessionlens.model.trace import Statement, Turn
from sessionlens.rules.base import holds, talking
from sessionlens.rules.index import cues
from sessionlens.text import quantities
from sessionlens.text.regex import regex

_NOW = regex(r"\b(?:now|today|this time|at the moment|currently|meanwhile|here)\b", re.I)
_THEN = regex(r"\b(?:was|were|had|took|got|ran)\b", re.I)
_WHEN = regex(
    r"\b(?:ago|before|earlier|previously|yesterday|this (?:morning|afternoon)|last (?:night|week|time)"
    r"|in the (?:last|previous|first|earlier) runs?|in the run before"
    r"|in the (?:[\w-]+ ){0,2}(?:comparison|table|round|series|session|measurement)|in (?:msg|message) \d+)\b",
    re.I,
)
_OTHER = regex(
    r"\b(?:new|patched|fixed|optimi[sz]ed|rewritten|after (?:the|my|this|that)|with(?:out)? (?:the|my|this|that|it)"
    r"|(?:before|since) (?:the|my|this|that) (?:change|fix|patch|rewrite|commit))\b",
    re.I,
)
"""Words of a comparison of two things, of which one was changed."""
_NOW_WORDS = (" now", " here", "today", "this time", "moment", "urrently", "eanwhile")
_WHEN_CUES = cues(
    *("ago", "before", "earlier", "previously", "yesterday", "last time", "last run", "last runs", "previous run", "previous runs"),
    *("comparison", "in the table", "in message", "in msg", "in the series", "measurement"),
    *("first run", "first runs", "this morning", "this afternoon", "last night", "last week"),
)
_CAUSE = regex(r"\s*(?:[:;—–-]+|,?\s*(?:because|since|as|so|due to))\s+(.+)")
_DIGIT = regex(r"\d")
_TWO = 2
_APART = 1.5


def drifts(view: View) -> tuple[tuple[int, Statement, str], ...]:
    """Such statements of all messages, with the message and the reason given."""
    return tuple((msg, said, cause) for msg, turn in talking(view, _WHEN_CUES) for said, cause in moved(turn))


def moved(turn: Turn) -> Iterator[tuple[Statement, str]]:
    """Statements that give one quantity now and at an earlier time, at least half as much again apart, with what is said after them.

    "Loading is at 30 ms now, it was 7 ms an hour ago: the disk is busy" gives the statement and "the disk is busy".
    """
    text = turn.message.text
    if not holds(text, _NOW_WORDS):
        return
    for said in turn.statements:
        if not holds(said.text, _NOW_WORDS) or len(_DIGIT.findall(said.text)) < _TWO:
            continue
        now, when = _NOW.search(said.text), _WHEN.search(said.text)
        if said.table is not None or not now or not when or not _THEN.search(said.text) or _OTHER.search(said.text):
            continue
        found = [q for q in quantities.find(said.text) if q.dimension in ("time", "rate", "size", "percent")]
        if len(found) < 2:
            continue
        last = min(found, key=lambda q: abs(q.start - when.start()))
        first = min((q for q in found if q is not last), key=lambda q: abs(q.start - now.start()))
        values = sorted(float(q.value * q.si) for q in (first, last))
        if first.dimension == last.dimension and values[0] > 0 and values[1] >= _APART * values[0]:
            tail = said.text[when.end() :]
            cause = _CAUSE.match(tail)
            yield said, cause[1] if cause else ""
