"""The store: one SQLite file, one transaction per saved session."""

import sqlite3
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, cast

import orjson

from sessionlens.graph.view import View
from sessionlens.model.session import Session
from sessionlens.model.verdict import Finding, Verdict
from sessionlens.store import encode, probe_runs, search
from sessionlens.store.lazy import Messages, Turns
from sessionlens.store.shelf import Shelf, StoredView

if TYPE_CHECKING:
    import networkx as nx

    from sessionlens.model.probe import ProbeRun

VERSION = 6
"""Raised whenever the tables or the fields of facts change; a store of another version is not read: all in it can be ingested again."""
TABLES = """
CREATE TABLE sessions (key INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT UNIQUE NOT NULL, title TEXT, format TEXT, source TEXT,
    started TEXT, parent TEXT, messages INTEGER, facts TEXT, people TEXT, body TEXT);
CREATE TABLE messages (session INTEGER, number INTEGER, body TEXT, PRIMARY KEY (session, number));
CREATE TABLE nodes (session INTEGER, kind TEXT, body BLOB, PRIMARY KEY (session, kind));
CREATE TABLE edges (session INTEGER, kind TEXT, body BLOB, PRIMARY KEY (session, kind));
CREATE TABLE verdicts (session INTEGER PRIMARY KEY, body BLOB);
CREATE TABLE findings (session INTEGER PRIMARY KEY, body BLOB);
"""
_PARTS = ("messages", "nodes", "edges", "verdicts", "findings")


class StoreError(Exception):
    """The store's file cannot be used; the text says which and why, on one line."""


class NoSessionError(LookupError):
    """No session, or more than one, goes by a name. `nearest` are ids to choose from."""

    def __init__(self, why: str, nearest: Sequence[str] = ()) -> None:
        super().__init__(why)
        self.nearest = tuple(nearest)


@dataclass(frozen=True, slots=True)
class Entry:
    """A stored session, as a list shows it; `facts` counts them by kind."""

    id: str
    title: str
    format: str
    source: str
    started: str | None
    parent: str | None
    messages: int
    facts: dict[str, int]


def open_store(path: str | Path, new: bool = True) -> "Store":
    """The store in that file. Where there is none it is made; without `new` nothing is, and the store is empty and cannot be saved
    into, because who only looks must leave nothing behind. Raises `StoreError` if the file is something else or cannot be written."""
    return Store(Path(path), new)


