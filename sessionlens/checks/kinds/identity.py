"""Identity: a share of a total, a rate as bytes over time. Both sides as intervals; part/(part+rest) in its monotone form."""

from dataclasses import replace
from fractions import Fraction

from sessionlens.checks.binding.levels import judge_level
from sessionlens.checks.binding.named import candidates
from sessionlens.checks.binding.operands import stated
from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.sense import Sense, sense
from sessionlens.checks.claims.words import STOP, tokens, word_set
from sessionlens.checks.evidence.groups import Group, Member
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.values.intervals import Interval, claimed, value_of
from sessionlens.checks.values.judge import Judgement, number
from sessionlens.checks.values.series import Side
from sessionlens.model.quantity import Quantity
from sessionlens.model.words import ClaimKind
from sessionlens.text import units
from sessionlens.text.regex import regex

KIND: ClaimKind = "identity"
NUMERIC = True
_SHARE = regex(r"%\s*(?:of)\b|\b(?:share|fraction|portion|accounts? for|makes? up|made up|takes? up|took up|eats? up|uses? up|dominates)\b")
_MAKES_UP = regex(r"\b(?:mak(?:es?|ing)|made) up\b|\btak(?:es?|ing) up\b|\btook up\b|\beats? up\b|\buses? up\b")
"""Shares whose "up" says nothing of a rise."""
_OF = regex(r"%\s*of (?:the |its |all |our |this |that )?([a-z][\w-]*(?: [\w-]+)?)")
_GENERAL = word_set("time run runtime duration size memory cpu wall bytes samples cycles call request build")
"""Names of a whole that say only what is measured."""
_TAKEN_OUT = word_set("no without minus w/o off")
"""Words of a label by which it is of everything but that thing."""
_TOTAL = word_set("total overall whole sum all")


def recognise(claim: Claim) -> float:
    if claim.cell:
        return 0.0
    if (
        any(q.dimension == "rate" for q in claim.quantities)
        and sum(q.dimension in ("size", "time", "count") for q in claim.quantities) >= 2
    ):
        return 0.73
    if not any(q.dimension == "percent" and not q.signed for q in claim.quantities):
        return 0.0
    quantity = next(q for q in claim.quantities if q.dimension == "percent")
    said = sense(claim, quantity) if not _MAKES_UP.search(claim.low) else Sense.NONE
    if "differ" in claim.low or "within" in claim.words or said is not Sense.NONE:
        return 0.0
    return 0.72 if _SHARE.search(claim.low) and stated(claim) is None else 0.0


def judge(claim: Claim, evidence: Evidence) -> Judgement:
    if any(q.dimension == "rate" for q in claim.quantities):
        return rate(claim, evidence)
    quantity = next(q for q in claim.quantities if q.dimension == "percent")
    level = judge_level(claim, quantity, evidence)
    if level.verdict == "supported":
        return level
    for group in (*candidates(claim, evidence), *candidates(claim, evidence, parts=True)):
        found = parts(claim, group)
        if found is None:
            continue
        part, whole, share = found
        scaled = share.times(Fraction(100))
        result = number(quantity, scaled)
        if result.verdict == "contradicted" and (why := _of_another(claim, part, whole)):
            return Judgement("undecidable", ("ambiguous-binding",), why)
        want = claimed(quantity)
        text = (
            f"{part.show()} / {whole.show()} = {float(scaled.point):.2f} % [{float(scaled.lo):.2f}, {float(scaled.hi):.2f}], "
            f"claimed {quantity.raw} [{float(want.lo):g}, {float(want.hi):g}]: {result.verdict}"
        )
        return Judgement(result.verdict, result.caveats, text, tuple(sorted({part.msg, whole.msg})), part.nodes + whole.nodes)
    return level


def _of_another(claim: Claim, part: Side, whole: Side) -> str:
    """Why a share may be of other values than these two: of a whole by another name, or of a part that is known by taking it out."""
    if not _TAKEN_OUT.isdisjoint(part.name.lower().split()):
        return f"{part.name} is of what is left without it"
    of = _OF.search(claim.low)
    named = tokens(of[1]) - STOP - _TOTAL - _GENERAL if of is not None else frozenset()
    total = of is not None and tokens(of[1]) & _TOTAL and tokens(whole.name) & _TOTAL
    if named and not total and named.isdisjoint(tokens(whole.name)):
        return f"the share is said to be of {' '.join(sorted(named))}, not of {whole.name}"
    return ""


