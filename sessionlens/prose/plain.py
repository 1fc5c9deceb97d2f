"""Beliefs in the plainest words, looked for where no other frame fits: what the root cause is, what somebody worries about or bets on,
what must or will probably be so, what a sight means, why something happened, what is to be looked at because it may be wrong.
"""

import re

from sessionlens.model.trace import Statement
from sessionlens.prose.causes import LEAD
from sessionlens.prose.clauses import Said
from sessionlens.prose.doubts import LACKS
from sessionlens.prose.marked import Belief
from sessionlens.prose.verbs import look
from sessionlens.text.regex import regex

NOT_ABOUT = (
    r"(?!(?:the\s+same|something\s+else|my|you|i|we|to|not|no|how|what|why|where|whether|simple|clear|obvious|unknown|unclear|in|on|this|"
    r"fixed|gone|solved|resolved)\b)"
)
CAUSE = regex(
    LEAD + r"(?:\*\*)?(?:the|our|its|one)\s+(?:(?:real|actual|main|likely|underlying|whole|only|other|second|immediate|true)\s+)*"
    r"(?:root\s+cause|cause|culprit|trigger|explanation|reason|bug|problem|issue|trouble|catch|flaw|bottleneck)(?:\s+(?:of|for|behind|with|here|in)\b[^:,;]{0,60}?)?(?:\*\*)?"
    rf"(?:\s+(?:here|now|then))?\s+(?:is|was)\s+(?:(?:likely|probably|simply|just|really)\s+)?(?:that\s+(?P<belief>\S+\s+\S.*)|(?P<thing>{NOT_ABOUT}\S+\s+\S.*))",
    re.I | re.S,
)
MEANS = regex(
    r"(?:.*[,;(–—-]\s*)?(?:(?:and|so|but|which)\s+)?(?:this|that|which|it)\s+(?:probably\s+|also\s+)?means(?:\s+that)?,?\s+(?P<belief>(?!(?:we|i)\s+(?:can|need|should|must|have)\b)\S+\s+\S.*)",
    re.I | re.S,
)
AMISS = regex(
    r"\b(?:older|outdated|stale|wrong|broken|missing|lost|mismatch\w*|twice|too\s+(?:early|late|small|old|few|many)|race|leak\w*|"
    r"conflict\w*|limit|typo|bug|issue|problem|corrupt\w*|duplicat\w*|unset|empty|properly|correctly)\b",
    re.I,
)
WHY = regex(
    r"(?P<belief>\S.{8,}?),?\s+(?:which|and\s+that|and\s+this|that|this)(?:['’]s|\s+is)\s+why\s+(?!(?:i|we|you)\b)\S+\s+\S", re.I | re.S
)
FOUND = regex(
    LEAD
    + r"(?:found\s+it|got\s+it|there\s+(?:it\s+is|we\s+(?:go|are))|that(?:['’]s\s+it|\s+explains\s+it|['’]s\s+(?:the\s+)?(?:why|reason)))"
    r"\s*[:!.—–-]+\s+(?P<belief>\S+\s+\S+\s+\S.*)",
    re.I | re.S,
)
SEES = regex(
    r"\b(?:check|see|verify|look|find\s+out|test|confirm)\s+(?:first\s+)?(?:if|whether)\s+(?P<belief>(?!(?:you|i|we|any|these|those|this|that)\b|there\s+(?:are|is\s+any)\b|(?:they|it)['’])"
    r"(?:there(?:['’]s|\s+is)\s+)?\S[^?]{6,}?)(?:,?\s+(?:or|and)\b|,\s|[.]?$)",
    re.I,
)
ASKS = regex(
    LEAD + r"(?:could|can|might|may)\s+(?:it|this|that)\s+be\s+(?:that\s+)?(?P<belief>(?!(?:done|useful|worth)\b)\S+\s+\S[^?]*)\?$", re.I
)
WORDS = (
    *("cause", "culprit", "trigger", "explanation", "reason", " bug ", "problem ", "issue ", "trouble", "catch ", "flaw", "bottleneck"),
    *(" means", " why ", "found it", "got it", "there it is", "explains it", " if ", "whether"),
)


