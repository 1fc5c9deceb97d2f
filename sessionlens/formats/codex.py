"""Codex CLI: `~/.codex/sessions/YYYY/MM/DD/rollout-*.jsonl`.

Today's records are `{timestamp, type, payload}`; until autumn 2025 they were bare items after a first line `{id, timestamp, instructions,
git}`.
Everything is told twice, as a `response_item` and as an `event_msg` (0.171: `item_completed`), in either order: a text that both channels
tell is one message. A message of the agent begins at its text, or at a call that follows a result; a `token_count` ends it. A file may
hold several `session_meta`: the first is its own, the others came with history that a fork copied.
"""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import orjson

from sessionlens.formats import codex_children, injected
from sessionlens.formats.base import Source, sample
from sessionlens.formats.codex_outputs import fold, running
from sessionlens.formats.draft import Call, Draft, SessionDraft
from sessionlens.formats.records import Record, as_dict, as_text, as_time, decode, read_lines, texts
from sessionlens.model.session import Session
from sessionlens.model.span import Problem

NAME = "codex"
_ENVELOPES = frozenset({"session_meta", "response_item", "event_msg", "turn_context", "compacted"})
_CALLS = frozenset({"function_call", "custom_tool_call", "local_shell_call", "web_search_call", "tool_search_call"})
_OUTPUTS = frozenset({"function_call_output", "custom_tool_call_output", "tool_search_output", "local_shell_call_output"})
_ITEMS = _CALLS | _OUTPUTS | {"message", "reasoning"}
_USER_EVENTS = frozenset({"user_message", "UserMessage"})
_AGENT_EVENTS = frozenset({"agent_message", "AgentMessage"})


def sniff(head: bytes, path: Path | None) -> float:
    """Codex's envelope with a payload, or the older bare items."""
    bare = False
    for at, record in enumerate(sample(head)):
        kind = as_text(record.get("type"))
        if kind in _ENVELOPES and isinstance(record.get("payload"), dict):
            return 1.0
        if record.get("record_type") == "state" or (at == 0 and "instructions" in record and "id" in record and "role" not in record):
            bare = True
        elif bare and (kind in _CALLS or (kind == "message" and "role" in record)):
            return 0.9
        elif kind in ("function_call", "function_call_output", "local_shell_call") and "call_id" in record:
            return 0.8
    if b'"payload":{' in head and (b'"type":"session_meta"' in head or b'"type":"response_item"' in head):
        return 0.7
    return 0.3 if bare else 0.0


def read(source: Source, first_message: int = 1) -> Iterator[Session | Problem]:
    """The session of a rollout file."""
    reader = Reader()
    stream = source.open()
    try:
        for number, record in read_lines(stream, reader.session.troubles):
            reader.take(number, record)
    finally:
        if source.spooled is None:
            stream.close()
    reader.finish()
    yield reader.session.freeze(form=NAME, source=source.name, first_message=first_message)


