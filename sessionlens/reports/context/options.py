"""The options of a decision: what was measured or tried side by side, how each did, and what became of it."""

from sessionlens.graph.names import key, keys
from sessionlens.model.frozen import Record
from sessionlens.reports import bases, compare, labels, numbers, tables
from sessionlens.reports.context import measurements
from sessionlens.reports.context.common import base_name, called, change_name, command_of, judged_words, name_of, own_name, status_at
from sessionlens.reports.lines import Cell, Cite, Line, Quote, Word, counted, listed, say
from sessionlens.reports.scope import Scope
from sessionlens.text import units

OPTIONS_AT_MOST, METRICS_AT_MOST = 16, 5


class Option(Record):
    """One option: `results` are its latest values against the base, in the order of `Options.metrics`, "" where it was not measured;
    `fate` says kept, reverted or not decided; `what` says it in the agent's words."""

    name: str
    what: str
    fate: str
    results: tuple[str, ...]
    messages: tuple[int, ...]

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The option as a row of a table."""
        fate = (Word(self.fate),) if self.fate else ""
        return (self.name, (Quote(self.what),) if self.what else "", *self.results, fate, (Cite(self.messages),) if self.messages else "")


class Options(Record):
    """`metrics` head the columns of the options' results. `outcome` is what stands at the end; `consequences` what it costs and brings,
    in the agent's words with verdicts. `options` are what was measured side by side, else the hypotheses."""

    metrics: tuple[str, ...]
    options: tuple[Option, ...]
    outcome: tuple[Line, ...]
    consequences: tuple[Line, ...]

    @property
    def header(self) -> tuple[str, ...]:
        """The titles of the table's columns."""
        return ("Option", "In the agent's words", *self.metrics, "State", "Messages")


def build(scope: Scope) -> Options | None:
    metrics, options = _measured(scope)
    if not options:
        options = _beliefs(scope)
    outcome = _outcome(scope)
    said = _consequences(scope)
    return Options(tuple(metrics), tuple(options[:OPTIONS_AT_MOST]), tuple(outcome), tuple(said)) if options or outcome else None


def _measured(scope: Scope) -> tuple[list[str], list[Option]]:
    """The variants that were measured, each with its latest result in every group that compares variants."""
    resting = {i for _, v in scope.judged() for i in v.nodes}
    groups = [g for g in measurements.all_groups(scope) if _compares(scope, g)]
    groups.sort(key=lambda g: measurements.weight(g, resting))
    groups = groups[:METRICS_AT_MOST]
    controls = {v.msg for v in scope.whole.verifications if v.topic == "control"}  # one program under two names is no option
    built = _built(scope)
    results: dict[str, dict[int, str]] = {}
    cites: dict[str, set[int]] = {}
    for n, group in enumerate(groups):
        values = [tables.value_of(r) for r in group.rows]
        for i, row in enumerate(group.rows):
            if not row.lost and (row.is_base or not controls.issuperset(m.msg for m in row.measured)):
                results.setdefault(row.variant, {})[n] = _result(group, values, i)
                cites.setdefault(row.variant, set()).update(m.msg for m in row.measured)
    columns = range(len(groups))
    options = [
        Option(labels.tidy(name), "", _fate(scope, name, built), tuple(found.get(n, "") for n in columns), tuple(sorted(cites[name])))
        for name, found in results.items()
    ]
    return [f"{g.metric}{f', {labels.short(labels.tidy(g.workload), 32)}' if g.workload else ''}" for g in groups], options


def _result(group: compare.Group, values: list[numbers.Value], i: int) -> str:
    """A value with its difference from the base and what to make of it."""
    row = group.rows[i]
    if row.is_base or row.base is None:
        mark = "" if not row.is_base else " (base)" if group.based(row) else " (first)"
        return numbers.told(values[i]) + mark
    d = numbers.delta(values[row.base], values[i])
    reading = tables.reading_of(values[row.base], values[i], d, row.measured[0].direction)
    noted = ", ".join(x for x in (d.percent if d else "", reading) if x)
    return f"{numbers.told(values[i])}{f' ({noted})' if noted else ''}"


def _compares(scope: Scope, group: compare.Group) -> bool:
    variants = {r.variant for r in group.rows if r.variant and not r.lost}
    return len(variants) > 1 and not group.parameter and labels.comparable(group.rows[0].measured[0]) and not _listing(scope, group)


def _listing(scope: Scope, group: compare.Group) -> bool:
    """Whether a group only lists what one call printed of several things, the sizes of a table and its indexes, the times of the calls
    that a program made: what the command did not choose between is no option beside others."""
    calls = {(m.msg, m.part): m for r in group.rows for m in r.measured}
    if group.known != bases.FIRST or len(calls) != 1:
        return False
    command = command_of(scope, next(iter(calls.values())))
    return units.dimension(group.unit) == "size" or not any(r.variant in command for r in group.rows if r.variant)


def _built(scope: Scope) -> dict[str, list[str]]:
    """The changes in whose message a program was built or put aside under a name: `make && cp serve bin/ring` after the edit."""
    found: dict[str, list[str]] = {}
    for c in scope.view.changes:
        inside = any(f[:1] != "/" and f[:3] != "../" for f in c.files)
        if not (c.edits and inside) or c.msg not in scope.whole.turns:
            continue
        for action in (a for run in scope.whole.turns[c.msg].runs for a in run.actions):
            argv = list(action.command.argv)
            made = argv[-1:] if action.intent == "copy" else argv[argv.index("-o") + 1 :][:1] if "-o" in argv else []
            for path in made:
                if c.id not in found.setdefault(base_name(path), []):
                    found[base_name(path)].append(c.id)
    return found


def _fate(scope: Scope, name: str, built: dict[str, list[str]]) -> str:
    """What became of the changes that bear an option's name, or of the one that its program was built with."""
    states = {scope.view.state(c.id) for c in scope.view.changes if any(key(n) and key(n) in keys(name) for n in c.names)}
    made = built.get(name, [])
    if not states and len(made) == 1:
        states = {scope.view.state(made[0])}
    return "" if not states else "reverted" if states == {"reverted"} else "stands" if states == {"applied"} else "partly reverted"


def _beliefs(scope: Scope) -> list[Option]:
    out = []
    for h in scope.hypotheses:
        if scope.sees_message(h.msg):
            status, decided = status_at(scope, h)
            what = scope.clip(judged_words(h), 160) if own_name(h) else ""
            out.append(Option(name_of(h), what, status, (), tuple(sorted({h.msg, *decided}))))
    return out


def _outcome(scope: Scope) -> list[Line]:
    lines = []
    for h in scope.hypotheses:
        status, decided = status_at(scope, h)
        if scope.sees_message(h.msg) and status != "open":
            lines.append(say(*called(scope, h), " ", Word(status), cites=(h.msg, *decided)))
    states: dict[str, list[str]] = {}
    for c in scope.view.changes:
        if not scope.clears(c):
            states.setdefault(scope.view.state(c.id), []).append(c.id)
    for state, word in (("applied", "stand"), ("partial", "are partly reverted"), ("reverted", "are reverted")):
        ids = states.get(state, [])
        if ids:
            facts = [c for c in scope.view.changes if c.id in ids]
            names = list(dict.fromkeys(change_name(c) for c in facts))
            some = listed([*names[:5], *([f"{len(names) - 5} more"] if len(names) > 5 else [])])
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
