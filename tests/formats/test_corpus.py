"""Public transcripts: nothing is lost. Messages and calls are counted a second time here, from the raw JSON, by simpler rules."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sessionlens.formats import read
from sessionlens.formats.claude_code import BOOKKEEPING, Reader
from sessionlens.formats.records import NO_KINDS, read_lines
from sessionlens.model.session import Session
from sessionlens.model.span import Problem
from tests.formats.support import SHARED, everything, needs_shared, refusal, session, sessions

CORPUS = SHARED / "corpus"
CLAUDE = sorted([*CORPUS.glob("claude-code/*.jsonl"), *CORPUS.glob("claude-code-10mb/*.jsonl")])
CODEX = sorted(CORPUS.glob("codex/*.jsonl"))
READ = {"claude-code", "claude-code-10mb", "codex", "opencode-export", "opencode-sqlite", "openai-chat", "mini-swe-agent"}
FOREIGN = {
    "aider": "aider", "atif": "ATIF", "copilot-cli": "Copilot", "gemini-cli": "Gemini", "inspect": "Inspect",
    "openhands": "OpenHands", "pi": "a pi session", "qwen-code": "Qwen", "sharegpt": "ShareGPT", "specstory-md": "SpecStory",
    "swe-agent": "SWE-agent",
}  # fmt: skip
STRANGE = sorted(p for name in FOREIGN for p in CORPUS.glob(f"{name}/*"))


def raw(path: Path) -> Iterator[dict[str, Any]]:
    """The records of a file by the standard library alone; a lone backslash (one file has it, made anonymous by hand) is doubled."""
    decoder = json.JSONDecoder()
    for line in path.read_bytes().decode("utf-8", "replace").split("\n"):
        rest = line.strip().replace("Only\\person@", "Only\\\\person@")
        while rest:
            try:
                record, end = decoder.raw_decode(rest)
            except json.JSONDecodeError:
                break
            yield record
            rest = rest[end:].strip()


def blocks(record: dict[str, Any], kind: str) -> list[dict[str, Any]]:
    content = record["message"]["content"]
    return [b for b in content if b["type"] == kind] if isinstance(content, list) else []


@needs_shared
@pytest.mark.parametrize("path", CLAUDE, ids=lambda p: f"{p.parent.name}/{p.name}")
def test_claude_messages_calls_and_results_are_all_there(path: Path) -> None:
    records = [r for r in raw(path) if r["type"] in ("user", "assistant")]
    ids = {(r["isSidechain"], r["message"]["id"]) for r in records if r["type"] == "assistant"}
    calls = {b["id"] for r in records if r["type"] == "assistant" for b in blocks(r, "tool_use")}
    results = {b["tool_use_id"] for r in records if r["type"] == "user" for b in blocks(r, "tool_result")}
    found = sessions(path)
    messages = [m for s in found for m in s.messages]
    assert sum(m.role == "assistant" for m in messages) == len(ids)
    assert {c.id for m in messages for c in m.calls} == calls
    assert {c.id for m in messages for c in m.calls if c.status != "unknown"} == results & calls
    assert len(found[0].problems) == len(results - calls) + sum(1 for _ in broken(path))
    prompts = {r["message"]["content"] for r in records if r["type"] == "user" and isinstance(r["message"]["content"], str) and plain(r)}
    assert prompts == {m.text for m in messages if m.role == "user"} & prompts
    assert sum(s.records for s in found) == sum(1 for _ in raw(path))


def plain(record: dict[str, Any]) -> bool:
    """Whether a user record's text is surely a person's: no flags, no tags."""
    flags = ("isMeta", "isCompactSummary", "isVisibleInTranscriptOnly")
    return not any(record.get(f) for f in flags) and not record["message"]["content"].startswith(("<", "[Request interrupted"))


def broken(path: Path) -> Iterator[str]:
    for line in path.read_bytes().decode("utf-8", "replace").split("\n"):
        rest, decoder = line.strip(), json.JSONDecoder()
        while rest:
            try:
                _, end = decoder.raw_decode(rest)
            except json.JSONDecodeError as error:
                yield str(error)
                break
            rest = rest[end:].strip()


@needs_shared
@pytest.mark.parametrize("path", CODEX, ids=lambda p: p.name)
def test_codex_messages_calls_and_results_are_all_there(path: Path) -> None:
    items = [r["payload"] for r in raw(path) if r["type"] == "response_item"]
    said = [i for i in items if i["type"] == "message" and i["role"] == "assistant"]
    called = [i for i in items if i["type"] in ("function_call", "custom_tool_call", "tool_search_call", "web_search_call")]
    asked = [i for i in items if i["type"] == "message" and i["role"] == "user"]
    words = ["\n\n".join(p["text"] for p in i["content"]) for i in asked]
    got = session(path)
    assert [m.text for m in got.messages if m.role == "user"] == [w for w in words if not w.startswith(("<", "# AGENTS.md"))]
    assert [m.text for m in got.messages if m.role == "assistant" and m.text] == [
        "\n\n".join(p["text"] for p in i["content"]) for i in said
    ]
    assert sum(len(m.calls) for m in got.messages) == len(called)
    assert got.problems == ()


@needs_shared
def test_a_message_of_codex_has_at_least_one_of_text_and_calls_and_ends_at_a_token_count() -> None:
    for path in CODEX:
        got = session(path)
        assert all(m.text or m.calls for m in got.messages)
        counts = sum(r["type"] == "event_msg" and r["payload"]["type"] == "token_count" for r in raw(path))
        assert sum(m.role == "assistant" for m in got.messages) >= counts * 0.7


@needs_shared
def test_all_that_should_be_read_is_read() -> None:
    for name in READ:
        for path in sorted((CORPUS / name).iterdir()):
            for found in everything(path):
                assert isinstance(found, Session), f"{path.name}: {found}"
    assert len(sessions(CORPUS / "opencode-storage")) == 1


@needs_shared
@pytest.mark.parametrize("path", STRANGE, ids=lambda p: f"{p.parent.name}/{p.name}")
def test_a_foreign_format_is_refused_by_its_name(path: Path) -> None:
    assert FOREIGN[path.parent.name] in refusal(path)


@needs_shared
def test_a_name_says_nothing(tmp_path: Path) -> None:
    for number, path in enumerate([CLAUDE[0], CODEX[0], *STRANGE[:12]]):
        other = tmp_path / f"rollout-claude-{number}.txt"
        other.write_bytes(path.read_bytes())
        assert [type(f) for f in read(other)] == [type(f) for f in read(path)][: len(list(read(other)))]


@needs_shared
def test_a_folder_gives_what_its_files_give() -> None:
    files = [f for path in sorted((CORPUS / "claude-code-10mb").iterdir()) for f in read(path)]
    assert list(read(CORPUS / "claude-code-10mb")) == files
    kinds = [type(f) for f in read(CORPUS / "swe-agent")]
    assert kinds == [Problem]


@needs_shared
@pytest.mark.parametrize("path", CLAUDE, ids=lambda p: f"{p.parent.name}/{p.name}")
def test_the_prefilter_changes_nothing(path: Path) -> None:
    results = []
    for bookkeeping in (BOOKKEEPING, NO_KINDS):
        reader = Reader()
        with path.open("rb") as stream:
            for number, record in read_lines(stream, reader.main.troubles, bookkeeping, reader.skip):
                reader.take(number, record)
        results.append(list(reader.sessions(path.name, 1)))
    assert results[0] == results[1]