class Reader:
    """Takes records in file order."""

    def __init__(self) -> None:
        self.session = SessionDraft(agent="Codex")
        self.open: Draft | None = None
        self.told: dict[str, Counter[tuple[str, str]]] = {"item": Counter(), "event": Counter()}
        self.metas = 0
        self.replaying = False
        self.ends: dict[str, Record] = {}

    def take(self, number: int, record: Record) -> None:
        """One record of either era."""
        session = self.session
        session.records += 1
        kind, payload = as_text(record.get("type")), record.get("payload")
        where, time = f"line {number}", as_time(record.get("timestamp"))
        if not isinstance(payload, dict):
            self._bare(kind, record, where, time)
        elif kind == "response_item":
            self._item(payload, where, time)
        elif kind == "event_msg":
            self._event(payload, where, time)
        elif kind == "session_meta":
            self._meta(payload)
        elif kind == "turn_context":
            self._turn(payload)
        else:
            session.injected[kind or "unknown"] += 1
            if kind == "token_usage_record":
                self.open = None
            if not kind:
                session.troubles.add(where, 'a record without "type"')

    def _bare(self, kind: str, record: Record, where: str, time: str | None) -> None:
        """A record of the older form, without an envelope; also a note before the first record."""
        if kind in _ITEMS:
            self._item(record, where, time)
        elif not kind and "id" in record and "timestamp" in record and not self.metas:
            self._meta(record)
        else:
            self.session.note(record)
            self.session.injected[as_text(record.get("record_type")) or kind or "unknown"] += 1
            if kind in _ENVELOPES:
                self.session.troubles.add(where, f"a record of type {kind} without a payload")

    def _meta(self, payload: Record) -> None:
        session = self.session
        self.metas += 1
        if self.metas > 1:
            session.injected["session_meta of another session" if payload.get("id") != session.id else "session_meta again"] += 1
            return
        session.note(payload)
        session.id = as_text(payload.get("id"))
        session.cwd = as_text(payload.get("cwd")) or None
        version = as_text(payload.get("cli_version"))
        session.agent = f"Codex {version}" if version else "Codex"
        spawned = as_dict(as_dict(as_dict(payload.get("source")).get("subagent")).get("thread_spawn"))
        session.parent = as_text(spawned.get("parent_thread_id")) or None
        self.replaying = bool(session.parent and payload.get("forked_from_id"))
        session.injected["session_meta"] += 1

    def _turn(self, payload: Record) -> None:
        """A turn begins; in a forked subagent's file what stood before the first turn is its parent's history."""
        session = self.session
        session.injected["turn_context"] += 1
        session.model = as_text(payload.get("model")) or session.model
        session.cwd = session.cwd or as_text(payload.get("cwd")) or None
        if self.replaying:
            session.injected["replayed"] += len(session.drafts)
            session.drafts.clear()
            self.replaying, self.open = False, None

    def _item(self, item: Record, where: str, time: str | None) -> None:
        kind = as_text(item.get("type"))
        if kind == "message":
            role = as_text(item.get("role"))
            text = "\n\n".join(t for t in texts(item.get("content")) if t.strip())
            if role == "assistant":
                self._said("assistant", text, "item", where, time)
            elif role == "user":
                self._said("user", text, "item", where, time)
            else:
                self.session.injected[role or "message"] += 1
        elif kind in _CALLS:
            self._call(kind, item, where, time)
        elif kind in _OUTPUTS:
            call_id = as_text(item.get("call_id"))
            known = self.session.calls.get(call_id)
            if known is None:
                self.session.troubles.add(where, f"a result for a call that is not in the transcript ({call_id or 'no id'})")
                return
            output = item.get("output") if "output" in item else item.get("tools")
            fold(self.session, known[1], output, self.ends.pop(call_id, {}), time)
            if known[1].name.rpartition(".")[2] in codex_children.TOOLS:
                codex_children.told(self.session, known[1])
            known[0].closed = True
        else:
            self.session.injected[kind or "unknown"] += 1

    def _said(self, role: Literal["user", "assistant"], text: str, channel: str, where: str, time: str | None) -> None:
        """A text that one channel tells; told by the other channel already, it is no new message."""
        if role == "user":
            whole = text
            text, kinds = injected.split(whole)
            if kinds and channel == "item":
                self.session.injected.update(kinds)
                if "task-notification" in kinds:
                    codex_children.notified(self.session, whole)
        if not text.strip():
            return
        key = (role, text.strip())
        own, other = self.told[channel], self.told["event" if channel == "item" else "item"]
        own[key] += 1
        if own[key] <= other[key]:
            return
        if role == "user":
            self.session.prompt(text, time, where)
            self.open = None
        else:
            self.open = Draft("assistant", [text], time=time, record=where)
            self.session.drafts.append(self.open)

    def _call(self, kind: str, item: Record, where: str, time: str | None) -> None:
        name, given = _given(kind, item)
        if self.open is None or self.open.closed:
            self.open = Draft("assistant", time=time, record=where)
            self.session.drafts.append(self.open)
        call = Call(as_text(item.get("call_id")) or as_text(item.get("id")), name, given, where, time)
        cwd = as_text(given.get("workdir") or given.get("cwd") or given.get("working_directory"))
        call.cwd = cwd if cwd and cwd != self.session.cwd else None
        if kind == "web_search_call":
            call.output, call.status = "", "ok"
        self.session.open_call(self.open, call)

    def _event(self, event: Record, where: str, time: str | None) -> None:
        kind = as_text(event.get("type"))
        item = as_dict(event.get("item"))
        if kind == "item_completed":
            kind = as_text(item.get("type"))
        else:
            item = event
        if kind == "token_count":
            self.open = None
        if kind in _USER_EVENTS:
            self._said("user", _event_text(item), "event", where, time)
        elif kind in _AGENT_EVENTS:
            self._said("assistant", _event_text(item), "event", where, time)
        elif kind in ("CommandExecution", "exec_command_end", "patch_apply_end"):
            self._ended(as_text(item.get("id") or item.get("call_id")), item, time)
        else:
            self.session.injected[kind or "event"] += 1
            if kind == "turn_aborted":
                self.session.interrupt()
                self.open = None
            elif kind == "thread_rolled_back":
                self._rolled_back(item.get("num_turns"), where)

    def _rolled_back(self, turns: object, where: str) -> None:
        """A person went back some turns; a turn begins with a prompt."""
        prompts = [at for at, draft in enumerate(self.session.drafts) if draft.role == "user"]
        if isinstance(turns, int) and turns > 0 and prompts:
            self.session.take_back(prompts[-turns] if turns <= len(prompts) else prompts[0], where, "rolled back")
            self.open = None

    def _ended(self, call_id: str, item: Record, time: str | None) -> None:
        """An event that tells how a command ended: kept for the result's record, which the agent saw."""
        known = self.session.calls.get(call_id)
        if known is not None and known[1].output is None:
            self.ends[call_id] = item
        elif known is not None and known[1].exit_code is None and not running(known[1]):
            code = item.get("exit_code")
            known[1].exit_code = code if isinstance(code, int) and not isinstance(code, bool) else None

    def finish(self) -> None:
        """Folds the ends of commands whose result was never recorded."""
        for call_id, item in self.ends.items():
            known = self.session.calls.get(call_id)
            output = item.get("aggregated_output", item.get("stdout"))
            if known is not None and known[1].output is None and isinstance(output, str):
                fold(self.session, known[1], output, item, None)


