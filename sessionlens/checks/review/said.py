"""What a tool said itself, asked where nothing else bore a statement out: a state, a mechanism, a count, a row, the end of a chain.

Each asks for a wording of its own and for the thing that is named; see the modules named here.
"""

from collections.abc import Callable
from dataclasses import replace

from sessionlens.checks.binding import levels
from sessionlens.checks.binding.foreign import foreign, unmeasured
from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.runs import counted, inlines, nomore, reasons, standing
from sessionlens.checks.shown import asprinted, reported
from sessionlens.checks.values.judge import Judgement

Way = Callable[[Claim, Evidence], Judgement | None]
_WAYS: tuple[tuple[frozenset[str], Way], ...] = (
    (standing.WORDS, standing.judge),
    (reasons.WORDS, reasons.judge),
    (nomore.WORDS, nomore.judge),
    (asprinted.WORDS, asprinted.judge),
    (inlines.WORDS, inlines.judge),
)
"""Each way with the words of which one must be in the clause."""
_DIFFERENCES = frozenset(["percent", "ratio", "delta", "vague"])
_PARTS = word_set("caused because due from spent dominated to into by")
_ANY = frozenset[str]().union(*(words for words, _ in _WAYS))


def otherwise(claim: Claim, kind: str, evidence: Evidence) -> Judgement | None:
    """What speaks against a statement whose words, or whose number alone, stand somewhere in an output."""
    if kind != "state":
        return _part(claim, evidence)
    found = judge(claim, evidence)
    return found if found is not None and found.verdict == "contradicted" else None


def outside(claim: Claim, kind: str, found: Judgement, evidence: Evidence) -> Judgement:
    """A difference that nothing bore out, with the caveat that one of its ends was only said by a person, where that is so."""
    if found.caveats or kind not in _DIFFERENCES or claim.cell:
        return found
    for q in claim.quantities:
        if q.dimension in ("percent", "ratio") or (said := foreign(claim, q, evidence)) is None:
            continue
        if levels.locate(claim, q, evidence) is None:
            text = f"{found.derivation}; {unmeasured(q, said, claim.msg, evidence).derivation}"
            return replace(found, caveats=("foreign-number",), derivation=text, evidence=tuple(sorted({*found.evidence, said})))
    return found


def _part(claim: Claim, evidence: Evidence) -> Judgement | None:
    return reasons.part_of(claim, evidence) if claim.quantities and not claim.cell and not claim.words.isdisjoint(_PARTS) else None


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """The first that has something to say; none of a cell."""
    if claim.cell:
        return None
    if (part := _part(claim, evidence)) is not None:
        return part
    if (claim.numbered or not counted.WORDS.isdisjoint(claim.words)) and (count := counted.judge(claim, evidence)) is not None:
        return count
    if "and" in claim.words or "`" in claim.conclusion.quote or not reported.WORDS.isdisjoint(claim.words):
        answer = reported.judge(claim, evidence)
        if answer is not None:
            return answer
    if _ANY.isdisjoint(claim.words):
        return None
    for words, way in _WAYS:
        if not words.isdisjoint(claim.words) and (seen := way(claim, evidence)) is not None:
            return seen
    return None
