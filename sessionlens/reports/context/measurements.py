"""Measurements as tables: a table per metric and workload, a row per variant and state of the code, deltas against the base."""

from collections.abc import Sequence
from dataclasses import dataclass

from sessionlens.checks.words import AGGREGATE, SECONDARY, tokens
from sessionlens.graph.names import key
from sessionlens.model.facts import Change, Measurement
from sessionlens.reports import compare, labels, numbers
from sessionlens.reports.context.common import change_name, first_line
from sessionlens.reports.context.verifications import run_of
from sessionlens.reports.lines import Line, counted, listed, say
from sessionlens.reports.scope import Scope

TABLES_AT_MOST = 12
ROWS_AT_MOST = 16
OTHERS_AT_MOST = 40


@dataclass(frozen=True, slots=True)
class Row:
    """One variant at one state of the code. `absolute` and `percent` are its delta to `against`; `bounds` what the printed digits leave
    open, `interval` what the runs leave open at 95 %; `reading` says in a word what to make of it: "base", "better", "worse", "~" (not
    separable), "one run", "no spread". `since` names what was changed between the row before and this one."""

    config: str
    messages: tuple[int, ...]
    since: str
    value: str
    n: int | None
    spread: str
    against: str
    absolute: str
    percent: str
    bounds: str
    interval: str
    reading: str


@dataclass(frozen=True, slots=True)
class Table:
    title: str
    metric: str
    unit: str
    workload: str
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
    messages: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Measurements:
    tables: tuple[Table, ...]
    others: tuple[Other, ...]
    more_tables: int
    more_others: int
    total: int


def build(scope: Scope) -> Measurements | None:
    found = scope.view.measurements
    if not found:
        return None
    groups = groups_of(scope, found)
    resting = {i for _, v in scope.judged() for i in v.nodes}
    compared = sorted((g for g in groups if any(r.base is not None for r in g.rows)), key=lambda g: _weight(g, resting))
    single = [r for g in groups for r in g.rows if r.lost or not any(x.base is not None for x in g.rows)]
    single.sort(key=lambda r: (not any(m.id in resting for m in r.measured), r.measured[0].msg))
    return Measurements(
        tuple(table_of(scope, g) for g in compared[:TABLES_AT_MOST]),
        tuple(_other(r) for r in single[:OTHERS_AT_MOST]),
        max(0, len(compared) - TABLES_AT_MOST),
        max(0, len(single) - OTHERS_AT_MOST),
        len(found),
    )


def groups_of(scope: Scope, found: Sequence[Measurement]) -> list[compare.Group]:
    """Comparable groups of these measurements, by what the session tried."""
    names = {key(a) for h in scope.whole.hypotheses for a in h.aliases} | {key(n) for c in scope.whole.changes for n in c.names}
    return compare.grouped(found, _events(scope), frozenset(names - {""}))


def _events(scope: Scope) -> list[compare.Event]:
    return sorted([*scope.whole.changes, *scope.whole.reversions], key=lambda f: (f.msg, f.id))


def _weight(group: compare.Group, resting: set[str]) -> tuple[int, int, int, str, str]:
    """Tables that most verdicts rest on come first, then headline metrics, then those with more rows."""
    used = sum(m.id in resting for r in group.rows for m in r.measured)
    secondary = bool(tokens(group.metric) & SECONDARY)
    return -used, int(secondary), -len(group.rows), group.metric, group.workload


def table_of(scope: Scope, group: compare.Group) -> Table:
    """One group as a table: rows with their deltas, and what to keep in mind when reading them."""
    events = _events(scope)
    values = [_value(r) for r in group.rows]
    direction = "unknown" if group.parameter else group.rows[0].measured[0].direction
    varied = len({r.config for r in group.rows}) > 1
    rows = []
    for i, row in enumerate(group.rows):
        if row.lost:
            continue
        d = None if row.base is None else numbers.delta(values[row.base], values[i])
        reading = "base" if row.is_base else "" if row.base is None else _reading(values[row.base], values[i], d, direction)
        against = "" if row.base is None else _where(group.rows[row.base], row)
        since = _since(group.rows, i, events)
        rows.append(_row((row.variant or row.config) if varied else row.config, row, values[i], d, reading, since, against))
    title = group.metric + (f" ({group.unit})" if group.unit else "") + (f", {group.workload}" if group.workload else "")
    shown = rows[:ROWS_AT_MOST]
    return Table(
        title, group.metric, group.unit, group.workload, _runner(scope, group.rows[0].measured[0]), tuple(shown), len(rows) - len(shown),
        _lines(group, values, direction),
    )  # fmt: skip


