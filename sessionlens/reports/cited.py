"""The messages that a report cites, each with enough of it to see what it did. Made last, when it is known what was cited."""

from collections.abc import Iterable

from sessionlens.model.frozen import Record
from sessionlens.reports.context.common import base_name, first_line
from sessionlens.reports.scope import Scope

TEXT_AT_MOST, COMMANDS_SHOWN = 280, 3
IN_FULL, SHORT = 60, 110
"""Where more messages are cited than that, each is told in a line or two."""


class Message(Record):
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
    known = [n for n in sorted(set(numbers)) if n in scope.whole.turns]
    scope.whole.expect(known)
    return tuple(_message(scope, n, len(known) <= IN_FULL) for n in known)


def _message(scope: Scope, number: int, full: bool) -> Message:
    m = scope.whole.message(number)
    shell = [c for c in m.calls if c.command]
    edited = [base_name(e.path) for c in m.calls for e in c.edits]
    rest = [c.name for c in m.calls if not c.command and not c.edits]
    other = "; ".join(
        x
        for x in (f"edits {', '.join(dict.fromkeys(edited))}" if edited else "", f"uses {', '.join(dict.fromkeys(rest))}" if rest else "")
        if x
    )
    told = shell[: COMMANDS_SHOWN if full else 1]
    commands = tuple(scope.clip(first_line(c.command or ""), 160 if full else SHORT) for c in told)
    return Message(
        number,
        m.role,
        (m.time or "")[:19].replace("T", " "),
        scope.clip(m.text, TEXT_AT_MOST if full else SHORT),
        commands,
        scope.clip(other, 160),
        len(shell) - len(told),
        scope.message is not None and number > scope.message,
    )
