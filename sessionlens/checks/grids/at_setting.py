"""A value at a setting given as a number, whose own line has another: "3.4 ms at 64 clients" under "clients=64 4.1 ms".

The setting's line must be the only one with that number, all its values of that dimension must differ, and the claimed number must stand
nowhere in the last outputs: then no reading of the clause has it.

Example: after "depth=8 peak 14.2 MB" and "depth=32 peak 51.9 MB" the clause "14.2 MB at depth 8, 49.1 MB at depth 32" is wrong for 32.
"""

from itertools import islice

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import stem, tokens, word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.grids import called, rows
from sessionlens.checks.grids.rows import Block, Value
from sessionlens.checks.values.intervals import claimed
from sessionlens.checks.values.judge import Judgement
from sessionlens.model.quantity import Quantity
from sessionlens.text.regex import regex

_AT = regex(
    r"(?: (?:of )?[a-z]+){0,2} (?:with|at|for|under|on|in|using) (?:a |an |the |only )?(?P<before>[a-z]{3,} )?"
    r"(?P<n>\d[\d,]*)(?![\d.]|\s?%)(?: (?P<noun>[a-z]{3,}))?"
)
_DERIVED = word_set(
    "more less fewer faster slower smaller larger than saves saved save gap difference gains lost adds added extra apart vs against versus"
    " together total sum improvement reduction drop dropped rose fell increase decrease expected predicted would should not never"
)
_CALLS, _BACK, _LATELY = 3, 3, 30
_NEAR = 2


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """None unless a setting's own line has another value than the one that stands before the setting."""
    if claim.cell or not claim.words.isdisjoint(_DERIVED):
        return None
    for q in claim.quantities:
        at = _AT.match(claim.low, q.end) if q.dimension in ("time", "size", "rate") and not q.hedge else None
        if at is not None and (found := _otherwise(claim, q, at["n"], at["before"] or at["noun"] or "", evidence)) is not None:
            return found
    return None


def _otherwise(claim: Claim, q: Quantity, setting: str, noun: str, evidence: Evidence) -> Judgement | None:
    digits = q.raw.split(" ")[0].replace(",", "")
    if sum(map(str.isdigit, digits)) < _NEAR or next(islice(evidence.printed_numbers(digits, claim.msg, _LATELY), 1), None) is not None:
        return None
    number = regex(rf"(?<![\w.])(?:{setting}|{setting.replace(',', '')})(?![\w.])")
    for at, run in rows.lately(claim.msg, _CALLS, evidence):
        if claim.msg - at > _BACK:
            return None
        for block in rows.of_output(at, run, evidence):
            things = [t for t in block.things if number.search(t)]
            values = _values(claim, q, things[0], block) if len(things) == 1 and len(block.things) > 1 else []
            if not values or (noun and tokens(things[0]).isdisjoint({noun.strip(), stem(noun.strip())} | claim.tokens)):
                continue
            want = claimed(q)
            ratios = [v.value.point / want.point for v in values if want.point]
            if any(want.touches(v.value) for v in values) or not any(1 / _NEAR < r < _NEAR for r in ratios):
                return None
            text = f"{things[0]}: {', '.join(v.raw for v in values)} printed, claimed {q.raw}: contradicted"
            return Judgement("contradicted", (), text, (at,))
    return None


def _values(claim: Claim, q: Quantity, thing: str, block: Block) -> list[Value]:
    """What the lines of a thing have of a claimed number's dimension; of the metric that the clause names, where it names one."""
    places = called.metrics(claim, block, block.words[thing]) or range(len(block.names))
    return [line[i] for line in block.things[thing] for i in places if line[i].unit and line[i].kind == q.dimension]
