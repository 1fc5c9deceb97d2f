"""A value that is said to go one way with every row: "slower with every commit", "memory climbs with each larger setting".

The rows are those of the agent's own table, in its order, whose first column is what the clause steps along. Two rows that follow each
other and surely go the other way contradict.

Example: under "| commit | handler |" with 2.06, 3.65, 3.33 µs "the handler gets slower with every commit" fails at the third.
"""

import itertools
import re

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.sense import Sense, of
from sessionlens.checks.claims.words import stem, tokens, word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.grids import called, rows
from sessionlens.checks.grids.rows import Block
from sessionlens.checks.values.judge import Judgement
from sessionlens.text.regex import regex

WORDS = word_set("every each")
_EVERY = regex(r"\b(?:with|at|by|after) (?:every|each)(?: (?:\w+er|next|new|further|additional|single|more))? (?P<what>[a-z]{3,})\b")
_STEPS = word_set("step row setting level size value stage notch increment doubling")
_LEAST = 3


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """None where the clause says no such thing, or no table of the message has those rows and the one value."""
    said = _EVERY.search(claim.low)
    if said is None or claim.cell or claim.negated or claim.quantities:
        return None
    way = next((s for w in claim.low[: said.start()].split()[::-1] if (s := of(w.strip(".,;:()*"))) is not Sense.NONE), Sense.NONE)
    found = [j for block in rows.of_tables(claim.msg, evidence) if (j := _along(claim, stem(said["what"]), way, block)) is not None]
    return found[0] if len(found) == 1 else None


def _along(claim: Claim, what: str, way: Sense, block: Block) -> Judgement | None:
    if way is Sense.NONE or block.rounds != 1 or len(block.things) < _LEAST:
        return None
    numbered = all(re.match(r"[\w =]*\d[\d,.]*$", thing) for thing in block.things)
    if what not in tokens(block.head) and not (numbered and what in _STEPS):
        return None
    metrics = called.metrics(claim, block)
    if len(metrics) != 1:
        return None
    up = way in (Sense.MORE, Sense.SLOWER)
    if way in (Sense.FASTER, Sense.SLOWER) and next(iter(block.things.values()))[0][metrics[0]].kind != "time":
        return None
    for (before, one), (after, two) in itertools.pairwise(block.things.items()):
        a, b = one[0][metrics[0]], two[0][metrics[0]]
        apart = b.value.minus(a.value)
        if (apart.hi < 0) if up else (apart.lo > 0):
            return Judgement("contradicted", (), f"{before}: {a.raw}, {after}: {b.raw}: the other way")
    return None
