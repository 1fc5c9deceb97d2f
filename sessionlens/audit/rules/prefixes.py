"""One number with a decimal prefix in one place and a binary one in another: "3.2 GB" and "3.2 GiB" of the same thing differ by 7 %.

Fires:

    The cache holds 3.2 GiB of rules. All workers share the 3.2 GB of rules.

Quiet:

    The cache holds 3.2 GiB of rules. The log on the disk has 3.2 GB. All workers share the 3.4 GB of rules (3.2 GiB).
"""

import re
from collections.abc import Iterator

from sessionlens.audit.base import Hit, Note
from sessionlens.audit.document import Place, Sentence
from sessionlens.audit.library import Library
from sessionlens.checks.claims.words import content, word_set
from sessionlens.model.quantity import Quantity
from sessionlens.model.words import Issue
from sessionlens.text import quantities
from sessionlens.text.regex import regex

NUMBER = "D022"
ISSUE: Issue = "unit-confusion"
HELP = "take one of the two units throughout, and convert the number"
_PRONOUN = regex(r"(?:it|they|its|their|that|this)\b", re.I)
NEXT = 4
"""Characters between two sentences that follow each other."""
_VAGUE = word_set("size memory disk file data total byte all use used take hold have share about kb mb gb tb kib mib gib tib")


def find(library: Library) -> Iterator[Hit]:
    told: dict[str, list[tuple[Sentence, Quantity]]] = {}
    for s in library.sentences:
        for q in quantities.find(s.text) if "B" in s.text and any(c.isdigit() for c in s.text) else ():
            if q.dimension != "size" or len(q.unit) < 2 or sum(map(str.isdigit, str(q.value))) < 2:
                continue
            for before, other in told.get(str(q.value), []):
                if other.unit != q.unit and _prefix(other.unit) == _prefix(q.unit) and _same(before, other, s, q):
                    why = f"{q.raw} here, {other.raw} in line {before.place.line}: one of the two units is the other's"
                    yield Hit(_at(s, q), why, "medium", (Note(_at(before, other), other.raw),))
                    break
            told.setdefault(str(q.value), []).append((s, q))


def _prefix(unit: str) -> str:
    return unit.replace("iB", "B").upper()


def _same(a: Sentence, one: Quantity, b: Sentence, two: Quantity) -> bool:
    """Whether both speak of the same thing, by the words around the numbers; one sentence may convert."""
    if a.place == b.place:
        return False
    if _PRONOUN.match(b.text) and a.place.document is b.place.document and 0 <= b.place.start - a.place.end < NEXT:
        return True
    left = content(a.text[max(0, one.start - 60) : one.end + 40]) - _VAGUE
    right = content(b.text[max(0, two.start - 60) : two.end + 40]) - _VAGUE
    return bool({w for w in left & right if not w[0].isdigit()})


def _at(s: Sentence, q: Quantity) -> Place:
    return s.place.document.place(s.place.start + q.start, s.place.start + q.end)
