"""How many of the things that a loop went over failed: "3 of the 8 nodes fail", counted in lines that begin with the thing's name.

The newest call that printed a line for each of so many things decides; a thing with several lines must have come out the same each time.

Example: after "node 1: 4 passed", "node 2: 1 failed, 3 passed" and "node 3: 4 passed", "two of the three nodes fail" is contradicted.
"""

import re

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import stem, word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.evidence.repeats import NUMBERS, number_of
from sessionlens.checks.values.judge import Judgement
from sessionlens.text.regex import regex

WORDS = word_set("fail fails failed failing pass passes passed red green")
_N = rf"\d{{1,4}}|{'|'.join(NUMBERS)}"
_CUE = regex(
    rf"\b(?P<n>{_N}) (?:out )?of (?:the |these |all )?(?P<m>{_N}) (?P<what>[a-z]{{3,}}s) (?:still |now |do |have |are |were )*"
    r"(?P<how>fail(?:s|ed|ing)?|pass(?:es|ed)?|red|green)\b"
)
_FAILED = regex(r"\b[1-9]\d* (?:failed|failures?|errors?)\b|\bFAIL(?:ED|URE)?\b")
_PASSED = regex(r"\b[1-9]\d* passed\b|\bPASS(?:ED)?\b|\bok\b")
_LATELY = 6
"""Messages back that such a statement speaks of."""


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """By the lines of one call; None where the clause says no such thing, or no call has as many."""
    said = None if WORDS.isdisjoint(claim.words) or claim.cell else _CUE.search(claim.low)
    if said is None:
        return None
    n, m = number_of(said["n"]), number_of(said["m"])
    line = re.compile(rf"^\W*{stem(said['what'])}[ =#:_-]{{1,2}}(\S+?)[:=]? (.*)$", re.M | re.I)
    for at, run in evidence.runs_before(claim.msg):
        if claim.msg - at > _LATELY:
            return None
        if run.call.cut or stem(said["what"]) not in evidence.lowered(run):
            continue
        came: dict[str, set[bool]] = {}
        for key, rest in line.findall(run.call.output):
            if _FAILED.search(rest) or _PASSED.search(rest):
                came.setdefault(key, set()).add(_FAILED.search(rest) is not None)
        if len(came) != m or any(len(found) > 1 for found in came.values()):
            continue
        bad = [key for key, found in came.items() if True in found]
        count = len(bad) if said["how"].startswith(("fail", "red")) else m - len(bad)
        text = f"msg {at}: {len(bad)} of {m} {said['what']} failed: {', '.join(bad[:8])}"
        return Judgement("supported" if count == n else "contradicted", (), text, (at,), counted=True)
    return None
