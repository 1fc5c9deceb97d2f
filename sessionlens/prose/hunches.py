"""Beliefs that a sentence tells by its words: a guess ("I suspect X", "X is likely the culprit"), a cause named ("the culprit is X"),
a rule with a prospect ("if each row scans the index, the cost should grow")."""

import re
from collections.abc import Iterator
from typing import Literal

from sessionlens.model.trace import Statement
from sessionlens.prose import cues, lexicon
from sessionlens.prose.asked import LEAD_IN, WEAK
from sessionlens.prose.clauses import Said

GUESS = re.compile(
    r"\b(?:i(?:['’]m|\s+am)\s+suspicious\s+of|i\s+(?:strongly\s+)?(?:suspect|guess|think|believe|suppose|assume|"
    r"bet)(?!\s+(?:so|on|any|i|we|you|it['’]?s\s+worth|a\s+better|the\s+(?:best|right|fix))\b)|"
    r"my\s+(?:best\s+|first\s+|current\s+)?(?:guess|suspicion|hunch|theory|hypothesis|bet|impression)(?:\s+(?:is|would\s+be)|"
    r":)|explanation,|"
    r"(?:might|may|could)\s+(?:also\s+|well\s+)?(?:be\s+(?:the|due|because|from|caused|related|coming)|"
    r"have\s+(?:been\s+)?caused|come\s+from|contribute|explain|cause)|"
    r"something\s+(?:in|about|inside|within|around)\s+[^,;.]{2,40}?\s+(?:is|was|keeps)\s+(?:\w+ly\s+)?\w+ing|"
    r"would\s+(?:also\s+)?explain|almost\s+certainly|seems?\s+to\s+be\s+(?:caused|due|related|coming)|should\s+have\s+\w+ed)\b",
)  # fmt: skip
ADVERB = re.compile(r"\b(?:most\s+likely(?!\s+to\b)|likely(?!\s+to\b)|probably|presumably|plausibly|suspected)\b")
CAUSAL = re.compile(
    r"\b(?:because|culprit|caus(?:e|es|ed|ing)|due\s+to|from|by|bug|trigger(?:s|ed|ing)?|reason|responsible|behind|blam\w+|"
    r"why|problem|packing|slow\w*|leak\w*|corrupt\w*|cost\w*)\b",
)
"""With one of these an adverb of doubt marks a suspicion about a cause, not a guess about some detail."""
CAUSE = re.compile(
    r"(?:\b(?:is|was|are|were)|['’]s)\s+(?:(?:the|our|my|a|an|likely|indeed|clearly|real|main|"
    r"actual)\s+)*(?:(?!not\b|no\b)\w+\s+)?(?:root\s+cause|culprit|smoking\s+gun|cause|trigger|bug|bottleneck|"
    r"to\s+blame|(?:caused|triggered)\s+by|what(?:['’]s|\s+is|\s+was)?\s+\w+ing|race\s+condition|signature\s+of)\b|"
    r"\broot\s+cause(?:\s+\w+)?:|introduced\s+the\s+(?:bug|problem|regression|leak|slowdown)|\brules?\s+out\b",
)  # fmt: skip
OUTLOOK = re.compile(
    r"(?:but\s+|so\s+)?if\s+(?!that['’]?s?\b|so\b|it\b|you\s+(?:want|like|prefer|need|do\b|don)|we\b|i\b|not\b|any|"
    r"the\s+(?:answer|md5|output|result|test))[^,?]{6,90},?\s[^?]*?\b(?:will|should)\s",
    re.I,
)
"""A rule with a prospect: "if each row scans the index, the cost should grow ..."."""
IF_DONE = re.compile(
    r"(?:so\s+|but\s+|and\s+)?if\s+(?:we|i|you)\s+(?!want|like|prefer|need|do\b|don|look|see|check|run\b|find|get\b)\w+\s[^?]{4,90},\s+then\s+[^?]+$",
    re.I,
)
"""What a step would bring: "if we pool the buffers, then the pauses are gone"."""
RECOMMENDS = re.compile(
    r"\b(?:fix|solution|approach|option|way|remedy|workaround)\s+(?:is|would\s+be|here\s+is)\s+(?:(?:probably|likely|perhaps|maybe)\s+)?to\b"
)
OWN = re.compile(
    r"\b(?:in|of)\s+my\b|\bmy\s+(?:own\s+)?(?:script|awk|sed|regex|command|test|mistake|bug|error|edit|grep|query|one-liner)", re.I
)
"""A slip of the agent's own is no belief about what is investigated."""
ASIDE = re.compile(r"\([^()]*\)")
POINTING = re.compile(r"(?:this|that|it|these|those|which)(?:['’]s|\s)", re.I)
TWO = re.compile(r"(?P<one>\S+\s+for\s+[^,(]*)(?:\([^)]*\))?,\s+(?:and\s+)?(?P<two>\S+\s+for\s+.*)", re.S)


