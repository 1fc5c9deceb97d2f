"""Sums that a sentence binds by its words, so that they can be wrong: "410 of the 574, and the remaining 164"; "5,000 (1.28 M / 256)";
"8 per node (24 in total)" of 3 nodes; "of 212 requests 53 failed (25 %)"; "that is 0.5 % below the 1986"."""

import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

from sessionlens.audit import lists, ways
from sessionlens.audit.arithmetic import plain
from sessionlens.audit.base import Claim
from sessionlens.audit.document import Document, Sentence
from sessionlens.audit.terms import Term, spoken, terms
from sessionlens.checks.claims.words import stem
from sessionlens.checks.values.intervals import Interval
from sessionlens.model.words import ClaimKind, VerdictWord
from sessionlens.text.regex import regex

_OF = regex(r"\s*(?:[a-z]+\s+)?(?:out )?of\s+(?:the\s+|all\s+|these\s+|our\s+|its\s+)?", re.I)
_REST = regex(r"\b(?:remaining|remainder(?: of)?|other|rest(?: of)?|leaving|leaves)(?: the)?\s*(?:about |~)?$", re.I)
_RESTS = regex(r"\s*(?:[a-z/]+\s+){0,2}(?:remain(?:s|ed|ing)?|(?:is|are|was|were) left|left over)\b", re.I)
_RESTS_OF = regex(r"(?:the|its|all)\s+(?:remaining|other|rest)\b", re.I)
_OF_THE = regex(r"\bof\s+(?:the|these|those|our|all)\s+(?:first\s+)?$", re.I)
_LIST = regex(r"\band\s+\d")
_ITEM = regex(r",\s*(?:and\s+)?(?=\d)|\s+and\s+(?=\d)")
_HEADED = regex(r"\d[\d,.]*\s+(?:\w+\s+)?(?:in|for|from|by|of|on|at)\b|\d[\d,.]*\s*[A-Za-z]+$")
_PER = regex(
    r"\s*(?:[a-z]+\s+)?(?:per|on each|for each|in each|each)\s+(?P<what>[A-Za-z]{3,})\b\s*[,(]\s*(?:so |thus |i\.e\. |or )?$", re.I
)
_ALL = regex(r"\s*(?:[a-z]+\s+)?(?:in (?:all|total)|altogether|overall|total)\b", re.I)
_OPERATOR = regex(r"\s*(?:[A-Za-z][A-Za-z-]*\s+)?(?P<op>[-−–+x×*/÷])\s*")
_EQUALS = regex(r"\s*(?:[A-Za-z][\w-]*\s+){0,2}?(?:=|is|makes|gives)\s*(?:about |~)?", re.I)
_CLOSED = regex(r"[\s\w]{0,20}\)")
_BRACKET = regex(r"\s*(?:[A-Za-z/-]+\s+){0,2}[A-Za-z/-]*\s*\(\s*=?\s*$")
_SHARE = regex(r"\s*(?:[a-z]+\s+){0,4}[a-z]*\s*(?:\(|, or |, i\.e\. |, that is |, )\s*(?:about |~)?$", re.I)
_BELOW = regex(r"\s*(?P<way>below|under|less than|lower than|above|over|more than|higher than)\s+(?:the\s+)?(?:[a-z-]+\s+){0,3}$", re.I)
_THAT = regex(r"(?:that|this|it)\s+(?:is|was)\s+(?:still\s+|only\s+|about\s+)?$", re.I)
_CHANGE = regex(r"\b(?:more|less|fewer|increase|decrease|drop|growth|up|down|faster|slower|fell|rose|grew)\b", re.I)


def judged(document: Document) -> Iterator[Claim]:
    """All of a document, each at the number that the others give."""
    before: Sentence | None = None
    for s in document.sentences:
        if any(c.isdigit() for c in s.text) and not document.quotes(s.place.start, s.place.end):
            found = spoken(s)
            yield from _rest(s, found, before if before is not None and before.block == s.block else None)
            yield from _listed(s, found)
            yield from _formula(s, found)
            yield from _share(s, found)
            yield from _below(s, found, before if before is not None and before.block == s.block else None)
            yield from _each(s.place.document, s.text, s.place.start, found)
        before = s
    for cell in document.statements:
        if cell.table is not None and "(" in cell.text:
            found = terms(cell.text)
            yield from _each(document, cell.text, cell.start, found)


def _claim(s: Sentence, t: Term, value: Interval, how: str, kind: ClaimKind) -> Iterator[Claim]:
    yield from _verdict(s.place.document, s.place.start, t, value, how, kind)


