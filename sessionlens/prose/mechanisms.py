"""Beliefs told as a mechanism, whatever the field: an effect with what brings it about ("the watchdog fires because the erase blocks the
loop"), where a thing comes from ("the retransmits are due to the switch"), what must, may or seems to be so of a thing.

One grammar for all: a subject that is a thing of the system, not a person or the work; a predicate that says how it behaves, not
how good it is; a joint, a modal verb or a verb of seeming that makes of it more than a report. What was measured, or is told as
having gone so, is a result; what is ordered, offered, planned or asked of somebody is none.
"""

import re

from sessionlens.model.trace import Statement
from sessionlens.prose import cues
from sessionlens.prose.clauses import Said
from sessionlens.prose.lexicon import listed
from sessionlens.prose.marked import Belief, Manner
from sessionlens.prose.verbs import look
from sessionlens.text.regex import regex

LEAD = r"[^\w`(]{0,4}(?:(?:so|but|and|then|ok(?:ay)?|now|ah|hm+|wait|also|actually|right|good|great|interesting)\b[,:.…!—-]*\s+)*"
NO_THING = (
    r"(?:fix|change|patch|commit|plan|step|approach|option|idea|way|task|request|users?|you|i|we|he|she|they|reviewers?|next|first|goal|point|"
    r"rest|answer|question|lesson|note|caveat|one|all|everything|let|here|what|if|when|once|while|before|after|because|since|"
    r"as|for|in|on|at|to|by|with|from|not|no|yes|why|how|where|whether|perhaps|maybe|thanks|please|someone|nobody|anyone|result|summary)"
)
"""Words with which no thing of the system begins: persons, the work itself, conjunctions, prepositions."""
THING = (
    rf"(?!(?:(?:the|this|that|our|my|your|an?)\s+)?{NO_THING}\b)(?!(?:i|we|you|they)['’])"
    r"(?P<thing>[a-z`(]\S*(?:\s+(?!(?:i|we|you)\b)[^\s,;:?]+)*?)"
)
"""A subject, with all that stands before the verb."""
ADVERB = r"(?:(?:also|well|just|simply|only|even|still|already|in\s+fact|actually|\w+ly|not|never|always|really|now)\s+)*"
PRAISE = (
    r"(?:worth|better|best|easier|easiest|simpler|simplest|good|nice|nicer|useful|helpful|enough|safer|cleaner|fine|ok|okay|needed|necessary|"
    r"required|able|possible|expected|intended|intentional|correct|right|ready|done|clear|obvious|straightforward|acceptable|reasonable|important|"
    r"interesting|sufficient|preferred|preferable|welcome|by\s+design|a\s+good|an?\s+(?:\w+\s+)?(?:option|idea|choice|improvement|follow-up))"
)
"""What only values a thing, or the work on it."""
JOINED = regex(
    LEAD + THING + r",?\s+(?P<joint>because(?:\s+of)?|since|due\s+to|caused\s+by|comes?\s+from|stems?\s+from|originates?\s+(?:in|from)|"
    r"point\s+to(?:wards?)?(?=\s+(?:an?|the)\s+(?!new|old|same|latest|current)[a-z])|(?:is|are)\s+down\s+to)\s+(?P<cause>(?!(?:i|we|you|then|this\s+(?:morning|run)|yesterday|last|that|here|line)\b)\S.*)",
    re.S,
)
"""An effect with its cause: the thing with all that it does stands before the joint."""
THEREFORE = regex(
    LEAD + THING + r",\s+(?P<joint>so|meaning(?:\s+that)?|which\s+means(?:\s+that)?|and\s+(?:so|therefore|thus))\s+"
    r"(?P<cause>(?!(?:that|this|far|it['’]s|on|out)\b)\S.*)",
    re.S,
)
"""A cause with its effect: "the clock is off, so the tokens look expired"."""
BE = r"(?:\w+ing|too|in\s+(?!any)|from|out|off|stale|wrong|missing|empty|different|slow\w*)"
MODAL = regex(
    LEAD
    + THING
    + rf"\s+(?:(?:may|might|could)\s+{ADVERB}(?!{PRAISE}\b)(?:be\s+(?:(?:still|already|also|too)\s+)*(?:\w+ed|\w+en|an?|the|"
    + BE
    + r")|explain|mean|make\s+(?:the|it|this)|"
    r"help|fix|solve|improve|avoid|cut|reduce|save|lower|prevent)|would\s+(?:also\s+|then\s+)?(?:explain|account\s+for)|"
    r"(?:must|has\s+to|have\s+to|can\s+only)\s+be\s+" + BE + r"|(?:may|might|could|must|can\s+only)\s+(?:come\s+from|"
    r"have\s+(?:\w+\s+){0,2}?(?:been|\w+ed|\w+en|got|lost|left|kept|made|run|gone|hit|set)))\b",
)
"""What may or must be so of a thing."""
SEEMS = regex(
    LEAD
    + r"(?!(?:it|this|that)\s)"
    + THING
    + r"\s+(?:seems?|appears?|looks?)\s+(?:like|as\s+(?:if|though)|to)\s+(?!(?:be\s+)?(?:"
    + PRAISE
    + r"|work\w*|pass\w*|succe\w*|the\s+same|"
    r"help|build|compile)\b)\S+\s+\S",
)
"""What seems so of a thing."""
WOULD_MEAN = regex(
    LEAD + r"(?:that|this|which|it)\s+(?:would|could|might|may|must|can\s+only)\s+(?:also\s+|then\s+)?(?:mean|imply|explain|be\s+why)\s+"
    r"(?:that\s+)?(?P<belief>(?!(?:i|we|you)\b)\S+\s+\S+\s+\S.*)",
    re.S,
)
ROLE = regex(
    LEAD + r"(?:the|our)\s+(?:(?:real|actual|main|likely|root|true|only)\s+)*(?:cause|culprit|trigger|bottleneck|offender|suspect)\s+"
    r"(?:here\s+)?(?:is|was)\s+(?!(?:that|not|un\w+|clear|known|still|now|how|what|why|in\s+the\s+(?:readme|docs?))\b)(?P<belief>(?:the|an?|our|its|one|two|`|\w+ing\b)\s*\S+\s+\S.*)",
    re.S,
)
"""What is called the cause by a noun."""
WHETHER = regex(
    r"\b(?:check|see|verify|find\s+out|confirm|test|know)\s+(?:if|whether)\s+(?P<belief>(?!(?:i|we|you|there|any\w*)\b)"
    r"(?:(?:perhaps|maybe)\s|[^,;:?]{3,60}?\s(?:is|are|was|were)\s+(?:simply|just|somehow|silently|accidentally|wrongly)\s|"
    r"[^,;:?]{3,60}?(?:['’]re|['’]s|\s(?:is|are|was|were))\s+being\s+\w+(?:\s+\w+)?\s+(?:by|from|before|after|into|twice)\s)[^,;?]+)",
)
"""What a look is to show, where a word betrays which way the agent leans."""
TRIGGERS = frozenset(
    listed(
        "because since due caused from point down originate originates may might could must has have only would seem seems look",
        "looks appear appears mean imply explain why cause culprit trigger bottleneck offender suspect if whether so meaning which thus",
        "therefore",
    )
)
"""One of these words stands in every mechanism."""
JOINTS = (" because", " since ", "due to", "caused by", " from ", " down to", "originate", " point to", " points to")
MODALS = (" would ", " may ", " might ", " could ", " must ", " has to ", " have to ", " can only ")
SEEMING = (" seem", " appear", " look")
FIGURE = regex(
    r"\b\d{3,}|\d{1,3},\d{3}|(?<![\w./-])[~+-]?\d[\d.,]*\s?(?:%|[kmgt]i?b\b|[mnuµ]?s\b|x\b|times\b|sec|min|pp\b)|\d\s+(?:->|→|vs\.?|of)\s|\d\s*(?:->|→)"
)
"""What was measured."""
WENT = regex(r"\b(?:was|were|did(?:n['’]t)?|had|\w{2,}ed|ran|took|gave|went|came|kept|lost|found|built|fell|rose|broke|got)\b")
GOES = regex(
    r"\b(?:is|are|has|have|does|do|can|cannot|will|(?:is|are|has|have|does|do|ca|wo)n['’]t|\w{3,}(?<![su])s)\b(?!\s*[`(])",
)
"""A finite verb of how things are; plurals are taken for one, which does no harm beside a joint."""
AMISS = regex(r"n['’]t\b|\b(?:not|never|no\s+longer|only|too|off|stale|wrong|missing|whole|twice|every\s+time|old|empty|without)\b")
ASTRAY = regex(r"\b(?:differs?|late|lost|fails?|again|expired|silently|never|no\s+longer|twice|wrong|ignored|skipped|skips)\b")
"""What makes of a flat statement the beginning of a trouble."""
VALUES = regex(rf"\b(?:is|are|was|were|be|seems?|looks?)\s+{ADVERB}(?:{PRAISE}|by\s+design)\b")
"""An effect that only values."""
FINE = regex(r"\b(?:pass(?:es|ed)?|works?|worked|succeeds?|succeeded|builds?|compiles?)$")
"""An effect that is as it should be: somebody explains it who doubts it."""
AT_ONCE = regex(
    r"\W*(?:(?i:now\b|(?:the|this|that)\s+(?:command|run|script|pipeline)\b|(?:it|this|that|there)\b(?!\s+(?:\w+\s+)?(?:happens|occurs|fails|breaks|crashes|hangs)\b))|[a-z][\w-]*[^\Ws]\s+(?!(?:\w+\s+)?(?:because|since|due)\b)\w+(?:ed|es|s)\s)"
)
"""How somebody begins who explains what was just run or done: "grep returned nothing because ..."."""
OWN_WORK = regex(r"\b(?:i|we|you|i['’]\w+|we['’]\w+|you['’]\w+|my|your|let['’]?s?)\b")


