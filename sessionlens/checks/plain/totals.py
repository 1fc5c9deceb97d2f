"""Plain totals, shares and moves: "the three runs take 14.7 s together", "82 % of the orders are shipped", "misses went from 170 to 40"."""

from fractions import Fraction
from itertools import combinations

from sessionlens.checks.binding.labels import comparable
from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import COUNTS
from sessionlens.checks.plain.sides import SUMS, chosen, fits, pairs
from sessionlens.checks.plain.slots import NOBODY, Slots, Thing
from sessionlens.checks.values.intervals import Interval, claimed
from sessionlens.checks.values.judge import Judgement
from sessionlens.text.regex import regex

_SHARE = regex(r"^ of (?:the |all (?:the )?)?[a-z]+ (?:is|are|were) ")
_MOVED = regex(r"\b(?:went|go|goes|rose|rises|fell|falls|dropped|drops|grew|grows|increased|decreased|shrank|is up|is down) from $")
_WHOLE = frozenset(("total", "sum", "all"))


def total(claim: Claim, slots: Slots) -> Judgement | None:
    """The sum over all things of the one metric that the value may be of."""
    if len(slots.values) != 1 or slots.things or not SUMS.search(claim.low):
        return None
    q = slots.values[0]
    things = [c for c in slots.cells if c.lower() not in _WHOLE]
    said = {COUNTS[w] for w in claim.words if w in COUNTS}
    if said and said != {len(things)}:
        return None
    cells = _cells(claim, slots, things, comparable(q))
    if len(cells) != len(things) or len(things) < 2:
        return None
    value = _sum(list(cells.values()))
    text = f"{' + '.join(cells)} = {float(value.point):.6g} (base units), claimed {q.raw}"
    if fits(claimed(q), value, q):
        return Judgement("supported", (), text, _at(claim, slots))
    return Judgement("contradicted", (), f"{text}: contradicted", _at(claim, slots)) if said or slots.told else None


def share(claim: Claim, slots: Slots) -> Judgement | None:
    """The part of the counts of all things that one has."""
    if len(slots.values) != 1 or len(slots.things) != 1 or slots.values[0].dimension != "percent":
        return None
    q = slots.values[0]
    if not _SHARE.match(claim.low[q.end :]):
        return None
    things = [c for c in slots.cells if c.lower() not in _WHOLE]
    cells = _cells(claim, slots, things, frozenset(("number", "count")))
    mine = slots.things[0][1].config
    if len(slots.metrics) != 1 or mine not in cells or len(cells) != len(things) or len(things) < 2:
        return None
    part = cells[mine].over(_sum(list(cells.values())))
    if part is None:
        return None
    value = part.times(Fraction(100))
    text = f"{mine} of all {len(things)}: {float(value.point):.4g} %, claimed {q.raw}"
    if fits(claimed(q), value, q):
        return Judgement("supported", (), text, _at(claim, slots))
    return Judgement("contradicted", (), f"{text}: contradicted", _at(claim, slots))


def moved(claim: Claim, slots: Slots) -> Judgement | None:
    """Both ends of a change, of the things or runs that may be the old and the new one."""
    if len(slots.values) != 2 or not slots.told or slots.words & NOBODY:
        return None
    old, new = slots.values
    if not _MOVED.search(claim.low[: old.start]) or claim.low[old.end : new.start] != " to ":
        return None
    found = list(pairs(claim, slots, comparable(new)))
    if not found:
        return None
    a, b = claimed(old), claimed(new)
    right = [(fits(a, p.old.value, old), fits(b, p.new.value, new)) for p in found]
    first = found[0]
    text = f"{first.old.show()}, then {first.new.show()}; claimed {old.raw} to {new.raw}"
    at = tuple(sorted({first.old.msg, first.new.msg}))
    if (True, True) in right:
        return Judgement("supported", (), text, at)
    for series in (s for cells in slots.cells.values() for s in cells if s.measures in slots.metrics and s.begun(claim.msg)):
        values = [p.value for batch in series.before(claim.msg) for p in batch.points]
        if any(fits(a, one, old) and fits(b, two, new) for one, two in combinations(values, 2)):
            return Judgement("supported", (), f"{old.raw} and later {new.raw} of {series.config} {series.metric}".strip(), at)
    return Judgement("contradicted", (), f"{text}: contradicted", at)


def _cells(claim: Claim, slots: Slots, things: list[str], dimensions: frozenset[str]) -> dict[str, Interval]:
    """The newest value of each thing, where only one metric of the dimension may be meant."""
    found = {c: chosen(slots, Thing(c, frozenset(), None), claim.msg, dimensions) for c in things}
    if len({s.measures for series in found.values() for s in series}) != 1:
        return {}
    return {c: series[0].before(claim.msg)[-1].sides[0].value for c, series in found.items() if len(series) == 1}


def _sum(values: list[Interval]) -> Interval:
    out = values[0]
    for value in values[1:]:
        out = out.plus(value)
    return out


def _at(claim: Claim, slots: Slots) -> tuple[int, ...]:
    msgs = {s.before(claim.msg)[-1].msg for c in slots.cells.values() for s in c if s.measures in slots.metrics and s.begun(claim.msg)}
    return tuple(sorted(msgs))[-3:]