TELLING = lexicon.GUESS | lexicon.CAUSE | lexicon.DOUBT | lexicon.CONDITION
"""A sentence without any of these words is no guess and names no cause."""
WORDED = ((lexicon.GUESS, GUESS), (lexicon.CAUSE, CAUSE), (lexicon.DOUBT, ADVERB))

Hunch = tuple[int, int, Literal["guess", "cause"]]


def worded(s: Statement, spoken: Said, flags: int) -> list[Hunch]:
    """The guesses and causes in one sentence or item of an agent, as [start, end) of the message; `flags` are those of its words."""
    low = spoken.low[s.start : s.end]
    if flags & lexicon.CONDITION and (OUTLOOK.match(s.text) or IF_DONE.match(s.text)):
        cut = s.text.find(" - ", s.text.find(", then")) if IF_DONE.match(s.text) else -1
        return [(s.start, s.start + cut if cut > 0 else s.end, "guess")]
    for flag, pattern in WORDED:
        if flags & flag and pattern.search(low):
            return [*_clause(s, spoken)]
    return []


def _clause(s: Statement, spoken: Said) -> Iterator[Hunch]:
    """The clause of a sentence that has the cue, with the clause before where it only points back ("X - this is the culprit")."""
    parts = spoken.of(s)
    for i, c in enumerate(parts):
        text = s.text[c.start - s.start : c.end - s.start]
        flat = spoken.low[c.start : c.end]
        guess = GUESS.search(flat) is not None or (ADVERB.search(flat) is not None and CAUSAL.search(ASIDE.sub("", flat)) is not None)
        if not (guess or CAUSE.search(flat)) or (
            not guess and (c.flags & lexicon.CONDITION or cues.PLAN.match(text) or cues.ADVICE.match(text))
        ):
            continue
        if (guess and (cues.ADVICE.match(text) or RECOMMENDS.search(flat))) or OWN.search(text):
            continue
        start, end = c.start, c.end
        if i and (c.opener == "which" or (POINTING.match(text) and c.opener in ("-", ":", ";", ","))):
            start = parts[i - 1].start
        lead = LEAD_IN.match(s.text, start - s.start)
        start = s.start + lead.end() if lead else start
        if lead and "root cause" in lead[0].lower():
            yield start, s.end, "cause"
            return
        if start >= end - 3 and i and parts[i - 1].verb:
            start, end = parts[i - 1].start, parts[i - 1].end
        elif start >= end - 3 and i + 1 < len(parts):
            start, end = parts[i + 1].start, parts[i + 1].end
        elif i + 1 < len(parts) and (
            (parts[i + 1].opener in (":", ";") and lead and lead[0].strip()) or (parts[i + 1].opener == "-" and not guess)
        ):
            end = parts[i + 1].end
        two = TWO.match(spoken.masked, start, s.end)
        if two and guess:
            yield two.start("one"), two.end("one"), "guess"
            yield two.start("two"), two.end("two"), "guess"
        elif POINTING.match(s.text, start - s.start) and len(s.text[start - s.start : end - s.start].split()) < 6:
            return
        elif end - start > 8 and not WEAK.fullmatch(s.text[start - s.start : end - s.start].strip()):
            yield start, end, "guess" if guess else "cause"
        return