def _verdict(document: Document, start: int, t: Term, value: Interval, how: str, kind: ClaimKind) -> Iterator[Claim]:
    place = document.place(start + t.quantity.start, start + t.quantity.end)
    scale, unit = (Fraction(1), "%") if t.share else (Fraction(t.quantity.si), t.quantity.unit)
    word: VerdictWord = "supported" if t.claimed.touches(value) else "contradicted"
    yield Claim(
        place, kind, word, (),
        f"{how} = {plain(value.point / scale, unit)}, claimed {t.quantity.raw}: {word}", "document",
    )  # fmt: skip


def _like(a: Term, b: Term) -> bool:
    """Whether two are amounts of one kind; a count need not name its noun again."""
    return a.powers is not None and a.powers == b.powers


def _whole(a: Term, b: Term) -> bool:
    """Whether the first is part of the second: "410 of the 574 samples/s" names the unit once."""
    return a.quantity.value < b.quantity.value if a.quantity.dimension == "number" else _like(a, b) and a.value.point < b.value.point


def _rest(s: Sentence, found: tuple[Term, ...], before: Sentence | None) -> Iterator[Claim]:
    """ "410 of the 574 ..., the remaining 164", "Of the 574, 410 ...; the other 164", and the rest in a sentence of its own."""
    yield from _left(s, s, found, found)
    if before is not None and _RESTS_OF.match(s.text) and len(found) == 1:
        yield from _left(s, before, spoken(before), found)


def _left(s: Sentence, told: Sentence, parts: tuple[Term, ...], found: tuple[Term, ...]) -> Iterator[Claim]:
    for one, two in pairwise(parts):
        part, whole = (two, one) if _OF_THE.search(told.text, 0, one.quantity.start) else (one, two)
        if part is one and not _OF.fullmatch(told.text, one.quantity.end, two.quantity.start):
            continue
        if part.share or not _whole(part, whole):
            continue
        taken = [part]
        for t in found[found.index(two) + 1 :] if s is told else found:
            if t.share:
                continue
            if t.powers is None or t.quantity.unit not in ("", whole.quantity.unit):
                break
            if _REST.search(s.text[: t.quantity.start]) or _RESTS.match(s.text, t.quantity.end):
                yield from _remains(s, t, whole, taken)
                break
            taken.append(t)
        return


def _remains(s: Sentence, t: Term, whole: Term, parts: list[Term]) -> Iterator[Claim]:
    left = Fraction(whole.quantity.value) - sum(Fraction(p.quantity.value) for p in parts)
    half = Fraction(0) if whole.quantity.exact else Fraction(whole.quantity.ulp)
    unit = Fraction(t.quantity.si) if t.quantity.unit else Fraction(1)
    if left > 0:
        value = Interval(left * unit, (left - half) * unit, (left + half) * unit)
        yield from _claim(s, t, value, " - ".join(q.quantity.raw for q in (whole, *parts)), "identity")


def _listed(s: Sentence, found: tuple[Term, ...]) -> Iterator[Claim]:
    """ "36 new warnings: 21 in the parser, 9 in the router and 6 in the viewer": all numbers behind the colon are its parts."""
    at = s.text.find(":")
    front, parts = [t for t in found if t.quantity.end <= at], [t for t in found if t.quantity.start > at]
    if len(front) != 1 or len(parts) < 2 or not _LIST.search(s.text, at) or front[0].quantity.hedge:
        return
    total = front[0]
    if total.powers is None or any(p.powers != total.powers or p.quantity.hedge or p.value.point >= total.value.point for p in parts):
        return
    cuts = _ITEM.split(s.text[at + 1 :].strip(" ."))
    if len(cuts) != len(parts) or not all(_HEADED.match(c) for c in cuts):
        return
    value = parts[0].value
    for p in parts[1:]:
        value = value.plus(p.value)
    yield from _claim(s, total, value, " + ".join(p.quantity.raw for p in parts), "sum")


def _formula(s: Sentence, found: tuple[Term, ...]) -> Iterator[Claim]:
    for a, b in pairwise(found):
        gap = s.text[a.quantity.end : b.quantity.start]
        if a.quantity.raw.endswith((" x", "x", "×")) and a.quantity.dimension == "ratio" and gap.strip() == "":
            a, gap = replace(a, powers=(0, 0)), " x "  # "655 x 36" is read as a factor
        worked = _worked(a, b, gap)
        if worked is None:
            continue
        value, how = worked
        at = found.index(b) - 1
        behind, front = found[at + 2 : at + 3], found[at - 1 : at] if at else ()
        if behind and _EQUALS.fullmatch(s.text, b.quantity.end, behind[0].quantity.start):
            yield from _claim(s, behind[0], value, how, "identity")
        elif front and front[0].powers is not None and _bracketed(s, front[0], a, b):
            yield from _claim(s, front[0], value, how, "identity")


