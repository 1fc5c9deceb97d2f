"""opencode's database: read as its export is, in both generations, and left as it was."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sessionlens.formats import opencode_db
from sessionlens.model.span import Problem
from tests.formats.support import SHARED, everything, needs_shared, refusal, session, sessions

SCHEMA = """
CREATE TABLE session (id text PRIMARY KEY, project_id text NOT NULL, parent_id text, slug text NOT NULL, directory text NOT NULL,
  title text NOT NULL, version text NOT NULL, revert text, time_created integer NOT NULL, time_updated integer NOT NULL);
CREATE TABLE message (id text PRIMARY KEY, session_id text NOT NULL, time_created integer NOT NULL, time_updated integer NOT NULL,
  data text NOT NULL);
CREATE TABLE part (id text PRIMARY KEY, message_id text NOT NULL, session_id text NOT NULL, time_created integer NOT NULL,
  time_updated integer NOT NULL, data text NOT NULL);
"""
SECOND = """
CREATE TABLE session_v2 (id text PRIMARY KEY, project_id text NOT NULL, parent_id text, directory text NOT NULL, title text NOT NULL,
  version text NOT NULL, revert text, time_created integer NOT NULL, time_updated integer NOT NULL);
CREATE TABLE session_message (id text PRIMARY KEY, session_id text NOT NULL, type text NOT NULL, seq integer NOT NULL,
  time_created integer NOT NULL, time_updated integer NOT NULL, data text NOT NULL);
"""


class Database:
    """A database that is being filled; times count up."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.connection = sqlite3.connect(path)
        self.connection.executescript(SCHEMA)
        self.clock = 1_700_000_000_000

    def tick(self) -> int:
        self.clock += 1000
        return self.clock

    def session(self, key: str, *, table: str = "session", parent: str | None = None, revert: object = None) -> None:
        columns = "id, project_id, parent_id, directory, title, version, revert, time_created, time_updated"
        values = [key, "p", parent, "/w", f"title of {key}", "1.18.0", json.dumps(revert) if revert else None, self.tick(), self.clock]
        if table == "session":
            columns, values = columns + ", slug", [*values, "slug"]
        self.connection.execute(f"INSERT INTO {table} ({columns}) VALUES ({', '.join('?' * len(values))})", values)

    def message(self, key: str, owner: str, role: str, *parts: dict[str, Any]) -> None:
        now = self.tick()
        data = json.dumps({"role": role, "time": {"created": now}, "modelID": "m-1"})
        self.connection.execute("INSERT INTO message VALUES (?, ?, ?, ?, ?)", [key, owner, now, now, data])
        for number, part in enumerate(parts):
            row = [f"prt_{key}_{number}", key, owner, now, now, json.dumps(part)]
            self.connection.execute("INSERT INTO part VALUES (?, ?, ?, ?, ?, ?)", row)

    def second(self, key: str, owner: str, kind: str, seq: int, data: dict[str, Any]) -> None:
        now = self.tick()
        self.connection.execute(
            "INSERT INTO session_message VALUES (?, ?, ?, ?, ?, ?, ?)", [key, owner, kind, seq, now, now, json.dumps(data)]
        )

    def close(self) -> Path:
        self.connection.commit()
        self.connection.close()
        return self.path


def text(said: str) -> dict[str, Any]:
    return {"type": "text", "text": said}


def bash(command: str, output: str, code: int, **metadata: Any) -> dict[str, Any]:
    state = {"status": "completed", "input": {"command": command}, "output": output, "metadata": {"exit": code, **metadata}}
    return {"type": "tool", "tool": "bash", "callID": f"call {command}", "state": state}


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    made = Database(tmp_path / "opencode.db")
    yield made
    made.connection.close()


@needs_shared
def test_a_database_gives_what_its_export_gives() -> None:
    corpus = SHARED / "corpus"
    stored = session(next((corpus / "opencode-sqlite").glob("*.db")))
    exported = session(next((corpus / "opencode-export").glob("*.json")))
    assert replace(stored, source=exported.source) == exported


