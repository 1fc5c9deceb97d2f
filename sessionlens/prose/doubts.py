"""Beliefs told by one word of doubt or of expectation, whatever they are about: what may be so, what seems so, what should now come.

A word of doubt marks a belief only where the clause says something of a thing that can be looked at: not what a reader may do, what
is allowed, what is the best way, what should be done.
"""

import re
from typing import Literal

from sessionlens.model.trace import Statement
from sessionlens.prose import cues, lexicon
from sessionlens.prose.clauses import Said
from sessionlens.text.regex import regex

Hunch = tuple[int, int, Literal["guess", "cause", "doubt"]]
"""A belief at [start, end) of its message, with its manner."""

OWN = regex(r"\b(?:in|of)\s+my\b|\bmy\s+(?:own\s+)?(?:script|awk|sed|regex|command|test|mistake|bug|error|edit|grep|query|one-liner)", re.I)
"""A slip of the agent's own is no belief about what is investigated."""
POINTING = regex(r"(?:this|that|it|these|those|which)(?:['’]s|\s)", re.I)
IT_SHOULD = regex(r"\b(?:it|this|that|they|these|those)\s+should\b", re.I)

THING = r"(?<!\byou )(?<!\bwe )(?<!\bi )(?<!\busers )(?<!\buser )(?<!\bone )(?<!\bthere )"
"""What stands before a modal verb is not a person."""
MAY = regex(
    r"\bthere\s+(?:may|might)\s+(?:(?:also|still|well)\s+)?have\s+been\b|\b(?:we|i)\s+(?:may|might)\s+(?:(?:also|still|well|just|simply)\s+)?be\s+"
    r"(?:hitting|missing|reading|seeing|running|looking\s+at|using|measuring|loading|losing|overwriting)\b|"
    rf"{THING}\b(?:may|might)\s+(?:(?:also|still|well|just|simply|only|even|already|in\s+fact|actually)\s+)*"
    r"(?:(?:not\s+)?have\s+(?:(?:also|already|just|never|not)\s+)?(?:been\b|\w+(?:ed|en)\b|got\b|lost\b|left\b|kept\b|made\b|run\b|gone\b|hit\b|set\b|put\b|cut\b|built\b)|"
    r"(?:hint|point|indicate|mean|suggest|stem|arise|result|depend|differ|collide|leak|race|fail|break|lose|miss|drop|skip|ignore|overwrite|rebuild|reuse|"
    r"overflow|underflow|deadlock|crash|panic|wrap|spill|thrash|evict|contend|duplicate|swap|saturate|degrade|trigger|dominate|hide|exceed|outlive|hold\s+on|shadow|mask|swallow|truncate|block|hang|stall|starve|throttle|time\s+out|expire|conflict|clobber|corrupt|reference|inherit|resolve\s+to|fall\s+back|pick\s+up)\b|"
    r"not\s+(?:be\s+\w+|get\s+\w+|\w+)|be\s+(?:too\s+\w+|missing|stale|wrong|broken|different|outdated|unset|out\s+of\s+\w+|lost|misconfigured|related|responsible|using|"
    r"running|reading|writing|loading|picking|pointing|getting|holding|\w+ing\s+the|\w+(?:ed|en)\s+(?:by|before|after|too|twice|from|with|because)))\b"
)
"""What may be so: "the mount may have been lost", "it might hint at a second leak"."""
MAY_NOT_MATTER = regex(
    r"\b(?:may|might)\s+(?:\w+\s+)*?(?:be\s+(?:worth|better|easier|simpler|best|good|nice|useful|helpful|needed|able|possible|enough|safer|cleaner)|want|need|prefer|like|help|"
    r"not\s+(?:be\s+(?:worth|necessary|needed|possible|enough|obvious|clear|ideal|the\s+best)|want|need|have\s+(?:time|access)))\b"
)
MUST_HAVE = regex(rf"{THING}\bmust\s+have\s+(?:been\b|\w+(?:ed|en)\b|got\b|lost\b|left\b|kept\b|run\b|gone\b|hit\b|set\b)")
SEEMS = regex(
    r"(?:(?:so|but|and|hm+|ah|oh|ok(?:ay)?|wait|now),?\s+)*(?:it\s+|this\s+)?(?:seems|looks|appears)\s+(?:like\s+|that\s+|as\s+(?:if|though)\s+)?(?=\S+\s+\S+\s)"
)
LACKS = regex(
    r"\b(?:(?:was|were|did|has|have|had|is|are|does)(?:n't|\s+not)\s+(?!match\b|exist\b|found\b|available\b|installed\b|there\b)(?:\w+ly\s+|being\s+|been\s+|get\s+)*\w+|got\s+(?:lost|dropped|stuck|cut|overwritten|removed|reset)|"
    r"never\s+\w+|no\s+longer\s+\w+|ignor(?:es|ed|ing)|skipp(?:ed|ing)|overwr\w+|swallow\w*|clobber\w*|shadow(?:s|ed|ing)\b|misconfigured|out\s+of\s+sync|"
    r"(?:uses?|using|picks?|picking|loads?|loading|reads?|reading|runs?|running|points?|pointing)\s+(?:\w+\s+){0,3}?(?:the\s+)?(?:wrong|old|stale|previous|cached)|is\s+(?:stale|lost|stuck))\b"
)
"""What seems so is a belief where it says what went wrong or did not happen."""
DOUBTED = regex(
    r"\b(?:most\s+likely|likely|probably|presumably|plausibly)\s+(?!to\b|want|need|should|worth|not\s+worth|overkill|ok\b|okay\b|fine\b|enough\b|good\b|best\b|better\b|safe\b|just\s+\w+ing\b|"
    r"(?:the|a|an|my|your|our)\s+(?:\w+\s+)?(?:\w+est|right|wrong|best|one|file|function|place|good|better|easier|simpler|safer|way|fix|option|next|first|same|latest|case|only|most|answer)\b|"
    r"(?:add|use|make|do|go|try|keep|leave|skip|move|start|be\s+(?:worth|fine|ok|enough|good|best|better))\b)"
)
"""A word of doubt before what is believed."""
REMEDIED = regex(
    r"\b(?:fix|way|option|approach|solution|path|step|idea|plan|choice)\b[^,;]*\b(?:likely|probably|presumably)\b|\b(?:i|we|you)(?:'ll|'d|'m|'re)?\s+(?:\w+\s+)?(?:will\s+|would\s+|should\s+|can\s+|could\s+)?(?:most\s+likely|likely|probably|presumably)\b"
)
NAMED = regex(
    r"\bnarrow(?:s|ed)\s+(?:it|this|that|things)\s+(?:down\s+)?to\s+|\bmissing\s+(?:piece|bit|link|part|step)\s+(?:here\s+)?(?:is|was)\s+(?:that\s+)?(?!to\b)|"
    r"\b(?:that|this|which)\s+means\s+(?:that\s+)?(?=(?:the|our)\s+(?:\w+\s+)?(?:bug|problem|issue|failure|cause|culprit|leak|fault|regression|slowdown|delay)\s+(?:is|was|comes|must|lies|sits)\b)"
)
"""What leads in a suspicion: "I've narrowed it to ...", "the missing piece is ..."."""
NAMING = ("narrow", "missing ", " means ")
SIGN = r"(?:log|trace|error|output|timing|profile|evidence|stack|diff|message|pattern|number|result|symptom|count|status|stamp)s?"
SHOWN = regex(
    r"\b(?:consistent|in\s+line)\s+with\s+(?=(?:an?|the)\s+(?!(?:rest|other|existing|style|docs?|documentation|pattern|convention|previous|current|same|report|naming)\b)\w)|"
    rf"\b{SIGN}\s+(?:\w+ly\s+|all\s+)?points?\s+(?:to|at|towards?)\s+(?!line\b)|"
    r"\b(?<!reviewer )(?<!comment )(?<!copilot )(?<!bot )(?<!docs )(?<!readme )(?<!name )(?<!user )(?<!they )"
    r"(?:suggests?|indicates?|implies)\s+"
    r"(?:that\s+)?(?=(?:the|an?|it|there|this|our|some|something|either|we|most|nothing|no|both|`)[\s\w'].*?\b(?:is|are|was|were|has|have|had|does|did|(?:is|are|was|were|does|did)n't|gets?|runs?|comes?|re|\w{3,}(?:es|ed))\b)|"
    r"\b(?:this|that|it)\s+(?:also\s+|really\s+|more\s+)?(?:looks|seems|appears)\s+(?:like|to\s+be)\s+(?=(?:an?|the)\s+(?:[\w-]+\s+){1,3}?"
    r"(?:failure|problem|issue|bug|race|leak|mismatch|regression|conflict|deadlock|misconfiguration|timeout|limit|limitation|bottleneck|artefact|artifact|contention)\b)"
)
"""What leads in a reading of what was printed: "the trace suggests that ...", "the log points to ..."."""
SHOWING = ("suggest", "indicate", "implies", "consistent", "in line", " point", " like ", " to be ")
ISSUE = regex(
    r"(?:(?:so|but|and|then|ah|ok(?:ay)?|now)[,:]?\s+)*(?:the|our)\s+(?:(?P<real>real|actual|main|underlying|core|deeper)\s+)?(?:problem|issue|trouble)\s+(?:here\s+)?"
    r"(?:is|was|comes\s+from|lies\s+in|turns\s+out\s+to\s+be)\s+(?P<that>that\s+)?"
    r"(?!at\b|not\b|how\b|where\b|when\b|the\s+same\b|same\b|simple\b|clear\b|similar\b|fixed\b|solved\b|resolved\b|gone\b|still\b|now\b|real\b|reproduced\b|known\b|to\b|(?:something|somewhere|(?:a\s+)?different|elsewhere|another|two|three|more|that\s+(?:we|you|i)\b|documented|described|tracked|filed|listed|closed|open)\b)"
)
"""What is called the problem."""
NOT_WANTED = r"(?<!\bwe )(?<!\bi )(?<!\byou )(?<!\bthey )(?<!\bboth )"
SHOULD = regex(
    rf"(?<=\S\s){NOT_WANTED}\bshould\s+(?:"
    r"(?:now|then)\s+(?!pass\b|work\b|build\b|compile\b|succeed\b|be\s+(?:\w+ed|done|able|fine|ok(?:ay)?|good|ready|straightforward|easy|safe)\b|have\b)\w+|be\s+(?:gone|flat|constant|back\s+(?:to|at|near|under|within)|steadier|\w+er\s+(?:than|with|without|by)|"
    r"(?:about|around|roughly|under|below|close\s+to|near|within|at\s+(?:least|most)|over|above|only|exactly)?\s*~?\d)|"
    r"(?:(?:\w+ly|also|again|simply|just)\s+)?(?:come\s+(?:back|out)|go\s+(?:away|down|up|back)|vanish|disappear|recover|behave|stop\s+(?!using|calling)|drop|fall|rise|grow|shrink|scale|halve|double|improve|"
    r"survive|hold\s+(?:up|for|across)|pay|win\s+back|bring|see\s+(?:far\s+|much\s+)?(?:fewer|less|more|no\b)|stay\s+(?:flat|constant|the\s+same|within|under|below|around|at|near)|"
    r"(?:take|cost|need)\s+(?:about\s+|around\s+|under\s+|only\s+|roughly\s+)?~?\d|no\s+longer\s+\w+))\b"
)
"""What should come of a change: "with the new key it should now be 12", "the prompt should come back"."""
CONDITION = regex(r"\b(?:if|unless|whether|once)\b")
ON_YOU = regex(r"\b(?:if|unless|whether|once)\s+(?:you|we|i|not|so|needed|it's)\b")
"""A condition before the expectation makes it a rule; one after it is fine unless it is left to somebody."""
ORDERED = regex(
    r"\bshould\s+(?!now\s+\w+\s+(?:\w+\s+)?\d)(?:now\s+)?(?:use|call|include|return|check|contain|support|handle|read|say|be\s+(?:set|named|called|moved|used|removed|added|updated))\b"
)


