"""What a fragment without a verb tells by itself: a measurement, a state or a count ("heap flat", "fds 118 -> 118"), a plan or a decision.

English only, like `cues`. The lists name states in which people who work on software find things; subjects are never listed.
"""

import re

from sessionlens.prose import cues
from sessionlens.prose.openers import ORDER, PLAN, opener
from sessionlens.text.regex import regex

EDGE = " \t\r\n,;:.*_"
FIGURE = regex(r"(?<![\w.])[+−~≈-]?\d")
"""A number that is no part of a name."""
TO_COME = regex(r"(?:next|plan|todo|then|now|try|goal|target|idea|options?|want|needs?|to\s+do|let)\b", re.I)
FORETOLD = regex(r"\b(?:predict(?!ions?\b)\w*|expect\w*|hope\w*|should|would|could|might|may|will|promise[sd]?|target|goal)\b", re.I)
FORECAST = regex(r"\bpredictions?\b.*\b(?:missed|met|beaten|failed|held|wrong|right|confirmed|refuted)\b", re.I)
"""How a forecast came out, which is a result: "prediction > 3 % met"."""
CONDITION = regex(r"(?:if|unless|when|once|until|with|for|without)\b", re.I)
DECIDED = regex(r"(?:trust|ignore|undo|keep|drop|stop|skip|abandon|retry|prefer|accept|reject|not\s+worth)\b", re.I)
"""What to do with what was seen."""
FATE = regex(r"[A-Z]+\d+\s+(?:closed|accepted|abandoned|kept|dropped|rejected)$")
"""What became of a belief by its alias: a decision."""
GOES_ON = regex(r"(?:which|that|where|who|\w{2,}ing)\b", re.I)
"""Goes on about what stands before it."""
NAMED_NUMBER = regex(r"(?:lines?|rounds?|steps?|runs?|page|byte|msg|message|part|phase|try|version|v|level|port)\s+\d+(?:[-–]\d+)?$", re.I)
"""A number that only says which one is meant: "line 12"."""
MEASURED = regex(
    r"(?<![\w.])[+−~≈-]?\d[\d.,\u00a0\u202f ]*"
    r"(?:%|pp\b|[x×](?!\w)|[µumn]?s\b|[kKMGT]?i?B\b|[KMG]\b|bytes|lines|rows|files|tests|errors|warnings|times)|"
    r"(?<![\w.])[+−-]?\d+\.\d+(?![\w.])"
)
OF = regex(r"\b(?:\d+|all|none|both|neither|each|every)\s+(?:of|out\s+of)\s+(?:the\s+)?\d+\b", re.I)
STAMP = regex(
    r"(?:(?:head|commit(?:ted)?|pushed|merged|tag(?:ged)?|at|as|is|now)\s+)*`?(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,40}`?", re.I
)
"""Where the repository stands: "HEAD 1a2b3c4"."""
EQUAL = regex(r"\s[=≠]\s|(?<=[a-z])=(?=\d)")
"""Two things are one and the same, or what a tool answered: "out.csv = ref.csv", "diff=0"."""
STATES = (
    "ok|fine|green|red|clean|dirty|dead|alive|void|stripped|equal|identical|unequal|same|lost|missing|missed|met|beaten|ahead|behind|"
    "gone|empty|full|intact|undone|unchanged|untouched|broken|fixed|slower|faster|smaller|larger|higher|lower|worse|better|"
    "different|stable|flat|wrong|right|correct|stale|unused|used|failed|passed|passing|failing|skipped|supported|unsupported|reachable|"
    "up|down|ready|running|safe|innocent"
)
WORDS = frozenset(STATES.split("|"))
PARTS = regex(r"[^\w]+")
ENDS = regex(
    rf"[\w)`%][\s:]+(?:(?:not|still|all|both|now|again|completely|fully|barely|just)\s+|byte-)*(?:{STATES})"
    r"(?:\s+(?:again|now|too|here|only|by\s+\S+|(?:in|on|at|for|under|with|from|of|as|than|but\s+for|except|apart\s+from)\s+.{1,40}))?$",
    re.I,
)
"""A thing and the state in which it was found: "cache still empty", "both hashes equal", "A ahead in each run"."""
NOT_AT_ALL = regex(r"[\w)`]\s+not\s+(?:at\s+all|yet)$", re.I)
ALONE = regex(r"stripped|identical|equal|unequal|unchanged|untouched|stale|dirty|unreachable", re.I)
NONE = regex(r"(?:[^:]{2,40}:\s+)?(?:no|nothing|none|zero|never|nobody)\s+\w+", re.I)


def planned(text: str) -> bool:
    """Whether a fragment opens with a plan, an order or a decision; "build 5.5 -> 7.1 s" and "test ok" do not.

    >>> [planned(t) for t in ("next: the cache", "keep", "build ok")]
    [True, True, False]
    """
    may = opener(text)
    if may & PLAN and cues.PLAN.match(text):
        return True
    order = cues.ORDER.match(text) if may & ORDER else None
    if order and not FIGURE.match(text, order.end() + 1) and not rests(text.rstrip(EDGE)):
        return True
    return TO_COME.match(text) is not None or DECIDED.match(text) is not None


def decides(text: str) -> bool:
    """Whether a fragment tells what to do with what was seen, and not what was seen."""
    return DECIDED.match(text) is not None or FATE.match(text) is not None


def foretells(text: str) -> bool:
    """Whether a sentence that opens with this fragment is a plan, a forecast or a condition to its end."""
    return planned(text) or CONDITION.match(text) is not None or (FORETOLD.search(text) is not None and FORECAST.search(text) is None)


def measures(text: str) -> bool:
    """Whether a fragment compares, or has a figure with its unit."""
    return FIGURE.search(text) is not None and (cues.compares(text) or MEASURED.search(text) is not None)


def stamps(text: str) -> bool:
    """Whether a fragment names a commit and no more."""
    return STAMP.fullmatch(text) is not None


def rests(text: str) -> bool:
    """Whether a fragment ends in the state in which a thing was found."""
    return not WORDS.isdisjoint(PARTS.split(text.lower())) and ENDS.search(text) is not None


def tells(text: str) -> bool:
    """Whether a fragment measures, compares or names a state, and does not only count."""
    return (
        measures(text)
        or stamps(text)
        or OF.search(text) is not None
        or NONE.match(text) is not None
        or rests(text)
        or NOT_AT_ALL.search(text) is not None
        or EQUAL.search(text) is not None
        or ALONE.fullmatch(text) is not None
    )


def reports(text: str, *, verbal: bool = False) -> bool:
    """Whether a fragment by itself tells what was seen; `verbal` is whether it has a finite verb, so that others judge it.

    >>> [reports(t) for t in ("4.2 MB", "3 skipped", "heap flat", "line 12", "trust the median", "maybe 3 % more")]
    [True, True, True, False, False, False]
    """
    if stamps(text) or ("rediction" in text and FORECAST.search(text)):
        return True
    if verbal or text.isdigit() or planned(text) or GOES_ON.match(text) or NAMED_NUMBER.fullmatch(text):
        return False
    return (tells(text) or cues.counted(text)) and FORETOLD.search(text) is None and cues.HEDGE.search(text) is None
