"""What repeated runs can and cannot show.

Welch's interval on logarithms gives the ratio of two sides with 95 % bounds; the smallest effect that would be found four times in five
says what a "no difference" is worth. Written out here, since a dependency of 150 MB for one quantile would cost more than it gives.
Sources: Welch 1947 for the degrees of freedom, Holm 1979, Mann and Whitney 1947.
"""

import math
from collections.abc import Sequence
from functools import cache

from sessionlens.model.quick import quick


@quick
class Sample:
    """One side of a comparison: `mean` and `sd` of the logarithms of `n` runs. `sd` is None where no spread is known."""

    n: int | None
    mean: float
    sd: float | None


@quick
class Ratio:
    """new / old with its 95 % bounds, Welch's degrees of freedom, the two-sided p, and as `detectable` the smallest effect (as a share)
    that would be found 4 times in 5."""

    ratio: float
    lo: float
    hi: float
    df: float
    p: float
    detectable: float

    @property
    def separable(self) -> bool:
        return self.lo > 1 or self.hi < 1


def of_runs(values: Sequence[float]) -> Sample | None:
    """A side from its single runs; None where a logarithm does not exist.

    >>> of_runs([2.0]).sd is None
    True
    """
    if not values or min(values) <= 0:
        return None
    logs = [math.log(v) for v in values]
    n = len(logs)
    mean = sum(logs) / n
    sd = math.sqrt(sum((x - mean) ** 2 for x in logs) / (n - 1)) if n > 1 else None
    return Sample(n, mean, sd)


def of_summary(mean: float, spread: float | None, n: int | None, kind: str | None) -> Sample | None:
    """A side from a printed mean with its "±", whose meaning the parser told: the tools disagree about it.

    A spread of unknown meaning is not used. The standard deviation of the logarithms is the relative one, good to a few
    per cent for the spreads that benchmarks have.
    """
    if mean <= 0:
        return None
    sd: float | None = None
    if spread is not None and n is not None and n > 1:
        if kind == "sd":
            sd = spread / mean
        elif kind == "sem":
            sd = spread / mean * math.sqrt(n)
        elif kind == "rsd":
            sd = spread / 100 * math.sqrt(n)
        elif kind in ("ci95", "ci99.9"):
            sd = spread / mean * math.sqrt(n) / t_quantile(0.975 if kind == "ci95" else 0.9995, n - 1)
    return Sample(n, math.log(mean), sd)


def compare(old: Sample, new: Sample, confidence: float = 0.95) -> Ratio | None:
    """Welch's interval for new / old; None where a side is a single run or has no spread."""
    if old.sd is None or new.sd is None or not old.n or not new.n or old.n < 2 or new.n < 2:
        return None
    a, b = old.sd**2 / old.n, new.sd**2 / new.n
    difference, error = new.mean - old.mean, math.sqrt(a + b)
    if error == 0:
        ratio = math.exp(difference)
        return Ratio(ratio, ratio, ratio, math.inf, 0.0 if difference else 1.0, 0.0)
    df = (a + b) ** 2 / (a**2 / (old.n - 1) + b**2 / (new.n - 1))
    t = t_quantile(0.5 + confidence / 2, df)
    p = 2 * (1 - t_cdf(abs(difference) / error, df))
    detectable = math.exp((t + t_quantile(0.8, df)) * error) - 1
    return Ratio(math.exp(difference), math.exp(difference - t * error), math.exp(difference + t * error), df, p, detectable)


def paired(old: Sequence[float], new: Sequence[float], confidence: float = 0.95) -> Ratio | None:
    """The same for runs that alternated (old, new, old, new, ...): each pair shares its moment, so drift cancels."""
    if len(old) != len(new) or len(old) < 2 or min(*old, *new) <= 0:
        return None
    logs = of_runs([b / a for a, b in zip(old, new, strict=True)])
    if logs is None or logs.sd is None:
        return None
    error, df = logs.sd / math.sqrt(len(old)), len(old) - 1
    t = t_quantile(0.5 + confidence / 2, df)
    p = 2 * (1 - t_cdf(abs(logs.mean) / error, df)) if error else (1.0 if logs.mean == 0 else 0.0)
    detectable = math.exp((t + t_quantile(0.8, df)) * error) - 1
    return Ratio(math.exp(logs.mean), math.exp(logs.mean - t * error), math.exp(logs.mean + t * error), df, p, detectable)


def holm(values: Sequence[float]) -> tuple[float, ...]:
    """P-values of one table, corrected together, in their order.

    >>> holm([0.01, 0.04])
    (0.02, 0.04)
    """
    order = sorted(range(len(values)), key=lambda i: values[i])
    out, worst = [0.0] * len(values), 0.0
    for rank, i in enumerate(order):
        worst = max(worst, min(1.0, (len(values) - rank) * values[i]))
        out[i] = worst
    return tuple(out)


def least_p(m: int, n: int) -> float:
    """The least two-sided p that a Mann-Whitney test of m against n runs can reach: 0.1 for three against three, which is why such a
    test is never evidence of no effect.

    >>> least_p(3, 3)
    0.1
    """
    return min(1.0, 2 / math.comb(m + n, m))


def t_quantile(p: float, df: float) -> float:
    """Quantile of Student's distribution for p > 0.5, to nine digits."""
    return _quantile(round(p, 6), round(df, 6) if math.isfinite(df) else 1e9)


@cache
def _quantile(p: float, df: float) -> float:
    """By Newton's steps, which never pass the root from its left since the function is concave there; a step that leaves the bracket
    halves it instead."""
    scale = math.exp(math.lgamma((df + 1) / 2) - math.lgamma(df / 2)) / math.sqrt(df * math.pi)
    lo, hi, t = 0.0, math.inf, 1.0
    for _ in range(80):
        off = t_cdf(t, df) - p
        lo, hi = (lo, t) if off > 0 else (t, hi)
        new = t - off / (scale * math.pow(1 + t * t / df, -(df + 1) / 2))
        if not lo <= new <= hi:
            new = (lo + hi) / 2 if hi < math.inf else 2 * lo
        if abs(new - t) <= 1e-11 * t:
            return new
        t = new
    return t


def t_cdf(t: float, df: float) -> float:
    """Student's distribution function for t >= 0, through the incomplete beta function."""
    if not math.isfinite(df) or df > 1e7:
        return 0.5 * (1 + math.erf(t / math.sqrt(2)))
    return 1 - 0.5 * _beta(df / 2, 0.5, df / (df + t * t))


def _beta(a: float, b: float, x: float) -> float:
    """Regularised incomplete beta function, by its continued fraction (Lentz)."""
    if x <= 0 or x >= 1:
        return min(max(x, 0.0), 1.0)
    front = math.exp(math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x))
    if x < (a + 1) / (a + b + 2):
        return front * _fraction(a, b, x) / a
    return 1 - front * _fraction(b, a, 1 - x) / b


def _fraction(a: float, b: float, x: float) -> float:
    tiny = 1e-300
    c, d = 1.0, 1 / max(abs(1 - (a + b) * x / (a + 1)), tiny) * math.copysign(1, 1 - (a + b) * x / (a + 1))
    h = d
    for m in range(1, 300):
        for step in (m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)), -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))):
            d = 1 / ((1 + step * d) or tiny)
            c = (1 + step / c) or tiny
            h *= d * c
        if abs(d * c - 1) < 1e-14:
            break
    return h
