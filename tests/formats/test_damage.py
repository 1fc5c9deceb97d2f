"""Bad input: a Problem with its place, or a refusal in one line; never an exception."""

import json
import os
import resource
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sessionlens.formats import FORMATS, read
from sessionlens.formats.records import MOST_PROBLEMS, Troubles, decode, kind_at_top, read_lines
from sessionlens.model.session import Session
from sessionlens.model.span import Problem
from tests.formats.support import everything, refusal, session


def said(text: str, number: int) -> dict[str, Any]:
    block = {"type": "text", "text": text}
    return {
        "type": "assistant",
        "uuid": f"u{number}",
        "sessionId": "s",
        "message": {"id": f"m{number}", "role": "assistant", "content": [block]},
    }


def line(text: str, number: int) -> bytes:
    return json.dumps(said(text, number), ensure_ascii=False).encode("utf-8", "surrogatepass") + b"\n"


def texts(path: Path) -> list[str]:
    return [m.text for m in session(path).messages]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "t.jsonl"


def test_a_truncated_last_line(file: Path) -> None:
    file.write_bytes(line("one", 1) + line("two", 2)[:-40])
    got = session(file)
    assert [m.text for m in got.messages] == ["one"]
    assert got.problems[0].record == "line 2" and got.problems[0].why.startswith("the last record is cut off")


def test_records_glued_to_one_line(file: Path) -> None:
    file.write_bytes(line("one", 1).rstrip(b"\n") + line("two", 2).rstrip(b"\n") + b' {"type":"progress"}' + line("three", 3))
    assert texts(file) == ["one", "two", "three"]
    assert session(file).problems == ()


def test_a_record_glued_to_bookkeeping_is_not_skipped_with_it(file: Path) -> None:
    file.write_bytes(line("one", 1) + b'{"type":"progress","data":{}}' + line("two", 2))
    assert texts(file) == ["one", "two"]


def test_lone_surrogates_and_what_is_no_utf_8_become_replacement_characters(file: Path) -> None:
    file.write_bytes(line("one", 1) + line("cut \ud83d here", 2) + line("fine", 3).replace(b"fine", b"b\xff\xfed") + rb"")
    assert texts(file) == ["one", "cut \ufffd\ufffd\ufffd here", "b\ufffd\ufffdd"]
    escaped = json.dumps(said("x", 4)).replace('"x"', r'"pair \ud83d\ude00 lone \ud83d low \ude00 text \\ud83d end"')
    file.write_text(escaped + "\n")
    assert texts(file) == ["pair \U0001f600 lone \ufffd low \ufffd text \\ud83d end"]
    assert "".join(texts(file)).encode()


def test_nan_and_control_characters_and_nul(file: Path) -> None:
    nan = json.dumps({**said("one", 1), "cost": float("nan")}) + "\n"
    file.write_bytes(nan.encode() + line("two", 2).replace(b"two", b"t\x00w\to") + line("th\x00ree", 3) + b"\x00\x00\n")
    assert texts(file) == ["one", "t\x00w\to", "th\x00ree"]
    assert session(file).problems == ()


def test_a_backslash_that_escapes_nothing(file: Path) -> None:
    file.write_bytes(line("one", 1) + line("C:+new+person", 2).replace(b"+", b"\\\\", 1).replace(b"+", b"\\") + line("three", 3))
    got = session(file)
    assert [m.text for m in got.messages] == ["one", "C:\\new\\person", "three"]
    assert [(p.record, p.why[:11]) for p in got.problems] == [("line 2", "a backslash")]


def test_line_separators_inside_a_string_end_no_line(file: Path) -> None:
    file.write_bytes(line("a\u2028b\u2029c\u0085d\x0be", 1) + line("two", 2))
    assert texts(file) == ["a\u2028b\u2029c\u0085d\x0be", "two"]


def test_deep_nesting(file: Path) -> None:
    deep = b'{"type":"user","message":' + b"[" * 100_000 + b"]" * 100_000 + b"}\n"
    file.write_bytes(line("one", 1) + deep + line("two", 2))
    got = session(file)
    assert [m.text for m in got.messages] == ["one", "two"]
    assert [(p.record, p.why) for p in got.problems] == [("line 2", "nested too deeply to be read")]


