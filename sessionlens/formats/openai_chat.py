"""Chat messages as the OpenAI API has them: `role`, `content`, `tool_calls`, and results of role `tool`.

In a file they come as one message a line, one conversation a line (`{"messages": [...]}` or a list), or one JSON document. Several
conversations in a file are several sessions. The older `function_call` and role `function` are read too, and a plural `tool_call_ids`
(SWE-agent).
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from sessionlens.formats import chat_results, injected
from sessionlens.formats.base import HEAD, Source, sample
from sessionlens.formats.codex import arguments_of
from sessionlens.formats.draft import Call, Draft, SessionDraft
from sessionlens.formats.records import Record, Troubles, as_dict, as_list, as_text, as_time, decode, read_lines, texts
from sessionlens.model.session import Session
from sessionlens.model.span import Problem

NAME = "openai-chat"
ROLES = frozenset({"system", "developer", "user", "assistant", "tool", "function", "exit"})
_GROUPS = ("conversation_id", "session_id", "thread_id", "sessionId", "conversationId")


def sniff(head: bytes, path: Path | None) -> float:
    """Messages by role with content or tool calls at the top, and nothing of another format's envelope."""
    records = sample(head)
    for record in records:
        if _conversation(record) is not None or _is_message(record):
            return 0.7
    start = head.removeprefix(b"\xef\xbb\xbf").lstrip()[:1]
    if start not in (b"[", b"{"):
        return 0.0
    if not records or len(head) >= HEAD:
        values = decode(head)[0] if len(head) < HEAD else []
        if values:
            return 0.6 if any(_conversations(v) for v in values) else 0.0
        if b'"role"' in head and b'"content"' in head and b'"parts"' not in head and b'"sessionId"' not in head:
            return 0.4
    return 0.0


def read(source: Source, first_message: int = 1) -> Iterator[Session | Problem]:
    """The sessions of a file, in order; the first message's number is the first session's."""
    troubles = Troubles()
    ids: set[str] = set()
    for session in _sessions(source, troubles):
        chat_results.conclude(session)
        session.troubles, troubles.found = Troubles(troubles.found), []
        got = session.freeze(form=NAME, source=source.name, first_message=first_message if not ids else 1)
        yield got if got.id not in ids else replace(got, id=f"{got.id}-{len(ids) + 1}")
        ids.add(got.id if got.id not in ids else f"{got.id}-{len(ids) + 1}")
    if not ids:
        yield from troubles.all()[:1] or (Problem(record=source.name, why="no message in it"),)


def _sessions(source: Source, troubles: Troubles) -> Iterator[SessionDraft]:
    stream = source.open()
    try:
        if _one_document(source.head()):
            stream.seek(0)
            values, why = decode(stream.read())
            if why:
                troubles.add("file", why)
            for value in values:
                for messages in _conversations(value):
                    yield _draft(enumerate(messages, 1), as_dict(value), troubles, "message")
            return
        stream.seek(0)
        yield from _by_line(stream, troubles)
    finally:
        if source.spooled is None:
            stream.close()


def _one_document(head: bytes) -> bool:
    """Whether the file is one JSON document: its first line alone is no JSON, or it is a list."""
    line = head.removeprefix(b"\xef\xbb\xbf").lstrip().split(b"\n", 1)[0]
    return line[:1] == b"[" or (len(line) < HEAD and not decode(line)[0])


def _by_line(stream: Iterable[bytes], troubles: Troubles) -> Iterator[SessionDraft]:
    """Conversations of a file read by lines: each line one, or a message a line, parted by an id or by the system message again."""
    reader, group, opening = Reader(troubles), "", ""
    for number, record in read_lines(stream, troubles):
        messages = _conversation(record)
        if messages is not None:
            if reader.used:
                yield reader.session
                reader = Reader(troubles)
            yield _draft(enumerate(messages, 1), record, troubles, f"line {number}, message")
            continue
        key = next((as_text(record[g]) for g in _GROUPS if isinstance(record.get(g), str)), "")
        system = as_text(record.get("content")) if record.get("role") == "system" else ""
        if reader.used and (key != group or (system and system == opening)):
            yield reader.session
            reader, opening = Reader(troubles), ""
        group, opening = key, opening or system
        reader.session.id = reader.session.id or key
        reader.take(f"line {number}", record)
    if reader.used or reader.session.records:
        yield reader.session


def _draft(messages: Iterable[tuple[int, Any]], whole: Record, troubles: Troubles, where: str) -> SessionDraft:
    reader = Reader(troubles)
    reader.session.note({k: v for k, v in whole.items() if k in ("first_message", "note", "notes")})
    reader.session.id = next((as_text(whole[k]) for k in (*_GROUPS, "id") if isinstance(whole.get(k), str)), "")
    reader.session.title = as_text(whole.get("title"))
    reader.session.model = as_text(whole.get("model"))
    for number, message in messages:
        if isinstance(message, dict):
            reader.take(f"{where} {number}", message)
        else:
            troubles.add(f"{where} {number}", "a message must be a JSON object")
    return reader.session


