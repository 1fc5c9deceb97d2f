"""From a transcript to a stored, judged graph, and every kind of input that is none."""

import json
import random
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from sessionlens.graph.export import findings
from sessionlens.graph.export.schema import schema
from sessionlens.graph.view import View
from sessionlens.model.session import Message, Session
from sessionlens.model.span import Problem
from sessionlens.pipeline import UnreadableError, investigate, investigate_all, investigate_together
from sessionlens.store import open_store
from tests.cli.conftest import Cli
from tests.cli.conftest import cli as cli
from tests.story import tell

SHARED = Path(__file__).parents[2] / "shared"
SCHEMA = jsonschema.Draft202012Validator(schema())
STORY = """
user: Is the ring buffer worth it? I think it is faster.
say: Baseline first.
$ ./bench --config plain
> total: 12.4 s
say: Make the buffer a ring.
edit src/buffer.c: queue => ring
say: Measure it.
$ ./bench --config ring
> total: 11.1 s
say: The ring buffer is faster: 12.4 s -> 11.1 s (-10.5 %).
"""


def records(session: str = "s-9") -> list[dict[str, Any]]:
    """A Claude Code transcript in four records."""
    call = {"type": "tool_use", "id": "t1", "name": "Bash", "input": {"command": "./bench --config ring"}}
    result = {"type": "tool_result", "tool_use_id": "t1", "content": "total: 11.1 s"}
    said = [("user", "How fast is it?"), ("assistant", [{"type": "text", "text": "Measure."}, call]), ("user", [result])]
    said.append(("assistant", [{"type": "text", "text": "It takes 11.1 s."}]))
    return [
        {
            "type": role,
            "uuid": f"u{n}",
            "parentUuid": f"u{n - 1}" if n else None,
            "sessionId": session,
            "timestamp": f"2026-01-01T00:00:0{n}Z",
            "message": {"role": role, "content": content, **({"id": f"m{n}"} if role == "assistant" else {})},
        }
        for n, (role, content) in enumerate(said)
    ]


def write(path: Path, lines: list[Any], tail: str = "") -> Path:
    path.write_text("".join(json.dumps(line) + "\n" for line in lines) + tail)
    return path


def test_a_story_is_read_measured_and_judged() -> None:
    view = investigate(tell(STORY))
    assert [m.value for m in view.measurements] == [12.4, 11.1]
    assert [c.files for c in view.changes] == [("src/buffer.c",)]
    assert view.conclusions and all(view.verdict(c.id) for c in view.conclusions)
    SCHEMA.validate(json.loads(json.dumps(findings(view))))


def test_the_same_transcript_gives_the_same_findings_again_and_from_the_store(tmp_path: Path) -> None:
    first = investigate(tell(STORY))
    with open_store(tmp_path / "store.db") as store:
        store.save(first)
        assert findings(store.load()) == findings(first) == findings(investigate(tell(STORY)))
        assert store.load().turns[3].runs[0].call.edits == first.turns[3].runs[0].call.edits
        assert store.load().turns[2] == first.turns[2], "what is found again equals what was found"


def test_a_file_a_folder_and_what_is_none(tmp_path: Path) -> None:
    write(tmp_path / "a.jsonl", records())
    (tmp_path / "b.jsonl").write_text("<html></html>")
    results = list(investigate_all([tmp_path]))
    assert [type(r) for r in results] == [View, Problem]
    assert investigate(tmp_path / "a.jsonl").message(2).calls[0].output == "total: 11.1 s"
    with pytest.raises(UnreadableError, match=r"b\.jsonl"):
        investigate(tmp_path / "b.jsonl")
    assert [m.number for m in investigate(tmp_path / "a.jsonl", first_message=880).session.messages] == [880, 881, 882]


def bad(tmp_path: Path, kind: str) -> Path:
    """An input that holds no session."""
    path = tmp_path / "input.jsonl"
    data = {
        "empty": b"",
        "blank": b"\n\n  \n",
        "binary": random.Random(1).randbytes(4096),
        "html": b"<!doctype html><html><body>Not found</body></html>\n" * 20,
        "json": b'{"hello": "world"}\n',
        "list": b"[1, 2, 3]\n",
        "deep": b"[" * 200_000,
        "text": "Sehr geehrte Damen und Herren,\n".encode("latin-1") * 9,
    }
    if kind == "folder":
        path.mkdir()
    elif kind != "absent":
        path.write_bytes(data[kind])
    return path


