"""Beliefs that a sentence tells by its words: a guess ("I suspect X", "X is likely the culprit"), a cause named ("the culprit is X"),
a rule with a prospect ("if each row scans the index, the cost should grow")."""

import re
from collections.abc import Iterator

from sessionlens.model.trace import Statement
from sessionlens.prose import cues, lexicon
from sessionlens.prose.asked import LEAD_IN, WEAK
from sessionlens.prose.clauses import Said
from sessionlens.prose.doubts import OWN, POINTING, Hunch, issue, led, weak
from sessionlens.prose.remedies import HELPS
from sessionlens.prose.verbs import look
from sessionlens.text.regex import regex

GUESS = regex(
    r"\b(?:i(?:['’]m|\s+am)\s+suspicious\s+of|i\s+(?:strongly\s+)?(?:suspect|guess|think|believe|suppose|assume|"
    r"bet)(?!\s+(?:so|on|any|i|we|you|it['’]?s\s+worth|a\s+better|the\s+(?:best|right|fix))\b)|"
    r"my\s+(?:best\s+|first\s+|current\s+)?(?:guess|suspicion|hunch|theory|hypothesis|bet|impression)(?:\s+(?:is|would\s+be)|"
    r":)|explanation,|"
    r"(?:might|may|could)\s+(?:(?:also|well|just|simply|only)\s+)?(?:be\s+(?:the|due|because|from|caused|related|coming|noise)|"
    r"have\s+(?:been\s+)?caused|come\s+from|contribute|explain|cause|be\s+that|be\s+an?\s+(?:\w+\s+)?(?:race|leak|bug|deadlock|"
    r"regression|mismatch|conflict|bottleneck|problem|issue|stale|artefact|artifact))|"
    r"(?:must|has\s+to|have\s+to)\s+be\s+(?:in|the|due|because|caused|coming|from|an?\s+(?:race|leak|bug|deadlock|regression))|"
    r"(?:one|another)\s+possibility(?:\s+is|:)|possible\s+(?:cause|reason|explanation|culprit)(?:\s+(?:is|would\s+be)|:)|"
    r"(?:prime|main|top|likely|best|only)\s+(?:suspect|candidate|theory|explanation)\s+(?:\w+\s+)?(?:is|would\s+be)|(?:the|our)\s+theory\s+is|"
    r"money\s+is\s+on(?!\s+[a-z]\d)|a\s+(?:hunch|suspicion|feeling)\s+that|smells\s+(?:like|of)|i(?:'m|\s+am)\s+(?:fairly|pretty|quite|almost|rather)\s+(?:sure|certain)|it(?:'s|\s+is)\s+(?:also\s+|quite\s+)?possible\s+that|"
    r"i(?:'d|\s+would)?\s+expect\s+(?!that\b|it\b|this\b|to\b|them\b)[^,;]{3,60}?\s+to\s+(?:bring|cut|drop|fall|halve|improve|lower|reduce|remove|save|shrink|win|vanish|disappear|grow|scale|double|rise|be\s+(?:\w+er|flat|constant|gone|cheap|the\s+big))|"
    r"something\s+(?:in|about|inside|within|around)\s+[^,;.]{2,40}?\s+(?:is|was|keeps)\s+(?:\w+ly\s+)?\w+ing|"
    r"would\s+(?:also\s+)?explain|almost\s+certainly|seems?\s+to\s+be\s+(?:caused|due|related|coming)|should\s+have\s+\w+ed)\b",
)  # fmt: skip
OPENS = regex(
    r"(?:(?:hm+|or|so|but|and),?\s+)?(?:perhaps|maybe)\s+(?!we\b|i\b|you\b|an?\b|it's\s+(?:time|better|worth|best|easier|ok|okay|fine)|not\b|later|"
    r"also|just|should|even|another|(?:add|use|make|do|try|keep|leave|skip|move|start|run|check|look|write|put|split|rename|drop|remove|ask|wait)\b|there's\s+a\s+(?:way|better)|the\s+(?:best|easiest|simplest|safest))(?=\S+\s+\S+\s+\S)|"
    r"(?:so\s+|and\s+)?(?:(?:that|this|which|it|everything|all)\s+(?:clearly\s+|strongly\s+|all\s+)?points?\s+(?:to|at|towards?)\s+(?!the\s+(?:right|same))|"
    r"(?:that|which|this)\s+(?:only\s+)?leaves\s+(?:only\s+)?(?:the|an?)\s|(?:most\s+likely|probably|presumably)\s+(?:the|an?|because)\s)|"
    rf"(?!(?:no|some|any|every)thing\b|during\b)[a-z-]+ing\s+[^,;:]{{3,80}}?\s(?:should|would|might|could|may)\s+(?:{HELPS}|give\s+(?:us\s+|me\s+)?(?:an?\s+)?~?\d)",
)  # fmt: skip
"""How a clause begins that is a guess: "perhaps ...", "that points to ...", "batching the writes should save ..."."""
PRAISES = regex(
    r"\bi\s+(?:think|believe|guess|suppose)\b.*\b(?:is|are|looks?|reads?)\s+(?:now\s+|much\s+|a\s+bit\s+|quite\s+)?(?:cleaner|clearer|better|fine|good|ready|nicer|simpler|ok|"
    r"okay|enough|done)\b|\bi\s+(?:think|believe)\s+(?:that|this)\s+(?:covers|answers|is\s+all)\b"
)
"""What only values the work done."""
LOOKS = regex(r"\b(?:looks?|seems?)\s+(?:like|that|to)\b|\bappears?\s+(?:to|that)\b|\bsuggests?\s+that\b")
SURELY = regex(
    r"\b(?:because|culprit|cause[sd]?|due\s+to|(?:comes?|coming)\s+from|trigger(?:s|ed)?|responsible|bottleneck|slow\w*|leak\w*|corrupt\w*|"
    r"(?:goes|spent)\s+(?:in|into|on)|starv\w*|throttl\w*|contention|race)\b"
)
"""With one of these what seems so is a suspicion about a cause."""
ADVERB = regex(r"\b(?:most\s+likely(?!\s+to\b)|likely(?!\s+to\b)|probably|presumably|plausibly|suspected)\b")
CAUSAL = regex(
    r"\b(?:because|culprit|caus(?:e|es|ed|ing)|due\s+to|from|by|bug|trigger(?:s|ed|ing)?|reason|responsible|behind|blam\w+|"
    r"why|problem|packing|slow\w*|leak\w*|corrupt\w*|cost\w*|unused|ignored|stale|throttl\w*|contention|saturat\w*|starv\w*|"
    r"fragment\w*)\b|(?:n't|\bnot)\s+(?:being\s+)?(?:used|called|applied|loaded|invalidated|flushed|reached|cached)\b",
)
"""With one of these an adverb of doubt marks a suspicion about a cause, not a guess about some detail."""
CAUSE = regex(
    r"(?:\b(?:is|was|are|were)|['’]s)\s+(?:(?:the|our|my|a|an|likely|indeed|clearly|real|main|"
    r"actual)\s+)*(?:(?!not\b|no\b|known\b)\w+\s+)?(?:root\s+cause|culprit|smoking\s+gun|cause|trigger|bug(?![\s-]+(?:fix|report|tracker))|bottleneck|"
    r"to\s+blame|(?:caused|triggered)\s+by|what(?:['’]s|\s+is|\s+was)?\s+\w+ing|race\s+condition|signature\s+of)\b|"
    r"\broot\s+cause(?:\s+\w+)?:(?!\W*(?:no|none|not|nothing|unknown|unclear)\b)|introduced\s+the\s+(?:bug|problem|regression|leak|slowdown)|\brules?\s+out\b",
)  # fmt: skip
BECAUSE = regex(r"\b(?:which|this|that|it)(?:['’]s|\s+is|\s+was)\s+(?:(?:simply|only|just)\s+)?because\b")
"""What gives the cause of the thing just told."""
OUTLOOK = regex(
    r"(?:but\s+|so\s+)?if\s+(?!that['’]?s?\b|so\b|it\b|you\s+(?:want|like|prefer|need|do\b|don)|we\b|i\b|not\b|any|"
    r"the\s+(?:answer|md5|output|result|test))[^,?]{6,90},?\s[^?]*?\b(?:(?:will|should)\s|"
    r"(?:could|would|might|may)\s+(?:then\s+|also\s+)?(?:block|break|cause|corrupt|crash|deadlock|explain|fail|hang|leak|lose|overflow|race|slow|stall|starve)\b)",
    re.I,
)
"""A rule with a prospect: "if each row scans the index, the cost should grow ..."."""
IF_DONE = regex(
    r"(?:so\s+|but\s+|and\s+)?if\s+(?:we|i|you)\s+(?!want|like|prefer|need|do\b|don|look|see|check|run\b|find|get\b)\w+\s[^?]{4,90},\s+then\s+[^?]+$",
    re.I,
)
"""What a step would bring: "if we pool the buffers, then the pauses are gone"."""
RECOMMENDS = regex(
    r"\b(?:fix|solution|approach|option|way|remedy|workaround)\s+(?:is|would\s+be|here\s+is)\s+(?:(?:probably|likely|perhaps|maybe)\s+)?to\b"
)
ASIDE = regex(r"\([^()]*\)")
SO_I = regex(r",?\s+so\s+(?=i\s+(?:strongly\s+)?(?:suspect|guess|think|believe|suppose|assume|bet)\b)", re.I)
"""Between the grounds of a guess and the guess: "the runs alternate, so I suspect the cache"."""
FIGURE = regex(r"\d\s*(?:%|[a-zµ]{1,3}\b)|\d[.,]\d")
TWO = regex(r"(?P<one>\S+\s+for\s+[^,(]*)(?:\([^)]*\))?,\s+(?:and\s+)?(?P<two>\S+\s+for\s+.*)", re.S)


