"""Level: "takes 41 s", a table cell with a value. The printed value under the claim's labels."""

from sessionlens.checks import nature, timeouts, weights, windows
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
    if not claim.cell and (seen := windows.counted(claim, evidence) or windows.by_filter(claim, evidence)) is not None:
        return seen
    asked = [q for q in claim.quantities if q.dimension not in ("count", "number")] or list(claim.quantities)
    if claim.text.count("|") > 1 and len(asked) > 1:
        asked = asked[1:]
    return worst([one(claim, q, evidence) for q in asked[:4]])


def one(claim: Claim, quantity: Quantity, evidence: Evidence) -> Judgement:
    """One claimed value: as printed, as a weighted one, as the limit of a run that was stopped."""
    found = judge_level(claim, quantity, evidence)
    if found.verdict != "unsupported":
        return found
    shown, general = own(claim, evidence), nature.documentation(claim) and not found.caveats
    return (
        timeouts.judge(claim, quantity, evidence)
        or weights.judge(claim, quantity, evidence)
        or (weights.judge(claim, quantity, shown) if shown is not None else None)
        or (Judgement("undecidable", (), f"{quantity.raw} is for a program's documentation: no output shows it") if general else found)
    )