def test_deep_nesting_alone_is_refused(file: Path) -> None:
    file.write_bytes(b"[" * 200_000)
    assert refusal(file)
    file.write_bytes(b'{"info": {"id": "ses_1"}, "messages": [' + b"[" * 200_000)
    assert all(isinstance(f, Session | Problem) for f in everything(file))


def test_a_very_long_line(file: Path) -> None:
    with file.open("wb") as stream:
        stream.write(line("one", 1))
        stream.write(line("x" * 50_000_000, 2))
        stream.write(line("three", 3))
    got = session(file)
    assert [len(m.text) for m in got.messages] == [3, 50_000_000, 5]
    assert got.problems == ()


def test_a_very_long_first_line(file: Path) -> None:
    first = {"type": "user", "uuid": "u0", "parentUuid": None, "sessionId": "s", "message": {"role": "user", "content": "y" * 1_000_000}}
    file.write_text(json.dumps(first, separators=(",", ":")) + "\n")
    assert [len(m.text) for m in session(file).messages] == [1_000_000]


def test_records_that_are_no_objects(file: Path) -> None:
    file.write_bytes(line("one", 1) + b"[1]\n7\nnull\n" + line("two", 2))
    got = session(file)
    assert [m.text for m in got.messages] == ["one", "two"]
    assert [p.record for p in got.problems] == ["line 2", "line 3", "line 4"]


def test_a_wreck_does_not_fill_the_memory_with_complaints(file: Path) -> None:
    file.write_bytes(line("one", 1) + b"{broken\n" * 5000)
    problems = session(file).problems
    assert len(problems) == MOST_PROBLEMS + 1
    assert problems[-1].why.startswith(f"{5000 - MOST_PROBLEMS} more")


def test_no_such_file_no_such_format_nothing_in_the_folder(tmp_path: Path) -> None:
    assert refusal(tmp_path / "none.jsonl") == "there is no such file or folder"
    assert "cannot be read" in refusal(tmp_path / ("n" * 5000)) or "no such file" in refusal(tmp_path / ("n" * 5000))
    assert "no .jsonl or .json file" in refusal(tmp_path)
    assert "there are claude-code, codex" in refusal(tmp_path, format="cobol")


def test_a_named_format_is_believed(file: Path) -> None:
    file.write_text('{"type": "nothing known"}\n')
    assert refusal(file)
    got = session(file, format="claude-code")
    assert got.format == "claude-code" and got.messages == () and got.injected == {"nothing known": 1}


