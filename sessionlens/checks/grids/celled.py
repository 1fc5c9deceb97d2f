"""Values that the rows of the last calls give to another thing: "the new build's p99 is 9.7 ms" where that is the old one's, "39 are open
and 411 failed" the wrong way round, "the median is 96 ms" of a run that is not in the middle.

The thing and the value are named, and the number is there, in another place.

Example: after "old p99 9.7 ms" and "new p99 11.2 ms" the sentence "p99 of the new one is 9.7 ms" has the old one's.
"""

from collections.abc import Iterator

from sessionlens.checks.binding.mention import place
from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import AGGREGATE, word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.grids import called, rows
from sessionlens.checks.grids.rows import Block, Value
from sessionlens.checks.values.intervals import aggregates, printed, value_of
from sessionlens.checks.values.judge import Judgement
from sessionlens.model.quantity import Quantity
from sessionlens.text.regex import regex

_DERIVED = word_set(
    "more less fewer faster slower smaller larger than from saves saved save gap difference gains lost adds added extra apart vs against"
    " versus together total sum per by improvement reduction drop dropped rose fell increase decrease was were before"
)
_ARROW = regex(r"->|→|=>|\bto\b.*\d|[+−]\d|(?<!\w)-\d")
_CALLS = 2
_LEAST = 2


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """None unless the newest call with the thing has the number in another place only."""
    asked = [q for q in claim.quantities if q.dimension in ("time", "size", "rate", "count", "number") and not q.hedge]
    if (
        claim.cell
        or claim.negated
        or not asked
        or len(asked) != len(claim.quantities)
        or claim.words & _DERIVED
        or _ARROW.search(claim.low)
    ):
        return None
    digits = [q.raw.split(" ")[0] for q in asked]
    for block in _blocks(claim, digits, evidence) if len(asked) < 3 else ():
        named = called.things(claim, block, evidence)
        if len(asked) == 1 and len(named) == 1 and _digits(asked[0]) > _LEAST:
            found = _of_another(claim, asked[0], next(iter(named)), block)
        else:
            found = _crossed(claim, asked, named, block) if len(asked) == len(named) == 2 else None
        if found is not None:
            return found
    return None


def _blocks(claim: Claim, digits: list[str], evidence: Evidence) -> Iterator[Block]:
    for at, run in rows.lately(claim.msg, _CALLS, evidence):
        if claim.msg - at > _CALLS:
            return
        if all(d in run.call.output for d in digits) and any(len(d) > 1 for d in digits):
            yield from (b for b in rows.of_output(at, run, evidence) if len(b.things) > 1 and b.rounds)


def _digits(q: Quantity) -> int:
    return sum(map(str.isdigit, q.raw.split(" ")[0]))


def _is(q: Quantity, value: Value) -> bool:
    """Whether a claimed number is a printed one, or that one rounded."""
    if q.unit and value.unit:
        return value_of(q).holds(value.value.point)
    return printed(q.value, q.ulp).holds(value.plain.point) and not (q.unit and not value.unit and q.dimension == "size")


def _of_another(claim: Claim, q: Quantity, thing: str, block: Block) -> Judgement | None:
    metrics = [0] if len(block.names) == 1 else called.metrics(claim, block, block.words[thing])
    if len(metrics) != 1:
        return None
    i, how = metrics[0], next((AGGREGATE[w] for w in claim.low.split() if w in AGGREGATE), "")
    own = [line[i] for line in block.things[thing]]
    if q.unit and own[0].unit and own[0].kind != q.dimension:
        return None
    if block.rounds == 1:
        others = [t for t, lines in block.things.items() if t != thing and _is(q, lines[0][i])]
        if len(others) != 1 or any(_is(q, v) for v in block.things[thing][0]):
            return None
        return Judgement("contradicted", (), f"{own[0].raw} of {thing}; {q.raw} is of {others[0]}", (block.msg,))
    if how not in ("median", "mean", "min", "max") or block.rounds < 3 or how in block.names[i]:
        return None
    true = dict(aggregates([v.value if q.unit and v.unit else v.plain for v in own]))[how]
    if not claim.words.isdisjoint(("best", "worst")) and how in ("min", "max") and own[0].kind != "time":
        return None
    want = value_of(q) if q.unit and own[0].unit else printed(q.value, q.ulp)
    if true.touches(want) or not any(_is(q, v) for v in own):
        return None
    shown = ", ".join(v.raw for v in own[:7])
    return Judgement("contradicted", (), f"{how} of {shown} is not {q.raw}", (block.msg,))


def _crossed(claim: Claim, asked: list[Quantity], named: dict[str, int], block: Block) -> Judgement | None:
    """Two numbers and two things, the numbers being theirs the other way round."""
    one, other = named
    only = block.words[one] - block.words[other], block.words[other] - block.words[one]
    at = [place(claim, words & claim.tokens) if words & claim.tokens else 10**6 for words in only]
    first, second = (one, other) if at[0] < at[1] else (other, one)
    if block.rounds != 1 or len(block.names) != 1 or at[0] == at[1] or called.far(max(at)):
        return None
    a, b = block.things[first][0][0], block.things[second][0][0]
    right = _is(asked[0], a) or _is(asked[1], b)
    if right or not (_is(asked[0], b) and _is(asked[1], a)):
        return None
    return Judgement("contradicted", (), f"{first} {a.raw}, {second} {b.raw}: the other way round", (block.msg,))
