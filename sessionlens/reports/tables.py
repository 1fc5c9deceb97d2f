"""One group of comparable measurements as a table: rows with deltas against the base, and what to keep in mind when reading them."""

from collections.abc import Sequence
from typing import cast

from sessionlens.checks.claims.words import AGGREGATE, tokens
from sessionlens.model.facts import Change, Measurement
from sessionlens.model.frozen import Record
from sessionlens.reports import bases, compare, labels, numbers, plots
from sessionlens.reports.context.common import change_name, first_line
from sessionlens.reports.context.verifications import acting
from sessionlens.reports.lines import Line, counted, listed, say
from sessionlens.reports.scope import LONG, Scope

ROWS_AT_MOST, ROWS_SHOWN, FOLDED_AT_MOST = 14, 10, 60


class Row(Record):
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


class Table(Record):
    """One metric of one workload. `folded` are its earlier rows where there are many, of which `left` are left out; `rows` the later ones;
    `svg` draws the later rows with what their runs leave open."""

    title: str
    metric: str
    unit: str
    workload: str
    command: str
    rows: tuple[Row, ...]
    folded: tuple[Row, ...]
    left: int
    lines: tuple[Line, ...]
    svg: str


def events_of(scope: Scope) -> list[compare.Event]:
    """What may have changed the measured program, in order."""
    return sorted([*scope.whole.changes, *scope.whole.reversions], key=lambda f: (f.msg, f.id))


def _names_of_events(scope: Scope) -> list[str]:
    """What each of them is called in a row, worked out once for all tables."""
    if "events" not in scope.memo:
        scope.memo["events"] = list(map(_name_of_event, events_of(scope)))
    return cast(list[str], scope.memo["events"])


def _name_of_event(event: compare.Event) -> str:
    if isinstance(event, Change):
        return "+" + change_name(event)
    files = ", ".join(f.rpartition("/")[2] for f in event.files[:2]) or "reversion"
    return f"−{files}{' (part)' if event.partial else ''}"


def table_of(scope: Scope, group: compare.Group) -> Table:
    """One group as a table: rows with their deltas, and what to keep in mind when reading them."""
    events = _names_of_events(scope)
    values = [value_of(r) for r in group.rows]
    direction = "unknown" if group.parameter else group.rows[0].measured[0].direction
    varied = len({r.config for r in group.rows}) > 1
    once = all(v.n == 1 for v in values)
    names = labels.apart([r.variant or r.config for r in group.rows]) if varied else [""] * len(group.rows)
    rows: list[tuple[int, Row]] = []
    drawn: list[compare.Row] = []
    for i, row in enumerate(group.rows):
        if row.lost:
            continue
        d = None if row.base is None else numbers.delta(values[row.base], values[i])
        reading = "base" if row.is_base else "" if row.base is None else reading_of(values[row.base], values[i], d, direction, once)
        against = "" if row.base is None else _where(group.rows[row.base], row, names[row.base])
        drawn.append(row)
        rows.append((row.epoch, _row(names[i], row, values[i], d, reading, _since(group.rows, i, events), against)))
    workload = labels.tidy(group.workload)
    title = group.metric + (f" ({group.unit})" if group.unit else "") + (f", {labels.short(workload, 48)}" if workload else "")
    early, late = _folded(rows)
    svg = _drawn(group, values, drawn[len(early) :], names, title)
    return Table(
        title, group.metric, group.unit, group.workload, _runner(scope, group.rows[0].measured[0]), late,
        early[-FOLDED_AT_MOST:], max(0, len(early) - FOLDED_AT_MOST), _lines(group, values, direction, names), svg,
    )  # fmt: skip


def _drawn(group: compare.Group, values: Sequence[numbers.Value], rows: Sequence[compare.Row], names: Sequence[str], title: str) -> str:
    """The shown rows as an interval dot plot: the range of the runs, else one standard deviation, else what the digits leave open."""
    dots = []
    shown = set(map(id, rows))
    for row, value, name in zip(group.rows, values, names, strict=True):
        if id(row) not in shown:
            continue
        low, high = value.range
        tone = "base" if row.is_base else ""
        label = f"{name}, msg {row.measured[0].msg}" if name else f"msg {row.measured[0].msg}"
        dots.append(plots.Dot(label, value.mean, low, high, numbers.told(value), row.is_base, tone))
    return plots.dot_plot(title, dots) if len(dots) > 2 else ""


