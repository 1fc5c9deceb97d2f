"""Benchmark results printed as JSON: hyperfine, google-benchmark, pytest-benchmark, pyperf, JMH, asv, criterion's estimates, perf aside.

Times are seconds in hyperfine's and pytest-benchmark's files, `time_unit` in google-benchmark's, nanoseconds in criterion's.
"""

import re
from typing import Any

import orjson

from sessionlens.outputs.page import Page
from sessionlens.text.regex import regex

NAME = "benchmark-json"
LITERALS = ('"results"', '"benchmarks"', '"primaryMetric"', '"mean"')
WORDS = frozenset(["results", "benchmarks", "primaryMetric", "mean"])
TOOLS: frozenset[str] = frozenset()

_NUMBER = regex(r"-?\d[\d.]*(?:[eE][+-]?\d+)?")
_SCORE = ("mean", "median", "min", "max", "user", "system")


def parse(page: Page) -> None:
    start = min((i for i in (page.text.find("{"), page.text.find("[")) if i >= 0), default=-1)
    if start < 0:
        return
    end = max(page.text.rfind("}"), page.text.rfind("]")) + 1
    try:
        data = orjson.loads(page.text[start:end])
    except orjson.JSONDecodeError:
        return
    place = _Place(page, start)
    before = len(page.readings)
    if isinstance(data, dict) and isinstance(data.get("results"), list):
        _hyperfine(place, data["results"])
    elif isinstance(data, dict) and isinstance(data.get("benchmarks"), list):
        _benchmarks(place, data["benchmarks"])
    elif isinstance(data, list):
        _jmh(place, data)
    elif isinstance(data, dict) and isinstance(data.get("mean"), dict):
        _criterion(place, data)
    if len(page.readings) > before:
        page.claimed.update(at for at in page.starts if start <= at < end)


class _Place:
    """Finds where a number that was parsed stands in the text, in reading order."""

    def __init__(self, page: Page, start: int) -> None:
        self.page, self.at = page, start

    def add(self, metric: str, value: Any, unit: str, config: str, key: str, **more: Any) -> int:
        """Add one value whose JSON key is `key`; returns its index, or -1 where it is no number."""
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            return -1
        pattern = re.compile(rf'"{re.escape(key)}"\s*:\s*(-?[\d.eE+-]+)')
        m = pattern.search(self.page.text, self.at)
        if m is None:
            return -1
        digits = sum(c.isdigit() for c in m[1].lower().split("e")[0].lstrip("0."))
        self.page.reading(metric, m[1], unit, m.start(1), config=config, value=float(value), exact=digits >= 6, **more)
        return len(self.page.readings) - 1

    def numbers(self, metric: str, key: str, unit: str, config: str) -> tuple[int, ...]:
        """Add every number of the list under `key`; returns their indices."""
        m = re.compile(rf'"{re.escape(key)}"\s*:\s*\[([^\]]*)\]').search(self.page.text, self.at)
        if m is None:
            return ()
        first = len(self.page.readings)
        for number in _NUMBER.finditer(self.page.text, m.start(1), m.end(1)):
            self.page.reading(metric, number[0], unit, number.start(), config=config, value=float(number[0]), exact=True)
        return tuple(range(first, len(self.page.readings)))

    def move(self, marker: str) -> None:
        found = self.page.text.find(marker, self.at)
        if found >= 0:
            self.at = found


def _hyperfine(place: _Place, results: list[Any]) -> None:
    """Each command's statistics; the mean, median, least and most are aggregates of the single times that are printed too."""
    for result in results:
        if not isinstance(result, dict) or ("times" not in result and "mean" not in result):
            continue
        name = str(result.get("command", ""))
        place.move('"command"')
        samples = place.numbers("time", "times", "s", name)
        n = len(samples) or None
        for key in _SCORE:
            spread = result.get("stddev") if key == "mean" else None
            place.add(
                key,
                result.get(key),
                "s",
                name,
                key,
                n=n,
                spread=spread,
                spread_kind="sd" if spread is not None else None,
                samples=samples if key not in ("user", "system") else (),
            )
        place.at += 1


def _benchmarks(place: _Place, benchmarks: list[Any]) -> None:
    for bench in benchmarks:
        if not isinstance(bench, dict):
            continue
        name = str(bench.get("name", bench.get("fullname", "")))
        place.move(f'"{name}"')
        if "real_time" in bench:
            unit = str(bench.get("time_unit", "ns"))
            place.add("time", bench.get("real_time"), unit, name, "real_time")
            place.add("CPU", bench.get("cpu_time"), unit, name, "cpu_time")
        elif isinstance(bench.get("stats"), dict):
            stats = bench["stats"]
            for key in ("min", "max", "mean", "median"):
                spread = stats.get("stddev") if key == "mean" else None
                place.add(
                    key,
                    stats.get(key),
                    "s",
                    name,
                    key,
                    n=stats.get("rounds"),
                    spread=spread,
                    spread_kind="sd" if spread is not None else None,
                )
        place.at += 1


def _jmh(place: _Place, results: list[Any]) -> None:
    for result in results:
        metric = result.get("primaryMetric") if isinstance(result, dict) else None
        if not isinstance(metric, dict):
            continue
        place.move('"primaryMetric"')
        error = metric.get("scoreError")
        spread = float(error) if isinstance(error, (int, float)) else None
        place.add(
            "score",
            metric.get("score"),
            str(metric.get("scoreUnit", "")),
            str(result.get("benchmark", "")),
            "score",
            spread=spread,
            spread_kind="ci99.9" if spread is not None else None,
        )
        place.at += 1


def _criterion(place: _Place, data: dict[str, Any]) -> None:
    for key in ("mean", "median"):
        estimate = data.get(key)
        if isinstance(estimate, dict) and "point_estimate" in estimate:
            place.move(f'"{key}"')
            place.add(key, estimate["point_estimate"], "ns", "", "point_estimate")
