"""Numbers that a program prints only to say which case a line is about: "lines=2000" before "comparisons=958".

Such a number is no result but a label of the results beside it. It is recognised by its place and its values: the first number of
several lines of one output, without a unit, different on each of them. Only outputs in which one label came with several values
are looked at, because elsewhere nothing needs telling apart.
"""

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Sequence

from sessionlens.model.facts import Measurement
from sessionlens.reports.scope import Scope

OUTPUTS_AT_MOST = 80
Place = tuple[int, int]


def labelled(scope: Scope, measured: Sequence[Measurement]) -> list[Measurement]:
    """The measurements without those that are parameters, and with the parameter of their line in the configuration."""
    by_call: dict[Place, list[Measurement]] = defaultdict(list)
    for m in measured:
        by_call[(m.msg, m.part or m.span.part)].append(m)
    names: dict[str, str] = {}
    gone: set[str] = set()
    for place in [p for p, found in by_call.items() if _ambiguous(found)][:OUTPUTS_AT_MOST]:
        lines = _lines(scope, place, by_call[place])
        metric = _parameter(lines)
        if not metric:
            continue
        for line in lines:
            if line[0].metric == metric:
                gone.add(line[0].id)
                names.update((m.id, f"{metric.replace(' ', '-')}={line[0].raw}") for m in line[1:])
    if not gone:
        return list(measured)
    return [_renamed(m, names.get(m.id, "")) for m in measured if m.id not in gone]


def _renamed(m: Measurement, label: str) -> Measurement:
    return m.model_copy(update={"config": f"{m.config} {label}".strip()}) if label and label not in m.config else m


def _bare(m: Measurement) -> bool:
    return not m.unit and m.direction == "unknown"


def _ambiguous(found: Sequence[Measurement]) -> bool:
    """Whether one label came with several values of a bare number in one output."""
    counts = Counter((m.metric, m.config) for m in found if _bare(m))
    return any(n > 1 for n in counts.values())


def _lines(scope: Scope, place: Place, found: Sequence[Measurement]) -> list[list[Measurement]]:
    """The measurements of an output by the line they stand on, from left to right."""
    msg, part = place
    calls = scope.whole.message(msg).calls if msg in scope.whole.turns else ()
    if not 0 < part <= len(calls):
        return []
    text = calls[part - 1].output
    ends = [i for i, c in enumerate(text) if c == "\n"] if len(text) < 200_000 else []
    by: dict[int, list[Measurement]] = defaultdict(list)
    for m in sorted(found, key=lambda m: (m.span.start, m.id)):
        by[bisect_right(ends, m.span.start)].append(m)
    return [by[n] for n in sorted(by)]


def _parameter(lines: Sequence[Sequence[Measurement]]) -> str:
    """The metric that leads at least two lines of several values, with another value on each."""
    leading: dict[str, list[str]] = defaultdict(list)
    for line in lines:
        if len(line) > 1 and _bare(line[0]):
            leading[line[0].metric].append(line[0].raw)
    good = [metric for metric, values in leading.items() if len(values) > 1 and len(set(values)) == len(values)]
    return max(good, key=lambda metric: len(leading[metric]), default="")
