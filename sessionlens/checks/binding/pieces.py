"""A value for each of several, worked out in the clause itself: "328 objects for 18377 kB is 56 kB each"."""

from sessionlens.checks.binding.levels import locate
from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.values.intervals import claimed, value_of
from sessionlens.checks.values.judge import Judgement
from sessionlens.model.quantity import Quantity
from sessionlens.text.regex import regex

_EACH = regex(r"\s*(?:each|apiece|a piece|per [a-z]+)\b")


def judge(claim: Claim, quantity: Quantity, evidence: Evidence) -> Judgement | None:
    """The whole and the count stand before the value: the quotient must be the value, and the whole printed. None for other clauses."""
    if _EACH.match(claim.low, quantity.end) is None:
        return None
    before = [q for q in claim.quantities if q.end <= quantity.start]
    counts = [q for q in before if q.exact and q.value > 1]
    wholes = [q for q in before if q.dimension == quantity.dimension and q not in counts]
    if len(counts) != 1 or len(wholes) != 1:
        return None
    each = value_of(wholes[0]).over(value_of(counts[0]))
    found = locate(claim, wholes[0], evidence)
    if each is None or found is None:
        return None
    text = f"{wholes[0].raw} / {counts[0].raw}, claimed {quantity.raw}"
    if not claimed(quantity).touches(each):
        return Judgement("contradicted", (), f"{text}: contradicted", found.judgement.evidence)
    return Judgement("supported", (), text, found.judgement.evidence)
