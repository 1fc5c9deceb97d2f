"""Attribution: "15 % of the profile gave 40 %". Amdahl: removing a share f of the time makes it at most 1/(1-f) - 1 faster."""

import re
from fractions import Fraction

from sessionlens.checks.claim import Claim, parse
from sessionlens.checks.evidence import Evidence
from sessionlens.checks.intervals import INF, claimed
from sessionlens.checks.judge import Judgement
from sessionlens.checks.levels import judge_level
from sessionlens.checks.sense import Sense, sense
from sessionlens.model.quantity import Quantity
from sessionlens.model.words import ClaimKind

KIND: ClaimKind = "attribution"
NUMERIC = True
_PROFILE = re.compile(
    r"%\s*(?:of|in)\s+(?:the\s+|all\s+)?(?:\w+\s+)?(?:profile|time|run ?time|samples|cycles|cpu|total|self time|allocations|wall)|\bprofile"
)
_SHARE = re.compile(r"\s*(?:of|in)\b")
_GAIN = re.compile(
    r"\b(?:gave|gives|bought|saved|saves|yield(?:s|ed)?|brought|made|makes|cut|removing|eliminating|speedup|faster"
    r"|less|explains|accounts for)\b"
)


def find(claim: Claim) -> tuple[Quantity, Quantity] | None:
    """The share of the profile and the gain ascribed to it; the share may stand in an earlier clause of the statement."""
    if len(claim.quantities) == 1 and "%" in claim.whole and claim.whole.count("%") > 1 and claim.whole.endswith(claim.text[-12:]):
        claim = parse(claim.conclusion.model_copy(update={"quote": claim.whole}))
    shares = [q for q in claim.quantities if q.dimension == "percent"]
    gains = [q for q in claim.quantities if q.dimension in ("percent", "ratio")]
    for share in shares:
        if _SHARE.match(claim.low[share.end : share.end + 5]) or "profile" in claim.low[max(0, share.start - 40) : share.end + 40]:
            for gain in gains:
                if gain is not share:
                    return share, gain
    return None


def recognise(claim: Claim) -> float:
    whole = claim.whole.lower()
    if claim.cell or not _PROFILE.search(whole) or not _GAIN.search(claim.low):
        return 0.0
    return 0.9 if find(claim) is not None else 0.0


def judge(claim: Claim, evidence: Evidence) -> Judgement:
    found = find(claim)
    if found is None:
        return Judgement("undecidable")
    share, gain = found
    f = claimed(share).hi / 100
    want = claimed(gain)
    if gain.dimension == "ratio":
        least, limit, kind = want.lo, (1 / (1 - f) if f < 1 else INF), "speed at most 1/(1-f)"
    elif sense(claim, gain) in (Sense.FASTER,) or "speedup" in claim.low:
        least, limit, kind = want.lo, (Fraction(100) * (1 / (1 - f) - 1) if f < 1 else INF), "speed gain at most 1/(1-f) - 1"
    else:
        least, limit, kind = want.lo, 100 * f, "time saved at most f"
    bound = f"{float(limit):.2f}" + ("x" if gain.dimension == "ratio" else " %")
    text = f"a share of {share.raw} (at most {float(f * 100):g} %) gives a {kind} = {bound}, claimed {gain.raw}"
    if least > limit:
        return Judgement("contradicted", (), text + ": it cannot come from there alone")
    seen = [judge_level(claim, q, evidence) for q in (share, gain)]
    at = tuple(sorted({m for j in seen for m in j.evidence}))
    if all(j.verdict == "supported" for j in seen):
        return Judgement("supported", (), text + ": possible", at)
    return Judgement("unsupported", ("mechanism-not-measured",), text + ": possible, but not measured", at)
