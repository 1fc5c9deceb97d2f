"""Sentences that state a belief which could be shown true or false: how agents and people word a suspicion, a cause, a remedy.

Six manners: a labelled list of hypotheses, a guess ("I suspect X", "X is likely the culprit"), a cause named ("the culprit is X"),
a remedy offered before it was tried ("the fix: replace X by Y"), a labelled proposal with what it is to bring ("K1: batch the writes,
so that the log is not flushed each time"), a person's question or impression ("could it be X?").
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from sessionlens.model.trace import Statement
from sessionlens.prose import cues, lexicon
from sessionlens.prose.asked import LEAD_IN, WEAK, questions
from sessionlens.prose.clauses import SPOKEN, Said, said

Manner = Literal["listed", "guess", "cause", "remedy", "proposed", "asked"]

BULLET = re.compile(r"[\s>]*(?:[-*+•]|\d+[.)])?\s*(?:\[[ xX]\]\s*)?[*_]*\s*")
LABEL = re.compile(
    r"[*_`(]*(?P<label>(?:hypothesis|theory|suspect|cause)\s+#?\d+|[A-Z]{1,3}\d{1,2}[a-z]?)"
    r"(?:[)*_`]*\s*[:.)—–-]+[*_]*|[)*_`]+)\s*",
    re.I,
)
LISTED = re.compile(
    r"\b(?:hypothes[ie]s|theor(?:y|ies)|suspects?|suspicions?|guesses|(?:possible|potential|likely|"
    r"candidate)\s+(?:root\s+)?(?:causes?|reasons?|explanations?|culprits?))\b",
    re.I,
)
"""What stands above a list of hypotheses."""
SEVERAL = re.compile(
    r"\b(?:hypotheses|theories|suspects|suspicions|guesses|(?:possible|potential|likely|candidate)\s+(?:root\s+)?(?:causes|reasons|explanations|culprits))\b",
    re.I,
)
"""Above items without labels: a list under "The likely cause:" gives the steps of one."""
NO_BELIEF = re.compile(r"\b(?:fix(?:es)?|solutions?|options?|changes?|steps|approach(?:es)?|refuted|confirmed)\b", re.I)
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
REMEDY = re.compile(
    r"(?:\*\*)?(?:(?:the|my|real|right|proposed|simplest|obvious|proper)\s+)+fix(?:\s+for\s+\w+|\s+here|"
    r"\s+is\s+still\s+the\s+same)?(?:\*\*)?\s*(?:\*\*)?[:—–]\s*|fix\s+for\s+\w+:\s*",
    re.I,
)
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
COMBINED = re.compile(
    r"\b(?:two|three|2|3|double|triple)-?\s?\w{0,8}\s+(?:combo|combination|punch|chain|interaction)\b|\bcombination\s+of\s+(?:two|three|both|these)\b",
    re.I,
)
"""A cause that takes several things together; the list below names them."""
RECOMMENDS = re.compile(
    r"\b(?:fix|solution|approach|option|way|remedy|workaround)\s+(?:is|would\s+be|here\s+is)\s+(?:(?:probably|likely|perhaps|maybe)\s+)?to\b"
)
OWN = re.compile(
    r"\b(?:in|of)\s+my\b|\bmy\s+(?:own\s+)?(?:script|awk|sed|regex|command|test|mistake|bug|error|edit|grep|query|one-liner)", re.I
)
"""A slip of the agent's own is no belief about what is investigated."""
PREDICTS = re.compile(r"if\s+(?:that|this|so|it|true|right|correct)\b", re.I)
PROPOSED = re.compile(
    r"(?:(?:first|then|next|now|and|finally|last)[,:]?\s+)?[*_(]*(?P<label>[A-Z]{1,2}\d{1,2})[)*_]*(?:\s+(?:next|first|then|now|last))?\s*[:—–-]\s+",
    re.I,
)
"""A labelled proposal: "K1: batch the writes", "K2 next: ...", "First K3: ..."."""
PURPOSE = re.compile(r"\bso\s+that\b|\b(?:expect(?:s|ed)?|should|promises?|estimates?|hope[sd]?)\b", re.I)
"""What a proposal is to bring; without it a label only names a step."""
PROMISE = re.compile(r"\bshould\s+(?!be\s+(?:done|removed|checked|tested)|we\b|i\b|not\b)\w+", re.I)
"""A proposed step with what it is to bring: "buffer the reads, should save 10 ms"."""
POINTING = re.compile(r"(?:this|that|it|these|those|which)(?:['’]s|\s)", re.I)
TWO = re.compile(r"(?P<one>\S+\s+for\s+[^,(]*)(?:\([^)]*\))?,\s+(?:and\s+)?(?P<two>\S+\s+for\s+.*)", re.S)

