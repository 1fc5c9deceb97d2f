"""Which measurements may be set side by side: the same metric of the same workload, by variant and by state of the code.

A configuration's label names several things at once: "decode pool n=500" has a workload (decode, n=500) and a variant (pool).
Only rows of one workload are compared. The variant is the part of the label that names the base ("before", "baseline") or something
that the session tried (an alias of a hypothesis, a change's name); where no part can be told to be it, only the same label is
compared with itself over time. How labels are read stands in `labels`.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sessionlens.checks.claims.words import word_set
from sessionlens.graph.names import key
from sessionlens.model.facts import Change, Measurement, Reversion
from sessionlens.reports import bases, tasks
from sessionlens.reports.labels import comparable, is_number, is_path, label_of, names_base, slots_of
from sessionlens.text.regex import regex

if TYPE_CHECKING:
    from sessionlens.reports.numbers import Value

Event = Change | Reversion

SUITES = word_set(
    "asv-json benchmark-json criterion go google-benchmark javascript libtest microbenchmark pyperf pyperf-json pytest pytest-benchmark "
    "sizes valgrind"
)
"""Parsers of reports in which a label is the name of one of a suite's benchmarks, of a symbol or of a file."""
PROFILED = word_set("flat cum self children overhead tottime cumtime")
"""Metrics of a profile, whose rows are the symbols of one run."""
_COMMIT = regex(r"(?:^|=)(?=[0-9a-f]*[a-f])(?=[a-f]*[0-9])[0-9a-f]{7,40}$")
"""A commit's hash, of which a later one is no larger task."""
_AMBIENT = regex(r"load averages?\b|(?:Mem|Swap)(?:Total|Free|Available)\b|uptime\b")


@dataclass(slots=True)
class Row:
    """The runs of one configuration on one state of the code. `epoch` counts the changes and reversions before it; `base` is the index,
    in its group, of the row it is compared with, None for a base or where nothing can be said. `lost`: the same label came with other
    values in one message, so what told them apart is not known, and the row is compared with nothing. `sure`: it is a base by more than
    having been measured first. `value` is what its runs give,
    once somebody asked for it. `call` is the message and part of the call that made its runs, where the same call also changed or restored
    something: whether a run was before or after that is not printed, so such runs are none of the runs of other calls."""

    config: str
    variant: str
    epoch: int
    measured: list[Measurement] = field(default_factory=list)
    base: int | None = None
    is_base: bool = False
    lost: bool = False
    sure: bool = False
    value: "Value | None" = field(default=None, compare=False)
    call: tuple[int, int] | None = None


@dataclass(slots=True)
class Group:
    """Rows that may be compared: one metric, one unit, one workload. `parameter` is the name of a numbered setting in which alone they
    differ ("n"): then a larger value is a larger task, and no better or worse result. `known` says how surely one of them is the base, as
    `bases` counts it; `FIRST` where rows are only held against what was measured first."""

    metric: str
    unit: str
    workload: str
    rows: list[Row]
    parameter: str = ""
    known: int = bases.FIRST

    def based(self, row: Row) -> bool:
        """Whether it is known what a row is held against: a named base, or the same thing's own earlier state."""
        if row.base is None:
            return row.sure
        base = self.rows[row.base]
        return base.sure or base.config == row.config


def grouped(
    measured: Iterable[Measurement],
    events: Sequence[Event],
    names: frozenset[str],
    slow: frozenset[str] = frozenset(),
    void: frozenset[int] = frozenset(),
) -> list[Group]:
    """All measurements as comparable groups, in the order of their first values. `names` are the keys of what the session tried, `slow`
    the branches that people complain about, `void` the messages whose runs were of an old build: they are compared with nothing."""
    listed = list(measured)
    labels = label_of(listed)
    shapes: dict[tuple[str, str, str, str, tuple[str, ...]], list[tuple[Measurement, dict[str, str]]]] = {}
    for m in listed:
        label, program = labels[m.id]
        slots = slots_of(label, m.command or "")
        shapes.setdefault((m.metric, m.unit, m.parser, program, tuple(slots)), []).append((m, slots))
    told = {shape: _told_slot(members, names) for shape, members in shapes.items()}
    workloads = {v for shape, slot in told.items() if slot for _, slots in shapes[shape] for k, v in slots.items() if k != slot}
    stood = sorted((e.msg, e.part) for e in events)
    states = bases.states_of(events)
    nothing = tasks.without_input(listed)
    groups: list[Group] = []
    for shape, members in shapes.items():
        slot, parameter = told[shape], ""
        if slot is None and comparable(members[0][0]):
            slot = _only_slot([s for _, s in members], workloads, bool(shape[3]))
            parameter = slot if slot and not slot.isdigit() and not any(_COMMIT.search(s[slot]) for _, s in members) else ""
            if slot and (_items(members, slot) if slot.isdigit() else _again(members, stood)):
                slot, parameter = None, ""
        by_workload: dict[str, Group] = {}
        for m, slots in members:
            workload = " ".join(v for k, v in slots.items() if k != slot)
            group = by_workload.setdefault(workload, Group(shape[0], shape[1], workload, [], parameter))
            _place(
                group,
                m,
                " ".join(slots.values()),
                slots[slot] if slot else "",
                *_state(stood, m, m.msg in void or (m.msg, m.config) in nothing),
            )
        groups += by_workload.values()
    for group in groups:
        for row in group.rows:
            first = row.measured[0]
            row.lost = row.lost or first.msg in void or (first.msg, first.config) in nothing
        _set_bases(group, slow, tried=names, states=states)
    return groups


