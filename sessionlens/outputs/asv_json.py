"""A result file of airspeed velocity: `"results": {"suite.time_parse": [[0.0021], [], ...]}`, one list of values per benchmark.

The unit follows from the benchmark's name (https://asv.readthedocs.io/en/stable/writing_benchmarks.html): `time_` in seconds, `mem_`
and `peakmem_` in bytes; a `track_` benchmark's stands in another file. With parameters there is one value per combination, in the
order of the product; null is a failure.
"""

import itertools
from collections.abc import Iterator
from typing import Any, NamedTuple

import orjson

from sessionlens.model.words import Direction
from sessionlens.outputs.page import NUMBER, Page
from sessionlens.text.regex import regex

NAME = "asv-json"
LITERALS = ('"commit_hash"',)
WORDS = frozenset(["commit"])
TOOLS: frozenset[str] = frozenset()

_TOKEN = regex(rf"{NUMBER}|null|NaN")
_KIND = regex(r"(?:^|\.)(time|timeraw|mem|peakmem|track)_")


class Unit(NamedTuple):
    """What a benchmark of a kind measures."""

    metric: str
    unit: str
    way: Direction


_UNITS = {
    "time": Unit("time", "s", "lower"),
    "timeraw": Unit("time", "s", "lower"),
    "mem": Unit("memory", "B", "lower"),
    "peakmem": Unit("peak memory", "B", "lower"),
    "track": Unit("value", "", "unknown"),
}


def parse(page: Page) -> None:
    start, end = page.text.find("{"), page.text.rfind("}") + 1
    if '"results"' not in page.text or start < 0:
        return
    try:
        data = orjson.loads(page.text[start:end])
    except orjson.JSONDecodeError:
        return
    results = data.get("results") if isinstance(data, dict) else None
    if not isinstance(results, dict):
        return
    at, columns = start, data.get("result_columns") or ["result", "params"]
    for name, entry in results.items():
        at = max(page.text.find(f'"{name}"', at), at)
        values, params = _entry(entry, columns)
        kind = _KIND.search(name)
        if not values:
            continue
        unit = _UNITS[kind[1]] if kind else _UNITS["track"]
        opened = page.text.find("[", page.text.find("[", at + len(name)) + 1)
        tokens = _TOKEN.finditer(page.text, opened, max(page.text.find("]", opened), opened))
        for token, value, labels in zip(tokens, values, _labels(params, len(values)), strict=False):
            if isinstance(value, (int, float)) and not isinstance(value, bool):
                config = " ".join([name, *labels])
                page.reading(unit.metric, token[0], unit.unit, token.start(), config=config, value=float(value), way=unit.way, exact=True)
    page.claimed.update(line for line, _ in page.lines if start <= line < end)


def _entry(entry: Any, columns: list[Any]) -> tuple[list[Any], list[Any]]:
    """The values and the parameters of a benchmark, as the file's columns name them."""
    if not isinstance(entry, list):
        return [], []
    named = dict(zip(columns, entry, strict=False))
    values, params = named.get("result"), named.get("params")
    return (values if isinstance(values, list) else []), (params if isinstance(params, list) else [])


def _labels(params: list[Any], count: int) -> Iterator[tuple[str, ...]]:
    if params and all(isinstance(p, list) for p in params):
        return (tuple(str(word).strip("'\"") for word in combination) for combination in itertools.product(*params))
    return (() for _ in range(count))
