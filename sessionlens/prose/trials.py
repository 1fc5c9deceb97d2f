"""What is said around a trial of a belief: that it comes next, what became of it without saying of what, what the change did that tries it,
and that an earlier run or verdict does not count.
"""

from typing import NamedTuple

from sessionlens.model.words import Status
from sessionlens.prose.pronouncing import LABEL
from sessionlens.prose.sentences import lowered
from sessionlens.text.regex import regex

STRONG = regex(
    r"[*_]*(?:(?:so|and|then|again|thus)[,:]?\s+)?(?:(?P<yes>(?:clearly\s+|thus\s+)?(?:confirmed|proven)|real|it\s+(?:pays(?:\s+off)?|works|stays))|"
    r"(?P<no>refuted|disproved|disproven|rejected|ruled\s+out|no\s+(?:effect|gain|difference|improvement|change)|nothing(?=\s*[:.])|"
    r"out\s+(?:it\s+goes|with\s+it)|a\s+dead\s+end))[*_]*(?=\s*[.,:;!—–]|\s+(?:as|for|on|at|here|in|by)\b|\s*$)"
)
ANNOUNCED = regex(
    r"\W{0,4}(?:(?:so|and)\s+)?(?P<lead>(?:(?:now|next|then|first|second|third|finally|last|ok(?:ay)?|let['’]?s|let\s+me|i['’]ll|on\s+to|back\s+to|over\s+to|"
    r"test(?:ing)?|try(?:ing)?|check(?:ing)?|start(?:ing)?\s+with|turn(?:ing)?\s+to|that\s+leaves|remains)[,:]?\s+){1,4})?(?:the\s+)?[*_`(]*"
    rf"(?P<label>{LABEL})[*_`)]*(?!\s+(?:and|or|nor|vs)\b|\s*[,/]\s*{LABEL}|['’])(?(lead)|(?=\s*(?:[.,:;—–(]|$)|\s+(?:next|now|first|then|again)\b))"
)
"""How a sentence begins that announces what is tried next: "K2 next: ...", "Now K3", "K4, the cache."."""
DOES = regex(
    r"(?:^|[.;:—–(]\s*|\b(?:so|and|but)\s+)[*_`]*(?:the\s+|my\s+)?(?P<thing>(?!(?:it|that|this|which|there|what|here|i|we|you|they|who|nothing)\b)"
    r"[\w`'./-]{2,}(?:\s+[\w-]+)?)[*_`]*\s+"
    r"(?:(?P<yes>works|stays(?!\s+(?:open|the|as|at|with|to)\b)|pays\s+(?:off|for\s+itself)|is\s+kept|helps|did\s+the\s+trick|does\s+the\s+(?:job|trick))|"
    r"(?P<no>does(?:n['’]t|\s+not)\s+(?:help|pay|work|matter|bring)|(?:buys?|brings?|gains?)\s+(?:us\s+)?nothing|goes\s+(?:back\s+)?out|"
    r"is\s+(?:a\s+loss|no\s+gain)|backfires))(?=\s*[.,:;!—–(]|\s+(?:as|for|on|at|here|in|by|too|and|but|with|again|of|outside|any)\b|\s*$)"
)
TAKES_BACK = regex(
    r"\b(?:forget|disregard|ignore|scrap|discard|strike|void)\s+(?:(?:its|that|the|this|those|these|my|our|all)\s+)?"
    r"(?:(?!(?:first|warm\S*|cold|slowest|rest|of)\b)\w+\s+){0,2}?(?:verdict|results?|conclusions?|comparisons?|numbers|figures|runs?|timings?|"
    r"measurements?)\b|"
    r"\b(?:verdict|results?|conclusions?|comparisons?|numbers|figures|runs?|timings?|measurements?|benchmarks?)\b"
    r"(?:\s+(?:above|before|of|from|on|in)\b[^.;,]{0,40})?\s+"
    r"(?:(?:is|are|was|were)\s+(?:(?:therefore|thus|all|both|simply|now)\s+)?(?:void|invalid|worthless|meaningless|bogus|useless|moot|nonsense|not\s+valid|"
    r"withdrawn)|(?:do(?:es)?\s+not|do(?:es)?n['’]t|didn['’]t)\s+count|mean(?:s|t)?\s+nothing|says?\s+nothing)|"
    r"\bi\s+(?:hereby\s+)?(?:take|took)\s+(?:that|this|it|(?:my|the)\s+verdict)[^.;]{0,30}\s?back\b|\bi\s+(?:retract|withdraw)\b|"
    r"\bi\s+(?:had\s+)?(?:measured|timed|tested|benchmarked|compared|ran)\s+(?:\w+\s+)?the\s+(?:wrong|same|old)\s+"
    r"(?:binary|build|file|tree|image|version|thing)\b|"
    r"\b(?:message|msg)\s+(?P<msg>\d+)\s+(?:was|is)\s+(?:wrong|mistaken|premature)"
)
NEEDS = (
    *("forget", "regard", "ignore", "scrap", "discard", "strike", "void", "invalid", "worthless", "meaningless", "bogus", "useless"),
    *("moot", "nonsense", "not valid", "withdr", "count", "nothing", " back", "retract", "the wrong ", "the same ", "the old ", "message "),
    "msg ",
)
"""One of these stands in what takes something back."""
HEADS = ("work", "stay", "pay", "kept", "help", "trick", "job", "bring", "matter", "nothing", "goes", "loss", "gain", "backfire")
"""One of these stands in what a change did."""