def mechanism(s: Statement, spoken: Said) -> list[Belief]:
    """The belief of a sentence or item of an agent that tells a mechanism.

    >>> text = "The UART drops bytes because the buffer wraps too early."
    >>> [b.manner for b in mechanism(statements(text)[0], said(text))]      # doctest: +SKIP
    ['flat']
    """
    if not spoken.has(s, TRIGGERS):
        return []
    low = spoken.low[s.start : s.end]
    asks = low.rstrip("*_ ").endswith("?")
    m = WHETHER.search(low) if (" if " in low or " whether " in low) and not asks else None
    if m:
        return _at(s, m.start("belief"), m.end("belief"), "guess")
    if asks or cues.PLAN.match(s.text):
        return []
    if any(map(low.__contains__, MODALS)) and " if " not in low and low[-1] != ":":
        m = MODAL.match(low)
        if m and not OWN_WORK.search(low, 0, m.end("thing")):
            return _at(s, m.start("thing"), len(low), "guess")
    if any(map(low.__contains__, SEEMING)):
        m = SEEMS.match(low)
        if m and not OWN_WORK.search(low, 0, m.end("thing")):
            return _at(s, m.start("thing"), len(low), "guess")
    for pattern, needs in (
        (WOULD_MEAN, (" mean", " imply", " explain", " why")),
        (ROLE, ("cause", "culprit", "trigger", "bottleneck", "offender")),
    ):
        m = pattern.match(low) if any(map(low.__contains__, needs)) else None
        if m:
            return _at(s, m.start("belief"), len(low), "guess" if pattern is WOULD_MEAN else "cause")
    if s.kind != "sentence" or cues.ADVICE.match(s.text):
        return []
    joined = any(map(low.__contains__, JOINTS)) and JOINED.match(low)
    m = joined or ((", so " in low or ", meaning " in low or ", which means" in low or ", and " in low) and THEREFORE.match(low)) or None
    if m is None or FIGURE.search(low):
        return []
    return _at(s, m.start("thing"), len(low), "flat") if _follows(s, low, m, bool(joined), spoken) else []


