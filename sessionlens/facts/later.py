"""A message read closely in parts, each when it is asked for: what a stored session is told from.

A report asks most messages for their commands only. Parsing those needs a grammar, reading outputs and prose needs all their patterns,
and each is loaded the first time that somebody asks.
"""

from sessionlens.model.session import Message, ToolCall
from sessionlens.model.trace import Action, Outcome, Reading, Run, Statement, Turn


class LaterRun(Run):
    """A `Run` whose commands and whose output are read apart from each other."""

    __slots__ = ("_actions", "_read")
    _actions: tuple[Action, ...] | None
    _read: Run | None

    def __init__(self, call: ToolCall, part: int) -> None:
        object.__setattr__(self, "call", call)
        object.__setattr__(self, "part", part)
        object.__setattr__(self, "_actions", None)
        object.__setattr__(self, "_read", None)

    @property
    def actions(self) -> tuple[Action, ...]:
        """What its shell text does."""
        found = self._actions
        if found is None:
            found = ()
            if self.call.command:
                from sessionlens import commands

                found = commands.actions(self.call.command, self.call.cwd)
            object.__setattr__(self, "_actions", found)
        return found

    @property
    def readings(self) -> tuple[Reading, ...]:
        """The values in its output."""
        return self._whole().readings

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """What its output says of success."""
        return self._whole().outcomes

    def __eq__(self, other: object) -> bool:
        """Equal to what was read at once."""
        if not isinstance(other, Run):
            return NotImplemented
        mine = (self.call, self.part, self.actions, self.readings, self.outcomes)
        return mine == (other.call, other.part, other.actions, other.readings, other.outcomes)

    __hash__ = Run.__hash__

    def _whole(self) -> Run:
        read = self._read
        if read is None:
            from sessionlens.facts.trace import read_call

            read = read_call(self.call, self.part)
            object.__setattr__(self, "_read", read)
        return read


class LaterTurn(Turn):
    """A `Turn` whose calls and whose prose are read apart from each other."""

    __slots__ = ("_runs", "_statements")
    _runs: tuple[Run, ...]
    _statements: tuple[Statement, ...] | None

    def __init__(self, message: Message) -> None:
        object.__setattr__(self, "message", message)
        object.__setattr__(self, "_runs", tuple(LaterRun(call, part) for part, call in enumerate(message.calls, 1)))
        object.__setattr__(self, "_statements", None)

    @property
    def runs(self) -> tuple[Run, ...]:
        """Its tool calls."""
        return self._runs

    @property
    def statements(self) -> tuple[Statement, ...]:
        """The sentences, items, cells and headings of its text."""
        found = self._statements
        if found is None:
            found = ()
            if self.message.text:
                from sessionlens import prose

                found = prose.statements(self.message.text)
            object.__setattr__(self, "_statements", found)
        return found

    def __eq__(self, other: object) -> bool:
        """Equal to what was read at once."""
        if not isinstance(other, Turn):
            return NotImplemented
        return (self.message, self.runs, self.statements) == (other.message, other.runs, other.statements)

    __hash__ = Turn.__hash__