ROOT = regex(
    r"[*_]*(?:the\s+)?(?:(?:likely|probable|actual|real|underlying|direct|immediate|second)\s+)?(?:root\s+cause|cause|reason|trigger|culprit|diagnosis)"
    r"(?:\s+(?:of|for|behind)\s+[^:*(]{3,50}?)?(?:\s+\([^()]{3,60}\))?(?:\s+(?:is|was|confirmed|found|identified))?[*_]*\s*[:—–][*_]*\s+(?!(?:no|none|not|nothing|unknown|unclear|you|we|i)\b)(?=\S+\s+\S+\s+\S)(?!.*\bconfirmed\s+by\b)",
    re.I | re.S,
)
"""How a sentence begins that is labelled as the cause: "**Trigger (why it comes back):** ..."."""
TEST_LEAD = regex(r"to\s+(?:test|check|verify|see)\s+(?:this|that|it)[:,]\s+", re.I)
TESTED = regex(
    r"\b(?:test|check|see|find\s+out|verify|measure|confirm)\s+(?:if|whether)\s+(?P<belief>(?!you\b|i\b|we\b|it\b|that\b|this\b|they\b|there\b|any)[^,;?]{6,120}?\b"
    r"(?:affects?|changes?\s+(?:the|any)|causes?|helps?|explains?|reduces?|improves?|slows?|speeds?|matters?|cuts?|saves?|makes?\s+(?:\w+\s+){1,4}?\w+er|"
    r"is\s+(?:really\s+|also\s+)?(?:the\s+(?:cause|culprit|reason|problem|bottleneck)|what|to\s+blame|responsible|because|due)|comes?\s+from)\b[^,;?.]*)",
    re.I,
)
"""What an agent is about to test."""
IF_IT = regex(
    r"\b(?:test|check|see|find\s+out|verify)\s+(?:if|whether)\s+(?P<belief>(?:it|that|this)(?:['’]s|\s+is)\s+(?:really\s+)?(?:because|due|the)\s"
    r"(?!(?:same|right|case|correct|latest|only|new|old|valid|known|good|file|directory|real)\b)[^,;?.]{4,})",
    re.I,
)
WONDERS = regex(
    r"(?:hm+,?\s+|but\s+|so\s+|or\s+)*(?:what\s+if\s+(?!you\b|we\b|i\b)(?P<what>[^?]+)(?=\?)|"
    r"(?P<whole>(?:(?:could|can|might|may)\s+[^?]{4,60}?\s+be\s+(?:caused\s+by|due\s+to|because\s+of|the\s+(?:cause|culprit|reason|bottleneck))|"
    r"(?:is|are|was|were)\s+[^?]{4,60}?\s+(?:to\s+blame|the\s+(?:real\s+)?(?:cause|culprit|bottleneck)))\b[^?]*\?))",
    re.I,
)
"""A question that an agent asks itself."""
EITHER = regex(r"(?:so\s+)?(?:it['’]s\s+)?either\s+(?P<one>[^;:]{8,}?),?\s+or\s+(?P<two>[^;:]{8,}?)[.!]?$", re.I)
INLINE = regex(
    r"(?:candidates?|suspects?|possibilit(?:y|ies)|explanations?|hypothes[ie]s|theor(?:y|ies)|causes)\b[^:(]{0,30}:?(?=\s+\(?(?:a|1|i)\)\s)",
    re.I,
)
ARROW = regex(r"\s*(?:→|->|⇒)\s*")
LINK = regex(r"[*_]*[a-z][a-z'’-]*(?:\s+[A-Za-z][\w'’-]*)+[*_]*")
NAMED = regex(
    r"\b(?:two|three|several)\s+(?:\w+\s+)?(?:suspects|candidates|theories|hypotheses|possibilities|explanations)\s*:\s+(?P<list>[^:;()]+?)[.]?$",
    re.I,
)
AND = regex(r",\s+(?:and\s+|or\s+)?|\s+and\s+|\s+or\s+")
"""A list of two or three in running words: "two suspects: the lock and the log"."""
MARK = regex(r"(?:^|[,;]?\s+(?:and\s+|or\s+)?)\(?(?:[a-f]|[1-6]|i{1,3}|iv)\)\s+", re.I)
"""A list inside a sentence: "two candidates: (a) the lock, (b) the log"."""
TELLING = lexicon.GUESS | lexicon.CAUSE | lexicon.DOUBT | lexicon.CONDITION
"""A sentence without any of these words is no guess and names no cause."""


