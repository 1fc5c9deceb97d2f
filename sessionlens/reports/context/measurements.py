"""Measurements as tables: a table per metric and workload, a row per variant and state of the code, deltas against the base."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import cast

from sessionlens.checks.claims.words import SECONDARY, tokens
from sessionlens.graph.names import key
from sessionlens.model.facts import Measurement
from sessionlens.model.frozen import Record
from sessionlens.reports import bases, claimed, compare, labels, numbers, stated
from sessionlens.reports.context.common import suite_metric
from sessionlens.reports.lines import Line, say
from sessionlens.reports.parameters import labelled
from sessionlens.reports.scope import Scope
from sessionlens.reports.settings import told_apart
from sessionlens.reports.tables import Table, events_of, reading_of, table_of, value_of
from sessionlens.text.regex import regex

TABLES_AT_MOST = 8
PAIRS_SHOWN, FOLDED_AT_MOST = 16, 60
OTHERS_AT_MOST = 40
PEOPLE_READ = 5
"""First messages of people, in which they say what is wrong."""
_NUMBER = regex(r"\d+")


class Pair(Record):
    """A comparison that fits one row: the base's value and the last one measured against it, or the two values that a conclusion of the
    session sets against each other. `workload` is its label where both have the same, `base` and `new` are the variants where they
    differ."""

    metric: str
    workload: str
    base: str
    was: str
    new: str
    now: str
    absolute: str
    percent: str
    interval: str
    reading: str
    messages: tuple[int, ...]


class Other(Record):
    """A value that stands alone: it is set against no other."""

    metric: str
    config: str
    value: str
    n: int | None
    messages: tuple[int, ...]


class Measurements(Record):
    """`tables` are the comparisons that most rests on, `same_runs` show runs of those by other metrics, `pairs` further ones in a row
    each, those that conclusions make first; of many pairs `more_pairs` are folded away and `left_pairs` left out. `others` are values
    that stand in no comparison, among them the state of the machine (its load average), which is no result.
    `suites` says where the counts of test suites stand. `more_others` of the others are left out; `total` counts the measurements."""

    tables: tuple[Table, ...]
    same_runs: tuple[Table, ...]
    pairs: tuple[Pair, ...]
    more_pairs: tuple[Pair, ...]
    left_pairs: int
    others: tuple[Other, ...]
    more_others: int
    total: int
    suites: Line | None


def build(scope: Scope) -> Measurements | None:
    found = measured(scope)
    suites = [m for m in scope.view.measurements if suite_metric(m)]
    if not found:
        return None
    groups = all_groups(scope)
    resting = {i for _, v in scope.judged() for i in v.nodes}
    compared = sorted((g for g in groups if _telling(g)), key=lambda g: weight(g, resting))
    large = [g for g in compared if sum(not r.lost for r in g.rows) > 2 and labels.comparable(g.rows[0].measured[0])][:TABLES_AT_MOST]
    first, again = _told_apart(large)
    told = set(map(id, large))
    small = [g for g in compared if id(g) not in told]
    small.sort(key=lambda g: g.rows[0].measured[0].direction == "unknown")
    said = [(s, p) for s in claimed.sides_of(scope, groups) if (p := _claimed(s)) is not None]
    pairs = [*(p for _, p in said), *(p for g in small if (p := _pair(g)) is not None)]
    placed = {m.id for sides, _ in said for side in sides for m in side}
    single = [r for g in groups for r in g.rows if (r.lost or not _telling(g)) and not all(m.id in placed for m in r.measured)]
    single += [compare.Row(m.config, "", 0, [m]) for m in found if compare.ambient(m)]
    single.sort(key=lambda r: (not any(m.id in resting for m in r.measured), r.measured[0].msg))
    others = _merged(_other(r) for r in single)
    shown = PAIRS_SHOWN if len(pairs) > PAIRS_SHOWN + 4 else len(pairs)
    return Measurements(
        tuple(table_of(scope, g) for g in first),
        tuple(table_of(scope, g) for g in again),
        tuple(pairs[:shown]),
        tuple(pairs[shown : shown + FOLDED_AT_MOST]),
        max(0, len(pairs) - shown - FOLDED_AT_MOST),
        others[:OTHERS_AT_MOST],
        max(0, len(others) - OTHERS_AT_MOST),
        len(found),
        say("Counts and times of test suites stand with the verifications.", cites=[m.msg for m in suites]) if suites else None,
    )


def _told_apart(groups: Sequence[compare.Group]) -> tuple[list[compare.Group], list[compare.Group]]:
    """Groups of other runs each, and those that only show the same runs by another metric."""
    first: list[compare.Group] = []
    again: list[compare.Group] = []
    seen: list[set[int]] = []
    for group in groups:
        messages = {m.msg for r in group.rows for m in r.measured}
        known = any(messages <= told for told in seen)
        (again if known else first).append(group)
        seen.append(messages)
    return first, again


def _telling(group: compare.Group) -> bool:
    """Whether a group compares something. Of counts of which nobody knows which way is better, only one thing's own change does."""
    if not any(r.base is not None for r in group.rows):
        return False
    if labels.comparable(group.rows[0].measured[0]):
        return True
    values = {m.value for r in group.rows for m in r.measured}
    return len(values) > 1 and len({r.config for r in group.rows}) == 1


