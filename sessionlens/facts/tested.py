"""What the next words after a test make of a belief, where they give no verdict: the figures before and after the change that it led to,
the same said again with a "no" in it, what a person answers.
"""

import re
from collections.abc import Iterator

from sessionlens.facts import aliases
from sessionlens.facts.flat import DENIES
from sessionlens.facts.keys import hedged, judged_by
from sessionlens.model.facts import Change, Hypothesis
from sessionlens.model.trace import Trace, Turn
from sessionlens.model.words import Status
from sessionlens.prose.judging import MODAL
from sessionlens.text.regex import regex

SOON = 3
"""Messages within which the next words stand."""
NUM = r"(\d[\d,]*(?:\.\d+)?)\s?(?P<{}>[a-zµ%]{{1,3}}\b)?"
A, B = NUM.format("u"), NUM.format("v")
PAIRS = tuple(
    (regex(pattern, re.I), turned)
    for pattern, turned in (
        (rf"{A}\s+before\b[^.;\d]{{0,20}}{B}\s+(?:after|now|with)\b", False),
        (rf"\bfrom\s+{A}\s+(?:down\s+)?to\s+{B}", False),
        (rf"{A}\s*(?:→|->|=>)\s*{B}", False),
        (rf"{B}\s+(?:now,?\s+)?(?:instead\s+of|down\s+from|against|after|\(?was|rather\s+than)\s+{A}", True),
    )
)
"""A value before and one after."""
LESS_IS_BETTER = frozenset(("ns", "µs", "us", "ms", "s", "min", "h", "kb", "mb", "gb", "kib", "mib", "gib", "b"))
SAME = regex(
    r"\bno\s+(?:\w+\s+)?(?:change|effect|difference|gain|improvement|better)\b|\bchang(?:es|ed)\s+nothing\b|\b(?:is|are|was|stays?|"
    r"stayed|remains?|remained|exactly|about)\s+the\s+same\b|"
    r"\bunchanged\b|\bwithin\s+(?:the\s+)?noise\b|^\W*(?:(?:it(?:['’]s|\s+is)|that(?:['’]s|\s+is)|but)\s+)?still\b|\b(?:did|"
    r"does)(?:n['’]t|\s+not)\s+(?:help|change|matter)|"
    r"\b(?:got|gets|is|became|made\s+it|makes\s+it)\s+(?:even\s+|a\s+bit\s+|slightly\s+)?(?:slower|worse|larger|bigger)\b|"
    r"^\W*the\s+same\b|^\W*same\b",
    re.I,
)
"""What says that a change did nothing, or harm."""
BETTER = regex(
    r"\b(?:cuts?|halve[sd]|reduce[sd]|brings?|brought|lower(?:s|ed)|drop(?:s|ped)|fell|down)\b[^.;]*\d|\bfaster\b[^.;]*\d|"
    r"\d[^.;]*\b(?:times|x)\s+(?:as\s+fast|faster|less)\b|"
    r"\b(?:twice|ten\s+times|three\s+times|much|far)\s+(?:as\s+fast|faster|less)\b|\b(?:is|are)\s+gone\b",
    re.I,
)
"""What says that it helped."""


def tried(h: Hypothesis, trace: Trace, changed: tuple[Change, ...], *, alone: bool) -> list[tuple[int, Status]]:
    """What the figures say after a change that a belief led to and a run: "40.1 s before, 4.2 s after", "still 40 s"."""
    first = next((c.msg for c in changed if h.msg <= c.msg <= h.msg + 2), None)
    if h.by == "user" or first is None or not alone:
        return []
    ran = False
    for turn in trace.turns:
        number = turn.message.number
        if number < first:
            continue
        if ran and turn.message.role != "user":
            status = _shown(turn)
            if status or turn.statements or number > first + SOON:
                return [(number, status)] if status else []
        if number > first and (turn.message.role == "user" or any(c.edits for c in turn.message.calls)):
            return []
        ran = ran or _runs(turn, first)
    return []


def _runs(turn: Turn, first: int) -> bool:
    """Whether a message runs something after the edit."""
    calls = turn.message.calls
    edited = [i for i, c in enumerate(calls) if c.edits]
    return any(c.command and not c.edits for c in calls[edited[-1] + 1 if edited else 0 :])


def _shown(turn: Turn) -> Status | None:
    """What the first two sentences of a message say of a change."""
    for text in [s.text for s in turn.statements if s.kind in ("sentence", "item") and not s.text.endswith("?")][:2]:
        for pattern, turned in PAIRS:
            m = pattern.search(text)
            if m:
                status = _compared(m, turned)
                if status:
                    return status
        if hedged(text) or MODAL.search(text):
            continue
        if SAME.search(text) and (FIGURE.search(text) or len(text.split()) < 9):
            return "refuted"
        if BETTER.search(text):
            return "confirmed"
    return None


