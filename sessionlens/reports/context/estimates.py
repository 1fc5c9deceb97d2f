"""Estimates and what was measured later: the two are put side by side, and neither is judged by the other."""

import re
from dataclasses import dataclass

from sessionlens.graph.names import key, keys
from sessionlens.model.facts import Conclusion, Measurement
from sessionlens.model.quantity import Quantity
from sessionlens.model.trace import Statement
from sessionlens.reports.lines import Line, Quote, say
from sessionlens.reports.scope import Scope
from sessionlens.text.quantities import find

_GUESS = re.compile(
    r"\b(?:estimat\w*|should (?:add|cost|save|take|give|bring)|would (?:add|cost|save|take)|roughly|expect\w*|predict\w*)\b|~\s?\d",
    re.I,
)
SHOWN = 8


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number that was guessed of a named thing, and the number given or printed later for the same thing in the same unit."""

    name: str
    estimated: str
    msg: int
    later: str
    later_msg: int
    line: Line


@dataclass(frozen=True, slots=True)
class Estimates:
    rows: tuple[Estimate, ...]


def build(scope: Scope) -> Estimates | None:
    """Only names of hypotheses and changes are followed; a guess about something without a name cannot be told from another."""
    names = {key(a): a for h in scope.hypotheses for a in h.aliases} | {key(n): n for c in scope.view.changes for n in c.names}
    names.pop("", None)
    rows = []
    seen: set[tuple[str, str]] = set()
    for n in sorted(scope.whole.turns):
        if not scope.sees_message(n):
            break
        turn = scope.whole.turns[n]
        if turn.message.role != "assistant" or not _GUESS.search(turn.message.text):
            continue
        for s in turn.statements:
            for row in _guesses(scope, n, s, names):
                if (row.name, row.estimated) not in seen:
                    seen.add((row.name, row.estimated))
                    rows.append(row)
    return Estimates(tuple(rows[:SHOWN])) if rows else None


def _guesses(scope: Scope, n: int, s: Statement, names: dict[str, str]) -> list[Estimate]:
    if s.kind not in ("sentence", "item", "cell") or not _GUESS.search(s.text):
        return []
    about = [names[k] for k in keys(s.text) & names.keys()]
    if len({key(a) for a in about}) != 1:
        return []
    out = []
    for q in find(s.text):
        if q.dimension not in ("time", "size", "percent", "rate"):
            continue
        later = _later(scope, n, about[0], q)
        if later is not None:
            raw, msg = later
            line = say(f"{about[0]}: estimated at ", Quote(q.raw), ", later put at ", Quote(raw), cites=(n, msg))
            out.append(Estimate(about[0], q.raw, n, raw, msg, line))
    return out[:1]


def _later(scope: Scope, n: int, name: str, estimate: Quantity) -> tuple[str, int] | None:
    """The first later number of the same dimension for that name: printed by a tool, or concluded with support."""
    wanted = key(name)
    for fact in sorted((*scope.whole.measurements, *scope.whole.conclusions), key=lambda f: (f.msg, f.id)):
        if fact.msg <= n:
            continue
        if isinstance(fact, Conclusion):
            verdict = scope.whole.verdict(fact.id)
            if (
                verdict is None
                or verdict.verdict in ("unsupported", "contradicted")
                or verdict.claim not in ("delta", "level", "percent", "size")
            ):
                continue
            if wanted in keys(fact.quote) | {key(x) for x in fact.names}:
                same = [q for q in find(fact.quote) if q.dimension == estimate.dimension and not q.hedge]
                if same:
                    return same[0].raw, fact.msg
        elif isinstance(fact, Measurement) and _is_delta(fact) and wanted in keys(f"{fact.config} {fact.metric}"):
            same = [q for q in find(f"{fact.raw} {fact.unit}") if q.dimension == estimate.dimension]
            if same:
                return fact.raw, fact.msg
    return None


def _is_delta(m: Measurement) -> bool:
    return any(w in f"{m.metric} {m.config}".casefold() for w in ("overhead", "delta", "cost", "diff", "saved", "extra"))