def _event_text(item: Record) -> str:
    message = item.get("message")
    return message if isinstance(message, str) else "\n\n".join(t for t in texts(item.get("content")) if t.strip())


def _given(kind: str, item: Record) -> tuple[str, dict[str, Any]]:
    """(tool's name, its input) of a call: arguments are JSON in a string, a custom tool's input is a text of its own."""
    if kind == "local_shell_call":
        action = as_dict(item.get("action"))
        return "local_shell", {**action, "workdir": action.get("working_directory")}
    if kind == "web_search_call":
        action = as_dict(item.get("action"))
        return "web_search", {"query": as_text(action.get("query") or action.get("url"))}
    if kind == "custom_tool_call":
        return as_text(item.get("name")), {"input": as_text(item.get("input"))}
    arguments = item.get("arguments")
    name = as_text(item.get("name")) or ("tool_search" if kind == "tool_search_call" else "")
    return name, arguments_of(arguments)


def arguments_of(arguments: object) -> dict[str, Any]:
    """A call's arguments: a JSON text (or already an object); a text that is no JSON object stands under `input`.

    >>> arguments_of('{"cmd": "ls"}')
    {'cmd': 'ls'}
    """
    if not isinstance(arguments, str):
        return as_dict(arguments)
    try:
        value = orjson.loads(arguments)
    except orjson.JSONDecodeError:
        values, why = decode(arguments.encode("utf-8", "replace"))
        value = values[0] if values and not why else None
    return value if isinstance(value, dict) else {"input": arguments}
