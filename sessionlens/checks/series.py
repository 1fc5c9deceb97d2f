"""Measurements as evidence: intervals of what was printed, gathered into series and batches.

A *series* is everything measured under one config and metric; a *batch* is what one tool call printed of it. Repeated runs inside a
batch are aggregated here (median, mean, minimum, maximum), since agents report those and tools print the single runs.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, lru_cache

from sessionlens.checks import noise
from sessionlens.checks.intervals import Interval
from sessionlens.checks.printouts import Point, dimension, plain, point, unit_of
from sessionlens.checks.words import tokens
from sessionlens.model.facts import Measurement
from sessionlens.model.quick import quick
from sessionlens.text import units

_UNIT = re.compile(r"(?:^|[_ (.])(seconds|secs|sec|ms|us|ns|millis|bytes|kb|mb|kib|mib)\)?$", re.I)
_REPEATS = re.compile(r"\b(\d+)\s*(?:iterations?|runs?|samples?|rounds?|repeats?|reps?)\b", re.I)
_PER_SECOND = re.compile(r"\b(?:req\w*|ops|queries|transactions|messages|rows|events)(?:/s(?:ec)?\b| per second)|^tps\b", re.I)
_MEAN = re.compile(r"\b(?:avg|mean|average)\b", re.I)


@quick
@dataclass(frozen=True, slots=True)
class Side:
    """One side of a comparison: a single value, or an aggregate of a batch that `how` names ("median of 5")."""

    name: str
    value: Interval
    wide: Interval
    how: str
    n: int | None
    sample: noise.Sample | None
    msg: int
    nodes: tuple[str, ...]
    dimension: str
    direction: str
    unit: str
    runs: tuple[float, ...] = ()

    def show(self) -> str:
        return f"{plain(self.value.point, self.unit)}" + (f" ({self.how})" if self.how else "")


@dataclass
class Batch:
    """What one tool call printed of a series, in the order of printing."""

    msg: int
    part: int
    facts: list[Measurement] = field(default_factory=list)

    @cached_property
    def points(self) -> list[Point]:
        """The exact intervals, made when first asked for: most batches never are."""
        return [point(m) for m in self.facts]

    @cached_property
    def rough(self) -> list[float]:
        """The values of `sides` as floats in base units, in no order: enough to rule a batch out."""
        factor = float(unit_of(self.facts[0].unit)[1]) if self.facts[0].unit else 1.0
        values = [m.value * factor for m in self.facts]
        lone = sorted(m.value * factor for m in self.facts if not m.samples)
        if len(lone) > 1:
            n = len(lone)
            values = [lone[0], lone[-1], sum(lone) / n, lone[n // 2] if n % 2 else (lone[n // 2 - 1] + lone[n // 2]) / 2]
            values += [m.value * factor for m in self.facts if m.samples]
        return values

    @cached_property
    def singles(self) -> list[Point]:
        """The points without those that aggregate others."""
        lone = [p for p in self.points if not p.fact.samples]
        return lone or self.points

    @cached_property
    def sides(self) -> tuple[Side, ...]:
        """All readings of the batch: a printed aggregate or the only value first, then what can be computed from its runs."""
        printed_ones = [p for p in self.points if p.fact.samples]
        out = [self._printed(p) for p in printed_ones]
        if len(self.singles) == 1 and not printed_ones:
            return (self._printed(self.singles[0]),)
        if len(self.singles) > 1:
            out += list(self._computed())
        return tuple(out)

    def _printed(self, p: Point) -> Side:
        m = p.fact
        repeats = _REPEATS.search(m.metric)
        n = m.n or (int(repeats[1]) if repeats else None)
        if n is None and not (_MEAN.search(m.metric) or m.samples):
            n = 1
        sample = noise.of_summary(m.value, m.spread, n, m.spread_kind) if m.value > 0 else None
        return Side(m.config or m.metric, p.value, p.wide, "", n, sample, m.msg, (m.id,), dimension(m), m.direction, m.unit)

    def _computed(self) -> Iterator[Side]:
        points = self.singles
        m, n = points[0].fact, len(points)
        runs = tuple(float(p.value.point) for p in points)
        sample = noise.of_runs(runs)
        ids = tuple(p.fact.id for p in points)
        for how, value, wide in aggregates(points):
            yield Side(m.config or m.metric, value, wide, f"{how} of {n}", n, sample, m.msg, ids, dimension(m), m.direction, m.unit, runs)


@dataclass
class Series:
    """All batches of one config and metric, oldest first, with the words that name them.

    `named` are the config's words, `measures` the metric's, `around` those of the labels and the command.
    """

    config: str
    metric: str
    dimension: str
    unit: str
    direction: str
    named: frozenset[str]
    measures: frozenset[str]
    around: frozenset[str]
    batches: list[Batch] = field(default_factory=list)

    @cached_property
    def all_words(self) -> frozenset[str]:
        return self.named | self.measures | self.around

    @cached_property
    def variants(self) -> list[tuple[frozenset[str], list[Batch]]]:
        """Its batches by the words in which their commands differ, where every batch came of another command (`MODE=a ./run`, then
        `MODE=b ./run`): then the command is what names the config."""
        words = [tokens(b.facts[0].command or "") for b in self.batches]
        if len(set(words)) < 2 or any(len(b.facts) > 1 for b in self.batches):
            return []
        common = frozenset.intersection(*words)
        found: dict[frozenset[str], list[Batch]] = {}
        for w, batch in zip(words, self.batches, strict=True):
            found.setdefault(w - common, []).append(batch)
        return list(found.items()) if len(found) > 1 and all(found) else []

    def before(self, msg: int) -> list[Batch]:
        """The batches that stood before message `msg`."""
        if self.batches[-1].msg < msg:
            return self.batches
        return [b for b in self.batches if b.msg < msg]

    def begun(self, msg: int) -> bool:
        """Whether anything of it stood before message `msg`."""
        return self.batches[0].msg < msg


def aggregates(points: list[Point]) -> Iterator[tuple[str, Interval, Interval]]:
    """Median, mean, minimum and maximum of several printed values, as intervals. The bounds of an order statistic are the order
    statistics of the bounds."""
    for how in ("median", "mean", "min", "max"):
        yield how, _fold(how, [p.value for p in points]), _fold(how, [p.wide for p in points])


def _fold(how: str, values: list[Interval]) -> Interval:
    return Interval(*(_pick(how, sorted(xs)) for xs in zip(*((v.point, v.lo, v.hi) for v in values), strict=True)))


def _pick(how: str, ordered: list[Fraction]) -> Fraction:
    n = len(ordered)
    if how == "min":
        return ordered[0]
    if how == "max":
        return ordered[-1]
    if how == "mean":
        return sum(ordered, Fraction(0)) / n
    return ordered[n // 2] if n % 2 else (ordered[n // 2 - 1] + ordered[n // 2]) / 2


def gather(measurements: Iterable[Measurement]) -> list[Series]:
    """Series of a session, in order of first appearance."""
    found: dict[tuple[str, str, str], Series] = {}
    last_of: Measurement | None = None
    for m in measurements:
        kind = dimension(m)
        if last_of is not None and last_of.metric != m.metric and _continues(last_of, m):
            m = m.model_copy(update={"metric": last_of.metric})
        last_of = m
        if not m.unit and (unit := _suffix(m.metric)):
            m = m.model_copy(update={"unit": unit})
            kind = dimension(m)
        key = (m.config, m.metric, kind)
        series = found.get(key)
        if series is None:
            around = tokens(" ".join(m.labels)) | tokens(m.command or "")
            series = Series(m.config, m.metric, kind, m.unit, m.direction, tokens(m.config), _measures(m.metric), around)
            found[key] = series
        last = series.batches[-1] if series.batches else None
        if last is None or (last.msg, last.part) != (m.msg, m.part):
            last = Batch(m.msg, m.part)
            series.batches.append(last)
        last.facts.append(m)
    return list(found.values())


@lru_cache(maxsize=2048)
def _suffix(metric: str) -> str:
    """The unit that a metric's name ends in where none was printed: "total_seconds", "time_ms", "size (bytes)"."""
    match = _UNIT.search(metric)
    return units.normal(match[1]) if match else ""


@lru_cache(maxsize=4096)
def _measures(metric: str) -> frozenset[str]:
    """The words of a metric, with the everyday words for what tools call resident set (memory) and I refs (instructions)."""
    words = tokens(metric)
    if _PER_SECOND.search(metric):
        words |= {"throughput"}
    if words & {"resident", "rss", "maxrss"}:
        words |= {"memory", "rss"}
    return words | {"instruction"} if "ref" in words and words & {"i", "ir"} else words


def _continues(before: Measurement, m: Measurement) -> bool:
    """Whether a value without a name of its own stands directly behind another of the same unit: "cold 10.1s 10.2s 10.0s"."""
    same = (before.msg, before.part, before.config, before.unit) == (m.msg, m.part, m.config, m.unit)
    return same and m.metric in ("value", "") and 0 <= m.span.start - before.span.end <= 4
