"""The GitHub workflow: it is YAML, and each of its sessionlens commands does what it says on a transcript."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[2]
WORKFLOW = ROOT / "docs" / "recipes" / "claims.yml"


def commands() -> list[str]:
    steps = yaml.safe_load(WORKFLOW.read_text())["jobs"]["check"]["steps"]
    return [s["run"] for s in steps if s.get("run", "").startswith("sessionlens ")]


def test_its_commands_run_in_order(tmp_path: Path) -> None:
    (tmp_path / "transcripts").mkdir()
    (tmp_path / "transcripts" / "t.jsonl").write_bytes((ROOT / "samples" / "quickstart" / "transcript.jsonl").read_bytes())
    assert len(commands()) >= 5
    for line in commands():
        command, _, target = line.partition(" > ")
        arguments = [sys.executable, "-m", *shlex.split(command)]
        done = subprocess.run(arguments, cwd=tmp_path, capture_output=True, text=True, timeout=120)
        assert done.returncode in ((0, 1) if "--fail-on" in line else (0,)), done.stderr
        if target:
            (tmp_path / target).write_text(done.stdout)
    assert (tmp_path / "claims.sarif").read_text().lstrip().startswith("{")
    assert (tmp_path / "claims.xml").read_text().lstrip().startswith("<?xml")
    assert (tmp_path / "report.html").read_text().startswith("<!doctype html>")


@pytest.mark.parametrize("page", ["ci.md", "reports.md", "stop-hook.md"])
def test_a_recipe_that_a_page_names_is_there(page: str) -> None:
    text = (ROOT / "docs" / page).read_text()
    named = re.findall(r"`(recipes/[\w.]+)`", text)
    assert all((ROOT / "docs" / name).is_file() for name in named)
    assert named or page == "reports.md"
