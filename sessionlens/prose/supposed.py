"""Beliefs told by the build of a sentence, without a word of doubt: a flaw announced with what it would do, alternatives between which a
look is to decide, a law told with a reserve, what a sign usually means, a change introduced with what it is to make possible.
"""

import re

from sessionlens.model.trace import Statement
from sessionlens.prose import lexicon
from sessionlens.prose.clauses import Said
from sessionlens.prose.marked import Belief, Manner
from sessionlens.prose.verbs import look
from sessionlens.text.regex import regex

FLAW = regex(
    r"\b(?:found|see|spotted|surfaced|noticed|remains|left|there(?:['’]s|\s+is)|(?:one|another)\s+(?:more|last|other))\b[^:.]{0,50}?"
    r"\b(?:gap|hole|flaw|weakness|weak\s+spot|hazard|risk|race|edge\s+case|corner\s+case|pitfall|trap|snag|loophole)\b[^:.]{0,40}:\s+(?P<claim>\S.*)|"
    r"^(?:one|another|a)\s+(?:(?:more|last|other|small|real)\s+)?(?:gap|hole|flaw|weakness|weak\s+spot|hazard|risk|race|edge\s+case|corner\s+case|pitfall|trap|snag|"
    r"loophole)(?:\s+(?:remains|is\s+left|surfaced|turned\s+up|here))?(?:\s+in\s+[^:.]{3,40})?:\s+(?P<rest>\S.*)",
    re.I | re.S,
)
"""A flaw that was found, with what it would do behind the colon."""
GAPS = ("gap", "hole", "flaw", "weak", "hazard", "risk", "race", "edge case", "corner case", "pitfall", "trap", "snag")
MODAL = regex(r"\b(?:would|could|might|may|will|can|cannot|can['’]t|won['’]t)\b|\bif\s[^,]+,[^,]*\bshould\b", re.I)
OTHERWISE = regex(r",?\s*\botherwise,?\s+(?P<claim>(?!i\b|we\b|you\b)\S.*?\b(?:would|will|could|might|can)\s+\w+.*)", re.I | re.S)
"""What would happen without the change."""
LOOK = r"\b(?:check|checking|see|seeing|verify|verifying|test|testing|find\s+out|know|tell|determine|establish|question\s+is)\s+"
EITHER = regex(
    LOOK
    + r"(?:if|whether)\s+(?P<one>[^;:]{12,}?),?\s+or\s+(?:(?:if|whether)\s+)?(?P<two>[^;:]{12,}?)(?=[.;:?]?$|,?\s+(?:and|so|before)\s)",
    re.I,
)
EXIST = regex(
    LOOK + r"(?:if|whether)\s+(?P<belief>(?:the|our|any|an?)\s+[^,;:]*?\b(?:exists?|is|are|was|were|gets?|runs?)\b[^,;:]*?\bat\s+all\b)|"
    r"^(?:(?:so|but|hm+|and)[,.]?\s+)?(?P<asked>(?:is|are|was|were)\s+(?:the|our)\s+[^,;:?]+\bat\s+all\?)$",
    re.I,
)
"""Whether something is there at all: who asks so suspects that it is not."""
PERSON = regex(r"(?:i|we|you|it|they|he|she|that|this|there|these|those)\b", re.I)
MEANS = regex(
    r"(?:^|\b(?:which|that|this|it)\s+)(?:usually|typically|often|generally|normally|almost\s+always|most\s+often)\s+"
    r"(?:means|indicates|implies|points\s+to|signals|comes\s+from|is\s+(?:a\s+sign\s+of|caused\s+by|due\s+to))\s+(?:that\s+)?(?P<belief>[^;]{10,})",
    re.I,
)
"""What a sign usually means: a reading of it that has still to be shown for this case."""
USUALLY = ("usually", "typically", "often", "generally", "normally", "almost always")
LAW = regex(
    r"(?P<law>(?:^|(?<=[;:,]\s))(?:(?:but|and|so)\s+)?(?!i\b|we\b|you\b)(?:[^;:,]|,(?!\s))*?\b"
    r"(?:(?:do|does|did|will)(?:n['’]t|\s+not)\s+(?:reliably|always|necessarily|generally|usually|automatically)\s+\w+|"
    r"(?:generally|usually|typically|normally|often)\s+(?:do|does|did|will)(?:n['’]t|\s+not)\s+\w+).*)",
    re.I | re.S,
)
"""A law with a reserve, which is said for the sake of the case: "hooks do not always run on a pull"."""
FOR_A_CASE = regex(r"\b(?:reliably|necessarily)\b|,\s+(?:so|which)\s|;|\bbecause\b")
"""What shows that a law is told for the sake of a case."""
RESERVES = ("reliably", "always", "necessarily", "generally", "usually", "typically", "normally", "often", "automatically")
DOING = (
    r"(?!(?:check|look|read|runn|pull|go|watch|verify|trac|inspect|compar|wait|fetch|search|test|committ|push|do|us|re-?runn|try|start|post|"
    r"writ|summari[sz]|ask|stag|commit|open|clos|print|confirm|measur|benchmark|collect|gather|locat|find|review|queu|delegat)ing\b)\w+ing\b"
)
INTRODUCED = regex(
    rf"(?:(?:next|now|so|and|also|then|meanwhile),?\s+)*i(?:['’]m|\s+am)\s+(?:(?:also|now|just|therefore)\s+)*(?P<change>{DOING}.*?,?\s+so\s+(?:that\s+)?"
    r"(?!i\b|we\b|you\b)(?:\S+\s+){1,7}?(?:can|cannot|can['’]t|won['’]t|never|always|no\s+longer)\s.*)",
    re.I | re.S,
)
"""A change in the making, with what it makes possible or rules out: "I'm adding a guard so that a stale lock cannot block the start"."""
PROMISED = regex(
    r"(?:(?:next|now|so|and|also|then),?\s+)*i(?:['’]m|['’]ll|\s+am|\s+will)\s+[^:]{8,}:\s+"
    r"(?P<rule>if\s+[^,]{6,}(?:,\s+[^,]+)*?,\s+[^,]*?\b(?:will|should|now|must)\s+.*)",
    re.I | re.S,
)
"""A change told by the rule that it puts in force: "I'm making the import lenient: if the file is there, the loader will ..."."""
MENDED = regex(
    r"(?:(?:so|now|next|then)\s+)?i(?:['’]m\s+going\s+to|['’]ll|\s+will)\s+(?:\w+\s+)?(?:fix|patch|solve|address|cure|close|resolve|prevent|avoid|remove|mend)\s+"
    r"(?:that|this|it|both|the\s+(?:[\w-]+\s+){1,3}?)\s*by\s+(?P<how>\w+ing\b.{12,})",
    re.I | re.S,
)
"""A cure announced with its way: "I'm going to fix that by making the writer flush"."""
CLEANER = regex(
    r"(?:given\s+[^,]+,\s+)?(?P<what>(?!(?:no|some|any|every)thing\b)[a-z-]+ing\s+[^,;:]{6,80}?\s(?:is|would\s+be|seems)\s+(?:probably|likely)\s+(?:the\s+)?"
    r"(?:\w+er|more\s+\w+)\b.*)",
    re.I | re.S,
)
"""A way that is thought to be the better one."""