@pytest.mark.parametrize("kind", ["empty", "blank", "binary", "html", "json", "list", "deep", "text", "folder", "absent"])
def test_no_session_in_it_is_one_clear_line_and_exit_3(cli: Cli, tmp_path: Path, kind: str) -> None:
    result = cli("ingest", str(bad(tmp_path, kind)))
    assert result.code == 3 and not result.out
    assert result.err.count("\n") == 1 and "input.jsonl" in result.err and "Traceback" not in result.err


@pytest.mark.parametrize(
    ("name", "tail"),
    [
        ("a truncated last line", '{"type": "assistant", "message": {"role": "assi'),
        ("deep nesting", '{"type":"user","message":' + "[" * 100_000 + "\n"),
        ("a lone surrogate", '{"type":"user","uuid":"x","sessionId":"s-9","message":{"role":"user","content":"half \\ud83d of it"}}\n'),
        ("bytes that are no text", "\x00\x01\x02\n"),
        ("a strange record", '{"type": 7, "message": []}\n'),
        ("a null", "null\n"),
    ],
)
def test_a_bad_record_stops_nothing(cli: Cli, tmp_path: Path, name: str, tail: str) -> None:
    path = write(tmp_path / "log.jsonl", records(), tail)
    result = cli("ingest", str(path))
    assert result.code == 0 and result.out.startswith("s-9: ") and "Traceback" not in result.err
    assert "measurement" in result.out
    exported = json.loads(cli("export").out)
    SCHEMA.validate(exported)
    assert exported["session"]["problems"] or name in ("a lone surrogate", "a strange record", "a null")


def test_a_line_of_fifty_megabytes(cli: Cli, tmp_path: Path) -> None:
    long = records()[0] | {"uuid": "long", "message": {"role": "user", "content": "x" * 50_000_000}}
    result = cli("ingest", str(write(tmp_path / "log.jsonl", [*records(), long])))
    assert result.code == 0 and "4 messages" in result.out
    assert all(len(line) <= 80 for line in cli("show", "4").out.splitlines())


def test_standard_input(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with write(tmp_path / "log.jsonl", records()).open() as stream:
        monkeypatch.setattr("sys.stdin", stream)
        assert cli("ingest", "-", "--first-message", "100").code == 0
    assert "msg 102 of 3" in cli("show", "102").out


@pytest.mark.parametrize("path", sorted(SHARED.glob("sessions/*/claude-code.jsonl")) or [None], ids=str)
def test_recorded_sessions_fit_the_schema(path: Path | None) -> None:
    if path is None:
        pytest.skip("there are no recorded sessions beside the repository")
    SCHEMA.validate(json.loads(json.dumps(findings(investigate(path)))))


@pytest.mark.parametrize("other", ["codex.jsonl", "opencode.json", "openai.jsonl"])
@pytest.mark.parametrize("folder", sorted(SHARED.glob("sessions/*/")) or [None], ids=lambda p: p.name if p else "none")
def test_one_session_in_four_formats_is_one_graph(folder: Path | None, other: str) -> None:
    if folder is None:
        pytest.skip("there are no recorded sessions beside the repository")

    def graph(name: str) -> tuple[list[Any], list[Any]]:
        found = findings(investigate(folder / name))
        for node in found["nodes"]:
            del node["span"]["source"]
        return found["nodes"], found["edges"]

    assert graph(other) == graph("claude-code.jsonl")


def test_jobs_give_the_same_sessions_in_the_same_order(tmp_path: Path) -> None:
    samples = sorted((Path(__file__).parent.parent / "samples").glob("*/transcript.jsonl"))
    broken = tmp_path / "empty.jsonl"
    broken.touch()
    paths = [samples[1], broken, samples[0]]
    alone = [findings(r) if isinstance(r, View) else r for r in investigate_all(paths)]
    together = [findings(r) if isinstance(r, View) else r for r in investigate_together(paths, 2)]
    assert together == alone
    assert len(together) == 3


def test_a_text_without_end_is_read_closely_at_its_beginning_only_and_said_to_be() -> None:
    from sessionlens.facts.trace import CLOSE, near

    assert near("short") == "short"
    word = "tuning "
    assert near(word * CLOSE).endswith("tuning") and CLOSE - 10 < len(near(word * CLOSE)) <= CLOSE
    assert len(near("x" * 2 * CLOSE)) == CLOSE
    long = "The build took 4.5 s.\n" + "log line\n" * CLOSE + "The build took 9.5 s.\n"
    session = Session("s", "claude-code", "t.jsonl", (Message(1, "assistant", long),))
    view = investigate(session)
    assert [c.quote for c in view.conclusions] == ["The build took 4.5 s."]
    [problem] = view.session.problems
    assert problem.record == "message 1" and f"of its {len(long):,} characters were read closely" in problem.why
    assert investigate(view.session).session.problems == (problem,)
