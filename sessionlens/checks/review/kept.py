"""Bounds that are said to be kept: "stays below 100 µs", "never exceeds 4 GB". Every round of the thing must keep them.

Example: under "| way | run 1 | run 2 |" with "sync 70 µs 3576 µs" the statement "a sync stays below 100 µs" fails in the second run.
"""

from fractions import Fraction

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.grids import called, rows
from sessionlens.checks.kinds import threshold
from sessionlens.checks.values.judge import Judgement, side
from sessionlens.text.regex import regex

WORDS = word_set("stay stays stayed remain remains remained always never")
_KEPT = regex(r"\b(?:stays?|stayed|remain(?:s|ed)?|always|never)\b")


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """By the rounds of the message's own tables that the clause names one thing of; None where they keep the bound."""
    if claim.cell or _KEPT.search(claim.low) is None or (found := threshold.find(claim)) is None:
        return None
    quantity, relation = found
    bound = Fraction(quantity.value) * Fraction(quantity.si)
    for block in rows.of_tables(claim.msg, evidence):
        named = list(called.things(claim, block, evidence))
        metrics = [0] if len(block.names) == 1 else called.metrics(claim, block)
        if len(named) != 1 or len(metrics) != 1 or block.rounds < 2:
            continue
        values = [line[metrics[0]] for line in block.things[named[0]]]
        if any(v.kind != quantity.dimension for v in values):
            continue
        off = [(k, v) for k, v in enumerate(values) if side(v.value, bound, relation).verdict == "contradicted"]
        if off:
            k, v = off[0]
            return Judgement(
                "contradicted", (), f"{named[0]}: {v.raw} in round {k + 1} of {len(values)}, claimed {relation} {quantity.raw}"
            )
    return None
