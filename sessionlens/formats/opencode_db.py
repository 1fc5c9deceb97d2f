"""opencode's database: `~/.local/share/opencode/opencode.db` (SQLite, from 1.2 on), read where it lies and never written to.

Tables as in opencode 1.2 to 1.19 and 2.0 (`packages/core/src/session/sql.ts`, `packages/schema/src/session-message.ts`): `session`,
`message` and `part` hold the records of an export, their ids in columns only; 2.0 keeps `session_v2`, and one `session_message` for each
message with its parts inside, and leaves the older tables as they were. A session that stands in both is read where it was written to last.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import quote

import orjson

from sessionlens.formats.records import Record, as_dict, as_list, as_text, texts

MAGIC = b"SQLite format 3\x00"
_INFO = ("id", "title", "directory", "parent_id", "version", "revert", "time_created")


def connect(path: Path) -> sqlite3.Connection:
    """The database opened for reading; raises `sqlite3.Error`.

    Where nothing waits in a write-ahead log the file is opened as immutable, so that no lock and no file appears beside a database that
    somebody uses.
    """
    log = path.with_name(f"{path.name}-wal")
    waiting = log.is_file() and log.stat().st_size > 0
    connection = sqlite3.connect(f"file:{quote(str(path.absolute()))}?mode=ro{'' if waiting else '&immutable=1'}", uri=True)
    connection.row_factory = sqlite3.Row
    return connection


def tables(connection: sqlite3.Connection) -> set[str]:
    """The names of the tables."""
    return {row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}


def is_ours(path: Path) -> bool:
    """Whether a file is a database of opencode's."""
    try:
        with closing(connect(path)) as connection:
            found = tables(connection)
    except sqlite3.Error:
        return False
    return {"session", "message", "part"} <= found or {"session_v2", "session_message"} <= found


def ids(path: Path) -> set[str]:
    """The ids of the sessions that have messages in a database; none if it cannot be read."""
    try:
        with closing(connect(path)) as connection:
            there = tables(connection)
            return {key for table in ("message", "session_message") if table in there for key in _last(connection, table)}
    except sqlite3.Error:
        return set()


def sessions(connection: sqlite3.Connection) -> Iterator[tuple[Record, Iterator[Record]]]:
    """(what is known of a session, its messages as in an export) for every session that has any: oldest first, children after parents."""
    found = tables(connection)
    old = _infos(connection, "session") if {"session", "message", "part"} <= found else {}
    new = _infos(connection, "session_v2" if "session_v2" in found else "session") if "session_message" in found else {}
    last_old = _last(connection, "message") if old else {}
    last_new = _last(connection, "session_message") if new else {}
    for key in _in_order({**old, **new}):
        if last_new.get(key, -1) > last_old.get(key, -1):
            yield new[key], _messages_v2(connection, key)
        elif key in last_old:
            yield old[key], _messages(connection, key)


def _infos(connection: sqlite3.Connection, table: str) -> dict[str, Record]:
    there = {row[1] for row in connection.execute(f'PRAGMA table_info("{table}")')}
    columns = ", ".join(c for c in _INFO if c in there)
    found = {}
    for row in connection.execute(f'SELECT {columns} FROM "{table}"'):
        info: Record = dict(row)
        info["parentID"] = info.pop("parent_id", None)
        info["revert"] = _value(info.get("revert"))
        found[str(info["id"])] = info
    return found


def _last(connection: sqlite3.Connection, table: str) -> dict[str, int]:
    """When the last message of each session was begun."""
    return {
        row[0]: int(row[1] or 0) for row in connection.execute(f'SELECT session_id, max(time_created) FROM "{table}" GROUP BY session_id')
    }


def _in_order(infos: dict[str, Record]) -> list[str]:
    def roots(key: str) -> list[tuple[int, str]]:
        """The way down from the oldest ancestor, so that whole families stand together."""
        way: list[tuple[int, str]] = []
        at: str | None = key
        while at is not None and at in infos and len(way) < 32:
            created = infos[at].get("time_created")
            way.insert(0, (created if isinstance(created, int) else 0, at))
            at = infos[at].get("parentID")
        return way

    return sorted(infos, key=roots)


def _messages(connection: sqlite3.Connection, session: str) -> Iterator[Record]:
    """Messages in order of time, as opencode shows them (ids may wrap around)."""
    parts: dict[str, list[Record]] = {}
    for row in connection.execute("SELECT id, message_id, data FROM part WHERE session_id = ? ORDER BY id", (session,)):
        parts.setdefault(row["message_id"], []).append({**_record(row["data"]), "id": row["id"]})
    for row in connection.execute("SELECT id, data FROM message WHERE session_id = ? ORDER BY time_created, id", (session,)):
        yield {"info": {**_record(row["data"]), "id": row["id"]}, "parts": parts.pop(row["id"], [])}


def _messages_v2(connection: sqlite3.Connection, session: str) -> Iterator[Record]:
    ordered = "seq" if "seq" in {row[1] for row in connection.execute('PRAGMA table_info("session_message")')} else "time_created, id"
    query = f"SELECT id, type, time_created, data FROM session_message WHERE session_id = ? ORDER BY {ordered}"
    for row in connection.execute(query, (session,)):
        yield _from_v2(_record(row["data"]), row["id"], row["type"], row["time_created"])


def _from_v2(data: Record, key: str, kind: str, created: int) -> Record:
    """A message of 2.0 as one of an export: what is neither a person's nor the agent's is one of its own kind."""
    info: Record = {"id": key, "role": kind, "time": {"created": as_dict(data.get("time")).get("created", created)}}
    if kind == "user":
        return {"info": info, "parts": [{"type": "text", "text": as_text(data.get("text"))}]}
    if kind != "assistant":
        return {"info": info, "parts": [], "kind": kind}
    info["modelID"] = as_text(as_dict(data.get("model")).get("id"))
    return {"info": info, "parts": [_part_v2(as_dict(part)) for part in as_list(data.get("content"))]}


def _part_v2(part: Record) -> Record:
    if part.get("type") != "tool":
        return part
    state, time = as_dict(part.get("state")), as_dict(part.get("time"))
    printed = "\n".join(texts(state.get("content")))
    given = state.get("input")
    return {
        "type": "tool",
        "id": part.get("id"),
        "callID": part.get("callID") or part.get("id"),
        "tool": part.get("name"),
        "state": {
            "status": state.get("status"),
            "input": given if isinstance(given, dict) else as_dict(_value(given)),
            "output": printed,
            "error": printed or as_text(as_dict(state.get("error")).get("message")),
            "metadata": {**as_dict(state.get("structured")), **as_dict(state.get("metadata"))},
            "time": {"start": time.get("ran"), "end": time.get("completed"), "compacted": time.get("pruned")},
        },
    }


def _value(text: object) -> Any:
    if not isinstance(text, str | bytes):
        return text
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError:
        return None


def _record(text: object) -> Record:
    return as_dict(_value(text))
