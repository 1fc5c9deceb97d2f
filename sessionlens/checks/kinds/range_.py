"""Range: "2-3 s". Each bound with its own half unit; every member inside supports, disjoint contradicts, partly is undecidable."""

from fractions import Fraction

from sessionlens.checks.binding.labels import comparable, lacks
from sessionlens.checks.binding.levels import allowed
from sessionlens.checks.binding.named import PLAIN, Binding, Pair, compare
from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.sense import Sense, sense
from sessionlens.checks.claims.words import FASTER, LESS, MORE, SLOWER, STOP, word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.values.intervals import Interval, claimed, value_of
from sessionlens.checks.values.judge import Judgement, number
from sessionlens.checks.values.printouts import Point, plain
from sessionlens.checks.values.series import Side
from sessionlens.model.quantity import Quantity
from sessionlens.model.words import ClaimKind
from sessionlens.text.regex import regex

KIND: ClaimKind = "range"
NUMERIC = True
_MOVED = SLOWER | FASTER | MORE | LESS
_DASH = regex(r"^\s*(?:-|–|—|\bto\b|\band\b|…|\.\.\.?)\s*$")
_LATELY = 2
"""Messages back within which the ends need no name of the clause."""
_WENT = regex(r"\b(?:went|goes|dropped|rose|grew|up|down)\b")
DELTA = word_set(
    "costs cost adds add added saves save slower faster overhead extra longer shorter loses gains regression penalty more less"
)


def find(claim: Claim) -> tuple[Quantity, Quantity] | None:
    for left, right in zip(claim.quantities, claim.quantities[1:], strict=False):
        between = claim.text[left.end : right.start]
        if left.dimension != right.dimension or not _DASH.match(between) or left.value >= right.value:
            continue
        word = between.strip()
        if (
            word == "to"
            and claim.words & _MOVED
            and any(q.dimension in ("percent", "ratio") for q in claim.quantities if q not in (left, right))
        ):
            continue
        if word == "to" and any(q.dimension == "ratio" and _multiple(left, right, q) for q in claim.quantities):
            continue
        before = claim.low[max(0, left.start - 12) : left.start]
        if word == "and" and "between" not in before:
            continue
        if word == "to" and ("from" in before or _WENT.search(claim.low[: left.start])):
            continue
        return left, right
    return None


def _multiple(left: Quantity, right: Quantity, factor: Quantity) -> bool:
    """Whether "a to b" is the change of which the clause gives the factor."""
    return left.value > 0 and abs(right.value / left.value - factor.value) <= factor.value / 10


def recognise(claim: Claim) -> float:
    return 0.65 if len(claim.quantities) > 1 and find(claim) is not None else 0.0


def bounds(low: Quantity, high: Quantity) -> Interval:
    """The claimed range with each end's half unit, in base units."""
    a, b = value_of(low), value_of(high)
    return Interval((a.point + b.point) / 2, a.lo, b.hi)


def judge(claim: Claim, evidence: Evidence) -> Judgement:
    found = find(claim)
    if found is None:
        return Judgement("undecidable")
    low, high = found
    want = bounds(low, high)
    members, firm = differences(claim, evidence, low) if claim.words & DELTA or low.dimension == "percent" else ([], False)
    if not members:
        members, firm = values(claim, evidence, low), False
    if not members:
        return ends(claim, low, high, evidence) or Judgement("unsupported", (), "nothing measured that these labels name")
    judged = inside(members, want, f"{low.raw}-{high.raw}", firm=firm)
    return judged if judged.verdict in ("supported", "contradicted") else ends(claim, low, high, evidence) or judged


def ends(claim: Claim, low: Quantity, high: Quantity, evidence: Evidence) -> Judgement | None:
    """Supported where the least and the largest of the values that one call printed of a metric are the two ends: of one config, or of
    all that it printed. Whoever writes both ends took them from there."""
    words = (claim.tokens | claim.around) - STOP - PLAIN
    groups: dict[tuple[int, object], list[Point]] = {}
    named: dict[tuple[int, object], set[str]] = {}
    kinds = comparable(low)
    for at in _with(low, claim, evidence) & _with(high, claim, evidence):
        for i in (i for kind in kinds for i in evidence.together.get((at, kind), ())):
            series = evidence.series[i]
            if lacks(claim, series):
                continue
            for batch in (b for b in series.batches if b.msg == at):
                for of in (series.measures, (series.measures, series.config)):  # of all configs, and of one
                    groups.setdefault((at, of), []).extend(batch.singles)
                    named.setdefault((at, of), set()).update(series.all_words)
    for key, points in sorted(groups.items(), key=lambda g: -g[0][0]):
        at, least, largest = key[0], min(points, key=lambda p: p.value.point), max(points, key=lambda p: p.value.point)
        if len(points) < 2 or (claim.msg - at > _LATELY and words.isdisjoint(named[key])):
            continue
        if all((told := number(q, p.value)).verdict == "supported" and not told.caveats for q, p in ((low, least), (high, largest))):
            text = f"{len(points)} values in msg {at}, from {least.fact.raw} to {largest.fact.raw}, claimed {low.raw}-{high.raw}: supported"
            return Judgement("supported", (), text, (at,), (least.fact.id, largest.fact.id))
    return None


