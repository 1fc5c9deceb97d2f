"""Guesses at a cause that a later finding replaces: "Maybe the cache is stale", "perhaps the key is wrong", then "Found the problem! The
script calls the old binary", which is borne out. Nobody says of the guesses that they were wrong.
"""

import re

from sessionlens.model.facts import Hypothesis
from sessionlens.model.trace import Trace
from sessionlens.text.regex import regex

FOUND = regex(
    r"\b(?:found|that(?:['’]s|\s+is)|here(?:['’]s|\s+is)|there(?:['’]s|\s+is)|this\s+is|see)\s+(?:(?:the|our|it)\b\s*)(?:(?:real|actual|true|root|main)\s+)*"
    r"(?:problem|bug|issue|cause|culprit|reason|it)?\s*[!:.—–-]+\s*[*_]*\s*$|"
    r"\b(?:the|our)\s+(?:real|actual|true)\s+(?:problem|bug|issue|cause|culprit|reason)\s+(?:is|was)\s*(?:that\s+)?[:]?\s*$",
    re.I,
)
"""What stands before a finding that ends a search."""
REAL = regex(r"\b(?:the|our)\s+(?:real|actual|true)\s+(?:problem|bug|issue|cause|culprit|reason)\s+(?:is|was)\b", re.I)
GUESSED = regex(r"\b(?:issue|problem|bug|cause|culprit|reason|might|may|maybe|perhaps|suspect|suspicion|if|whether|why|could)\b", re.I)
"""What stands at a guess at a cause."""
REACH = 30
"""Messages before a finding in which the guesses stand that it replaces."""


def replaced(settled: tuple[Hypothesis, ...], trace: Trace) -> tuple[Hypothesis, ...]:
    """The same hypotheses, where open guesses of the agent are refuted by a later finding that was confirmed."""
    if not any(h.status == "open" for h in settled) or not any(h.status == "confirmed" for h in settled):
        return settled
    texts = {t.message.number: t.message.text for t in trace.turns}
    found = [h.msg for h in settled if h.status == "confirmed" and h.by != "user" and _finds(h, texts.get(h.msg, ""))]
    out = []
    for h in settled:
        if h.status == "open" and h.by != "user" and not h.prediction and not h.mentions[1:] and found:
            at = next((m for m in found if h.msg < m <= h.msg + REACH), None)
            text = texts.get(h.msg, "")
            if at is not None and GUESSED.search(text[max(0, h.span.start - 60) : h.span.end]):
                h = h.model_copy(update={"status": "refuted", "decided_at": at, "decided_by": (at,)})
        out.append(h)
    return tuple(out)


def _finds(h: Hypothesis, text: str) -> bool:
    """Whether a belief is told as the finding that ends a search."""
    return FOUND.search(text[max(0, h.span.start - 60) : h.span.start]) is not None or REAL.match(h.quote) is not None
