"""The plan in the agent's own words: check lists, to-do tools, and sentences that announce what comes next. Nothing is inferred."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sessionlens.model.session import ToolCall
from sessionlens.prose import cues
from sessionlens.reports.lines import Line, Quote, say
from sessionlens.reports.scope import Scope

SENTENCES_AT_MOST = 8
LOOK_BACK = 40


@dataclass(frozen=True, slots=True)
class Step:
    """One entry of a check list: `state` is done, doing or open."""

    text: str
    state: str


@dataclass(frozen=True, slots=True)
class Plan:
    sentences: tuple[Line, ...]
    steps: tuple[Step, ...]
    steps_msg: int


_STATES = {"completed": "done", "done": "done", "in_progress": "doing", "doing": "doing", "cancelled": "dropped"}


def build(scope: Scope) -> Plan | None:
    message = scope.subject
    if message is None:
        return None
    turn = scope.whole.turns[message.number]
    said = [s for s in turn.statements if s.kind in ("sentence", "item") and cues.PLAN.match(s.text.strip())]
    sentences = tuple(say(Quote(scope.clip(s.text, 240)), cites=(message.number,)) for s in said[:SENTENCES_AT_MOST])
    steps, at = _steps(scope, message.number)
    return Plan(sentences, steps, at) if sentences or steps else None


def _steps(scope: Scope, number: int) -> tuple[tuple[Step, ...], int]:
    """The latest check list at or before the message, not older than `LOOK_BACK` messages."""
    for n in sorted((k for k in scope.whole.turns if number - LOOK_BACK <= k <= number), reverse=True):
        turn = scope.whole.turns[n]
        for call in reversed(turn.message.calls):
            if call.kind == "todo" and (steps := tuple(_of_call(scope, call))):
                return steps, n
        boxes = [s for s in turn.statements if s.checked is not None]
        if boxes:
            return tuple(Step(scope.clip(s.text, 160), "done" if s.checked else "open") for s in boxes), n
    return (), 0


def _of_call(scope: Scope, call: ToolCall) -> Iterator[Step]:
    entries: Any = call.input.get("todos") or call.input.get("plan") or call.input.get("items")
    for entry in entries if isinstance(entries, list) else ():
        if isinstance(entry, dict):
            text = entry.get("content") or entry.get("step") or entry.get("text")
            if isinstance(text, str):
                yield Step(scope.clip(text, 160), _STATES.get(str(entry.get("status")), "open"))
