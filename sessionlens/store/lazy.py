"""Messages and turns of a stored session, read when somebody asks for them."""

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, overload

from sessionlens.model.session import Message
from sessionlens.store.encode import read_message

if TYPE_CHECKING:
    from sessionlens.model.trace import Turn

VARIABLES = 500
"""Numbers in one query; SQLite takes 999 at least."""


class Messages(Sequence[Message]):
    """A session's messages by place (from 0), as `Session.messages` has them; each is read at most once. `of_people` are the numbers
    of those that a person wrote."""

    def __init__(self, connection: sqlite3.Connection, session: int, numbers: Sequence[int], of_people: list[int]) -> None:
        self._connection = connection
        self._session = session
        self._read: dict[int, Message] = {}
        self.numbers = numbers
        self.of_people = of_people

    def __len__(self) -> int:
        return len(self.numbers)

    @overload
    def __getitem__(self, place: int) -> Message: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Message, ...]: ...
    def __getitem__(self, place: int | slice) -> Message | tuple[Message, ...]:
        if isinstance(place, slice):
            return tuple(self.numbered(n) for n in self.numbers[place])
        return self.numbered(self.numbers[place])

    def __iter__(self) -> Iterator[Message]:
        return (self.numbered(n) for n in self.numbers)

    def fetch(self, numbers: Sequence[int]) -> None:
        """Reads many messages by one query."""
        wanted = [n for n in numbers if n not in self._read]
        for i in range(0, len(wanted), VARIABLES):
            some = wanted[i : i + VARIABLES]
            query = f"SELECT number, CAST(body AS BLOB) FROM messages WHERE session = ? AND number IN ({','.join('?' * len(some))})"
            for number, body in self._connection.execute(query, (self._session, *some)):
                self._read[number] = read_message(body)

    def numbered(self, number: int) -> Message:
        """The message with that number; KeyError if the session has none."""
        if number not in self._read:
            query = "SELECT CAST(body AS BLOB) FROM messages WHERE session = ? AND number = ?"
            row = self._connection.execute(query, (self._session, number)).fetchone()
            if row is None:
                raise KeyError(number)
            self._read[number] = read_message(row[0])
        return self._read[number]


class Turns(Mapping[int, "Turn"]):
    """A session's turns by message number. Commands, readings and statements are not stored but found again, by the same functions
    that found them at first."""

    def __init__(self, messages: Messages) -> None:
        self._messages = messages
        self._known = frozenset(messages.numbers)
        self._turns: dict[int, Turn] = {}

    def __len__(self) -> int:
        return len(self._messages)

    def __iter__(self) -> Iterator[int]:
        return iter(self._messages.numbers)

    def __contains__(self, number: object) -> bool:
        return number in self._known

    def __getitem__(self, number: int) -> "Turn":
        if number not in self._turns:
            from sessionlens.facts.later import LaterTurn

            self._turns[number] = LaterTurn(self._messages.numbered(number))
        return self._turns[number]
