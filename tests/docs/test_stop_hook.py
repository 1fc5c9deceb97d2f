"""The Stop hook, played against by a script in the agent's place: it talks back once, and never stands in the way."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HOOK = ROOT / "docs" / "recipes" / "stop_hook.py"


class Agent:
    """Writes a transcript as an agent's program does, and asks the hook whether it may stop."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.path = folder / "transcript.jsonl"
        self.path.write_text("")

    def write(self, record: dict) -> None:
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(record) + "\n")

    def stop(self, active: bool = False, **more: object) -> dict:
        event = {"session_id": "play-1", "transcript_path": str(self.path), "hook_event_name": "Stop", "stop_hook_active": active, **more}
        environment = {**os.environ, "SESSIONLENS": f"{sys.executable} -m sessionlens", "TMPDIR": str(self.folder)}
        done = subprocess.run([sys.executable, HOOK], input=json.dumps(event), capture_output=True, text=True, env=environment, timeout=120)
        assert done.returncode == 0
        return json.loads(done.stdout) if done.stdout else {}


class ClaudeCode(Agent):
    count = 0

    def record(self, role: str, content: list[dict]) -> None:
        self.count += 1
        message = {"role": role, "content": content, **({"id": f"m{self.count}", "model": "a-model"} if role == "assistant" else {})}
        self.write(
            {
                "type": role,
                "uuid": f"u{self.count}",
                "parentUuid": f"u{self.count - 1}" if self.count > 1 else None,
                "sessionId": "play-1",
                "timestamp": f"2026-01-01T10:00:{self.count:02d}.000Z",
                "cwd": "/home/ada/parser",
                "version": "2.0.14",
                "message": message,
            }
        )

    def asks(self, text: str) -> None:
        self.record("user", [{"type": "text", "text": text}])

    def says(self, text: str) -> None:
        self.record("assistant", [{"type": "text", "text": text}])

    def runs(self, command: str, output: str) -> None:
        name = f"t{self.count}"
        self.record("assistant", [{"type": "tool_use", "id": name, "name": "Bash", "input": {"command": command}}])
        self.record("user", [{"type": "tool_result", "tool_use_id": name, "content": output}])


class Codex(Agent):
    count = 0

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        meta = {
            "id": "play-1",
            "timestamp": "2026-01-01T10:00:00Z",
            "cwd": "/home/ada/parser",
            "originator": "codex",
            "cli_version": "0.40.0",
        }
        self.write({"timestamp": "2026-01-01T10:00:00Z", "type": "session_meta", "payload": meta})

    def item(self, payload: dict) -> None:
        self.count += 1
        self.write({"timestamp": f"2026-01-01T10:00:{self.count:02d}Z", "type": "response_item", "payload": payload})

    def asks(self, text: str) -> None:
        self.item({"type": "message", "role": "user", "content": [{"type": "input_text", "text": text}]})

    def says(self, text: str) -> None:
        self.item({"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": text}]})

    def runs(self, command: str, output: str) -> None:
        name = f"call_{self.count}"
        arguments = json.dumps({"command": ["bash", "-lc", command]})
        self.item({"type": "function_call", "name": "shell", "arguments": arguments, "call_id": name})
        told = json.dumps({"output": output, "metadata": {"exit_code": 1 if "failed" in output else 0, "duration_seconds": 0.4}})
        self.item({"type": "function_call_output", "call_id": name, "output": told})


FAILING = "....F\nFAILED test_parse.py::test_empty - AssertionError\n1 failed, 4 passed in 0.12s\n"
PASSING = ".....\n5 passed in 0.11s\n"


@pytest.fixture(params=[ClaudeCode, Codex])
def agent(request, tmp_path):  # type: ignore[no-untyped-def]
    agent = request.param(tmp_path)
    agent.asks("Make the parser faster; the tests must pass.")
    return agent


def test_a_contradicted_claim_sends_the_agent_back_once(agent) -> None:  # type: ignore[no-untyped-def]
    agent.runs("python -m pytest", FAILING)
    agent.says("All 5 tests pass.")
    answer = agent.stop(last_assistant_message="All 5 tests pass.")
    assert answer["decision"] == "block" and 'contradicted: "All 5 tests pass."' in answer["reason"]
    assert "1 failed" in answer["reason"]
    agent.says("You are right. I will look at it again.")
    assert agent.stop(active=True) == {}
    assert agent.stop() == {}


def test_an_honest_agent_may_stop(agent) -> None:  # type: ignore[no-untyped-def]
    agent.runs("python -m pytest", PASSING)
    agent.says("All 5 tests pass.")
    assert agent.stop(last_assistant_message="All 5 tests pass.") == {}


def test_a_claim_that_nothing_shows_is_told(agent) -> None:  # type: ignore[no-untyped-def]
    agent.says("All 5 tests pass.")
    assert "unsupported" in agent.stop()["reason"]


def test_a_new_claim_is_told_though_an_old_one_stands(agent) -> None:  # type: ignore[no-untyped-def]
    agent.runs("python -m pytest", FAILING)
    agent.says("All 5 tests pass.")
    agent.stop()
    agent.asks("And the linter?")
    agent.runs("python -m pytest", FAILING)
    agent.says("Now 6 tests pass.")
    assert "6 tests" in agent.stop()["reason"]


@pytest.mark.parametrize("event", ["", "[]", "{}", '{"transcript_path": "/nowhere.jsonl"}', '{"transcript_path": 5}'])
def test_a_broken_event_does_not_hold_the_agent(event: str) -> None:
    done = subprocess.run([sys.executable, HOOK], input=event, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0 and done.stdout == ""
