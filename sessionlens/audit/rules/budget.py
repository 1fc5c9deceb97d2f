"""A change of a total and the parts that are to explain it, which do not add up to it.

The parts are differences of the same dimension, each under a name of its own ("X adds 4 s", "parsing is 3 s above baseline"). A part
that was estimated counts only where none was measured under its name. A remainder that the text names closes the budget.

Fires:

    The import went from 60.0 s to 72.0 s, a regression of 20 %. The R1 cache adds 3.1 s of overhead. With R1 out, parsing is still
    2.2 seconds above baseline.

Quiet:

    The import went from 60.0 s to 72.0 s. The R1 cache adds 3.1 s of overhead, parsing is 2.2 seconds above baseline, and
    the remaining 6.7 s are not explained.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from sessionlens.audit.arithmetic import plain
from sessionlens.audit.base import Hit, Note
from sessionlens.audit.document import Document, Place, Sentence
from sessionlens.audit.library import Library
from sessionlens.audit.reading import parsed
from sessionlens.checks.binding.operands import stated
from sessionlens.checks.claims.words import GENERAL_METRIC, content, word_set
from sessionlens.checks.values.intervals import Interval, value_of
from sessionlens.model.quantity import Quantity
from sessionlens.model.words import Issue
from sessionlens.text import quantities
from sessionlens.text.regex import regex

NUMBER = "D005"
ISSUE: Issue = "budget-not-closed"
HELP = "name what is left over, or find the part that is missing"
_PART = regex(
    r"^\s*(?:(?:seconds?|s|ms)\s+)?(?:of\s+(?:extra\s+|added\s+|additional\s+)?(?:overhead|slowdown|cost|"
    r"penalty|latency)|(?:above|over|more than|slower than)\s+(?:the\s+)?(?:baseline|base|before|original))",
    re.I,
)
_VERB = regex(
    r"\b(?:adds?|added|adding|costs?|contributes?|contributed|accounts? for|accounted for|"
    r"explains?|explained)\s+(?:an?\s+)?(?:about\s+|some\s+|~)?$",
    re.I,
)
_RANGE = regex(r"\s*(?:-|–|—|to)\s*[~≈]?\d")
_RANGED = regex(r"\d\s*\w{0,3}\s*(?:-|–|—|to)\s*$")
"""An end of a range is no part of a sum."""
_REST = regex(
    r"\b(?:remaining|remainder|unexplained|unattributed|left over|residual|rest|unaccounted|not explained|no explanation)\b", re.I
)
_BESIDE = regex(r"\s*(?:(?:of|is|are|about|some|roughly|time|part|amount|:|-|–|—)\s*)*[(~≈]?")
_ESTIMATE = regex(r"\b(?:estimat\w+|expect\w*|predict\w*|project\w*|assum\w+|should|would|guess\w*)\b", re.I)
_REGRESSED = regex(r"\b(?:regress\w*|slow\w*|rose|grew|increas\w+|went|up|worse)\b", re.I)
_FILLERS = word_set("adding estimated still even after being with remains remain again about nearly roughly only another further")
_FORMS = ("time", "size")
SMALL = 10
"""A remainder below a tenth of the whole is not worth a finding."""


@dataclass(frozen=True, slots=True)
class Part:
    """One difference said to make up the whole, under the names around it."""

    place: Place
    quantity: Quantity
    value: Interval
    about: frozenset[str]
    estimate: bool


def find(library: Library) -> Iterator[Hit]:
    for document in library.documents:
        whole = _whole(document)
        if whole is None or any(_REST.search(s.text) and quantities.find(s.text) and _names_rest(s) for s in document.sentences):
            continue
        place, change, dimension, names = whole
        parts = _distinct([p for s in document.sentences for p in _parts(s, dimension, library)])
        parts = [p for p in parts if p.value.point < change.point]
        if len(parts) < 2:
            continue
        total = parts[0].value
        for p in parts[1:]:
            total = total.plus(p.value)
        left = change.minus(total)
        if left.lo <= 0 or left.point * SMALL < change.point:
            continue
        unit = "s" if dimension == "time" else "B"
        shown = " - ".join([plain(change.point, unit), *(p.quantity.raw for p in parts)])
        share = float(left.point / change.point)
        rest = f"{plain(left.point, unit)} [{plain(left.lo, '')}, {plain(left.hi, '')}]"
        why = f"{shown} = {rest}: {share:.0%} of the change ({names}) has no part that explains it"
        yield Hit(
            place, why, "high" if not any(p.estimate for p in parts) else "medium", tuple(Note(p.place, p.quantity.raw) for p in parts)
        )


def _names_rest(sentence: Sentence) -> bool:
    """Whether a sentence puts a number on what is left over: "the remaining 6.7 s", "6.7 s are not explained"."""
    for m in _REST.finditer(sentence.text):
        for q in quantities.find(sentence.text):
            if q.dimension not in _FORMS:
                continue
            between = sentence.text[m.end() : q.start] if q.start >= m.end() else sentence.text[q.end : m.start()]
            if _BESIDE.fullmatch(between) if q.start >= m.end() else len(between.split()) < 4:
                return True
    return False


def _whole(document: Document) -> tuple[Place, Interval, str, str] | None:
    """The largest change for the worse that a sentence states with both ends."""
    best = None
    for s in document.sentences:
        if not _REGRESSED.search(s.text):
            continue
        found = stated(parsed(s))
        if found is None or found.new.dimension not in _FORMS:
            continue
        change = value_of(found.new).minus(value_of(found.old))
        if change.lo > 0 and (best is None or change.point > best[1].point):
            start = s.place.start + min(found.old.start, found.new.start)
            end = s.place.start + max(found.old.end, found.new.end)
            best = (document.place(start, end), change, found.new.dimension, f"{found.old.raw} to {found.new.raw}")
    return best


def _parts(s: Sentence, dimension: str, library: Library) -> Iterator[Part]:
    behind = -1
    for q in quantities.find(s.text):
        if _RANGE.match(s.text[q.end :]) or _RANGED.search(s.text[: q.start]):
            continue
        if q.dimension != dimension or not (_PART.match(s.text[q.end :]) or _VERB.search(s.text[: q.start])):
            continue
        start = max(behind, *(s.text.rfind(c, 0, q.start) for c in ",;:—("))
        behind = q.end
        own = frozenset(n for n, at in library.names(s.text) if start <= at < q.start) or frozenset(
            n for n, at in library.names(s.text) if at < q.start
        )
        words = content(s.text[start + 1 : q.start]) - GENERAL_METRIC - _FILLERS
        about = own if _VERB.search(s.text[: q.start]) and own else words | (own if not words else frozenset())
        yield Part(
            s.place.document.place(s.place.start + q.start, s.place.start + q.end), q, value_of(q), about or own,
            _ESTIMATE.search(s.text[start + 1 : q.end]) is not None or q.hedge == "about",
        )  # fmt: skip


def _distinct(parts: list[Part]) -> list[Part]:
    """Each part once: a later number of the same thing replaces it, a measured one an estimate."""
    out: list[Part] = []
    for p in parts:
        twin = next((o for o in out if o.about & p.about or o.value == p.value), None)
        if twin is None:
            out.append(p)
        elif twin.estimate and not p.estimate:
            out[out.index(twin)] = p
    return out
