"""Beliefs framed as such by their sentence: a word for a belief with what is believed ("my wild guess is ...", "the leading candidate:
..."), an expectation of a thing, a bare possibility ("Could be the proxy."), a step with what it should or would bring.

The frame is told by its build (a noun of belief, then a copula or a colon), whatever stands around the noun.
"""

import re

from sessionlens.model.trace import Statement
from sessionlens.prose import cues
from sessionlens.prose.clauses import Said
from sessionlens.prose.lexicon import listed
from sessionlens.prose.marked import Belief
from sessionlens.prose.verbs import look
from sessionlens.text.regex import regex

LEAD = r"(?:(?:so|but|and|then|hm+|ok(?:ay)?|now|well|still|also|for\s+now|at\s+this\s+point|meanwhile|wait|ah)[,:.…]*\s+)*"
NOUN = (
    r"(?:(?:guess|bet|hunch|theory|hypothesis|suspicion|suspect|explanation|possibility|assumption|candidate|contender|"
    r"conjecture|reading|lead|thought)|"
    r"(?:possible|likely|likeliest|probable|plausible|potential|suspected|obvious|tentative)\s+(?:root\s+)?(?:cause|"
    r"reason|source|origin|trigger|culprit|explanation))"
)
CAUSE = regex(r"\b(?:cause|reason|source|origin|trigger|culprit)\b", re.I)
FRAME = regex(
    rf"(?P<lead>{LEAD})(?:here(?:['’]s|\s+is)\s+)?"
    r"(?:(?:my|the|our|a|an|one|another|first|second|third|next|last|only|other|remaining|most|more|best|wild|educated|"
    r"rough|current|working|leading|prime|main|top|"
    r"strongest|simplest|new|initial|obvious|likely|likeliest|plausible|possible|tentative|alternative|natural|usual)\s+){0,5}"
    + NOUN
    + r"(?:\s+(?:here|now|so\s+far|at\s+this\s+point|at\s+the\s+moment|for\s+(?:that|this|it|the\s+\w+)))?(?:\s+\([^()]{2,30}\))?[*_]*"
    r"(?:(?P<colon>\s*:[*_]*\s+)|\s+(?:is|are|was|would\s+be|might\s+be|could\s+be|may\s+be|remains)(?:\s+(?:still|now|"
    r"therefore))?(?::|\s+that)?\s+|\s+[—–-]\s+)"
    r"(?P<belief>(?!(?:in|on|at|to|not|wrong|right|correct|confirmed|refuted|dead|gone|out|off|still|ruled|too|cleared|"
    r"here|there|how|why|what|where|"
    r"whether|worth|plausible|consistent|unlikely|documented|described|below|above|as\s+follows)\b)\S.*)",
    re.I | re.S,
)
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
SURPRISED = regex(
    LEAD + r"i\s+(?:would\s+not|wouldn['’]t)\s+be\s+surprised\s+(?:if|to\s+(?:see|find)\s+(?:that\s+)?)\s*(?P<belief>\S.*)", re.I | re.S
)
STAKES = regex(
    LEAD + r"(?:i(?:['’]d|\s+would|['’]ll|\s+will)?\s+(?:put|have)\s+)?my\s+money\s+(?:is\s+)?on\s+(?P<belief>\S.*)", re.I | re.S
)
BARE = regex(
    LEAD + r"(?P<belief>(?:could|might|may)\s+(?:(?:also|well|just|simply|even|still)\s+)*be\s+(?!(?:worth|good|better|best|"
    r"useful|nice|helpful|interesting|easier|simpler|"
    r"cleaner|fun|enough|fine|ok|okay|wrong|an?\s+(?:good|better|nice|useful|separate|follow))\b)\S.{2,})",
    re.I | re.S,
)
"""A possibility without a subject."""
MAY_BE = regex(
    LEAD + r"(?P<belief>(?:that|this|it)\s+(?:could|might|may)\s+(?:(?:also|well|just|simply|even|still|in\s+fact)\s+)*be\s+(?!(?:worth|"
    r"good|better|best|useful|nice|helpful|interesting|easier|simpler|cleaner|fun|enough|fine|ok|okay|wrong|able|possible|needed|necessary|"
    r"safer|tricky|hard|easy|\w+ed|done|made|set|put|run|an?\s+(?:good|better|nice|useful|separate|follow|small|simple|large|big|bit|way|option))\b)\S.{2,})",
    re.I | re.S,
)
"""What a thing just told may be."""
POSSIBLY = regex(LEAD + r"(?:possibly|conceivably|quite\s+possibly|very\s+possibly)[,:]?\s+(?P<belief>\S+\s+\S+.*)", re.I | re.S)
POSSIBLE = regex(
    LEAD + r"it(?:['’]s|\s+is)\s+(?:also\s+|quite\s+|entirely\s+|just\s+)?(?:possible|conceivable|plausible|"
    r"likely)\s+(?:that\s+)?(?P<belief>(?!to\b)\S+\s+\S+.*)",
    re.I | re.S,
)
COMES = regex(
    LEAD + r"(?:the|this|that|our|these|those)\s+[^,;:]{3,60}?\s+(?:must|has\s+to|have\s+to|can\s+only)\s+(?:come\s+from|"
    r"be\s+(?:due|caused|coming|from|in)|originate|stem|sit|lie)\b.*",
    re.I | re.S,
)
"""Where a thing is reasoned to come from."""
INCLINED = regex(
    LEAD + r"(?:i(?:['’]m|\s+am)\s+(?:inclined|tempted)\s+to\s+(?:blame|suspect|think|believe|say)|"
    r"i(?:['’]m|\s+am)\s+(?:guessing|betting|assuming)|"
    r"my\s+(?:gut(?:\s+feeling)?|instinct|intuition|nose)\s+(?:says|tells\s+me|is)|chances\s+are|(?:the\s+)?odds\s+are|"
    r"there(?:['’]s|\s+is)\s+an?\s+(?:good|fair|real|high|decent)\s+chance|it\s+(?:feels|sounds)\s+(?:like|as\s+if|as\s+though)|it\s+(?:looks|seems)\s+as\s+(?:if|though))"
    r"(?:,|\s+that)?\s+(?P<belief>(?!(?:all|everything|that|this|you|i|we(?:['’]re|\s+are)\s+(?:done|good|ready)|the\s+(?:tests?|right|best|wrong))\b)\S.*)",
    re.I | re.S,
)
"""How somebody begins who gives a leaning, with what it is."""
LEANING = (
    *(
        "inclined",
        "tempted",
        "guessing",
        "betting",
        "assuming",
        "my gut",
        "instinct",
        "intuition",
        "nose",
        "chances",
        "odds are",
        " chance",
    ),
    *("feels", "sounds", "as if", "as though"),
)
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
WERE = regex(LEAD + r"if\s+(?!i\b|we\b|you\b)[^,]{4,70}?\s+were\s+[^,]{2,60},\s+[^,]*?\bwould(?:n['’]t)?\s+(?:not\s+)?\w+.*", re.I | re.S)
"""What would be seen if something were so."""
PLAY = regex(
    LEAD + r"(?:two|three|several|a\s+few|a\s+couple\s+of)\s+(?:things|factors|effects|changes|commits)\s+(?:could|might|may)\s+be\s+"
    r"(?:at\s+(?:play|work)|to\s+blame|behind\s+\w+|responsible|involved|the\s+(?:cause|reason))[^:]{0,30}:\s+(?P<list>\S.*)",
    re.I | re.S,
)
MIGHT = regex(
    LEAD + r"(?!(?:no|some|any|every)thing\b)[a-z-]+ing\s+[^,;:]{3,80}?\s+(?:might|could|may)\s+(?:(?:also|well|already|at\s+least)\s+)*"
    r"(?:help|fix|solve|cure|improve|avoid|cut|reduce|save|lower|prevent|be\s+(?:enough|the\s+fix))\b.*",
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
WORDS = tuple(
    listed(
        "guess bet hunch theory hypothes suspicion suspect explanation possib assumption candidate contender conjecture reading",
        "lead thought cause reason source origin trigger culprit",
    )
)


def framed(s: Statement, spoken: Said) -> list[Belief]:
    """The beliefs that a sentence or item of an agent frames as such.

    >>> text = "My rough guess so far is that the proxy buffers the body."
    >>> [text[b.start : b.end] for b in framed(statements(text)[0], said(text))]      # doctest: +SKIP
    ['the proxy buffers the body.']
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
    if any(map(low.__contains__, WORDS)):
        several = SEVERAL.match(text)
        if several:
            return _listed(s, several.start("list"), spoken)
        m = FRAME.match(text)
        if m and not cues.ADVICE.match(m["belief"]):
            told = m["colon"] or not CAUSE.search(text, 0, m.start("belief")) or look(spoken.low, s.start + m.start("belief"), s.end).verbs
            return _one(s, m.start("belief") if told else m.end("lead"))
    if "expect" in low:
        m = EXPECTS.match(text)
        if m:
            return _clause(s, m.start("belief"), m.end(), spoken)
    for word, pattern in (
        ("surprised", SURPRISED),
        ("my money", STAKES),
        (" be ", BARE),
        ("that ", TESTING),
        ("possibl", POSSIBLY),
        ("it", POSSIBLE),
    ):
        m = (pattern.search if pattern is TESTING else pattern.match)(text) if word in low else None
        if m:
            return _one(s, m.start("belief"))
    m = INCLINED.match(text) if any(map(low.__contains__, LEANING)) else None
    if m:
        return _one(s, m.start("belief"))
    if (
        (("suspect" in low or "candidate" in low or "culprit" in low or "contender" in low) and SUSPECT.match(text))
        or (("something " in low or "we're" in low or "we’re" in low or "we are" in low or "apparently" in low) and SOMETHING.match(text))
        or (" were " in low and WERE.match(text))
    ):
        return _one(s, 0)
    if ("might " in low or "could " in low or "may " in low) and MIGHT.match(text):
        return _one(s, 0)
    may = MAY_BE.match(text) if " be " in low and ("could " in low or "might " in low or "may " in low) and " if " not in low else None
    if may:
        return [Belief(s.start + may.start("belief"), s.end, "doubt")]
    if ("must " in low or " to " in low or "only " in low) and COMES.match(text):
        return _one(s, 0)
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