def _pair(group: compare.Group) -> Pair | None:
    """The last compared row of a group against its base."""
    last = next((r for r in reversed(group.rows) if r.base is not None and not r.lost), None)
    if last is None or last.base is None:
        return None
    base = group.rows[last.base]
    a, b = value_of(base), value_of(last)
    d = numbers.delta(a, b)
    if d is None:
        return None
    direction = "unknown" if group.parameter else last.measured[0].direction
    same = base.config == last.config
    workload = labels.short(labels.tidy(last.config if same else group.workload), 50)
    names = ("", "") if same else tuple(labels.short(labels.tidy(r.variant or r.config), 40) for r in (base, last))
    metric = f"{group.metric}{f' ({group.unit})' if group.unit else ''}"
    return Pair(
        metric, workload, names[0], _shown(a), names[1], _shown(b), d.absolute, d.percent, d.interval,
        reading_of(a, b, d, direction), tuple(sorted({m.msg for r in (base, last) for m in r.measured})),
    )  # fmt: skip


def _shown(value: numbers.Value) -> str:
    return numbers.told(value) + (f" (n = {value.n})" if (value.n or 0) > 1 else "")


def _claimed(sides: claimed.Sides) -> Pair | None:
    """Two values that a conclusion compares."""
    first, second = sides[0][0], sides[1][0]
    a, b = claimed.value_of(sides[0]), claimed.value_of(sides[1])
    d = numbers.delta(a, b)
    if d is None:
        return None
    same, alike = first.config == second.config, first.metric == second.metric
    texts = [m.config if alike else f"{m.metric} {'' if same else m.config}".strip() for m in (first, second)]
    names = ("", "") if same and alike else tuple(labels.short(labels.tidy(t), 40) for t in texts)
    metric = (first.metric if alike else f"{first.metric}, {second.metric}") + (f" ({first.unit})" if first.unit else "")
    workload = labels.short(labels.tidy(first.config), 50) if same else ""
    return Pair(
        metric, workload, names[0], _shown(a), names[1], _shown(b), d.absolute, d.percent, d.interval,
        reading_of(a, b, d, claimed.direction_of(sides)), tuple(sorted({m.msg for side in sides for m in side})),
    )  # fmt: skip


def measured(scope: Scope) -> list[Measurement]:
    """The values in sight that are not a test suite's report of itself."""
    return [m for m in scope.view.measurements if not suite_metric(m)]


def all_groups(scope: Scope) -> list[compare.Group]:
    """Comparable groups of all of those."""
    if "groups" not in scope.memo:
        scope.memo["groups"] = groups_of(scope, measured(scope))
    return cast(list[compare.Group], scope.memo["groups"])


def groups_of(scope: Scope, found: Sequence[Measurement]) -> list[compare.Group]:
    """Comparable groups of these measurements, by what the session tried; numbers that only name a case are labels of the others."""
    names = {key(a) for h in scope.whole.hypotheses for a in h.aliases} | {key(n) for c in scope.whole.changes for n in c.names}
    plain = [m for m in found if not compare.ambient(m)]
    slow = bases.called_slow([scope.whole.message(n).text for n in scope.people[:PEOPLE_READ]])
    groups = compare.grouped(told_apart(scope, labelled(scope, plain)), events_of(scope), frozenset(names - {""}), slow, stale_of(scope))
    compare.hold_against(groups, (v.nodes for _, v in scope.judged() if v.claim in stated.COMPARING and len(v.nodes) > 1))
    return groups


def stale_of(scope: Scope) -> frozenset[int]:
    """The messages that ran a build older than the change that they were to measure, as the rule of stale builds has it."""
    return frozenset(f.msg for f in scope.findings() if f.issue == "stale-build" and f.confidence == "high")


def weight(group: compare.Group, resting: set[str]) -> tuple[int, int, int, str, str]:
    """Tables that most verdicts rest on come first, then headline metrics, then those with more rows; sizes of a task by their number."""
    used = sum(m.id in resting for r in group.rows for m in r.measured)
    secondary = bool(tokens(group.metric) & SECONDARY)
    return -used, int(secondary), -len(group.rows), group.metric, _NUMBER.sub(lambda d: d[0].zfill(12), group.workload)


def _merged(others: Iterable[Other]) -> tuple[Other, ...]:
    """Values that were printed again as they were, once."""
    by: dict[tuple[str, str, str], Other] = {}
    for o in others:
        old = by.get((o.metric, o.config, o.value))
        by[(o.metric, o.config, o.value)] = o if old is None else replace(old, messages=tuple(sorted({*old.messages, *o.messages})))
    return tuple(by.values())


def _other(row: compare.Row) -> Other:
    value = value_of(row)
    m = row.measured[0]
    return Other(
        m.metric,
        labels.short(labels.tidy(m.config), 50),
        numbers.told(value),
        value.n,
        tuple(sorted({x.msg for x in row.measured})),
    )