def worded(s: Statement, spoken: Said, flags: int) -> list[Hunch]:
    """The guesses and causes in one sentence or item of an agent, as [start, end) of the message; `flags` are those of its words."""
    text = s.text
    lead = TEST_LEAD.match(text)
    at = lead.end() if lead else 0
    if flags & lexicon.CONDITION and (OUTLOOK.match(text, at) or IF_DONE.match(text)):
        cut = text.find(" - ", text.find(", then")) if IF_DONE.match(text) else -1
        return [(s.start + at, s.start + cut if cut > 0 else s.end, "guess")]
    root = ROOT.match(text) if flags & lexicon.CAUSE else None
    if root:
        return [(s.start + root.end(), s.end, "cause")]
    if flags & lexicon.GUESS:
        several = _several(s, spoken)
        if several:
            return several
    return [*_clause(s, spoken)]


def tested(s: Statement) -> list[Hunch]:
    """What an agent asks itself, or says that it is about to test: "let me see whether the cache makes it slower"."""
    if s.text.endswith("?"):
        m = WONDERS.match(s.text)
        return [(s.start + m.start(m.lastgroup or 0), s.start + m.end(m.lastgroup or 0), "guess")] if m else []
    m = TESTED.search(s.text) or IF_IT.search(s.text)
    return [(s.start + m.start("belief"), s.start + m.end("belief"), "guess")] if m else []


