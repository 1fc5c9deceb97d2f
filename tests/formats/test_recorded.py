"""Recorded investigations: one session in four formats is one session, and every quote of the reference findings is in its message."""

import json
from pathlib import Path
from typing import Any

import pytest

from sessionlens.model.session import Message, Session
from tests.formats.support import SHARED, needs_shared, session

FORMS = {"claude-code.jsonl": "claude-code", "codex.jsonl": "codex", "opencode.json": "opencode", "openai.jsonl": "openai-chat"}
RECORDED = sorted(p.parent for p in SHARED.glob("sessions/*/gold.json"))
GOLD = [
    (p, SHARED / "corpus" / "claude-code" / f"{p.name.removesuffix('.gold.json')}.jsonl") for p in SHARED.glob("corpus/gold/*.gold.json")
]
GOLD += [(folder / "gold.json", folder / file) for folder in RECORDED for file in FORMS]


def seen(message: Message) -> dict[str, Any]:
    """What a message is, names of its format's own (ids, tools, records) aside."""
    calls = [
        {
            "kind": call.kind, "input": call.input if call.edits else None, "command": call.command, "edits": call.edits,
            "output": call.output, "exit_code": call.exit_code,
            "status": call.status, "cut": call.cut, "background": call.background, "cwd": call.cwd, "child": call.child,
        }
        for call in message.calls
    ]  # fmt: skip
    return {"number": message.number, "role": message.role, "text": message.text, "aside": message.aside, "calls": calls}


@needs_shared
@pytest.mark.parametrize("folder", RECORDED, ids=lambda p: p.name)
def test_the_same_session_in_four_formats_is_the_same(folder: Path) -> None:
    reads = {file: session(folder / file) for file in FORMS}
    assert {file: s.format for file, s in reads.items()} == FORMS
    first, *others = reads.values()
    for other in others:
        assert len(other.messages) == len(first.messages)
        for mine, yours in zip(first.messages, other.messages, strict=True):
            assert seen(yours) == seen(mine), f"{other.format}, message {mine.number}"
    assert all(not s.problems for s in reads.values())


@needs_shared
@pytest.mark.parametrize("folder", RECORDED, ids=lambda p: p.name)
def test_a_recorded_session_is_what_its_log_says(folder: Path) -> None:
    log = json.loads((folder / "session.json").read_text())["messages"]
    for file in FORMS:
        got = session(folder / file)
        assert [(m.number, m.role, m.text) for m in got.messages] == [(m["n"], m["role"], m["text"]) for m in log]
        told = [m["tool"]["output"].rstrip() for m in log if m.get("tool")]
        assert [c.output for m in got.messages for c in m.calls] == told


@needs_shared
@pytest.mark.parametrize(("gold", "transcript"), GOLD, ids=lambda p: f"{p.parent.name}-{p.name}")
def test_every_quote_of_the_reference_is_a_part_of_its_message(gold: Path, transcript: Path) -> None:
    texts = {m.number: m.text for m in session(transcript).messages}
    quotes = [n for nodes in json.loads(gold.read_text()).values() if isinstance(nodes, list) for n in nodes if "quote" in n]
    assert len(quotes) > 50
    for node in quotes:
        assert node["quote"] in texts[node["msg"]], node
        if "at" in node:
            assert texts[node["msg"]].startswith(node["quote"], node["at"]), node


STORY = {
    "claude": "corpus/claude-code/harness_claude-2.1.197.jsonl",
    "opencode": "corpus/opencode-export/harness_opencode-1.18.33.export.json",
    "storage": "corpus/opencode-storage/harness_1.0.185",
}


def story(got: Session) -> list[tuple[str, list[tuple[str | None, int | None]]]]:
    """What the agent said and ran, prompts and outputs aside: these runs were made one by one, their numbers differ."""
    return [(m.text.strip(), [(c.command, c.exit_code) for c in m.calls]) for m in got.messages if m.role == "assistant"]


@needs_shared
@pytest.mark.parametrize("name", STORY)
def test_real_agents_following_one_script_tell_one_story(name: str) -> None:
    codex = session(next((SHARED / "corpus" / "codex").glob("harness_*.jsonl")))
    assert [code for _, calls in story(codex) for _, code in calls] == [0, 0, 0, 3, 0]
    assert story(session(SHARED / STORY[name])) == story(codex)


@needs_shared
def test_a_chat_of_the_same_script_tells_it_too() -> None:
    folder = SHARED / "corpus" / "openai-chat"
    whole, lines = (session(folder / f"harness_mini_messages{end}.jsonl") for end in ("", "_per_line"))
    assert [seen(m) for m in whole.messages] == [seen(m) for m in lines.messages]
    assert [code for _, calls in story(whole) for _, code in calls] == [0, 0, 0, 3, 0]
