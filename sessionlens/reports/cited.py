"""The messages that a report cites, each with enough of it to see what it did. Made last, when it is known what was cited."""

from collections.abc import Iterable
from dataclasses import dataclass

from sessionlens.reports.context.common import base_name, first_line
from sessionlens.reports.scope import Scope

TEXT_AT_MOST = 280
COMMANDS_SHOWN = 3


@dataclass(frozen=True, slots=True)
class Message:
    number: int
    role: str
    time: str
    text: str
    commands: tuple[str, ...]
    other: str
    more: int
    later: bool


def of(scope: Scope, numbers: Iterable[int]) -> tuple[Message, ...]:
    """The cited messages in order; a number that is no message of the session is left out."""
    return tuple(_message(scope, n) for n in sorted(set(numbers)) if n in scope.whole.turns)


def _message(scope: Scope, number: int) -> Message:
    m = scope.whole.message(number)
    shell = [c for c in m.calls if c.command]
    edited = [base_name(e.path) for c in m.calls for e in c.edits]
    rest = [c.name for c in m.calls if not c.command and not c.edits]
    other = "; ".join(
        x
        for x in (f"edits {', '.join(dict.fromkeys(edited))}" if edited else "", f"uses {', '.join(dict.fromkeys(rest))}" if rest else "")
        if x
    )
    commands = tuple(scope.clip(first_line(c.command or ""), 160) for c in shell[:COMMANDS_SHOWN])
    return Message(
        number,
        m.role,
        (m.time or "")[:19].replace("T", " "),
        scope.clip(m.text, TEXT_AT_MOST),
        commands,
        scope.clip(other, 160),
        max(0, len(shell) - COMMANDS_SHOWN),
        scope.message is not None and number > scope.message,
    )
