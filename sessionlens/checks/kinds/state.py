"""State: what a command showed to be so, and whatever no other kind claims."""

from sessionlens.checks import digests, histogram, listing, records, silence, states
from sessionlens.checks.claim import Claim
from sessionlens.checks.evidence import Evidence
from sessionlens.checks.judge import Judgement
from sessionlens.checks.kinds import threshold
from sessionlens.checks.presence import equal, searched
from sessionlens.checks.shown import shown
from sessionlens.model.words import ClaimKind

KIND: ClaimKind = "state"


def recognise(claim: Claim) -> float:
    return 0.05


def judge(claim: Claim, evidence: Evidence) -> Judgement:
    found = silence.told(claim, evidence) or states.known(claim, evidence)
    if found is not None:
        return found
    for topic in (histogram.half, digests.distinct, digests.same, listing.counted, records.status, threshold.named):
        if (seen := topic(claim, evidence)) is not None:
            return seen
    same = equal(claim, evidence)
    if same is not None:
        return same
    if claim.negated and claim.low.startswith(("no ", "none", "nothing", "there is no", "there are no", "there's no")):
        looked = searched(claim, evidence)
        if looked is not None:
            return looked
    return shown(claim, evidence)