AIMED = regex(
    r"(?:it|that|this)(?:['’]s|\s+(?:is|was))\s+[^,;.]{3,50},\s+(?:and\s+)?not\s+(?:(?:the|a|an|any)\s+)?(?P<not>[^,;.:]{3,40})(?=[,;.:]|$)|"
    r"\b(?:so|hence|thus)\s+(?:there\s+is\s+)?no\s+(?P<no>[\w-]+(?:\s+[\w-]+)?)(?=\s*[.,!;]|\s*$)|"
    r"(?:^|[.;:—–]\s*|\bso\s+)(?:there|that)['’]s\s+(?:the|our|my)\s+(?P<there>[\w-]+(?:\s+[\w-]+)?)(?=\s*[.!;:]|\s*$)|"
    r"(?:^|[.;:—–]\s*)\W*(?:so\s+)?(?:the\s+)?(?P<so>[\w-]+(?:\s+[\w-]+)?)\s+(?:it\s+(?:is|was)|was\s+it)(?=\s*[.!;]|\s*$)|"
    r"\b(?P<as>as\s+(?:i|we)?\s*(?:had\s+)?(?:guessed|suspected|feared|predicted|thought))(?=\s*[.,!;:—–]|\s*$)|"
    r"\b(?P<lost>i\s+los[et]\s+that\s+bet|bet\s+lost)\b"
)
"""What is said of the belief stated just before by a word of it, or as a guess: "it's the map order, not a race", "there's the race"."""
AIMS = ("not ", " no ", "'s the ", "'s our ", "'s my ", " it is", " it was", "was it", "as i ", "as we ", "as guess", "as susp", "as fear",
        "as pred", " bet")  # fmt: skip


class Does(NamedTuple):
    """A thing and what it did, as the verdict that this gives."""

    thing: str
    status: Status


def strong(low: str) -> Status | None:
    """The verdict on what is under trial with which a sentence in lower case begins: "refuted as a lever.", "real, but less so."."""
    m = STRONG.match(low)
    return None if m is None else "confirmed" if m["yes"] else "refuted"


def announced(text: str) -> str:
    """The label whose trial a sentence announces, in lower case, "" where it announces none.

    >>> announced("K2 next: a larger pool."), announced("Then K2 and K3.")
    ('k2', '')
    """
    m = ANNOUNCED.match(lowered(text))
    return m["label"] if m else ""


def does(low: str) -> Does | None:
    """What a sentence in lower case says that a change did.

    >>> does("the tag works, if not as well as announced.")
    Does(thing='tag', status='confirmed')
    """
    m = DOES.search(low) if any(map(low.__contains__, HEADS)) else None
    return Does(m["thing"].strip("`"), "confirmed" if m["yes"] else "refuted") if m else None


def aimed(low: str) -> Does | None:
    """What a sentence in lower case says of the belief stated just before by a word of it; without a thing where it names none.

    >>> aimed("500 quiet runs; it's the map order, not a race."), aimed("two copies, as i guessed.")
    (Does(thing='race', status='refuted'), Does(thing='', status='confirmed'))
    """
    m = AIMED.search(low) if any(map(low.__contains__, AIMS)) else None
    if m is None:
        return None
    yes = m["there"] or m["so"] or ""
    return Does(yes or m["not"] or m["no"] or "", "confirmed" if yes or m["as"] else "refuted")


def takes_back(text: str) -> int | None:
    """The message whose verdict a sentence takes back, 0 where it does not say which; None where it takes nothing back.

    >>> takes_back("Both binaries were one, so forget its verdict on the limit."), takes_back("Message 28 was wrong to acquit it.")
    (0, 28)
    """
    low = lowered(text)
    m = TAKES_BACK.search(low) if any(map(low.__contains__, NEEDS)) else None
    return None if m is None else int(m["msg"] or 0)
