"""Numbers that a clause works out from others which it gives beside them: "1.2 of 8.0 ms, 15 %", "lost 420 bytes (12.5 %)",
"from 93 to 31 ms, a third".

What stands beside the number says what it was worked out from; the tools must have printed that, in one call or under names of the clause.
It only ever supports, and only a clause of which each other number was printed too.

Example: after `parse 8.0 ms` and `parse/lex 1.2 ms`, "the lexer takes 1.2 of 8.0 ms, 15 %" is 1.2 / 8.0.
"""

import itertools
import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from sessionlens.checks.binding.labels import comparable, of_the_unit
from sessionlens.checks.binding.levels import locate
from sessionlens.checks.binding.named import PLAIN
from sessionlens.checks.binding.operands import MEASURED, plain_side, stated
from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.sense import Sense, sense, way
from sessionlens.checks.claims.words import STOP, tokens
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.grids.agreement import precise
from sessionlens.checks.values.intervals import Interval, claimed
from sessionlens.checks.values.judge import Judgement, number
from sessionlens.checks.values.series import Side, of_point
from sessionlens.model.quantity import Quantity
from sessionlens.text.regex import regex

_RELATIVE = ("percent", "ratio")
_OF = regex(r" ?of (?:the |its |their |all |those |these )?[~≈]?$")
_OF_WHAT = regex(r" ?of (?:the |its |their |all )?([a-z][\w-]+)\b", re.I)
_BESIDE = regex(r"^ ?(?:\(|, ?|; ?|= ?|or |i\.e\. ?)[~≈]?$")
_MOST = 40
"""Places of one value; of more of them one fits by chance."""
_LAST = 80
"""Calls back in which a number may stand that no parser read."""
_LATELY = 2
"""Messages back within which two numbers of three digits in one output need no name."""
_DIGITS = regex(r"[^\d.]")


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """Supported where the one relation of the clause follows from what it gives beside it and the tools printed; else None."""
    asked = [q for q in claim.quantities if q.dimension in _RELATIVE]
    if claim.cell or len(asked) != 1 or len(claim.quantities) > 5:
        return None
    for used, found in _readings(claim, asked[0], evidence):
        rest = [q for q in claim.quantities if q is not asked[0] and all(q.start != u.start for u in used)]
        told = [locate(claim, q, evidence) for q in rest]
        if all(t is not None for t in told):
            at = {m for t in told if t is not None for m in t.judgement.evidence}
            return replace(found, evidence=tuple(sorted({*found.evidence, *at} - {0})))
    return None


def _readings(claim: Claim, asked: Quantity, evidence: Evidence) -> Iterator[tuple[tuple[Quantity, ...], Judgement]]:
    values = [q for q in claim.quantities if q.dimension not in (*_RELATIVE, "points")]
    for a, b in itertools.pairwise(values):
        if _OF.match(claim.text[a.end : b.start]) and asked.dimension == "percent":
            part = a if a.unit or not b.unit else replace(a, unit=b.unit, dimension=b.dimension, si=b.si, exact=b.exact)
            yield from _of_pair(claim, asked, (a, b), _pairs(claim, part, b, evidence), "{new} / {old}")
    operands = stated(claim, asked)
    if operands is None and (lone := stated(claim)) is not None and "(" not in claim.text[lone.new.end : asked.start].partition(")")[2]:
        operands = lone if lone.new.end < asked.start and lone.ordered else None
    if operands is not None:
        pairs = _pairs(claim, operands.new, operands.old, evidence)
        if operands.ordered or operands.told:
            pairs = (p for p in pairs if _goes(claim, asked, *p))
        yield from _of_pair(claim, asked, (operands.new, operands.old), pairs, "")
    for value in values:
        if value.end <= asked.start and _BESIDE.match(claim.text[value.end : asked.start]):
            if (of := _OF_WHAT.match(claim.text, asked.end)) is not None and asked.dimension == "percent":
                yield from _of_pair(claim, asked, (value,), _named(claim, value, of[1], evidence), "{new} / {old}")
            elif precise(asked) and asked.dimension == "percent":
                pairs = (p for p in _apart(claim, value, evidence) if _goes(claim, asked, *p))
                yield from _of_pair(claim, asked, (value,), pairs, "")


def _goes(claim: Claim, asked: Quantity, new: Side, old: Side) -> bool:
    """Whether a pair lies the way that the clause's words say; of a throughput, faster is more."""
    said = sense(claim, asked)
    wanted = way(said) * (-1 if new.dimension == "rate" and said in (Sense.FASTER, Sense.SLOWER) else 1)
    return not wanted or (new.value.point > old.value.point) == (wanted > 0)


