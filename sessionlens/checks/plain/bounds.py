"""A plain bound or span: "every run stays below 200 ms", "the times range from 2.6 to 8.4 s"."""

from fractions import Fraction

from sessionlens.checks.binding.labels import comparable
from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import stem, tokens
from sessionlens.checks.plain.sides import (
    BOUND,
    PARTS,
    RELATED,
    SUMMED,
    at_of,
    chosen,
)
from sessionlens.checks.plain.slots import (
    EVERY,
    EXTREMES,
    FELL,
    NOBODY,
    ROSE,
    Slots,
    Thing,
)
from sessionlens.checks.values.intervals import Interval, claimed
from sessionlens.checks.values.judge import Judgement
from sessionlens.text.regex import regex

_UPPER = ("under", "below", "less than", "fewer than", "lower than", "within", "at most", "faster than")
_SPAN = regex(r"\b(?:between|from|ranges?|lies?) (?:between |from )?$")
_EACH_ONE = regex(r"\b(?:every|each|all|any|no)(?: of)?(?: the)? (\w+(?: \w+)?)")
_TO = regex(r" ?(?:to|and|-|–) ?")


def bound(claim: Claim, slots: Slots) -> Judgement | None:
    """ "Every run stays below 200 ms", "none takes longer than 5 s", "only one worker takes more than 4 s"."""
    if len(slots.values) != 1:
        return None
    q = slots.values[0]
    match = BOUND.search(claim.low[: q.start])
    if match is None or q.dimension in ("percent", "ratio") or slots.words & (EXTREMES | FELL | ROSE):
        return None
    quantified = bool(slots.words & (EVERY | NOBODY))
    only = "only" in slots.words
    if (not slots.things and not quantified and len(slots.cells) > 1) or (only and len(slots.things) != 1):
        return None
    upper = match["way"] in _UPPER
    if slots.words & NOBODY or "not" in slots.words or "n't" in claim.low:
        upper = not upper
    if match["way"] in ("faster than", "slower than") and q.dimension == "rate":
        upper = not upper
    limit = Fraction(q.value) * Fraction(q.si)
    things = [] if only else slots.things
    whole = Slots(things, slots.cells, slots.values, slots.metrics, slots.told, slots.rest, slots.words)
    domain = frozenset(stem(w) for m in _EACH_ONE.findall(claim.low) for w in m.split())
    whole.metrics = [m for m in whole.metrics if not m or not m <= domain]  # "in every epoch" names the rows, not what was measured
    values, one = _domain(claim, whole, comparable(q))
    if not values or not one or (q.dimension in ("number", "count") and not slots.told):
        return None
    wrong = []
    for name, v in values:
        mine = only and any(name.startswith(t.config) for _, t in slots.things)
        below = upper if not only or mine else not upper
        if (below and v.lo > limit) or (not below and v.hi < limit):
            wrong.append(f"{name} {float(v.point):.6g}")
    summed = all(name.rpartition(" ")[2] in SUMMED for name, _ in values)
    if summed and any(tokens(config) & domain for config in whole.cells):
        return None  # what all pauses come to is none of them
    if wrong and (len(wrong) == len(values) or quantified or not summed):
        return Judgement(
            "contradicted", (), f"claimed {match['way']} {q.raw}; not {', '.join(wrong[:4])} (base units)", (at_of(claim, slots),)
        )
    if all((v.hi <= limit) if upper else (v.lo >= limit) for _, v in values) and not only:
        if quantified and len(values) == 1:
            return None
        return Judgement("supported", (), f"each of {len(values)} values is {match['way']} {q.raw}", (at_of(claim, slots),))
    return None


def _domain(claim: Claim, slots: Slots, dimensions: frozenset[str]) -> tuple[list[tuple[str, Interval]], bool]:
    """The single values that a bound or a span is said of, of the newest call; and whether they are of one metric."""
    things = [t for _, t in slots.things] or [Thing(c, frozenset(), None) for c in slots.cells]
    found = [s for t in things for s in chosen(slots, t, claim.msg, dimensions) if len(slots.metrics) == 1 or not s.measures & PARTS]
    newest = max((s.before(claim.msg)[-1].msg for s in found), default=0)
    batches = [(s, b) for s in found for b in s.before(claim.msg) if slots.things or b.msg == newest]
    if any(len(s.before(claim.msg)) > 1 for s in found) and slots.things:
        batches = [(s, s.before(claim.msg)[-1]) for s in found]
    measures = {s.measures for s in found}
    of_one = len(measures) == 1 or slots.told or all(m <= SUMMED for m in measures)
    return [(f"{s.config} {s.metric}".strip(), p.value) for s, b in batches for p in b.points], of_one


def span(claim: Claim, slots: Slots) -> Judgement | None:
    """ "The times range from 2.6 to 8.4 s": both ends are values, and none lies outside."""
    if len(slots.values) != 2 or slots.words & (RELATED | NOBODY):
        return None
    low, high = slots.values
    if not _SPAN.search(claim.low[: low.start]) or not _TO.fullmatch(claim.low[low.end : high.start]) or low.value >= high.value:
        return None
    if not slots.words & frozenset(("range", "ranges", "between", "lie", "lies")):
        return None
    values, one = _domain(claim, slots, comparable(high))
    if len(values) < 2 or not one:
        return None
    a, b = claimed(low), claimed(high)
    outside = [f"{n} {float(v.point):.6g}" for n, v in values if v.hi < a.lo or v.lo > b.hi]
    kinds: dict[str, list[bool]] = {}
    for name, v in values:
        kinds.setdefault(name.rpartition(" ")[2], []).append(v.hi < a.lo or v.lo > b.hi)
    if outside and len(kinds) > 1 and all(len(k) > 1 for k in kinds.values()) and any(not any(k) for k in kinds.values()):
        return None  # all values of one metric lie within: that one is meant, or none surely
    if outside:
        return Judgement(
            "contradicted", (), f"claimed {low.raw} to {high.raw}; outside: {', '.join(outside[:4])} (base units)", (at_of(claim, slots),)
        )
    least, most = min(v.lo for _, v in values), max(v.hi for _, v in values)
    if slots.words & frozenset(("range", "ranges")) and (least > a.hi or most < b.lo):
        text = f"claimed {low.raw} to {high.raw}; printed {float(least):.6g} to {float(most):.6g} (base units)"
        return Judgement("contradicted", (), text, (at_of(claim, slots),))
    return Judgement("supported", (), f"all {len(values)} values lie within {low.raw} to {high.raw}", (at_of(claim, slots),))
