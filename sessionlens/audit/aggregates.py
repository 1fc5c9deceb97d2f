"""Statements about all rows of a table: its mean, median, sum, least, greatest, spread, and bounds that every row is said to keep."""

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from statistics import median

from sessionlens.audit import lists
from sessionlens.audit.arithmetic import plain
from sessionlens.audit.base import Claim, Note
from sessionlens.audit.columns import Column, in_units_of, spoken_of
from sessionlens.audit.document import Document, Place, Sentence
from sessionlens.checks.claims.words import STOP, tokens
from sessionlens.checks.values.intervals import Interval, claimed, value_of
from sessionlens.model.quantity import Quantity
from sessionlens.model.words import ClaimKind, VerdictWord
from sessionlens.text import quantities
from sessionlens.text.regex import regex

_HOW = regex(
    r"\b(?P<how>mean|averages?|median|sum|total|min|max|minimum|maximum|lowest|highest|smallest|largest|spread|range)\b[^\d;.:|()]{0,40}[:=]?\s*[~≈]?$",
    re.I,
)
"""What is told of the rows, in front of its number."""
_BEHIND = regex(r"\s*(?:on|in) (?P<how>average)\b", re.I)
_SOME = regex(
    r"\b(?:except|but (?:for|one|the)|excluding|without|apart from|other than|save for|warm|steady|trimmed|weighted|last|first|cold|"
    r"outliers?|remaining|most|half|only|next|geometric|harmonic|predict\w*|expect\w*|estimat\w*|should|would|target|goal|limit|allowed)\b",
    re.I,
)
"""Words by which not all rows are meant, or none that was measured."""
_N = "|".join(lists.WORDS) + r"|\d{1,3}"
_OVER = regex(rf"\b(?:over|of|for|across|in) (?:all )?(?:the |these |those |our )?(?P<n>{_N}) (?P<noun>[a-z]{{3,}}s)\b", re.I)
_EVERY = regex(
    rf"\b(?P<all>all|each|every|none|no|neither)\b(?: of)?(?: the| these| those| our)?(?: (?P<n>{_N}))?(?: [a-z-]+)?? "
    r"(?P<noun>[a-z]{3,})\b",
    re.I,
)
_OVERS = (
    r"(?P<over>above|over|more than|greater than|(?:higher|longer|slower|larger|bigger) than|"
    r"exceeds?|exceeded|at least|no less than|not below)"
)
_UNDERS = r"(?P<under>below|under|less than|(?:lower|shorter|smaller|fewer) than|at most|no more than|within|not above|not over)"
_BOUND = regex(rf"\b(?:{_OVERS}|{_UNDERS})\s+(?:the\s+)?$", re.I)


def judged(document: Document) -> Iterator[Claim]:
    """All of a document, each at its number; nothing where it is open which column is meant."""
    for sentence in document.sentences:
        if not any(c.isdigit() for c in sentence.text) or document.quotes(sentence.place.start, sentence.place.end):
            continue
        for quantity in quantities.find(sentence.text):
            before = sentence.text[: quantity.start]
            place = document.place(sentence.place.start + quantity.start, sentence.place.start + quantity.end)
            how = _HOW.search(before) or _BEHIND.match(sentence.text, quantity.end)
            bound = _BOUND.search(before) if how is None else None
            if how is not None:
                yield from _told(place, sentence, quantity, how["how"].lower().rstrip("s"))
            elif bound is not None and (every := _EVERY.search(sentence.text)):
                yield from _kept(place, sentence, quantity, every, bool(bound["over"]))


def _told(place: Place, sentence: Sentence, quantity: Quantity, how: str) -> Iterator[Claim]:
    over = _OVER.search(sentence.text)
    fits = []
    for column in spoken_of(place.document, sentence, quantity):
        rows = len(column.values)
        n = (
            lists.value(over["n"])
            if over is not None
            else rows
            if column.repeated or column.numbered or _names_all(sentence, column)
            else 0
        )
        if n in (rows, rows - 1) and not _names_row(sentence, column):
            values = [value_of(q) for q in column.values]
            ways = [values] if n == rows else [values[1:], values[:-1]]
            fits.append((column, [_of(how, way) for way in ways], [_of(how, way) for way in (values[1:], values[:-1])]))
    said = [(c, in_units_of(quantity, c), found, nearly) for c, found, nearly in fits]
    kind: ClaimKind = "mean" if how in ("mean", "average", "median") else "sum" if how in ("sum", "total") else "level"
    for column, q, found, _ in said:
        if any(claimed(q).touches(f) for f in found):
            yield _claim(place, kind, "supported", column, _worth(how, column, found[0], q))
            return
    if len(said) == 1 and not _SOME.search(sentence.text) and quantity.hedge == "":
        column, q, found, nearly = said[0]
        if not any(claimed(q).touches(f) for f in nearly):
            yield _claim(place, kind, "contradicted", column, _worth(how, column, found[0], q))


