"""Two numbers for the same thing: of the same name or deed, in the same words, and not the same value.

Numbers in one sentence are taken to be linked. A hedge widens a number to a tenth, but a size that only fits when gigabytes are read
for gibibytes is named as such.

Fires:

    R2 was put at an estimated ~9.1 s of overhead by the profile.

    Measured later, R2 costs 6.4 s of overhead.

Quiet:

    R2 costs about 6 s of overhead.

    Measured, R2 costs 6.4 s of overhead. R3 costs 2 s of overhead. With a warm cache R2 costs 1.1 s of overhead.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from sessionlens.audit.base import Hit, Note
from sessionlens.audit.document import Sentence
from sessionlens.audit.library import Library
from sessionlens.checks.claims.words import content, word_set
from sessionlens.checks.values.intervals import Interval, claimed, printed, shown_place, value_of
from sessionlens.model.quantity import Quantity
from sessionlens.model.words import Confidence, Issue
from sessionlens.text import quantities
from sessionlens.text.regex import regex

NUMBER = "D001"
ISSUE: Issue = "self-contradiction"
HELP = "say which of the two holds, and what became of the other"
_OF = regex(r"\s+(?:of\s+)(?:the\s+|its\s+)?(?P<what>[a-z][a-z-]*(?: [a-z][a-z-]*)?)")
_BEFORE = regex(
    r"(?P<what>[a-z][a-z-]+)\s+(?:an?\s+)?(?:estimated\s+|measured\s+|about\s+|some\s+|roughly\s+|around\s+|nearly\s+|only\s+)?[~≈]?$",
    re.I,
)
_MEASURE = r"(?P<what>overhead|penalty|costs?|latency|slowdown|delay|footprint|regression|loss)"
_DIRECT = regex(r"[\s-]+" + _MEASURE + r"\b", re.I)
_AMOUNT = regex(
    r"\b" + _MEASURE + r"\s+(?:(?:of|for|from|by)\s+[^,;.]{1,40}?\s*)?(?:of|is|was|at|comes? to|came to|amounts? to|amounted to)\s+"
    r"(?:an?\s+)?(?:estimated\s+|measured\s+|about\s+|some\s+|roughly\s+|around\s+|nearly\s+|only\s+)?[~≈]?$",
    re.I,
)
_NAMED = regex(r"\([^()]*\)")
_ESTIMATE = regex(r"\b(?:estimat\w+|expect\w*|predict\w*|project\w*|assum\w+|should|would|guess\w*)\b", re.I)
_SCOPE = regex(
    r"\b(?:on|at|for|with|without|under|in|when|during|per|only|peak|max|min|average|mean|median|cold|warm)\s+(?:the\s+|a\s+)?(\w+)"
)
_FUNCTION = word_set(
    "from in on at for with of and or but which that so because while after before is are was were be to a the by than per"
)
_HEDGES = word_set("an about some roughly around nearly only estimated least most all total this that it its")
_DIMENSIONS = ("time", "size", "rate", "power", "temperature")


@dataclass(frozen=True, slots=True)
class Told:
    """A quantity with what it is said of: the words behind it, the word before it, the nearest name, what limits it."""

    sentence: Sentence
    quantity: Quantity
    what: str
    deed: str
    names: frozenset[str]
    subject: frozenset[str]
    scope: frozenset[str]
    estimate: bool

    @property
    def note(self) -> Note:
        q = self.quantity
        start = self.sentence.place.start
        return Note(self.sentence.place.document.place(start + q.start, start + q.end), f"{q.raw} of {self.what}")


def find(library: Library) -> Iterator[Hit]:
    told = [t for s in library.sentences for t in _told(s, library)]
    for i, later in enumerate(told):
        for earlier in sorted(told[:i], key=lambda t: t.sentence.place.document is not later.sentence.place.document):
            why = _clash(earlier, later)
            if why is not None:
                confidence: Confidence = "medium" if earlier.estimate or later.estimate or earlier.quantity.hedge else "high"
                yield Hit(later.note.place, why, confidence, (earlier.note,))
                break


def _told(sentence: Sentence, library: Library) -> Iterator[Told]:
    text = sentence.text
    if not any(c.isdigit() for c in text):
        return
    for q in quantities.find(text):
        what = _what(text, q) if q.dimension in _DIMENSIONS else ""
        if not what:
            continue
        before = _BEFORE.search(text[: q.start])
        clause = _clause(text, q)
        yield Told(
            sentence, q, what, _stem(before["what"].lower()) if before else "", _name(text, q, library), _subject(text, q),
            frozenset(_SCOPE.findall(clause)) - _HEDGES, _ESTIMATE.search(clause) is not None,
        )  # fmt: skip


def _what(text: str, q: Quantity) -> str:
    """What a number is an amount of: "6 s of overhead", "6 s overhead", "an overhead of 6 s", "the overhead of R2 is 6 s"; else ""."""
    after = _OF.match(text, q.end)
    if after is not None:
        return " ".join(w for w in after["what"].split() if w not in _FUNCTION)
    found = _DIRECT.match(text, q.end) or _AMOUNT.search(text[: q.start])
    return found["what"].lower() if found is not None else ""


def _name(text: str, q: Quantity, library: Library) -> frozenset[str]:
    """The name nearest before a number, else the first one after it in its clause."""
    names = library.names(text)
    before = [n for n, at in names if at < q.start]
    end = q.end + len(_clause(text[q.end :], q, 0))
    return frozenset(before[-1:] or [n for n, at in names if q.end <= at < end][:1])


def _subject(text: str, q: Quantity) -> frozenset[str]:
    """The telling words between the last stop and a number."""
    start = max(text.rfind(c, 0, q.start) for c in "(,;:—")
    return content(_NAMED.sub(" ", text[start + 1 : q.start])) - _HEDGES


def _clause(text: str, q: Quantity, at: int | None = None) -> str:
    """The text around a quantity (or a place) up to the next comma, bracket or stop."""
    begin, end = (q.start, q.end) if at is None else (at, at)
    start = max(text.rfind(c, 0, begin) for c in "(,;:—")
    ends = [e for c in "),;:—" if (e := text.find(c, end)) >= 0]
    return text[start + 1 : min(ends, default=len(text))]


def _stem(word: str) -> str:
    return re.sub(r"(?:ning|ting|ing|ned|ted|ed|s)$", "", word)


def _clash(a: Told, b: Told) -> str | None:
    """Why two numbers cannot both be right; None where they can, or speak of different things."""
    if a.sentence.place == b.sentence.place or a.quantity.dimension != b.quantity.dimension or not a.what or a.what != b.what:
        return None
    deed = a.deed and a.deed == b.deed and len(a.deed) > 2 and a.deed not in _FUNCTION and a.deed not in ("with", "from")
    same = a.names & b.names or (deed and " " in a.what) or (not a.names and not b.names and a.subject and a.subject == b.subject)
    if not same or (a.names and b.names and not a.names & b.names) or (a.scope ^ b.scope):
        return None
    one, two = a.quantity, b.quantity
    small = min(abs(one.value * one.si), abs(two.value * two.si))
    apart = abs(one.value * one.si - two.value * two.si)
    if apart == 0 or not small:
        return None
    said = f"{two.raw} of {b.what} here, {one.raw} in line {a.sentence.place.line}"
    if a.sentence.place.document.name != b.sentence.place.document.name:
        said += f" of {a.sentence.place.document.name}"
    if not _claims(one).touches(_claims(two)):
        linked = "; an estimate and another number, and nothing says which replaced which" if a.estimate != b.estimate else ""
        return said + linked
    if "iB" in one.unit + two.unit and apart / small > Decimal("0.03"):
        for x, y in ((one, two), (two, one)):
            if _confused(x, y):
                return f"{said}; they agree only if {y.raw} is meant as {y.unit.replace('iB', 'B')}"
    return None


def _claims(q: Quantity) -> Interval:
    return claimed(q) if q.hedge else value_of(q)


def _confused(rough: Quantity, fine: Quantity) -> bool:
    """Whether the finer number, read in decimal units, gives the rougher one at the precision that it shows."""
    if "iB" not in fine.unit or fine.unit != rough.unit:
        return False
    power = {"K": 1, "M": 2, "G": 3, "T": 4}.get(fine.unit[0], 0)
    value = fine.value * Decimal(1000) ** power / Decimal(1024) ** power
    place = Decimal(str(float(shown_place(rough.value))))
    return printed(rough.value, place).holds(Fraction(value)) and rough.hedge != ""
