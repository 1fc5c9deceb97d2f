"""Every command that the README shows is run, and its excerpts are what the tool prints."""

import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest
from typer.testing import CliRunner

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()
SAMPLE = ROOT / "samples" / "cuzk-phase4" / "transcript.jsonl"
COMMANDS = [line for block in re.findall(r"```sh\n(.*?)```", README, re.S) for line in block.strip().splitlines()]
MAY_FAIL = {"check": 1}
"""The sample holds contradicted conclusions, and `--fail-on` is there to say so."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder as a reader's own, with a transcript in it."""
    path = tmp_path_factory.mktemp("readme")
    shutil.copy(SAMPLE, path / "transcript.jsonl")
    return path


def test_the_readme_shows_commands() -> None:
    assert len(COMMANDS) >= 8


def test_every_command_works(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from sessionlens.cli import app

    monkeypatch.chdir(folder)
    monkeypatch.setenv("SESSIONLENS_STORE", str(folder / "store.db"))
    for line in COMMANDS:
        words = shlex.split(line.partition(" > ")[0])
        assert words[0] == "sessionlens", line
        result = CliRunner().invoke(app, words[1:])
        assert result.exit_code == MAY_FAIL.get(words[1], 0), f"{line}: {result.output}"
        assert result.output.strip() or "-o" in words, line


@pytest.mark.parametrize("target", sorted(set(re.findall(r"`make (\w+)`", README))))
def test_every_make_target_exists(target: str) -> None:
    done = subprocess.run(["make", "-n", target], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_the_excerpt_is_of_a_real_report() -> None:
    name, quoted = re.search(r"<!-- excerpt of (\S+) -->\n(.*?)\n\n##", README, re.S).groups()  # type: ignore[union-attr]
    golden = (ROOT / name).read_text()
    for line in quoted.strip().splitlines():
        assert line.strip() in ("", ">", "…") or line in golden, line


def test_the_shown_diagnostic_is_what_check_prints(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from sessionlens.cli import app

    monkeypatch.setenv("SESSIONLENS_STORE", str(folder / "diagnostic.db"))
    CliRunner().invoke(app, ["ingest", str(SAMPLE)])
    printed = CliRunner().invoke(app, ["check"]).output
    shown = re.search(r"```text\n(.*?)```", README, re.S)
    assert shown
    for line in shown[1].rstrip().splitlines():
        assert line in printed, line