def _compared(m: re.Match[str], turned: bool) -> Status | None:
    """Whether a value got much less, or hardly changed or grew; None where more may be better."""
    values = [float(t.replace(",", "")) for t in (m[1], m[3])]
    before, after = reversed(values) if turned else values
    unit = (m["v"] or m["u"] or "").lower()
    if unit not in LESS_IS_BETTER or before <= 0:
        return None
    return "confirmed" if after <= 0.9 * before else "refuted" if after >= 0.97 * before else None


FIGURE = regex(r"\d")
CLAUSE = regex(r"[;:,.](?:\s|$)|\s(?:but|so|and)\s|\s[—–]\s")
NONE = regex(r"\b(?:no|nothing|nobody|none|zero|0|never|not|neither)\b|n['’]t\b", re.I)
STARTS_NONE = regex(r"\W*(?:no|nothing|none|zero|0)\b", re.I)
DOES = regex(r"\b(?:does|do|did)\s+(?:indeed\s+|in\s+fact\s+|really\s+)?(?!not\b|n['’]t)[a-z]{3,}", re.I)
TAKEN = regex(r"\b(?:with|without|when|if|unless|until|after|once)\b", re.I)
"""What may say under which condition it holds."""
ALSO = aliases.content("nothing none zero all here there anywhere ever now really single case count")
"""Words that may stand beside it."""


def said_again(h: Hypothesis, trace: Trace, topic: frozenset[str]) -> list[tuple[int, Status]]:
    """A part of a sentence soon after a run that has no other words than the belief, with a "no" in it, or with "does" before its verb."""
    if h.by == "user" or DENIES.search(h.quote) or NONE.search(h.quote) or "should" in h.quote or judged_by(h):
        return []
    for turn in _next(trace, h.msg):
        for text in [s.text for s in turn.statements if s.kind in ("sentence", "item") and not s.text.endswith("?")][:3]:
            if not (NONE.search(text) or DOES.search(text)) or hedged(text) or MODAL.search(text):
                continue
            for part in CLAUSE.split(text):
                words = frozenset(w for w in aliases.content(part) if not w[0].isdigit()) - ALSO
                shared = words & topic
                if not shared or TAKEN.search(part) or len(words) - len(shared) > (1 if len(shared) > 2 else 0):
                    continue
                if NONE.search(part) and (len(shared) > 1 or STARTS_NONE.match(part)):
                    return [(turn.message.number, "refuted")]
                if len(shared) > 1 and DOES.search(part) and not NONE.search(part):
                    return [(turn.message.number, "confirmed")]
    return []


OFFER = regex(
    r"\b(?:shall|should|may|can|could)\s+(?:i|we)\b|\b(?:do\s+you\s+want|would\s+you\s+like|want\s+me|ok(?:ay)?\s+to|want\s+to)\b", re.I
)
"""A question to which "yes" only agrees."""
YES = regex(
    r"\W*(?:(?:oh|ah|ok(?:ay)?|hm+)[,.]?\s+)?(?:yes|yep|yeah|right|exactly|correct|true|indeed|that(?:['’]s|\s+is)\s+(?:right|it|"
    r"correct|true)|you(?:['’]re|\s+are|\s+were)\s+right)\b"
    r"(?!,?\s*(?:please|do|go|check|look|try|but|and\s+please|run|fix|let|then))",
    re.I,
)
NO = regex(
    r"\W*(?:(?:oh|ah|hm+)[,.]?\s+)?(?:no|nope)\b(?:[.!]|,?\s+(?:it|nobody|no\s+one|none|nothing|there|that|this|we|i\s+(?:did|have)|"
    r"the|not|never|they)\b)|\W*that(?:['’]s|\s+is)\s+(?:not\s+it|wrong|not\s+(?:true|right|the\s+\w+))\b",
    re.I,
)


def replied(h: Hypothesis, trace: Trace, *, alone: bool) -> list[tuple[int, Status]]:
    """A person's yes or no right after the agent's message with the belief, where that asks nothing else."""
    if h.by == "user" or not alone:
        return []
    for before, turn in zip(trace.turns, trace.turns[1:], strict=False):
        if before.message.number != h.msg:
            continue
        asked = [s.text for s in before.statements if s.text.endswith("?")]
        if turn.message.role != "user" or (asked and OFFER.search(asked[-1])):
            return []
        if YES.match(turn.message.text):
            return [(turn.message.number, "confirmed")]
        return [(turn.message.number, "refuted")] if NO.match(turn.message.text) else []
    return []


def _next(trace: Trace, at: int) -> Iterator[Turn]:
    """The agent's next messages after one that ran something, until a person speaks."""
    ran = False
    for turn in trace.turns:
        number = turn.message.number
        if number < at:
            continue
        if number > at + SOON or (turn.message.role == "user" and number > at):
            return
        if ran:
            yield turn
        ran = ran or bool(turn.message.calls)
