"""Level: "takes 41 s", a table cell with a value. The printed value under the claim's labels."""

from sessionlens.checks import timeouts, weights, windows
from sessionlens.checks.claim import Claim
from sessionlens.checks.evidence import Evidence
from sessionlens.checks.judge import Judgement, worst
from sessionlens.checks.levels import judge_level
from sessionlens.checks.own import own
from sessionlens.model.quantity import Quantity
from sessionlens.model.words import ClaimKind

KIND: ClaimKind = "level"
NUMERIC = True


def recognise(claim: Claim) -> float:
    return 0.4 if any(q.dimension not in ("count", "number") for q in claim.quantities) or (claim.cell and claim.quantities) else 0.0


def judge(claim: Claim, evidence: Evidence) -> Judgement:
    if not claim.cell and (seen := windows.counted(claim, evidence)) is not None:
        return seen
    asked = [q for q in claim.quantities if q.dimension not in ("count", "number")] or list(claim.quantities)
    if claim.text.count("|") > 1 and len(asked) > 1:
        asked = asked[1:]
    return worst([_one(claim, q, evidence) for q in asked[:4]])


def _one(claim: Claim, quantity: Quantity, evidence: Evidence) -> Judgement:
    found = judge_level(claim, quantity, evidence)
    if found.verdict != "unsupported":
        return found
    shown = own(claim, evidence)
    return (
        timeouts.judge(claim, quantity, evidence)
        or weights.judge(claim, quantity, evidence)
        or (weights.judge(claim, quantity, shown) if shown is not None else None)
        or found
    )
