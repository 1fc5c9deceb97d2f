"""What stood before: the latest levels and comparisons, the changes that were open, the hypotheses under test."""

from dataclasses import replace

from sessionlens.checks.claims.words import SECONDARY, tokens
from sessionlens.graph.names import key, keys
from sessionlens.model.facts import Change, Hypothesis
from sessionlens.model.frozen import Record
from sessionlens.reports import compare, labels, numbers, tables
from sessionlens.reports.context import measurements
from sessionlens.reports.context.common import called, change_name, status_at
from sessionlens.reports.lines import Line, Quote, Word, counted, say
from sessionlens.reports.scope import Scope
from sessionlens.text.quantities import find

SHOWN = 6
LEVELS_SHOWN = 6
STATES_SHOWN = 12
TABLES_SHOWN = 2
CONCLUSIONS_SHOWN = 5
COMPARING = ("percent", "delta", "ratio", "range", "ranking", "sum", "attribution", "no-difference", "universal")


class Level(Record):
    """The latest value of a metric, with its message."""

    metric: str
    value: str
    config: str
    messages: tuple[int, ...]


class State(Record):
    """One change at this point of the session. `msgs` are the messages that made and undid it; `detail` says how much of it is undone."""

    name: str
    msgs: tuple[int, ...]
    state: str
    detail: str


class Standing(Record):
    """`tables` are the latest comparisons before the message, `levels` the latest values that nothing was compared with. `states` are
    the changes. `concluded` is what the agent took to be so; `more_states` and `more_hypotheses` are not listed."""

    tables: tuple[tables.Table, ...]
    levels: tuple[Level, ...]
    states: tuple[State, ...]
    hypotheses: tuple[Line, ...]
    concluded: tuple[Line, ...]
    more_states: int
    more_hypotheses: int


def build(scope: Scope) -> Standing | None:
    """As of the message under close reading; for the story of a hypothesis, as of the message that first said it."""
    if scope.sliced and scope.message is None:
        first = min(h.msg for h in scope.hypotheses)
        return build(replace(scope, view=scope.whole.as_of(first), message=first, hypotheses=()))
    states = _states(scope)
    hypotheses = _nearest(scope)
    compared, levels = _measured(scope)
    if not (states or hypotheses or levels or compared):
        return None
    lines = []
    for h in hypotheses[:SHOWN]:
        status, decided = status_at(scope, h)
        lines.append(say(Word(status), ", ", *called(scope, h), cites=(h.msg, *decided)))
    shown = states[:STATES_SHOWN]
    return Standing(compared, levels, shown, tuple(lines), _concluded(scope), len(states) - len(shown), max(0, len(hypotheses) - SHOWN))


def _nearest(scope: Scope) -> list[Hypothesis]:
    """Hypotheses that the message names, then those last spoken of."""
    text = words_of(scope)
    named = [h for h in scope.hypotheses if any(key(a) in text for a in h.aliases if key(a))]
    until = scope.view.until or 1 << 60
    others = [h for h in scope.hypotheses if h not in named]
    others.sort(key=lambda h: -max((m for m in (h.msg, *h.mentions) if m <= until), default=h.msg))
    return named + others


def _concluded(scope: Scope) -> tuple[Line, ...]:
    """The latest comparisons in words before the message, each with its verdict: what the agent took to be so."""
    told = []
    for c, v in scope.judged():
        before = scope.message is None or c.msg < scope.message
        if (
            before
            and v.claim in COMPARING
            and c.statement.kind != "cell"
            and any(q.dimension not in ("number", "count") for q in find(c.quote))
        ):
            told.append(say(Quote(scope.clip(c.quote, 160)), " ", Word(v.verdict), cites=(c.msg,)))
    return tuple(told[-CONCLUSIONS_SHOWN:])


def words_of(scope: Scope) -> frozenset[str]:
    """The names in a message's text and commands; empty for a report on a session."""
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
        gone = sum(s == "reverted" for s in folded)
        undone = [r for r in scope.view.reversions if r.of in {c.id for c in group}]
        state = "reverted" if gone == len(group) else "partly reverted" if undone else "applied"
        detail = ""
        if undone:
            detail = f"{gone} of {counted(len(group), 'edit')} undone" if len(group) > 1 else "" if gone else "one of its places"
        out.append(State(name, tuple(sorted({c.msg for c in group} | {r.msg for r in undone})), state, detail))
    named = words_of(scope)
    own = {n for c in scope.view.changes for n in c.names}
    out.sort(key=lambda s: (key(s.name) not in named, s.name not in own, s.state == "applied", -s.msgs[-1]))
    return tuple(out)


def _measured(scope: Scope) -> tuple[tuple[tables.Table, ...], tuple[Level, ...]]:
    """The comparisons and levels that were last printed before the message, headline metrics only."""
    before = [m for m in scope.view.measurements if scope.message is None or m.msg < scope.message]
    groups = [
        g
        for g in measurements.groups_of(scope, before)
        if not tokens(g.metric) & SECONDARY and (g.unit or g.rows[0].measured[0].direction != "unknown")
    ]
    compared = [g for g in groups if any(r.base is not None for r in g.rows)]
    compared.sort(key=lambda g: (-max(m.msg for r in g.rows for m in r.measured), g.metric, g.workload))
    latest: list[compare.Group] = []
    told: set[int] = set()
    for g in compared:
        messages = {m.msg for r in g.rows for m in r.measured}
        if not messages <= told and len(latest) < TABLES_SHOWN:
            latest.append(g)
            told |= messages
    shown = tuple(tables.table_of(scope, g) for g in latest)
    rest = [g for g in groups if not {m.msg for r in g.rows for m in r.measured} <= told]
    rest.sort(key=lambda g: (-max(m.msg for r in g.rows for m in r.measured), g.metric))
    return shown, tuple(_level(g) for g in rest[:LEVELS_SHOWN])


def _level(group: compare.Group) -> Level:
    row = max(group.rows, key=lambda r: r.measured[-1].msg)
    value = numbers.value_of(row.measured)
    shown = f"{numbers.number(value.mean, value.places)} {value.unit}".strip()
    return Level(group.metric, shown, labels.short(row.config), tuple(sorted({m.msg for m in row.measured})))
