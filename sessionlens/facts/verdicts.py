"""Verdicts in what is said: words that confirm or refute, which status a stretch of text gives, and whether it is about a belief."""

import re
from collections import Counter
from typing import NamedTuple

from sessionlens.facts import aliases
from sessionlens.model.trace import Trace
from sessionlens.model.words import Status
from sessionlens.prose import lexicon
from sessionlens.prose.clauses import said
from sessionlens.prose.sentences import lowered

REFUTES = re.compile(
    r"\b(?:refuted|disproved|disproven|falsified|ruled\s+out|rules?\s+(?:it|that|this|\w+)?\s*out|(?:is|was|are|"
    r"were)(?:n['’]t|\s+not)\s+(?:the\s+)?(?:cause|culprit|problem|reason|main|issue|real|it)|"
    r"(?:can['’]?t|cannot|can\s+not)\s+be\s+the|not\s+(?:the\s+)?(?:main\s+|root\s+)?(?:cause|culprit|reason)|"
    r"(?<!message\s)(?<!numbers\s)(?<!summary\s)(?<!statement\s)(?:was|were)\s+(?:wrong|mistaken)|(?:i|we)\s+(?:had\s+)?assumed|"
    r"(?:has|had|have|makes?|made)\s+(?:next\s+to\s+|almost\s+|practically\s+)?no\s+(?:effect|difference)|(?:does|did|do)(?:n['’]t|\s+not)\s+(?:help|matter|explain|"
    r"change\s+anything|account)|"
    r"not\s+what\s+(?:i|we)|unrelated|nothing\s+(?:to\s+do|(?:\w+\s+)?(?:points|references|uses|calls))|"
    r"no\s+(?:\w+\s+){1,3}(?:references?|points?|uses?|calls?)\s+(?:it|them|these|this)|brings?\s+(?:little|nothing)|"
    r"a\s+different\s+(?:function|file|cause|problem)|never\s+(?:touche[sd]|called))\b",
)  # fmt: skip
CONFIRMS = re.compile(
    r"\b(?:confirm(?:s|ed)|verified|prove[sdn]|(?:was|were|is)\s+right|so\s+was|as\s+(?:\w+\s+)?(?:predict(?:s|ed)|expected|"
    r"suspected)|indeed|fits\s+the\s+(?:hypothesis|theory|prediction)|"
    r"(?:cleared|removed|fixed|resolved)\s+the\s+[^.;]{3,60}?\s+(?:that|which)\s+(?:was|were)\s+\w+ing\b|"
    r"that['’]?s\s+(?:it|the\s+cause)|so\s+(?:the\s+)?[\w`]+(?:\s+\w+)?\s+it\s+is\b|so\s+(?:the\s+)?\w+\s+was\s+the|(?:is|are|was)\s+(?:really\s+)?worth\s+it|(?:clear|"
    r"real|genuine)\s+(?:regression|slowdown|cause|bug)|root\s+cause\s+(?:is|was|found))\b",
)  # fmt: skip
UNUSED = re.compile(
    r"nothing\s+(?:\w+\s+)?(?:points|references|uses|calls)|no\s+(?:\w+\s+){1,3}(?:references?|points?|uses?|calls?)\s+(?:it|them|these|this)"
)
OVERTURNS = re.compile(r"\bnot\s+what\s+(?:i|we|you)\s+(?:thought|assumed|believed|suspected)")
MODAL = re.compile(r"\b(?:would|could|might|may|should|will|[\w]+['’](?:ll|d))\b")
NOT_YET = re.compile(
    r"\b(?:to|not|never|need(?:s)?\s+to|yet\s+to\s+be|if|can|cannot|could|would|until|unless|once|let\s+me|"
    r"whether)\s+(?:be\s+)?(?:confirm|prove|rule)",
)
BARE = re.compile(
    r"(?:[*_]*(?P<yes>confirmed|as\s+(?:i\s+)?(?:suspected|expected|predicted)|hypothesis\s+confirmed|that['’]s\s+it)|"
    r"(?P<no>refuted|not\s+it|no\s+effect|wrong))[*_.!:,\s]",
    re.I,
)
WORKED = re.compile(
    r"[*_]*(?:(?:both|all|the|these|this|that)\s+)?(?:fix(?:es)?\s+)?(?:\w+\s+)?(?:confirmed|verified|fixed|works?(?!\s+(?:by|like|as|on|out)\b)|working)\b",
    re.I,
)
"""What is said of a remedy that was tried."""
PART = re.compile(r"[;.](?:\s|$)|,?\s+but\s+|,\s+(?:and|so|while)\s+|\s[—–]\s")
SO_IT_IS = re.compile(r"\bso\s+(?:the\s+)?`?(?P<what>\w+)`?\s+it\s+is\b")


