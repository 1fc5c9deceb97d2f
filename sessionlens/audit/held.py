"""A document held against a session, as if it had been written at the session's end."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from sessionlens import checks
from sessionlens.audit.document import Document
from sessionlens.audit.reading import stated
from sessionlens.graph.build import assemble
from sessionlens.graph.view import View
from sessionlens.model.facts import Conclusion, Measurement
from sessionlens.model.session import Message
from sessionlens.model.trace import Turn
from sessionlens.model.verdict import Verdict
from sessionlens.text import quantities
from sessionlens.text.units import dimension, factor

_FAR = 20
"""So many times another value, and it is another thing's."""


def by_session(document: Document, view: View) -> dict[int, Verdict]:
    """Verdicts of a document's statements against a session, as if it had been written at the session's end, by their offset."""
    last = max(view.turns, default=0)
    found = tuple(c for c in stated(document, last + 2) if c.id.startswith("c"))
    turn = Turn(Message(last + 2, "assistant", document.text), (), document.statements)
    table = {**view.graph.graph["facts"], Conclusion: found}
    merged = replace(
        view, graph=assemble(table, (*view.turns, last + 2), ()), turns=_Appended(view.turns, last + 2, turn), verdicts={}, findings=()
    )
    at = {c.id: c.at for c in found}
    return {at[v.conclusion]: v for v in checks.check(merged)}


def another_thing(conclusion: Conclusion, verdict: Verdict, view: View) -> bool:
    """Whether a verdict holds a figure against one that can hardly be of the same thing: a fraction for a count of whole things, a
    value many times as large (a type's 24 bytes, a program's 41 MB).

    A document speaks of much that no tool printed, in words that some output has as well.
    """
    found = [fact for node in verdict.nodes if isinstance(fact := view.fact(node), Measurement)] if verdict.nodes else []
    if verdict.claim == "count":
        return "truncated" in verdict.caveats or not all(float(m.value).is_integer() for m in found)
    if len(found) != 1:
        return False
    measured = found[0]
    if verdict.verdict != "contradicted" or verdict.claim not in ("size", "level", "duration"):
        return False
    value = abs(measured.value * float(factor(measured.unit)))
    said = [abs(float(q.value * q.si)) for q in quantities.find(conclusion.quote) if q.dimension == dimension(measured.unit)]
    return bool(said) and not any(value < _FAR * q and q < _FAR * value for q in said)


class _Appended(Mapping[int, Turn]):
    """A session's messages with one more at the end."""

    def __init__(self, turns: Mapping[int, Turn], number: int, turn: Turn) -> None:
        self._turns, self._number, self._turn = turns, number, turn

    def __getitem__(self, number: int) -> Turn:
        return self._turn if number == self._number else self._turns[number]

    def __iter__(self) -> Iterator[int]:
        yield from self._turns
        yield self._number

    def __len__(self) -> int:
        return len(self._turns) + 1