def _value(row: compare.Row) -> numbers.Value:
    return numbers.value_of(row.measured, aggregate=bool(tokens(row.measured[0].metric) & AGGREGATE.keys()))


def _where(base: compare.Row, row: compare.Row) -> str:
    """The base of a row, with its message where it is not of the same state of the code."""
    name = base.variant or base.config or "the first run"
    if base.config == row.config:
        return f"msg {base.measured[0].msg}"
    return name if base.epoch == row.epoch else f"{name} of msg {base.measured[0].msg}"


def _row(name: str, row: compare.Row, value: numbers.Value, d: numbers.Delta | None, reading: str, since: str, against: str) -> Row:
    told = f"{numbers.number(value.mean, value.places)} {value.unit}".strip()
    deltas = (d.absolute, d.percent, d.bounds, d.interval) if d else ("", "", "", "")
    messages = tuple(sorted({m.msg for m in row.measured}))
    return Row(name or "(no label)", messages, since, told, value.n, value.spread_text, against if d else "", *deltas, reading)


def _reading(base: numbers.Value, new: numbers.Value, d: numbers.Delta | None, direction: str) -> str:
    if d is None:
        return ""
    if d.apart is False:
        return "~"
    word = "" if d.sign else "equal"
    if direction in ("lower", "higher") and d.sign:
        word = "better" if (d.sign < 0) == (direction == "lower") else "worse"
    limit = "" if d.apart else "one run" if 1 in (base.n, new.n) else "no spread"
    return ", ".join(x for x in (word, limit) if x)


def _since(rows: Sequence[compare.Row], i: int, events: Sequence[compare.Event]) -> str:
    """What was changed or undone between the state of the row before and this one's."""
    if i == 0 or rows[i].epoch <= rows[i - 1].epoch:
        return ""
    named = []
    for e in events[rows[i - 1].epoch : rows[i].epoch]:
        if isinstance(e, Change):
            named.append("+" + change_name(e))
        else:
            files = ", ".join(f.rpartition("/")[2] for f in e.files[:2]) or "reversion"
            named.append(f"−{files}{' (part)' if e.partial else ''}")
    named = list(dict.fromkeys(named))
    return ", ".join(named[:2]) + (f" and {len(named) - 2} more" if len(named) > 2 else "")


def _runner(scope: Scope, m: Measurement) -> str:
    """The program that printed a value: the one whose purpose is to measure, where there is one."""
    run = run_of(scope, m.msg, m.part or m.span.part)
    for wanted in ("benchmark", "profile", "test", "run", "build", "probe"):
        for action in run.actions if run else ():
            if action.intent == wanted:
                return scope.clip(first_line(action.command.text), 90)
    return scope.clip(first_line(m.command or ""), 90)


def _lines(group: compare.Group, values: list[numbers.Value], direction: str) -> tuple[Line, ...]:
    lines = []
    bases = [r for r in group.rows if r.is_base]
    if len(bases) == 1:
        how = "its name says so" if labels.names_base(bases[0].variant or bases[0].config) else "it was measured first"
        name = bases[0].variant or bases[0].config or "the first run"
        lines.append(say(f"The base is {name}: {how}.", cites=(m.msg for m in bases[0].measured)))
    limited = [r for r, v in zip(group.rows, values, strict=True) if v.n == 1 and not r.lost]
    if limited:
        some = "Each row rests" if len(limited) == len(group.rows) else f"{len(limited)} of {counted(len(group.rows), 'row')} rest"
        lines.append(
            say(f"{some} on a single run: the order is known, the noise is not.", cites=(m.msg for r in limited for m in r.measured))
        )
    near = [
        r
        for r, v in zip(group.rows, values, strict=True)
        if r.base is not None and (d := numbers.delta(values[r.base], v)) and d.apart is False
    ]
    if near:
        names = list(dict.fromkeys(r.variant or r.config for r in near))
        lines.append(say(f"Not separable from the base at 95 %: {listed(names[:5])}.", cites=(m.msg for r in near for m in r.measured)))
    if group.parameter:
        lines.append(say(f"The rows differ in {group.parameter}: a larger task, and no better or worse result."))
    elif direction == "unknown":
        lines.append(say("Which way is better is not known for this metric, so no row is called better or worse."))
    return tuple(lines)


def _other(row: compare.Row) -> Other:
    value = _value(row)
    m = row.measured[0]
    return Other(
        m.metric,
        m.config,
        f"{numbers.number(value.mean, value.places)} {value.unit}".strip(),
        value.n,
        tuple(sorted({x.msg for x in row.measured})),
    )
