"""What is kept comes back the same; a second ingest replaces the first; trouble is one clear line."""

import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from sessionlens.graph.build import judged, linted
from sessionlens.graph.export import findings
from sessionlens.graph.view import View
from sessionlens.model.session import Child, FileEdit, Message, ToolCall
from sessionlens.model.span import Problem, Span
from sessionlens.model.verdict import Finding, Verdict
from sessionlens.store import NoSessionError, Store, StoreError, default_path, open_store
from sessionlens.store.encode import read_message, write_message
from tests.graph.builders import story


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(tmp_path / "deep" / "store.db") as opened:
        yield opened


@pytest.fixture
def view() -> View:
    verdict = Verdict(
        conclusion="c14.1", claim="delta", verdict="supported", evidence=(2, 6), nodes=("m2.1",), derivation="3.1 - 2.5 = 0.6"
    )
    finding = Finding(
        id="f6.1",
        msg=6,
        text="x",
        span=Span(source="a", msg=6),
        issue="single-sample",
        rule="R004",
        confidence="low",
        why="w",
        help="h",
    )
    return linted(judged(story(), [verdict]), [finding])


def renamed(view: View, id: str, **more: object) -> View:
    return replace(view, session=replace(view.session, id=id, **more))  # type: ignore[arg-type]


def test_a_view_comes_back_the_same(store: Store, view: View) -> None:
    store.save(view)
    again = store.load("s-1")
    assert findings(again) == findings(view)
    assert set(again.graph.edges(keys=True)) == set(view.graph.edges(keys=True))
    assert again.conclusions[0].statement == view.conclusions[0].statement


def test_everything_a_session_has_comes_back(store: Store, view: View) -> None:
    session = replace(
        view.session,
        problems=(Problem(record="line 3", why="not JSON"),),
        children=(Child("kid", 4, "done"),),
        notes=("reconstructed",),
        injected={"hook": 2},
        cwd="/home/someone",
    )
    store.save(replace(view, session=session))
    again = store.load().session
    assert tuple(again.messages) == session.messages
    assert replace(again, messages=session.messages) == session


def test_messages_and_turns_are_read_when_asked(store: Store, view: View) -> None:
    store.save(view)
    again = store.load()
    assert again.message(14).text == "The cache is slower: 2.5 s -> 3.1 s."
    assert [m.number for m in again.session.messages[2:4]] == [3, 4]
    assert 15 not in again.turns and len(again.turns) == 14
    with pytest.raises(KeyError):
        again.message(99)


def test_a_later_ingest_replaces_an_earlier_one(store: Store, view: View) -> None:
    store.save(view)
    store.save(renamed(view, "s-2"))
    store.save(renamed(view, "s-1", title="New title"))
    assert [(e.id, e.title) for e in store.sessions()] == [("s-1", "New title"), ("s-2", "A cache")]
    assert store.sessions()[0].facts == {
        "hypothesis": 2,
        "change": 2,
        "verification": 2,
        "measurement": 5,
        "reversion": 1,
        "conclusion": 2,
        "methodology": 1,
    }


def test_a_failed_save_leaves_the_earlier_one(store: Store, view: View, monkeypatch: pytest.MonkeyPatch) -> None:
    store.save(view)

    def fail(_: object) -> bytes:
        raise sqlite3.OperationalError("disk is full")

    monkeypatch.setattr("sessionlens.store.encode.write_message", fail)
    with pytest.raises(StoreError, match="disk is full"):
        store.save(renamed(view, "s-1", title="Never"))
    assert store.sessions()[0].title == "A cache"
    assert len(list(store.load().session.messages)) == 14


def test_names_of_sessions(store: Store, view: View) -> None:
    with pytest.raises(NoSessionError, match="nothing has been ingested"):
        store.resolve()
    for id in ("abc-1", "abc-2", "xyz"):
        store.save(renamed(view, id, title=f"T {id}"))
    store.save(renamed(view, "child", parent="xyz"))
    assert store.resolve() == "xyz", "a subagent's session is not what somebody means by default"
    assert store.resolve("x") == "xyz" and store.resolve("t ABC-1") == "abc-1"
    with pytest.raises(NoSessionError, match="2 sessions") as several:
        store.resolve("abc")
    assert sorted(several.value.nearest) == ["abc-1", "abc-2"]
    with pytest.raises(NoSessionError, match="no session") as wrong:
        store.resolve("acb-1")
    assert wrong.value.nearest[0] == "abc-1"


def test_search_finds_lines_that_hold_all_words(store: Store, view: View) -> None:
    odd = Message(15, "assistant", 'He said "100% sure"\nund Ärger_x', (ToolCall("q", "Bash", "shell", {}, command="a\tb", output="Z"),))
    store.save(replace(view, session=replace(view.session, messages=(*view.session.messages, odd))))
    found = [(h.msg, h.part, h.where, h.line) for h in store.search(["CACHE", "slower"])]
    assert found == [(14, 0, "text", "The cache is slower: 2.5 s -> 3.1 s.")]
    assert [h.where for h in store.search(["checkout"])] == ["command", "output"]
    assert [h.line for h in store.search(['"100%'])] == ['He said "100% sure"']
    assert [h.line for h in store.search(["ÄRGER"])] == ["und Ärger_x"]
    assert [h.line for h in store.search(["r_x"])] == ["und Ärger_x"]
    assert [h.line for h in store.search(["a\tb"])] == ["a\tb"]
    assert not list(store.search(["1%0"])) and not list(store.search([" "])) and not list(store.search([]))


def test_messages_survive_writing() -> None:
    call = ToolCall(
        "t", "Edit", "edit", {"a": [1, None]}, edits=(FileEdit("f.py", "update", "a", "b"),), exit_code=3, cut=True, child="kid"
    )
    message = Message(7, "user", "zwölf\u2028 \0", (call,), "2026-01-01T00:00:00Z", "line 8")
    assert read_message(write_message(message)) == message


def test_half_a_surrogate_pair_is_kept_as_a_replacement_character() -> None:
    assert read_message(write_message(Message(1, "user", "a\ud83d b"))).text == "a\ufffd b"


def test_a_file_that_is_no_store(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("hello, this is no database at all" * 50)
    for path in (tmp_path / "text", tmp_path, tmp_path / "text" / "below"):
        with pytest.raises(StoreError, match="cannot use"):
            open_store(path)
    old = sqlite3.connect(tmp_path / "old.db")
    old.executescript("CREATE TABLE x (y); PRAGMA user_version = 99")
    old.close()
    with pytest.raises(StoreError, match="another version"):
        open_store(tmp_path / "old.db")


def test_where_the_store_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SESSIONLENS_STORE", "/x/y.db")
    assert default_path() == Path("/x/y.db")
    monkeypatch.delenv("SESSIONLENS_STORE")
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    assert default_path() == Path("/data/sessionlens/store.db")


def test_a_loaded_view_may_get_a_graph_of_its_own(store: Store, view: View) -> None:
    store.save(view)
    loaded = store.load(view.session.id)
    again = replace(loaded, graph=view.graph)
    for hypothesis in view.hypotheses:
        assert again.sources(hypothesis.id, "tests") == view.sources(hypothesis.id, "tests")
    assert set(again.edges(["reverts", "tests"])) == set(view.edges(["reverts", "tests"]))