class Reader:
    """Takes the messages of one conversation in order."""

    def __init__(self, troubles: Troubles) -> None:
        self.session = SessionDraft(troubles=troubles)
        self.waiting: list[Call] = []

    @property
    def used(self) -> bool:
        """Whether a message of the conversation has been seen."""
        return bool(self.session.drafts)

    def take(self, where: str, message: Record) -> None:
        """One message."""
        session, role = self.session, message.get("role")
        session.records += 1
        time = as_time(message.get("timestamp") or message.get("created_at") or as_dict(message.get("extra")).get("timestamp"))
        if role == "user":
            self._user(message, where, time)
        elif role == "assistant":
            self._assistant(message, where, time)
        elif role in ("tool", "function"):
            self._result(message, where, time)
        elif isinstance(role, str) and role:
            session.note(message)
            session.injected[role] += 1
            if role not in ROLES:
                session.troubles.add(where, f"a message of an unknown role ({role[:40]})")
        elif not session.note(message) and "first_message" not in message:
            session.troubles.add(where, "a record without a role")

    def _user(self, message: Record, where: str, time: str | None) -> None:
        text = "\n\n".join(t for t in texts(message.get("content")) if t.strip())
        if self.waiting and text.lstrip().startswith("<returncode>"):
            chat_results.fold(self.session, self.waiting.pop(0), text, time)
            return
        words, kinds = injected.split(text)
        self.session.injected.update(kinds)
        if words.strip():
            self.session.prompt(words, time, where)
            self.waiting.clear()

    def _assistant(self, message: Record, where: str, time: str | None) -> None:
        self.session.model = self.session.model or as_text(message.get("model"))
        draft = Draft("assistant", texts(message.get("content")), time=time, record=where)
        draft.texts = [t for t in draft.texts if t.strip()]
        self.waiting.clear()
        old = message.get("function_call")
        asked = as_list(message.get("tool_calls")) + ([{"function": old}] if isinstance(old, dict) else [])
        for one in asked:
            function = as_dict(as_dict(one).get("function")) or as_dict(as_dict(one).get("custom"))
            given = function.get("arguments") if "arguments" in function else function.get("input")
            call = Call(as_text(as_dict(one).get("id")), as_text(function.get("name")), arguments_of(given), where, time)
            self.waiting.append(self.session.open_call(draft, call))
        if not asked and len(draft.texts) == 1:
            command = _only_block(draft.texts[0])
            if command:
                self.waiting.append(self.session.open_call(draft, Call("", "bash", {"command": command}, where, time)))
        self.session.drafts.append(draft)

    def _result(self, message: Record, where: str, time: str | None) -> None:
        """A result, by the call's id, else in the order of the calls that wait for one."""
        ids = [message.get("tool_call_id"), *as_list(message.get("tool_call_ids"))]
        known = next((self.session.calls[i] for i in ids if isinstance(i, str) and i in self.session.calls), None)
        call = known[1] if known else None
        if call is None and not any(isinstance(i, str) and i for i in ids) and self.waiting:
            call = self.waiting[0]
        if call is None:
            self.session.troubles.add(where, "a result for a call that is not in the transcript")
            return
        self.waiting = [w for w in self.waiting if w is not call]
        text = "\n".join(texts(message.get("content")))
        code = as_dict(message.get("extra")).get("returncode")
        chat_results.fold(self.session, call, text, time)
        if isinstance(code, int) and not isinstance(code, bool) and call.exit_code is None:
            call.exit_code, call.status = code, "ok" if code == 0 else "error"


def _only_block(text: str) -> str:
    """The command of an agent that calls its shell by one fenced block (mini-swe-agent's first version); "" if there is not just one."""
    for fence in ("```mswea_bash_command\n", "```bash\n"):
        if text.count(fence) == 1 and text.count("```") == 2:
            return text.split(fence, 1)[1].split("```", 1)[0].strip()
    return ""


def _is_message(record: Record) -> bool:
    role = record.get("role")
    if not isinstance(role, str) or role not in ROLES or "parts" in record or record.get("type", "message") != "message":
        return False
    return "content" in record or "tool_calls" in record or "function_call" in record


def _conversation(record: Record) -> list[Any] | None:
    """The messages of a record that is a whole conversation, else None."""
    messages = record.get("messages")
    if not isinstance(messages, list) or "projectHash" in record or "eval" in record or "schema_version" in record:
        return None
    firsts = [m for m in messages[:5] if isinstance(m, dict)]
    return messages if firsts and all(_is_message(m) for m in firsts) else None


def _conversations(value: object) -> list[list[Any]]:
    """All conversations in a document: an object with messages, a list of messages, a list of either."""
    if isinstance(value, dict):
        found = _conversation(value)
        return [found] if found is not None else []
    if not isinstance(value, list):
        return []
    if value and isinstance(value[0], dict) and _is_message(value[0]):
        return [value]
    return [c for item in value for c in _conversations(item)]