def _listed(start: int, text: str) -> list[Hunch]:
    """The members of a list in running words that begins at `start`."""
    cuts = [m.span() for m in AND.finditer(text)]
    spans = zip([0, *(b for _, b in cuts)], [*(a for a, _ in cuts), len(text)], strict=True)
    return [(start + a, start + b, "guess") for a, b in spans if b - a > 2]


def chain(text: str) -> bool:
    """Whether a sentence is a chain of causes: "long pauses -> full queue -> missed heartbeats"; each link has two words or more in
    lower case, which tells it from a path of calls, of menus or of steps.

    >>> [chain(t) for t in ("long pauses -> full queue -> missed heartbeats", "File -> Open Recent -> More", "parse() -> eval() -> run()")]
    [True, False, False]
    """
    links = ARROW.split(text.strip("*_ .:"))
    return len(links) > 2 and all(LINK.fullmatch(link) and not cues.ORDER.match(link) for link in links[1:]) and "`" not in text


def _several(s: Statement, spoken: Said) -> list[Hunch]:
    """The beliefs of a sentence that names several: "either A or B", "two candidates: (a) A, (b) B"."""
    either = EITHER.match(s.text)
    if either:
        spans = [either.span("one"), either.span("two")]
        return [(s.start + a, s.start + b, "guess") for a, b in spans if look(spoken.low, s.start + a, s.start + b).verbs]
    named = NAMED.search(s.text) if ": " in s.text else None
    if named:
        return _listed(s.start + named.start("list"), named["list"])
    listed = INLINE.search(s.text) if ") " in s.text else None
    if not listed:
        return []
    marks = [m.span() for m in MARK.finditer(s.text, listed.end())]
    ends = [a for a, _ in marks[1:]] + [len(s.text)]
    return [(s.start + b, s.start + end, "guess") for (_, b), end in zip(marks, ends, strict=True)] if len(marks) > 1 else []


