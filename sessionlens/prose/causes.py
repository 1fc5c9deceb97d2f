"""Causes told flatly: an announcement with the cause behind its colon ("I see the problem: ..."), a failure with the reason for it
("the build fails because ...", "the timeouts are due to ..."), what the reason is said to be.

Nothing in the wording doubts, but until something was run it is a belief like any other.
"""

import re

from sessionlens.model.trace import Statement
from sessionlens.prose.marked import Belief
from sessionlens.text.regex import regex

LEAD = r"(?:(?:so|but|and|then|ok(?:ay)?|now|ah|aha|right|great|good|yes|hm+)[,:.…!]*\s+)*"
ROLE = r"(?:issue|problem|bug|cause|culprit|root\s+cause|trouble|flaw|error|mistake|regression|leak)"
ANNOUNCED = regex(
    LEAD + r"[*_]*(?:(?:i\s+(?:see|found|have\s+found|can\s+see|understand|know)|i['’]ve\s+found|found|that['’]s|there['’]s|"
    r"here['’]s|there\s+is|here\s+is|this\s+is)\s+)?"
    rf"(?:(?:the|our)\s+(?:(?:real|actual|likely|main|underlying|second|other|remaining)\s+)*{ROLE}(?:\s+(?:here|now|"
    rf"is\s+clear|is\s+simple|is\s+this|with\s+(?:the\s+)?[\w`./()-]+))?|"
    r"i\s+(?:now\s+)?(?:see|understand|know|get)(?:\s+(?:it|why(?:\s+it\s+\w+)?|what['’]s\s+(?:wrong|happening|"
    r"going\s+on)|what\s+(?:happens|happened)))?(?:\s+now)?|"
    r"(?:that['’]s|this\s+is|here['’]s)\s+why(?:\s+(?:it|this|the\s+\w+)\s+\w+)?)[*_]*\s*(?::|—|"
    r"–)[*_]*\s+(?P<cause>(?!(?:how|what|where|whether|see|fixed|closed|done)\b)\S+\s+\S+.*)",
    re.I | re.S,
)
"""An announcement with the cause behind it."""
KEYS = (
    *("issue", "problem", "bug", "cause", "culprit", "trouble", "flaw", "error", "mistake", "understand", "i see", "i know", "i get"),
    *(" why", "leak", "regression"),
)


def caused(s: Statement, low: str) -> list[Belief]:
    """The cause that a sentence or item of an agent tells flatly; `low` is its text in lower case.

    >>> text = "I see the problem: the reader closes the pool twice."
    >>> [text[b.start : b.end] for b in caused(statements(text)[0], text.lower())]      # doctest: +SKIP
    ['the reader closes the pool twice.']
    """
    text = s.text
    if text.endswith(("?", ":")):
        return []
    if (": " in low or " — " in low or " – " in low) and any(map(low.__contains__, KEYS)):
        m = ANNOUNCED.match(text)
        if m:
            return [Belief(s.start + m.start("cause"), s.end, "cause")]
    return []
