"""The options of a decision: what was measured or tried side by side, how each did, and what became of it."""

from dataclasses import dataclass

from sessionlens.graph.names import key, keys
from sessionlens.reports import compare, labels, numbers, tables
from sessionlens.reports.context import measurements
from sessionlens.reports.context.common import called, change_name, name_of, status_at, suite_metric
from sessionlens.reports.lines import Line, Quote, Word, counted, say
from sessionlens.reports.scope import Scope

OPTIONS_AT_MOST = 12


@dataclass(frozen=True, slots=True)
class Option:
    """One option: `results` are its latest values against the base, one line per metric; `fate` says kept, reverted or not decided."""

    name: str
    what: str
    fate: str
    results: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Options:
    """`outcome` is what stands at the end; `consequences` what it costs and brings, in the agent's words with verdicts."""

    options: tuple[Option, ...]
    outcome: tuple[Line, ...]
    consequences: tuple[Line, ...]


def build(scope: Scope) -> Options | None:
    options = _measured(scope) or _beliefs(scope)
    outcome = _outcome(scope)
    said = _consequences(scope)
    return Options(tuple(options[:OPTIONS_AT_MOST]), tuple(outcome), tuple(said)) if options or outcome else None


def _measured(scope: Scope) -> list[Option]:
    """The variants that were measured, each with its results in all groups that compare variants."""
    resting = {i for _, v in scope.judged() for i in v.nodes}
    groups = [g for g in measurements.groups_of(scope, [m for m in scope.view.measurements if not suite_metric(m)]) if _compares(g)]
    groups.sort(key=lambda g: measurements.weight(g, resting))
    results: dict[str, list[Line]] = {}
    for group in groups[:6]:
        values = [tables.value_of(r) for r in group.rows]
        latest = {r.variant: i for i, r in enumerate(group.rows) if not r.lost}
        for variant, i in latest.items():
            row = group.rows[i]
            d = None if row.base is None else numbers.delta(values[row.base], values[i])
            reading = (
                "base"
                if row.is_base
                else tables.reading_of(values[row.base], values[i], d, row.measured[0].direction)
                if row.base is not None
                else ""
            )
            change = f", {d.percent}" if d and d.percent else ""
            told = f"{group.metric}: {numbers.told(values[i])}{change}{f' ({reading})' if reading else ''}"
            results.setdefault(variant, []).append(say(told, cites=[m.msg for m in row.measured]))
    return [Option(labels.tidy(name), "", _fate(scope, name), tuple(lines[:6])) for name, lines in results.items()]


def _compares(group: compare.Group) -> bool:
    variants = {r.variant for r in group.rows if r.variant and not r.lost}
    return len(variants) > 1 and not group.parameter and labels.comparable(group.rows[0].measured[0])


def _fate(scope: Scope, name: str) -> str:
    """What became of the changes that bear an option's name."""
    states = {scope.view.state(c.id) for c in scope.view.changes if any(key(n) and key(n) in keys(name) for n in c.names)}
    return "" if not states else "reverted" if states == {"reverted"} else "stands" if states == {"applied"} else "partly reverted"


def _beliefs(scope: Scope) -> list[Option]:
    out = []
    for h in scope.hypotheses:
        if scope.sees_message(h.msg):
            status, decided = status_at(scope, h)
            lines = (say("Decided", cites=decided),) if decided else ()
            out.append(Option(name_of(h), scope.clip(h.quote or h.text, 160), status, lines))
    return out


def _outcome(scope: Scope) -> list[Line]:
    lines = []
    for h in scope.hypotheses:
        status, decided = status_at(scope, h)
        if scope.sees_message(h.msg) and status != "open":
            lines.append(say(*called(scope, h), " ", Word(status), cites=decided or (h.msg,)))
    states: dict[str, list[str]] = {}
    for c in scope.view.changes:
        if c.names or c.hypothesis:
            states.setdefault(scope.view.state(c.id), []).append(c.id)
    for state, word in (("applied", "stand"), ("partial", "are partly reverted"), ("reverted", "are reverted")):
        ids = states.get(state, [])
        if ids:
            facts = [c for c in scope.view.changes if c.id in ids]
            names = list(dict.fromkeys(change_name(c) for c in facts))
            some = f"{', '.join(names[:5])}{f' and {len(names) - 5} more' if len(names) > 5 else ''}"
            lines.append(
                say(f"{counted(len(ids), 'change')} {word if len(ids) > 1 else _ONE[word]}: {some}.", cites=[c.msg for c in facts])
            )
    return lines


_ONE = {"stand": "stands", "are partly reverted": "is partly reverted", "are reverted": "is reverted"}


def _consequences(scope: Scope) -> list[Line]:
    """The numeric statements of the last message that concluded anything on this."""
    judged = [(c, v) for c, v in scope.judged() if c.statement.kind != "cell"]
    last = max((c.msg for c, _ in judged), default=0)
    return [say(Quote(scope.clip(c.quote, 180)), " ", Word(v.verdict), cites=(c.msg, *v.evidence)) for c, v in judged if c.msg == last][:8]
