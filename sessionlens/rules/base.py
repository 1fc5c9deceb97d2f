"""What all method rules share: the shape of a hit, and how a place is named."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from sessionlens.graph.view import View
from sessionlens.model.facts import Conclusion, Fact
from sessionlens.model.span import Span
from sessionlens.model.trace import Run, Statement, Turn
from sessionlens.model.words import Confidence, Issue
from sessionlens.rules.index import Cues, Speech
from sessionlens.text.visible import one_line


@dataclass(frozen=True, slots=True)
class Hit:
    """One place where a rule fires. `why` is a sentence for the reader; `about` names the facts concerned."""

    msg: int
    why: str
    span: Span
    confidence: Confidence = "medium"
    about: tuple[str, ...] = ()


class Rule(Protocol):
    """A rule's module: its number, the issue it reports, one line on what to do, and the search itself.

    Its docstring says what the fault is, then shows stories under "Fires:" and under "Quiet:"; all are run as tests.
    """

    NUMBER: str
    ISSUE: Issue
    HELP: str

    def find(self, view: View) -> Iterator[Hit]: ...


def at_run(view: View, msg: int, run: Run, why: str, confidence: Confidence = "medium", about: tuple[str, ...] = ()) -> Hit:
    """A hit at a tool call; its span covers the call's output."""
    span = Span(source=view.session.source, msg=msg, part=run.part, start=0, end=len(run.call.output))
    return Hit(msg, why, span, confidence, about)


def at_fact(fact: Fact, why: str, confidence: Confidence = "medium", *more: str) -> Hit:
    """A hit at a fact's own place."""
    return Hit(fact.msg, why, fact.span, confidence, (fact.id, *more))


def at_statement(view: View, msg: int, said: Statement, why: str, confidence: Confidence = "medium") -> Hit:
    """A hit at a sentence of a message that is no fact, or at which several facts stand."""
    return Hit(msg, why, Span(source=view.session.source, msg=msg, start=said.start, end=said.end), confidence)


def turns(view: View) -> Iterator[tuple[int, Turn]]:
    """The agent's messages in sight, oldest first, with their numbers."""
    for number, turn in view.turns.items():
        if view.until is not None and number > view.until:
            continue
        if turn.message.role == "assistant":
            yield number, turn


def talking(view: View, wanted: Cues) -> list[tuple[int, Turn]]:
    """The agent's messages in sight whose text has one of the cues: the cheap look before any pattern."""
    return view.once(Speech).having(wanted)


def stated(view: View, wanted: Cues) -> list[Conclusion]:
    """The conclusions of the messages that have one of the cues."""
    talked = {msg for msg, _ in talking(view, wanted)}
    return [c for c in view.conclusions if c.msg in talked] if talked else []


def holds(text: str, cues: tuple[str, ...]) -> bool:
    """Whether a text has one of the cues."""
    return any(map(text.__contains__, cues))


def shorten(text: str, width: int = 80) -> str:
    """The first line of `text`, cut at `width` characters with an ellipsis, for use inside a sentence."""
    return one_line(text, width)
