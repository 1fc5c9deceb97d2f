"""Readings -> measurements: one node per value that a tool printed.

Example: `min=114.41 ms median=164.27 ms` printed in message 9 gives `m9.1` (metric "min") and `m9.2` (metric "median").
"""

from collections.abc import Iterator

from sessionlens.model.facts import Measurement
from sessionlens.model.span import Span
from sessionlens.model.trace import Reading, Run, Trace
from sessionlens.model.words import LETTER

_WIDE = 160


def find(trace: Trace) -> tuple[Measurement, ...]:
    """All measurements in the order of the session; ordinals count within a message, over its calls."""
    return tuple(m for turn in trace.turns if turn.runs for m in _message(trace.session.source, turn.message.number, turn.runs))


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