def _doubted(flat: str, flags: int) -> bool:
    """Whether a clause doubts, and about a cause."""
    if flags & lexicon.DOUBT and ADVERB.search(flat) and CAUSAL.search(ASIDE.sub("", flat)):
        return True
    seems = "look" in flat or "seem" in flat or "appear" in flat or "suggest" in flat
    return seems and LOOKS.search(flat) is not None and SURELY.search(ASIDE.sub("", flat)) is not None


def _guessed(flat: str, flags: int) -> bool:
    """Whether a clause says that it is a guess, or what a step or a size should bring."""
    if not flags & lexicon.GUESS or ("i " in flat and PRAISES.search(flat)):
        return False
    return GUESS.search(flat) is not None or OPENS.match(flat) is not None


def _clause(s: Statement, spoken: Said) -> Iterator[Hunch]:
    """The clause of a sentence that has the cue, with the clause before where it only points back ("X - this is the culprit")."""
    parts = spoken.of(s)
    for i, c in enumerate(parts):
        text = s.text[c.start - s.start : c.end - s.start]
        flat = spoken.low[c.start : c.end]
        guess = _guessed(flat, c.flags) or _doubted(flat, c.flags)
        cause = not guess and (
            (c.flags & lexicon.CAUSE != 0 and CAUSE.search(flat) is not None)
            or ("because" in flat and BECAUSE.search(flat) is not None)
            or (c.flags & lexicon.GUESS != 0 and issue(flat, len(c.verbs) > 1))
        )
        named = led(flat) if c.flags & lexicon.GUESS else -1
        if named >= 0 and len(flat) - named > 8 and not (guess and lexicon.CAUSE & c.flags) and not RECOMMENDS.search(flat):
            yield c.start + named, c.end, "guess"
            return
        passing = weak(s, spoken, i) if c.flags & lexicon.GUESS and not guess and not cause else None
        if passing:
            yield passing
            return
        if not (guess or cause) or (not guess and (c.flags & lexicon.CONDITION or cues.PLAN.match(text) or cues.ADVICE.match(text))):
            continue
        if (guess and (cues.ADVICE.match(text) or RECOMMENDS.search(flat))) or OWN.search(text):
            continue
        if i and c.opener == "so" and "would" in flat and FIGURE.search(s.text, 0, c.start - s.start):
            continue  # worked out from the figure before it
        start, end = c.start, c.end
        if i and (c.opener == "which" or (POINTING.match(text) and c.opener in ("-", ":", ";", ","))):
            start = parts[i - 1].start
        led_to = SO_I.search(s.text, start - s.start, end - s.start) if guess and "so " in flat else None
        start = s.start + led_to.end() if led_to else start
        lead = LEAD_IN.match(s.text, start - s.start)
        start = s.start + lead.end() if lead else start
        if lead and "root cause" in lead[0].lower():
            yield start, s.end, "cause"
            return
        if start >= end - 3 and i and parts[i - 1].verb:
            start, end = parts[i - 1].start, parts[i - 1].end
        elif start >= end - 3 and i + 1 < len(parts):
            start, end = parts[i + 1].start, parts[i + 1].end
        elif i + 1 < len(parts) and (
            (parts[i + 1].opener in (":", ";") and lead and lead[0].strip()) or (parts[i + 1].opener == "-" and not guess)
        ):
            end = parts[i + 1].end
        end = s.end if guess and spoken.low.startswith("because ", start) else end
        two = TWO.match(spoken.masked, start, s.end)
        if two and guess:
            yield two.start("one"), two.end("one"), "guess"
            yield two.start("two"), two.end("two"), "guess"
        elif POINTING.match(s.text, start - s.start) and len(s.text[start - s.start : end - s.start].split()) < 6:
            return
        elif end - start > 8 and not WEAK.fullmatch(s.text[start - s.start : end - s.start].strip()):
            yield start, end, "guess" if guess else "cause"
        return