def _folded(rows: Sequence[tuple[int, Row]]) -> tuple[tuple[Row, ...], tuple[Row, ...]]:
    """The rows of earlier states of the code and those of the later ones, which are shown; few rows are all shown."""
    start = 0
    if len(rows) > ROWS_AT_MOST:
        epochs = [epoch for epoch, _ in rows]
        starts = [i for i, epoch in enumerate(epochs) if i == 0 or epochs[i - 1] != epoch]
        start = next((i for i in starts if len(rows) - i <= ROWS_SHOWN), starts[-1])
        if len(rows) - start > ROWS_AT_MOST:
            start = len(rows) - ROWS_SHOWN
    return tuple(r for _, r in rows[:start]), tuple(r for _, r in rows[start:])


def value_of(row: compare.Row) -> numbers.Value:
    """The row's value, computed once: several sections set the same rows side by side."""
    if row.value is None:
        row.value = numbers.value_of(row.measured, aggregate=bool(tokens(row.measured[0].metric) & AGGREGATE.keys()))
    return row.value


def _where(base: compare.Row, row: compare.Row, name: str) -> str:
    """The base of a row, with its message where it is not of the same state of the code."""
    if base.config == row.config:
        return f"msg {base.measured[0].msg}"
    return name if base.epoch == row.epoch else f"{name} of msg {base.measured[0].msg}"


def _row(name: str, row: compare.Row, value: numbers.Value, d: numbers.Delta | None, reading: str, since: str, against: str) -> Row:
    deltas = (d.absolute, d.percent, d.bounds, d.interval) if d else ("", "", "", "")
    messages = tuple(sorted({m.msg for m in row.measured}))
    return Row(name, messages, since, numbers.told(value), value.n, value.spread_text, against if d else "", *deltas, reading)


def reading_of(base: numbers.Value, new: numbers.Value, d: numbers.Delta | None, direction: str, once: bool = False) -> str:
    """What to make of a difference, in a word. `once`: all rows rest on one run, which is said below the table and not in each row."""
    if d is None:
        return ""
    if d.scattered and not d.apart:
        return numbers.SCATTERED
    if d.apart is False:
        return "~"
    word = "" if d.sign else "equal"
    if direction in ("lower", "higher") and d.sign:
        word = "better" if (d.sign < 0) == (direction == "lower") else "worse"
    limit = "" if d.apart or once else "one run" if 1 in (base.n, new.n) else "no spread"
    return ", ".join(x for x in (word, limit) if x)


def _since(rows: Sequence[compare.Row], i: int, events: Sequence[str]) -> str:
    """What was changed or undone between the state of the row before and this one's."""
    if i == 0 or rows[i].epoch <= rows[i - 1].epoch:
        return ""
    named = list(dict.fromkeys(events[rows[i - 1].epoch : rows[i].epoch]))
    return ", ".join(named[:2]) + (f" and {len(named) - 2} more" if len(named) > 2 else "")


def _runner(scope: Scope, m: Measurement) -> str:
    """The program that printed a value: the one whose purpose is to measure, where there is one."""
    long = len(scope.whole.turns) > LONG
    run = None if long and m.command else acting(scope, m.msg, m.part or m.span.part)
    for wanted in ("benchmark", "profile", "test", "run", "build", "probe"):
        for action in run.actions if run else ():
            if action.intent == wanted:
                return scope.clip(first_line(action.command.text), 90)
    return scope.clip(first_line(m.command or ""), 90)


def _lines(group: compare.Group, values: list[numbers.Value], direction: str, names: Sequence[str]) -> tuple[Line, ...]:
    lines = []
    marked = [(r, n) for r, n in zip(group.rows, names, strict=True) if r.is_base]
    if len(marked) == 1:
        base, name = marked[0]
        told = (
            f"The base is {name}, {bases.how(group.known)}."
            if group.known
            else f"Which one is the base is not known; the rows are held against {name}, measured first."
        )
        lines.append(say(told if name else "The base is the first measurement.", cites=(m.msg for m in base.measured)))
    limited = [r for r, v in zip(group.rows, values, strict=True) if v.n == 1 and not r.lost]
    if limited:
        some = "Each row rests" if len(limited) == len(group.rows) else f"{len(limited)} of {counted(len(group.rows), 'row')} rest"
        lines.append(
            say(f"{some} on a single run: the order is known, the noise is not.", cites=(m.msg for r in limited for m in r.measured))
        )
    near = [
        r
        for r, v in zip(group.rows, values, strict=True)
        if r.base is not None and (d := numbers.delta(values[r.base], v)) and d.apart is False and not d.scattered
    ]
    if near:
        apart = list(dict.fromkeys(r.variant or r.config for r in near))
        lines.append(say(f"Not separable from the base at 95 %: {listed(apart[:5])}.", cites=(m.msg for r in near for m in r.measured)))
    if group.parameter:
        lines.append(say(f"The rows differ in {group.parameter}: a larger task, and no better or worse result."))
    elif direction == "unknown":
        lines.append(say("Which way is better is not known for this metric, so no row is called better or worse."))
    return tuple(lines)
