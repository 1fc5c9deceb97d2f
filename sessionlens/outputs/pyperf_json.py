"""pyperf's result file (`-o bench.json`): every value of every process is a reading, in seconds.

A run without "values" only calibrated; "warmups" are no results. The name stands in the benchmark's metadata, or in the file's where it
holds one benchmark.
"""

from collections.abc import Iterator
from typing import Any

import orjson

from sessionlens.outputs.page import NUMBER, Page
from sessionlens.text.regex import regex

NAME = "pyperf-json"
LITERALS = ('"benchmarks"',)
WORDS = frozenset(["benchmarks"])
TOOLS: frozenset[str] = frozenset()

_VALUES = regex(r'"values"\s*:\s*\[([^\]]*)\]')
_NUMBER = regex(NUMBER)


def parse(page: Page) -> None:
    start, end = page.text.find("{"), page.text.rfind("}") + 1
    if '"runs"' not in page.text or start < 0:
        return
    try:
        data = orjson.loads(page.text[start:end])
    except orjson.JSONDecodeError:
        return
    if not isinstance(data, dict) or not isinstance(data.get("benchmarks"), list):
        return
    printed = _VALUES.finditer(page.text, start, end)
    found = False
    for name, values in _runs(data):
        m = next(printed, None)
        if m is None:
            return
        for token, value in zip(_NUMBER.finditer(page.text, *m.span(1)), values, strict=False):
            if isinstance(value, (int, float)) and not isinstance(value, bool):
                page.reading("time", token[0], "s", token.start(), config=name, value=float(value), way="lower", exact=_fine(token[0]))
                found = True
    if found:
        page.claimed.update(at for at, _ in page.lines if start <= at < end)


def _runs(data: dict[str, Any]) -> Iterator[tuple[str, list[Any]]]:
    """The values of each run with the benchmark's name, in the order of the file."""
    whole = _name(data)
    for bench in data["benchmarks"]:
        if not isinstance(bench, dict) or not isinstance(bench.get("runs"), list):
            continue
        for run in bench["runs"]:
            if isinstance(run, dict) and isinstance(run.get("values"), list):
                yield _name(bench) or whole, run["values"]


def _name(holder: dict[str, Any]) -> str:
    metadata = holder.get("metadata")
    return str(metadata.get("name", "")) if isinstance(metadata, dict) else ""


def _fine(token: str) -> bool:
    return sum(c.isdigit() for c in token.lower().split("e")[0].lstrip("0.")) >= 6
