"""Every conclusion against what the tools had printed by then: bind, compute, judge, explain."""

from sessionlens.checks import kinds, overturned, own, setting
from sessionlens.checks.claim import Claim, parse
from sessionlens.checks.evidence import Evidence
from sessionlens.checks.restated import Refuted
from sessionlens.checks.words import tokens
from sessionlens.graph.view import View
from sessionlens.model.verdict import Verdict

CHECKS = kinds.load()
WORDED = tuple(c for c in CHECKS if not getattr(c, "NUMERIC", False))
"""Kinds that a claim without a number may have."""


def recognised(claim: Claim) -> kinds.Check:
    """The kind whose recognition is strongest; the first listed wins a tie."""
    best, found = -1.0, CHECKS[0]
    for kind in CHECKS if claim.quantities else WORDED:
        strength = kind.recognise(claim)
        if strength > best:
            best, found = strength, kind
    return found


def check(view: View) -> tuple[Verdict, ...]:
    """A verdict for each conclusion in sight, in their order, each as of its own message.

    Nothing is raised for a conclusion that cannot be read: it is unsupported or undecidable, with the reason in its derivation.
    """
    evidence = Evidence(view)
    out = []
    refuted = Refuted()
    for conclusion in view.conclusions:
        claim = parse(conclusion)
        if evidence.aliases:
            claim.aliases = evidence.other_names(
                tokens(claim.text) | (tokens(f"{claim.row} {claim.column}") if claim.cell else frozenset())
            )
        kind = recognised(claim)
        found = own.judge(claim, kind, evidence) or kind.judge(claim, evidence)
        found = refuted.again(claim, setting.kept(kind.KIND, claim, found, evidence))
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
    return overturned.later(view, tuple(out))
