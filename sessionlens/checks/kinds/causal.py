"""Causal: "because of L1d pressure", "the culprit is X". An intervention on that one thing, or a measurement of the mechanism."""

import re

from sessionlens.checks.binding.named import Pair, compare
from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import FASTER, GENERAL_METRIC, LESS, MORE, SLOWER, SPECIFIC_METRIC, STOP, content, tokens, word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.repository.states import DONE
from sessionlens.checks.runs import culprits, flags, without
from sessionlens.checks.values.judge import Judgement
from sessionlens.model.words import ClaimKind
from sessionlens.text.regex import regex

KIND: ClaimKind = "causal"
WORDS = word_set(
    "because due caused cause causes culprit responsible thanks explain explains why comes came stems reason smoking "
    "lead leads trigger triggers "
    "makes made make broke slows "
    "triggered what introduced break breaks blocking driven result results blame goes spent"
)
"""One of these words is in every wording of a cause; sets are tried before the pattern, which is slower."""
_CUE = regex(
    r"\b(?:because|due to|caused by|causes?\b|the cause|root cause|culprit|responsible for|thanks to|explains?"
    r"|that's why|that is why|which is why|comes from|came from"
    r"|stems from|the reason|smoking gun|leads? to|triggers?|triggered|introduced the|breaks?|blocking|driven by"
    r"|results? from|result of|to blame"
    r"|is what (?:makes|made|slows|slowed|costs?|drives|hurts|takes|keeps)"
    r"|(?:time|rest|remainder)\b.{0,24}\b(?:goes into|is spent (?:in|on))"
    r"|it(?:'s|’s| is| was) .{2,60} (?:that|which) (?:makes?|made|slows|slowed|broke|breaks|costs?|keeps?|kept|blocks|blocked))\b"
)
_CLEFT = regex(
    r"\bit(?:'s|’s| is| was) (.{2,60}?) (?:that|which) (?:makes?|made|slows|slowed|broke|breaks|costs?|keeps?|kept|blocks|blocked)\b"
)
_BEHIND = regex(
    r"\b(?:because(?: of)?|due to|caused by|thanks to|comes from|came from|stems from|driven by|results? from"
    r"|result of|culprit is|cause is|reason is)\b(.*)",
    re.S,
)
_IS = regex(
    r"\b(?:is the (?:root )?(?:cause|culprit|reason)|is responsible|causes|caused|explains|is to blame"
    r"|is the smoking gun|triggers|is what)\b"
)
"""What stands behind a cause."""


_PREDICATED = regex(
    r"\b(?:is|are|was|were) (?:all |mostly |mainly |largely |entirely |simply )?(?:due to|because of|caused by)\b|\bstems? from\b"
)


def recognise(claim: Claim) -> float:
    if claim.cell or not _CUE.search(claim.low) or DONE.match(claim.low):
        return 0.0
    if (said := _PREDICATED.search(claim.low)) is not None and all(q.end <= said.start() for q in claim.quantities):
        return 0.58  # "the tail of 9 ms is due to the flush": the number is only what is explained
    return 0.58 if not any(q.dimension in ("percent", "ratio", "time") for q in claim.quantities) else 0.3


def cause(claim: Claim) -> frozenset[str]:
    """The words of what is said to be the cause."""
    behind = _BEHIND.search(claim.low)
    if behind:
        return content(behind[1])
    if (cleft := _CLEFT.search(claim.low)) is not None:
        return content(cleft[1])
    ends = [m.start() for m in _IS.finditer(claim.low)]
    return content(claim.low[: ends[-1]]) if ends else content(claim.text)


def judge(claim: Claim, evidence: Evidence) -> Judgement:
    if (seen := without.judge(claim, evidence) or culprits.judge(claim, evidence)) is not None:
        return seen
    blamed = cause(claim) - GENERAL_METRIC - STOP - SLOWER - FASTER - MORE - LESS
    measured = mechanism(blamed, claim, evidence)
    if measured is not None:
        return measured
    varied = intervention(blamed, claim, evidence) or flags.varied(blamed, claim, evidence)
    if varied is not None:
        return varied
    return Judgement(
        "unsupported", ("mechanism-not-measured",), "no run was found in which only this was changed, nor one that measures how it acts"
    )


def mechanism(blamed: frozenset[str], claim: Claim, evidence: Evidence) -> Judgement | None:
    """A metric of the blamed mechanism, measured for two configs that differ."""
    by_metric: dict[str, list[int]] = {}
    for i, s in enumerate(evidence.series):
        if len(blamed & (s.measures - GENERAL_METRIC - STOP)) >= 2 and s.before(claim.msg):
            by_metric.setdefault(s.metric, []).append(i)
    for metric, found in by_metric.items():
        if len(found) < 2:
            continue
        sides = [evidence.series[i].before(claim.msg)[-1].sides[0] for i in found]
        low, high = min(sides, key=lambda s: s.value.point), max(sides, key=lambda s: s.value.point)
        if not low.value.touches(high.value):
            at = tuple(sorted({low.msg, high.msg}))
            return Judgement(
                "supported", (), f"{metric}: {high.name} {high.show()} against {low.name} {low.show()}", at, low.nodes + high.nodes
            )
    return None


def intervention(blamed: frozenset[str], claim: Claim, evidence: Evidence) -> Judgement | None:
    """The blamed thing was varied by itself: a config named after it against its base, and the two differ."""
    if blamed.isdisjoint(evidence.labels) or ("breaks" in claim.words and claim.words.isdisjoint(_MEASURABLE)):
        return None
    binding = compare(claim, evidence)
    group = binding.group
    if group is None or not binding.unique or not binding.firm or not group.named or group.dimension not in ("time", "rate", "percent"):
        return None
    if not any((m.unique or m.words) & blamed for _, m in group.named):
        return None
    if "because" in claim.low and _BEHIND.search(claim.low) and not any(m.words & blamed and m.unique & blamed for _, m in group.named):
        return None
    pair = next(binding.pairs)
    if pair.old.value.touches(pair.new.value):
        return None
    at = tuple(sorted({pair.old.msg, pair.new.msg}))
    text = f"{pair.new.name} {pair.new.show()} against {pair.old.name} {pair.old.show()}"
    if _other_way(pair, blamed, claim):
        return Judgement("contradicted", ("direction",), text, at, pair.old.nodes + pair.new.nodes)
    return Judgement("supported", (), text, at, pair.old.nodes + pair.new.nodes)


def _other_way(pair: Pair, blamed: frozenset[str], claim: Claim) -> bool:
    """Whether what is blamed for a slowdown, which one side alone is named after, made it faster, or the other way round."""
    base, with_it = (pair.old, pair.new) if tokens(pair.new.name) & blamed else (pair.new, pair.old)
    names = tokens(with_it.name)
    if not names & blamed or tokens(base.name) & blamed or names & _OFF or with_it.dimension not in ("time", "rate"):
        return False
    slow, fast = not claim.words.isdisjoint(SLOWER | _SLOWS), not claim.words.isdisjoint(FASTER | _SPEEDS)
    higher = with_it.value.lo > base.value.hi
    slower = higher != (with_it.dimension == "rate" or with_it.direction == "higher")
    return slow != fast and slower != slow


_MEASURABLE = SLOWER | FASTER | MORE | LESS | GENERAL_METRIC | SPECIFIC_METRIC
"""What a measurement can show to be broken; a thing that "breaks the import" is none of it."""
_SLOWS = word_set("culprit overhead bottleneck blame slowdown")
_SPEEDS = word_set("gain gains speedup win")
_OFF = word_set("no without off disabled disable minus sans")