def hold_against(groups: Sequence[Group], compared: Iterable[Iterable[str]]) -> None:
    """Sets the base of groups in which none is known, by what the session's own comparisons (the ids that each rests on) have in common;
    they may be of the same variants by another metric."""
    variant_of = {m.id: r.variant for g in groups for r in g.rows if r.variant for m in r.measured}
    found = {frozenset(variant_of[i] for i in ids if i in variant_of) for ids in compared}
    pairs = {p for p in found if len(p) == 2}
    held: set[str] = set()
    for group in groups if pairs else ():
        names = {r.variant for r in group.rows}
        if group.known == bases.FIRST and len(names) > 1:
            held |= bases.held_against(p for p in pairs if p <= names)
    for group in groups if held else ():
        names = {r.variant for r in group.rows}
        bound = frozenset(n for n in names if n in held or any(n.endswith(("-" + h, "/" + h)) for h in held))
        if group.known == bases.FIRST and len(names) > 1 and len(bound) == 1:
            for row in group.rows:
                row.base, row.is_base = None, False
            _set_bases(group, frozenset(), bound)


def _varying(members: Sequence[dict[str, str]]) -> dict[str, list[str]]:
    values: dict[str, dict[str, None]] = {}
    for slots in members:
        for slot, value in slots.items():
            values.setdefault(slot, {})[value] = None
    return {slot: list(v) for slot, v in values.items() if len(v) > 1}


def ambient(m: Measurement) -> bool:
    """Whether a value says how the machine was, and not how the program did: a busier machine is no worse result."""
    return m.parser == "load" or _AMBIENT.match(m.metric) is not None


def of_names(m: Measurement) -> bool:
    """Whether a value's label is the name of one of many benchmarks or symbols: then another name is another thing."""
    return m.parser in SUITES or m.metric in PROFILED


def _told_slot(members: Sequence[tuple[Measurement, dict[str, str]]], names: frozenset[str]) -> str | None:
    """The part of the labels that names the base or something tried; of several the one with most such names. Of names that a tool
    lists (benchmarks, symbols, steps) one alone may be like something tried; then all but one must be."""
    files, ran = members[0][0].parser == "sizes", members[0][0].parser == "hyperfine"
    told = []
    for slot, values in _varying([s for _, s in members]).items():
        based = sum(names_base(f"/{v}" if files else v.rpartition("/")[2] if ran and slot == "0" else v) for v in values)
        named = sum(not keys_of(v).isdisjoint(names) for v in values)
        if based + named < len(values) - 1 and (of_names(members[0][0]) or (not based and slot.isdigit() and _items(members, slot))):
            continue
        if based or named:
            told.append((based > 0, named, slot))
    return max(told)[2] if told else None


def keys_of(value: str) -> frozenset[str]:
    """The names that one part of a label may be: "fast/pool" is "pool", too, and so are "alloc=pool" and "bin/app-pool"."""
    last = value.rpartition("/")[2]
    return frozenset(map(key, (value, value.partition("=")[2] or value, last, last.rpartition("-")[2] or last)))


def _items(members: Sequence[tuple[Measurement, dict[str, str]]], slot: str) -> bool:
    """Whether the values of a slot are items that a tool lists, and no variants of one thing: names of benchmarks or symbols, or several
    names in one output that its command does not spell."""
    if of_names(members[0][0]):
        return True
    by_call: dict[tuple[int, int], set[str]] = {}
    for m, slots in members:
        if slots[slot].rpartition("/")[2] not in (m.command or ""):
            by_call.setdefault((m.msg, m.part), set()).add(slots[slot])
    return any(len(found) > 1 for found in by_call.values())


