"""Arrows of one message that go opposite ways between the same two things: "0.81 → 0.72 s in the median. The p99 got worse, 48.9 → 72.7 ms"
where the first goes from the old tree to the new one and the second from the new to the old.

Each end of an arrow is bound to a thing of the newest call by its value, or by the median of its rounds.

Example: after "old 9 ms p99 70 ms" and "new 8 ms p99 50 ms", "9 → 8 ms, but the p99 got worse, 50 → 70 ms" has the second one turned round.
"""

import itertools
from collections.abc import Iterator

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.grids import rows
from sessionlens.checks.grids.rows import Block, Value
from sessionlens.checks.values.intervals import aggregates, printed, value_of
from sessionlens.checks.values.judge import Judgement
from sessionlens.model.quantity import Quantity
from sessionlens.text import quantities
from sessionlens.text.regex import regex

_ARROW = regex(r"\s?(?:→|->|=>)\s?")


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """None unless every other arrow of the message between the two goes the other way."""
    turn = evidence.view.turns.get(claim.msg)
    if claim.cell or claim.negated or turn is None or not _ARROW.search(claim.text):
        return None
    own = list(_arrows(claim.text))
    before = turn.message.text[: claim.conclusion.at]
    others = list(_arrows(before))
    if len(own) != 1 or not others:
        return None
    for at, run in rows.lately(claim.msg, 2, evidence):
        for block in rows.of_output(at, run, evidence):
            if len(block.things) != 2 or not block.rounds or (way := _way(own[0], block)) is None:
                continue
            ways = [w for pair in others if (w := _way(pair, block)) is not None]
            if ways and set(ways) == {(way[1], way[0])}:
                a, b = own[0]
                return Judgement("contradicted", ("direction",), f"{a.raw} is of {way[0]}, {b.raw} of {way[1]}: the other way round", (at,))
    return None


def _arrows(text: str) -> Iterator[tuple[Quantity, Quantity]]:
    found = quantities.find(text)
    for a, b in itertools.pairwise(found):
        if a.dimension == b.dimension and _ARROW.fullmatch(text[a.end : b.start]):
            yield a, b


def _way(pair: tuple[Quantity, Quantity], block: Block) -> tuple[str, str] | None:
    """The things that the two ends are of, where they are one each, under one name."""
    found = set()
    for i in range(len(block.names)):
        first, second = ([t for t, lines in block.things.items() if _is(q, [line[i] for line in lines])] for q in pair)
        if len(first) == len(second) == 1 and first != second:
            found.add((first[0], second[0]))
    return found.pop() if len(found) == 1 else None


def _is(q: Quantity, values: list[Value]) -> bool:
    """Whether it is the one value, or the median of several."""
    if q.unit and values[0].unit and values[0].kind != q.dimension:
        return False
    known = [v.value if q.unit and v.unit else v.plain for v in values]
    want = value_of(q) if q.unit and values[0].unit else printed(q.value, q.ulp)
    true = known[0] if len(known) == 1 else dict(aggregates(known))["median"]
    return want.holds(true.point)
