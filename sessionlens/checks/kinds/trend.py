"""Trend: "grows with the capacity", "flat across sizes". Ordered rows, by interval order."""

import itertools

from sessionlens.checks.binding.named import candidates
from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import word_set
from sessionlens.checks.evidence.groups import Group, groups
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.kinds import delta
from sessionlens.checks.values.intervals import claimed
from sessionlens.checks.values.judge import Judgement
from sessionlens.checks.values.series import Side
from sessionlens.model.words import ClaimKind
from sessionlens.text.regex import regex

KIND: ClaimKind = "trend"
WORDS = word_set("with as flat constant level grow independent")
_UP = regex(
    r"\b(?:grows?|increases?|rises?|climbs?|goes up|gets (?:slower|larger|worse|bigger)|scales?|growing|increasing"
    r"|slower) (?:linearly |steadily |monotonically )?(?:with|as)\b"
)
_DOWN = regex(
    r"\b(?:falls?|decreases?|drops?|shrinks?|goes down|gets (?:faster|smaller|better)|declines?|decreasing|falling"
    r"|faster) (?:linearly |steadily |monotonically )?(?:with|as)\b"
)
_FLAT = regex(r"\b(?:flat|constant|stays level|does not grow|doesn't grow|independent of the (?:size|number|count))\b")
_NUMBER = regex(r"\d+(?:\.\d+)?")


def recognise(claim: Claim) -> float:
    if claim.cell:
        return 0.0
    if any(delta.governed(claim, q) for q in claim.quantities if q.dimension == "time"):
        return 0.0
    if _UP.search(claim.low) or _DOWN.search(claim.low):
        return 0.58
    return 0.58 if _FLAT.search(claim.low) else 0.0


def judge(claim: Claim, evidence: Evidence) -> Judgement:
    if (level := flat_at(claim, evidence)) is not None:
        return level
    for group in candidates(claim, evidence):
        rows = ordered(group, claim)
        if len(rows) >= 3:
            return _judge(claim, rows)
    told = [
        rows
        for group in groups(evidence, claim.msg, claim.tokens & evidence.labels)
        if group.across == "config" and group.headline and group.headline <= claim.tokens and len(rows := ordered(group, claim)) >= 3
    ]
    if len(told) == 1:
        return _judge(claim, told[0])
    return Judgement("unsupported", (), "no ordered rows of three or more were measured under these names")


def flat_at(claim: Claim, evidence: Evidence) -> Judgement | None:
    """ "Flat at ~15 ms and ~9 kB": every value of these dimensions of the newest call that printed three or more lies there; only
    supports, since which rows are meant is not said."""
    asked = [q for q in claim.quantities if q.dimension in ("time", "size", "rate")]
    if not asked or not _FLAT.search(claim.low):
        return None
    parts, at, nodes = [], set(), []
    for q in asked:
        stood = [s.before(claim.msg)[-1] for s in evidence.series if s.dimension == q.dimension and s.begun(claim.msg)]
        last = max(((b.msg, b.part) for b in stood), default=None)
        values = [p for b in stood if (b.msg, b.part) == last for p in b.singles]
        want = claimed(q)
        if last is None or len(values) < 3 or not all(p.value.touches(want) for p in values):
            return None
        low, high = min(values, key=lambda p: p.value.point), max(values, key=lambda p: p.value.point)
        parts.append(f"{low.fact.raw} to {high.fact.raw} in {len(values)} rows, claimed {q.raw}")
        at.add(last[0])
        nodes += [p.fact.id for p in values]
    return Judgement("supported", (), "; ".join(parts), tuple(sorted(at)), tuple(nodes))


def ordered(group: Group, claim: Claim) -> list[tuple[float, Side]]:
    """Rows by the number in their name; only those of one family, so that a base without a number is left out."""
    rows = []
    for m in group.members:
        numbers = _NUMBER.findall(m.label)
        if len(numbers) >= 1:
            rows.append((float(numbers[-1]), m.batch.sides[0]))
    rows.sort(key=lambda r: r[0])
    return rows if len({x for x, _ in rows}) == len(rows) else []


def _judge(claim: Claim, rows: list[tuple[float, Side]]) -> Judgement:
    text = ", ".join(f"{x:g}: {s.show()}" for x, s in rows[:8])
    at = tuple(sorted({s.msg for _, s in rows}))
    nodes = tuple(n for _, s in rows for n in s.nodes)
    steps = [(a.value, b.value) for (_, a), (_, b) in itertools.pairwise(rows)]
    if _FLAT.search(claim.low):
        low, high = min(s.value.point for _, s in rows), max(s.value.point for _, s in rows)
        spread = float((high - low) / low) if low > 0 else 0.0
        verdict = "supported" if spread <= 0.1 else "contradicted" if spread > 0.5 else "undecidable"
        return Judgement(verdict, (), f"{text}: spread {spread:.1%}", at, nodes)  # type: ignore[arg-type]
    up = bool(_UP.search(claim.low))
    wrong = [(a, b) for a, b in steps if (a.lo > b.hi if up else a.hi < b.lo)]
    open_ = [(a, b) for a, b in steps if a.touches(b)]
    if wrong:
        return Judgement("contradicted", (), f"{text}: not monotone", at, nodes)
    if open_:
        return Judgement("undecidable", (), f"{text}: neighbours cannot be told apart", at, nodes)
    return Judgement("supported", (), text, at, nodes)
