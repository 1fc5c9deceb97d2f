"""The numbers of a text as terms of arithmetic: a value with the powers of time and size that it has."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

from sessionlens.audit.document import Sentence
from sessionlens.checks.values.intervals import Interval, claimed, value_of
from sessionlens.model.quantity import Quantity
from sessionlens.text import quantities
from sessionlens.text.regex import regex

_SCALED = regex(r"(?<![\w.,])(?P<n>\d[\d,]*(?:\.\d+)?)\s?(?P<scale>k|K|M|bn|thousand|million|billion)\b(?:\s+(?P<noun>[a-z]{3,}s)\b)?")
_SCALES = {"k": 3, "K": 3, "thousand": 3, "M": 6, "million": 6, "bn": 9, "billion": 9}
_PLAIN = frozenset(("count", "number"))
_NUMBERED = regex(
    r"(?:\b(?:lines?|messages?|msgs?|steps?|pages?|section|tables?|figure|runs?|versions?|ports?|issues?|pr|ids?|rounds?|phases?|tickets?|no\.|"
    r"chapter|day|week|level|rule|python|node)\s*#?|#|[-:/.\w])$",
    re.I,
)
"""What stands before a number that is a name and no amount: "line 24", "#118", "09:41", "v2"."""
Powers = tuple[int, int]
"""Powers of seconds and of bytes: (-1, 0) is a rate of counted things."""


@dataclass(frozen=True, slots=True)
class Term:
    """A number at [start, end) of its text; `powers` is None for shares and factors, which are no amounts."""

    quantity: Quantity
    powers: Powers | None

    @property
    def value(self) -> Interval:
        return value_of(self.quantity)

    @property
    def claimed(self) -> Interval:
        """What it admits where it is said; a round count keeps the digits that it shows."""
        return claimed(self.quantity)

    @property
    def share(self) -> bool:
        return self.quantity.dimension == "percent"

    @property
    def looseness(self) -> float:
        """How wide what it admits is against its size: how easily a number that has nothing to do with it fits."""
        value = self.claimed
        return 1.0 if not value.point else min(1.0, float(abs(value.width / value.point)) or float(abs(1 / value.point)))


@lru_cache(maxsize=4096)
def terms(text: str) -> tuple[Term, ...]:
    """In order of place. Numbers with a prefix and no unit of measure ("1.28 M images") are counted things."""
    found = [Term(q, powers(q)) for q in quantities.find(text)]
    scaled = list(_scaled(text)) if any(c in text for c in "kKMb") else []
    kept = [
        t
        for t in found
        if not any(s.quantity.start <= t.quantity.start < s.quantity.end for s in scaled) and not (t.powers == (0, 0) and _name(text, t))
    ]
    return tuple(sorted((*kept, *scaled), key=lambda t: t.quantity.start))


def spoken(s: Sentence) -> tuple[Term, ...]:
    """The numbers of a sentence, those of messages left out, at their places in its text."""
    masked = s.place.document.masked[s.place.start : s.place.end]
    return terms(masked.replace("\n", " ") if len(masked) == len(s.text) else s.text)


def _name(text: str, t: Term) -> bool:
    front, behind = text[max(0, t.quantity.start - 12) : t.quantity.start], text[t.quantity.end : t.quantity.end + 2]
    return _NUMBERED.search(front) is not None or (behind[:1] in (":", "-") and behind[1:].isdigit())


def _scaled(text: str) -> Iterator[Term]:
    for m in _SCALED.finditer(text):
        number, scale = Decimal(m["n"].replace(",", "")), Decimal(10) ** _SCALES[m["scale"]]
        ulp = Decimal(1).scaleb(-len(m["n"].partition(".")[2]))
        q = Quantity(m[0], number * scale, "", "number", ulp * scale, m.start(), m.end(), noun=m["noun"] or "")
        yield Term(q, (0, 0))


def powers(q: Quantity) -> Powers | None:
    if q.dimension == "time":
        return 1, 0
    if q.dimension == "size":
        return 0, 1
    if q.dimension in _PLAIN:
        return 0, 0
    if q.dimension == "rate" and q.unit.endswith("/s"):
        return -1, 1 if quantities.find("1 " + q.unit[:-2])[0].dimension == "size" else 0
    return None
