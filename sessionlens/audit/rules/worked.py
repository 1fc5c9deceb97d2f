"""A number that the numbers beside it do not give: so many things of a size and their sum, a growth from one value to another, what is
left of a whole.

Each is written as one sentence, or two of which the second begins with "that leaves"; nothing else of the document is looked at.

Fires:

    The table has 14 pages of 512 bytes, 7,268 bytes in all.

    The spool held 2,100 jobs at noon and 3,400 at one; it grew by 1,200 in that hour.

    R1 takes 40 ms and R2 12 ms. That leaves 38 ms of the 80 ms.

    One reader takes 1.4 MB per thread, 6.4 MB for the six threads. R1 costs 6 s, R2 3 s and R4 9 s; together that is 19 s.

Quiet:

    The table has 14 pages of 512 bytes, 7,168 bytes in all; each of the 3 tables is 7 kB, about 21 kB together.

    The spool held 2,100 jobs at noon and 3,400 at one; it grew by 1,300 in that hour.

    R1 takes 40 ms and R2 12 ms. That leaves 28 ms of the 80 ms.

    One reader takes 1.4 MB per thread, 8.4 MB for the six threads. R1 costs 6 s, R2 3 s and R4 9 s; together that is 18 s.
"""

import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

from sessionlens.audit import lists
from sessionlens.audit.arithmetic import plain
from sessionlens.audit.base import Hit
from sessionlens.audit.document import Place, Sentence
from sessionlens.audit.library import Library
from sessionlens.checks.values.intervals import Interval, claimed, value_of
from sessionlens.model.quantity import Quantity
from sessionlens.model.words import Issue
from sessionlens.text import quantities
from sessionlens.text.regex import regex

NUMBER = "D021"
ISSUE: Issue = "wrong-arithmetic"
HELP = "work it out again, or name what else goes into it"
_N = r"(?:each of (?:the |its |our )?)?(?P<n>" + "|".join(lists.WORDS) + r"|\d{1,4})\s+(?:[\w-]+\s+){0,2}?[a-z]{3,}s\s+"
_TIMES = regex(_N + r"(?:(?:each\s+)?(?:of|at|is|are|has|have|takes?|took|costs?|holds?|uses?)|\()\s+(?:about\s+|~)?$", re.I)
_ALL = regex(r"\s*(?:in (?:all|total|sum)|altogether|together|overall|total)\b", re.I)
_PLUS = regex(r"\b(?:plus|besides|header|padding|overhead|and (?:a|an|the|another)\b)", re.I)
_EACH = regex(r"\s*(?:per|for each|for every|each)\s+(?P<what>[a-z]{3,})\b(?:[^,;.]{0,20}?(?:is|are|takes?|has|needs?|uses?)\s*$)?", re.I)
_FOR_ALL = regex(
    r"\s*(?:for|in|over|across)\s+(?:all\s+|the\s+|all\s+of\s+the\s+)*(?P<n>"
    + "|".join(lists.WORDS)
    + r"|\d{1,4})\s+(?P<what>[a-z]{3,}s)\b",
    re.I,
)
_TOGETHER = regex(
    r"^\s*[,;:—–-]*\s*(?:and\s+)?(?:together|in all|all in all|in total|altogether)\s+"
    r"(?:(?:that|this|it|they)\s+(?:is|are|makes?|comes? to|costs?|takes?)\s+|(?:is|are)\s+)?(?:about\s+)?$",
    re.I,
)
_LISTED = regex(r"^\s*(?:,|and|,\s*and|;)\s+[^.;:]{1,30}$", re.I)
_GREW = regex(r"\b(?:grew|rose|increased|climbed|went up|fell|dropped|shrank|decreased|went down|sank)\s+by\s+(?:about\s+|~)?$", re.I)
_SIDES = regex(r"\b(?:held|had|was|were|stood at|counted|measured|took|needed|used)\b", re.I)
_LEAVES = regex(r"(?:that|this|which)\s+leaves\s+(?:about\s+|~)?$", re.I)
_OF_WHOLE = regex(r"\s*(?:out\s+)?of\s+(?:the\s+|its\s+)?(?:total\s+(?:of\s+)?)?$", re.I)


def find(library: Library) -> Iterator[Hit]:
    for document in library.documents:
        before: Sentence | None = None
        for s in document.sentences:
            if s.statement.kind != "cell" and sum(c.isdigit() for c in s.text) > 2 and not document.quotes(s.place.start, s.place.end):
                found = quantities.find(s.text)
                yield from _product(s, found)
                yield from _per(s, found)
                yield from _sum(s, found)
                yield from _growth(s, found)
                yield from _left(s, found, before)
            before = s


