"""Two of the lines just printed, whatever printed them: "the relay takes 2.4x as long as the sensor" below "sensor 118s" and "relay 283s".

Only where the lines have one value each (`grids.rows`) and the clause names two of them in full. What a line measures nobody says, so that
such a pair bears a statement out and refutes none. The lines may also be what a sum is of: "the three stages take 9.4 s together".
"""

from collections.abc import Iterator

from sessionlens.checks.binding.mention import is_based, is_of, place
from sessionlens.checks.binding.named import Binding, Pair
from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import COUNTS
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.grids.rows import Block, Value, lately, of_output
from sessionlens.checks.values.intervals import Interval, exact
from sessionlens.checks.values.judge import Judgement, number
from sessionlens.checks.values.series import Side
from sessionlens.model.quantity import Quantity
from sessionlens.text.regex import regex

_CALLS, _BACK = 2, 2
_TWO = 2
_SO_MANY = regex(rf"\b(?:the|these|those|all) (?P<n>\d{{1,2}}|{'|'.join(COUNTS)}) [a-z]{{3,}}s\b")


def between(claim: Claim, evidence: Evidence, dimensions: frozenset[str] = frozenset()) -> Binding:
    """The two lines that a clause names, the one compared against first; no way where it names others or fewer."""
    if not claim.cell:
        for block in _blocks(claim, evidence):
            named = [(place(claim, words), thing) for thing, words in block.words.items() if words and words <= claim.tokens]
            values = [block.things[thing][0][0] for _, thing in named]
            if len(named) != _TWO or values[0].kind != values[1].kind or (dimensions and values[0].kind not in dimensions):
                continue
            sides = [(at, _side(thing, value, block.msg)) for (at, thing), value in zip(named, values, strict=True)]
            sides.sort(key=lambda pair: pair[0])
            based = [s for at, s in sides if is_based(claim, at) or is_of(claim, at)]
            old = based[0] if len(based) == 1 else sides[1][1]
            new = next(s for _, s in sides if s is not old)
            return Binding([[Pair(old, new, "rows")]], None, firm=False)
    return Binding()


def together(claim: Claim, quantity: Quantity, evidence: Evidence) -> Judgement | None:
    """The sum of all lines, where the clause says how many they are; None where that is not the sum."""
    said = _SO_MANY.search(claim.low)
    if said is None or claim.cell:
        return None
    n = COUNTS.get(said["n"]) or int(said["n"])
    for block in _blocks(claim, evidence):
        values = [rows[0][0] for rows in block.things.values()]
        if len(values) != n or {v.kind for v in values} != {quantity.dimension}:
            continue
        total: Interval = exact(0)
        for v in values:
            total = total.plus(v.value)
        found = number(quantity, total)
        if found.verdict == "supported":
            text = f"{' + '.join(v.raw for v in values)}, claimed {quantity.raw}: supported"
            return Judgement("supported", found.caveats, text, (block.msg,))
    return None


def _blocks(claim: Claim, evidence: Evidence) -> Iterator[Block]:
    """The blocks of the last calls that have one value a line and no rounds."""
    for at, run in lately(claim.msg, _CALLS, evidence):
        if claim.msg - at > _BACK:
            return
        yield from (b for b in of_output(at, run, evidence) if len(b.names) == 1 and len(b.things) > 1 and b.rounds == 1)


def _side(thing: str, value: Value, msg: int) -> Side:
    way = "lower" if value.kind == "time" else "higher" if value.kind == "rate" else "unknown"
    return Side(thing, value.value, value.value, "", 1, None, msg, (), value.kind, way, value.unit)