def _of_pair(
    claim: Claim, asked: Quantity, used: tuple[Quantity, ...], pairs: Iterator[tuple[Side, Side]], only: str
) -> Iterator[tuple[tuple[Quantity, ...], Judgement]]:
    """What each (new, old) gives for the relation, where it is the one that is asked."""
    for new, old in pairs:
        for formula, value in _values(asked, old.value, new.value):
            if (not only or formula == only) and number(asked, value, inexact=False).verdict == "supported":
                shown = formula.format(old=old.show(), new=new.show())
                at, nodes = (new.msg, old.msg), tuple(n for n in (*new.nodes, *old.nodes) if n)
                yield used, Judgement("supported", (), f"{shown}, claimed {asked.raw}: supported", at, nodes)


def _values(asked: Quantity, old: Interval, new: Interval) -> Iterator[tuple[str, Interval]]:
    up, down = new.over(old), old.over(new)
    if up is None or down is None:
        return
    if asked.dimension == "ratio":
        yield from (("{new} / {old}", up), ("{old} / {new}", down))
        return
    yield "{new} / {old}", up.times(Fraction(100))
    change = up.shifted(-1).times(Fraction(100))
    yield "({new} - {old}) / {old}", change if asked.signed or change.point >= 0 else change.times(Fraction(-1))


def _pairs(claim: Claim, one: Quantity, other: Quantity, evidence: Evidence) -> Iterator[tuple[Side, Side]]:
    """Where both were printed: in one message first, then under names of the clause."""
    left, right = _places(claim, one, evidence), _places(claim, other, evidence)
    if len(left) > _MOST or len(right) > _MOST:
        return
    both = sorted(((a, b) for a in left for b in right), key=lambda p: (p[0][1].msg != p[1][1].msg, -p[0][1].msg, -p[1][1].msg))
    sure = precise(one) and precise(other)
    for (near, a), (close, b) in both:
        if near or close or (sure and claim.msg - a.msg <= _LATELY) if a.msg == b.msg else near and close:
            yield a, b


def _places(claim: Claim, quantity: Quantity, evidence: Evidence) -> list[tuple[bool, Side]]:
    """Where a value was printed, and whether under a name of the clause: by measurements, else as a number on a line of the last calls."""
    want, words = claimed(quantity), (claim.tokens | claim.around) - STOP - PLAIN
    out = []
    for i, j in evidence.near(comparable(quantity), float(want.lo), float(want.hi), claim.msg):
        series = evidence.series[i]
        side = next((s for s in series.batches[j].sides if number(quantity, s.value, want=want).verdict == "supported"), None)
        if side is not None:
            out.append((not series.all_words.isdisjoint(words), side))
    if not out and len(digits := _DIGITS.sub("", quantity.raw.replace(",", "")).rstrip(".")) > 2:
        for at, line, first, place, run in itertools.islice(evidence.printed_numbers(digits, claim.msg, _LAST), 3):
            if not of_the_unit(quantity, line, place, digits, first, run):
                continue
            out.append((not tokens(line).isdisjoint(words), plain_side(quantity, (at,))))
    if not out and (found := locate(claim, quantity, evidence)) is not None:
        out.append((True, found.side if found.side is not None else plain_side(quantity, found.judgement.evidence)))
    return out


def _named(claim: Claim, part: Quantity, name: str, evidence: Evidence) -> Iterator[tuple[Side, Side]]:
    """The part, and what its message printed under the name of the whole."""
    of = tokens(name) - STOP
    for _, side in _places(claim, part, evidence):
        for i in evidence.together.get((side.msg, side.dimension), ()) if of else ():
            series = evidence.series[i]
            if of <= series.named | series.measures:
                yield from ((side, whole) for b in series.batches if b.msg == side.msg for whole in b.sides)


def _apart(claim: Claim, difference: Quantity, evidence: Evidence) -> Iterator[tuple[Side, Side]]:
    """Pairs of one metric that lie so far apart, of which the clause names a config or the metric."""
    if difference.dimension not in (*MEASURED, "count", "number"):
        return
    want = claimed(difference)
    lo, hi = float(min(abs(want.lo), abs(want.hi))), float(max(abs(want.lo), abs(want.hi)))
    words = claim.tokens - STOP - PLAIN
    for (_, dimension), places in evidence.by_metric.items():
        if dimension not in comparable(difference):
            continue
        named = [evidence.series[i] for i in places if evidence.series[i].begun(claim.msg)]
        batches = [b for series in named for b in series.before(claim.msg)[-2:]]
        sides = [s for b in batches for s in (*map(of_point, b.singles), *(b.sides if len(b.singles) > 1 else ()))]
        if len(sides) > _MOST or not any(words & s.all_words for s in named):
            continue
        for new, old in itertools.permutations(sides, 2):
            gap = abs(float(new.value.point) - float(old.value.point))
            if lo <= gap <= hi and new.how.partition(" ")[0] == old.how.partition(" ")[0]:
                yield new, old
