"""The parts: docstring examples, tools' names, patches, where transcripts are looked for, other people's formats."""

import doctest
import importlib
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

import sessionlens.formats as formats
from sessionlens.formats import injected, patches, walk
from sessionlens.formats.tools import describe, kind_of
from sessionlens.model.session import FileEdit, Session
from sessionlens.model.span import Problem

PARTS = sorted(p.stem for p in Path(formats.__file__).parent.glob("*.py") if p.stem != "__init__")


@pytest.mark.parametrize("name", [*(f"sessionlens.formats.{part}" for part in PARTS), "sessionlens.text.terminal"])
def test_examples_in_docstrings(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


@pytest.mark.parametrize(
    "name",
    [
        "Bash",
        "shell",
        "shell_command",
        "exec_command",
        "local_shell_call",
        "bash",
        "run_command",
        "execute_bash",
        "PowerShell",
        "functions.bash",
        "run_shell_command",
        "mcp__sandbox__bash",
        "remote_exec_tool",
    ],
)
def test_shells_by_any_name(name: str) -> None:
    assert describe(name, {"command": "ls"}) == ("shell", "ls", ())


@pytest.mark.parametrize(
    ("name", "given", "kind"),
    [
        ("Grep", {}, "search"),
        ("NotebookRead", {}, "read"),
        ("Agent", {}, "task"),
        ("update_plan", {}, "todo"),
        ("mcp__tracker__create", {}, "other"),
        ("str_replace_editor", {"command": "view", "path": "a"}, "read"),
        ("str_replace_editor", {"command": "create", "path": "a"}, "write"),
        ("str_replace_based_edit_tool", {"command": "insert", "path": "a"}, "edit"),
        ("execute_query", {"sql": "select 1"}, "other"),
    ],
)
def test_kinds(name: str, given: dict[str, Any], kind: str) -> None:
    assert kind_of(name, given) == kind


def test_commands_as_lists() -> None:
    assert describe("shell", {"command": ["/bin/bash", "-lc", "a && b"]})[1] == "a && b"
    assert describe("shell", {"command": ["git", "commit", "-m", "two words"]})[1] == "git commit -m 'two words'"
    assert describe("shell", {"command": ["powershell.exe", "-Command", "Get-Item x"]})[1] == "Get-Item x"
    assert describe("shell", {"cmd": 7})[1] is None


def test_one_edit_has_one_kind_whatever_tool_made_it() -> None:
    wanted = FileEdit("a.py", "update", "x = 1", "x = 2")
    patch = "*** Begin Patch\n*** Update File: a.py\n@@\n-x = 1\n+x = 2\n*** End Patch"
    for name, given in (
        ("Edit", {"file_path": "a.py", "old_string": "x = 1", "new_string": "x = 2"}),
        ("edit", {"filePath": "a.py", "oldString": "x = 1", "newString": "x = 2"}),
        ("str_replace_editor", {"command": "str_replace", "path": "a.py", "old_str": "x = 1", "new_str": "x = 2"}),
        ("apply_patch", {"input": patch}),
        ("shell", {"command": ["bash", "-lc", f"apply_patch <<'EOF'\n{patch}\nEOF"]}),
    ):
        assert describe(name, given) == ("edit", None, (wanted,)), name


@pytest.mark.parametrize(
    ("command", "path"),
    [
        ("cat > a.txt <<'E'\nx\nE", "a.txt"),
        ("cat >a.txt << E\nx\nE\n", "a.txt"),
        ("cat <<'E' > a.txt\nx\nE", "a.txt"),
        ('tee a.txt <<"E"\nx\nE', "a.txt"),
        ("tee a.txt <<'E' > /dev/null\nx\nE", "a.txt"),
        ("cat > a.txt <<'E'\nx\nE\nmake", None),
        ("cat > $F <<'E'\nx\nE", None),
        ("cat >> a.txt <<'E'\nx\nE", None),
        ("cat > a.txt <<E\n$x\nE", None),
        ("cat > a.txt <<'E'\nx", None),
        ("cat a.txt", None),
        ("cat <<'E'\nx\nE", None),
        ("x=1; cat > a.txt <<'E'\nx\nE", None),
        ("cat > a.txt <<'E' && make\nx\nE", None),
        ("cat > a.txt <<'E'\nx\nE\ncat > b.txt <<'E'\ny\nE", None),
        ("sudo tee -a a.txt <<'E'\nx\nE", None),
    ],
)
def test_files_written_by_a_heredoc(command: str, path: str | None) -> None:
    assert patches.hidden(command) == ((FileEdit(path, "update", None, "x\n"),) if path else ())


def test_a_prompt_that_quotes_markup_is_a_persons() -> None:
    for text in ("<html> is missing a <body>", "Why does <system-reminder> appear?", "a < b\n</div>", "<b>bold</b>"):
        assert injected.split(text) == (text, [])
    assert injected.split("<ide_selection>x</ide_selection>\nFix it. <b>Now</b>") == ("Fix it. <b>Now</b>", ["ide"])
    assert injected.split("Fix it.\n<system-reminder>a</system-reminder>\n<system-reminder>b</system-reminder>\n") == (
        "Fix it.",
        ["system-reminder"] * 2,
    )


def test_where_transcripts_are_looked_for(tmp_path: Path) -> None:
    for name in (
        "b.jsonl",
        "a/x.jsonl",
        "a/x/subagents/agent-1.jsonl",
        "a/x/tool-results/big.json",
        "node_modules/m.json",
        "notes.md",
        "a/agent-1.meta.json",
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("{}")
    names = [str(p.relative_to(tmp_path)) for p in walk.files(tmp_path) if isinstance(p, Path)]
    assert sorted(names) == ["a/x.jsonl", "a/x/subagents/agent-1.jsonl", "b.jsonl"]
    assert list(walk.files(tmp_path / "a" / "x.jsonl")) == [
        tmp_path / "a" / "x.jsonl",
        tmp_path / "a" / "x" / "subagents" / "agent-1.jsonl",
    ]
    for number, session in enumerate(("b", "other")):
        (tmp_path / f"agent-{number}.jsonl").write_text(f'{{"sessionId":"{session}","isSidechain":true}}\n')
    assert list(walk.files(tmp_path / "b.jsonl")) == [tmp_path / "b.jsonl", tmp_path / "agent-0.jsonl"]


def test_a_folder_that_cannot_be_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: Path) -> Iterator[Path]:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "iterdir", refuse)
    assert list(formats.read(tmp_path)) == [Problem(record=tmp_path.name, why="the folder cannot be read: Permission denied")]


class Logbook:
    """A stranger's format: lines that begin with LOG."""

    NAME = "logbook"

    def sniff(self, head: bytes, path: Path | None) -> float:
        return 1.0 if head.startswith(b"LOG") else 0.0

    def read(self, source: formats.Source, first_message: int) -> Iterator[Session | Problem]:
        yield Session("l", self.NAME, source.name, ())


def test_formats_of_third_parties(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    point = EntryPoint("logbook", f"{__name__}:LOGBOOK", "sessionlens.formats")
    monkeypatch.setattr(formats, "entry_points", lambda group: [point] if group == "sessionlens.formats" else [])
    monkeypatch.setattr(formats, "FORMATS", formats._formats.__wrapped__())
    file = tmp_path / "x.log"
    file.write_text("LOG 1\n")
    assert [type(s) for s in formats.read(file)] == [Session]
    assert [f.NAME for f in formats.FORMATS] == ["claude-code", "codex", "opencode", "openai-chat", "logbook"]


LOGBOOK = Logbook()
