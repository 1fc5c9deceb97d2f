"""Beliefs behind the words of who holds them: "I'm fairly sure that ...", "my first reading is that ...", "chances are ...", "perhaps ...".

A head has one of four builds, whatever stands between its words: a first person with a verb, an adjective or a noun of belief; a noun of
belief or of a cause with a copula or a colon; an impersonal form ("it is conceivable that"); an adverb of doubt. What follows is what is
believed, unless it only values, recommends or announces a step.
"""

from sessionlens.model.trace import Statement
from sessionlens.prose import cues, lexicon
from sessionlens.prose.clauses import Said
from sessionlens.prose.marked import Belief
from sessionlens.prose.verbs import look
from sessionlens.text.regex import regex

LEAD = (
    r"\W{0,4}(?:(?:so|but|and|then|or|also|ok(?:ay)?|now|ah|oh|hm+|wait|well|still|right|yes|honestly|for\s+now|at\s+this\s+point)\b"
    r"[,:.…!—-]*\s+)*"
)
ADVERB = r"(?:(?:also|still|now|rather|just|even|do|\w+ly|pretty|quite|almost|too|so|more\s+and\s+more)\s+)*"
VERB = (
    r"(?:suspect(?:ing)?|think(?:ing)?|believ(?:e|ing)|guess(?:ing)?|suppos(?:e|ing)|assum(?:e|ing)|bet(?:ting)?|wager(?:ing)?|reckon|blame|"
    r"imagine|figure|fear|feel|hypothesi[sz]e|conclude|presume|conjecture|speculate|gather|worry|say|wonder)"
)
ADJECTIVE = (
    r"(?:sure|certain|convinced|confident|positive|afraid|worried|leaning\s+towards|"
    r"(?:inclined|tempted)\s+to\s+(?:think|believe|say|suspect|assume|blame))"
)
NOUN = (
    r"(?:guess|bet|hunch|theory|hypothesis|suspicion|suspect|explanation|possibility|assumption|candidate|contender|conjecture|reading|lead|"
    r"thought|worry|fear|concern|feeling|impression|belief|premise|instinct|intuition|thesis|interpretation|diagnosis|gut(?:\s+feeling)?|money)"
)
KIND = r"(?:(?!(?:only\s+)?question\b)[a-z][\w-]*\s+){0,4}?"
HERE = r"(?:\s+(?:here|now|so\s+far|then|at\s+this\s+point|at\s+the\s+moment|for\s+(?:that|this|it|the\s+\w+)))*(?:\s+\([^()]{2,30}\))?"
COPULA = (
    r"(?:\s+(?:is|are|was|would\s+be|might\s+be|could\s+be|remains|says|tells\s+me)(?:\s+(?:still|now|therefore|rather))?(?:,?\s+that|,|:)?|"
    r"\s*:|\s+[—–-])"
)
OF_CAUSE = (
    r"(?:(?:possible|likely|likeliest|probable|plausible|potential|suspected|obvious|tentative)\s+(?:root\s+)?"
    r"(?:cause|reason|source|origin|trigger|culprit|failure\s+mode))"
)
HEAD = regex(
    LEAD + r"(?:"
    rf"i(?:['’]d|['’]ll|['’]m|\s+would|\s+will|\s+am)?\s+{ADVERB}{VERB}(?:\s+(?:that|on|if|whether))?:?|"
    rf"i(?:['’]m|\s+am)\s+{ADVERB}{ADJECTIVE}(?:\s+(?:that|of|about))?|"
    r"i\s+would(?:n['’]t|\s+not)\s+be\s+surprised\s+(?:if|to\s+(?:see|find)(?:\s+that)?)|"
    rf"i(?:['’]ve)?\s+(?:{ADVERB}have|get|got|had)\s+(?:the|an?|this|one)\s+{KIND}{NOUN}(?:\s+(?:is\s+)?that|:|,)?|"
    rf"(?:here['’]?s\s+)?(?P<noun>my|our|one|another|an?|the)\s+{KIND}(?:{NOUN}|(?P<cause>{OF_CAUSE})){HERE}\**{COPULA}|(?P<bare>{KIND}{NOUN}):|"
    r"(?:i(?:['’]d|\s+would|['’]ll|\s+will)?\s+(?:put|have)\s+)?my\s+money\s+(?:is\s+)?on|"
    r"(?:suspicion|blame)\s+(?:now\s+)?(?:falls|rests|lies)\s+(?:on|with)|"
    r"it(?:['’]s|\s+is)\s+(?:\w+\s+)?(?:possible|conceivable|plausible|likely|probable)(?:\s+that)?|"
    r"it\s+(?:feels|sounds|looks|seems)\s+(?:like|as\s+(?:if|though))|"
    r"(?:chances|(?:the\s+)?odds)\s+are(?:\s+that)?,?|there(?:['’]s|\s+is)\s+an?\s+(?:\w+\s+)?(?:chance|possibility)(?:\s+that)?|"
    r"(?P<adverb>(?:it|that|this)\s+(?:must|has\s+to|can\s+only)\s+be|(?:it|that|this)(?:['’]s|\s+is)\s+(?:probably|presumably|likely)|maybe|perhaps|presumably|probably|apparently)|(?:quite\s+)?possibly|conceivably|most\s+likely,?"
    r")\**\s+",
)
"""What leads in a belief."""
NOUNS = (
    *(
        "guess",
        "bet",
        "hunch",
        "theory",
        "hypothes",
        "suspicion",
        "suspect",
        "explanation",
        "possib",
        "assumption",
        "candidate",
        "contender",
    ),
    *("conjecture", "reading", "lead", "thought", "worry", "fear", "concern", "feeling", "impression", "belief", "premise", "instinct"),
    *("intuition", "thesis", "interpretation", "diagnosis", "gut", "money", "likel", "probable", "plausible", "potential", "obvious"),
)
"""One of these stands in every head with a noun."""
ORDERED = regex(rf"(?:{cues.words(cues.ORDERS)})\b(?!\s*-)")
"""A step to take: "maybe add a comment"."""
WHAT = regex(
    r"(?!(?:covers\b|~?\d|(?:that|this|it)(?:['’]s|\s+is)\s+(?:our|my|the)\s+(?:cause|culprit|bug|problem|issue|one)\W*$|(?:that|this|it)\s+(?:is\s+|['’]s\s+)?(?:\w+\s+)?(?:covers|all|fine|ok|okay|good|enough|correct|right|better|best|done|worth|time)\b|"
    r"(?:we|you|i|all|everything|any|anything|so|not|to|how|about|of|in|on|at|with|for|later|also|just|even|another|yes|no)\b|what\s+(?:to|we|you)\b|"
    r"an?\s+(?:separate|better|follow|small|simple|simpler|good|option)\b|there(?:['’]s|\s+is)\s+a\s+(?:better|way|simpler)\b|"
    r"(?:the|it['’]s|this\s+is|that['’]s)\s+(?:\w+\s+)?(?:best|right|easiest|simplest|cleanest|safest|better|good|fine|time|worth|question|goal|same|next|answer|plan|"
    r"fix|option|way|file|function)\b))\S+\s+\S",
)
"""What is believed: not how good a thing is, what somebody may do, where something stands."""
PRAISES = regex(
    r"\b(?:is|are|be|looks?|reads?)\s+(?:now\s+|much\s+|a\s+bit\s+|quite\s+)?(?:cleaner|clearer|better|fine|good|ready|nicer|simpler|ok|okay|enough|done|worth)\b|\bneeds?\b|\bshould\b(?!\s+be\s+\w+er)"
)


