"""What the log itself is the witness of, whatever kind of claim states it: where a commit is, what the session did, what a server said.

These are asked before a clause's kind, since "replied to all 4 comments" is a count and "pushed 2 commits" is a state, and the calls that
did it show either.
"""

from collections.abc import Callable

from sessionlens.checks import answered, commits, deeds, proving, servers, tallies
from sessionlens.checks.claim import Claim
from sessionlens.checks.evidence import Evidence
from sessionlens.checks.judge import Judgement

KINDS = frozenset(["state", "count", "change-of-state", "universal", "level", "no-difference"])
_TOPICS: tuple[tuple[frozenset[str], Callable[[Claim, Evidence], Judgement | None]], ...] = (
    (deeds.WORDS, deeds.judge),
    (commits.WORDS, commits.judge),
    (servers.WORDS, servers.judge),
    (proving.WORDS, proving.judge),
    (tallies.WORDS, tallies.judge),
    (answered.WORDS, answered.judge),
)
_ANY = frozenset[str]().union(*(words for words, _ in _TOPICS))


def judge(claim: Claim, kind: str, evidence: Evidence) -> Judgement | None:
    """The judgement of the first topic that knows; None where none does, and for a table's cell."""
    if kind == "tests" and not claim.cell:
        return tallies.listed(claim, evidence)
    if kind not in KINDS or claim.cell or _ANY.isdisjoint(claim.words):
        return None
    for words, topic in _TOPICS:
        if not words.isdisjoint(claim.words) and (seen := topic(claim, evidence)) is not None:
            return seen
    return None
