"""Accounts of work: a closing message whose lists tell what was made, item by item, mostly without verbs.

"I've built the importer. Here's what was added:" makes a report of every list after it in the message ("- **Parser**: streams records
of any size"): each item states a part of the work, and can be held against what was written. A list under a plan, a how-to or an
offer stays what it is.
"""

import re
from functools import lru_cache

from sessionlens.model.trace import Statement
from sessionlens.prose.deeds import MAKES
from sessionlens.prose.headings import TODO
from sessionlens.prose.sentences import mask
from sessionlens.text.regex import regex

ANNOUNCES = regex(
    rf"\b(?:i|we)(?:['’]ve|\s+have)?\s+(?:(?:now|also|just|already|\w+ly)\s+)*{MAKES}\b|"
    r"\bwhat(?:['’]s\s+been|\s+(?:was|were|i|we|has\s+been|have\s+been))\s+(?:(?:i|we|now|just|\w+ly)\s+)*"
    rf"(?:did|done|changed|accomplished|made|achieved|covered|{MAKES})\b|"
    rf"\b(?:has|have)\s+(?:(?:now|all|\w+ly)\s+)*been\s+(?:(?:now|all|\w+ly)\s+)*{MAKES}\b|"
    r"\b(?:creation|implementation|integration|migration|conversion|refactor(?:ing)?|rewrite|port|set-?up|feature|work|task|everything|steps)\s+"
    r"(?:(?:is|are)\s+)?(?:(?:now|all)\s+)*(?:complete|completed|done|finished)\b|"
    r"^\W*(?:all\s+)?(?:done|set|finished|complete)[.!]|^\W*(?:changes(?:\s+made)?|summary\s+of\s+(?:the\s+)?changes|what\s+changed)\W*$",
    re.I,
)
"""A line that says that work was done."""
CUES = ("ve ", "have", "has ", "was ", "were ", "hat ", "i ", "I ", "we ", "We ", "omplete", "one", "et", "inished", "hanges", "hanged")
OTHERWISE = regex(
    rf"\b(?:{TODO}|"
    r"how|why|usage|use|run(?:ning)?|commands?|examples?|next|plan(?:ned)?|remaining|left|not\s+(?:done|included|changed)|could|should|would|can|"
    r"if|when|options?|questions?|requirements?|prerequisites?|notes?|caveats?|limitations?|risks?|recommend\w*|suggest\w*|future|references?|"
    r"background|before|mind|remember|aware|watch|avoid|root\s+cause|problem|issue|cause|analysis|see|sources?)\b",
    re.I,
)
"""A list under such a line tells something else."""


NAMES = regex(r"(?:(?>`[^`]*`|(?:and|or)\b|[\w./-]+\.\w++(?::\d++(?:-\d++)?)?|[^\w`]))++", re.I)
"""Only names: files, functions."""


@lru_cache(maxsize=512)
def _made(line: str) -> bool:
    """Whether a list under this line may tell what was made: the line says nothing else, or says that it was."""
    return not line.endswith("?") and (OTHERWISE.search(mask(line)) is None or ANNOUNCES.search(line) is not None)


@lru_cache(maxsize=256)
def tabled(lead: str, heading: str) -> bool:
    """Whether a table under this line tells what was done."""
    return ANNOUNCES.search(lead or heading) is not None


def announces(s: Statement) -> bool:
    """Whether a heading or sentence of a closing message says that work was done, so that the lists after it tell which."""
    if s.kind not in ("heading", "sentence") or s.end - s.start > 300 or not any(map(s.text.__contains__, CUES)):
        return False
    return not s.text.endswith("?") and ANNOUNCES.search(s.text) is not None


class Account:
    """A closing message as an account of work, which it becomes at the line that announces one; asked in the order of its statements,
    and only where a list stands."""

    __slots__ = ("_announced", "_at", "_statements")

    def __init__(self, statements: tuple[Statement, ...]) -> None:
        self._statements = statements
        self._announced = False
        self._at = 0

    def lists(self, s: Statement) -> bool:
        """Whether a statement is an item of what was made."""
        item = s.kind == "item"
        if not (item or (s.kind == "sentence" and s.text[:2] == "**" and ":" in s.text[:48])) or not self._begun(s):
            return False
        return _made(s.heading) and _made(s.lead if item else s.text[:48])

    def _begun(self, s: Statement) -> bool:
        """Whether the account is announced before a statement."""
        while not self._announced and self._at < len(self._statements) and self._statements[self._at].start < s.start:
            self._announced = announces(self._statements[self._at])
            self._at += 1
        return self._announced
