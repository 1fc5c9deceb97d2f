"""The only quantity of its kind that the call just made printed: "The index costs 21 MB." below a query that answered "21 MB".

Where a call answers with one size on a line of its own, and prints no other, a size in the next message is that one without any label.
And a whole of which the line gives the parts: "5735 of 5831" beside "hit=96 read=5735".
"""

from fractions import Fraction

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.values.intervals import value_of
from sessionlens.checks.values.judge import Judgement, number
from sessionlens.model.quantity import Quantity
from sessionlens.text import quantities
from sessionlens.text.regex import regex

_KINDS = frozenset(("time", "size", "rate"))
_LONG = 2000
"""Characters of an output that may have one answer only."""
_OF = regex(r"^ ?of (?:the |its |their |all )?$")
_NUMBER = regex(r"(?<![\w.,])\d[\d,]*(?:\.\d+)?(?![\w.,]*\d)")
_LINES = 40


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """Supported where it is that quantity; None where the call printed several, another one, or none."""
    if claim.cell or claim.negated:
        return None
    asked = [q for q in claim.quantities if not (q.exact and q.noun)]
    if len(asked) == 1 and asked[0].dimension in _KINDS and len(claim.quantities) == 1:
        return _alone(asked[0], claim, evidence)
    return _part_of_sum(claim, evidence)


def _alone(asked: Quantity, claim: Claim, evidence: Evidence) -> Judgement | None:
    newest = next(iter(evidence.runs_before(claim.msg)), None)
    if newest is None or claim.msg - newest[0] > 1 or asked.signed:
        return None
    at, run = newest
    output = run.call.output
    if len(output) > _LONG or run.call.exit_code not in (0, None) or claim.percentiles:
        return None
    found = [q for q in quantities.find(output) if q.dimension == asked.dimension]
    lines = [line.strip(" |()") for line in output.splitlines()]
    if len(found) != 1 or found[0].raw not in lines or number(asked, value_of(found[0])).verdict != "supported":
        return None
    return Judgement("supported", (), f"msg {at} answers {found[0].raw}, and prints no other {asked.dimension}", (at,))


def _part_of_sum(claim: Claim, evidence: Evidence) -> Judgement | None:
    """ "A of B, P %": one line has A and another number that together are B."""
    if len(claim.quantities) != 3 or claim.quantities[2].dimension != "percent":
        return None
    part, whole, share = claim.quantities
    if not _OF.match(claim.text[part.end : whole.start]) or part.unit or whole.unit or whole.value <= part.value:
        return None
    if number(share, value_of(part).over(value_of(whole)).times(Fraction(100)), inexact=False).verdict != "supported":  # type: ignore[union-attr]
        return None
    for seen, (at, line, *_) in enumerate(evidence.printed_numbers(part.raw.replace(",", ""), claim.msg)):
        if seen > _LINES:
            return None
        others = {n.replace(",", "") for n in _NUMBER.findall(line)}
        if str(whole.value - part.value) in others:
            return Judgement("supported", (), f"msg {at}: {part.raw} + {whole.value - part.value} on one line", (at,))
    return None
