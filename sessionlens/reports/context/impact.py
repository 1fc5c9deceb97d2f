"""Impact in numbers: each headline metric at its baseline, at its worst and at its last measurement, with their intervals."""

from fractions import Fraction
from itertools import islice

from sessionlens.checks.claims.words import SECONDARY, tokens
from sessionlens.graph.names import key
from sessionlens.model.facts import Measurement
from sessionlens.model.frozen import Record
from sessionlens.reports import bases, compare, labels, numbers, stated, tables, tasks
from sessionlens.reports.context import attribution, measurements
from sessionlens.reports.context.common import change_name
from sessionlens.reports.lines import Line, Quote, Word, say
from sessionlens.reports.scope import Scope

ROWS_AT_MOST = 6
CLAIMS_SHOWN = 3
_FAR = 10**6
LEAST = Fraction(1, 100)
"""The share below which a difference is no impact."""
UNKNOWN = "base not known"
_LATER = "; changed since"


class Row(Record):
    """One metric of one workload. Each value has the interval that its printed digits leave open; `worst` is empty where nothing was
    worse than the baseline. `change` is the last value against the baseline, `interval` what the runs say of that at 95 %. `baseline`
    is the value that the others are set against. `last` is the last one measured of what stands: no run of a change that was undone
    afterwards, and empty where several variants were measured last and none is known to be the one that stands."""

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
    """`said` are the comparisons in words that were borne out, the first and the last ones; `unbased` how many of the rows are only set
    against what was measured first, because nothing says what they are to be held against. `unlike` names metrics whose first and last
    values are of different tasks, so that no impact is told of them."""

    rows: tuple[Row, ...]
    said: tuple[Line, ...]
    unbased: int
    unlike: tuple[Line, ...] = ()


def build(scope: Scope) -> Impact | None:
    resting = {i for _, v in scope.judged() for i in v.nodes}
    totals = total_groups(scope)
    known = {(g.metric, g.unit) for g in totals}
    groups = [g for g in measurements.all_groups(scope) if headline(g) and (g.metric, g.unit) not in known]
    groups.sort(key=lambda g: measurements.weight(g, resting))
    told = [r for g in (*totals, *groups) if (r := _row(scope, g)) is not None]
    found = [r for r in told if isinstance(r, Row) and r.reading.partition(",")[0] != "equal"]
    unlike = [] if found else [*(r for r in told if not isinstance(r, Row)), *_apart(scope)]
    found.sort(key=lambda row: (row.reading == UNKNOWN, _LATER in row.reading))
    found = found[:ROWS_AT_MOST]
    said = _said(scope)
    known_rows = sum(r.reading == UNKNOWN for r in found)
    return Impact(tuple(found), said, known_rows, tuple(unlike[:CLAIMS_SHOWN])) if found or said or unlike else None


def total_groups(scope: Scope) -> list[compare.Group]:
    """Totals that were printed with the same parts, as groups: the same task measured again, whatever the program was called."""
    out: list[compare.Group] = []
    for runs in attribution.budgets_of(scope).values():
        totals = _and_later(scope, [run[-1] for run in runs])
        if len({m.msg for m in totals}) > 1 and totals[0].direction != "unknown":
            if any({m.id for m in totals} <= {m.id for r in g.rows for m in r.measured} for g in out):
                continue
            rows = [compare.Row("", "", i, [m], 0 if i else None, i == 0) for i, m in enumerate(totals)]
            out.append(compare.Group(totals[0].metric, totals[0].unit, "", rows))
    return out


def _and_later(scope: Scope, totals: list[Measurement]) -> list[Measurement]:
    """Totals with those that were printed later without their parts: one of the same name in a message, under the same label, a longer
    one or none."""
    last = totals[-1]
    later: dict[int, list[Measurement]] = {}
    for m in scope.view.measurements:
        if m.msg > last.msg and (m.metric, m.unit, m.direction) == (last.metric, last.unit, last.direction) and not m.samples:
            later.setdefault(m.msg, []).append(m)
    later = {msg: group for msg, group in later.items() if tasks.same([last], group[:1])}
    known = [group[0] for group in later.values() if len(group) == 1 and tokens(last.config) <= tokens(group[0].config)]
    return [*totals, *known] if len(known) == len(later) else totals


