"""A number that the agent worked out and gave without what it was worked out from: "the gap to the old build is 12.6 ms", "hash: 4.1 %".

Its labels say whose it is: the clause names a config, and the other side is the base of the same call, the other named one, or the only
other. Over the metrics that the call printed for both the difference, the relative difference or the factor is computed; agreement chooses
among these few. It only ever supports, for a number of three digits or with a place after the point: none that fits proves nothing.

Example: after `old 31.0 45.2` and `new 18.4 30.1` under "min median", "new: 12.6 ms less" is (31.0 - 18.4).
"""

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction

from sessionlens.checks.binding.labels import comparable
from sessionlens.checks.binding.levels import locate
from sessionlens.checks.binding.named import PLAIN
from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.sense import Sense, sense
from sessionlens.checks.claims.words import BASE
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.grids.agreement import precise
from sessionlens.checks.values.intervals import Interval
from sessionlens.checks.values.judge import Judgement, number
from sessionlens.checks.values.series import Series, Side
from sessionlens.model.quantity import Quantity

_RELATIVE = ("percent", "ratio")
_CALLS = 3
"""Calls with measurements that such a number may be of, newest first."""
_MOST = 24
"""Pairs; of more of them one fits by chance."""
_FEW = 3
"""Numbers in one clause."""


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """Supported where each number of the clause was printed or is worked out from values that its labels allow; else None."""
    asked = [q for q in claim.quantities if not (q.exact and q.noun)]
    if not asked or len(asked) > _FEW or claim.negated:
        return None
    worked = [_worked_out(claim, q, evidence) for q in asked]
    if not any(worked):
        return None
    parts = []
    for quantity, found in zip(asked, worked, strict=True):
        if found is None:
            printed = locate(claim, quantity, evidence) if quantity.dimension not in _RELATIVE else None
            if printed is None or printed.side is None:
                return None
            found = printed.judgement
        parts.append(found)
    at = tuple(sorted({m for p in parts for m in p.evidence}))
    nodes = tuple(dict.fromkeys(n for p in parts for n in p.nodes))
    return Judgement("supported", ("no-spread",), "; ".join(p.derivation for p in parts), at, nodes)


def _worked_out(claim: Claim, quantity: Quantity, evidence: Evidence) -> Judgement | None:
    if not precise(quantity):
        return None
    for msg, part in _calls(claim, evidence):
        pairs = list(_pairs(claim, quantity, msg, part, evidence))
        if len(pairs) > _MOST:
            continue
        for old, new in pairs:
            for formula, value in _values(quantity, old, new, sense(claim, quantity)):
                found = number(quantity, value)
                if found.verdict == "supported" and not found.caveats:
                    shown = formula.format(old=old.show(), new=new.show())
                    text = f"{new.name} against {old.name}: {shown}, claimed {quantity.raw}: supported"
                    return Judgement("supported", (), text, (msg,), (*old.nodes, *new.nodes))
    return None


def _calls(claim: Claim, evidence: Evidence) -> list[tuple[int, int]]:
    """The newest calls with measurements before the claim."""
    key = ("measuring", evidence.measured_before(claim.msg))
    if key not in evidence.looked:
        found = {(b.msg, b.part) for s in evidence.series if s.begun(claim.msg) for b in s.before(claim.msg)[-_CALLS:]}
        evidence.looked[key] = sorted(found, reverse=True)[:_CALLS]
    kept: list[tuple[int, int]] = evidence.looked[key]
    return kept


def _values(quantity: Quantity, old: Side, new: Side, way: Sense) -> Iterator[tuple[str, Interval]]:
    """What the two may give, with its formula; "x % more" is of the smaller, "x % less" of the larger."""
    if quantity.dimension in _RELATIVE:
        for a, b, first, second in ((old, new, "{old}", "{new}"), (new, old, "{new}", "{old}")):
            ratio = b.value.over(a.value)
            if ratio is None:
                continue
            if quantity.dimension == "ratio":
                yield f"{second} / {first}", ratio
            else:
                change = ratio.shifted(-1).times(Fraction(100))
                if way is Sense.NONE or quantity.signed or way is Sense.FASTER or (change.point > 0) == (way in (Sense.MORE, Sense.SLOWER)):
                    yield f"({second} - {first}) / {first}", _size(change, quantity)
        return
    apart = new.value.minus(old.value)
    yield "{new} - {old}", _size(apart.times(Fraction(quantity.si)) if new.dimension == "number" else apart, quantity)


def _size(value: Interval, quantity: Quantity) -> Interval:
    """The difference with the claim's sign, or without one where the claim has none: words tell the way then."""
    if quantity.signed or value.point >= 0:
        return value
    return value.times(Fraction(-1))


def _pairs(claim: Claim, quantity: Quantity, msg: int, part: int, evidence: Evidence) -> Iterator[tuple[Side, Side]]:
    """Values of one metric that one call printed, of configs that the clause names, against the base or each other."""
    words = claim.tokens - PLAIN
    for group in _metrics(quantity, msg, evidence):
        if len(group) < 2:
            continue
        shared = frozenset.intersection(*(s.named for s in group))
        named = [s for s in group if (s.named - shared) & words]
        based = [s for s in group if s.named & BASE and s not in named]
        if len(named) == 1 and len(group) == 2:
            others = [s for s in group if s is not named[0]]
        elif len(named) == 1 and len(based) == 1:
            others = based
        elif len(named) == 2:
            named, others = named[1:], named[:1]
        else:
            continue
        yield from _sides(named[0], others[0], msg, part)


def _metrics(quantity: Quantity, msg: int, evidence: Evidence) -> list[list[Series]]:
    """The series that a message printed, by metric; for a difference of the claimed dimension only, for a relation of any."""
    out: dict[tuple[frozenset[str], str], list[Series]] = defaultdict(list)
    for (at, dimension), places in evidence.together.items():
        if at == msg and (quantity.dimension in _RELATIVE or dimension in comparable(quantity) or dimension == "number"):
            for i in places:
                out[evidence.series[i].measures, dimension].append(evidence.series[i])
    return list(out.values())


def _sides(one: Series, other: Series, msg: int, part: int) -> Iterator[tuple[Side, Side]]:
    for new in (b for b in one.batches if b.msg == msg and b.part == part):
        for old in (b for b in other.batches if b.msg == msg and b.part == part):
            yield from ((x, y) for x in old.sides for y in new.sides if x.how == y.how)
