"""What stood before: the latest base value of each metric, the changes that were open, the hypotheses under test."""

from dataclasses import dataclass

from sessionlens.checks.words import BASE, SECONDARY, tokens
from sessionlens.graph.names import key, keys
from sessionlens.model.facts import Change, Hypothesis, Measurement
from sessionlens.reports import numbers
from sessionlens.reports.context.common import change_name, name_of, status_at, value_of
from sessionlens.reports.lines import Line, Quote, Word, counted, say
from sessionlens.reports.scope import Scope

SHOWN = 6


@dataclass(frozen=True, slots=True)
class Level:
    """A metric's base value and its latest other value, each with its message."""

    metric: str
    base: str
    base_config: str
    base_msg: int
    latest: str
    latest_config: str
    latest_msg: int
    change: str


@dataclass(frozen=True, slots=True)
class State:
    """One change at this point of the session."""

    name: str
    msgs: tuple[int, ...]
    state: str
    detail: str


@dataclass(frozen=True, slots=True)
class Standing:
    levels: tuple[Level, ...]
    states: tuple[State, ...]
    hypotheses: tuple[Line, ...]
    more_states: int
    more_hypotheses: int


def build(scope: Scope) -> Standing | None:
    states = _states(scope)
    hypotheses = _nearest(scope)
    levels = _levels(scope)
    if not (states or hypotheses or levels):
        return None
    lines = []
    for h in hypotheses[:SHOWN]:
        status, decided = status_at(scope, h)
        lines.append(say(f"{name_of(h)}, ", Word(status), ": ", Quote(scope.clip(h.quote or h.text, 160)), cites=(h.msg, *decided)))
    return Standing(levels, states[:20], tuple(lines), max(0, len(states) - 20), max(0, len(hypotheses) - SHOWN))


def _nearest(scope: Scope) -> list[Hypothesis]:
    """Hypotheses that the message names, then those last spoken of."""
    text = _words_of(scope)
    named = [h for h in scope.hypotheses if any(key(a) in text for a in h.aliases if key(a))]
    until = scope.view.until or 1 << 60
    others = [h for h in scope.hypotheses if h not in named]
    others.sort(key=lambda h: -max((m for m in (h.msg, *h.mentions) if m <= until), default=h.msg))
    return named + others


def _words_of(scope: Scope) -> frozenset[str]:
    message = scope.subject
    return frozenset() if message is None else keys(" ".join([message.text[:4000], *(c.command or "" for c in message.calls)]))


def _states(scope: Scope) -> tuple[State, ...]:
    """The status fold, changes of one name together: "A2" edited in three places and undone in one is partly reverted."""
    by_name: dict[str, list[Change]] = {}
    for c in scope.view.changes:
        by_name.setdefault(change_name(c), []).append(c)
    out = []
    for name, group in by_name.items():
        folded = [scope.view.state(c.id) for c in group]
        gone = [c for c, s in zip(group, folded, strict=True) if s == "reverted"]
        undone = [r for r in scope.view.reversions if r.of in {c.id for c in group}]
        state = "reverted" if len(gone) == len(group) else "partly reverted" if undone else "applied"
        detail = ""
        if undone:
            detail = f"{len(gone)} of {counted(len(group), 'edit')} undone" if len(group) > 1 else "undone" if gone else "undone in part"
        out.append(State(name, tuple(sorted({c.msg for c in group} | {r.msg for r in undone})), state, detail))
    out.sort(key=lambda s: (not s.detail, -s.msgs[-1]))
    return tuple(out)


def _levels(scope: Scope) -> tuple[Level, ...]:
    groups: dict[tuple[str, str], list[Measurement]] = {}
    for m in scope.view.measurements:
        if scope.message is None or m.msg < scope.message:
            groups.setdefault((m.metric, m.unit), []).append(m)
    out = []
    for (metric, _), ms in groups.items():
        named = [m for m in ms if tokens(m.config) & BASE]
        base = named[-1] if named else ms[0]
        rest = [m for m in ms if m.config != base.config or m.msg != base.msg]
        if not rest or tokens(metric) & SECONDARY:
            continue
        last = rest[-1]
        d = numbers.delta(numbers.value_of([base]), numbers.value_of([last]))
        change = f"{d.absolute} ({d.percent})" if d and d.percent else ""
        out.append(Level(metric, value_of(base), base.config, base.msg, value_of(last), last.config, last.msg, change))
    out.sort(key=lambda level: -level.latest_msg)
    return tuple(out[:SHOWN])
