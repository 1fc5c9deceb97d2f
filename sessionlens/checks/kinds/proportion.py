"""Proportion: "91.7 % of the 48". Some whole number of cases must give the percentage (GRIM: Brown and Heathers 2017)."""

import re
from fractions import Fraction

from sessionlens.checks.claim import Claim
from sessionlens.checks.evidence import Evidence
from sessionlens.checks.intervals import claimed
from sessionlens.checks.judge import Judgement
from sessionlens.checks.levels import judge_level
from sessionlens.model.quantity import Quantity
from sessionlens.model.words import ClaimKind

KIND: ClaimKind = "proportion"
NUMERIC = True
_OF = re.compile(r"\s*\(?(?:of|out of|in)\s+(?:the\s+|all\s+|our\s+|these\s+|its\s+)*(?:[a-z]+\s+)?\(?")


def find(claim: Claim) -> tuple[Quantity, Quantity] | None:
    """The percentage and the number it is of: "x % of the N"."""
    for q in claim.quantities:
        if q.dimension != "percent" or q.signed:
            continue
        for n in claim.quantities:
            if n.start > q.end and n.exact and n.value > 1 and _OF.fullmatch(claim.low[q.end : n.start]):
                return q, n
    return None


def recognise(claim: Claim) -> float:
    return 0.85 if len(claim.quantities) > 1 and "%" in claim.text and find(claim) is not None else 0.0


def possible(percent: Quantity, n: int) -> list[int]:
    """The whole numbers of cases, of n, that print as this percentage."""
    want = claimed(percent)
    first = -(-want.lo * n // 100)
    last = want.hi * n // 100
    return list(range(max(0, int(first)), min(n, int(last)) + 1))


def judge(claim: Claim, evidence: Evidence) -> Judgement:
    found = find(claim)
    if found is None:
        return Judgement("undecidable")
    percent, of = found
    n = int(of.value)
    counts = possible(percent, n)
    size = judge_level(claim, of, evidence)
    if not counts:
        near = int(Fraction(percent.value) * n / 100)
        below, above = (f"{k}/{n} = {k * 100 / n:.3f} %" for k in (near, near + 1))
        text = f"{below}, {above}; none gives {percent.raw}"
        return Judgement("contradicted", (), text, size.evidence)
    if size.verdict != "supported":
        return Judgement("unsupported", size.caveats, f"{of.raw} is printed nowhere", size.evidence)
    for k in counts[:200]:
        hit = next(evidence.printed_numbers(str(k), claim.msg), None)
        if hit is not None and k != n:
            return Judgement("supported", (), f"{k}/{n} = {k / n:.4%}, printed in msg {hit[0]}", tuple(sorted({hit[0], *size.evidence})))
    hit_percent = judge_level(claim, percent, evidence)
    if hit_percent.verdict == "supported":
        return hit_percent
    shown = ", ".join(map(str, counts[:3])) + (" ..." if len(counts) > 3 else "")
    return Judgement(
        "unsupported", (), f"{shown} of {n} would give {percent.raw}, but the count was not found in the outputs", size.evidence
    )
