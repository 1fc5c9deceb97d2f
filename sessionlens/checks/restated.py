"""Estimates: a number that the agent first expected and later states as if it had been measured."""

from sessionlens.checks.claim import Claim
from sessionlens.checks.evidence import Evidence
from sessionlens.checks.judge import Judgement
from sessionlens.checks.levels import foreign, locate
from sessionlens.model.quantity import Quantity

CUES = ("should", "expect", "estimate", "would", "could", "might", "probably", "likely", "perhaps", "maybe", "guess", "predict", "hope")


def estimate_of(claim: Claim, quantity: Quantity, evidence: Evidence) -> int | None:
    """The earlier message of the agent that expected this value in so many words."""
    digits = f"{quantity.value.normalize():f}"
    for number, turn in evidence.view.turns.items():
        if number >= claim.msg:
            break
        if turn.message.role != "assistant" or digits not in turn.message.text:
            continue
        for statement in turn.statements or ():
            before = statement.text.lower().partition(digits)
            if before[1] and any(c in before[0] for c in CUES):
                return number
    return None


def estimated(claim: Claim, quantity: Quantity, evidence: Evidence) -> Judgement:
    """A difference with nothing to compute it from: was it printed as such, said by a person, expected earlier, or never seen?"""
    said = foreign(claim, quantity, evidence)
    at = estimate_of(claim, quantity, evidence)
    found = locate(claim, quantity, evidence)
    if found is not None and found.score >= 1.5:
        return found.judgement
    if at is not None:
        return Judgement("unsupported", ("estimate",), f"{quantity.raw} was expected in msg {at} and never measured", (at,))
    if said is not None:
        return Judgement(
            "unsupported", ("foreign-number",), f"{quantity.raw} was said by a person (msg {said}); no tool printed it", (said,)
        )
    return Judgement("unsupported", (), f"nothing measured before msg {claim.msg} gives {quantity.raw}")
