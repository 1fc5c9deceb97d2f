"""Arithmetic of a report: rows of measurements, their means, deltas against a base and whether those can be told from noise.

Everything is recomputed from what the tools printed; a number that the agent wrote is never used.
"""

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from math import floor, log10

from sessionlens.checks.values import noise
from sessionlens.checks.values.intervals import Interval
from sessionlens.model.facts import Measurement
from sessionlens.model.frozen import Record
from sessionlens.text.regex import regex

_DIGITS = regex(r"\d[\d,_']*(?:\.(\d+))?(?:[eE][-+]?\d+)?")


def decimals(raw: str) -> int:
    """Digits after the point in a printed value: "31.94 ms" has 2."""
    found = _DIGITS.search(raw)
    return len(found.group(1) or "") if found else 0


def number(value: float | Fraction, places: int) -> str:
    """A number with that many decimals, thousands apart by a narrow space where there are five digits or more."""
    text = f"{float(value):.{max(0, places)}f}"
    whole, dot, rest = text.lstrip("-").partition(".")
    if len(whole) > 4:
        whole = f"{int(whole):,}".replace(",", "\u202f")
    return ("−" if float(value) < 0 and float(text) != 0 else "") + whole + dot + rest


def signed(value: float | Fraction, places: int) -> str:
    text = number(abs(float(value)), places)
    return ("±" if not text.strip("0.") else "+" if value > 0 else "−") + text


def _digits(share: float) -> int:
    """Decimals for a percentage: none of a large one, and of one far below a per cent as many as show that it is not nothing."""
    small = abs(share)
    if small >= 100:
        return 0
    return 1 if small >= 0.05 or small < 1e-6 else 1 - floor(log10(small))


class Value(Record):
    """What one side of a comparison measured. `single` are its runs where they are known; `interval` is what the printed digits leave
    open; `spread_text` says the spread in words ("sd 0.4", "31.9 to 32.1")."""

    mean: float
    places: int
    unit: str
    n: int | None
    single: tuple[float, ...]
    spread_text: str
    interval: Interval
    sample: noise.Sample | None
    spread: float | None = None

    @property
    def range(self) -> tuple[float, float]:
        """The range of its runs where they are known, else the printed spread to each side, else what the printed digits leave open."""
        if len(self.single) > 1:
            return min(self.single), max(self.single)
        if self.spread is not None:
            return self.mean - self.spread, self.mean + self.spread
        return float(self.interval.lo), float(self.interval.hi)


def told(value: Value) -> str:
    """A value as a cell: with its own decimals and its unit."""
    return f"{number(value.mean, value.places)} {value.unit}".strip()


def _interval(value: float, places: int, exact: bool) -> Interval:
    point = Fraction(Decimal(repr(value)))
    half = Fraction(0) if exact else Fraction(1, 2) / Fraction(10) ** places
    return Interval(point, point - half, point + half)


def _mean(parts: Sequence[Interval]) -> Interval:
    """The mean of several values, with the mean of their lower and that of their upper bounds."""
    point, lo, hi = (sum((getattr(p, side) for p in parts), Fraction(0)) / len(parts) for side in ("point", "lo", "hi"))
    return Interval(point, lo, hi)


def _width(m: Measurement) -> float | None:
    """A printed spread in the value's unit; "rsd" is a percentage of it."""
    return m.spread if m.spread is None or m.spread_kind != "rsd" else abs(m.value) * m.spread / 100


def _counted(m: Measurement) -> bool:
    """Whether a value is exact: a whole number without a unit counts something."""
    return m.exact or (not m.unit and decimals(m.raw) == 0)


def value_of(measured: Sequence[Measurement], aggregate: bool = False) -> Value:
    """One value of the measurements of one row: the last printed aggregate where there is one, else the mean of the single runs.

    `aggregate`: the tool printed a best, a median or a mean of runs that it did not show, so a value is no single run and its n is unknown.
    """
    aggregates = [m for m in measured if m.samples or (m.n or 0) > 1]
    unit = measured[-1].unit
    if aggregates:
        m = aggregates[-1]
        places = decimals(m.raw)
        spread = ""
        if m.spread is not None:
            kind = "" if m.spread_kind in (None, "unknown") else f"{m.spread_kind} "
            spread = f"{kind}{m.spread:.6g}" + (" %" if m.spread_kind == "rsd" else "")
        n = m.n or len(m.samples) or None
        known = {x.id: x.value for x in measured}
        runs = tuple(known[s] for s in m.samples if s in known)
        sample = noise.of_runs(runs) if len(runs) > 1 else noise.of_summary(m.value, m.spread, n, m.spread_kind)
        if not spread and len(runs) > 1:
            spread = f"{number(min(runs), places)} to {number(max(runs), places)}"
        return Value(m.value, places, unit, n, runs, spread, _interval(m.value, places, _counted(m)), sample, _width(m))
    runs = tuple(m.value for m in measured)
    places = max(decimals(m.raw) for m in measured)
    parts = [_interval(m.value, decimals(m.raw), _counted(m)) for m in measured]
    mean = parts[0] if len(parts) == 1 else _mean(parts)
    spread = f"{number(min(runs), places)} to {number(max(runs), places)}" if len(set(runs)) > 1 else ""
    n = None if aggregate and len(runs) == 1 else len(runs)
    return Value(float(mean.point), places, unit, n, runs, spread, mean, noise.of_runs(runs))


class Delta(Record):
    """new against base. `bounds` is what the digits leave open, in per cent. `apart`: True or False where runs allow a 95 % interval,
    None where they do not (a single run, no spread). `interval` is that interval of the ratio; it is empty where `scattered`: the values
    differ so much among themselves that it would reach over powers of ten and say nothing."""

    absolute: str
    percent: str
    bounds: str
    apart: bool | None
    interval: str
    sign: int
    scattered: bool = False


SCATTERED = "the values scatter too much"
_WIDEST = 30
"""The quotient of an interval's ends from which on it says nothing: "-80 to +500 %"."""


def delta(base: Value, new: Value) -> Delta | None:
    """The difference of two values in one unit, None where the base is nothing or the units differ."""
    if base.unit != new.unit or base.mean == 0:
        return None
    places = max(base.places, new.places)
    difference = new.interval.minus(base.interval)
    absolute = f"{signed(difference.point, places)} {new.unit}".strip()
    quotient = new.interval.over(base.interval)
    percent = bounds = ""
    digits = 1
    if quotient is not None:
        share = [float((x - 1) * 100) for x in (quotient.point, quotient.lo, quotient.hi)]
        digits = _digits(share[0])
        percent = f"{signed(share[0], digits)} %"
        if share[2] - share[1] >= max(0.1, abs(share[0]) / 10):
            bounds = f"{signed(share[1], digits)} to {signed(share[2], digits)} %"
    ratio = noise.compare(base.sample, new.sample) if base.sample and new.sample else None
    scattered = ratio is not None and ratio.hi > _WIDEST * ratio.lo
    interval = ""
    if ratio is not None and not scattered:
        interval = f"{signed((ratio.lo - 1) * 100, max(1, digits))} to {signed((ratio.hi - 1) * 100, max(1, digits))} %"
    sign = 1 if difference.point > 0 else -1 if difference.point < 0 else 0
    return Delta(absolute, percent, bounds, ratio.separable if ratio else None, interval, sign, scattered)
