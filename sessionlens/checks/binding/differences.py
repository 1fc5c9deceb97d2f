"""Judging a claimed difference: the pairs that its labels allow, what a formula makes of them, and the line that says so."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial

from sessionlens.checks.binding.named import Binding, Pair
from sessionlens.checks.binding.spreads import noisy
from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.evidence.groups import Group
from sessionlens.checks.values.intervals import INF, Interval, claimed
from sessionlens.checks.values.judge import Judgement, number
from sessionlens.model.quantity import Quantity

_BYTES = frozenset(["b", "kb", "mb", "gb", "tb", "kib", "mib", "gib", "tib", "byte", "bytes"])
Compute = Callable[[Interval, Interval, Pair], Iterator[tuple[str, Interval]]]
"""From the intervals of old and new to the readings of the claim: (formula with the numbers left out, value)."""


def settle(
    claim: Claim, quantity: Quantity, binding: Binding, compute: Compute, *, scale: Fraction = Fraction(1), want: Interval | None = None
) -> Judgement:
    """Judges a claimed difference against every way that the labels allow; several ways that disagree leave it open."""
    moved = [way for way in binding.ways if way[0].old.value.point != way[0].new.value.point]
    if moved and len(moved) < len(binding.ways):
        binding = replace(binding, ways=moved)  # what is the same on both sides is not what is said to differ
    tried = [_way(claim, quantity, way, compute, scale, want) for way in binding.ways if not _mixed(way[0])]
    results = [r for r in tried if r is not None]
    if not results:
        return Judgement("unsupported", (), "nothing measured that these labels name")
    verdicts = {r.verdict for r in results}
    crossed = binding.group is not None and binding.group.across == "metric" and not _both_metrics(claim, binding.group)
    if verdicts == {"contradicted"} and (crossed or all(_unlike(way[0]) for way in binding.ways)):
        text = f"not surely what is meant: {results[0].derivation}"
        return Judgement("undecidable", ("ambiguous-binding",), text, results[0].evidence)
    if verdicts == {"supported"} or (len(results) == 1 and (binding.firm or results[0].verdict != "contradicted")):
        return results[0]
    at = tuple(sorted({m for r in results for m in r.evidence}))[-4:]
    if len(results) == 1:
        return Judgement("undecidable", ("ambiguous-binding",), f"not surely what is meant: {results[0].derivation}", at)
    told = list(dict.fromkeys(f"{p.new.name} against {p.old.name}" for way in binding.ways for p in way[:1]))
    names = ", ".join(told[:3]) + (f" and {len(told) - 3} more" if len(told) > 3 else "")
    return Judgement("undecidable", ("ambiguous-binding",), f"several comparisons fit the labels and disagree: {names}", at)


def _both_metrics(claim: Claim, group: Group) -> bool:
    """Whether a claim names two metrics of one config by their own words: "the tail is 3 ms above the median"."""
    return sum(not m.series.measures.isdisjoint(claim.tokens) for _, m in group.named) > 1


def _mixed(pair: Pair) -> bool:
    """Whether two rates are of different things: rows per second are no multiple of megabytes per second."""
    old, new = (side.unit.partition("/")[0].strip().lower() for side in (pair.old, pair.new))
    return pair.old.dimension == "rate" and old != new and bool(old and new) and (old in _BYTES) != (new in _BYTES)


def _unlike(pair: Pair) -> bool:
    """Whether two sides are aggregates of different calls and different numbers of runs: what an agent compares is measured alike."""
    return bool(pair.old.how and pair.new.how) and pair.old.how != pair.new.how and pair.old.msg != pair.new.msg


def _way(claim: Claim, quantity: Quantity, way: list[Pair], compute: Compute, scale: Fraction, want: Interval | None) -> Judgement | None:
    """One choice of old and new: supported if a reading of an aggregate fits, else as the first reading says."""
    first: tuple[Judgement, Pair, str, Interval] | None = None
    for pair in way:
        for formula, value in compute(pair.old.value, pair.new.value, pair):
            scaled = value.times(scale)
            found = number(quantity, scaled, wide=partial(doubtful, pair, compute, formula, scale), want=want)
            if found.verdict == "supported":
                return noisy(claim, explain(found, quantity, pair, formula, scaled, want), pair)
            if (
                first is None
                or (first[0].verdict == "contradicted" and found.verdict == "undecidable")
                or ("marginal" in found.caveats and "direction" in first[0].caveats and first[0].verdict == found.verdict)
            ):
                first = (found, pair, formula, scaled)
    if first is None:
        return None
    found, pair, formula, scaled = first
    return noisy(claim, explain(found, quantity, pair, formula, scaled, want), way[0])


def doubtful(pair: Pair, compute: Compute, formula: str, scale: Fraction) -> Interval | None:
    """What a formula gives with a whole unit of doubt in the last place of each operand; made only for a contradiction."""
    found = next((value for f, value in compute(pair.old.wide, pair.new.wide, pair) if f == formula), None)
    return found.times(scale) if found is not None else None


def explain(found: Judgement, quantity: Quantity, pair: Pair, formula: str, value: Interval, want: Interval | None = None) -> Judgement:
    """The one-line derivation, with as many digits as show why."""
    si = Fraction(quantity.si) or Fraction(1)
    claim = want or claimed(quantity)
    unit = "" if quantity.unit in ("x", "") else f" {quantity.unit}"
    point, lo, hi, low, high = value.point / si, value.lo / si, value.hi / si, claim.lo / si, claim.hi / si
    gap = (hi, low) if hi < low else (high, lo) if high < lo else None
    places = next((n for n in range(3, _DIGITS) if gap is None or _n(gap[0], n) != _n(gap[1], n)), _DIGITS)
    text = (
        f"{formula.format(old=pair.old.show(), new=pair.new.show())} = {_n(point, places)}{unit} "
        f"[{_n(lo, places)}, {_n(hi, places)}], claimed {quantity.raw} [{_n(low, places)}, {_n(high, places)}]: {found.verdict}"
    )
    if found.caveats:
        text += f" ({', '.join(found.caveats)})"
    at = tuple(sorted({pair.old.msg, pair.new.msg} - {0}))
    return replace(found, derivation=text, evidence=at, nodes=tuple(dict.fromkeys(pair.old.nodes + pair.new.nodes)))


_DIGITS = 9
"""Decimals at most that are written out so that two bounds are seen to be apart."""


def _n(value: Fraction, places: int = 3) -> str:
    if value >= INF / 10**9:
        return "inf"
    number = float(value)
    text = f"{number:.{places}f}" if abs(number) >= 0.1 else f"{number:.{places}g}"
    return text.rstrip("0").rstrip(".") if "." in text and "e" not in text else text
