"""Which of the lines just printed has the most or the least: "the p99 is lowest at batch 8", "batch 64 is the fastest", "the best p99 is
61 ms", "throughput grows with the batch size".

The lines of one shape (`grids.rows`) are the things, one value of each the metric: the one that the clause names, or for "fastest" the one
that has a speed. A metric or thing that fits two of them is not judged.

Example: "ring: 812 req/s p99 3.1 ms" above "list: 640 req/s p99 2.2 ms" bears out "ring is the fastest" and "the list has the lowest p99".
"""

from fractions import Fraction
from itertools import pairwise

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.grids.rows import Block, Value, lately, of_output
from sessionlens.checks.values.judge import Judgement
from sessionlens.text.regex import regex

_LOW = word_set("lowest least smallest minimum shortest cheapest")
_HIGH = word_set("highest most largest biggest maximum longest greatest")
_QUICK = word_set("fastest quickest")
_SLOW = word_set("slowest")
_GOOD, _BAD = word_set("best"), word_set("worst")
WORDS = _LOW | _HIGH | _QUICK | _SLOW | _GOOD | _BAD
TREND = word_set("grows grow rises rise increases increase falls fall drops drop decreases decrease shrinks shrink")
_UPWARDS = word_set("grows grow rises rise increases increase")
_WITH = regex(r"\bwith (?:the |a )?(?:[a-z]+ )?[a-z]+\b")
_BEYOND = word_set("than but except so because not no never only every always all both second third")
_CALLS, _BACK = 2, 2
_LEAST = 3
_ENDING_NUMBER = regex(r"(-?\d+(?:\.\d+)?)$")


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """Supported where the lines say so; None where they do not, or the clause names no one thing or value of them."""
    how, trend = claim.words & WORDS, claim.words & TREND
    if claim.cell or len(how) + len(trend) != 1 or not claim.words.isdisjoint(_BEYOND):
        return None
    for at, run in lately(claim.msg, _CALLS, evidence):
        if claim.msg - at > _BACK:
            return None
        for block in of_output(at, run, evidence):
            if len(block.things) < 2 or block.rounds != 1:
                continue
            line = _grows(claim, block) if trend else _tops(claim, next(iter(how)), block)
            if line:
                return Judgement("supported", ("single-run",), f"msg {at}: {line}", (at,))
    return None


def _column(claim: Claim, block: Block, how: str) -> int | None:
    """The one value of the lines that the clause is of."""
    told = claim.tokens
    fits = [i for i, name in enumerate(block.names) if name & told]
    if not fits and how in _QUICK | _SLOW:
        first = next(iter(block.things.values()))[0]
        rates = [i for i, v in enumerate(first) if v.unit.endswith("/s")]
        fits = rates or [i for i, v in enumerate(first) if v.kind == "time"]
    return fits[0] if len(fits) == 1 else None


def _tops(claim: Claim, how: str, block: Block) -> str:
    """How one thing stands above or below all others; empty where it does not."""
    column = _column(claim, block, how)
    if column is None:
        return ""
    values = {thing: rows[0][column] for thing, rows in block.things.items() if column < len(rows[0])}
    low = _lower(how, next(iter(values.values())))
    if low is None or len(values) != len(block.things):
        return ""
    ordered = sorted(values.items(), key=lambda pair: pair[1].value.point, reverse=not low)
    (first, best), (_, second) = ordered[0], ordered[1]
    if best.value.touches(second.value):
        return ""
    named = [thing for thing, words in block.words.items() if words and words <= claim.tokens] or [
        thing for thing, words in block.words.items() if words & claim.tokens
    ]
    spoken = [q for q in claim.quantities if q.dimension == best.kind and q.unit]
    if any(abs(best.value.point - Fraction(q.value * q.si)) > Fraction(q.ulp * q.si) / 2 for q in spoken):
        return ""
    if named != [first] and (named or not spoken):
        return ""
    return f"{first} has {best.raw}, the {how} of {', '.join(v.raw for v in list(values.values())[:6])}"


def _lower(how: str, value: Value) -> bool | None:
    """Whether the word asks for the least; None where it is not known which way is better."""
    if how in _LOW | _HIGH:
        return how in _LOW
    rate = value.unit.endswith("/s")
    if not rate and value.kind != "time":
        return None
    return (how in _QUICK | _GOOD) != rate


def _grows(claim: Claim, block: Block) -> str:
    """The values in the order of the numbers that the things end in."""
    column = _column(claim, block, "")
    keys = [_ENDING_NUMBER.search(thing) for thing in block.things]
    if column is None or len(keys) < _LEAST or not all(keys) or _WITH.search(claim.low) is None:
        return ""
    pairs = [(float(k[1]), rows[0][column]) for k, rows in zip(keys, block.things.values(), strict=True) if k]
    rows = sorted(pairs, key=lambda pair: pair[0])
    up = not claim.words.isdisjoint(_UPWARDS)
    if not all((b.value.lo > a.value.hi) if up else (b.value.hi < a.value.lo) for (_, a), (_, b) in pairwise(rows)):
        return ""
    return f"{', '.join(v.raw for _, v in rows[:6])} in that order"
