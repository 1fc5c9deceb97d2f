"""Each command on a small stored session."""

import json
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from sessionlens.cli.sessions import short
from tests.cli.conftest import Cli

SHORT = ("show", "hypotheses", "sessions")


def test_sessions(kept: Cli) -> None:
    assert "s-1" in kept("sessions").out and "A cache" in kept("sessions").out
    [entry] = json.loads(kept("sessions", "--format", "json").out)
    assert entry["id"] == "s-1" and entry["facts"]["measurement"] == 5


def test_long_ids_are_shown_as_far_as_they_differ() -> None:
    one, two = "1b4e28ba-2fa1-11d2-883f-0016d3cca427", "1b4e28ba-2fa1-11d2-883f-aaaaaaaaaaaa"
    assert short([one])[one] == "1b4e28ba"
    assert short([one, two]) == {one: one[:25], two: two[:25]}
    assert short(["my-session"])["my-session"] == "my-session"


def test_show_tells_a_message_and_what_came_of_it(kept: Cli) -> None:
    out = kept("show", "6").out
    assert "msg 6 of 14, agent" in out and "asked by msg 1" in out
    assert "[1] $ bench lru-cache" in out and "tests h1.1" in out and "single-sample" in out
    data = json.loads(kept("show", "4", "--format", "json").out)
    assert data["asked_by"] == 1 and [n["id"] for n in data["nodes"]] == ["e4.1"]
    assert json.loads(kept("show", "1", "--format", "json").out)["asked_by"] is None


def test_hypotheses(kept: Cli) -> None:
    out = kept("hypotheses").out
    assert "h1.1" in out and "refuted" in out and "decided at msg 14 (and before: 8)" in out
    assert [n["id"] for n in json.loads(kept("hypotheses", "--format", "json").out)] == ["h1.1", "h3.1"]


def test_check(kept: Cli) -> None:
    result = kept("check")
    assert result.code == 0
    assert "contradicted delta" in result.out and "3.1 s - 2.5 s = 0.6 s" in result.out and "^^^" in result.out
    assert "2 conclusions: 2 bound to evidence; 1 supported, 1 contradicted, 0 unsupported, 0 undecidable" in result.out
    assert "\x1b[" not in result.out, "no colour where there is no terminal"
    assert kept("check", "--fail-on", "contradicted,unsupported").code == 1
    assert kept("check", "--fail-on", "unsupported").code == 0
    assert [n["verdict"] for n in json.loads(kept("check", "--format", "json").out)] == ["contradicted", "supported"]
    wrong = kept("check", "--fail-on", "wrong")
    assert wrong.code == 2 and "supported, contradicted, unsupported, undecidable" in wrong.err


def test_lint(kept: Cli) -> None:
    result = kept("lint")
    assert result.code == 0 and "R004 single-sample" in result.out and "run it again" in result.out
    assert kept("lint", "--fail-on", "any").code == 1
    assert kept("lint", "--fail-on", "high,stale-build").code == 0
    assert kept("lint", "--issue", "stale-build").out == ""
    assert [n["id"] for n in json.loads(kept("lint", "--format", "json").out)] == ["f6.1"]


def test_build_servers_get_their_formats(kept: Cli) -> None:
    [run] = json.loads(kept("check", "--format", "sarif").out)["runs"]
    assert [(r["ruleId"], r["level"], r["kind"]) for r in run["results"]] == [
        ("contradicted", "error", "fail"),
        ("supported", "none", "pass"),
    ]
    assert run["results"][0]["locations"][0]["logicalLocations"][0]["name"] == "msg8"
    [run] = json.loads(kept("lint", "--format", "sarif").out)["runs"]
    assert [r["ruleId"] for r in run["results"]] == ["R004"]
    suite = ElementTree.fromstring(kept("check", "--format", "junit").out)
    assert (suite.get("tests"), suite.get("failures"), len(suite.findall("testcase/failure"))) == ("2", "1", 1)
    assert kept("lint", "--format", "junit", "--fail-on", "medium").code == 1


def test_export_is_the_contract(kept: Cli) -> None:
    found = json.loads(kept("export", "--format", "json").out)
    assert found["schema"] == "sessionlens.findings/1" and found["session"]["messages"] == 14


@pytest.mark.parametrize(
    ("form", "sign"), [("mermaid", "flowchart"), ("dot", "digraph"), ("graphml", "<graphml"), ("json", '"nodes"'), ("prov", '"prefix"')]
)
def test_graph(kept: Cli, form: str, sign: str) -> None:
    assert sign in kept("graph", "--format", form).out
    part = kept("graph", "--format", form, "--hypothesis", "lru cache").out
    assert sign in part and "e4.1" in part.replace("_", ".") and "h3.1" not in part.replace("_", ".")


