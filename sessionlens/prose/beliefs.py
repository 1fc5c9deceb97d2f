"""Sentences that state a belief which could be shown true or false: how agents and people word a suspicion, a cause, a remedy.

Four kinds, by who words it how: a guess ("I suspect X", "X is likely the culprit"), a cause named ("the culprit is X"), a remedy
offered before it was tried ("the fix: replace X by Y"), and a person's question or impression ("could it be X?").
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from sessionlens.model.trace import Statement

Manner = Literal["listed", "guess", "cause", "remedy", "asked"]

LABEL = re.compile(r"[*_`(]*(?P<label>(?:hypothesis|theory|suspect|cause|candidate)\s+#?\d+|[A-Z]{1,3}\d{1,2}[a-z]?)[)*_`]*\s*[:.)—–-]*[*_]*\s*", re.I)
LISTED = re.compile(r"\b(?:hypothes[ie]s|theor(?:y|ies)|suspects?|suspicions?|guesses|possible (?:causes?|reasons?|explanations?)|likely (?:causes?|reasons?)|potential causes?|what (?:could|might) cause)\b", re.I)
NO_BELIEF = re.compile(r"\b(?:fix(?:es)?|solutions?|options?|changes?|steps|approach(?:es)?)\b", re.I)
GUESS = re.compile(
    r"\b(?:i(?:['’]m|\s+am)\s+suspicious\s+of|i\s+(?:strongly\s+)?(?:suspect|guess|think|believe|suppose|assume|bet|wonder\s+(?:if|whether))(?!\s+so\b)(?:\s+that\b)?|"
    r"my\s+(?:best\s+|first\s+)?(?:guess|suspicion|hunch|theory|hypothesis|bet|money|impression)(?:\s+(?:is|would\s+be))?(?:\s+(?:that|on))?|"
    r"(?:most\s+)?(?:likely|probably|presumably|plausibly)|might\s+(?:also\s+)?(?:be|have|come|contribute|explain|cause|come\s+from)|may\s+(?:also\s+)?(?:be\s+(?:the|due|because|from|caused)|have\s+(?:been|caused)|come\s+from|contribute|explain)|"
    r"could\s+(?:also\s+)?(?:be\s+(?:the|due|because|from|caused|that)|come\s+from|contribute|explain|have\s+caused)|would\s+(?:also\s+)?explain|must\s+(?:be|come|have\s+(?:been|come))|almost\s+certainly|seems\s+to\s+be\s+(?:caused|due))\b",
    re.I,
)  # fmt: skip
CAUSE = re.compile(
    r"\b(?:root\s+cause|culprit|smoking\s+gun|to\s+blame|is\s+(?:caused|triggered)\s+by|is\s+what(?:['’]s|\s+is|\s+was)\s+\w+ing|are\s+what(?:['’]s|\s+is)\s+\w+ing|is\s+the\s+(?:cause|trigger|reason|bug|problem|bottleneck)|"
    r"introduced\s+the\s+(?:bug|problem|regression|leak)|rules?\s+out|because\s+of\s+(?:the|a)|race\s+condition|combo|combination\s+of)\b",
    re.I,
)  # fmt: skip
REMEDY = re.compile(r"(?:\*\*)?(?:(?:the|a|my|real|quick|proposed|simplest|cleanest|better|obvious)\s+)*fix(?:\s+(?:for\s+\w+|here))?(?:\s+is)?(?:\*\*)?\s*(?:[:—–]|to\b|(?=is\b))", re.I)
ASKED = re.compile(
    r"\b(?:could\s+(?:it|this|that)\s+be\b|could\s+(?:this|that|it)\s+(?:have|come)|i\s+have\s+the\s+(?:impression|feeling)\s+that|i\s+wonder\s+(?:if|whether)|(?:i\s+)?(?:think|guess|suspect|assume|believe|bet)\b|"
    r"(?:find\s+out|check|see|know|tell\s+me|wonder|measure|test|clear)\s+(?:if|whether)\b|is\s+(?:it|this|that)\s+(?:because|due|related|caused)|(?:^|\bor\s+)(?:is|are)\s+(?:my|the|our|this|that|these|it)\b[^?]*\b(?:problem|cause|reason|culprit|issue|fault|related)\b|"
    r"be\s+related\b|related\s+to\s+(?:the|my|our|this)|regression\b|says?\s+[\"“]|same\s+(?:issue|problem|bug)\b)",
    re.I,
)  # fmt: skip
IF_BELIEF = re.compile(r"\bif\s+(?P<belief>[^,?]{8,}?)(?:,|\s+then|\s+i['’]d|\s+we['’]d|\s+i\s+would)", re.I)
PREDICTS = re.compile(
    r"\b(?:if\s+(?:that['’]?s?|this|it|so)\b[^,]*,|if\s+so\b|then\b)?[^.;]*\b(?:should|would\s+expect|expected\s+to|ought\s+to|predicts?)\b", re.I
)
LEAD_IN = re.compile(
    r"(?:(?:and|but|so|also|then|honestly|hm+|ah|oh|well|right|ok(?:ay)?|explanation|now)[,:]?\s+)*(?:i(?:['’]m|\s+am)\s+suspicious\s+of|i\s+(?:strongly\s+)?(?:suspect|guess|think|believe|suppose|assume|bet|wonder\s+(?:if|whether))(?:\s+that)?:?|"
    r"my\s+(?:best\s+|first\s+)?(?:guess|suspicion|hunch|theory|hypothesis|bet|money|impression)\s+(?:is|would\s+be)(?:\s+(?:that|on))?:?|the\s+most\s+likely\s+(?:cause|reason|explanation)(?:\s+is)?:?|most\s+likely,?|probably,?|"
    r"i\s+have\s+the\s+(?:impression|feeling)\s+that(?:,)?|could\s+it\s+be(?:\s+that)?)\s*",
    re.I,
)  # fmt: skip
EMPTY = re.compile(r"(?:it|this|that|so|not|yeah|yes|no|that['’]?s|it['’]?s|they|the\s+(?:case|one|same|cause|reason|problem))\W*", re.I)
WEAK = re.compile(r"\b(?:anything|something else|what|how|who)\b", re.I)


@dataclass(frozen=True, slots=True)
class Belief:
    """A belief at [start, end) of its message: `label` where it has one (H1), `prediction` what it lets expect."""

    start: int
    end: int
    manner: Manner
    label: str = ""
    prediction: str | None = None


def beliefs(statements: tuple[Statement, ...], person: bool) -> Iterator[Belief]:
    """The beliefs stated in one message, in order."""
    found: Belief | None = None
    for s in statements:
        if s.kind in ("quote", "code", "cell"):
            continue
        if found and not person and found.prediction is None and _predicts(s):
            found = Belief(found.start, found.end, found.manner, found.label, s.text)
            continue
        for belief in _asked(s) if person else _held(s):
            if found:
                yield found
            found = belief
    if found:
        yield found


def _predicts(s: Statement) -> bool:
    return s.kind == "sentence" and re.match(r"if\s+(?:that|this|so|it)\b", s.text, re.I) is not None and "should" in s.text


def _held(s: Statement) -> Iterator[Belief]:
    """An agent's beliefs in one statement."""
    text = s.text
    label = LABEL.match(text)
    under = f"{s.lead} {s.heading}"
    if s.kind == "heading":
        if label and LISTED.search(label["label"]) and label.end() < len(text):
            yield Belief(s.start + label.end(), s.end, "listed", label["label"])
        return
    if s.kind == "item" and LISTED.search(under) and not NO_BELIEF.search(under):
        at = label.end() if label else 0
        yield Belief(s.start + at, s.end, "listed", label["label"] if label else "")
        return
    if text.rstrip().endswith("?"):
        return
    m = GUESS.search(text)
    if m and not re.search(r"\b(?:i['’]ll|let me)\b", text[: m.start()], re.I):
        yield from _spans(s, m, "guess")
        return
    if CAUSE.search(text):
        yield Belief(s.start, s.end, "cause")
        return
    fix = REMEDY.match(text)
    if fix and len(text) - fix.end() > 12:
        yield Belief(s.start + fix.end(), s.end, "remedy")