def test_standard_input(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file.write_bytes(line("one", 1))
    with file.open() as stream:
        monkeypatch.setattr(sys, "stdin", stream)
        got = list(read("-"))
    assert isinstance(got[0], Session) and got[0].source == "stdin" and got[0].messages[0].text == "one"


def test_a_named_pipe(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=lambda: pipe.write_bytes(line("one", 1)))
    writer.start()
    got = session(pipe)
    writer.join()
    assert [m.text for m in got.messages] == ["one"]


def test_memory_of_a_large_transcript(tmp_path: Path) -> None:
    """20 MB of edits, each with the whole file before it: what is kept is the edit."""
    file = tmp_path / "t.jsonl"
    with file.open("w") as stream:
        for number in range(100):
            use = {
                "type": "tool_use",
                "id": f"t{number}",
                "name": "Edit",
                "input": {"file_path": "a", "old_string": "x", "new_string": "y"},
            }
            call = said("", number)
            call["message"]["content"] = [use]
            block = {"type": "tool_result", "tool_use_id": f"t{number}", "content": "ok"}
            extra = {"originalFile": "z" * 200_000, "filePath": "a"}
            answer = {"type": "user", "uuid": f"r{number}", "message": {"role": "user", "content": [block]}, "toolUseResult": extra}
            stream.write(json.dumps(call) + "\n" + json.dumps(answer) + "\n")
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert len(session(file).messages) == 100
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 10 * 1024


def lines(*records: dict[str, Any]) -> bytes:
    return b"".join(json.dumps(r, separators=(",", ":")).encode() + b"\n" for r in records)


def item(**payload: Any) -> dict[str, Any]:
    return {"timestamp": "t", "type": "response_item", "payload": payload}


ANSWER = {"type": "tool_result", "tool_use_id": "t", "content": "x"}
USE = {"type": "tool_use", "id": "t", "name": "Bash", "input": {"command": "ls"}}
STATE = {"status": "completed", "input": {"command": "ls"}, "output": "x", "metadata": {"exit": 0}, "time": {"start": 1}}
PARTS = [{"type": "text", "text": "x"}, {"type": "tool", "tool": "bash", "callID": "k", "state": STATE}]
ASKED = {"id": "k", "function": {"name": "bash", "arguments": "{}"}}
SEEDS: dict[str, bytes] = {
    "claude": lines(
        said("one", 1),
        {
            "type": "assistant",
            "uuid": "a",
            "sessionId": "s",
            "isSidechain": True,
            "message": {"id": "m", "role": "assistant", "content": [USE]},
        },
        {"type": "user", "uuid": "r", "message": {"content": [ANSWER]}, "toolUseResult": {"stdout": "x", "interrupted": False}},
    ),
    "codex": lines(
        {"timestamp": "t", "type": "session_meta", "payload": {"id": "c", "source": {"subagent": {"thread_spawn": {}}}}},
        item(type="function_call", name="shell", call_id="k", arguments='{"command":["ls"]}'),
        item(type="function_call_output", call_id="k", output="Exit code: 1\nOutput:\nx"),
        {"timestamp": "t", "type": "event_msg", "payload": {"type": "agent_message", "message": "x"}},
    ),
    "opencode": lines(
        {"info": {"id": "ses_1"}, "messages": [{"info": {"id": "m", "role": "assistant", "time": {"created": 17e11}}, "parts": PARTS}]}
    ),
    "chat": lines(
        {"role": "user", "content": "x"},
        {"role": "assistant", "content": None, "tool_calls": [ASKED]},
        {"role": "tool", "tool_call_id": "k", "content": '{"returncode":1,"output":"x"}'},
    ),
}


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    seed=st.sampled_from(sorted(SEEDS)),
    edits=st.lists(st.tuples(st.integers(0, 800), st.integers(0, 12), st.binary(max_size=6)), max_size=4),
)
def test_damaged_bytes_never_raise(file: Path, seed: str, edits: list[tuple[int, int, bytes]]) -> None:
    data = SEEDS[seed]
    for start, length, new in edits:
        at = start % (len(data) + 1)
        data = data[:at] + new + data[at + length :]
    file.write_bytes(data)
    for form in (None, *(f.NAME for f in FORMATS[:4])):
        for found in read(file, format=form):
            assert isinstance(found, Session | Problem)
            if isinstance(found, Session):
                assert [m.number for m in found.messages] == list(range(1, len(found.messages) + 1))
                "".join(m.text for m in found.messages).encode()


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["text", "tool_use", "user", "bash", "k"]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["type", "id", "text", "content", "role", "x"]), inner, max_size=3)
    ),
    max_leaves=6,
)


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every place in a JSON value that can be replaced."""
    found: list[tuple[Any, Any]] = []
    for key, inner in list(value.items()) if isinstance(value, dict) else list(enumerate(value)):
        found.append((value, key))
        if isinstance(inner, dict | list):
            found += places(inner)
    return found


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.sampled_from(sorted(SEEDS)), swaps=st.lists(st.tuples(st.integers(0, 200), JSON), min_size=1, max_size=3))
def test_values_of_another_shape_never_raise(file: Path, seed: str, swaps: list[tuple[int, Any]]) -> None:
    records = [json.loads(part) for part in SEEDS[seed].splitlines()]
    for at, new in swaps:
        spots = places(records)
        if spots:
            holder, key = spots[at % len(spots)]
            holder[key] = new
    file.write_bytes(b"".join(json.dumps(r).encode() + b"\n" for r in records))
    for form in (None, *(f.NAME for f in FORMATS[:4])):
        assert all(isinstance(found, Session | Problem) for found in read(file, format=form))


@given(st.binary(max_size=60))
def test_decode_never_raises(data: bytes) -> None:
    values, why = decode(data)
    assert isinstance(values, list) and isinstance(why, str)


@given(st.dictionaries(st.text(max_size=6), JSON, max_size=3), st.sampled_from(["progress", "user", "mode"]))
def test_the_type_at_the_top_is_the_records_own(rest: dict[str, Any], kind: str) -> None:
    for record in ({"type": kind, **rest}, {**rest, "type": kind}, {"data": {"type": "progress"}, **rest}):
        found = kind_at_top(json.dumps(record, separators=(",", ":")).encode())
        assert found in (b"", json.dumps(record.get("type")).strip('"').encode())


def test_troubles_are_kept_in_order() -> None:
    troubles = Troubles()
    assert list(read_lines([b"{}\n", b"{\n", b"{}\n"], troubles)) == [(1, {}), (3, {})]
    assert [p.record for p in troubles.all()] == ["line 2"]


def test_one_conversation_on_one_very_long_line(file: Path) -> None:
    messages = [{"role": "user", "content": "Go."}, {"role": "assistant", "content": "z" * 600_000}]
    file.write_text(json.dumps({"messages": messages}) + "\n")
    got = session(file)
    assert got.format == "openai-chat" and [len(m.text) for m in got.messages] == [3, 600_000]


def test_a_large_document_over_many_lines(file: Path) -> None:
    messages = [{"role": "user", "content": "Go."}, *({"role": "assistant", "content": "z" * 5_000} for _ in range(100))]
    file.write_text(json.dumps({"messages": messages}, indent=1))
    assert len(session(file).messages) == 101
    file.write_text(json.dumps(messages, indent=1))
    assert len(session(file).messages) == 101


def test_line_ends_of_windows_and_a_byte_order_mark(file: Path) -> None:
    file.write_bytes(b"\xef\xbb\xbf" + (line("one", 1) + b'{"type":"mode","mode":"x"}\n' + line("two", 2)).replace(b"\n", b"\r\n"))
    got = session(file)
    assert [m.text for m in got.messages] == ["one", "two"]
    assert got.problems == () and got.injected == {"mode": 1}


def test_every_problem_says_where_and_why_in_one_line(file: Path) -> None:
    file.write_bytes(line("one", 1) + b'{"type":"assistant","uuid":"x"}\n{"a":1}\n{"type"\n')
    problems = session(file).problems
    assert [p.record for p in problems] == ["line 2", "line 3", "line 4"]
    assert all(p.why and "\n" not in p.why and len(p.why) < 160 for p in problems)


@pytest.mark.parametrize("size", [200_000, 300_000, 5_000_000])
@pytest.mark.parametrize("before", [0, 1])
@pytest.mark.parametrize("end", [b"\n", b""])
def test_a_first_record_longer_than_the_head(file: Path, size: int, before: int, end: bytes) -> None:
    """A log pasted as the first prompt: the format is seen from whole records, whatever their length."""
    known = [b'{"type":"summary","leafUuid":"u9","summary":"x"}\n'] * before
    file.write_bytes(b"".join(known) + line("word " * (size // 5), 1) + line("two", 2).rstrip(b"\n") + end)
    got = session(file)
    assert [len(m.text) // 1000 for m in got.messages] == [size // 1000, 0] and got.format == "claude-code"
    file.write_bytes(line("word " * (size // 5), 1).rstrip(b"\n") + end)
    assert len(session(file).messages) == 1


@pytest.mark.parametrize("shape", ["lines", "list", "object"])
def test_a_long_first_record_of_a_chat(file: Path, shape: str) -> None:
    chat: Any = [{"role": "user", "content": "log\n" * 200_000}, {"role": "assistant", "content": "I see."}]
    rows = [json.dumps(m) for m in chat] if shape == "lines" else [json.dumps(chat if shape == "list" else {"messages": chat})]
    file.write_text("\n".join(rows))
    got = session(file)
    assert got.format == "openai-chat" and [m.text for m in got.messages][1] == "I see."
