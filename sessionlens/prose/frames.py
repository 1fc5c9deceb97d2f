"""Beliefs framed as such by their sentence: a word for a belief with what is believed ("my wild guess is ...", "the leading candidate:
..."), an expectation of a thing, a bare possibility ("Could be the proxy."), a step with what it should or would bring.

The frame is told by its build (a noun of belief, then a copula or a colon), whatever stands around the noun.
"""

import re

from sessionlens.model.trace import Statement
from sessionlens.prose.clauses import Said
from sessionlens.prose.marked import Belief
from sessionlens.prose.verbs import look
from sessionlens.text.regex import regex

LEAD = r"(?:(?:so|but|and|then|hm+|ok(?:ay)?|now|well|still|also|for\s+now|at\s+this\s+point|meanwhile|wait|ah)[,:.…]*\s+)*"
SEVERAL = regex(
    LEAD + r"(?:(?:there\s+(?:are|remain)|i\s+(?:see|have)|that\s+leaves|which\s+leaves)\s+)?(?:the\s+)?(?:two|three|several|"
    r"a\s+few|a\s+couple\s+of)\s+(?:\w+\s+){0,2}?"
    r"(?:causes|reasons|explanations|possibilities|suspects|candidates|theories|hypotheses|culprits|"
    r"sources)(?:\s+(?:here|left|remain|come\s+to\s+mind|for\s+\S+(?:\s+\w+)?))*:\s+(?P<list>\S.*)",
    re.I | re.S,
)
COLON_EITHER = regex(r":\s+either\s+(?P<list>\S.*)", re.I | re.S)
AND = regex(r",?\s+and\s+", re.I)
OR = regex(r"[,;]\s+(?:and|or)\s+|\s+or\s+|;\s+", re.I)
EXPECTS = regex(
    LEAD + r"(?P<belief>i(?:['’]d|\s+would|\s+do)?\s+(?:fully\s+)?expect\s+(?!(?:that|it|this|to|them|you|we|these|"
    r"those)\b)[^,;]{2,60}?\s+to\s+(?!(?:pass|work|succeed|compile|build|run|see|find|get\s+done)\b)\w+)",
    re.I,
)
MAY_BE = regex(
    LEAD + r"(?P<belief>(?:that|this|it)\s+(?:could|might|may)\s+(?:(?:also|well|just|simply|even|still|in\s+fact)\s+)*be\s+(?!(?:worth|"
    r"good|better|best|useful|nice|helpful|interesting|easier|simpler|cleaner|fun|enough|fine|ok|okay|wrong|able|possible|needed|necessary|"
    r"safer|tricky|hard|easy|\w+ed|done|made|set|put|run|an?\s+(?:good|better|nice|useful|separate|follow|small|simple|large|big|bit|way|option))\b)\S.{2,})",
    re.I | re.S,
)
"""What a thing just told may be."""
TESTING = regex(
    r"\b(?:test|testing|check|checking|verify|verifying|confirm|confirming|probe|probing)\s+(?:my|the|this|that|our)\s+(?:\w+\s+)?"
    r"(?:idea|theory|hypothesis|suspicion|hunch|assumption|guess)\s+that\s+(?P<belief>\S.*)",
    re.I | re.S,
)
SUSPECT = regex(
    r".{4,90}?\b(?:is|are|remains?|would\s+be)\s+(?:(?:now|still|therefore|also)\s+)?(?:(?:the|an?|my|our)\s+)(?:obvious|prime|main|likely|likeliest|only|first|top|remaining|"
    r"natural|strongest|leading|usual|good)\s+(?:remaining\s+)?(?:suspect|candidate|culprit|contender)\b(?:\s+(?:here|now|left))?[.!]?$",
    re.I | re.S,
)
"""What is called a suspect."""
SOMETHING = regex(
    LEAD + r"(?:something\s+(?:else\s+)?(?:is|keeps|must\s+be)|we(?:['’]re|\s+are)\s+(?:probably|likely|presumably|apparently|"
    r"most\s+likely)|the\s+\w+\s+is\s+apparently)\s+"
    r"(?!(?:going|getting|missing|looking|add|wait|do|miss)\w*\b)[\w-]+ing\s+(?:us|the|our|it|them|an?|on|to|from|against|into|\w+)\b.*",
    re.I | re.S,
)
"""Something unknown at work, or what probably happens to us."""
WERE = regex(
    LEAD + r"if\s+(?!i\b|we\b|you\b)[^,]{4,70}?\s+were\s+[^,]{2,60},\s+(?:\w+['’]d|[^,]*?\bwould(?:n['’]t)?)\s+(?:not\s+)?\w+.*",
    re.I | re.S,
)
"""What would be seen if something were so."""
PLAY = regex(
    LEAD + r"(?:two|three|several|a\s+few|a\s+couple\s+of)\s+(?:things|factors|effects|changes|commits)\s+(?:could|might|may)\s+be\s+"
    r"(?:at\s+(?:play|work)|to\s+blame|behind\s+\w+|responsible|involved|the\s+(?:cause|reason))[^:]{0,30}:\s+(?P<list>\S.*)",
    re.I | re.S,
)
STEP = regex(
    LEAD + r"(?:(?:with|by|using)\s+(?:an?\s+|the\s+)?[\w`./-]+(?:\s+[^,;:]{2,60})?,?|(?!(?:no|some|any|every)thing\b|"
    r"during\b|according\b|following\b|depending\b|including\b|"
    r"(?:re-?)?(?:run|test|build|merg|rebas|review|commit|push|read|check|look)\w*ing\b)[a-z-]+ing\s+(?:\([^()]*\)|[^,;:()]){3,80}?)\s+"
    r"(?:should|would)\s+(?:(?:also|then|probably|likely|already|easily|further|at\s+least)\s+)*"
    r"(?:(?:let|allow)\s+(?!us\b|me\b|you\b|users?\b|people\b|callers?\b)|spread|flatten|smooth|avoid|keep|make|bring|"
    r"drop|fall|shrink|cut|halve|reduce|lower|remove|save|speed|stop|prevent|fix|help|improve|raise|double|give|"
    r"turn|move|eliminate|get\s+rid|skip|hide|amortise|amortize|relieve|buy|free|unblock|solve|cure|win|trim|push|pull|"
    r"scale|settle|stabilise|stabilize|rule\s+out)(?:\b|(?<=\s)).*",
    re.I | re.S,
)
"""A step, named by a gerund or a means, with what it should bring."""