def _spans(s: Statement, m: re.Match[str], manner: Manner) -> Iterator[Belief]:
    """The belief without its lead-in; "I suspect A for x, B for y" is two."""
    a, b = s.start, s.end
    lead = LEAD_IN.match(s.text)
    if lead:
        a += lead.end()
    text = s.text[a - s.start :]
    if EMPTY.fullmatch(text):
        return
    two = re.match(r"(?P<one>\S+\s+for\s+[^,]*(?:\([^)]*\))?),\s+(?:and\s+)?(?P<two>\S+\s+for\s+.*)", text, re.S)
    if two:
        yield Belief(a + two.start("one"), a + two.end("one"), manner)
        yield Belief(a + two.start("two"), a + two.end("two"), manner)
    else:
        yield Belief(a, b, manner)


def _asked(s: Statement) -> Iterator[Belief]:
    """A person's beliefs: an impression, a question that names a cause, a condition for a decision."""
    m = ASKED.search(s.text)
    if m:
        a = s.start
        whether = re.search(r"\b(?:whether|if)\s+", s.text[m.start() :])
        if whether and "wonder" not in m[0] and m[0].split()[-1] in ("if", "whether"):
            a = s.start + m.end()
            stop = re.search(r",?\s+and\s+(?:whether|if|tell|then)\b|\.\s|,\s+(?:or|but)\b", s.text[m.end() :])
            b = a + stop.start() if stop else s.end
            if not WEAK.match(s.text[m.end() :].strip()):
                yield Belief(a + (len(s.text[m.end() :]) - len(s.text[m.end() :].lstrip())), b, "asked")
            return
        lead = LEAD_IN.match(s.text)
        yield Belief(s.start + (lead.end() if lead else 0), s.end, "asked")
        return
    belief = IF_BELIEF.search(s.text)
    if belief:
        yield Belief(s.start + belief.start("belief"), s.start + belief.end("belief"), "asked")