MARKS = (
    "hypothes", "theor", "suspect", "suspici", "guesses", "cause", "reason", "explanation", "culprit", "combo", "combination",
    "punch", "chain", "interaction",
)  # fmt: skip
LABELLED = re.compile(r"[A-Za-z]\d")
"""A message with none of these has no labelled, listed or combined belief: looked for once, because that is cheap."""
SHOWN = frozenset({"quote", "code", "cell"})
TELLING = lexicon.GUESS | lexicon.CAUSE | lexicon.DOUBT | lexicon.REMEDY | lexicon.CONDITION
"""A sentence without any of these words states no belief of an agent."""

WORDED = ((lexicon.GUESS, GUESS), (lexicon.CAUSE, CAUSE), (lexicon.DOUBT, ADVERB))


@dataclass(frozen=True, slots=True)
class Belief:
    """A belief at [start, end) of its message: `label` where it has one (H1), `prediction` what it lets expect."""

    start: int
    end: int
    manner: Manner
    label: str = ""
    prediction: str | None = None


def beliefs(statements: tuple[Statement, ...], text: str, person: bool) -> list[Belief]:
    """The beliefs stated in one message, in order; `text` is the message's."""
    if person:
        return [Belief(s.start + a, s.start + b, "asked") for s in statements if s.kind not in SHOWN for a, b in questions(s.text)]
    out: list[Belief] = []
    held: Belief | None = None
    spoken = said(text)
    marked = LABELLED.search(text) is not None or any(map(spoken.low.__contains__, MARKS))
    for s in statements:
        if s.kind in SHOWN:
            continue
        if held and held.prediction is None and _foretells(s, held, text):
            held = replace(held, prediction=s.text)
            continue
        if held and held.manner == "listed" and _same_item(s, text):
            continue
        if held and held.manner == "cause" and s.kind == "item" and COMBINED.search(s.lead) and text.startswith(s.lead, held.start):
            held = replace(held, end=s.end)
            continue
        found = _marked(s) if marked else None
        if found is None:
            found = _worded(s, spoken) if s.kind in SPOKEN else []
        if found and held and _points_back(found[0], held, text):
            found = found[1:]
        for belief in found:
            if held and _whole(held, text):
                out.append(held)
            held = belief
    if held and _whole(held, text):
        out.append(held)
    return out


def _points_back(belief: Belief, held: Belief, text: str) -> bool:
    """Whether a cause is the one just named: "The writer is the culprit. [...] This is a race between ..."."""
    near = held.manner in ("cause", "guess") and "\n\n" not in text[held.end : belief.start]
    return belief.manner == "cause" and near and POINTING.match(text, belief.start) is not None


def _whole(belief: Belief, text: str) -> bool:
    """A proposal is a belief only where something says what it is to bring."""
    return belief.manner != "proposed" or belief.prediction is not None or PURPOSE.search(text, belief.start, belief.end) is not None


def _foretells(s: Statement, held: Belief, text: str) -> bool:
    """Whether a statement says what the belief before it lets expect."""
    if s.kind == "sentence":
        return PREDICTS.match(s.text) is not None or (
            held.manner == "proposed" and not text[held.end : s.start].strip(" .*_\n") and PURPOSE.search(s.text) is not None
        )
    return held.manner == "listed" and _same_item(s, text) and (OUTLOOK.match(s.text) is not None or PURPOSE.search(s.text) is not None)


