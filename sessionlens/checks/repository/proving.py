"""What a test is for: "`keeps_last_token` verifies that a short read keeps the token". The test of that name ran and passed.

A test's own name and body say what it proves; the log adds that it was run, and how it went.
"""

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.values.judge import Judgement
from sessionlens.text.regex import regex

WORDS = word_set("verifies verify tests checks covers cover asserts ensures exercises guards confirms proves")
_FOR = regex(
    r"^(?:the )?(?:new )?(?:tests? )?[`\"']?(?P<name>[\w./:-]{6,})[`\"']?(?: test)?\s*(?:[-–—:]+\s*|\()?(?:it |now |also )*"
    r"(?:verif(?:ies|y)|tests|checks|covers?|asserts|ensures|exercises|guards|confirms|proves)\b",
)
_PASSED = regex(r"\bPASS(?:ED)?\b|\bok\b|✓|✔|\bpassed\b|^\s*√")
_FAILED = regex(r"\bFAIL(?:ED)?\b|✗|✘|×|\bfailed\b|\bERROR\b")
_BACK = 40


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """Supported where the newest output with the test's name has it as passed; None where none has, or where it failed."""
    if claim.negated and claim.words.isdisjoint(WORDS):
        return None
    match = _FOR.match(claim.text)
    if match is None or not ("_" in (name := match["name"].rstrip(".:")) or "::" in name or name[1:] != name[1:].lower()):
        return None
    for at, run in evidence.runs_of(claim.msg, ("test", "=tests"), _BACK):
        lines = [line for line in run.call.output.splitlines() if name in line]
        if any(_FAILED.search(line) for line in lines):
            return None
        for line in lines:
            if _PASSED.search(line):
                return Judgement("supported", (), f"msg {at}: {' '.join(line.split())[:90]}", (at,))
    return None
