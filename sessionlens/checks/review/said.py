"""What a tool said itself, asked where nothing else bore a statement out: a state, a mechanism, a count, a row, the end of a chain.

Each asks for a wording of its own and for the thing that is named; see the modules named here.
"""

from collections.abc import Callable

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.runs import standing
from sessionlens.checks.values.judge import Judgement

Way = Callable[[Claim, Evidence], Judgement | None]
_WAYS: tuple[tuple[frozenset[str], Way], ...] = ((standing.WORDS, standing.judge),)
"""Each way with the words of which one must be in the clause."""
_ANY = frozenset[str]().union(*(words for words, _ in _WAYS))


def judge(claim: Claim, found: Judgement, evidence: Evidence) -> Judgement | None:
    """The first that has something to say; none of a cell, nor where what was found is contradicted already."""
    if claim.cell or _ANY.isdisjoint(claim.words):
        return None
    for words, way in _WAYS:
        if not words.isdisjoint(claim.words) and (seen := way(claim, evidence)) is not None:
            return seen
    return None
