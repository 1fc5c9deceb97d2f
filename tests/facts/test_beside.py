"""Result files that a user adds: what is in them, and as of which message they stand."""

import json
from pathlib import Path

import pytest

from sessionlens.facts import beside
from sessionlens.model.session import Message, Session, ToolCall
from sessionlens.model.span import Problem
from sessionlens.pipeline import Extra, again, examine, investigate

HYPERFINE = {
    "results": [
        {
            "command": "import walnut",
            "mean": 4.1032,
            "stddev": 0.0211,
            "median": 4.10042,
            "user": 3.9,
            "system": 0.1,
            "min": 4.08,
            "max": 4.13,
        },
        {
            "command": "import cedar",
            "mean": 4.5137,
            "stddev": 0.0194,
            "median": 4.51021,
            "user": 4.2,
            "system": 0.1,
            "min": 4.49,
            "max": 4.55,
        },
    ]
}
GOOGLE = {"context": {}, "benchmarks": [{"name": "BM_Sort/64", "real_time": 812.5, "cpu_time": 811.25, "time_unit": "ns", "iterations": 9}]}
PYTEST = {
    "benchmarks": [
        {
            "name": "test_join",
            "stats": {"min": 0.00412, "max": 0.00633, "mean": 0.00471, "median": 0.00468, "stddev": 0.0002, "rounds": 211},
        }
    ]
}
PYPERF = {"benchmarks": [{"runs": [{"values": [0.00123456, 0.00123999], "warmups": [[1, 0.5]]}]}], "metadata": {"name": "join"}}
JMH = [{"benchmark": "org.acme.Parse.json", "primaryMetric": {"score": 41.27, "scoreError": 0.93, "scoreUnit": "us/op"}}]
ASV = {"commit_hash": "0f3c", "result_columns": ["result", "params"], "results": {"io.time_read": [[0.0213], []]}}
CRITERION = {"mean": {"point_estimate": 1208.125}, "median": {"point_estimate": 1205.5}}


@pytest.mark.parametrize(
    ("name", "data", "config", "metric", "value", "unit"),
    [
        ("hyperfine.json", HYPERFINE, "import cedar", "mean", 4.5137, "s"),
        ("google.json", GOOGLE, "BM_Sort/64", "time", 812.5, "ns"),
        ("pytest.json", PYTEST, "test_join", "mean", 0.00471, "s"),
        ("pyperf.json", PYPERF, "join", "time", 0.00123456, "s"),
        ("jmh.json", JMH, "org.acme.Parse.json", "score", 41.27, "us/op"),
        ("asv.json", ASV, "io.time_read", "time", 0.0213, "s"),
        ("target/criterion/parse/new/estimates.json", CRITERION, "parse", "mean", 1208.125, "ns"),
    ],
)
def test_every_tool_s_file_is_read(tmp_path: Path, name: str, data: object, config: str, metric: str, value: float, unit: str) -> None:
    path = tmp_path / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(data, indent=1))
    sheet = beside.read(path)
    assert isinstance(sheet, beside.Sheet)
    found = [r for r in sheet.readings if r.config == config and r.metric == metric]
    assert [(found[0].value, found[0].unit)] == [(value, unit)]
    assert sheet.text[found[0].start : found[0].end] == found[0].raw


@pytest.mark.parametrize("text", ["", "mean: 4 s", '{"a": 1}', '{"results": []}', "[1, 2", "\udcff"])
def test_what_is_none_is_a_problem(tmp_path: Path, text: str) -> None:
    path = tmp_path / "x.json"
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    assert isinstance(beside.read(path), Problem)
    assert isinstance(beside.read(tmp_path / "none.json"), Problem)


def sheet(tmp_path: Path, name: str = "out.json") -> beside.Sheet:
    (tmp_path / name).write_text(json.dumps(HYPERFINE))
    found = beside.read(tmp_path / name)
    assert isinstance(found, beside.Sheet)
    return found


def session(command: str = "hyperfine --export-json out.json 'import walnut' 'import cedar' >/dev/null") -> Session:
    call = ToolCall("t1", "Bash", "shell", {}, command=command, output="", exit_code=0)
    return Session(
        "s-5",
        "openai-chat",
        "log.jsonl",
        (
            Message(1, "user", "go"),
            Message(2, "assistant", "Timing both.", (call,)),
            Message(3, "assistant", "`import cedar` takes 10 % longer than `import walnut`."),
        ),
    )


def test_a_file_stands_where_a_call_wrote_it_and_is_evidence_from_there(tmp_path: Path) -> None:
    before = investigate(session())
    assert before.verdict(before.conclusions[-1].id).verdict == "unsupported"  # type: ignore[union-attr]
    view = examine(session(), extra=Extra(sheets=(sheet(tmp_path),)))
    assert {(m.msg, m.part, m.span.source) for m in view.measurements} == {(2, 2, "out.json")}
    verdict = view.verdict(view.conclusions[-1].id)
    assert verdict is not None and verdict.verdict == "supported" and verdict.evidence == (2,)


def test_a_file_that_no_call_names_stands_at_the_end(tmp_path: Path) -> None:
    view = examine(session(), extra=Extra(sheets=(sheet(tmp_path, "later.json"),)))
    assert {m.msg for m in view.measurements} == {3}
    assert view.verdict(view.conclusions[-1].id).verdict == "unsupported"  # type: ignore[union-attr]


def test_evidence_is_kept_when_a_session_is_examined_again_and_replaced_by_a_newer_file(tmp_path: Path) -> None:
    view = examine(session(), extra=Extra(sheets=(sheet(tmp_path),)))
    once = again(view, Extra())
    assert once.measurements == view.measurements
    assert again(once, Extra(sheets=(sheet(tmp_path),))).measurements == view.measurements


def test_ids_go_on_from_the_session_s_own(tmp_path: Path) -> None:
    call = ToolCall("t1", "Bash", "shell", {}, command="hyperfine --export-json out.json x", output="total: 3.0 s\n", exit_code=0)
    log = Session("s-6", "openai-chat", "log.jsonl", (Message(1, "assistant", "", (call,)), Message(2, "assistant", "done")))
    ids = [m.id for m in examine(log, extra=Extra(sheets=(sheet(tmp_path),))).measurements]
    assert ids == [f"m1.{n}" for n in range(1, len(ids) + 1)] and len(ids) > 10