def _same_item(s: Statement, text: str) -> bool:
    """Whether a statement goes on inside a list item that another sentence began."""
    if s.kind != "item":
        return False
    line = text[text.rfind("\n", 0, s.start) + 1 : s.start]
    return BULLET.fullmatch(line) is None


@lru_cache(maxsize=512)
def lists(lead: str, heading: str) -> bool:
    """Whether a list under this lead and heading is one of hypotheses."""
    above = f"{lead} {heading}"
    return LISTED.search(above) is not None and NO_BELIEF.search(above) is None


def _marked(s: Statement) -> list[Belief] | None:
    """An agent's beliefs in a statement that is marked as one by its place or label; None: its words must tell."""
    listed = s.kind == "item" and lists(s.lead, s.heading)
    label = LABEL.match(s.text) if listed or s.kind == "heading" else None
    if listed and (label or SEVERAL.search(f"{s.lead} {s.heading}")):
        return [Belief(s.start + (label.end() if label else 0), s.end, "listed", label["label"] if label else "")]
    if s.kind == "heading":
        named = label and LISTED.search(label["label"]) and label.end() < len(s.text)
        return [Belief(s.start + label.end(), s.end, "listed", label["label"])] if label and named else []
    proposed = PROPOSED.match(s.text) if s.kind == "sentence" else None
    if proposed:
        return [Belief(s.start + proposed.end(), s.end, "proposed", proposed["label"])]
    if s.text.rstrip("*_ ").endswith(":") and COMBINED.search(s.text):
        return [Belief(s.start, s.end, "cause")]
    return None


def _worded(s: Statement, spoken: Said) -> list[Belief]:
    """An agent's beliefs in a sentence or item, told by its words."""
    flags = 0
    for c in spoken.of(s):
        flags |= c.flags
    if not flags & TELLING or s.text.rstrip("*_ ").endswith(("?", ":")):
        return []
    low = spoken.low[s.start : s.end]
    fix = REMEDY.match(s.text) if flags & lexicon.REMEDY else None
    promise = s.kind == "item" and flags & lexicon.GUESS and cues.ORDER.match(s.text) and PROMISE.search(s.text)
    if promise or (fix and cues.ORDER.match(s.text, fix.end())):
        return [Belief(s.start + (fix.end() if fix else 0), s.end, "remedy")]
    if flags & lexicon.CONDITION and (OUTLOOK.match(s.text) or IF_DONE.match(s.text)):
        cut = s.text.find(" - ", s.text.find(", then")) if IF_DONE.match(s.text) else -1
        return [Belief(s.start, s.start + cut if cut > 0 else s.end, "guess")]
    for flag, pattern in WORDED:
        if flags & flag and pattern.search(low):
            return [*_clause(s, spoken)]
    return []


def _clause(s: Statement, spoken: Said) -> Iterator[Belief]:
    """The clause of a sentence that has the cue, with the clause before where it only points back ("X - this is the culprit")."""
    parts = spoken.of(s)
    for i, c in enumerate(parts):
        text = s.text[c.start - s.start : c.end - s.start]
        flat = spoken.low[c.start : c.end]
        guess = GUESS.search(flat) is not None or (ADVERB.search(flat) is not None and CAUSAL.search(flat) is not None)
        if not (guess or CAUSE.search(flat)) or (
            not guess and (c.flags & lexicon.CONDITION or cues.PLAN.match(text) or cues.ADVICE.match(text))
        ):
            continue
        if (guess and (cues.ADVICE.match(text) or RECOMMENDS.search(flat))) or OWN.search(text):
            continue
        start, end = c.start, c.end
        if POINTING.match(text) and i and c.opener in ("-", ":", ";", ",", "which"):
            start = parts[i - 1].start
        lead = LEAD_IN.match(s.text, start - s.start)
        start = s.start + lead.end() if lead else start
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
            yield Belief(two.start("one"), two.end("one"), "guess")
            yield Belief(two.start("two"), two.end("two"), "guess")
        elif POINTING.match(s.text, start - s.start) and len(s.text[start - s.start : end - s.start].split()) < 6:
            return
        elif end - start > 8 and not WEAK.fullmatch(s.text[start - s.start : end - s.start].strip()):
            yield Belief(start, end, "guess" if guess else "cause")
        return
