"""Builds that are said to be free of warnings: "the build is clean", "it compiles without a warning", by what the newest one printed.

Example: below "warning: unused variable: `id`" and "Finished" the build went through, and "the build is clean" is not so.
"""

from collections.abc import Iterator

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.runs.suites import Suite, overtaken
from sessionlens.checks.values.judge import Judgement
from sessionlens.text.regex import regex

_SAYS = regex(
    r"\b(?:no|without(?: an?| any)?|zero|free of|not an?)\W{1,2}(?:\w+ ){0,2}warnings?\b"
    r"|\b(?:build|compilation) (?:is|was) (?:now )?clean\b"
)
_WARNS = regex(r"(?i)(?:^|[\s:\]])warning(?:\[\w+\])?: |\b[1-9]\d* warnings?\b(?! (?:treated|suppressed))|\bwarning (?:C|CS|TS)\d+")


_NOT_BUILT = regex(r"\b(?:does|do|did)(?: not|n['’]t) (?:even |yet )?(?:build|compile|link)\b(?! (?:in|with|it|any|the|up|on)\b)")
_ITSELF = regex(r"(?:so |and |but |now )*(?:it|this|that|the (?:whole )?(?:project|crate|code|tree|library|lib|package|module|program))\b")
_THEN = regex(r"\b(?:before|at first|initially|earlier|originally|until then)\b")


def unbuilt(claim: Claim, builds: Iterator[Suite], evidence: Evidence) -> Judgement | None:
    """ "It still doesn't compile": by the newest build; of how it was before by any earlier one that failed."""
    if _NOT_BUILT.search(claim.low) is None:
        return None
    then = _THEN.search(claim.low) is not None
    for n, s in enumerate(builds):
        text = f"msg {s.msg}: {s.command[:70]}: {s.result}"
        if s.result == "fail" and (then or not n):
            return Judgement("supported", (), text, (s.msg,))
        if not then:
            plain = s.result == "pass" and not claim.code and _ITSELF.match(claim.low) and overtaken(evidence, s.msg, claim.msg) is None
            return Judgement("contradicted", (), text, (s.msg,)) if plain else None
    return None


def judge(claim: Claim, builds: Iterator[Suite], evidence: Evidence) -> Judgement | None:
    """Contradicted by a warning of the newest build, supported where it was seen whole and has none; None for other statements."""
    if _SAYS.search(claim.low) is None or (last := next(builds, None)) is None:
        return None
    if last.result != "pass" or overtaken(evidence, last.msg, claim.msg) is not None:
        return None
    line = next((x for x in last.run.call.output.split("\n") if _WARNS.search(x)), "")
    if line:
        return Judgement("contradicted", (), f"msg {last.msg}: {' '.join(line.split())[:80]}", (last.msg,))
    return None if last.cut else Judgement("supported", (), f"msg {last.msg}: {last.command[:60]} printed no warning", (last.msg,))