def _follows(s: Statement, low: str, m: re.Match[str], joined: bool, spoken: Said) -> bool:
    """Whether both sides of a joint tell how things of the system are, and not both how a run went."""
    effect, cause = m["thing"], m["cause"]
    if OWN_WORK.search(low) or VALUES.search(effect) or AT_ONCE.match(s.text):
        return False
    if FINE.search(effect) and not AMISS.search(cause):
        return False
    first = s.start + m.start("thing")
    here = bool(look(spoken.low, first, s.start + m.end("thing")).verbs)
    there = bool(look(spoken.low, s.start + m.start("cause"), s.end).verbs)
    if joined and not m["joint"].startswith(("because", "since")):
        return "because of" not in m["joint"] and (here or m["joint"].startswith(("come", "stem", "orig", "point")))
    if m["joint"] == "so" and cause.startswith("no "):
        return False
    if not joined and not (m["joint"].startswith(("meaning", "which")) or (_now(cause) and (AMISS.search(effect) or ASTRAY.search(cause)))):
        return False
    return (
        (here or bool(GOES.search(effect, effect.find(" ") + 1)))
        and (there or bool(GOES.search(cause)) or "because of" in m["joint"])
        and (GOES.search(effect) is not None or GOES.search(cause) is not None)
    )


def _now(text: str) -> bool:
    """Whether a clause tells how things are, by its first verb."""
    goes, went = GOES.search(text), WENT.search(text)
    return goes is not None and (went is None or goes.start() < went.start())


def _at(s: Statement, start: int, end: int, manner: Manner) -> list[Belief]:
    return [Belief(s.start + start, s.start + end, manner)]
