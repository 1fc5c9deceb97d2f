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
