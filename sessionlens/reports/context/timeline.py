"""The timeline: one row per message that did something, with what it did."""

from collections.abc import Callable, Iterator
from typing import Any

from sessionlens.model.facts import Change, Conclusion, Fact, Hypothesis, Measurement, Reversion, Verification
from sessionlens.model.frozen import Record
from sessionlens.reports.context.common import called, change_name, value_of
from sessionlens.reports.lines import Line, Piece, Quote, Word, counted
from sessionlens.reports.scope import Scope

ROWS_AT_MOST = 70
SHORT = 12


class Row(Record):
    """`kinds` are the kinds of fact in the message; `what` tells them."""

    msg: int
    time: str
    kinds: str
    what: Line


class Timeline(Record):
    rows: tuple[Row, ...]
    more: int


def build(scope: Scope) -> Timeline | None:
    view = scope.view
    changes = [c for c in view.changes if not scope.clears(c)]
    weights: dict[int, int] = {}
    for number, weight in _weighed(scope, changes):
        if weight > weights.get(number, -1):
            weights[number] = weight
    numbers = sorted(weights)
    if scope.message is not None:
        numbers = numbers[-SHORT:]
    kept = sorted(sorted(numbers, key=lambda n: -weights[n])[:ROWS_AT_MOST])
    told: dict[int, list[Fact]] = {n: [] for n in kept}
    for group in (view.hypotheses, changes, view.reversions, view.verifications, view.measurements, view.conclusions):
        for fact in group:
            if fact.msg in told:
                told[fact.msg].append(fact)
    rows = [row for n in kept if (row := _row(scope, n, told[n])) is not None]
    return Timeline(tuple(rows), len(numbers) - len(kept)) if rows else None


def _weighed(scope: Scope, changes: list[Change]) -> Iterator[tuple[int, int]]:
    """How much each fact tells of the way the session went, with its message: beliefs, reversions and refuted statements before routine."""
    view = scope.view
    resting = {i for _, v in scope.judged() for i in v.nodes}
    for told in (*view.hypotheses, *view.reversions):
        yield told.msg, 3
    for change in changes:
        yield change.msg, 2 if change.names or change.hypothesis else 1
    for check in view.verifications:
        yield check.msg, 2 if check.result == "fail" else 1
    for value in view.measurements:
        yield value.msg, 2 if value.id in resting else 0
    for said in view.conclusions:
        verdict = view.verdicts.get(said.id)
        yield said.msg, 3 if verdict and verdict.verdict == "contradicted" else 1 if verdict and verdict.nodes else 0


def _row(scope: Scope, n: int, facts: list[Fact]) -> Row | None:
    parts: list[Piece] = []
    kinds: list[str] = []
    for kind, saying in _SAYINGS:
        here = [f for f in facts if type(f).__name__ == kind]
        if here:
            kinds.append(kind.lower())
            parts += [*(["; "] if parts else []), *saying(scope, here)]
    message = scope.whole.message(n) if n in scope.whole.turns else None
    return Row(n, (message.time or "")[11:16] if message else "", ", ".join(kinds), tuple(parts)) if parts else None


def _hypotheses(scope: Scope, facts: list[Hypothesis]) -> list[Piece]:
    out: list[Piece] = []
    for h in facts[:2]:
        out += [*(["; "] if out else []), "believes ", *called(scope, h, 110)]
    return out + ([f" and {len(facts) - 2} more"] if len(facts) > 2 else [])


def _changes(scope: Scope, facts: list[Change]) -> list[Piece]:
    return [f"changes {', '.join(change_name(c) for c in facts[:3])}"]


def _reversions(scope: Scope, facts: list[Reversion]) -> list[Piece]:
    return ["; ".join(list(dict.fromkeys(_undoing(scope, r) for r in facts))[:2])]


def _undoing(scope: Scope, r: Reversion) -> str:
    what = scope.clip(", ".join(r.files) or r.text, 80)
    if r.restored:
        return f"takes {what} out for a trial and puts it back"
    return f"undoes {'part of ' if r.partial else ''}{what}"


def _verifications(scope: Scope, facts: list[Verification]) -> list[Piece]:
    v = facts[0]
    return [f"checks {scope.clip(v.subject or v.text, 80)}: ", Word(v.result)]


def _measurements(scope: Scope, facts: list[Measurement]) -> list[Piece]:
    if len(facts) > 2:
        metrics = list(dict.fromkeys(m.metric for m in facts))
        return [f"measures {counted(len(facts), 'value')} of {', '.join(metrics[:3])}{' and others' if len(metrics) > 3 else ''}"]
    return ["; ".join(f"measures {m.metric}{f' of {scope.clip(m.config, 50)}' if m.config else ''}: {value_of(m)}" for m in facts)]


def _conclusions(scope: Scope, facts: list[Conclusion]) -> list[Piece]:
    """The first refuted conclusion, or the first one, with its verdict; the others are counted."""
    judged = [(c, scope.view.verdict(c.id)) for c in facts]
    c, v = next((p for p in judged if p[1] and p[1].verdict == "contradicted"), judged[0])
    out: list[Piece] = ["concludes ", Quote(scope.clip(c.quote, 110))]
    if v is not None:
        out += [" (", Word(v.verdict), ")"]
    return out + ([f" and {counted(len(facts) - 1, 'more conclusion')}"] if len(facts) > 1 else [])


_SAYINGS: tuple[tuple[str, Callable[[Scope, list[Any]], list[Piece]]], ...] = (
    ("Hypothesis", _hypotheses),
    ("Change", _changes),
    ("Reversion", _reversions),
    ("Verification", _verifications),
    ("Measurement", _measurements),
    ("Conclusion", _conclusions),
)
