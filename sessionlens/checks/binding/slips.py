"""The likely slip behind a contradicted number.

Named only if exactly one fits point for point; it never turns a contradiction into a pass.
"""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from sessionlens.checks.binding.named import Pair
from sessionlens.checks.values.intervals import claimed
from sessionlens.checks.values.judge import Judgement
from sessionlens.model.quantity import Quantity


def diagnose(found: Judgement, quantity: Quantity, pair: Pair, scale: Fraction) -> Judgement:
    """Adds "probably ..." to the derivation of a contradiction."""
    if found.verdict != "contradicted" or not quantity.value:
        return found
    want = claimed(quantity)
    size = abs(want.point)
    half = max((want.hi - want.lo) / 2, Fraction(1, 10**12))
    fits = [name for name, value in _slips(pair, scale) if abs(abs(value) - size) <= half]
    if len(set(fits)) != 1:
        return found
    return replace(found, derivation=f"{found.derivation}; probably {fits[0]}")


def _slips(pair: Pair, scale: Fraction) -> Iterator[tuple[str, Fraction]]:
    old, new = pair.old.value.point, pair.new.value.point
    if scale == 100 and old and new:
        yield "divided by the new value", (new - old) / new * 100
        yield "the plain difference, not a percentage", new - old
        yield "the ratio, not the change", new / old * 100
        yield "a factor 1000 off", (new / old - 1) * 100000
    elif scale == 1 and old and new:
        yield "the reciprocal", new / old
        yield "the change, not the ratio", old / new - 1
        yield "the change, not the ratio", new / old - 1
    elif scale == 0:
        yield "a unit slip (factor 1000)", (new - old) * 1000
        yield "a unit slip (factor 1000)", (new - old) / 1000
        yield "a unit slip (1024 for 1000)", (new - old) * Fraction(1024, 1000)
        yield "one side alone", new
        yield "one side alone", old