def doubts(flat: str, flags: int) -> bool:
    """Whether a clause in lower case doubts or guesses, whatever it is about; `flags` are those of its words.

    >>> doubts("the mount may have been lost after the reboot", lexicon.GUESS)
    True
    >>> doubts("you may want to run it twice", lexicon.GUESS)
    False
    """
    if ("may " in flat or "might " in flat) and MAY.search(flat) and not MAY_NOT_MATTER.search(flat):
        return True
    if "must have" in flat and MUST_HAVE.search(flat):
        return True
    return flags & lexicon.DOUBT != 0 and DOUBTED.search(flat) is not None and not REMEDIED.search(flat)


def led(flat: str) -> int:
    """Where in a clause in lower case a suspicion begins that is led in, -1 if none is.

    >>> led("I've narrowed it to a stale lock"), led("a plausible name")
    (20, -1)
    """
    m = NAMED.search(flat) if any(map(flat.__contains__, NAMING)) else None
    return m.end() if m else -1


def shown(flat: str) -> int:
    """The same for what is read out of an output: "the trace suggests the lock is held"."""
    m = SHOWN.search(flat) if any(map(flat.__contains__, SHOWING)) else None
    return m.end() if m else -1


def seems(flat: str) -> int:
    """Where in a clause in lower case that begins what seems to have gone wrong, -1 if none does.

    >>> seems("it seems the folder wasn't created"), seems("it seems to work now")
    (9, -1)
    """
    m = SEEMS.match(flat) if "seem" in flat or "look" in flat or "appear" in flat else None
    return m.end() if m and LACKS.search(flat) else -1