def test_sessions_in_order_children_after_their_parents(database: Database) -> None:
    database.session("ses_b")
    database.session("ses_a")
    database.session("ses_c", parent="ses_b")
    database.session("ses_empty")
    for key in ("ses_a", "ses_b", "ses_c"):
        database.message(f"msg_{key}", key, "user", text(f"prompt of {key}"))
    found = sessions(database.close())
    assert [(s.id, s.parent, s.format, s.cwd) for s in found] == [
        ("ses_b", None, "opencode", "/w"), ("ses_c", "ses_b", "opencode", "/w"), ("ses_a", None, "opencode", "/w"),
    ]  # fmt: skip


def test_calls_and_their_exit_codes(database: Database) -> None:
    database.session("ses_a")
    database.message("msg_1", "ses_a", "user", text("Why does it fail?"))
    database.message("msg_2", "ses_a", "assistant", text("I run it."), bash("make check", "1 failed", 2))
    got = session(database.close())
    assert [m.text for m in got.messages] == ["Why does it fail?", "I run it."]
    call = got.messages[1].calls[0]
    assert (call.command, call.output, call.exit_code, call.status) == ("make check", "1 failed", 2, "error")
    assert (got.model, got.agent, got.title) == ("m-1", "opencode 1.18.0", "title of ses_a")


def test_order_is_by_time_where_ids_have_wrapped_around(database: Database) -> None:
    database.session("ses_a")
    database.message("msg_zz", "ses_a", "user", text("first"))
    database.message("msg_aa", "ses_a", "assistant", text("second"))
    assert [m.text for m in session(database.close()).messages] == ["first", "second"]


def test_what_was_undone_is_left_out_and_named(database: Database) -> None:
    database.session("ses_a", revert={"messageID": "msg_3"})
    database.message("msg_1", "ses_a", "user", text("Make it fast."))
    database.message("msg_2", "ses_a", "assistant", text("It is fast."))
    database.message("msg_3", "ses_a", "user", text("Try an arena."))
    database.message("msg_4", "ses_a", "assistant", text("The arena helps."))
    got = session(database.close())
    assert [m.text for m in got.messages] == ["Make it fast.", "It is fast."]
    assert got.injected["taken back"] == 2
    assert [(p.record, "2 messages" in p.why, "Try an arena." in p.why) for p in got.problems] == [("msg_3", True, True)]


def second(database: Database) -> None:
    database.connection.executescript(SECOND)
    database.session("ses_n", table="session_v2")
    database.second("msg_1", "ses_n", "user", 1, {"text": "Is it slower?", "time": {"created": 1}})
    database.second("msg_0", "ses_n", "system", 2, {"text": "be brief"})
    tools = [
        {"type": "text", "text": "I measure."},
        {"type": "reasoning", "text": "hm"},
        {
            "type": "tool", "id": "call_1", "name": "bash", "time": {"created": 1, "ran": 2000, "completed": 3000},
            "state": {"status": "completed", "input": {"command": "./bench"}, "content": [text("3.1 s")], "metadata": {"exit": 0}},
        },
        {
            "type": "tool", "id": "call_2", "name": "bash", "time": {"created": 1},
            "state": {"status": "error", "input": {"command": "./gone"}, "error": {"type": "unknown", "message": "no such file"}},
        },
        {"type": "tool", "id": "call_3", "name": "bash", "time": {"created": 1}, "state": {"status": "streaming", "input": '{"comm'}},
    ]  # fmt: skip
    database.second("msg_2", "ses_n", "assistant", 3, {"model": {"id": "m-2"}, "content": tools})
    database.second("msg_3", "ses_n", "compaction", 4, {"status": "completed", "summary": "It was 3.1 s.", "recent": ""})


