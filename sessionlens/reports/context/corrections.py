"""What a person corrected in what was found: each correction in the person's words, with the fact that it changed."""

from sessionlens.model.frozen import Record
from sessionlens.reports.lines import Line, Quote, say
from sessionlens.reports.scope import Scope

SHOWN = 20


class Corrections(Record):
    """`items` are the corrections, each as a sentence, in the order of the session."""

    items: tuple[Line, ...]
    more: int


def build(scope: Scope) -> Corrections | None:
    """Several values that one correction names are told together."""
    view = scope.view
    told: dict[tuple[str, str], list[tuple[int, str]]] = {}
    for group in (view.hypotheses, view.changes, view.verifications, view.measurements, view.reversions, view.conclusions):
        for fact in group:
            if fact.amended:
                told.setdefault((type(fact).__name__, fact.amended), []).append((fact.msg, fact.text))
    if not told:
        return None
    lines = [_line(scope, kind, said, facts) for (kind, said), facts in told.items()]
    return Corrections(tuple(lines[:SHOWN]), max(0, len(lines) - SHOWN))


def _line(scope: Scope, kind: str, said: str, facts: list[tuple[int, str]]) -> Line:
    more = f" and {len(facts) - 1} more" if len(facts) > 1 else ""
    quote = Quote(scope.clip(facts[0][1], 120))
    return say(f"{kind} ", quote, f"{more}: {scope.clip(said, 240).rstrip('.')}.", cites=[msg for msg, _ in facts])
