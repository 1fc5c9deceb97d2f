"""Readings -> measurements: one node per value that a tool printed.

Example: `min=114.41 ms median=164.27 ms` printed in message 9 gives `m9.1` (metric "min") and `m9.2` (metric "median").
"""

from collections.abc import Iterator
from functools import lru_cache

from sessionlens.model.facts import Measurement
from sessionlens.model.span import Span
from sessionlens.model.trace import Reading, Run, Trace
from sessionlens.model.words import LETTER
from sessionlens.text.regex import regex
from sessionlens.text.units import dimension

_WIDE = 160
_CUTS = regex(r"\|\s*(?:cut|awk|gawk|sed|grep|tr|head)\b|print\s*\$")
_PROGRAM = regex(r"(?<![\w=-])(?:\.{0,2}/[\w./-]+|[\w-]+\.(?:py|sh|js|ts|rb|pl|mjs)|[\w-]*bench[\w-]*)")


def find(trace: Trace) -> tuple[Measurement, ...]:
    """All measurements in the order of the session; ordinals count within a message, over its calls."""
    found = [m for turn in trace.turns if turn.runs for m in _message(trace.session.source, turn.message.number, turn.runs)]
    return tuple(_of_aggregates(_with_units(found)))


def _with_units(found: list[Measurement]) -> list[Measurement]:
    """A unit that a `cut` or `awk` behind the program took away is the one that the same program prints by that name elsewhere; a value
    without a name has nothing to be known by."""
    bare = [i for i, m in enumerate(found) if not m.unit and not m.exact and m.command and m.parser == "fields" and _CUTS.search(m.command)]
    if not bare:
        return found
    printed: dict[tuple[str, str], set[str]] = {}
    for m in found:
        if m.unit and m.command:
            for program in _programs(m.command):
                printed.setdefault((m.metric, program), set()).add(m.unit)
    for i in bare:
        m = found[i]
        units = (
            set[str]()
            if m.metric in _UNNAMED
            else set[str]().union(*(printed.get((m.metric, program), ()) for program in _programs(m.command or "")))
        )
        if len(units) == 1:
            found[i] = _in_unit(m, units.pop())
    return found


def _of_aggregates(found: list[Measurement]) -> list[Measurement]:
    """A best or median without a unit is in that of the values it is one of, where the session prints them by the name it stands behind:
    `parse  best  12.1  median  12.9` after `parse 12.4 ms`. They must be of one size, or it may be one of something else."""
    bare = [i for i, m in enumerate(found) if not m.unit and m.metric in _AGGREGATES and m.config and "." in m.raw]
    if not bare:
        return found
    values: dict[str, tuple[set[str], list[float]]] = {}
    for m in found:
        if m.unit:
            units, printed = values.setdefault(m.metric, (set(), []))
            units.add(m.unit)
            printed.append(m.value)
    for i in bare:
        m = found[i]
        units, printed = values.get(m.config.split()[-1], (set(), []))
        if len(units) == 1 and min(printed) / _NEAR <= m.value <= max(printed) * _NEAR:
            found[i] = _in_unit(m, next(iter(units)))
    return found


def _in_unit(m: Measurement, unit: str) -> Measurement:
    way = m.direction if m.direction != "unknown" else "lower" if dimension(unit) in ("time", "size") else "unknown"
    return m.model_copy(update={"unit": unit, "direction": way, "text": f"{m.text} {unit}"[:_WIDE]})


_AGGREGATES = frozenset(["best", "median", "mean", "avg", "average", "min", "max", "worst", "fastest", "slowest"])
_NEAR = 4

_UNNAMED = frozenset(["value", "matches", "lines", "rate", ""])
"""What values are called whose output gives them no name."""


@lru_cache(maxsize=512)
def _programs(command: str) -> frozenset[str]:
    """The words of a command that could name a program: file names without their folders."""
    return frozenset(w.rsplit("/", 1)[-1] for w in _PROGRAM.findall(command))


def _message(source: str, msg: int, runs: tuple[Run, ...]) -> Iterator[Measurement]:
    ordinal = 0
    for run in runs:
        first = ordinal + 1
        for reading in run.readings:
            ordinal += 1
            yield _measurement(source, msg, ordinal, first, run, reading)


def _measurement(source: str, msg: int, ordinal: int, first: int, run: Run, reading: Reading) -> Measurement:
    letter = LETTER["measurement"]
    command = run.call.command
    return Measurement(
        id=f"{letter}{msg}.{ordinal}",
        msg=msg,
        text=line(reading),
        span=Span(source=source, msg=msg, part=run.part, start=reading.start, end=reading.end),
        metric=reading.metric,
        config=reading.config,
        value=reading.value,
        unit=reading.unit,
        raw=reading.raw,
        direction=reading.direction,
        samples=tuple(f"{letter}{msg}.{first + index}" for index in reading.samples),
        n=reading.n,
        spread=reading.spread,
        spread_kind=reading.spread_kind,
        parser=reading.parser,
        labels=reading.labels,
        command=command,
        part=run.part,
        exact=reading.exact,
    )


def line(reading: Reading) -> str:
    """One line for a reader: `full n=50: median = 12.8 ms ± 0.3 (n = 15)`; the value is as printed."""
    unit = "" if not reading.unit else f" {reading.unit}"
    shown = f"{reading.metric} = {reading.raw}{'' if reading.raw.endswith(reading.unit or ' ') else unit}"
    if reading.spread is not None:
        shown += f" ± {reading.spread:.4g}"
    if reading.n is not None:
        shown += f" (n = {reading.n})"
    return (f"{reading.config}: {shown}" if reading.config else shown)[:_WIDE]