def framed(s: Statement, spoken: Said) -> list[Belief]:
    """The beliefs that a sentence or item of an agent frames as such.

    >>> text = "Something is holding on to the sockets."
    >>> [text[b.start : b.end] for b in framed(statements(text)[0], said(text))]      # doctest: +SKIP
    ['Something is holding on to the sockets.']
    """
    text = s.text
    if text.endswith(("?", ":")):
        return []
    low = spoken.low[s.start : s.end]
    either = COLON_EITHER.search(text) if ": either " in low else None
    if either:
        return _listed(s, either.start("list"), spoken)
    play = PLAY.match(text) if " be " in low and ": " in low else None
    if play:
        return _listed(s, play.start("list"), spoken, AND)
    several = SEVERAL.match(text) if ": " in low else None
    if several:
        return _listed(s, several.start("list"), spoken)
    if "expect" in low:
        m = EXPECTS.match(text)
        if m:
            return _clause(s, m.start("belief"), m.end(), spoken)
    m = TESTING.search(text) if "that " in low else None
    if m:
        return _one(s, m.start("belief"))
    if (
        (("suspect" in low or "candidate" in low or "culprit" in low or "contender" in low) and SUSPECT.match(text))
        or (("something " in low or "we're" in low or "we’re" in low or "we are" in low or "apparently" in low) and SOMETHING.match(text))
        or (" were " in low and WERE.match(text))
    ):
        return _one(s, 0)
    may = MAY_BE.match(text) if " be " in low and ("could " in low or "might " in low or "may " in low) and " if " not in low else None
    if may:
        return [Belief(s.start + may.start("belief"), s.end, "doubt")]
    if ("should " in low or "would " in low) and STEP.match(text) and " if " not in low:
        return _one(s, 0)
    return []


def _one(s: Statement, at: int) -> list[Belief]:
    return [Belief(s.start + at, s.end, "guess")]


def _clause(s: Statement, at: int, past: int, spoken: Said) -> list[Belief]:
    """The belief from `at` to the end of the clause in which its frame ends, at `past`: the grounds behind it are told for its sake."""
    end = next((c.end for c in spoken.of(s) if c.end >= s.start + past), s.end)
    return [Belief(s.start + at, end, "guess")]


def _listed(s: Statement, at: int, spoken: Said, joint: re.Pattern[str] = OR) -> list[Belief]:
    """The members of a list in running words, where each is a clause or none is."""
    cuts = [m.span() for m in joint.finditer(s.text, at)]
    spans = [*zip([at, *(b for _, b in cuts)], [*(a for a, _ in cuts), len(s.text)], strict=True)]
    told = [bool(look(spoken.low, s.start + a, s.start + b).verbs) for a, b in spans]
    if len(spans) < 2 or (any(told) and not all(told)):
        return []
    return [Belief(s.start + a, s.start + b, "guess") for a, b in spans]