_TELLING = compare.SUITES | {"hyperfine"}
_INSIDE = frozenset(("gc", "pause", "pauses", "stw", "warmup", "setup", "compile"))
"""What a program tells of itself beside its result."""


def headline(group: compare.Group) -> bool:
    return (
        not group.parameter
        and group.rows[0].measured[0].direction != "unknown"
        and not tokens(group.metric) & (SECONDARY | _INSIDE)
        and group.unit != "x"
        and group.metric not in compare.PROFILED
        and any(r.base is not None and not r.lost for r in group.rows)
    )


def _row(scope: Scope, group: compare.Group) -> Row | Line | None:
    """The row of a group; a line that says why there is none where its first and last values are of different tasks."""
    rows = [r for r in group.rows if not r.lost and not _no_value(r, group)]
    held = [r for r in rows if r.base is not None]
    if not held:
        return None
    last = _standing(scope, held)
    of = last or held[-1]
    base = _base_of(group, rows, of)
    if base is None:
        return _unlike(group, group.rows[of.base or 0], of)
    rows = [r for r in rows if r is base or (_alike(group, r, base) and befell(scope, base, r))]
    direction = base.measured[0].direction
    bad = max if direction == "lower" else min
    worst = bad(rows, key=lambda r: tables.value_of(r).mean)
    a, w = tables.value_of(base), tables.value_of(worst)
    b = tables.value_of(last) if last is not None else None
    d = numbers.delta(a, b) if b is not None else None
    worse = worst is not last and worst is not base and w.mean != a.mean
    if (b is None and not worse) or (b is not None and not worse and a.mean and abs(b.mean - a.mean) < LEAST * abs(a.mean)):
        return None
    name = title(group)
    known = group.based(of)
    reading = UNKNOWN if not known else tables.reading_of(a, b, d, direction) if b is not None else ""
    since = ", ".join(_undone_since(scope, last)) if last is not None and known else ""
    reading += (
        f"; undone since: {since}" if since else _LATER if last is not None and known and scope.changed_after(last.measured[-1].msg) else ""
    )
    return Row(
        name, _told(base, a, group), _worst(worst, a, w, group) if worse else "", _told(last, b, group) if last and b else "",
        d.percent if d else "", d.bounds if d else "", d.interval if d else "", reading,
        tuple(sorted({m.msg for r in (base, *([last] if last else []), *([worst] if worse else [])) for m in r.measured})),
    )  # fmt: skip


def befell(scope: Scope, base: compare.Row, row: compare.Row) -> bool:
    """Whether a value is what came about, and none of a build that was only tried: of the same thing measured again, of a version or of
    what is called new, or what a borne-out statement of the session holds against the base."""
    name = row.variant or row.config
    if name == (base.variant or base.config) or bases.names_new(name) or bases.version_of(name) is not None:
        return True
    return stated.together(stated.pairs(scope), base.measured, row.measured)


def title(group: compare.Group) -> str:
    return f"{group.metric}{f', {labels.short(labels.tidy(group.workload), 40)}' if group.workload else ''}"


def _base_of(group: compare.Group, rows: list[compare.Row], of: compare.Row) -> compare.Row | None:
    """The nearest base before a row, in its own call first, that is of the same task; None where all are of other ones."""
    own = group.rows[of.base or 0]
    alike = [r for r in rows if r is not of and (r is own or r.is_base) and (r.variant or r.config) == (own.variant or own.config)]
    near = sorted((r for r in alike if r.epoch <= of.epoch and _alike(group, of, r)), key=lambda r: r.epoch)
    return own if own in near else near[-1] if near else None


def _alike(group: compare.Group, one: compare.Row, other: compare.Row) -> bool:
    """Whether two rows are of one task; of variants, the names of all of them stand in the commands. A suite's label says its task itself,
    however many others were run with it."""
    if {one.measured[0].parser, other.measured[0].parser} <= _TELLING:
        return True
    apart = {r.variant for r in group.rows} if one.variant != other.variant else ()
    return tasks.same(one.measured, other.measured, apart)


def _apart(scope: Scope) -> list[Line]:
    """Of totals that were printed with the same parts for several tasks, and for none of them twice, what is said instead."""
    names: dict[tuple[str, ...], list[Measurement]] = {}
    for runs in attribution.budgets_of(scope).values():
        names.setdefault(tuple(m.metric for m in runs[0]), []).extend(run[-1] for run in runs)
    return [
        _unlike(compare.Group(m[0].metric, m[0].unit, "", []), *(compare.Row("", "", 0, [x]) for x in (m[0], m[-1])))
        for m in names.values()
        if len(m) > 1
    ]


