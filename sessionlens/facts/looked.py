"""What a look or a trial that a message announces comes to: the agent's next words about the same things.

A belief that a message is about to test ("I'm checking whether the cache was rebuilt") is decided by the first thing that is said of it
then; a guess before a control run, or a change with what it makes possible, by a flat "So ..." or "... now ..." soon after.
"""

import re
from collections import Counter
from collections.abc import Iterator

from sessionlens.facts import aliases
from sessionlens.facts.flat import DENIES
from sessionlens.facts.keys import hedged
from sessionlens.model.facts import Change, Hypothesis
from sessionlens.model.trace import Statement, Trace, Turn
from sessionlens.model.words import Status
from sessionlens.prose.judging import MODAL
from sessionlens.text.regex import regex

WHETHER = regex(r"\b(?:if|whether)\s+$", re.I)
AT_ALL = regex(r"\bat\s+all\b", re.I)
ABSENT = regex(
    r"(?:[*_`]*(?:0|no|none|nothing|never)\b)|\b(?:not|n['’]t|never|no|nothing|none|nowhere|dead|unused|missing|absent)\b|n['’]t\b", re.I
)
"""What says that a thing is not there."""
SO = regex(
    r"(?:[*_]*(?:so|then|hence|therefore|thus)\b,?\s+)"
    r"(?!i\b|we\b|let\b|you\b|what\b|why\b|how\b|far\b|that\b|as\s+to\b|long\b|much\b|it['’]s\s+worth\b)",
    re.I,
)
"""How a sentence begins that draws the sum."""
NOW = regex(r"\bnow\s+\w+(?:s|ed)\b|\b(?:is|are)\s+now\b|\bno\s+longer\b", re.I)
STEP = regex(r"(?:[a-z-]+ing|with|using|by)\b.*\b(?:should|would)\b", re.I | re.S)
FIGURE = regex(r"\d")
LESS = regex(
    r"\b(?:less|fewer|faster|lower|smaller|shorter|quicker|down|saves?|saved|cut|halve[sd]|drops?|dropped|fell|shrank|gone)\b|[−-]\s?\d+(?:[.,]\d+)?\s?%",
    re.I,
)
SAME = regex(r"\b(?:only|barely|hardly|merely|no|not|slower|worse|larger|bigger|higher|unchanged|same|still)\b|n['’]t\b", re.I)
"""What says of a figure that a step brought it, or did not."""
DOING = regex(r"[\w-]+ing\b|if\b", re.I)
SOON = 3
"""Messages of the agent within which a look is answered."""
LATER = 18
"""Messages within which it shows whether a change does what it was made for."""


def looked(h: Hypothesis, trace: Trace, topic: frozenset[str]) -> list[tuple[int, Status]]:
    """What the agent says next of what a message is about to look up."""
    turn = trace.turn(h.msg)
    if turn is None or h.by == "user" or not turn.message.calls:
        return []
    asks = WHETHER.search(turn.message.text, max(0, h.span.start - 12), h.span.start) is not None
    doubts = AT_ALL.search(h.quote) is not None and (asks or "?" in turn.message.text[h.span.end - 1 : h.span.end + 1])
    if not asks and not doubts:
        return []
    for later in _next(trace, h.msg, SOON):
        for s in _said(later):
            if doubts and later.message.number <= h.msg + 1 and ABSENT.search(s.text):
                return [(later.message.number, "confirmed")]
            shared = len(topic & aliases.content(s.text))
            if shared >= 2 and 3 * shared >= len(topic) and not hedged(s.text) and not doubts:
                return [(later.message.number, "refuted" if DENIES.search(s.text) and not DENIES.search(h.quote) else "confirmed")]
    return []


def cleared(h: Hypothesis, trace: Trace) -> list[tuple[int, Status]]:
    """A suspicion that something is wrong, of which the next message, after a look, begins by saying that it is as it should be."""
    turn = trace.turn(h.msg)
    if turn is None or h.by == "user" or not turn.message.calls or not AMISS.search(h.quote):
        return []
    for later in _next(trace, h.msg, SOON):
        said = list(_said(later))[:1]
        if said:
            right = SOUND.match(said[0].text) is not None
            return [(later.message.number, "refuted")] if right else []
    return []


