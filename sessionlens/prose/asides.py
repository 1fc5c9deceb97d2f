"""What looks like a plan, a doubt or a condition and is none, and what looks like a result and only decides or agrees."""

import re

from sessionlens.prose.lexicon import LIMIT
from sessionlens.text.regex import regex

UNABLE = regex(r"\b(?:i|we)\s+(?:could\s+not|couldn['’]t)\s+(?!(?:find\s+out|tell|say|be)\b)\w", re.I)
"""What could not be done is known: "I could not run the linter"."""
HARDLY_IF = regex(
    r"\bif\s+(?:anything|at\s+all|any|only\s+just|only\s+barely|not\s+more)\b|"
    r"\b(?:checks?|checked|asks?|asked|tests?|tested|decides?|decided|tells?|told|sees?|shows?|showed|depends\s+on|verif(?:y|ies|ied)|determines?|"
    r"knows?|matters?)\s+(?:if|whether)\b",
    re.I,
)
"""No condition: "slower if anything", "it checks if the line is empty"."""
DECIDED = regex(
    r"(?:\S+\s+){1,5}?(?:stays?|goes|comes\s+(?:back|out))(?:\s+(?:in|out|as[- ]is|(?:as|where)\s+it\s+is|for\s+now|"
    r"too|then|again))*\W*$",
    re.I,
)
"""What is to be with a thing, told in the present: "the check stays", "the flag goes in"."""
AGREES = regex(r"you(?:['’]re|\s+(?:are|were))\s+(?:absolutely\s+|quite\s+)?right(?:\s+(?:on|about|there)\b[^,:;]*)?\W*", re.I)
"""Says that the reader is right, and not in what."""

DENIES = regex(r"\b(?:no|not|never|neither|nothing|none|nobody)\b|n['’]t\b", re.I)


def denies(text: str, flags: int) -> bool:
    """Whether a clause denies something; `flags` are those of its words."""
    return bool(flags & LIMIT) and DENIES.search(text) is not None


def decides(text: str) -> bool:
    """Whether a clause says what is to become of a thing, or only agrees."""
    if ("stay" in text or "goes" in text or "comes " in text) and DECIDED.match(text):
        return True
    return "right" in text and AGREES.fullmatch(text) is not None
