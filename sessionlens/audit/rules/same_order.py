"""Two things compared twice, and the other one wins the second time.

Comparisons of another metric, under another condition, or linked by a word of time are not the same comparison.

Fires:

    In every run R2 was faster than R3.

    We keep R2 for its size, although R3 is 4 % faster than R2.

Quiet:

    R2 was faster than R3 on small inputs. R3 was faster than R2 on large inputs. At first R4 was slower than R5; later R4 was faster
    than R5. R2 is larger than R3.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from sessionlens.audit.base import Hit, Note
from sessionlens.audit.document import Sentence
from sessionlens.audit.library import Library
from sessionlens.model.words import Issue
from sessionlens.text.regex import regex

NUMBER = "D012"
ISSUE: Issue = "self-contradiction"
HELP = "say under which conditions each of the two holds"
_THAN = regex(r"\b(?P<word>faster|quicker|slower|smaller|larger|bigger|heavier|lighter|cheaper|costlier|better|worse)\s+than\b", re.I)
_UP = frozenset(("slower", "larger", "bigger", "heavier", "costlier", "worse"))
_FAMILY = dict.fromkeys(("faster", "quicker", "slower"), "speed") | dict.fromkeys(("better", "worse"), "worth")
_TIME = regex(
    r"\b(?:first|initially|then|later|eventually|finally|afterwards?|before|after|now|once|until|if|would|will|might|could|may|should|expect\w*|"
    r"predict\w*|hop\w+|believ\w+|hypothes\w+|assum\w+|not|never|no)\b",
    re.I,
)
_SCOPE = regex(r"\b(?:on|at|for|with|without|under|in|when|during|per)\s+(?:the\s+|a\s+|its\s+)?([\w-]+)")


@dataclass(frozen=True, slots=True)
class Order:
    """`less` beat `more` in a family of metrics, within a scope."""

    sentence: Sentence
    pair: tuple[str, str]
    family: str
    scope: frozenset[str]
    start: int
    end: int


def find(library: Library) -> Iterator[Hit]:
    orders = [o for s in library.sentences for o in _orders(s, library)]
    for i, later in enumerate(orders):
        for earlier in orders[:i]:
            turned = later.pair == earlier.pair[::-1] and later.family == earlier.family and later.scope == earlier.scope
            if turned and later.sentence.place != earlier.sentence.place:
                here, there = later.sentence.place.document, earlier.sentence.place.document
                note = Note(there.place(earlier.start, earlier.end), "the other way round")
                where = f"line {note.place.line}" + ("" if here is there else f" of {there.name}")
                yield Hit(here.place(later.start, later.end), f"{where} has it the other way round", "medium", (note,))
                break


def _orders(sentence: Sentence, library: Library) -> Iterator[Order]:
    text = sentence.text
    for m in _THAN.finditer(text):
        start = max(text.rfind(c, 0, m.start()) for c in ",;:—(") + 1
        stops = [e for c in ",;:—)." if (e := text.find(c, m.end())) >= 0]
        clause = text[start : min(stops, default=len(text))]
        left = library.names(text[start : m.start()])
        right = library.names(text[m.end() : min(stops, default=len(text))])
        if len(left) != 1 or not right or left[0][0] == right[0][0] or _TIME.search(clause):
            continue
        word = m["word"].lower()
        pair = (left[0][0], right[0][0])
        scope = frozenset(w.lower() for w in _SCOPE.findall(clause) if w.lower() not in ("every", "all", "each", "any"))
        at = sentence.place.start
        begin = at + start + len(clause) - len(clause.lstrip())
        yield Order(sentence, pair[::-1] if word in _UP else pair, _FAMILY.get(word, "size"), scope, begin, at + m.end())