def _unlike(group: compare.Group, base: compare.Row, of: compare.Row) -> Line:
    """Why nothing is told of a metric."""
    given = [tasks.told(r.measured) for r in (base, of)]
    ran = f": first `{given[0]}`, last `{given[1]}`" if all(given) and given[0] != given[1] else ""
    text = f"No impact is told of {title(group)}: its first and last values are of different inputs or arguments{labels.short(ran, 160)}."
    return say(text, cites=(base.measured[0].msg, of.measured[0].msg))


def _no_value(row: compare.Row, group: compare.Group) -> bool:
    """Whether a program printed its "nothing yet" in place of a value: a bare power of ten, far beyond all others."""
    value = abs(tables.value_of(row).mean)
    if value < _FAR:
        return False
    others = [v for r in group.rows if (v := abs(tables.value_of(r).mean)) != value]
    return bool(others) and value > 1000 * max(others) and set(f"{float(value):.0f}") <= set("10")


def _standing(scope: Scope, rows: list[compare.Row]) -> compare.Row | None:
    """The row that shows what stands. Of one thing measured again and again it is the last; of variants the last that is called new or
    bears the name of a change that stands. None where nothing tells which of them stands."""
    labels_of = {r.variant or r.config for r in rows}
    if len(labels_of) > 1 or rows[0].variant:
        news = [r for r in rows if bases.names_new(r.variant or r.config)]
        news = [r for r in news if not labels.numbered(r.variant or r.config)] or news
        rows = news or [r for r in rows if _stands(scope, r)]
    if not rows:
        return None
    newest = max(r.measured[-1].msg for r in rows)
    here = [r for r in rows if r.measured[-1].msg == newest]
    return here[0] if len(here) == 1 else None


def _stands(scope: Scope, row: compare.Row) -> bool:
    """Whether a variant bears the name of changes that all stand."""
    if not row.variant:
        return False
    names = compare.keys_of(row.variant)
    return {scope.view.state(c.id) for c in scope.whole.changes if c.names and not names.isdisjoint(map(key, c.names))} == {"applied"}


def _undone_since(scope: Scope, row: compare.Row) -> list[str]:
    """What was in the code when a value was measured and has been undone since."""
    at = row.measured[-1].msg
    gone = []
    for c in scope.whole.changes:
        if c.names and c.msg <= at and scope.view.state(c.id) == "reverted":
            undone = scope.undone_at(c.id)
            if undone and min(undone) > at:
                gone.append(change_name(c))
    return list(dict.fromkeys(gone))[:3]


def _told(row: compare.Row, value: numbers.Value, group: compare.Group) -> str:
    """A value with its interval, and its variant where the rows of the group differ in it."""
    lo, hi = (numbers.number(x, value.places + 1) for x in (value.interval.lo, value.interval.hi))
    name = labels.short(labels.tidy(row.variant or row.config), 24) if len({r.config for r in group.rows}) > 1 else ""
    told = numbers.told(value) + (f" [{lo}, {hi}]" if lo != hi else "")
    return f"{name}: {told}" if name else told


def _worst(row: compare.Row, base: numbers.Value, value: numbers.Value, group: compare.Group) -> str:
    """The worst value, with how far it is from the baseline where that is known."""
    d = numbers.delta(base, value)
    return _told(row, value, group) + (f", {d.percent}" if d and d.percent and group.based(row) else "")


def _said(scope: Scope) -> tuple[Line, ...]:
    told = [
        (c, v)
        for c, v in scope.judged()
        if v.claim in stated.COMPARING and v.verdict == "supported" and v.nodes and c.statement.kind != "cell"
    ]
    kept = (pair for pair in reversed(told) if not stated.withdrawn(scope, pair[0]))
    last = list(islice(kept, CLAIMS_SHOWN - 1))[::-1]
    first = next((pair for pair in told if pair not in last and not stated.withdrawn(scope, pair[0])), None)
    chosen = last if first is None or (last and first[0].msg > last[0][0].msg) else [first, *last]
    return tuple(say(Quote(scope.clip(c.quote, 180)), " ", Word(v.verdict), cites=(c.msg, *v.evidence)) for c, v in chosen)
