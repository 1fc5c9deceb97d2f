"""Mean: "12 ms on average", "median of 5". Recomputed from the runs; says which average fits."""

from sessionlens.checks.claim import Claim
from sessionlens.checks.evidence import Evidence
from sessionlens.checks.judge import Judgement
from sessionlens.checks.levels import judge_level
from sessionlens.checks.words import word_set
from sessionlens.model.words import ClaimKind

KIND: ClaimKind = "mean"
NUMERIC = True
_CUES = word_set("average averages averaged mean median medians avg")


def recognise(claim: Claim) -> float:
    return 0.54 if claim.words & _CUES and any(q.dimension not in ("count", "percent", "ratio") for q in claim.quantities) else 0.0


def judge(claim: Claim, evidence: Evidence) -> Judgement:
    quantity = next(q for q in claim.quantities if q.dimension not in ("count", "percent", "ratio"))
    return judge_level(claim, quantity, evidence)