def test_graph_as_a_picture(kept: Cli) -> None:
    root = ElementTree.fromstring(kept("graph", "--format", "svg").out)
    assert root.tag.endswith("svg") and "h1.1" in ElementTree.tostring(root, encoding="unicode")
    assert kept("graph", "--format", "svg", "--hypothesis", "nobody").code == 2


def test_search(kept: Cli) -> None:
    assert "msg 11 command 1" in kept("search", "git", "checkout").out
    nothing = kept("search", "nowhere")
    assert nothing.code == 0 and nothing.out == "" and "no line" in nothing.err
    assert len(json.loads(kept("search", "step", "--limit", "2", "--format", "json").out)) == 2


@pytest.mark.parametrize("words", [("show", "6"), ("show", "14"), ("hypotheses",), ("sessions",)])
def test_eighty_columns(kept: Cli, words: tuple[str, ...]) -> None:
    assert all(len(line) <= 80 for line in kept(*words).out.splitlines())


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("show", "99"), "no message 99 in session s-1; it has 1 to 14"),
        (("export", "--session", "s-2"), "no session 's-2'; did you mean s-1?"),
        (("graph", "--hypothesis", "lru cash"), "LRU cache"),
        (("ingest", "x", "--from", "telepathy"), "no such format: telepathy"),
    ],
)
def test_what_does_not_exist_is_named_with_what_is_near(kept: Cli, words: tuple[str, ...], says: str) -> None:
    result = kept(*words)
    assert result.code == 2 and says in result.err and result.err.count("\n") == 1 and not result.out


def test_bad_usage(cli: Cli) -> None:
    for words in (("show", "x"), ("nonsense",), ("show",), ("check", "--what")):
        assert cli(*words).code == 2
    empty = cli("export")
    assert empty.code == 2 and "nothing has been ingested" in empty.err