def _again(members: Sequence[tuple[Measurement, dict[str, str]]], stood: Sequence[tuple[int, int]]) -> bool:
    """Whether a task of one size was measured again after a change: that is the comparison, and not that of small with large."""
    states: dict[str, int] = {}
    for m, slots in members:
        label, state = " ".join(slots.values()), bisect_left(stood, (m.msg, m.part))
        if states.setdefault(label, state) != state:
            return True
    return False


def _only_slot(members: Sequence[dict[str, str]], workloads: set[str], by_command: bool) -> str | None:
    """The one part that varies, unless another table shows that its values are workloads, or they are bare numbers
    (buckets of a count) or the files that a listing names."""
    varying = _varying(members)
    if len(varying) != 1:
        return None
    ((slot, values),) = varying.items()
    if workloads & set(values) or all(is_number(v) for v in values) or (not by_command and all(is_path(v) for v in values)):
        return None
    return slot


def _state(stood: Sequence[tuple[int, int]], m: Measurement, void: bool) -> tuple[int, tuple[int, int] | None]:
    """How many changes and reversions a value has behind it, and its call where that made some of them itself or counts for nothing."""
    call = (m.msg, m.part or m.span.part)
    after = bisect_right(stood, call)
    return after, call if void or bisect_left(stood, call) < after else None


def _place(group: Group, m: Measurement, config: str, variant: str, epoch: int, call: tuple[int, int] | None) -> None:
    same = [r for r in group.rows if r.config == config and r.epoch == epoch and r.call == call]
    for row in same:
        if _repeats(row.measured, m):
            row.measured.append(m)
            return
    lost = any(r.measured[-1].msg == m.msg for r in same)
    for row in same if lost else ():
        row.lost = True
    group.rows.append(Row(config, variant, epoch, [m], lost=lost, call=call))


def _repeats(measured: Sequence[Measurement], m: Measurement) -> bool:
    """Whether a value is a further run of the same thing. A size or a count is the same each time; where it differs within a message,
    the label has lost what told the two apart."""
    last = measured[-1]
    return m.value == last.value or m.msg != last.msg or m.unit not in ("", "B", "kB", "KiB", "MiB", "MB", "GB", "GiB", "bytes")


def _set_bases(
    group: Group,
    slow: frozenset[str],
    held: frozenset[str] = frozenset(),
    tried: frozenset[str] = frozenset(),
    states: Sequence[int] = (),
) -> None:
    """Chooses what each row is compared with: the base of its own epoch, else the nearest earlier base. One thing's first state that was
    measured again, once what had been changed was undone, is the nearer base of what follows."""
    rows = group.rows
    if all(r.lost for r in rows):
        return
    labels = list(dict.fromkeys(r.variant or r.config for r in rows))
    ranks = {
        variant: bases.rank_of(variant or r.config, r.measured, [o for o in labels if o != (variant or r.config)], slow)
        for variant, r in {r.variant: r for r in rows}.items()
    }
    if held:
        ranks = {variant: bases.HELD if variant in held else bases.FIRST for variant in ranks}
    untried = [v for v in ranks if v and keys_of(v).isdisjoint(tried)]
    alone = len(ranks) > 1 and len(untried) == 1 and "" not in ranks and not bases.names_new(untried[0])
    if alone and max(ranks.values()) < bases.UNTRIED:
        ranks[untried[0]] = bases.UNTRIED
    group.known = max(ranks.values())
    for r in rows:
        r.sure = bool(group.known) and ranks[r.variant] == group.known
    lead = next((r.variant for r in rows if group.known and ranks[r.variant] == group.known), rows[0].variant)
    latest: int | None = None
    for epoch in dict.fromkeys(r.epoch for r in rows):
        here = [i for i, r in enumerate(rows) if r.epoch == epoch and not r.lost]
        if not here:
            continue
        variants = {rows[i].variant for i in here}
        own = next((i for i in here if rows[i].variant == lead), None)
        if own is None and group.known:
            own = next((i for i in here if ranks[rows[i].variant] == group.known), None)
        if own is None and len(variants) > 1 and not (group.known and latest is not None):
            own = here[0]
        if own is not None and (len(variants) > 1 or latest is None or (len(ranks) > 1 and rows[own].variant == lead)):
            rows[own].is_base = True
            latest = own
        for i in here:
            if not rows[i].is_base:
                rows[i].base = latest
        if states and latest is not None and len(ranks) == 1 and states[epoch] == states[rows[latest].epoch] and here[-1] > latest:
            latest = here[-1] if bases.near(rows[latest].measured[-1], rows[here[-1]].measured[-1]) else latest
        if own is None and latest is None:
            rows[here[0]].is_base = True
            latest = here[0]
            for i in here[1:]:
                rows[i].base = latest
