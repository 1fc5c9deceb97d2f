"""Level: "takes 41 s", a table cell with a value. The printed value under the claim's labels."""

from sessionlens.checks.claim import Claim
from sessionlens.checks.evidence import Evidence
from sessionlens.checks.judge import Judgement, worst
from sessionlens.checks.levels import judge_level
from sessionlens.model.words import ClaimKind

KIND: ClaimKind = "level"
NUMERIC = True


def recognise(claim: Claim) -> float:
    return 0.4 if any(q.dimension not in ("count", "number") for q in claim.quantities) or (claim.cell and claim.quantities) else 0.0


def judge(claim: Claim, evidence: Evidence) -> Judgement:
    asked = [q for q in claim.quantities if q.dimension not in ("count", "number")] or list(claim.quantities)
    if claim.text.count("|") > 1 and len(asked) > 1:
        asked = asked[1:]
    return worst([judge_level(claim, q, evidence) for q in asked[:4]])
