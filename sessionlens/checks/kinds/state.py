"""State: what a command showed to be so, and whatever no other kind claims."""

from collections.abc import Callable

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import word_set
from sessionlens.checks.evidence import digests, histogram
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.grids import rowwise
from sessionlens.checks.kinds import threshold
from sessionlens.checks.repository import callers, lines, states
from sessionlens.checks.runs import formerly, jobs, listed, listing, members, plans, records, versions, without
from sessionlens.checks.shown import coded, silence
from sessionlens.checks.shown.presence import SAME_WORDS, equal, searched
from sessionlens.checks.shown.statement import shown
from sessionlens.checks.values.judge import Judgement
from sessionlens.model.words import ClaimKind

KIND: ClaimKind = "state"
Topic = Callable[[Claim, Evidence], Judgement | None]
_TOPICS: tuple[tuple[frozenset[str], Topic], ...] = (
    (word_set("half"), histogram.half),
    (digests.NOUNS, digests.distinct),
    (digests.NOUNS, digests.same),
    (word_set("differ differs different distinct unique"), digests.differ),
    (frozenset(listing.COUNT), listing.counted),
    (records.WORDS, records.status),
    (word_set("threshold limit maximum cap quota"), threshold.named),
    (SAME_WORDS, equal),
    (plans.WORDS, plans.judge),
    (formerly.WORDS, formerly.judge),
    (without.WORDS, without.judge),
    (lines.WORDS, lines.judge),
    (versions.WORDS, versions.judge),
    (callers.WORDS, callers.judge),
    (listed.WORDS, listed.judge),
    (jobs.WORDS, jobs.judge),
    (members.WORDS, members.judge),
    (rowwise.WORDS, rowwise.judge),
)
"""Each topic with the words of which one must be in the clause."""
_ANY = frozenset[str]().union(*(words for words, _ in _TOPICS))


def recognise(claim: Claim) -> float:
    return 0.42 if claim.quantities and versions.states_status(claim) else 0.05


def judge(claim: Claim, evidence: Evidence) -> Judgement:
    found = silence.told(claim, evidence) or states.known(claim, evidence)
    if found is not None:
        return found
    if not _ANY.isdisjoint(claim.words):
        for words, topic in _TOPICS:
            if not words.isdisjoint(claim.words) and (seen := topic(claim, evidence)) is not None:
                return seen
    if claim.negated and claim.low.startswith(("no ", "none", "nothing", "there is no", "there are no", "there's no")):
        looked = searched(claim, evidence)
        if looked is not None and looked.verdict == "undecidable":
            looked = coded.judge(claim, evidence) or looked
        if looked is not None:
            return looked
    return shown(claim, evidence)
