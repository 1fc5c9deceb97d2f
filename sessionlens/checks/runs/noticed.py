"""What tests were seen to notice: "the test catches a missing flush", "the suite doesn't notice", "passes with the lock, fails without".

A test that is said to catch something failed in the last message's runs; one that is said not to notice passed there, below a change that
was made on trial. What passes with one state and fails with another was seen both ways in one message or two.

Example: after "2 passed", an edit and "1 failed, 1 passed" in one call, "it fails without the fix and passes with it" is borne out.
"""

from collections.abc import Iterator

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.values.judge import Judgement
from sessionlens.model.trace import Run
from sessionlens.text.regex import regex

WORDS = word_set("catch catches caught notice notices noticed detect detects detected pass passes passed fail fails failed green red")
_NOTICES = regex(
    r"\b(?:tests?|suite|specs?|it|checks?)\b[^.;]{0,30}?\b(?P<no>(?:does|do|did)(?: not|n['’]t) (?:even )?)?(?:catch(?:es)?|caught"
    r"|notic(?:e|es|ed)|detect(?:s|ed)?)\b(?! by| in )"
)
_PASSES = r"(?:pass(?:es|ed)?|(?:is|are|was|goes|stays) green)"
_FAILS = r"(?:fail(?:s|ed)?|(?:is|are|was|goes) red)"
_STATE = r"[^.;]{0,40}?\b(?:with(?:out)?|on|under|after|before|against)\b"
_BOTH = regex(rf"\b{_PASSES}{_STATE}[^.;]{{0,60}}\b{_FAILS}{_STATE}|\b{_FAILS}{_STATE}[^.;]{{0,60}}\b{_PASSES}\b")
_BY_PART = regex(r"\b\d+ (?:of \d+ )?(?:tests? )?(?:pass|fail)|\bnever\b|\bnone\b|\bno tests?\b|\bwould\b|\bshould\b|\?")
_TESTS = frozenset(("tests", "test"))
_LONGEST = 160


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """Supported by the runs of the last message; None where they show neither."""
    if claim.cell or claim.words.isdisjoint(WORDS) or len(claim.low) > _LONGEST or _BY_PART.search(claim.low):
        return None
    if _BOTH.search(claim.low):
        return _both(claim, evidence)
    said = _NOTICES.search(claim.low)
    if said is None:
        return None
    for at, run, results in _tested(claim, evidence):
        failed = "fail" in results
        if said["no"]:
            tried = any(a.intent in ("edit", "copy") or a.runner == "git stash" for a in run.actions)
            return Judgement("supported", (), f"msg {at}: the tests pass there", (at,)) if not failed and tried else None
        return Judgement("supported", (), f"msg {at}: a test fails there", (at,)) if failed else None
    return None


def _tested(claim: Claim, evidence: Evidence) -> Iterator[tuple[int, Run, set[str]]]:
    """The calls of the last two messages that ran tests, with what came of these."""
    for at, run in evidence.runs_before(claim.msg):
        if claim.msg - at > 2:
            return
        results = {str(o.result) for o in run.outcomes if o.kind in _TESTS and o.result != "inconclusive"}
        if results:
            yield at, run, results


def _both(claim: Claim, evidence: Evidence) -> Judgement | None:
    """Runs that passed and runs that failed, in the newest such call or in two."""
    seen: dict[str, int] = {}
    printed = ""
    for at, run, results in _tested(claim, evidence):
        printed += run.call.output
        for result in results:
            seen.setdefault(result, at)
        if len(seen) > 1 and all(q.raw.split(" ")[0] in printed for q in claim.quantities):
            messages = tuple(sorted(set(seen.values())))
            return Judgement("supported", (), f"a run failed in msg {seen['fail']}, one passed in msg {seen['pass']}", messages)
    return None
