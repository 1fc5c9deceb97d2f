"""What a number is due to: "the 148.3 was a lucky moment", "30492 dead tuples are only what piles up between two vacuums".

Such a clause takes the number for known and says why it is so. That it was printed shows the number, and nothing of the reason.

Example: "14 was the count before the revert" names what was counted; "14 were the usual suspects" explains it.
"""

from dataclasses import replace

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import AGGREGATE, GENERAL_METRIC, SPECIFIC_METRIC, content, word_set
from sessionlens.checks.values.judge import Judgement
from sessionlens.text.regex import regex

_IS = word_set("is are was were")
_KINDS = word_set("level count delta size percent ratio")
_WHY = regex(
    r"\d\S*(?: [^\d.,;:]{1,60})? (?:is|are|was|were) (?:(?:only|just|merely|simply|nothing but) )?(?:what|the|a|an|due|because)"
    r" (?P<why>[^\d]{3,80})$"
)
_NAMED = word_set(
    "count number size value amount total sum limit default maximum minimum time rate length version price cost difference rest half"
    " most best worst fastest slowest smallest largest highest lowest result figure part share same first last old new usual"
)
"""What says what the number is of."""


def judge(claim: Claim, kind: str, found: Judgement) -> Judgement:
    """The judgement, or unsupported where the clause explains a number that it takes for known."""
    if found.verdict != "supported" or claim.cell or kind not in _KINDS or claim.words.isdisjoint(_IS):
        return found
    if (why := _WHY.search(claim.low)) is None:
        return found
    if not content(why["why"]).isdisjoint(_NAMED | GENERAL_METRIC | SPECIFIC_METRIC | frozenset(AGGREGATE)):
        return found
    return replace(found, verdict="unsupported", caveats=(), derivation=f"a reason, which the number does not show: {found.derivation}")
