"""Whatever a transcript, a document or a file's name holds, no terminal and no editor is told what to do by it."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from sessionlens.cli import edge
from tests.cli.conftest import Cli

ODD = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff\U000e0001]")
PAINT = re.compile(r"\x1b\[(?:0|1|3[1-6])m")
EVIL = "\x1b[31m\x1b]0;gone\x07\u202egnp\u2069\u200b\x9b2J\x7f\U000e0001"
SAID = f"I suspect that the {EVIL} pool stalls. The pool took 7.25 s{EVIL}. It took 9.5 s instead of 6.5 s, 30 % more {EVIL}."
SOURCE = "tra\x1b[2Jce\u202e\nname.jsonl"


@pytest.fixture
def hostile(cli: Cli, tmp_path: Path) -> Cli:
    """A session that is hostile in its id, title, folder, texts, commands and outputs, in a file of such a name."""

    def record(at: int, role: str, content: object) -> str:
        message = {"id": f"m{at}{EVIL}", "role": role, "content": content, "model": "m" + EVIL}
        return json.dumps({"type": role, "uuid": f"u{at}{EVIL}", "sessionId": "id" + EVIL, "cwd": "/w/" + EVIL, "message": message}) + "\n"

    use = {"type": "tool_use", "id": "t1", "name": "Bash", "input": {"command": f"./bench --pool '{EVIL}' | tail -1"}}
    came = {"type": "tool_result", "tool_use_id": "t1", "content": f"{EVIL}\npool: 7.25 s\nelapsed{EVIL}: 9.5 s\n"}
    log = tmp_path / SOURCE
    log.write_text(
        json.dumps({"type": "summary", "summary": "A pool" + EVIL, "leafUuid": "u4"})
        + "\n"
        + record(1, "user", f"Why is {EVIL} slow?")
        + record(2, "assistant", [use])
        + record(3, "user", [came])
        + record(4, "assistant", [{"type": "text", "text": SAID}])
        + '{"type": "assistant", "message": "\u202e", "uuid": 1}\n'
    )
    ended = cli("ingest", str(log))
    assert ended.code == 0 and not ODD.search(ended.out + ended.err) and ended.out.count("\n") == 1
    return cli


COMMANDS: list[tuple[str, ...]] = [
    ("sessions",),
    ("sessions", "--format", "json"),
    ("export",),
    ("hypotheses",),
    ("search", "pool"),
    ("search", "pool", "--format", "json"),
    ("check", "--all"),
    ("lint",),
    ("show", "2", "--full"),
    ("show", "3"),
    ("show", "3", "--format", "json"),
    ("probe", "list"),
    ("report",),
    ("report", "--format", "html"),
    ("report", "--message", "2"),
    *((name, "--format", form) for name in ("check", "lint") for form in ("json", "sarif", "junit")),
    *(("graph", "--format", form) for form in ("json", "mermaid", "dot", "graphml", "prov", "svg")),
]


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_nothing_is_obeyed(hostile: Cli, words: tuple[str, ...]) -> None:
    ended = hostile(*words)
    assert ended.code == 0 and not ODD.search(ended.out + ended.err)


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_nor_on_a_terminal(hostile: Cli, words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setattr(type(sys.stdout), "isatty", lambda _: True)
    ended = hostile(*words)
    assert ended.code == 0 and not ODD.search(PAINT.sub("", ended.out) + ended.err)
    assert "\x1b[31mgone" not in ended.out and "\x1b[31m\\x1b" not in ended.out


def test_json_still_says_what_was_there(hostile: Cli) -> None:
    assert json.loads(hostile("sessions", "--format", "json").out)[0]["id"] == "id" + EVIL
    assert "\\u202e" in hostile("export").out and json.loads(hostile("export").out)["session"]["id"] == "id" + EVIL
    log = json.loads(hostile("check", "--format", "sarif").out)
    for result in log["runs"][0]["results"]:
        assert re.fullmatch(r"[\w%./-]+", result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"])


def test_the_data_of_a_page_is_json_that_shows_everything(hostile: Cli) -> None:
    page = hostile("report", "--format", "html").out
    found = re.search(r'<script[^>]*type="application/json"[^>]*>(.*?)</script>', page, re.S)
    assert found
    assert not ODD.search(json.dumps(json.loads(found[1]), ensure_ascii=False))


@pytest.mark.parametrize(
    "words",
    [
        ("show", "99"),
        ("check", "--session", "x" + EVIL),
        ("report", "--hypothesis", "y" + EVIL),
        ("report", "-o", f"no{EVIL}/x\ny.md"),
        ("ingest", f"no{EVIL}\nfile.jsonl"),
        ("audit", f"no{EVIL}\nnote.md"),
        ("explain", EVIL),
        ("wrong" + EVIL,),
    ],
    ids=lambda words: words[0].strip(EVIL),
)
def test_errors_show_it_too(hostile: Cli, words: tuple[str, ...]) -> None:
    ended = hostile(*words)
    assert ended.code in (2, 3) and ended.err.count("\n") == 1 and not ODD.search(ended.out + ended.err)


def test_a_name_stays_on_its_line(hostile: Cli, tmp_path: Path) -> None:
    (tmp_path / "next.jsonl").write_text((tmp_path / SOURCE).read_text())  # the same messages
    ended = hostile("ingest", str(tmp_path / "next.jsonl"))
    [told] = [line for line in ended.err.splitlines() if "replaces" in line]
    assert told == "  replaces the session ingested from tra\\x1b[2Jce\\u202e\\nname.jsonl"


def test_an_audit_shows_the_name_of_its_document(hostile: Cli, tmp_path: Path) -> None:
    note = tmp_path / "no\x1b[31mte\n\u202e.md"
    note.write_text(f"It went from 5.0 s to 8.0 s, 20 % more{EVIL}.\n")
    for form in ("text", "json", "sarif", "junit"):
        ended = hostile("audit", str(note), "--session", "last", "--format", form)
        assert ended.code == 0 and not ODD.search(ended.out + ended.err)
        assert form in ("text", "junit") or json.loads(ended.out)


def test_the_streams_are_given_back(cli: Cli) -> None:
    before = sys.stdout, sys.stderr
    cli("sessions")
    assert (sys.stdout, sys.stderr) == before
    with edge.guarded():
        assert sys.stdout is not before[0]
    assert (sys.stdout, sys.stderr) == before


@pytest.mark.parametrize(
    "words", [("check",), ("sessions",), ("lint",), ("show", "1"), ("export",), ("report",), ("search", "x"), ("amend", "--reject", "c1.1")]
)
def test_who_only_looks_leaves_nothing_behind(cli: Cli, tmp_path: Path, words: tuple[str, ...]) -> None:
    ended = cli(*words, "--store", str(tmp_path / "not" / "there" / "kept.db"))
    assert "nothing has been ingested into" in ended.err and ended.err.count("\n") == 1
    assert ended.code == (0 if words == ("sessions",) else 2)
    assert not (tmp_path / "not").exists()
    empty = tmp_path / "empty.db"
    empty.touch()
    assert "nothing has been ingested" in cli(*words, "--store", str(empty)).err
    assert empty.stat().st_size == 0


def test_a_report_is_not_put_where_no_folder_is(hostile: Cli, tmp_path: Path) -> None:
    ended = hostile("report", "-o", str(tmp_path / "away" / "r.md"))
    assert ended.code == 2 and ended.err.count("\n") == 1 and "away" in ended.err and not (tmp_path / "away").exists()


def test_a_folder_without_templates_is_none(hostile: Cli, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    ended = hostile("report", "--template", str(tmp_path / "mine"))
    assert ended.code == 2 and "no template in it" in ended.err and not ended.out
    assert "no such folder" in hostile("report", "--template", str(tmp_path / "yours")).err


@pytest.mark.parametrize("name", ["methodology.j2", "shared/verdict_box.j2", "page.css"])
def test_a_template_that_is_no_text_is_named(hostile: Cli, tmp_path: Path, name: str) -> None:
    bad = tmp_path / "mine" / name
    bad.parent.mkdir(parents=True)
    bad.write_bytes(b"caf\xe9\n")
    ended = hostile("report", "--format", "html", "--template", str(tmp_path / "mine"))
    assert ended.code == 2 and ended.err == f"sessionlens: {bad}: byte 3 is not UTF-8\n" and not ended.out


def test_help_that_was_not_asked_for_can_be_paged(cli: Cli) -> None:
    for words in ((), ("probe",)):
        ended = cli(*words)
        assert ended.code == 2 and "Usage: sessionlens" in ended.out and not ended.err


def test_closed_streams_are_no_fault() -> None:
    for closed in (">&-", "2>&-"):
        done = subprocess.run(["sh", "-c", f"{sys.executable} -m sessionlens --help {closed}"], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
