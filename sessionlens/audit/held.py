"""A document held against a session, as if it had been written at the session's end."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from sessionlens import checks
from sessionlens.audit.document import Document
from sessionlens.audit.reading import stated
from sessionlens.graph.build import assemble
from sessionlens.graph.view import View
from sessionlens.model.facts import Conclusion
from sessionlens.model.session import Message
from sessionlens.model.trace import Turn
from sessionlens.model.verdict import Verdict


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
