"""Size: "the binary is 4.6 MB". As a level, but a tool that rounds up (`ls -h`) is read so, and exact bytes beat its number."""

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.kinds import level
from sessionlens.checks.values.judge import Judgement, worst
from sessionlens.model.words import ClaimKind

KIND: ClaimKind = "size"
NUMERIC = True


def recognise(claim: Claim) -> float:
    return 0.45 if claim.quantities and claim.quantities[0].dimension == "size" else 0.0


def judge(claim: Claim, evidence: Evidence) -> Judgement:
    return worst([level.one(claim, q, evidence) for q in level.shared_units(claim) if q.dimension == "size"][:4])
