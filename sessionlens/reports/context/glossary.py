"""Input knowledge: the names that a reader meets, each with the message that first said it."""

from sessionlens.graph.names import key, keys
from sessionlens.model.frozen import Record
from sessionlens.reports.context.common import base_name, change_name, judged_words, name_of
from sessionlens.reports.scope import Scope

TERMS_AT_MOST = 24


class Term(Record):
    """A name, what it stands for, and where it was first defined. `meaning` says what the name stands for."""

    name: str
    kind: str
    meaning: str
    msg: int


class Glossary(Record):
    """`terms` are the names that the message uses."""

    terms: tuple[Term, ...]


def build(scope: Scope) -> Glossary | None:
    terms: dict[tuple[str, str], Term] = {}

    def add(name: str, kind: str, meaning: str, msg: int) -> None:
        if name and (name, kind) not in terms:
            terms[(name, kind)] = Term(name, kind, meaning, msg)

    wanted = _nearby(scope)
    for h in scope.hypotheses:
        if wanted is None or any(key(a) in wanted for a in h.aliases):
            also = f" (also: {', '.join(h.aliases[1:5])})" if len(h.aliases) > 1 else ""
            add(name_of(h), "hypothesis", scope.clip(judged_words(h), 140) + also, h.msg)
    for c in scope.view.changes:
        if c.names and (wanted is None or any(key(n) in wanted for n in c.names)):
            add(change_name(c), "change", scope.clip(", ".join(base_name(f) for f in c.files[:3]) or c.text, 120), c.msg)
    for c in scope.view.changes:
        for path in c.files:
            if wanted is not None and key(base_name(path)) in wanted:
                add(base_name(path), "file", scope.clip(path, 120), c.msg)
    for n, run in scope.runs(scope.near):
        for a in run.actions:
            if a.intent in ("build", "test", "benchmark", "profile", "probe") and (
                wanted is None or key(a.runner) in wanted or n == scope.message
            ):
                add(a.runner, "tool", f"first run as {scope.clip(a.command.text, 80)}", n)
    seen: set[str] = set()
    for m in scope.view.measurements:
        if m.config and m.unit and m.config not in seen and (wanted is None or key(m.config) in wanted):
            seen.add(m.config)
            add(scope.clip(m.config, 60), "configuration", f"measured: {m.metric}", m.msg)
    ordered = sorted(terms.values(), key=lambda t: (t.msg, t.name))
    return Glossary(tuple(ordered[:TERMS_AT_MOST])) if ordered else None


def _nearby(scope: Scope) -> frozenset[str] | None:
    """Names in the message, its commands, what it was asked and the two messages before it; None for a report on a whole session."""
    message = scope.subject
    if message is None:
        return None
    texts = []
    for n in sorted(k for k in scope.whole.turns if k <= message.number)[-3:]:
        m = scope.whole.message(n)
        texts += [m.text[:4000], *(c.command or "" for c in m.calls)]
        texts += [c.output[:2000] for c in m.calls] if n == message.number else []
    return keys(" ".join(texts))