class Store:
    """Sessions by id, the last ingested one first. Use it in a `with` statement, or `close` it."""

    def __init__(self, path: Path, new: bool = True) -> None:
        self.path = path
        try:
            if new:
                path.parent.mkdir(parents=True, exist_ok=True)
            self._missing = not new and (not path.exists() or (path.is_file() and not path.stat().st_size))
            self._connection = sqlite3.connect(":memory:" if self._missing else path, isolation_level=None)
            self._connection.execute("PRAGMA page_size = 16384")  # messages are large; it counts for a new file only
            self._connection.execute("PRAGMA synchronous = NORMAL")
            version = self._version() or self._made()
        except (OSError, sqlite3.Error) as error:
            raise StoreError(f"cannot use {path} as a store: {error}") from error
        if version != VERSION:
            self._connection.close()
            raise StoreError(
                f"{path} was made by another version of sessionlens: remove that file and ingest again, or name another with --store"
            )

    def _version(self) -> int:
        return int(self._connection.execute("PRAGMA user_version").fetchone()[0])

    def _made(self) -> int:
        """The version of a file that has none, after its tables were made: by this process, or by another that was quicker."""
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            empty = not self._connection.execute("SELECT 1 FROM sqlite_master").fetchone()
            if empty:
                for statement in (*TABLES.split(";")[:-1], f"PRAGMA user_version = {VERSION}"):
                    self._connection.execute(statement)
            version = self._version()
        finally:
            self._connection.execute("COMMIT")
        return version

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file. Views that were loaded can read no further messages."""
        self._connection.close()

    def save(self, view: View) -> None:
        """Keep a session whole, in place of an earlier ingest of the same id."""
        if self._missing:
            raise StoreError(f"there is no store {self.path}")
        try:
            with self._connection:
                self._connection.execute("BEGIN IMMEDIATE")
                self._forget(view.session.id)
                self._write(view)
        except sqlite3.Error as error:
            raise StoreError(f"cannot write {self.path}: {error}") from error

    def _forget(self, session_id: str) -> None:
        row = self._connection.execute("SELECT key FROM sessions WHERE id = ?", (session_id,)).fetchone()
        if row:
            for table in _PARTS:
                self._connection.execute(f"DELETE FROM {table} WHERE session = ?", row)
            self._connection.execute("DELETE FROM sessions WHERE key = ?", row)

    def _write(self, view: View) -> None:
        s, run = view.session, self._connection.execute
        facts = {kind: view.facts(cls) for kind, cls in encode.KINDS.items()}
        counts = {kind: len(group) for kind, group in facts.items()} | {"methodology": len(view.findings)}
        told = map(orjson.dumps, (counts, view.of_people()))
        row = (s.id, s.title, s.format, s.source, s.started, s.parent, len(s.messages), *told, encode.write_session(s))
        query = "INSERT INTO sessions VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS TEXT))"
        key = run(query, row).lastrowid
        messages = ((key, m.number, encode.write_message(m)) for m in s.messages)
        self._connection.executemany("INSERT INTO messages VALUES (?, ?, CAST(? AS TEXT))", messages)
        into = "INSERT INTO {} VALUES (?, ?, ?)".format
        self._connection.executemany(
            into("nodes"), ((key, kind, encode.write_all(encode.KINDS[kind], group)) for kind, group in facts.items())
        )
        edges: dict[str, list[tuple[str, str]]] = defaultdict(list)
        for source, target, kind in view.graph.edges(keys=True):
            edges[kind].append((source, target))
        self._connection.executemany(into("edges"), ((key, kind, orjson.dumps(pairs)) for kind, pairs in edges.items()))
        one = "INSERT INTO {} VALUES (?, ?)".format
        run(one("verdicts"), (key, encode.write_all(Verdict, tuple(view.verdicts.values()))))
        run(one("findings"), (key, encode.write_all(Finding, view.findings)))

    def sessions(self) -> tuple[Entry, ...]:
        """All sessions, the last ingested first."""
        cursor = self._connection.cursor()
        cursor.row_factory = sqlite3.Row
        rows = cursor.execute("SELECT id, title, format, source, started, parent, messages, facts FROM sessions ORDER BY key DESC")
        return tuple(Entry(**{**row, "facts": orjson.loads(row["facts"])}) for row in rows)

    def resolve(self, name: str | None = None) -> str:
        """The id that a name means: an id, the one id that begins so, or the last ingested session for None (a subagent's
        only if there is no other). Raises `NoSessionError`."""
        entries = self.sessions()
        if not entries:
            raise NoSessionError(f"nothing has been ingested into {self.path}")
        if name is None:
            return next((e.id for e in entries if e.parent is None), entries[0].id)
        ids = [e.id for e in entries]
        if name in ids:
            return name
        begun = [i for i in ids if i.startswith(name)] or [e.id for e in entries if e.title and e.title.casefold() == name.casefold()]
        if len(begun) == 1:
            return begun[0]
        if begun:
            raise NoSessionError(f"{len(begun)} sessions begin with {name!r}", begun)
        raise NoSessionError(f"no session {name!r}", get_close_matches(name, ids, 3, 0.4) or ids[:3])

    def load(self, session_id: str | None = None) -> View:
        """A stored session as a view; what it holds is read when asked for, while the store is open. Raises `NoSessionError`."""
        key, session = self._session(self.resolve(session_id))
        messages = session.messages
        assert isinstance(messages, Messages)
        turns = Turns(messages)
        graph = cast("nx.MultiDiGraph[str]", Shelf(self._connection, key, turns))
        verdicts = {v.conclusion: v for (body,) in self._rows("verdicts", "body", key) for v in encode.read_all(Verdict, body)}
        findings = tuple(f for (body,) in self._rows("findings", "body", key) for f in encode.read_all(Finding, body))
        run = probe_runs.latest(self._connection, session.id)
        return StoredView(session, graph, turns, verdicts, findings, probe_run=run)

    def save_probes(self, run: "ProbeRun") -> None:
        """Keep a run of a session's probes; `load` gives the last one."""
        try:
            probe_runs.save(self._connection, run)
        except sqlite3.Error as error:
            raise StoreError(f"cannot write {self.path}: {error}") from error

    def search(self, words: Sequence[str], session_id: str | None = None) -> Iterator[search.Hit]:
        """Every line of a session that holds all the words. Raises `NoSessionError`."""
        key, _ = self._session(self.resolve(session_id))
        return search.search(self._connection, key, words)

    def _session(self, session_id: str) -> tuple[int, Session]:
        key, people, body = self._connection.execute("SELECT key, people, body FROM sessions WHERE id = ?", (session_id,)).fetchone()
        numbers = [n for (n,) in self._rows("messages", "number", key, " ORDER BY number")]
        return key, encode.read_session(session_id, body, Messages(self._connection, key, numbers, orjson.loads(people)))

    def _rows(self, table: str, columns: str, key: int, order: str = "") -> sqlite3.Cursor:
        return self._connection.execute(f"SELECT {columns} FROM {table} WHERE session = ?{order}", (key,))
