"""A transcript as data: session, message, tool call.

These are slotted dataclasses and not pydantic models because a session holds tens of thousands of them and they are
made on the reading path.
"""

from dataclasses import field
from typing import Any, Literal

from sessionlens.model.quick import quick
from sessionlens.model.span import Problem

ToolKind = Literal["shell", "edit", "write", "patch", "read", "search", "task", "todo", "other"]
CallStatus = Literal["ok", "error", "interrupted", "unknown"]


@quick
class FileEdit:
    """One file touched by an edit tool. `old` and `new` are the replaced and the new text where the record gives them
    (a whole new file: `old` is None and `new` its content); `op` says what happened to the file."""

    path: str
    op: Literal["update", "add", "delete", "move"] = "update"
    old: str | None = None
    new: str | None = None


@quick
class ToolCall:
    """One use of a tool, with its result folded in.

    `command` is shell text where the tool is a shell, else None. `output` is what the agent saw, without the frame that
    the agent's program puts around it ("Exit code: 1", "Wall time: ..."); stdout and stderr are in it.
    `exit_code` is None where the format does not tell it. `status` is a different fact: the tool's own success.
    `cut` is True when the agent's program, not the command, shortened the output.
    """

    id: str
    name: str
    kind: ToolKind
    input: dict[str, Any]
    command: str | None = None
    description: str = ""
    cwd: str | None = None
    edits: tuple[FileEdit, ...] = ()
    output: str = ""
    exit_code: int | None = None
    status: CallStatus = "unknown"
    cut: bool = False
    background: bool = False
    child: str | None = None
    started: str | None = None
    ended: str | None = None
    record: str = ""


@quick
class Message:
    """One turn: a person's prompt or a message of the agent, numbered from 1 (or from `--first-message`).

    `text` is the message's own text, exactly; conclusions are quoted from it. `record` names the record where it stands.
    `aside` is what a person wrote while the message's calls ran: a format hands it over with a result, so it is no message of its own.
    """

    number: int
    role: Literal["user", "assistant"]
    text: str
    calls: tuple[ToolCall, ...] = ()
    time: str | None = None
    record: str = ""
    aside: str = ""


@quick
class Child:
    """A session started by this one (a subagent): its id, the message that started it, and the report that came back."""

    id: str
    msg: int | None
    report: str


@quick
class Session:
    """A transcript, read. `source` is a file name. `injected` counts the records that are nobody's message, by kind;
    `notes` are the transcript's own remarks that a report must repeat (a sample says here that it is reconstructed)."""

    id: str
    format: str
    source: str
    messages: tuple[Message, ...]
    title: str = ""
    agent: str = ""
    model: str = ""
    cwd: str | None = None
    started: str | None = None
    ended: str | None = None
    problems: tuple[Problem, ...] = ()
    injected: dict[str, int] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    children: tuple[Child, ...] = ()
    parent: str | None = None
    records: int = 0
