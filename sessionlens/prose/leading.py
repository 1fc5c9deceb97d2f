"""Lines and labels that state something themselves: the line above a list, and the name before a dash that is the subject."""

import re

from sessionlens.prose import lexicon
from sessionlens.prose.clauses import Clause
from sessionlens.prose.deeds import DANGLES
from sessionlens.text.regex import regex

PREDICATE = regex(
    r"[*_]*(?:`[^`]+`|\[\S*x{6,}\S*?)[*_]*(?:\s*\([^()]*\))?[*_]*\s*(?:[—–-]+|:)[*_]*\s+(?:(?:now|also|only|still)\s+)?(?P<verb>[^\W\d_]{3,})\s+\S",
    re.I,
)
"""A name in code or a link, and what is said of it: "`read()` - Returns the first line"."""

MADE = regex(
    r"[*_]*`[^`]+`[*_]*(?:\s*\([^()]*\))?\s+(?:(?:is|was|now|also)\s+)?(?:re-?\w{3,}ed|(?:add|remov|delet|renam|mov|chang|updat|replac|fix|wrapp|inlin|extract|simplif|creat)\w*ed|"
    r"rewritten|split|rebuilt|dropped)\b",
    re.I,
)
"""A name in code and what was made of it, without an auxiliary: "`flush()` rewritten with one lock"."""


def predicates(text: str) -> bool:
    """Whether a phrase says of a thing named before a dash or colon what it does or what was done to it."""
    if MADE.match(text):
        return True
    m = PREDICATE.match(text)
    if m is None:
        return False
    word = m["verb"].lower()
    flags = lexicon.TABLE[word]
    return bool(flags & (lexicon.THIRD | lexicon.MAYBE | lexicon.PAST)) and word[-1] in "sd"


FOUND = lexicon.LIMIT | lexicon.STATE | lexicon.PAST
OPENS = regex(r"(?:what|how|why|to|which|when|where|i|we|two|three|four|some|several|a\s+few|these|those|the\s+following)\b", re.I)
"""A line that opens so only announces what stands under it."""
LISTS = regex(r"\b(?:these|those|the\s+following|several|some)\s+[\w-]+(?:\s+[\w-]+)?\W*$", re.I)
"""So does one whose object is what stands under it."""


def leads_with(text: str, c: Clause) -> bool:
    """Whether a line that leads on to a list or a block states a result itself: "M1 is confirmed:", "The parser has no such branch:"."""
    if DANGLES.search(text) or OPENS.match(text) or LISTS.search(text):
        return False
    if not (c.flags & lexicon.AUXED or (c.flags & lexicon.STATE and text.count(" ") > 1)):
        return False
    bracket = text.find("(")
    return bracket < 0 or c.verbs[0] - (c.end - len(text)) < bracket