def held(s: Statement, spoken: Said, flags: int, *, named: bool) -> list[Belief]:
    """The belief that a sentence or item of an agent leads in, by a noun if `named`; `flags` are those of its words.

    >>> text = "My first reading is that the lease runs out."
    >>> [text[b.start : b.end] for b in held(statements(text)[0], said(text), -1, named=True)]      # doctest: +SKIP
    ['the lease runs out']
    """
    if not flags & (lexicon.GUESS | lexicon.DOUBT | lexicon.CAUSE) and (flags or not s.text.startswith("I")) and "has to be" not in s.text:
        return []
    if named and not any(map(spoken.low[s.start : s.end].__contains__, NOUNS)):
        return []
    for at, past in [(c.start, c.end) for c in spoken.of(s)] or [(s.start, s.end)]:
        m = HEAD.match(spoken.low, at, s.end)
        if (
            m is None
            or bool(m["noun"] or m["bare"]) is not named
            or not WHAT.match(spoken.low, m.end(), s.end)
            or (m["adverb"] and ORDERED.match(spoken.low, m.end(), s.end))
        ):
            continue
        start = m.start("adverb") if m["adverb"] else m.end()
        if m["bare"] and not spoken.low.startswith(("the ", "a ", "an ", "our "), start) and not look(spoken.low, start, s.end).verbs:
            continue
        if m["cause"] and m[0].rstrip("* ")[-1] != ":" and not m[0].endswith("that ") and not look(spoken.low, start, s.end).verbs:
            start = m.start("noun")
        end = s.end if named else past
        if not PRAISES.search(spoken.low, start, max(start, end)):
            return [Belief(start, end if end > start + 8 else s.end, "guess")]
    return []
