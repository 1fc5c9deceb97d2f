"""Measurements as evidence: intervals of what was printed, gathered into series and batches.

A *series* is everything measured under one config and metric; a *batch* is what one tool call printed of it. Repeated runs inside a
batch are aggregated here (median, mean, minimum, maximum), since agents report those and tools print the single runs.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, partial

from sessionlens.checks.claims.words import percentiles, tokens
from sessionlens.checks.values import noise
from sessionlens.checks.values.intervals import Interval, aggregates
from sessionlens.checks.values.printouts import Point, decimals, dimension, plain, point, unit_of
from sessionlens.model.facts import Measurement
from sessionlens.model.quick import quick
from sessionlens.text import units
from sessionlens.text.regex import regex

_UNIT = regex(r"(?:^|[_ (.])(seconds|secs|sec|ms|us|ns|millis|bytes|kb|mb|kib|mib)\)?$", re.I)
_REPEATS = regex(r"\b(\d+)\s*(?:iterations?|runs?|samples?|rounds?|repeats?|reps?)\b", re.I)
_PER_SECOND = regex(r"\b(?:req\w*|ops|queries|transactions|messages|rows|events)(?:/s(?:ec)?\b| per second)|^tps\b", re.I)
_QUANTILES = regex(r"p\d|\d\s?%|\dth\b|percentile", re.I)
_TURN = regex(r"\s*\b(?:run|round|iteration|iter|rep|repeat|try|trial|attempt|pass)[ =#:_-]{0,2}\d{1,3}\b", re.I)
"""Which of several runs a value is of: that is no configuration."""
_NAMELESS = ("value", "")
_MEAN = regex(r"\b(?:avg|mean|average)\b", re.I)


@quick
class Side:
    """One side of a comparison: a single value, or an aggregate of a batch that `how` names ("median of 5"). `runs` are the batch's single
    values and `places` where the call printed them, both in order."""

    name: str
    value: Interval
    doubt: Interval | Callable[[], Interval]
    how: str
    n: int | None
    sample: noise.Sample | None
    msg: int
    nodes: tuple[str, ...]
    dimension: str
    direction: str
    unit: str
    runs: tuple[float, ...] = ()
    places: tuple[tuple[int, int], ...] = ()

    @property
    def wide(self) -> Interval:
        """The value with a whole unit of doubt in each last place; of printed values made when asked for, which is seldom."""
        return self.doubt if isinstance(self.doubt, Interval) else self.doubt()

    def show(self) -> str:
        return f"{plain(self.value.point, self.unit)}" + (f" ({self.how})" if self.how else "")


class Batch:
    """What one tool call printed of a series, in the order of printing. Everything else is made when first asked for: of most batches
    nothing ever is."""

    __slots__ = ("_points", "_rough", "_sides", "facts", "msg", "part")

    def __init__(self, msg: int, part: int) -> None:
        self.msg, self.part = msg, part
        self.facts: list[Measurement] = []
        self._points: list[Point] | None = None
        self._rough: list[float] | None = None
        self._sides: tuple[Side, ...] | None = None

    @property
    def points(self) -> list[Point]:
        """The exact intervals."""
        if self._points is None:
            places = decimals(self.facts) if len(self.facts) > 1 else 0
            self._points = [point(m, places) for m in self.facts]
        return self._points

    @property
    def rough(self) -> list[float]:
        """The values of `sides` as floats in base units, in no order: enough to rule a batch out."""
        if self._rough is None:
            values = [m.value * _factor(m.unit) for m in self.facts]
            if len(values) > 1:
                lone = sorted([value for value, m in zip(values, self.facts, strict=True) if not m.samples])
                n = len(lone)
                if n > 1:
                    values = [value for value, m in zip(values, self.facts, strict=True) if m.samples]
                    values += [lone[0], lone[-1], sum(lone) / n, lone[n // 2] if n % 2 else (lone[n // 2 - 1] + lone[n // 2]) / 2]
            self._rough = values
        return self._rough

    @property
    def singles(self) -> list[Point]:
        """The points without those that aggregate others."""
        lone = [p for p in self.points if not p.fact.samples]
        return lone or self.points

    @property
    def sides(self) -> tuple[Side, ...]:
        """All readings of the batch: a printed aggregate or the only value first, then what can be computed from its runs."""
        if self._sides is None:
            single, out = self.singles, [of_point(p) for p in self.points if p.fact.samples]
            if len(single) == 1 and not out:
                out = [of_point(single[0])]
            elif len(single) > 1:
                out += _computed(single)
            self._sides = tuple(out)
        return self._sides


def of_point(p: Point) -> Side:
    """One printed value as a side."""
    m = p.fact
    n = m.n
    if not n:
        repeats = _REPEATS.search(m.metric)
        n = int(repeats[1]) if repeats else None if m.samples or _MEAN.search(m.metric) else 1
    sample = noise.of_summary(m.value, m.spread, n, m.spread_kind) if m.value > 0 else None
    return Side(m.config or m.metric, p.value, p.wide, "", n, sample, m.msg, (m.id,), dimension(m), m.direction, m.unit)


def _computed(points: list[Point]) -> Iterator[Side]:
    """What can be computed from repeated runs."""
    m, n = points[0].fact, len(points)
    runs = tuple(float(p.value.point) for p in points)
    sample, kind = noise.of_runs(runs), dimension(m)
    ids = tuple(p.fact.id for p in points)
    places = tuple((p.fact.part, p.fact.span.start) for p in points)
    for how, value in aggregates([p.value for p in points]):
        doubt, name = partial(_doubt, how, points), f"{how} of {n}"
        yield Side(m.config or m.metric, value, doubt, name, n, sample, m.msg, ids, kind, m.direction, m.unit, runs, places)


def _doubt(how: str, points: list[Point]) -> Interval:
    return dict(aggregates([p.wide() for p in points]))[how]


class Series:
    """All batches of one config and metric, oldest first, with the words that name them.

    `named` are the config's words, `measures` the metric's, `names` both; `labelled` has those of the labels too, `all_words` also the
    command's.
    """

    __slots__ = (
        "_variants", "all_words", "batches", "config", "dimension", "direction", "labelled", "measures", "metric", "named",
        "names", "unit",
    )  # fmt: skip

    def __init__(self, first: Measurement, dimension: str) -> None:
        self.config, self.metric, self.dimension = first.config, first.metric, dimension
        self.unit, self.direction = first.unit, first.direction
        self.named, self.measures = tokens(first.config), _measures(_of_its_own(first.metric, first.config))
        if dimension == "rate" and self.measures <= _UNNAMED_RATE:
            self.measures |= {"throughput"}
        self.names = self.named | self.measures
        self.labelled = self.names | tokens(" ".join(first.labels))
        if (labels := " ".join(first.labels)) and _QUANTILES.search(labels):
            self.labelled |= percentiles(labels, label=True)
        self.all_words = self.labelled | tokens(first.command or "")
        self.batches: list[Batch] = []
        self._variants: list[tuple[frozenset[str], list[Batch]]] | None = None

    @property
    def variants(self) -> list[tuple[frozenset[str], list[Batch]]]:
        """Its batches by the words in which their commands differ, where every batch came of another command (`MODE=a ./run`, then
        `MODE=b ./run`): then the command is what names the config."""
        if self._variants is None:
            self._variants = self._by_command() if len(self.batches) > 1 else []
        return self._variants

    def _by_command(self) -> list[tuple[frozenset[str], list[Batch]]]:
        words = [_of_command(b.facts[0].command or "") for b in self.batches]
        if len(set(words)) < 2 or any(len(b.facts) > 1 for b in self.batches):
            return []
        common = frozenset.intersection(*words)
        found: dict[frozenset[str], list[Batch]] = {}
        for w, batch in zip(words, self.batches, strict=True):
            found.setdefault(w - common, []).append(batch)
        return list(found.items()) if len(found) > 1 and (all(found) or len(found) == _TWO) else []

    def before(self, msg: int) -> list[Batch]:
        """The batches that stood before message `msg`."""
        if self.batches[-1].msg < msg:
            return self.batches
        return [b for b in self.batches if b.msg < msg]

    def begun(self, msg: int) -> bool:
        """Whether anything of it stood before message `msg`."""
        return self.batches[0].msg < msg


_TWO = 2
"""Commands of which one may lack what the other has: the plain one beside `--turbo`."""
_SHOWN = regex(r"\|&?\s*(?:tail|head|grep|egrep|rg|tee|cat|column|sort|tr|cut)\b[^|;&\n]*|\d?>&\d|\d?>\s*/dev/null")
"""What only says how much of an output is shown."""


@lru_cache(maxsize=1024)
def _of_command(command: str) -> frozenset[str]:
    """The words of a command that may name what it measures."""
    return tokens(_SHOWN.sub(" ", command) if "|" in command or ">" in command else command)


def gather(measurements: Iterable[Measurement]) -> list[Series]:
    """Series of a session, in order of first appearance."""
    found: dict[tuple[str, str, str], Series] = {}
    last_of: Measurement | None = None
    for m in measurements:
        if last_of is not None and m.metric in _NAMELESS and last_of.metric != m.metric and _continues(last_of, m):
            m = m.model_copy(update={"metric": last_of.metric})
        last_of = m
        if not m.unit and (unit := _suffix(m.metric)):
            m = m.model_copy(update={"unit": unit})
        if _TURN.search(m.config) and (config := _TURN.sub("", m.config).strip()):
            m = m.model_copy(update={"config": config})
        kind = unit_of(m.unit)[0] if m.unit else "number"
        series = found.get((m.config, m.metric, kind))
        if series is None:
            series = found[m.config, m.metric, kind] = Series(m, kind)
        last = series.batches[-1] if series.batches else None
        if last is None or last.msg != m.msg or last.part != m.part:
            last = Batch(m.msg, m.part)
            series.batches.append(last)
        last.facts.append(m)
    return list(found.values())


@lru_cache(maxsize=1024)
def _factor(unit: str) -> float:
    return float(unit_of(unit)[1]) if unit else 1.0


@lru_cache(maxsize=2048)
def _suffix(metric: str) -> str:
    """The unit that a metric's name ends in where none was printed: "total_seconds", "time_ms", "size (bytes)"."""
    match = _UNIT.search(metric)
    return units.normal(match[1]) if match else ""