def test_a_store_that_is_none(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x" * 5000)
    result = cli("sessions", "--store", str(tmp_path / "file"))
    assert result.code == 2 and "cannot use" in result.err and result.err.count("\n") == 1


def test_a_fault_of_ours_is_one_line_and_exit_70(kept: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("no\nsuch luck")

    monkeypatch.setattr("sessionlens.store.database.Store.load", fail)
    result = kept("hypotheses")
    assert result.code == 70 and result.err.count("\n") == 1 and "ZeroDivisionError: no such luck" in result.err
    with_trace = kept("hypotheses", "--debug")
    assert with_trace.code == 70 and "Traceback" in with_trace.err


def _claude(path: Path, *texts: str, session: str = "s") -> str:
    rows = [
        {
            "type": "user" if at % 2 == 0 else "assistant",
            "uuid": f"u{at}",
            "sessionId": session,
            "message": {"role": "user" if at % 2 == 0 else "assistant", "content": [{"type": "text", "text": text}]},
        }
        for at, text in enumerate(texts)
    ]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return str(path)


def test_short_ids_are_each_as_long_as_they_must_be() -> None:
    same = "0190aaaa-bbbb-7ccc-8ddd-"
    ids = [f"{same}{n:012x}" for n in (1, 2, 0x300000000000)] + ["ffffffff-bbbb-7ccc-8ddd-000000000000"]
    found = short(ids)
    assert found[ids[0]] == ids[0] and found[ids[2]] == same + "3" and found[ids[3]] == "ffffffff"
    for id, begins in found.items():
        assert [i for i in ids if i.startswith(begins)] == [id]
    assert short(["x" * 30, "x" * 40]) == {"x" * 30: "x" * 30, "x" * 40: "x" * 31}


def test_sessions_into_a_pipe_gives_whole_ids_and_the_command_takes_the_short_ones(cli: Cli, tmp_path: Path) -> None:
    ids = [f"0190aaaa-bbbb-7ccc-8ddd-{n:012x}" for n in range(6)]
    for id in ids:
        assert cli("ingest", _claude(tmp_path / f"{id}.jsonl", "Why?", session=id)).code == 0
    assert [row.split()[0] for row in cli("sessions").out.splitlines()] == ids[::-1]
    for id, begins in short(ids).items():
        assert json.loads(cli("export", "--session", begins).out)["session"]["id"] == id


def test_a_longer_file_of_the_same_session_is_said_to_replace_it(cli: Cli, tmp_path: Path) -> None:
    one, two = _claude(tmp_path / "one.jsonl", "Why?"), _claude(tmp_path / "two.jsonl", "Why?", "Because.")
    assert "replaces" not in cli("ingest", one).err + cli("ingest", one).err
    ended = cli("ingest", two)
    assert ended.code == 0 and "replaces the session ingested from one.jsonl" in ended.err


def test_a_part_of_a_session_does_not_replace_the_whole(cli: Cli, tmp_path: Path) -> None:
    whole = _claude(tmp_path / "whole.jsonl", "Why?", "Because the cache is cold.", "And now?", "The build took 4.5 s.")
    part = _claude(tmp_path / "part.jsonl", "And now?", "The build took 4.5 s.")
    other = _claude(tmp_path / "other.jsonl", "Why not?", "It is warm.", "So?", "Yes.", "Done.")
    assert cli("ingest", whole).code == 0
    before = cli("export").out
    for path, says in ((part, "2 of them are not in this one"), (other, "message 1 is another one here")):
        ended = cli("ingest", path)
        assert ended.code == 2 and ended.err.count("\n") == 1 and says in ended.err and "--replace" in ended.err
        assert cli("export").out == before
    fresh = _claude(tmp_path / "fresh.jsonl", "Who?", session="s-fresh")
    both = cli("ingest", part, fresh)
    assert both.code == 0 and "not kept" in both.err
    ended = cli("ingest", part, "--replace")
    assert ended.code == 0 and "replaces the session ingested from whole.jsonl" in ended.err
    assert json.loads(cli("export").out)["session"]["messages"] == 2


def test_a_transcript_without_messages_is_not_kept(cli: Cli, tmp_path: Path) -> None:
    empty, full = tmp_path / "empty.jsonl", _claude(tmp_path / "full.jsonl", "Why?")
    empty.write_text('{"type":"summary","leafUuid":"u9","summary":"x"}\n')
    alone = cli("ingest", str(empty))
    assert alone.code == 3 and "nothing in it" in alone.err and not alone.out
    assert cli("sessions").out == ""
    both = cli("ingest", str(empty), full)
    assert both.code == 0 and "empty.jsonl: nothing in it" in both.err and len(cli("sessions").out.splitlines()) == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
def test_a_full_disk_is_one_line_and_no_fault_of_ours(tmp_path: Path) -> None:
    log = _claude(tmp_path / "t.jsonl", "Why?", "The build took 4.5 s.")
    start = [sys.executable, "-m", "sessionlens"]
    store = ["--store", str(tmp_path / "store.db")]
    subprocess.run([*start, "ingest", log, *store], check=True, capture_output=True)
    for words in (["check"], ["export"], ["sessions"]):
        with Path("/dev/full").open("w") as full:
            ended = subprocess.run([*start, *words, *store], stdout=full, stderr=subprocess.PIPE, text=True)
        assert ended.returncode == 2 and ended.stderr == "sessionlens: cannot write the output: no space left on device\n"


@pytest.mark.parametrize(
    "words",
    [
        ("check", "--format", "loud"),
        ("ingest", "--first-message", "0", "x"),
        ("show", "abc"),
        ("show",),
        ("amend", "--merge", "a"),
        ("check", "--no-such"),
        ("nonsense",),
        ("search", ""),
        ("search", " ", ""),
    ],
)
def test_bad_usage_is_one_line(kept: Cli, words: tuple[str, ...]) -> None:
    result = kept(*words)
    assert result.code == 2 and result.err.count("\n") == 1 and not result.out
    assert "Value error" not in result.err and "Traceback" not in result.err


def test_a_name_that_several_hypotheses_bear_is_said_to(cli: Cli) -> None:
    cli("ingest", str(Path(__file__).parents[2] / "samples" / "quickstart" / "transcript.jsonl"))
    for words in (("graph",), ("report",), ("report", "--kind", "brief")):
        ended = cli(*words, "--hypothesis", "line")
        assert ended.code == 0 and "names 2 hypotheses, all shown: h7.1, h7.2" in ended.err, words
    assert not cli("report", "--hypothesis", "h7.1").err


def test_a_name_that_no_hypothesis_bears_lists_what_there_is(kept: Cli) -> None:
    for words in (("graph",), ("report",)):
        ended = kept(*words, "--hypothesis", "zzz")
        assert ended.code == 2 and "no hypothesis is called 'zzz'; there are" in ended.err and "did you mean" not in ended.err
        ended = kept(*words, "--hypothesis", " ")
        assert ended.code == 2 and "needs a name" in ended.err
