"""Delta: "adds 5.7 s", "saves 10 s", "cut from A to B". new - old, and both ends where the claim gives them."""

from collections.abc import Iterator
from fractions import Fraction

from sessionlens.checks import slips
from sessionlens.checks.binding import Binding, Pair, compare
from sessionlens.checks.claim import Claim
from sessionlens.checks.evidence import Evidence
from sessionlens.checks.intervals import Interval
from sessionlens.checks.judge import Judgement
from sessionlens.checks.operands import Compute, Stated, ground, settle, stated
from sessionlens.checks.restated import estimated
from sessionlens.checks.sense import Sense, sense
from sessionlens.checks.words import word_set
from sessionlens.model.quantity import Quantity
from sessionlens.model.words import ClaimKind

KIND: ClaimKind = "delta"
_DIMENSIONS = ("time", "size", "rate", "power", "temperature")
_CUES = word_set(
    "adds add added adding costs cost saves save saved saving overhead extra slower faster more less fewer better worse longer shorter higher "
    "lower larger smaller bigger reduces reduced reduction cut cuts gain gained gains lost loses shaves shaved drop dropped penalty increase "
    "increases increased"
)


def find(claim: Claim) -> tuple[Quantity | None, Stated | None]:
    """The claimed difference and the stated operands; a difference is a quantity that is no operand."""
    operands = stated(claim)
    ends = (operands.old, operands.new) if operands else ()
    for q in claim.quantities:
        if q not in ends and (q.dimension in _DIMENSIONS or (q.dimension in ("number", "count") and q.signed)):
            return q, operands
    return None, operands


def recognise(claim: Claim) -> float:
    if not claim.quantities:
        return 0.0
    quantity, operands = find(claim)
    if operands is not None:
        return 0.56
    if quantity is None:
        return 0.0
    if quantity.signed and quantity.dimension in _DIMENSIONS:
        return 0.56
    return 0.55 if claim.words & _CUES and not claim.cell else 0.0


def judge(claim: Claim, evidence: Evidence) -> Judgement:
    quantity, operands = find(claim)
    pair = None
    if operands is not None:
        pair, missing = ground(claim, operands, evidence)
        if pair is None:
            return missing or Judgement("unsupported")
        if quantity is None or quantity.dimension != operands.new.dimension:
            return _both_ends(claim, operands, pair)
    if quantity is None:
        return Judgement("undecidable")
    direction = sense(claim, quantity)
    if pair is not None:
        found = settle(claim, quantity, Binding([[pair]]), readings(direction, quantity))
        return slips.diagnose(found, quantity, pair, Fraction(0))
    binding = compare(claim, evidence, frozenset((quantity.dimension,)))
    if not binding.ways:
        return estimated(claim, quantity, evidence)
    found = settle(claim, quantity, binding, readings(direction, quantity))
    return slips.diagnose(found, quantity, next(binding.pairs), Fraction(0)) if binding.unique else found


def _both_ends(claim: Claim, operands: Stated, pair: Pair) -> Judgement:
    at = tuple(sorted({pair.old.msg, pair.new.msg} - {0}))
    text = f"{operands.old.raw} printed in msg {pair.old.msg}, {operands.new.raw} in msg {pair.new.msg}"
    return Judgement("supported", (), text, at, pair.old.nodes + pair.new.nodes)


def readings(direction: Sense, quantity: Quantity) -> Compute:
    def compute(old: Interval, new: Interval, pair: Pair) -> Iterator[tuple[str, Interval]]:
        rate = pair.new.dimension == "rate" or pair.new.direction == "higher"
        grown, shrunk = ("{new} - {old}", new.minus(old)), ("{old} - {new}", old.minus(new))
        if quantity.signed or direction is Sense.MORE:
            yield grown
        elif direction is Sense.LESS:
            yield shrunk
        elif direction is Sense.SLOWER:
            yield shrunk if rate else grown
        elif direction is Sense.FASTER:
            yield grown if rate else shrunk
        else:
            yield grown if new.point >= old.point else shrunk

    return compute
