"""Runs of a session's probes, in the same file as the session.

They go by the session's id and not by its place in the store, so that a session that is ingested again keeps them: what was printed
on a day stays what was printed on that day. The table is made when the first run is kept, and an older store needs none.
"""

import sqlite3
from typing import TYPE_CHECKING, cast

import orjson

from sessionlens.store.encode import record

if TYPE_CHECKING:
    from sessionlens.model.probe import ProbeRun

_TABLE = "CREATE TABLE IF NOT EXISTS probe_runs (key INTEGER PRIMARY KEY AUTOINCREMENT, session TEXT NOT NULL, at TEXT, body TEXT)"


def save(connection: sqlite3.Connection, run: "ProbeRun") -> None:
    """Keeps a run beside the earlier ones of its session."""
    with connection:
        connection.execute(_TABLE)
        connection.execute("INSERT INTO probe_runs VALUES (NULL, ?, ?, CAST(? AS TEXT))", (run.session, run.at, orjson.dumps(run)))


def latest(connection: sqlite3.Connection, session: str) -> "ProbeRun | None":
    """The last run of a session's probes, None if they were never run, or by a version that kept something else of them."""
    try:
        row = connection.execute("SELECT body FROM probe_runs WHERE session = ? ORDER BY key DESC LIMIT 1", (session,)).fetchone()
    except sqlite3.OperationalError:
        return None
    if row is None:
        return None
    from sessionlens.model.probe import ProbeRun

    try:
        return cast(ProbeRun, record(ProbeRun)(orjson.loads(row[0])))
    except (TypeError, KeyError, ValueError):
        return None
