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
FAILURE = (
    r"(?:happens|happened|occurs|occurred|fails?|failed|crash(?:es|ed)|breaks?|broke|hangs?|hung|arises|shows\s+up|"
    r"times?\s+out|timed\s+out|stalls?|leaks?|"
    r"(?:is|are|was|were)\s+(?:(?:still|now|so|also)\s+)?(?:failing|slow|slower|crashing|hanging|flaky|wrong|broken|"
    r"missing|empty|stale|red|lost|rejected|skipped|ignored|leaking|blocked))"
)
FAILS = regex(
    LEAD + rf"(?:(?:this|that|it)\s+|(?:the|our|both|all|these|those)\s+(?:\S+\s+){{1,5}}?){FAILURE}\b[^,;:]{{0,40}}?\s+(?:(?:only|"
    rf"simply|just|mainly)\s+)?(?:because(?:\s+of)?|due\s+to|since)\s+"
    r"(?!(?:of\s+this|this|that|you|i|we|jq|it['’]s\s+late)\b)\S+\s+\S+.*",
    re.I | re.S,
)
"""A failure with its reason."""
REASON = regex(
    LEAD + r"(?:the|one)\s+(?:(?:real|actual|main|only|likely)\s+)?(?:reason|cause)(?:\s+(?:for|of)\s+(?:this|that|it|"
    r"the\s+(?:\w+\s+){1,3}?))?\s*(?:is|was|seems\s+to\s+be|appears\s+to\s+be)\s+"
    r"(?:that\s+)?(?P<cause>(?!(?:that|simple|clear|obvious|unknown|unclear|not|documented|described|explained|given|in|"
    r"on|you|i|we|to)\b)\S+\s+\S+.*)",
    re.I | re.S,
)
SEEMS = regex(
    LEAD + rf"(?:the|this|that|our)\s+(?:\w+\s+)?{ROLE}\s+(?:seems|appears|looks)\s+to\s+(?:be|come|lie|sit|stem|"
    rf"start)\s+(?:in|with|at|from|on|inside|between|around|caused|the|an?)\b.*",
    re.I | re.S,
)
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
    if "reason" in low or " cause" in low:
        m = REASON.match(text)
        if m:
            return [Belief(s.start + m.start("cause"), s.end, "cause")]
    reasoned = ("because" in low or "due to" in low or " since " in low) and FAILS.match(text)
    seeming = not reasoned and ("seems" in low or "appears" in low or "looks" in low) and SEEMS.match(text)
    return [Belief(s.start, s.end, "cause")] if reasoned or seeming else []