class Said(NamedTuple):
    """A statement with a verdict's words: its message, text, other content words, the verdict; whether it is a bare one
    ("Confirmed."), whether it says that a remedy worked, whether it refutes by a missing reference only, which is about something
    else many messages later, whether it takes back what was thought to be the cause, and whether a belief may be meant with
    which it shares no word."""

    msg: int
    text: str
    words: frozenset[str]
    status: Status
    bare: bool
    worked: bool
    weak: bool
    overturns: bool
    beyond: bool


def verdicts(trace: Trace, first: int) -> list[Said]:
    """Every statement with a verdict's words after message `first`: message, text, its content words, verdict."""
    out: list[Said] = []
    for turn in trace.turns:
        message = turn.message
        if not turn.statements or message.number <= first:
            continue
        spoken = said(message.text)
        for s in turn.statements:
            flags = spoken.flags(s)
            if " it is" in s.text:
                flags |= lexicon.CONFIRM
            if not flags & VERDICT or s.text.rstrip().endswith("?"):
                continue
            low = lowered(s.text)
            status = word(low, flags)
            worked = WORKED.match(s.text) is not None
            if status:
                rest = REFUTES.sub(" ", low) if flags & lexicon.REFUTE else low
                rest = CONFIRMS.sub(" ", rest) if flags & lexicon.CONFIRM else rest
                weak = status == "refuted" and UNUSED.search(low) is not None
                overturns = "not what" in low and OVERTURNS.search(low) is not None
                bare = BARE.match(s.text) is not None
                out.append(
                    Said(
                        message.number,
                        s.text,
                        aliases.content(rest),
                        status,
                        bare,
                        worked,
                        weak,
                        overturns,
                        bare or worked or overturns or " it is" in low,
                    )
                )
            elif worked:
                out.append(Said(message.number, s.text, frozenset(), "confirmed", False, worked, False, False, True))
    return out


VERDICT = lexicon.REFUTE | lexicon.CONFIRM


def word(low: str, flags: int = VERDICT) -> Status | None:
    """The verdict that a stretch of text in lower case gives, if any; `flags` are those of its words."""
    bare = BARE.match(low)
    if bare:
        return "confirmed" if bare["yes"] else "refuted"
    if flags & lexicon.REFUTE and REFUTES.search(low) and not NOT_YET.search(low):
        return "refuted"
    if flags & lexicon.CONFIRM and CONFIRMS.search(low) and not NOT_YET.search(low) and not MODAL.search(low):
        return "confirmed"
    return None


def about(shared: frozenset[str], topic: frozenset[str], words: frozenset[str], common: Counter[str]) -> bool:
    """Whether a verdict with these words is about the belief: half of it is named, or a third or most of the verdict with a rare word."""
    if not shared:
        return False
    if len(shared) >= max(2, len(topic) / 2):
        return True
    rare = min(common[w] for w in shared) <= 2
    return rare and ((len(shared) > 1 and len(shared) * 3 >= len(topic)) or len(shared) * 2 >= len(words))


def named_so(text: str, topic: frozenset[str]) -> bool:
    """Whether a verdict is of the kind "so the list it is" and names what the belief is about."""
    m = SO_IT_IS.search(text)
    return m is not None and bool(aliases.content(m["what"]) & topic)


def on(text: str, label: str) -> Status | None:
    """The verdict on a label in its own part of a sentence: "H5 confirmed; H1 and H3 refuted"."""
    at = 0
    for m in [*PART.finditer(text), None]:
        part = text[at : m.start() if m else len(text)]
        place = re.search(rf"(?<!\w){re.escape(label)}(?!\w)", part)
        if place:
            part = lowered(part)
            return word(part[place.start() :]) or word(part)
        at = m.end() if m else at
    return None
