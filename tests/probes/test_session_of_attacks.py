"""A whole hostile session through the command line: whatever is run, nothing gets out."""

from pathlib import Path

import pytest
import yaml

from sessionlens import pipeline
from sessionlens.model.session import Message, Session, ToolCall
from sessionlens.store import open_store
from tests.cli.conftest import Cli
from tests.cli.conftest import cli as cli
from tests.probes.lab import SECRET, Lab

CASES = Path(__file__).parents[1] / "cases" / "probes" / "attacks.yaml"


@pytest.mark.parametrize("mode", ["read", "build"])
def test_every_command_of_a_hostile_session(lab: Lab, cli: Cli, tmp_path: Path, mode: str) -> None:
    cases = [c for c in yaml.safe_load(CASES.read_text(encoding="utf-8")) if "timeout" not in c.get("end", "")]
    calls = tuple(
        ToolCall(f"t{i}", "bash", "shell", {}, command=lab.filled(c["command"]), output="x\n", exit_code=0, status="ok")
        for i, c in enumerate(cases)
    )
    evil = Session("evil", "claude-code", "evil.jsonl", (Message(1, "assistant", "`src.txt` is fine.", calls),), cwd="/home/dev/evil")
    with open_store(tmp_path / "store.db") as store:
        store.save(pipeline.investigate(evil))
    before = {k: v for k, v in lab.state().items() if not k.startswith("store.db")}
    result = cli("probe", "run", "1", "--mode", mode, "--timeout", "3", "--project", str(lab.project))
    assert result.code == 0, result.err
    assert {k: v for k, v in lab.state().items() if not k.startswith("store.db")} == before
    kept = (tmp_path / "store.db").read_bytes().decode(errors="replace")
    assert SECRET not in result.out + result.err + kept and "\x1b" not in result.out
    assert lab.hits == [] and lab.piped() == b"" and lab.alive() == []
