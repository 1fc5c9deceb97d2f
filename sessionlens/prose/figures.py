"""Reports in figures, which need no verb: where one ends and the next begins ("read 10 -> 8 ms, write 40 -> 31 ms")."""

import re

from sessionlens.prose.cues import VERSUS
from sessionlens.prose.lexicon import FINITE, TABLE
from sessionlens.text.regex import regex

ARROW = regex(r"→|->|⇒")
SHARE = regex(r"[+−-]?\d[\d.,]*\s?%")
FIGURES = regex(r"\d")
NAME = regex(r"[^\W\d_]{2,}")
MORE = regex(
    r"[+−-]?\d[\d.,]*\s?(?:%|[x×]|[^\W\d_]{1,3})\s+(?:more|less|fewer|faster|slower|higher|lower|larger|bigger|smaller|better|worse)\b",
    re.I,
)
"""A comparison that needs no verb: "8 % more calls"."""


def reports(masked: str, a: int, b: int) -> bool:
    """Whether masked[a:b] is a report in figures that needs no verb."""
    return ARROW.search(masked, a, b) is not None or SHARE.search(masked, a, b) is not None


def joined(masked: str, at: int, stop: int, go: int, reach: int, joint: str) -> bool:
    """Whether both sides report figures of their own: each with an arrow, or each with a percentage and a name."""
    a, b = masked[at:stop], masked[go:reach]
    if not (FIGURES.search(a) and FIGURES.search(b)):
        return False
    if (ARROW.search(a) and ARROW.search(b)) or (MORE.search(a) and MORE.match(b)):
        return True
    if not joint and TABLE[b.split(None, 1)[0].lower()] & FINITE:
        return False
    named = len(NAME.findall(b)) >= (2 if b[:1] not in "+−-" else 1)
    return bool((SHARE.search(a) or VERSUS.search(a)) and SHARE.search(b) and named) and not (joint == "and" and b[:1].isdigit())
