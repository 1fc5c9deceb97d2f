"""Codex's tool outputs: four shapes over the years, each a frame around what the command printed.

A JSON text `{"output", "metadata": {"exit_code"}}` (to 0.3x); heads of lines ending in "Output:" (`Exit code: N`, or `Chunk ID` with
`Process exited with code N`, or `Process running with session ID N`, which `write_stdin` polls later); a sandbox's failure as one sentence;
and plain text. Only these frames are read: what a command prints about exit codes is its own affair.
"""

import re
from typing import Any

import orjson

from sessionlens.formats.draft import Call, SessionDraft
from sessionlens.formats.records import Record, as_dict, as_text, texts
from sessionlens.text.regex import regex

_HEAD = regex(
    r"\A(?:Chunk ID: \w+\n)?(?:Exit code: (?P<a>-?\d+)\n)?(?:Wall time: [\d.]+ seconds?\n)?"
    r"(?:Process exited with code (?P<b>-?\d+)\n)?(?:Process running with session ID (?P<session>\d+)\n)?"
    r"(?:Original token count: \d+\n)?(?P<c>Total output lines: \d+\n)?Output:(?:\n|\Z)"
)
_LINES = regex(r"\ATotal output lines: \d+\n\n?")
_SANDBOX = regex(
    r"\A(?:failed in sandbox|sandbox error|exec error|execution error)[^\n]{0,120}?exit code: (?P<code>-?\d+), "
    r"stdout: (?P<out>.*?), stderr: (?P<err>.*)\Z",
    re.DOTALL,
)
_CUT = regex(r"…\d+ (?:tokens|chars|lines) truncated…|\[\.\.\. omitted \d+ of \d+ lines \.\.\.\]")
_FAILED = regex(
    r"\A\s*(?:error\b|failed\b|apply_patch verification failed|fatal\b|invalid\b|unsupported call|unable to|could not|cannot"
    r"|<tool_use_error>|execution error|aborted|patch rejected|exec_command failed|write_stdin failed)",
    re.IGNORECASE,
)
_ABORTED = regex(r"\A(?:aborted by user|command timed out after|aborted)", re.IGNORECASE)


def fold(session: SessionDraft, call: Call, output: object, end: Record, time: str | None) -> None:
    """Folds a result into its call. `end` is the event that told how the command ended, if there was one."""
    if call.output is not None and call.output != "":
        return
    call.ended = time
    if isinstance(output, dict):
        text, code = as_text(output.get("content")), None
        success = output.get("success")
    else:
        text, success = "\n".join(texts(output)), None
        code = None
    text, code = _unframed(call, text, session)
    if code is None:
        code = _whole(end.get("exit_code"))
    if success is None:
        success = end.get("success")
    call.output, call.exit_code = text, code
    if code is not None:
        call.status = "ok" if code == 0 else "error"
    elif isinstance(success, bool):
        call.status = "ok" if success else "error"
    elif _ABORTED.match(text):
        call.status = "interrupted"
    elif not call.background:
        call.status = "error" if failed(text) else "ok"
    if call.name == "write_stdin":
        _poll(session, call)


def failed(text: str) -> bool:
    """Whether a result without an exit code begins as a tool's complaint does ("error: ...", "Failed to find ...")."""
    return _FAILED.match(text) is not None


def running(call: Call) -> bool:
    """Whether the command was still running when its result was written."""
    return call.background


def _unframed(call: Call, text: str, session: SessionDraft) -> tuple[str, int | None]:
    """(what was printed, exit code) of an output; marks the call as cut or running where the frame says so."""
    code: int | None = None
    if text.startswith("{") and '"output"' in text:
        text, code = _json(text)
    elif text.startswith('[{"') and '"text"' in text:
        text = _parts(text)
    elif text.startswith(("Chunk ID: ", "Exit code: ", "Wall time: ", "Output:", "Process ")):
        head = _HEAD.match(text)
        if head is not None:
            code = _whole(head["a"] or head["b"])
            text = text[head.end() :]
            call.cut = call.cut or head["c"] is not None
            if head["session"] and call.name != "write_stdin":
                call.background = True
                session.processes[head["session"]] = call
    elif "exit code: " in text[:200]:
        sandbox = _SANDBOX.match(text)
        if sandbox is not None:
            code = int(sandbox["code"])
            text = "\n".join(t for t in (sandbox["out"].strip("\n"), sandbox["err"].strip("\n")) if t)
    if text.startswith("Total output lines: "):
        text, call.cut = _LINES.sub("", text), True
    elif ("truncated…" in text or "[... omitted " in text) and _CUT.search(text):
        call.cut = True
    return text, code


def _json(text: str) -> tuple[str, int | None]:
    try:
        value = as_dict(orjson.loads(text))
    except orjson.JSONDecodeError:
        return text, None
    metadata = as_dict(value.get("metadata"))
    if not isinstance(value.get("output"), str) or "exit_code" not in metadata:
        return text, None
    return value["output"], _whole(metadata["exit_code"])


def _parts(text: str) -> str:
    """The texts of an MCP result, a JSON list in a string."""
    try:
        value = orjson.loads(text)
    except orjson.JSONDecodeError:
        return text
    found = texts(value)
    return "\n".join(found) if found else text


def _whole(value: Any) -> int | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, str) and value.lstrip("-").isdigit():
        return int(value)
    return value if isinstance(value, int) else None


def _poll(session: SessionDraft, poll: Call) -> None:
    """Gives what a poll printed to the call of the running command, where it belongs; the poll keeps no output."""
    call = session.processes.get(str(poll.given.get("session_id")))
    if call is None or call is poll:
        return
    if poll.output:
        call.append(poll.output)
    if poll.exit_code is not None:
        call.exit_code, call.status, call.background = poll.exit_code, "ok" if poll.exit_code == 0 else "error", False
    call.ended, call.cut = poll.ended, call.cut or poll.cut
    poll.output, poll.exit_code, poll.background, poll.status = "", None, False, "ok"
