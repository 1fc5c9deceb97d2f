"""Shell texts with what they do: cases/commands/*.yaml."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from sessionlens.commands import actions, known, simple_commands
from sessionlens.model.trace import SimpleCommand

CASES = Path(__file__).parent.parent / "cases" / "commands"
SHELL: list[dict[str, Any]] = yaml.safe_load((CASES / "shell.yaml").read_text())
INTENTS: dict[str, list[str]] = yaml.safe_load((CASES / "intents.yaml").read_text())


def field(command: SimpleCommand, name: str) -> object:
    value = getattr(command, name)
    if name == "redirects":
        return [r.op if r.op.endswith(r.target) else f"{r.op} {r.target}" for r in value]
    if name == "env":
        return [list(pair) for pair in value]
    return list(value) if isinstance(value, tuple) else value


@pytest.mark.parametrize("case", SHELL, ids=lambda c: repr(c["text"][:40]))
def test_simple_commands(case: dict[str, Any]) -> None:
    found = simple_commands(case["text"])
    if "commands" in case:
        want = case["commands"]
        assert [c.tool for c in found] == [w.get("tool", c.tool) for w, c in zip(want, found, strict=True)]
        for expected, command in zip(want, found, strict=True):
            assert {k: field(command, k) for k in expected} == expected
    for code, states in case.get("status", {}).items():
        assert [known(c, code) for c in found] == states
    assert all(known(c, None) == "unknown" for c in found)


@pytest.mark.parametrize("text", INTENTS)
def test_intents(text: str) -> None:
    intent, runner, *filtered = INTENTS[text]
    last = actions(text)[-1]
    assert (last.intent, last.runner, last.filtered) == (intent, runner, bool(filtered))