def test_the_second_generation(database: Database) -> None:
    second(database)
    got = session(database.close())
    assert [(m.role, m.text) for m in got.messages] == [("user", "Is it slower?"), ("assistant", "I measure.")]
    calls = got.messages[1].calls
    assert [(c.command, c.output, c.exit_code, c.status) for c in calls] == [
        ("./bench", "3.1 s", 0, "ok"), ("./gone", "no such file", None, "error"), (None, "", None, "unknown"),
    ]  # fmt: skip
    assert got.model == "m-2"
    assert got.injected == {"system": 1, "reasoning": 1, "compaction": 1}
    assert got.problems == ()


@pytest.mark.parametrize("newer", ["first", "second"])
def test_a_session_in_both_is_read_where_it_was_written_to_last(database: Database, newer: str) -> None:
    database.connection.executescript(SECOND)
    for table in ("session", "session_v2"):
        database.session("ses_a", table=table)
    for generation in ("second", "first") if newer == "first" else ("first", "second"):
        if generation == "first":
            database.message("msg_1", "ses_a", "user", text("in the first"))
        else:
            database.second("msg_1", "ses_a", "user", 1, {"text": "in the second"})
    got = sessions(database.close())
    assert [m.text for s in got for m in s.messages] == [f"in the {newer}"]


def test_what_waits_in_the_log_is_read_too(database: Database) -> None:
    database.connection.execute("PRAGMA journal_mode = WAL")
    database.session("ses_a")
    database.message("msg_1", "ses_a", "user", text("just said"))
    database.connection.commit()
    assert [m.text for m in session(database.path).messages] == ["just said"]


def test_nothing_is_written_beside_a_database(database: Database) -> None:
    database.connection.execute("PRAGMA journal_mode = WAL")
    database.session("ses_a")
    database.message("msg_1", "ses_a", "user", text("said"))
    path = database.close()
    path.parent.chmod(0o555)
    before = path.read_bytes()
    assert session(path).id == "ses_a"
    assert [p.name for p in path.parent.iterdir()] == ["opencode.db"] and path.read_bytes() == before
    path.parent.chmod(0o755)


def test_a_folder_with_both_stores_gives_each_session_once(database: Database) -> None:
    database.session("ses_a")
    database.message("msg_1", "ses_a", "user", text("moved"))
    folder = database.close().parent
    for key in ("ses_a", "ses_old"):
        (folder / "storage/session/p").mkdir(parents=True, exist_ok=True)
        (folder / "storage/message" / key).mkdir(parents=True)
        (folder / "storage/part/msg_9").mkdir(parents=True, exist_ok=True)
        (folder / "storage/session/p" / f"{key}.json").write_text(json.dumps({"id": key, "projectID": "p", "directory": "/w"}))
        (folder / "storage/message" / key / "msg_9.json").write_text(json.dumps({"id": "msg_9", "role": "user"}))
    (folder / "storage/part/msg_9/prt_1.json").write_text(json.dumps(text("left behind")))
    assert [(s.id, s.messages[0].text) for s in sessions(folder)] == [("ses_a", "moved"), ("ses_old", "left behind")]


def test_another_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "sessions.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE messages (id, content_json)")
    assert "none of opencode's" in refusal(path)
    assert opencode_db.ids(path) == set()


def test_a_broken_database_is_a_problem(database: Database) -> None:
    database.session("ses_a")
    for number in range(400):
        database.message(f"msg_{number:03}", "ses_a", "user", text("x" * 300))
    path = database.close()
    data = bytearray(path.read_bytes())
    data[8192:] = b"\xff" * (len(data) - 8192)
    path.write_bytes(data)
    assert any(isinstance(f, Problem) for f in everything(path))


def test_a_row_that_is_no_json_is_a_problem(database: Database) -> None:
    database.session("ses_a")
    database.message("msg_1", "ses_a", "user", text("said"))
    database.connection.execute("INSERT INTO message VALUES ('msg_2', 'ses_a', 9999999999999, 0, '{')")
    got = session(database.close())
    assert [m.text for m in got.messages] == ["said"]
    assert [p.record for p in got.problems] == ["msg_2"]
