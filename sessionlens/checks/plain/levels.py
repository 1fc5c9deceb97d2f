"""A plain level: "with 4 workers it takes 2.6 s", "the mean of ring is 4.1 ms", "none of the stores had errors"."""

from sessionlens.checks.binding import kibibytes
from sessionlens.checks.binding.labels import comparable
from sessionlens.checks.binding.named import wanted
from sessionlens.checks.claims.bounds import bound
from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import AGGREGATE
from sessionlens.checks.plain.sides import BESIDE, BOUND, RELATED, SUMS, chosen, fits, points, sides
from sessionlens.checks.plain.slots import EVERY, NOBODY, Slots, Thing
from sessionlens.checks.values.intervals import Interval, claimed
from sessionlens.checks.values.judge import Judgement, number
from sessionlens.checks.values.series import Series
from sessionlens.model.quantity import Quantity

_FEW = 5
"""Things of which a count may be said without naming one."""


def level(claim: Claim, slots: Slots) -> Judgement | None:
    """ "With 4 workers it takes 2.6 s": one thing, one number, no relation."""
    if len(slots.values) != 1 or len(slots.things) > 1 or slots.words & (RELATED | BESIDE | EVERY | NOBODY):
        return None
    q = slots.values[0]
    if q.signed or q.hedge:
        return None
    if q.dimension in ("percent", "ratio") and not any(s.dimension == q.dimension for c in slots.cells.values() for s in c):
        return None
    if BOUND.search(claim.low[: q.start]) or bound(claim, q) is not None:
        return None
    things = [t for _, t in slots.things]
    if not things and (len(slots.cells) == 1 or (slots.told and q.noun and len(slots.cells) < _FEW)):
        things = [Thing(c, frozenset(), None) for c in slots.cells]
    if not things or SUMS.search(claim.low):
        return None
    dimensions = comparable(q)
    found = [s for t in things for s in chosen(slots, t, claim.msg, dimensions)]
    if not slots.told and (q.dimension in ("number", "count") or len({s.measures for s in found}) > 6):
        return None
    how = wanted(claim)
    if how and not slots.things:
        return None
    if how and found and not any(how in {AGGREGATE.get(w, w) for w in s.measures} for s in found):
        return _aggregate(claim, q, found, how)
    return _value(claim, q, found, claimed(q))


def _aggregate(claim: Claim, q: Quantity, found: list[Series], how: str) -> Judgement | None:
    """A mean or median that no tool printed, of the runs that one call printed."""
    if found[0].dimension == "rate" or found[0].direction == "higher":
        how = {"min": "max", "max": "min"}.get(how, how) if not claim.words.isdisjoint(("best", "worst")) else how
    made = [side for s in found for _, side in sides(s, claim.msg) if side.how.startswith(how)]
    if len(made) != 1:
        return None
    judged = number(q, made[0].value, wide=lambda: made[0].wide)
    if judged.verdict == "undecidable" or judged.caveats:
        return None
    text = f"{made[0].name}: {made[0].show()}, claimed {q.raw}: {judged.verdict}"
    return Judgement(judged.verdict, (), text, (made[0].msg,), made[0].nodes)


def _value(claim: Claim, q: Quantity, found: list[Series], want: Interval) -> Judgement | None:
    values = [(s, v) for s in found for v in points(s, claim.msg)]
    if not values:
        return None
    hit = next((s for s, v in values if fits(want, v, q)), None)
    shown = values[0][0].before(claim.msg)[-1].sides[0]
    at = tuple(sorted({b.msg for s in found for b in s.before(claim.msg)}))[-3:]
    nodes = shown.nodes
    if hit is not None:
        side = hit.before(claim.msg)[-1].sides[0]
        return Judgement("supported", (), f"{side.name}: {side.show()} printed, claimed {q.raw}", (side.msg,), side.nodes)
    if any(v.wider(want, 4) and not want.sure for _, v in values):
        return None
    if len(values) > 1 and min(v.lo for _, v in values) <= want.point <= max(v.hi for _, v in values):
        return None  # within what was measured: another aggregate of it, perhaps
    if any(kibibytes.copied(q, side.show()) for s in found for side in s.before(claim.msg)[-1].sides):
        return None
    text = f"{shown.name}: {shown.show()} printed, claimed {q.raw}: contradicted"
    return Judgement("contradicted", (), text, at, nodes)


def zero(claim: Claim, slots: Slots) -> Judgement | None:
    """ "None of the stores had errors", "only disk had errors": what of a counted metric is none."""
    if slots.values or not slots.told or slots.words & (RELATED | BESIDE - {"only"}) or len(slots.metrics) != 1:
        return None
    only, none = "only" in slots.words, bool(slots.words & NOBODY)
    if only == none or "not" in slots.words or (only and len(slots.things) != 1) or len(slots.things) > 1:
        return None
    mine = {t.config for _, t in slots.things} or set(slots.cells)
    found = {
        c: s.before(claim.msg)[-1].sides[0]
        for c in slots.cells
        for s in chosen(slots, Thing(c, frozenset(), None), claim.msg, frozenset(("number", "count")))
    }
    if not found or not mine <= set(found):
        return None
    text = ", ".join(f"{c} {side.show()}" for c, side in list(found.items())[:5])
    at = tuple(sorted({s.msg for s in found.values()}))
    wrong = any(found[c].value.lo > 0 for c in mine) if none else any((found[c].value.lo > 0) != (c in mine) for c in found)
    return Judgement("contradicted" if wrong else "supported", (), text, at)
