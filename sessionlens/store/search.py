"""Words in messages, commands and outputs.

No index: a scan of the stored text by SQLite's LIKE runs at some hundred megabytes a second, and an index would cost every ingest
several times what it costs now.
"""

import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import orjson

from sessionlens.model.session import Message
from sessionlens.store.encode import read_message


@dataclass(frozen=True, slots=True)
class Hit:
    """A line in which all words stand: in a message's own text (`where` "text", part 0), a call's "command" or its "output"."""

    msg: int
    part: int
    where: str
    line: str


def _pattern(word: str) -> str:
    """A LIKE pattern for a word as it stands in stored JSON, where quotes, backslashes and tabs are escaped."""
    escaped = orjson.dumps(word).decode()[1:-1]
    for special in "^%_":
        escaped = escaped.replace(special, "^" + special)
    return f"%{escaped}%"


def search(connection: sqlite3.Connection, session: int, words: Sequence[str]) -> Iterator[Hit]:
    """Every line of a session that holds all the words, in the order of the session; case is ignored. No words find nothing."""
    wanted = [w.casefold() for w in words if w.strip()]
    if not wanted:
        return
    plain = [w for w in wanted if w.isascii()]  # SQLite ignores the case of no other letters
    condition = " AND body LIKE ? ESCAPE '^'" * len(plain)
    query = f"SELECT body FROM messages WHERE session = ?{condition} ORDER BY number"
    for (body,) in connection.execute(query, (session, *map(_pattern, plain))):
        yield from _lines(read_message(body), wanted)


def _lines(message: Message, wanted: Sequence[str]) -> Iterator[Hit]:
    places = [(0, "text", message.text)]
    for part, call in enumerate(message.calls, 1):
        places += [(part, "command", call.command or ""), (part, "output", call.output)]
    for part, where, text in places:
        for line in text.splitlines():
            folded = line.casefold()
            if all(w in folded for w in wanted):
                yield Hit(message.number, part, where, line.strip())
