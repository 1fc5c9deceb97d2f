"""What the log itself is the witness of, whatever kind of claim states it: where a commit is, what the session did, what a server said.

These are asked before a clause's kind, since "replied to all 4 comments" is a count and "pushed 2 commits" is a state, and the calls that
did it show either.
"""

from collections.abc import Callable

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.worded import Worded
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.repository import back, commits, deeds, definitions, diffstat, edited, nowhere, proving, replaced, trees
from sessionlens.checks.runs import compared, itemised, mapped, reproduced, servers, steps, tallies
from sessionlens.checks.shown import afresh, answered, blank, complaints, exact, ran
from sessionlens.checks.values.judge import Judgement

KINDS = frozenset(["state", "count", "change-of-state", "universal", "level", "no-difference"])
_Way = Callable[[Claim, Evidence], Judgement | None]
_TOPICS = Worded[_Way](
    [
        (deeds.WORDS, deeds.judge),
        (commits.WORDS, commits.judge),
        (edited.WORDS, edited.judge),
        (replaced.WORDS, replaced.judge),
        (definitions.WORDS, definitions.judge),
        (servers.WORDS, servers.judge),
        (proving.WORDS, proving.judge),
        (tallies.WORDS, tallies.judge),
        (answered.WORDS, answered.judge),
        (exact.WORDS, exact.judge),
        (trees.WORDS, trees.judge),
        (ran.WORDS, ran.judge),
        (afresh.WORDS, afresh.judge),
        (nowhere.WORDS, nowhere.judge),
        (steps.WORDS, steps.judge),
        (complaints.WORDS, complaints.judge),
        (compared.WORDS, compared.judge),
        (blank.WORDS, blank.judge),
        (reproduced.WORDS, reproduced.judge),
        (mapped.WORDS, mapped.judge),
        (back.WORDS, back.judge),
    ]
)


def judge(claim: Claim, kind: str, evidence: Evidence) -> Judgement | None:
    """The judgement of the first topic that knows; None where none does, and for a table's cell."""
    if (told := diffstat.judge(claim, evidence)) is not None:
        return told
    if claim.conclusion.statement.kind == "item" and (listed := itemised.judge(claim, evidence)) is not None:
        return listed
    if kind == "tests" and not claim.cell:
        named = (ran.judge(claim, evidence) or steps.judge(claim, evidence)) if claim.code else None
        return tallies.listed(claim, evidence) or (named if named is not None and named.verdict == "supported" else None)
    if kind == "causal" and not claim.cell:
        named = exact.judge(claim, evidence) if claim.low.startswith("root cause:") else None
        return named or (complaints.judge(claim, evidence) if not claim.words.isdisjoint(complaints.WORDS) else None)
    if kind not in KINDS or claim.cell:
        return None
    for topic in _TOPICS.of(claim.words):
        if (seen := topic(claim, evidence)) is not None:
            return seen
    return None
