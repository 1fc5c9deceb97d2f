"""Every conclusion against what the tools had printed by then: bind, compute, judge, explain."""

from collections.abc import Callable
from functools import lru_cache

from sessionlens.checks import kinds
from sessionlens.checks.binding.restated import Borne, Refuted
from sessionlens.checks.claims.bounds import named as bounded
from sessionlens.checks.claims.claim import Claim, parse
from sessionlens.checks.claims.words import tokens
from sessionlens.checks.evidence import remeasured
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.grids import copied, derived, eachrow, nicknames, outdone, own, rounds, share_of, throughout, worked
from sessionlens.checks.plain import weigh
from sessionlens.checks.repository import diffed
from sessionlens.checks.review import (
    against,
    apart,
    certain,
    explained,
    opposed,
    overturned,
    parts,
    said,
    setting,
    sided,
    so_many,
    turned,
    witnessed,
)
from sessionlens.checks.runs import keyed, remarked
from sessionlens.checks.shown import altered, coded, stands, twice
from sessionlens.checks.values.judge import Judgement
from sessionlens.graph.view import View
from sessionlens.model.verdict import Verdict

CHECKS = kinds.load()
_ALWAYS = sum(1 << i for i, c in enumerate(CHECKS) if not getattr(c, "WORDS", None))
_WORDED = sum(1 << i for i, c in enumerate(CHECKS) if not getattr(c, "NUMERIC", False))
"""Kinds as bits of an integer: those that may be asked about any claim, and those that a claim without a number may have."""
_OF_WORD: dict[str, int] = {}
for _i, _check in enumerate(CHECKS):
    for _word in getattr(_check, "WORDS", ()):
        _OF_WORD[_word] = _OF_WORD.get(_word, 0) | 1 << _i
_CUES = frozenset(_OF_WORD)

_REASONED = frozenset(["causal", "tests", "universal", "trend", "ranking", "no-difference", "change-of-state"])
_ORDERED = frozenset(["ranking", "trend"])


@lru_cache(maxsize=1024)
def _of(bits: int) -> tuple[tuple[Callable[[Claim], float], kinds.Check], ...]:
    return tuple((c.recognise, c) for i, c in enumerate(CHECKS) if bits >> i & 1)


def recognised(claim: Claim) -> kinds.Check:
    """The kind whose recognition is strongest; the first listed wins a tie. Only kinds with a word in the claim are asked."""
    bits = _ALWAYS
    for word in claim.words & _CUES:
        bits |= _OF_WORD[word]
    best, found = -1.0, CHECKS[0]
    for recognise, kind in _of(bits if claim.quantities else bits & _WORDED):
        strength = recognise(claim)
        if strength > best:
            best, found = strength, kind
    return found


def _further(claim: Claim, evidence: Evidence) -> Judgement | None:
    """What bears a claim out under names that the agent's tables gave, or by a number worked out from labelled ones."""
    named = nicknames.renamed(claim, evidence)
    if named is not None and named.quantities:
        found = recognised(named).judge(named, evidence)
        if found.verdict == "supported" or (found.verdict == "contradicted" and "; probably " in found.derivation):
            return found  # a disagreement by such a label counts only where it is a slip to the last digit
    share = share_of.judge(claim, evidence) if "%" in claim.text else None
    return share or derived.judge(named if named is not None else claim, evidence) or worked.judge(claim, evidence)


def _shown(claim: Claim, kind: str, evidence: Evidence) -> Judgement | None:
    """What the last calls show by themselves: one line of theirs, two runs of one program, the most or least of their lines."""
    if kind != "causal" and (named := coded.judge(claim, evidence)) is not None:
        return named
    if kind == "threshold" and bounded(claim):
        return None  # a line that has the bound says not which side of it the value is on
    if kind in _REASONED:
        return outdone.judge(claim, evidence) if kind in _ORDERED else None
    if not claim.words.isdisjoint(diffed.WORDS) and (told := diffed.judge(claim, evidence)) is not None:
        return told
    return (
        remarked.judge(claim, evidence) or stands.judge(claim, evidence) or twice.judge(claim, evidence) or outdone.judge(claim, evidence)
    )


def check(view: View) -> tuple[Verdict, ...]:
    """A verdict for each conclusion in sight, in their order, each as of its own message.

    Nothing is raised for a conclusion that cannot be read: it is unsupported or undecidable, with the reason in its derivation.
    """
    evidence = Evidence(view)
    out = []
    refuted, borne = Refuted(), Borne()
    for conclusion in view.conclusions:
        claim = parse(conclusion)
        if evidence.aliases:
            claim.aliases = evidence.other_names(
                tokens(claim.text) | (tokens(f"{claim.row} {claim.column}") if claim.cell else frozenset())
            )
        kind = recognised(claim)
        found = (
            keyed.judge(claim, evidence)
            or copied.judge(claim, evidence)
            or eachrow.judge(claim, evidence)
            or rounds.judge(claim, evidence)
            or throughout.judge(claim, evidence)
            or own.judge(claim, kind, evidence)
            or witnessed.judge(claim, kind.KIND, evidence)
        )
        found = found or kind.judge(claim, evidence)
        if kind.KIND == "state" and found.verdict == "unsupported":
            found = parts.judge(claim, lambda part: recognised(part).KIND, evidence) or found
        if claim.quantities and found.verdict == "unsupported":
            found = turned.judge(claim, evidence) or _further(claim, evidence) or found
        elif claim.quantities and "ambiguous-binding" in found.caveats and found.verdict == "undecidable":
            found = turned.judge(claim, evidence) or worked.judge(claim, evidence) or found
        if found.verdict == "unsupported" or (found.verdict == "undecidable" and "ambiguous-binding" in found.caveats):
            found = sided.judge(claim, evidence) or found
        if found.verdict == "unsupported" or (found.verdict == "undecidable" and not found.caveats):
            found = said.judge(claim, evidence) or found
            if claim.quantities and found.verdict == "unsupported":
                found = said.outside(claim, kind.KIND, found, evidence)
        elif found.verdict == "supported":
            found = said.otherwise(claim, kind.KIND, evidence) or found
        if found.verdict == "unsupported" and not found.caveats:
            found = _shown(claim, kind.KIND, evidence) or found
        found = weigh.judge(claim, apart.judge(claim, found, evidence) or found, evidence)
        found = opposed.judge(claim, found, evidence) or found
        if found.verdict != "contradicted":
            found = against.judge(claim, evidence, found.verdict == "supported") or found
        found = certain.judge(claim, kind.KIND, found, evidence)
        found = refuted.again(claim, setting.kept(kind.KIND, claim, found, evidence))
        if claim.quantities and found.verdict == "unsupported" and not found.caveats:
            found = altered.judge(claim, evidence) or found
        found = explained.judge(claim, kind.KIND, so_many.judge(claim, kind.KIND, found, evidence))
        found = borne.again(claim, found) if claim.quantities else found
        out.append(
            Verdict(
                conclusion=conclusion.id,
                claim=kind.KIND,
                verdict=found.verdict,
                caveats=tuple(dict.fromkeys(found.caveats)),
                evidence=found.evidence,
                nodes=tuple(n for n in found.nodes if n),
                derivation=found.derivation,
            )
        )
    return remeasured.later(evidence, overturned.later(view, tuple(out)))
