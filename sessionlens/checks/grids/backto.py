"""Values said to be back where they were: "memory is back where it was before v2, RSS included", "latency is back at v1's level".

The agent's own table has the old thing, the one that had spoilt it and the new one, in this order. Where a value that the clause names is
no nearer to the old one than it was, it is not back.

Example: under "| | v1 | v2 | now |" with "RSS 56.4 58.8 59.6 MB" the RSS is not back where it was before v2.
"""

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.grids import called, rows
from sessionlens.checks.grids.naming_things import words_of
from sessionlens.checks.grids.rows import Block
from sessionlens.checks.values.judge import Judgement
from sessionlens.text.regex import regex

WORDS = word_set("back")
_BACK = regex(
    r"\b(?:is|are|was|went|came|fell|drops?|dropped) (?:now )?back (?:to |at |down to )?"
    r"(?:where (?:it|they) (?:was|were) before|the level before|what it was before)\b"
)


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """None where no table of the message has three things and the values, or all of them came nearer."""
    if claim.cell or claim.negated or _BACK.search(claim.low) is None:
        return None
    text = claim.conclusion.statement.text
    for block in rows.of_tables(claim.msg, evidence):
        order = list(block.things)
        named = called.things(claim, block, evidence)
        if len(named) != 1 or block.rounds != 1 or len(order) != 3 or order[1] not in named:
            continue
        said = words_of(text)
        for i, name in enumerate(block.names):
            if name and name <= said and (found := _away(block, i)):
                return Judgement("contradicted", (), found)
    return None


def _away(block: Block, i: int) -> str:
    old, spoilt, new = (lines[0][i] for lines in block.things.values())
    if len({v.kind for v in (old, spoilt, new)}) != 1:
        return ""
    was, left = spoilt.value.minus(old.value), new.value.minus(old.value)
    if (was.lo > 0 and left.lo >= was.lo) or (was.hi < 0 and left.hi <= was.hi):
        return f"{' '.join(sorted(block.names[i]))}: {old.raw}, then {spoilt.raw}, now {new.raw}"
    return ""
