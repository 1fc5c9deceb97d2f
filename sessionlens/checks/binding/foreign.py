"""Numbers that a person said and nothing measured: which message first had one, and what may be said of it.

"No tool printed it" is said only where that is so; a number that stands in some output, and was not found to be what the clause speaks of,
is told of as such.
"""

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.values.judge import Judgement
from sessionlens.model.quantity import Quantity
from sessionlens.text.regex import regex

_DIGITS = regex(r"[^\d.]")


def _digits(quantity: Quantity) -> str:
    return _DIGITS.sub("", quantity.raw.replace(",", "")).rstrip(".")


def foreign(claim: Claim, quantity: Quantity, evidence: Evidence) -> int | None:
    """The person's message that first said a number; whether a tool printed it is for `unmeasured` to tell."""
    return evidence.said_at(_digits(quantity), claim.msg)


def unmeasured(quantity: Quantity, said: int, msg: int, evidence: Evidence) -> Judgement:
    """The verdict on a number that a person said in message `said` and that was found under no label of the clause of message `msg`."""
    seen = next((at for at, *_ in evidence.printed_numbers(_digits(quantity), msg)), None)
    told = "no tool printed it" if seen is None else f"msg {seen} prints that number, not shown to be of this"
    return Judgement("unsupported", ("foreign-number",), f"{quantity.raw} was said by a person (msg {said}); {told}", (said,))