def rate(claim: Claim, evidence: Evidence) -> Judgement:
    """ "1.5 GB/s: 4500000000 bytes in 3.0 s": the written operands, each of which must have been printed."""
    quantity = next(q for q in claim.quantities if q.dimension == "rate")
    amounts = [q for q in claim.quantities if q.dimension in ("size", "count")]
    times = [q for q in claim.quantities if q.dimension == "time"]
    level = judge_level(claim, quantity, evidence)
    if level.verdict == "supported" or len(amounts) != 1 or len(times) != 1:
        return level
    value = value_of(amounts[0]).over(value_of(times[0]))
    seen = [judge_level(claim, q, evidence) for q in (amounts[0], times[0])]
    if value is None or any(j.verdict != "supported" for j in seen):
        return next((j for j in seen if j.verdict != "supported"), level)
    found = number(quantity, value)
    want, si = claimed(quantity), Fraction(quantity.si)
    text = (
        f"{amounts[0].raw} / {times[0].raw} = {float(value.point / si):.4g} [{float(value.lo / si):.4g}, {float(value.hi / si):.4g}], "
        f"claimed {quantity.raw} [{float(want.lo / si):.4g}, {float(want.hi / si):.4g}]: {found.verdict}"
    )
    return Judgement(found.verdict, found.caveats, text, tuple(sorted({m for j in seen for m in j.evidence})))


def of_one_call(claim: Claim, quantity: Quantity, evidence: Evidence) -> Judgement | None:
    """ "That is 60 MB/s": the one size over the one time that the call just before printed. Only supports: another reading may be meant."""
    last = evidence.last_measured(claim.msg)
    if quantity.dimension != "rate" or not last:
        return None
    sides: dict[str, list[Side]] = {"size": [], "time": []}
    for kind, found in sides.items():
        for i in evidence.together.get((last, kind), ()):
            found += [b.sides[0] for b in evidence.series[i].batches if b.msg == last and len(b.facts) == 1]
    if len(sides["size"]) != 1 or len(sides["time"]) != 1 or units.dimension(quantity.unit.partition("/")[0]) != "size":
        return None
    amount, time = sides["size"][0], sides["time"][0]
    value = amount.value.over(time.value)
    if value is None or (found_one := number(quantity, value)).verdict != "supported":
        return None
    shown = f"{float(value.point / Fraction(quantity.si)):.4g} {quantity.unit}"
    text = f"{amount.show()} / {time.show()} = {shown}, claimed {quantity.raw}: supported"
    return Judgement("supported", found_one.caveats, text, (last,), amount.nodes + time.nodes)


def parts(claim: Claim, group: Group) -> tuple[Side, Side, Interval] | None:
    """The part that the claim names and the whole: a total of the same run, else the sum of its parts."""
    if not group.named or len(group.members) < 2:
        return None
    totals = [m for m in group.members if m.words & _TOTAL]
    named = [m for _, m in group.named if m not in totals]
    if len(named) != 1 or len(totals) > 1:
        return None
    part = named[0].batch.sides[0]
    if totals:
        whole = totals[0].batch.sides[0]
        rest = [m for m in group.members if m is not named[0] and m is not totals[0] and m.batch.msg == named[0].batch.msg]
        share = part.value.over(whole.value)
        exact_share = _monotone(part, rest, whole)
        best = exact_share if exact_share is not None else share
        return (part, whole, best) if best is not None else None
    if not claim.words & _TOTAL or group.across != "metric":
        return None
    rest = [m for m in group.members if m is not named[0]]
    other = rest[0].batch.sides[0].value
    for m in rest[1:]:
        other = other.plus(m.batch.sides[0].value)
    share = part.value.share(other)
    added = part.value.plus(other)
    names = " + ".join(m.label for m in rest)
    total = replace(part, name=names, value=added, doubt=added, how="sum")
    return (part, total, share) if share is not None else None


def _monotone(part: Side, rest: list[Member], whole: Side) -> Interval | None:
    """The share through the other parts, if they and the part add up to the printed total."""
    if not rest:
        return None
    other = rest[0].batch.sides[0].value
    for m in rest[1:]:
        other = other.plus(m.batch.sides[0].value)
    if not part.value.plus(other).touches(whole.value):
        return None
    return part.value.share(other)