AMISS = regex(
    r"\b(?:issues?|problems?|bugs?|wrong\w*|broken|missing|mismatch\w*|stale|race|leaks?|typo|incorrect\w*)\b|\b(?:is|are|was|were|does|do|did)(?:n['’]t|\s+not)\b",
    re.I,
)
"""What says that something is wrong."""
SOUND = regex(
    r"(?:(?:ok(?:ay)?|hmm|good|so|no)[,.:]?\s+)*(?:the|this|that|it|all|both|everything|these|those|its|our|`[^`]+`)\b(?:\s+[\w`./'’()-]+){0,5}?\s+"
    r"(?:(?:looks?|seems?|appears?\s+to\s+be|is|are|was|were)\s+(?:all\s+|actually\s+|quite\s+|to\s+be\s+|perfectly\s+|already\s+)*"
    r"(?:correct|fine|right|good|ok(?:ay)?|sound|sane|intact|identical|consistent|in\s+order|as\s+(?:it\s+should|expected)|(?:set|called|passed|handled|written|saved)\s+(?:correctly|properly))|"
    r"match(?:es)?|agrees?|works?\s+(?:correctly|fine|properly|as\s+(?:it\s+should|expected)))\b(?!\s+(?:but|except|only|until)\b)",
    re.I,
)
"""What says that the thing looked at is as it should be."""


def summed(h: Hypothesis, trace: Trace, topic: frozenset[str], common: Counter[str]) -> list[tuple[int, Status]]:
    """A flat sum after a run that takes up a guess of the agent, or what a change that was made for something is now seen to do."""
    if h.by == "user":
        return []
    change = DOING.match(h.quote) is not None
    for later in _next(trace, h.msg, LATER if change else SOON):
        if later.message.number == h.msg + 1 and not change and not _ran(trace, h.msg, later.message.number):
            continue
        for s in _said(later):
            told = (NOW if change else SO).search(s.text) if change else SO.match(s.text)
            if not told or hedged(s.text) or MODAL.search(s.text):
                continue
            shared = topic & aliases.content(s.text)
            rare = [w for w in shared if common[w] <= 3]
            if change and not _tried(trace, h.msg, later.message.number):
                continue
            if len(shared) >= (3 if change else 2) and rare and (change or 3 * len(shared) >= len(topic)):
                denied = (DENIES.search(s.text) is None) is not (DENIES.search(h.text) is None)
                return [(later.message.number, "refuted" if denied and not change else "confirmed")]
    return []


def helped(h: Hypothesis, trace: Trace, changed: tuple[Change, ...]) -> list[tuple[int, Status]]:
    """What the next messages report of a step that was taken with an effect in view: "Pooling the buffers should halve it.", an edit, a
    run, then "812 to 390 MB, 422 MB less"."""
    if h.by == "user" or not STEP.match(h.quote):
        return []
    for later in _next(trace, h.msg, SOON):
        number = later.message.number
        if not any(h.msg <= c.msg < number for c in changed) or not _tried_after(trace, h.msg, number):
            continue
        told = next((s.text for s in _said(later) if FIGURE.search(s.text) and (LESS.search(s.text) or SAME.search(s.text))), "")
        if told:
            return [(number, "refuted" if SAME.search(told) else "confirmed")]
    return []


def _tried_after(trace: Trace, start: int, end: int) -> bool:
    """Whether something was run from message `start` on, before `end`, that did not only edit."""
    return any(c.command and not c.edits for t in trace.between(start, end) for c in t.message.calls)


def _next(trace: Trace, at: int, many: int) -> Iterator[Turn]:
    """The agent's messages after `at`, until `many` are told or a person speaks."""
    for turn in trace.between(at + 1, at + many + 1):
        if turn.message.role == "user":
            return
        yield turn


def _ran(trace: Trace, start: int, end: int) -> bool:
    return any(t.message.calls for t in trace.between(start, end))


def _tried(trace: Trace, start: int, end: int) -> bool:
    """Whether the last message with calls before `end` ran something, and did not only edit."""
    last = [t.message for t in trace.between(start + 1, end) if t.message.calls][-1:]
    return any(call.command and not call.edits for m in last for call in m.calls)


def _said(turn: Turn) -> Iterator[Statement]:
    return (s for s in turn.statements if s.kind in ("sentence", "item") and not s.text.endswith("?"))