def _product(s: Sentence, found: tuple[Quantity, ...]) -> Iterator[Hit]:
    for one, total in pairwise(found):
        many = _TIMES.search(s.text[: one.start])
        between = s.text[one.end : total.start]
        if many is None or not _ALL.match(s.text, total.end) or len(between) > 30 or _PLUS.search(between):
            continue
        if one.dimension != total.dimension or not one.unit or not total.unit:
            continue
        n = lists.value(many["n"])
        value = value_of(one).times(Fraction(n))
        yield from _off(s, total, value, f"{n} x {one.raw}")


def _per(s: Sentence, found: tuple[Quantity, ...]) -> Iterator[Hit]:
    """ "1.4 GB per worker, 6.4 GB for the six workers": the same noun, once for one and once for all."""
    for one, total in pairwise(found):
        each = _EACH.match(s.text, one.end) or _EACH.search(s.text[: one.start])
        many = _FOR_ALL.match(s.text, total.end)
        if each is None or many is None or one.dimension != total.dimension or not one.unit or not total.unit:
            continue
        if many["what"].lower().rstrip("s") == each["what"].lower().rstrip("s"):
            n = lists.value(many["n"])
            yield from _off(s, total, value_of(one).times(Fraction(n)), f"{n} x {one.raw}")


def _sum(s: Sentence, found: tuple[Quantity, ...]) -> Iterator[Hit]:
    """ "A costs 66 s, B 31 s and C 92 s; together that is 199 s": all numbers before it are parts, of one unit."""
    if len(found) < 3 or not _TOGETHER.search(s.text[found[-2].end : found[-1].start]):
        return
    *parts, total = found
    if any(q.unit != total.unit or q.dimension != total.dimension or not q.unit or q.hedge for q in parts):
        return
    if all(_LISTED.search(s.text[a.end : b.start]) for a, b in pairwise(parts)):
        value = value_of(parts[0])
        for q in parts[1:]:
            value = value.plus(value_of(q))
        yield from _off(s, total, value, " + ".join(q.raw for q in parts))


def _growth(s: Sentence, found: tuple[Quantity, ...]) -> Iterator[Hit]:
    """ "held A at noon and B at one; it grew by C": just two values of one kind before it."""
    for i, grown in enumerate(found):
        if not _GREW.search(s.text[: grown.start]) or grown.dimension in ("percent", "ratio", "points"):
            continue
        sides = [q for q in found[:i] if _kind(q) == _kind(grown) and q.unit == grown.unit]
        if len(sides) == 2 and len(found[:i]) <= 4 and _SIDES.search(s.text[: sides[0].start]) and sides[0].value != sides[1].value:
            old, new = sorted(sides, key=lambda q: q.value * q.si)
            yield from _off(s, grown, value_of(new).minus(value_of(old)), f"{new.raw} - {old.raw}")


def _kind(q: Quantity) -> str:
    """What a number is of; a count need not say its noun again."""
    return "number" if q.dimension == "count" else q.dimension


def _left(s: Sentence, found: tuple[Quantity, ...], before: Sentence | None) -> Iterator[Hit]:
    """ "That leaves C of the W", where the sentence before names the parts."""
    if before is None or len(found) < 2 or not _LEAVES.search(s.text[: found[0].start]):
        return
    rest, whole = found[:2]
    if not _OF_WHOLE.fullmatch(s.text, rest.end, whole.start) or rest.dimension != whole.dimension or rest.unit != whole.unit:
        return
    parts = [q for q in quantities.find(before.text) if q.dimension == whole.dimension and q.unit == whole.unit]
    if not parts or any(q.value >= whole.value for q in parts):
        return
    left = value_of(whole)
    for q in parts:
        left = left.minus(value_of(q))
    yield from _off(s, rest, left, " - ".join(q.raw for q in (whole, *parts)))


def _off(s: Sentence, said: Quantity, value: Interval, how: str) -> Iterator[Hit]:
    if value.point > 0 and not claimed(said).touches(value):
        shown = plain(value.point / Fraction(said.si), said.unit)
        yield Hit(_at(s, said), f"{how} = {shown}, and {said.raw} is said", "high" if not said.hedge else "medium")


def _at(s: Sentence, q: Quantity) -> Place:
    return s.place.document.place(s.place.start + q.start, s.place.start + q.end)