def issue(flat: str, verb: bool) -> bool:
    """Whether a clause in lower case names what it calls the problem; `verb`: one follows that of the clause itself."""
    m = ISSUE.match(flat) if "problem" in flat or "issue" in flat or "trouble" in flat else None
    return m is not None and (verb or m["real"] is not None or m["that"] is not None)


def outlook(flat: str) -> bool:
    """Whether a clause in lower case says what should come of something.

    >>> outlook("with the new parser the count should now be 12"), outlook("the parser should return null")
    (True, False)
    """
    m = SHOULD.search(flat)
    return m is not None and not ORDERED.search(flat) and not CONDITION.search(flat, 0, m.start()) and not ON_YOU.search(flat, m.end())


def weak(s: Statement, spoken: Said, i: int) -> Hunch | None:
    """What the i-th clause of a sentence only doubts, reads out of an output, or says that it seems so."""
    parts = spoken.of(s)
    c = parts[i]
    text, flat = s.text[c.start - s.start : c.end - s.start], spoken.low[c.start : c.end]
    at = max(seems(flat), shown(flat))
    if at < 0 and not doubts(flat, c.flags):
        return None
    if c.flags & lexicon.CONDITION or cues.PLAN.match(text) or cues.ADVICE.match(text) or OWN.search(text):
        return None
    pointing = i and at < 0 and c.opener in ("-", ":", ";", ",") and POINTING.match(text)
    quoting = text.count("“") != text.count("”") or text.count('"') % 2
    start = parts[i - 1].start if pointing else c.start + max(0, at)
    return start, s.end if quoting else c.end, "doubt"


def expected(s: Statement, spoken: Said) -> list[Hunch]:
    """What a sentence says should come of something, with the clause before where it only points back: "it was 3, but with the new key
    it should now be 4"."""
    parts = spoken.of(s)
    for i, c in enumerate(parts):
        text = s.text[c.start - s.start : c.end - s.start]
        if not outlook(spoken.low[c.start : c.end]) or cues.PLAN.match(text) or cues.ADVICE.match(text):
            continue
        back = IT_SHOULD.search(text) is not None
        if not back or i:
            return [(parts[i - 1].start if back else c.start, c.end, "guess")]
    return []
