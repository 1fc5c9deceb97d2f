"""Every command that the README shows is run as a reader would run it, and its excerpts are what the tool prints."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()
SAMPLE = ROOT / "samples" / "cuzk-phase4" / "transcript.jsonl"
COMMANDS = [line for block in re.findall(r"```sh\n(.*?)```", README, re.S) for line in block.strip().splitlines()]
MAY_FAIL = {"check": 1}
"""The sample holds contradicted conclusions, and `--fail-on` is there to say so."""


def shell(words: list[str], folder: Path) -> "subprocess.CompletedProcess[str]":
    env = {k: v for k, v in os.environ.items() if k != "COLUMNS"} | {"SESSIONLENS_STORE": str(folder / "store.db")}
    line = [sys.executable, "-m", "sessionlens", *words]
    return subprocess.run(line, cwd=folder, env=env, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder as a reader's own, with a transcript in it that has been ingested."""
    path = tmp_path_factory.mktemp("readme")
    shutil.copy(SAMPLE, path / "transcript.jsonl")
    assert shell(["ingest", "transcript.jsonl"], path).returncode == 0
    return path


def test_the_readme_shows_commands() -> None:
    assert len(COMMANDS) >= 8


@pytest.mark.parametrize("line", COMMANDS)
def test_every_command_works(line: str, folder: Path) -> None:
    words = shlex.split(line.partition(" > ")[0])
    assert words[0] == "sessionlens"
    done = shell(words[1:], folder)
    assert done.returncode == MAY_FAIL.get(words[1], 0), done.stderr
    assert done.stdout.strip() or "-o" in words


@pytest.mark.parametrize("target", sorted(set(re.findall(r"`make (\w+)`", README))))
def test_every_make_target_exists(target: str) -> None:
    done = subprocess.run(["make", "-n", target], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_the_excerpt_is_of_a_real_report() -> None:
    found = re.search(r"<!-- excerpt of (\S+) -->\n(.*?)\n\n##", README, re.S)
    assert found
    golden = (ROOT / found[1]).read_text()
    for line in found[2].strip().splitlines():
        assert line.strip() in ("", ">", "…") or line in golden, line


def test_the_shown_diagnostic_is_what_check_prints(folder: Path) -> None:
    printed = shell(["check"], folder).stdout
    shown = re.search(r"```text\n(.*?)```", README, re.S)
    assert shown
    for line in shown[1].rstrip().splitlines():
        assert line in printed, line
