"""opencode: the output of `opencode export` (one JSON object), the `storage/` tree of versions before 1.2, and the database of later ones.

All hold the same messages and parts; in the tree each is a file of its own, in the database (`opencode_db`) a row. A tool's part holds its
call and its result; the exit code is `state.metadata.exit`, and the state is `completed` even for a command that failed. Times are epoch
milliseconds; ids ascend with time.
"""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import orjson

from sessionlens.formats import opencode_db
from sessionlens.formats.base import Source
from sessionlens.formats.draft import Call, Draft, SessionDraft
from sessionlens.formats.records import Record, as_dict, as_list, as_text, as_time, decode
from sessionlens.formats.tools import kind_of
from sessionlens.model.session import Session
from sessionlens.model.span import Problem
from sessionlens.text.regex import regex

NAME = "opencode"
_TAIL = regex(r"\n*<(?P<tag>bash_metadata|metadata|shell_metadata)>\n(?P<said>.*?)\n?</(?P=tag)>\s*\Z", re.DOTALL)
_EXPORT = re.compile(rb'\A\s*\{\s*"info"\s*:\s*\{')
_MESSAGES = re.compile(rb'"messages"\s*:\s*\[')


def sniff(head: bytes, path: Path | None) -> float:
    """An object `{info, messages: [{info, parts}]}`, or a session's record in a storage tree."""
    if head.startswith(opencode_db.MAGIC):
        return 1.0 if path is not None and opencode_db.is_ours(path) else 0.0
    if _EXPORT.match(head):
        return 1.0 if b'"ses_' in head or (b'"parts"' in head and b'"role"' in head) else 0.0
    start = head[:400].lstrip()
    if start.startswith(b"{") and b'"ses_' in start and b'"projectID"' in head and b'"directory"' in head and b'"parts"' not in head:
        return 0.9
    if start.startswith(b"{") and b'"messages"' in start and b'"parts"' in head and b'"sessionID"' in head:
        return 0.8
    return 0.0


def read(source: Source, first_message: int = 1) -> Iterator[Session | Problem]:
    """The session of an export, or of a session's record in a storage tree with its messages and parts; the sessions of a database."""
    stream = source.open()
    try:
        data = stream.read(len(opencode_db.MAGIC))
        if data == opencode_db.MAGIC:
            yield from _database(source, first_message)
            return
        data += stream.read()
    finally:
        if source.spooled is None:
            stream.close()
    session = SessionDraft(agent="opencode")
    whole, why = _whole(data)
    if why:
        session.troubles.add("file", why)
    del data
    if whole is None:
        yield Problem(record=source.name, why=f"not an opencode export: {why}")
        return
    if "messages" not in whole and source.path is not None and as_text(whole.get("id")).startswith("ses_"):
        info = whole
        _session(session, info)
        tree = source.path.parent.parent.parent
        session.records += 1
        messages: Iterator[Record] = _tree(tree, session)
    else:
        info = as_dict(whole.get("info"))
        _session(session, info)
        messages = iter([as_dict(m) for m in as_list(whole.get("messages"))])
        session.records += 1
    _messages(session, messages, info)
    yield session.freeze(form=NAME, source=source.name, first_message=first_message)


def _database(source: Source, first_message: int) -> Iterator[Session | Problem]:
    if source.path is None:
        yield Problem(record=source.name, why="a database is read from its file, not from a stream")
        return
    try:
        with closing(opencode_db.connect(source.path)) as connection:
            for info, messages in opencode_db.sessions(connection):
                session = SessionDraft(agent="opencode", records=1)
                _session(session, info)
                _messages(session, messages, info)
                yield session.freeze(form=NAME, source=source.name, first_message=first_message)
                first_message = 1
    except sqlite3.Error as error:
        yield Problem(record=source.name, why=f"the database cannot be read: {error}")


def _messages(session: SessionDraft, messages: Iterator[Record], info: Record) -> None:
    """All messages; those from the one on that a person went back to (`/undo`) are in the store still, but taken back."""
    back = as_text(as_dict(info.get("revert")).get("messageID"))
    undone = -1
    for message in messages:
        session.records += 1
        if undone < 0 and back and as_dict(message.get("info")).get("id") == back:
            undone = len(session.drafts)
        _message(session, message)
    if undone >= 0:
        session.take_back(undone, back, "undo")


def _whole(data: bytes) -> tuple[Record | None, str]:
    """(the export, what is wrong with it). Of a broken one, the messages before the fault are kept."""
    try:
        value = orjson.loads(data)
        return (value, "") if isinstance(value, dict) else (None, "not a JSON object")
    except orjson.JSONDecodeError:
        values, why = decode(data)
    if values and isinstance(values[0], dict):
        return values[0], why
    start = _MESSAGES.search(data)
    if start is None:
        return None, why or "empty"
    info, _ = decode(data[: start.start()].rstrip().rstrip(b",") + b"}")
    kept, fault = _elements(data[start.end() :].decode("utf-8", "replace"))
    head = info[0] if info and isinstance(info[0], dict) else {}
    return {**head, "messages": kept}, f"cut off or damaged after {len(kept)} messages: {fault or why}"