_PER_MINUTE = regex(r"(?:/|\bper )min(?:ute)?s?\b", re.I)
"""What makes of "min" a minute, and no least value."""


_UNNAMED_RATE = frozenset(("score", "rate", "value", "mean", "op", "median"))


@lru_cache(maxsize=4096)
def _of_its_own(metric: str, config: str) -> str:
    """A metric without what is its config's name: "ring miss_rate" of `probe.sh ring` is the miss rate of ring, and "ring" no metric."""
    if metric[-1:].isdigit() and tokens(metric) <= tokens(config):
        return ""
    if " " in config and metric.lower() in [w.rpartition("=")[2].lower() for w in config.split()[1:]]:
        return ""
    first, _, rest = metric.partition(" ")
    return rest if len(rest) > _TWO and first in config.split() else metric


@lru_cache(maxsize=4096)
def _measures(metric: str) -> frozenset[str]:
    """The words of a metric, with the everyday words for what tools call resident set (memory) and I refs (instructions)."""
    words = tokens(metric)
    if _QUANTILES.search(metric) and (named := percentiles(metric, label=True)):
        words |= named
    if "min" in words and _PER_MINUTE.search(metric):
        words = words - {"min"} | {"minute"}
    if _PER_SECOND.search(metric) and "thread" not in words:
        words |= {"throughput"}
    if words & {"resident", "rss", "maxrss"}:
        words |= {"memory", "rss"}
    return words | {"instruction"} if "ref" in words and words & {"i", "ir"} else words


def _continues(before: Measurement, m: Measurement) -> bool:
    """Whether a value without a name of its own stands directly behind another of the same unit: "cold 10.1s 10.2s 10.0s"."""
    same = (before.msg, before.part, before.config, before.unit) == (m.msg, m.part, m.config, m.unit)
    return same and 0 <= m.span.start - before.span.end <= 4