def _bracketed(s: Sentence, front: Term, a: Term, b: Term) -> bool:
    opened = _BRACKET.fullmatch(s.text, front.quantity.end, a.quantity.start)
    return opened is not None and _CLOSED.match(s.text, b.quantity.end) is not None


def _worked(a: Term, b: Term, gap: str) -> tuple[Interval, str] | None:
    operator = _OPERATOR.fullmatch(gap)
    if operator is None or a.powers is None or b.powers is None:
        return None
    op, how = operator["op"], f"{a.quantity.raw} {operator['op']} {b.quantity.raw}"
    if op in "x×*":
        return Interval(a.value.point * b.value.point, a.value.lo * b.value.lo, a.value.hi * b.value.hi), how
    if op in "/÷":
        ratio = a.value.over(b.value)
        return (ratio, how) if ratio is not None else None
    if a.powers != b.powers or (op not in "+" and " " not in gap):
        return None
    return (a.value.plus(b.value) if op == "+" else a.value.minus(b.value)), how


def _share(s: Sentence, found: tuple[Term, ...]) -> Iterator[Claim]:
    """ "53 of 212 requests (25 %)"."""
    for part, whole, t in zip(found, found[1:], found[2:], strict=False):
        if not t.share or t.quantity.signed or part.share or not _whole(part, whole):
            continue
        between = s.text[whole.quantity.end : t.quantity.start]
        if not _OF.fullmatch(s.text, part.quantity.end, whole.quantity.start) or not _SHARE.fullmatch(between) or _CHANGE.search(between):
            continue
        after = s.text[t.quantity.end : t.quantity.end + 24]
        if _CHANGE.search(after) or re.match(r"\s*(?:of|to|for|on)\b", after) or "per" in between.split():
            continue
        ratio = part.value.over(whole.value) if _like(part, whole) else None
        if ratio is not None:
            yield from _claim(s, t, ratio.times(Fraction(100)), f"{part.quantity.raw} / {whole.quantity.raw}", "proportion")


def _below(s: Sentence, found: tuple[Term, ...], before: Sentence | None) -> Iterator[Claim]:
    """ "That is 0.5 % below the original 1986", of the first number of the sentence before."""
    if before is None or len(found) != 2 or not found[0].share or not _THAT.fullmatch(s.text, 0, found[0].quantity.start):
        return
    way = _BELOW.fullmatch(s.text, found[0].quantity.end, found[1].quantity.start)
    heads = [t for t in spoken(before) if _like(t, found[1]) or t.quantity.dimension == "number" == found[1].quantity.dimension]
    if way is None or not heads:
        return
    value = ways.change(found[1], heads[0])
    down = way["way"].lower().split()[0] in ("below", "under", "less", "lower")
    if value is not None and (len(heads) == 1 or found[0].claimed.touches(value)):
        right = (heads[0].value.point < found[1].value.point) is down
        how = f"{heads[0].quantity.raw} against {found[1].quantity.raw}"
        if right:
            yield from _claim(s, found[0], value, how, "percent")


def _each(document: Document, text: str, start: int, found: tuple[Term, ...]) -> Iterator[Claim]:
    """ "8 per node (24 in total)", where the document gives one number of nodes."""
    for one, total in pairwise(found):
        each = _PER.fullmatch(text, one.quantity.end, total.quantity.start)
        if each is None or not _ALL.match(text, total.quantity.end) or not _like(one, total):
            continue
        many = _given(document, stem(each["what"].lower()))
        if len(many) == 1:
            n = many.pop()
            yield from _verdict(document, start, total, one.value.times(Fraction(n)), f"{n} x {one.quantity.raw}", "identity")


def _given(document: Document, noun: str) -> set[int]:
    """The numbers of a thing that the document gives: "4 GPUs", "three nodes"."""
    pattern = re.compile(
        rf"(?<![\w.,/-])(?P<n>\d{{1,4}}|{'|'.join(lists.WORDS)})\s+(?:(?!per\b|each\b|of\b|in\b|on\b|for\b|x\b)[\w-]+\s+)?{re.escape(noun)}(?:s|es)?\b",
        re.I,
    )
    return {lists.value(m["n"]) for m in pattern.finditer(document.text)}