def _elements(text: str) -> tuple[list[object], str]:
    """The elements of a JSON list that breaks off, as far as they are whole."""
    from json import JSONDecodeError, JSONDecoder

    decoder, at = JSONDecoder(strict=False), 0
    kept: list[object] = []
    while True:
        while at < len(text) and text[at] in " \t\r\n,":
            at += 1
        if at >= len(text) or text[at] == "]":
            return kept, ""
        try:
            value, at = decoder.raw_decode(text, at)
        except JSONDecodeError as error:
            return kept, error.msg.lower()
        except RecursionError:
            return kept, "nested too deeply"
        kept.append(value)


def _session(session: SessionDraft, info: Record) -> None:
    session.note(info)
    session.id = as_text(info.get("id"))
    session.title = as_text(info.get("title"))
    session.cwd = as_text(info.get("directory")) or None
    session.parent = as_text(info.get("parentID")) or None
    version = as_text(info.get("version"))
    session.agent = f"opencode {version}" if version else "opencode"


def _tree(tree: Path, session: SessionDraft) -> Iterator[Record]:
    """Messages with their parts from a storage tree, in the order of their ids."""
    for file in sorted((tree / "message" / session.id).glob("*.json")):
        info = _file(file, session)
        parts = [_file(part, session) for part in sorted((tree / "part" / file.stem).glob("*.json"))]
        session.records += len(parts)
        yield {"info": info, "parts": [p for p in parts if p]}


def _file(path: Path, session: SessionDraft) -> Record:
    try:
        values, why = decode(path.read_bytes())
    except OSError as error:
        values, why = [], error.strerror or "cannot be read"
    if why or not values or not isinstance(values[0], dict):
        session.troubles.add(path.stem, why or "not a JSON object")
        return {}
    return values[0]


def _message(session: SessionDraft, message: Record) -> None:
    info = as_dict(message.get("info"))
    if "kind" in message:
        session.injected[as_text(message["kind"]) or "message"] += 1
        return
    role, where = as_text(info.get("role")), as_text(info.get("id"))
    time = as_time(as_dict(info.get("time")).get("created"))
    parts = [as_dict(p) for p in as_list(message.get("parts"))]
    if info.get("summary") is True or any(p.get("type") == "compaction" for p in parts):
        session.injected["compaction"] += 1
        return
    if role == "user":
        own = [as_text(p.get("text")) for p in parts if p.get("type") == "text" and not p.get("synthetic") and not p.get("ignored")]
        session.injected.update("synthetic" for p in parts if p.get("synthetic") or p.get("ignored"))
        text = "\n\n".join(t for t in own if t.strip())
        if text.strip():
            session.prompt(text, time, where)
        else:
            session.injected["user"] += 1
        return
    if role != "assistant":
        session.troubles.add(where or f"message {session.records - 1}", f"a message of an unknown role ({role or 'none'})")
        return
    model = as_dict(info.get("model"))
    session.model = session.model or as_text(info.get("modelID")) or as_text(model.get("modelID"))
    draft = Draft("assistant", time=time, record=where)
    cwd = as_text(as_dict(info.get("path")).get("cwd"))
    for part in parts:
        kind = as_text(part.get("type"))
        if kind == "text" and not part.get("synthetic") and not part.get("ignored"):
            draft.add_text(as_text(part.get("text")))
        elif kind == "tool":
            call = _call(session, part)
            call.cwd = cwd if cwd and cwd != session.cwd else None
            session.open_call(draft, call)
        else:
            session.injected[kind or "part"] += 1
    session.drafts.append(draft)


def _call(session: SessionDraft, part: Record) -> Call:
    state = as_dict(part.get("state"))
    metadata, time = as_dict(state.get("metadata")), as_dict(state.get("time"))
    name = as_text(part.get("tool"))
    given = as_dict(state.get("input"))
    call = Call(
        as_text(part.get("callID")) or as_text(part.get("id")), name, given, as_text(part.get("id")),
        as_time(time.get("start")), as_time(time.get("end")),
    )  # fmt: skip
    status = state.get("status")
    output = state.get("output") if isinstance(state.get("output"), str) else None
    if status == "error":
        call.output, call.status = as_text(state.get("error")) or output or "", "error"
        if "aborted" in call.output.lower()[:200]:
            call.status = "interrupted"
    elif status == "completed":
        call.output, call.status = output or "", "error" if name == "invalid" else "ok"
    else:
        call.output, call.status = output or as_text(metadata.get("output")), "unknown"
    _ended(call, metadata)
    if time.get("compacted"):
        call.cut = True
    child = as_text(metadata.get("sessionId") or metadata.get("sessionID"))
    if child:
        call.child = child
        session.children[child] = (call, call.output)
    return call


def _ended(call: Call, metadata: Record) -> None:
    """Exit code, cuts and time-outs, from the metadata and the program's own tail."""
    code = metadata.get("exit")
    if isinstance(code, int) and not isinstance(code, bool) and kind_of(call.name, call.given) == "shell":
        call.exit_code = code
        call.status = "ok" if code == 0 else "error"
    if metadata.get("truncated") is True:
        call.cut = True
    output = call.output or ""
    tail = _TAIL.search(output) if output.rstrip().endswith("metadata>") else None
    if tail is not None:
        call.output = output[: tail.start()]
        if "timeout" in tail["said"] or "abort" in tail["said"].lower():
            call.status = "interrupted"
        if "truncated" in tail["said"]:
            call.cut = True
    if metadata.get("timeout") is True:
        call.status = "interrupted"