def _names_all(sentence: Sentence, column: Column) -> bool:
    every = _EVERY.search(sentence.text)
    return every is not None and column.rows_called(every["noun"])


def _names_row(sentence: Sentence, column: Column) -> bool:
    """Whether the sentence speaks of some rows by their labels."""
    said = tokens(sentence.text)
    own = [tokens(label) - STOP for label in column.labels]
    return any(words and not all(w.isdigit() for w in words) and words <= said for words in own)


def _of(how: str, values: Sequence[Interval]) -> Interval:
    """The same of the printed digits' lower ends, points and upper ends."""
    ends = [[v.lo for v in values], [v.point for v in values], [v.hi for v in values]]
    if how in ("spread", "range"):
        low, point, high = max(ends[0]) - min(ends[2]), max(ends[1]) - min(ends[1]), max(ends[2]) - min(ends[0])
        return Interval(point, low, high)
    low, point, high = (_one(how, e) for e in ends)
    return Interval(point, low, high)


def _one(how: str, values: Sequence[Fraction]) -> Fraction:
    if how == "median":
        return Fraction(median(values))
    if how in ("min", "minimum", "lowest", "smallest"):
        return min(values)
    if how in ("max", "maximum", "highest", "largest"):
        return max(values)
    return sum(values, Fraction(0)) / (1 if how in ("sum", "total") else len(values))


def _kept(place: Place, sentence: Sentence, quantity: Quantity, every: re.Match[str], over: bool) -> Iterator[Claim]:
    """A bound that all rows are said to keep: "all runs are above 40 s", "no run takes more than 9 s"."""
    found = spoken_of(place.document, sentence, quantity)
    if len(found) != 1 or not found[0].rows_called(every["noun"]) or _SOME.search(sentence.text):
        return
    column = found[0]
    if every["n"] is not None and lists.value(every["n"]) != len(column.values):
        return
    q = in_units_of(quantity, column)
    above = over is (every["all"].lower() in ("all", "each", "every"))
    values = [(label, raw, *_against(raw, q)) for label, raw in zip(column.labels, column.values, strict=True)]
    off = [f"{label}: {raw.raw}" for label, raw, v, limit in values if (v.hi < limit.lo if above else v.lo > limit.hi)]
    near = [1 for _, _, v, limit in values if v.touches(limit)]
    what = f"{len(values) - len(off)} of {len(values)} rows {'above' if above else 'below'} {q.raw}"
    if off:
        yield _claim(place, "universal", "contradicted", column, f"{what}; not {', '.join(off[:4])}")
    elif not near:
        yield _claim(place, "universal", "supported", column, what)


def _against(value: Quantity, limit: Quantity) -> tuple[Interval, Interval]:
    """A value and a limit, which is what it says; the value as printed where both are printed to one digit, else with what its digits
    leave open."""
    return (_printed(value) if value.ulp * value.si == limit.ulp * limit.si else value_of(value)), _printed(limit)


def _printed(q: Quantity) -> Interval:
    point = Fraction(q.value) * Fraction(q.si)
    return Interval(point, point, point)


def _claim(place: Place, kind: ClaimKind, verdict: VerdictWord, column: Column, what: str) -> Claim:
    where = Note(place.document.place(column.table.start, column.table.end), f"column {column.title}")
    return Claim(place, kind, verdict, (), f"{what}: {verdict}", "document", (), (where,))


def _worth(how: str, column: Column, value: Interval, q: Quantity) -> str:
    return f"the {how} of {len(column.values)} rows is {plain(value.point / Fraction(q.si), q.unit)}, claimed {q.raw}"