def plain(s: Statement, spoken: Said) -> list[Belief]:
    """The belief of a sentence or item of an agent in plain words.

    >>> text = "The root cause is that both readers share one cursor."
    >>> [text[b.start : b.end] for b in plain(statements(text)[0], said(text))]      # doctest: +SKIP
    ['both readers share one cursor.']
    """
    low = spoken.low[s.start : s.end]
    asked = ASKS.match(s.text) if s.text.endswith("?") and " be " in low else None
    if asked:
        return [Belief(s.start + asked.start("belief"), s.start + asked.end("belief"), "guess")]
    if text_ends(s.text) or not any(map(low.__contains__, WORDS)):
        return []
    m = CAUSE.match(s.text)
    if m and (m["belief"] or look(spoken.low, s.start + m.start("thing"), s.end).verbs):
        return [Belief(s.start + (m.start("belief") if m["belief"] else m.start("thing")), s.end, "cause")]
    m = FOUND.match(s.text) if " it" in low else None
    if m:
        return [Belief(s.start + m.start("belief"), s.start + m.end("belief"), "cause")]
    m = MEANS.match(s.text) if " means" in low else None
    if m and (LACKS.search(m["belief"]) or AMISS.search(m["belief"])):
        return [Belief(s.start + m.start("belief"), s.end, "cause")]
    m = WHY.match(s.text) if " why " in low else None
    if m:
        return [Belief(s.start, s.start + m.end("belief"), "cause")]
    m = SEES.search(s.text) if " if " in low or "whether" in low else None
    if m and (LACKS.search(m["belief"]) or AMISS.search(m["belief"])):
        return [Belief(s.start + m.start("belief"), s.start + m.end("belief"), "guess")]
    return []


REPORT = regex(
    r"\b(?:causes?|causing|leads?\s+to|leading\s+to|results?\s+in|resulting\s+in|because|due\s+to|is\s+missing|are\s+missing|fails?\s+(?:to|with|because|when)"
    r"|(?:is|are|was|were|does|do|did)\s*(?:not|n['’]t)\s+(?:being\s+)?\w+|(?:is|are)\s+(?:lost|dropped|ignored|skipped|overwritten|never\s+\w+))\b",
    re.I,
)
THING = regex(r"`[^`]+`|\b[A-Za-z]+(?:[a-z][A-Z]|[._][a-z])\w+|\b[\w-]+\(\)")
ORDERS = regex(
    r"(?:please|can\s+you|could\s+you|let['’]?s|we\s+should|you\s+should|do\s+not|don['’]t|make|add|use|fix|remove|change|write|run|if|when|note|ensure)\b|.*\?$",
    re.I | re.S,
)
BRIEF = 45


def reported(statements: tuple[Statement, ...]) -> list[Belief]:
    """The first sentence of a person's message that tells what goes wrong in the code, and why: a review's remark, a bug report."""
    for s in statements:
        if s.kind != "sentence" or len(s.text) < BRIEF or "http" in s.text or ORDERS.match(s.text):
            continue
        if REPORT.search(s.text) and THING.search(s.text):
            return [Belief(s.start, s.end, "asked")]
    return []


ANNOUNCES = regex(
    LEAD + r"[*_]*(?:(?:i\s+)?(?:can\s+|now\s+|have\s+|think\s+i\s+)*(?:see|understand|know|found|got|pinned\s+down|identified)"
    r"\s+(?:now\s+)?(?:exactly\s+)?"
    r"(?:it|(?:the|another|a)\s+(?:(?!fix|file|code|test)[\w-]+\s+){0,3}?(?:issue|problem|bug|cause|culprit|reason|trouble)|what(?:['’]s|\s+is)?\s+\w+|why\s+\w+)"
    r"|(?:the\s+)?root\s+cause\s+(?:found|identified|located)|here['’]?s\s+what(?:['’]s)?\s+(?:\w+\s+)?(?:happened|happening|happens|going\s+on|wrong)"
    r"|(?:this|that)\s+is\s+the\s+(?:most\s+likely\s+|likely\s+|real\s+|actual\s+)?(?:explanation|cause|culprit)"
    r"|the\s+(?:real|actual|underlying|main)\s+(?:issue|problem|cause|bug|culprit)\s+(?:is|was))\b[^.:!?]{0,60}[*_]*[.:!]*[*_]*",
    re.I,
)
"""A whole sentence that says that the cause is known now; the cause comes further below, often behind a piece of code."""
SHOWS = regex(r"(?:[*_]*(?:look|see|note|let|now|here|so|i|we|you|this\s+confirms|fix|but\s+wait|wait)\b)", re.I)
WHY_SO = regex(r"\b(?:[Bb]ecause|[Ss]ince|even\s+though|silently|instead\s+of|never|NOT|NO)\b")
FAR = 5
"""Statements after which an announcement has come to nothing."""


def announces(s: Statement) -> bool:
    """Whether a statement only says that the cause is known now."""
    return s.kind in ("sentence", "heading") and len(s.text) < BRIEF * 2 and ANNOUNCES.fullmatch(s.text) is not None


def tells(s: Statement, spoken: Said) -> Belief | None:
    """The cause that was announced above, where this statement says what goes wrong."""
    if s.kind not in ("sentence", "item") or len(s.text) < BRIEF or text_ends(s.text) or SHOWS.match(s.text):
        return None
    wrong = LACKS.search(s.text) or AMISS.search(s.text) or WHY_SO.search(s.text)
    return Belief(s.start, s.end, "cause") if wrong and any(c.verbs for c in spoken.of(s)) else None


def text_ends(text: str) -> bool:
    """Whether a statement asks, or leads over to a list."""
    return text.rstrip("*_ ").endswith(("?", ":"))
