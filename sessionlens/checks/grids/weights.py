"""Weighted values: "weighted 80/20: heap 12.4 ms". Two printed values of one config, in the weights that the session states.

Never contradicts: which aggregate of which run was weighted is seldom said.
"""

from collections import defaultdict
from fractions import Fraction

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import STOP, tokens
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.values.judge import Judgement, number
from sessionlens.checks.values.printouts import plain
from sessionlens.checks.values.series import Side
from sessionlens.model.quantity import Quantity
from sessionlens.text.regex import regex

_PAIR = regex(r"(?<![\d/.])(\d{1,2})\s?[/:]\s?(\d{1,2})(?![\d/.])|(\d{1,2})\s?%[^.\n%]{0,60}?(?<!\d)(\d{1,2})\s?%")
_CUE = "weight"


def judge(claim: Claim, quantity: Quantity, evidence: Evidence, named: str = "") -> Judgement | None:
    """Supported where the weighted sum of two values of the config named before the number (or `named`) gives it; else None."""
    s = claim.conclusion.statement
    told = " ".join((s.text, s.lead, s.heading, claim.conclusion.before))
    if _CUE not in told.lower() or quantity.dimension not in ("time", "size", "rate"):
        return None
    label = tokens(named or _label(claim, quantity)) - STOP
    if not label or not (weights := _stated(told) or _earlier(claim.msg, evidence)):
        return None
    for first, second in _sides(label, quantity.dimension, claim.msg, evidence):
        for a, b in (weights, weights[::-1]):
            value = first.value.times(a).plus(second.value.times(b))
            found = number(quantity, value)
            if found.verdict == "supported" and "truncated" not in found.caveats:
                text = (
                    f"{float(a):g} x {first.show()} + {float(b):g} x {second.show()} = {plain(value.point, first.unit)}, "
                    f"claimed {quantity.raw}: supported"
                )
                return Judgement("supported", found.caveats, text, tuple(sorted({first.msg, second.msg} - {0})), first.nodes + second.nodes)
    return None


def _label(claim: Claim, quantity: Quantity) -> str:
    """What stands between the number before and this one."""
    start = max((q.end for q in claim.quantities if q.end <= quantity.start), default=0)
    return claim.text[start : quantity.start]


def _stated(text: str) -> tuple[Fraction, Fraction] | None:
    for match in _PAIR.finditer(text):
        a, b = (int(g) for g in match.groups() if g is not None)
        if a + b in (10, 100) and a and b:
            return Fraction(a, a + b), Fraction(b, a + b)
    return None


def _earlier(msg: int, evidence: Evidence) -> tuple[Fraction, Fraction] | None:
    """The weights that an earlier message gave last."""
    if ("weights",) not in evidence.memo:
        evidence.memo["weights",] = [
            (n, found)
            for n, turn in evidence.view.turns.items()
            if _CUE in turn.message.text.lower() and (found := _stated(turn.message.text)) is not None
        ]
    return next((found for n, found in reversed(evidence.memo["weights",]) if n < msg), None)


def _sides(label: frozenset[str], dimension: str, msg: int, evidence: Evidence) -> list[tuple[Side, Side]]:
    """Pairs of values of one metric and call whose configs both have the label and differ in one word."""
    calls: dict[tuple[frozenset[str], int, int], list[tuple[frozenset[str], Side]]] = defaultdict(list)
    for word in label:
        for i in evidence.by_name.get(word, ()):
            series = evidence.series[i]
            if word in series.named and series.dimension == dimension and series.begun(msg):
                batch = series.before(msg)[-1]
                if len(batch.sides) == 1:
                    calls[series.measures, batch.msg, batch.part].append((series.named, batch.sides[0]))
    out = []
    for _, members in sorted(calls.items(), key=lambda item: -item[0][1]):
        pairs = [(a, b) for i, (x, a) in enumerate(members) for y, b in members[i + 1 :] if len(x - y) == 1 and len(y - x) == 1]
        if len(members) == 2 and len(pairs) == 1:
            out += pairs
    return out