def supposed(s: Statement, spoken: Said, flags: int) -> list[Belief]:
    """What a sentence or item of an agent supposes by its build; `flags` are those of its words.

    >>> text = "One gap remains: a second login would reuse the old token."
    >>> [text[b.start : b.end] for b in supposed(statements(text)[0], said(text), 0)]      # doctest: +SKIP
    ['a second login would reuse the old token.']
    """
    text = s.text
    low = spoken.low[s.start : s.end]
    flaw = FLAW.search(text) if ": " in text and any(map(low.__contains__, GAPS)) else None
    part = (flaw.lastgroup or "claim") if flaw else ""
    if flaw and MODAL.search(flaw[part]):
        inner = OTHERWISE.search(flaw[part])
        return [_at(s, flaw.start(part) + (inner.start("claim") if inner else 0), flaw.end(part))]
    if flags & lexicon.CONDITION and "otherwise" in low:
        without = OTHERWISE.search(text)
        if without and not text.endswith("?"):
            return [_at(s, without.start("claim"), without.end("claim"))]
    if " at all" in low or ((flags & lexicon.CONDITION or not flags) and " or " in low):
        found = _looked_for(s, spoken)
        if found:
            return found
    if ("ly " in low or "always" in low or "often" in low) and any(map(low.__contains__, USUALLY)):
        sign = MEANS.search(text)
        if sign:
            return [_at(s, sign.start("belief"), sign.end("belief"))]
    return _introduced(s, low, flags) if s.kind == "sentence" else []


def law(s: Statement, spoken: Said) -> list[Belief]:
    """The law with a reserve in a sentence or item of an agent.

    >>> text = "Hooks do not always run on a pull, so the cache is stale then."
    >>> [b.manner for b in law(statements(text)[0], said(text))]      # doctest: +SKIP
    ['law']
    """
    low = spoken.low[s.start : s.end]
    if not ("ly " in low or "always" in low or "often" in low) or not any(map(low.__contains__, RESERVES)):
        return []
    m = LAW.search(s.text) if FOR_A_CASE.search(s.text) and not s.text.endswith("?") else None
    return [_at(s, m.start("law"), m.end("law"), "law")] if m else []


def _at(s: Statement, start: int, end: int, manner: Manner = "guess") -> Belief:
    return Belief(s.start + start, s.start + end, manner)


def _looked_for(s: Statement, spoken: Said) -> list[Belief]:
    """The two ways between which a look is to decide, or what it doubts to be there at all."""
    text = s.text
    either = EITHER.search(text) if " or " in text else None
    if either:
        ways = [_at(s, *either.span(part)) for part in ("one", "two")]
        whole = all(look(spoken.low, w.start, w.end).verbs and not PERSON.match(spoken.low, w.start, w.end) for w in ways)
        return ways if whole else []
    doubted = EXIST.search(text) if " at all" in text else None
    if doubted:
        part = "belief" if doubted["belief"] else "asked"
        return [_at(s, *doubted.span(part))]
    return []


def _introduced(s: Statement, low: str, flags: int) -> list[Belief]:
    """The change that a sentence introduces with what it is to bring."""
    text = s.text
    if flags & lexicon.DOUBT:
        better = CLEANER.match(text)
        if better:
            return [_at(s, better.start("what"), better.end("what"))]
    if flags and not flags & lexicon.SELF and "i'" not in low and "i’" not in low:
        return []
    for pattern, needs, part in ((INTRODUCED, " so ", "change"), (PROMISED, ": if ", "rule"), (MENDED, " by ", "how")):
        m = pattern.match(text) if needs in low else None
        if m:
            return [_at(s, m.start(part), m.end(part), "brought" if part == "change" else "guess")]
    return []
