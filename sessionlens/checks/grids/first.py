"""Who is first of the rows of one call: "the ring is the fastest of the three", "b is the largest of the five".

Only rows of one value, or of one that the clause names, and only as many as the clause says. Where another row is surely ahead, it is not
so.

Example: after "list 12.1 ms", "ring 9.4 ms", "tree 8.8 ms" the ring is not the fastest of the three.
"""

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.evidence.repeats import NUMBERS
from sessionlens.checks.grids import called, rows
from sessionlens.checks.grids.rows import Block
from sessionlens.checks.values.judge import Judgement
from sessionlens.text.regex import regex

_LEAST = word_set("fastest quickest smallest lowest shortest lightest cheapest")
_MOST = word_set("slowest largest biggest highest longest heaviest")
WORDS = _LEAST | _MOST
_OF = regex(rf"\b(?:{'|'.join(sorted(WORDS))})(?: \w+)? of (?:all |the |all the )?(?P<n>{'|'.join(NUMBERS)}|\d{{1,2}})\b")
_SPEED = word_set("fastest quickest slowest")
_SIZE = word_set("smallest largest biggest lightest heaviest")


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """By the newest call with so many rows that name the thing; None where none has."""
    said = _OF.search(claim.low)
    if said is None or claim.cell or claim.negated:
        return None
    n = NUMBERS[said["n"]] if said["n"] in NUMBERS else int(said["n"])
    for at, run in rows.lately(claim.msg, 3, evidence):
        found = [j for b in rows.of_output(at, run, evidence) if len(b.things) == n and b.rounds == 1 and (j := _first(claim, b, evidence))]
        if found:
            return found[0] if len(found) == 1 else None
    return None


def _first(claim: Claim, block: Block, evidence: Evidence) -> Judgement | None:
    named = list(called.things(claim, block, evidence))
    metrics = called.metrics(claim, block) or ([0] if len(block.names) == 1 else [])
    if len(named) != 1 or len(metrics) != 1:
        return None
    mine = block.things[named[0]][0][metrics[0]]
    word = next(iter(claim.words & WORDS))
    if (word in _SPEED and mine.kind not in ("time", "rate")) or (word in _SIZE and mine.kind not in ("size", "number")):
        return None
    least = (word in _LEAST) != (word in _SPEED and mine.kind == "rate")
    ahead = [
        (t, v)
        for t, lines in block.things.items()
        if t != named[0] and (v := lines[0][metrics[0]]).kind == mine.kind
        if ((v.value.hi < mine.value.lo) if least else (v.value.lo > mine.value.hi))
    ]
    if not ahead:
        return None
    t, v = ahead[0]
    return Judgement("contradicted", ("direction",), f"{t} {v.raw} against {mine.raw}", (block.msg,))
