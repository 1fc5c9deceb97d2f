"""Attribution: "15 % of the profile gave 40 %". Amdahl: removing a share f of the time makes it at most 1/(1-f) - 1 faster."""

from fractions import Fraction

from sessionlens.checks.binding.levels import judge_level, locate
from sessionlens.checks.binding.named import PLAIN, compare
from sessionlens.checks.claims.claim import Claim, parse
from sessionlens.checks.claims.sense import Sense, sense
from sessionlens.checks.claims.words import GENERAL_METRIC, STOP, content
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.values.intervals import INF, claimed
from sessionlens.checks.values.judge import Judgement, number
from sessionlens.model.quantity import Quantity
from sessionlens.model.words import ClaimKind
from sessionlens.text.regex import regex

KIND: ClaimKind = "attribution"
NUMERIC = True
_PROFILE = regex(
    r"%\s*(?:of|in)\s+(?:the\s+|all\s+)?(?:\w+\s+)?(?:profile|time|run ?time|samples|cycles|cpu|total|self time|allocations|wall)|\bprofile"
)
_SHARE = regex(r"\s*(?:of|in)\b")
_GAIN = regex(
    r"\b(?:gave|gives|bought|saved|saves|yield(?:s|ed)?|brought|made|makes|cut|removing|eliminating|speedup|faster"
    r"|less|explain(?:s|ed)?|account(?:s|ed)? for)\b"
)


_BACK = regex(
    r"\b(?!mak|us|giv|tak|leav|gett|bring|runn|keep)[a-z]{3,}ing (?:it|that|this|them|those)\b"
    r"|\b(?:its|their) (?:removal|rewrite|replacement|inlining|caching|elimination)\b"
    r"|\bwithout (?:it|that|them)\b|\b(?:removing|eliminating|dropping|skipping|optimi[sz]ing)"
    r" (?:the |that )?(?:call|function|frame|hot ?spot|cost|overhead)s?\b"
)
"""Wordings by which a gain is put down to what an earlier clause gave the share of: "rewriting it made ...", "its removal saved ..."."""


def find(claim: Claim) -> tuple[Quantity, Quantity] | None:
    """The share of the profile and the gain ascribed to it; the share may stand in an earlier clause of the statement."""
    if len(claim.quantities) == 1 and _of_an_earlier_clause(claim):
        claim = parse(claim.conclusion.model_copy(update={"quote": claim.whole}))
    shares = [q for q in claim.quantities if q.dimension == "percent"]
    gains = [q for q in claim.quantities if q.dimension in ("percent", "ratio")]
    for share in shares:
        if _SHARE.match(claim.low[share.end : share.end + 5]) or "profile" in claim.low[max(0, share.start - 40) : share.end + 40]:
            for gain in gains:
                if gain is not share:
                    return share, gain
    return None


def _of_an_earlier_clause(claim: Claim) -> bool:
    """Whether the clause gives a gain, and what came before it in the statement gives a share of the same thing."""
    gain = claim.quantities[0]
    tail = claim.text.rstrip(" .!;")[-12:]
    before = claim.whole[: claim.whole.find(tail)] if claim.whole.rstrip(" .!;").endswith(tail) else ""
    if gain.dimension not in ("percent", "ratio") or "%" not in before or before == claim.whole:
        return False
    if gain.dimension == "percent" and claim.whole.count("%") > 1:
        return True
    earlier = claim.whole[: len(claim.whole) - len(claim.text)]
    return _BACK.search(claim.low) is not None or bool((content(earlier) & content(claim.text)) - GENERAL_METRIC - STOP - PLAIN)


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
    f = _share(claim, share, evidence) / 100
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
    seen = [judge_level(claim, share, evidence), judge_level(claim, gain, evidence)]
    if seen[1].verdict != "supported":
        seen[1] = _computed(claim, gain, evidence) or seen[1]
    at = tuple(sorted({m for j in seen for m in j.evidence}))
    if all(j.verdict == "supported" for j in seen):
        return Judgement("supported", (), f"{text}: possible; {seen[1].derivation}", at)
    return Judgement("unsupported", ("mechanism-not-measured",), text + ": possible, but not measured", at)


def _share(claim: Claim, share: Quantity, evidence: Evidence) -> Fraction:
    """The most that the share can be: as printed, where it was."""
    found = locate(claim, share, evidence)
    most = claimed(share).hi
    return min(most, found.side.value.hi) if found is not None and found.side is not None and found.score > 1 else most


def _computed(claim: Claim, gain: Quantity, evidence: Evidence) -> Judgement | None:
    """The gain from the two runs that the clause names: the shorter against the longer, whichever is named after what was removed."""
    for pair in compare(claim, evidence, frozenset(("time",))).pairs:
        sides = sorted((pair.old, pair.new), key=lambda s: s.value.point, reverse=True)
        ratio, saved = sides[0].value.over(sides[1].value), sides[1].value.over(sides[0].value)
        if ratio is None or saved is None:
            continue
        readings = [ratio] if gain.dimension == "ratio" else [saved.flipped().times(Fraction(100)), ratio.shifted(-1).times(Fraction(100))]
        if gain.dimension == "percent" and sense(claim, gain) is not Sense.FASTER:
            readings = readings[:1]
        for value in readings:
            if (found := number(gain, value)).verdict == "supported":
                at = tuple(sorted({pair.old.msg, pair.new.msg} - {0}))
                text = f"{sides[0].name} {sides[0].show()} against {sides[1].name} {sides[1].show()}"
                return Judgement("supported", found.caveats, text, at, pair.old.nodes + pair.new.nodes)
    return None
