"""Measurements as tables: one per metric and tool, a row per configuration and state of the code, deltas against the base."""

from collections.abc import Sequence
from dataclasses import dataclass

from sessionlens.checks.words import BASE, SECONDARY, tokens
from sessionlens.model.facts import Change, Measurement, Reversion
from sessionlens.reports import numbers
from sessionlens.reports.context.common import change_name, first_line
from sessionlens.reports.lines import Line, counted, listed, say
from sessionlens.reports.scope import Scope

TABLES_AT_MOST = 10
ROWS_AT_MOST = 24
OTHERS_AT_MOST = 40


@dataclass(frozen=True, slots=True)
class Row:
    """One configuration at one state of the code. `against` is its delta to the base, "base" for the base itself; `reading` says in a
    word what to make of it: "better", "worse", "~" (not separable), "one run", "no spread"."""

    config: str
    messages: tuple[int, ...]
    since: str
    value: str
    n: int | None
    spread: str
    absolute: str
    percent: str
    bounds: str
    interval: str
    reading: str
    base: bool
    mean: float


@dataclass(frozen=True, slots=True)
class Table:
    metric: str
    unit: str
    command: str
    rows: tuple[Row, ...]
    more: int
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Other:
    """A value that stands alone: nothing to compare it with."""

    metric: str
    config: str
    value: str
    n: int | None
    msg: int


@dataclass(frozen=True, slots=True)
class Measurements:
    tables: tuple[Table, ...]
    others: tuple[Other, ...]
    more_tables: int
    more_others: int
    total: int


Event = Change | Reversion
Group = list[tuple[str, list[Measurement]]]


def build(scope: Scope) -> Measurements | None:
    found = scope.view.measurements
    if not found:
        return None
    events: list[Event] = sorted([*scope.whole.changes, *scope.whole.reversions], key=lambda f: (f.msg, f.id))
    groups = [(key, _rows_of(ms, events)) for key, ms in _grouped(found).items()]
    compared = [(k, rows) for k, rows in groups if len(rows) > 1 or len({m.config for m in rows[0][1]}) > 1]
    single = [rows for k, rows in groups if len(rows) == 1]
    compared.sort(key=lambda g: _weight(scope, g[0], g[1]))
    tables = tuple(_table(scope, key, rows, events) for key, rows in compared[:TABLES_AT_MOST])
    others = [_other(ms) for rows in single for _, ms in rows]
    return Measurements(
        tables, tuple(others[:OTHERS_AT_MOST]), max(0, len(compared) - TABLES_AT_MOST), max(0, len(others) - OTHERS_AT_MOST), len(found)
    )


def _family(command: str | None) -> str:
    """The program that a command runs, arguments that select a case aside: what makes two runs comparable."""
    words = (command or "").replace("&&", ";").rsplit(";", 1)[-1].split()
    kept = [w for w in words if "=" not in w and not w.startswith("-")]
    return " ".join(kept[:2])


def _grouped(found: Sequence[Measurement]) -> dict[tuple[str, str, str], list[Measurement]]:
    groups: dict[tuple[str, str, str], list[Measurement]] = {}
    for m in found:
        groups.setdefault((m.metric, m.unit, m.parser), []).append(m)
    return groups


def _epoch(m: Measurement, events: Sequence[Event]) -> int:
    return sum(e.msg < m.msg or (e.msg == m.msg and e.part < m.part) for e in events)


def _rows_of(measured: list[Measurement], events: Sequence[Event]) -> Group:
    """Runs of one configuration on one state of the code, in the order in which they were first run."""
    rows: dict[tuple[str, int], list[Measurement]] = {}
    for m in measured:
        rows.setdefault((m.config, _epoch(m, events)), []).append(m)
    return [(config, ms) for (config, _), ms in rows.items()]


def _weight(scope: Scope, key: tuple[str, str, str], rows: Group) -> tuple[int, int, int, str]:
    """Tables that tested a hypothesis come first, then headline metrics, then those with more rows."""
    tested = any(scope.whole.targets(m.id, "tests") for _, ms in rows for m in ms)
    secondary = bool(tokens(key[0]) & SECONDARY)
    return -int(tested), int(secondary), -len(rows), key[0]


