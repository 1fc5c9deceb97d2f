"""Impact in numbers: each headline metric at its baseline, at its worst and at its last measurement, with their intervals."""

from sessionlens.checks.claims.words import SECONDARY, tokens
from sessionlens.model.frozen import Record
from sessionlens.reports import compare, labels, numbers, tables
from sessionlens.reports.context import attribution, measurements
from sessionlens.reports.lines import Line, Quote, Word, say
from sessionlens.reports.scope import Scope

ROWS_AT_MOST = 6
CLAIMS_SHOWN = 3
COMPARING = ("percent", "delta", "ratio", "vague")


class Row(Record):
    """One metric of one workload. Each value has the interval that its printed digits leave open; `worst` is empty where nothing was
    worse than the baseline. `change` is the last value against the baseline, `interval` what the runs say of that at 95 %. `baseline`
    is the value that the others are set against. `last` is the last one measured."""

    metric: str
    baseline: str
    worst: str
    last: str
    change: str
    bounds: str
    interval: str
    reading: str
    messages: tuple[int, ...]


class Impact(Record):
    """`said` are the comparisons in words that were borne out, the first and the last ones."""

    rows: tuple[Row, ...]
    said: tuple[Line, ...]


def build(scope: Scope) -> Impact | None:
    resting = {i for _, v in scope.judged() for i in v.nodes}
    totals = total_groups(scope)
    known = {(g.metric, g.unit) for g in totals}
    groups = [g for g in measurements.all_groups(scope) if headline(g) and (g.metric, g.unit) not in known]
    groups.sort(key=lambda g: measurements.weight(g, resting))
    rows = [r for g in (*totals, *groups) if (r := _row(g)) is not None and r.reading.partition(",")[0] != "equal"][:ROWS_AT_MOST]
    said = _said(scope)
    return Impact(tuple(rows), said) if rows or said else None


def total_groups(scope: Scope) -> list[compare.Group]:
    """Totals that were printed with the same parts, as groups: the same thing measured again, whatever the command was called."""
    out = []
    for runs in attribution.budgets_of(scope).values():
        totals = [run[-1] for run in runs]
        if len({m.msg for m in totals}) > 1 and totals[0].direction != "unknown":
            rows = [compare.Row("", "", i, [m], 0 if i else None, i == 0) for i, m in enumerate(totals)]
            out.append(compare.Group(totals[0].metric, totals[0].unit, "", rows))
    return out


def headline(group: compare.Group) -> bool:
    return (
        not group.parameter
        and group.rows[0].measured[0].direction != "unknown"
        and not tokens(group.metric) & SECONDARY
        and any(r.base is not None and not r.lost for r in group.rows)
    )


def _row(group: compare.Group) -> Row | None:
    rows = [r for r in group.rows if not r.lost]
    last = max((r for r in rows if r.base is not None), key=lambda r: (r.measured[-1].msg, r.config), default=None)
    if last is None or last.base is None:
        return None
    base = group.rows[last.base]
    direction = base.measured[0].direction
    bad = max if direction == "lower" else min
    worst = bad(rows, key=lambda r: tables.value_of(r).mean)
    a, b, w = (tables.value_of(r) for r in (base, last, worst))
    d = numbers.delta(a, b)
    worse = worst is not last and worst is not base and w.mean != a.mean
    title = f"{group.metric}{f', {labels.short(labels.tidy(group.workload), 40)}' if group.workload else ''}"
    return Row(
        title, _told(base, a, group), _told(worst, w, group) if worse else "", _told(last, b, group), d.percent if d else "",
        d.bounds if d else "", d.interval if d else "", tables.reading_of(a, b, d, direction),
        tuple(sorted({m.msg for r in (base, last, *([worst] if worse else [])) for m in r.measured})),
    )  # fmt: skip


def _told(row: compare.Row, value: numbers.Value, group: compare.Group) -> str:
    """A value with its interval, and its variant where the rows of the group differ in it."""
    lo, hi = (numbers.number(x, value.places + 1) for x in (value.interval.lo, value.interval.hi))
    name = labels.short(labels.tidy(row.variant or row.config), 24) if len({r.config for r in group.rows}) > 1 else ""
    told = numbers.told(value) + (f" [{lo}, {hi}]" if lo != hi else "")
    return f"{name}: {told}" if name else told


def _said(scope: Scope) -> tuple[Line, ...]:
    told = [
        (c, v) for c, v in scope.judged() if v.claim in COMPARING and v.verdict == "supported" and v.nodes and c.statement.kind != "cell"
    ]
    chosen = told if len(told) <= CLAIMS_SHOWN else [told[0], *told[-(CLAIMS_SHOWN - 1) :]]
    return tuple(say(Quote(scope.clip(c.quote, 180)), " ", Word(v.verdict), cites=(c.msg, *v.evidence)) for c, v in chosen)