def _with(end: Quantity, claim: Claim, evidence: Evidence) -> set[int]:
    """The messages that printed a value which an end may be."""
    want = claimed(end)
    found = evidence.near(comparable(end), float(want.lo), float(want.hi), claim.msg)
    return {evidence.series[i].batches[j].msg for i, j in found}


def differences(claim: Claim, evidence: Evidence, low: Quantity) -> tuple[list[tuple[str, Interval, Pair]], bool]:
    """What each member of the domain differs from its base by, in the claim's dimension."""
    percent = low.dimension == "percent"
    binding: Binding = compare(claim, evidence, frozenset() if percent else frozenset((low.dimension,)))
    if binding.group is not None and binding.group.across == "metric" and binding.group.dimension in ("number", "count"):
        return [], False  # counts of different things have no difference
    out = []
    direction = sense(claim, low)
    less = direction in (Sense.LESS, Sense.FASTER)
    for way in binding.ways:
        pair = way[0]
        value = pair.old.value.minus(pair.new.value) if less else pair.new.value.minus(pair.old.value)
        if percent:
            ratio = pair.new.value.over(pair.old.value)
            if ratio is None:
                continue
            value = ratio.shifted(-1).times(Fraction(-100 if less else 100))
        if direction is Sense.NONE and value.hi < 0:
            value = value.times(Fraction(-1))  # "beats it by 10 to 20 %" says no sign
        out.append((pair.new.name, value, pair))
    # a base that the clause does not name, measured on another occasion, may not be the one that is meant
    return out, binding.firm and all(p.by == "names" or p.old.msg == p.new.msg for _, _, p in out)


def values(claim: Claim, evidence: Evidence, low: Quantity) -> list[tuple[str, Interval, Pair]]:
    """The values that the labels name: members of the best-named series, newest batch."""
    ranked = [(score, s) for score, s in allowed(claim, low, evidence) if score >= 0.5 and (low.unit or s.measures & claim.tokens - PLAIN)]
    if not ranked:
        return []
    top = ranked[0][0]
    out = []
    for score, series in ranked:
        if score < top:
            break
        batch = series.before(claim.msg)[-1]
        for p in batch.singles:
            side = Side(
                p.fact.config or p.fact.metric, p.value, p.wide, "", 1, None, p.fact.msg, (p.fact.id,), low.dimension, "", p.fact.unit
            )
            out.append((side.name, p.value, Pair(side, side, "level")))
    return out


def inside(members: list[tuple[str, Interval, Pair]], want: Interval, raw: str, every: bool = False, firm: bool = True) -> Judgement:
    """Every member inside: supported; all disjoint (or, for an `every`, one): contradicted; partly: undecidable."""
    at = tuple(sorted({m for _, _, p in members for m in (p.old.msg, p.new.msg)} - {0}))
    nodes = tuple(dict.fromkeys(n for _, _, p in members for n in p.old.nodes + p.new.nodes))
    unit = members[0][2].new.unit if members[0][2].new.dimension != "percent" and "%" not in raw else "%"
    off = [(n, v) for n, v, _ in members if not v.touches(want)]
    text = ", ".join(f"{n} {_show(v, unit, want)}" for n, v, _ in members[:8])
    line = f"{text}; claimed {raw}"
    if all(v.inside(want) or (v.touches(want) and want.holds(v.point)) for _, v, _ in members):
        return Judgement("supported", (), line + ": every one inside", at, nodes)
    if off and firm and (every or len(off) == len(members)):
        edge = [n for n, v, _ in members if v.touches(want) and not want.holds(v.point)]
        rest = f"; {', '.join(edge)} at the edge" if edge else ""
        return Judgement("contradicted", (), f"{line}: {', '.join(n for n, _ in off)} outside{rest}", at, nodes)
    met = "not inside, but others may be meant" if len(off) == len(members) else "partly inside"
    return Judgement("undecidable", (), f"{line}: {met}", at, nodes)


def _show(value: Interval, unit: str, want: Interval) -> str:
    if unit == "%":
        return f"{float(value.point):.2f} %"
    return f"{plain(value.point, unit)} [{plain(value.lo, '')}, {plain(value.hi, '')}]" if unit == "s" else plain(value.point, unit)