def base_of(rows: Group) -> int:
    """The row that the others are measured against: one whose name says so ("before", "baseline", ...), else the first one run."""
    for i, (config, _) in enumerate(rows):
        if tokens(config) & BASE:
            return i
    return 0


def _since(rows: Group, i: int, events: Sequence[Event]) -> str:
    """What was changed or undone between the row before and this one."""
    start = rows[i - 1][1][-1].msg if i else -1
    end = rows[i][1][0].msg
    if i == 0:
        return ""
    named = []
    for e in events:
        if start < e.msg <= end:
            if isinstance(e, Change):
                named.append("+" + change_name(e))
            else:
                named.append("−" + (", ".join(f.rpartition("/")[2] for f in e.files[:2]) or "reversion") + (" (part)" if e.partial else ""))
    named = list(dict.fromkeys(named))
    return ", ".join(named[:3]) + (f" and {len(named) - 3} more" if len(named) > 3 else "")


def _table(scope: Scope, key: tuple[str, str, str], rows: Group, events: Sequence[Event]) -> Table:
    metric, unit, _ = key
    base = base_of(rows)
    values = [numbers.value_of(ms) for _, ms in rows]
    direction = rows[base][1][0].direction
    made = []
    for i, (config, ms) in enumerate(rows):
        value = values[i]
        d = None if i == base else numbers.delta(values[base], value)
        reading = "base" if i == base else _reading(values[base], value, d, direction)
        made.append(_row(config, ms, value, d, reading, _since(rows, i, events)))
    shown = made[:ROWS_AT_MOST]
    commands = list(dict.fromkeys(_family(m.command) for _, ms in rows for m in ms if m.command))
    return Table(
        metric,
        unit,
        scope.clip(first_line(commands[0]), 80) if commands else "",
        tuple(shown),
        len(made) - len(shown),
        _lines(scope, made, base, values, direction),
    )


def _row(config: str, ms: list[Measurement], value: numbers.Value, d: numbers.Delta | None, reading: str, since: str) -> Row:
    told = f"{numbers.number(value.mean, value.places)} {value.unit}".strip()
    deltas = (d.absolute, d.percent, d.bounds, d.interval) if d else ("", "", "", "")
    messages = tuple(sorted({m.msg for m in ms}))
    return Row(config or "(no label)", messages, since, told, value.n, value.spread_text, *deltas, reading, reading == "base", value.mean)


def _reading(base: numbers.Value, new: numbers.Value, d: numbers.Delta | None, direction: str) -> str:
    if d is None:
        return "other unit" if base.unit != new.unit else ""
    if d.apart is False:
        return "~"
    word = ""
    if direction in ("lower", "higher") and d.sign:
        word = "better" if (d.sign < 0) == (direction == "lower") else "worse"
    elif d.sign == 0:
        word = "equal"
    limit = "" if d.apart else "one run" if 1 in (base.n, new.n) else "no spread"
    return ", ".join(x for x in (word, limit) if x)


def _lines(scope: Scope, rows: list[Row], base: int, values: list[numbers.Value], direction: str) -> tuple[Line, ...]:
    lines = []
    how = "it is named as the base" if tokens(rows[base].config) & BASE else "it was measured first"
    lines.append(say(f"Base: {rows[base].config}, {rows[base].value}; {how}.", cites=rows[base].messages))
    limited = [r for r in rows if "one run" in r.reading or (r.base and r.n == 1)]
    if limited:
        some = f"{len(limited)} of {counted(len(rows), 'row')} {'rests' if len(limited) == 1 else 'rest'}"
        said = f"{some} on a single run: the order is known, the noise is not."
        lines.append(say(said, cites=[m for r in limited for m in r.messages]))
    near = [r for r in rows if r.reading == "~"]
    if near:
        lines.append(
            say(
                f"Not separable from the base at 95 %: {listed([r.config for r in near[:5]])}.", cites=[m for r in near for m in r.messages]
            )
        )
    if direction == "unknown":
        lines.append(say("Whether more is better is not known for this metric, so no row is called better or worse."))
    return tuple(lines)


def _other(ms: list[Measurement]) -> Other:
    value = numbers.value_of(ms)
    return Other(ms[0].metric, ms[0].config, f"{numbers.number(value.mean, value.places)} {value.unit}".strip(), value.n, ms[-1].msg)
