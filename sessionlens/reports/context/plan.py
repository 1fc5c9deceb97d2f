"""The plan in the agent's own words: check lists, to-do tools, and sentences that announce what comes next. Nothing is inferred."""

from collections.abc import Iterator
from typing import Any

from sessionlens.model.frozen import Record
from sessionlens.model.session import ToolCall
from sessionlens.model.trace import Statement, Turn
from sessionlens.prose import cues
from sessionlens.reports.lines import Line, Quote, say
from sessionlens.reports.scope import Scope

SENTENCES_AT_MOST = 8
LOOK_BACK = 40
BEFORE = 1
"""How many messages before it are asked for their plans, too."""


class Step(Record):
    """One entry of a check list: `state` is done, doing or open."""

    text: str
    state: str


class Plan(Record):
    """`sentences` announce what comes next. `steps` are the latest check list, of the message `steps_msg`."""

    sentences: tuple[Line, ...]
    steps: tuple[Step, ...]
    steps_msg: int


_STATES = {"completed": "done", "done": "done", "in_progress": "doing", "doing": "doing", "cancelled": "dropped"}


def build(scope: Scope) -> Plan | None:
    message = scope.subject
    if message is None:
        return None
    sentences: list[Line] = []
    for n in sorted(k for k in scope.whole.turns if k <= message.number)[-BEFORE - 1 :]:
        turn = scope.whole.turns[n]
        if turn.message.role == "assistant":
            said = [s for s in turn.statements if s.kind in ("sentence", "item") and _plans(s, turn)]
            sentences += [say(Quote(scope.clip(s.text, 240)), cites=(n,)) for s in said]
    steps, at = _steps(scope, message.number)
    return Plan(tuple(sentences[-SENTENCES_AT_MOST:]), steps, at) if sentences or steps else None


def _plans(s: Statement, turn: Turn) -> bool:
    """Whether a statement announces what comes next: by its wording, or because it leads into the message's own tool calls."""
    text = s.text.strip()
    leads = bool(turn.message.calls) and text.endswith(":") and s.end >= len(turn.message.text.rstrip())
    return leads or cues.PLAN.match(text) is not None


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
