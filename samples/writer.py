"""Stories and transcripts: what the samples' scripts share. A story is a readable text; a transcript is Claude Code's JSON lines.

A story is a list of messages: `=== agent #label @09:02:35` or `=== user`, the text, then any number of calls: `--- bash SECONDS`,
`--- edit FILE` (old text, a line `---- with`, new text), `--- write FILE`, `--- read FILE`, `--- todo`; a call's output stands under
`--- out exit=1`.
Needs the standard library only.
"""

import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta


@dataclass
class Call:
    """A tool call of the story: bash, edit, write, read or todo; its argument (seconds or a file), what was given to it, what came out."""

    kind: str
    argument: str
    body: str
    output: str = ""
    status: int = 0


@dataclass
class Turn:
    """A message of the story: who, its label, a time of day or "", its text, its calls."""

    role: str
    label: str = ""
    clock: str = ""
    text: str = ""
    calls: list[Call] = field(default_factory=list)


def turns(text: str) -> Iterator[Turn]:
    """The messages of a story."""
    for block in re.split(r"^=== ", text, flags=re.M)[1:]:
        head, _, body = block.partition("\n")
        words = head.split()
        label, clock = ("".join(w[1:] for w in words[1:] if w[0] == mark) for mark in "#@")
        turn = Turn(words[0], label, clock)
        parts = re.split(r"^--- (bash|out|edit|write|read|todo)(.*)\n", body, flags=re.M)
        turn.text = parts[0].strip()
        for kind, argument, content in zip(parts[1::3], parts[2::3], parts[3::3], strict=True):
            if kind == "out":
                turn.calls[-1].output = content.rstrip("\n")
                turn.calls[-1].status = int(argument.partition("exit=")[2] or 0)
            else:
                turn.calls.append(Call(kind, argument.strip(), content.rstrip("\n")))
        yield turn


def labelled(turns: list[Turn], first: int) -> dict[str, int]:
    """The number of each message that has a label."""
    return {turn.label: first + i for i, turn in enumerate(turns) if turn.label}


def tool(call: Call, root: str) -> tuple[str, dict[str, object], str, object]:
    """A call as Claude Code records it: the tool's name, its input, the result's text, and the structured result."""
    kind, body, output = call.kind, call.body, call.output
    path = f"{root}/{call.argument}"
    if kind == "bash":
        return "Bash", {"command": body}, output, {"stdout": output, "stderr": "", "interrupted": False, "isImage": False}
    if kind == "edit":
        old, new = body.split("\n---- with\n")
        edit: dict[str, object] = {
            "filePath": path,
            "oldString": old,
            "newString": new,
            "originalFile": None,
            "structuredPatch": [],
            "userModified": False,
        }
        given: dict[str, object] = {"file_path": path, "old_string": old, "new_string": new}
        return "Edit", given, f"The file {path} has been updated successfully.", edit | {"replaceAll": False}
    if kind == "write":
        written = {"type": "create", "filePath": path, "content": body + "\n", "structuredPatch": []}
        return "Write", {"file_path": path, "content": body + "\n"}, f"File created successfully at: {path}", written
    if kind == "read":
        return "Read", {"file_path": path}, output, {"type": "text", "file": {"filePath": path, "content": output}}
    states = {"x": "completed", "~": "in_progress", " ": "pending"}
    todos = [{"content": line[4:], "status": states[line[1]], "activeForm": line[4:]} for line in body.splitlines()]
    return "TodoWrite", {"todos": todos}, "Todos have been modified successfully.", {"oldTodos": [], "newTodos": todos}


class Transcript:
    """The records so far, and the clock."""

    def __init__(self, name: str, root: str, branch: str, model: str, start: datetime) -> None:
        self.root, self.branch, self.model, self.now = root, branch, model, start
        self.session = self.key("session " + name)
        self.records: list[dict[str, object]] = []

    @staticmethod
    def key(text: str) -> str:
        h = hashlib.sha256(text.encode()).hexdigest()
        return f"{h[:8]}-{h[8:12]}-4{h[13:16]}-a{h[17:20]}-{h[20:32]}"

    def add(self, kind: str, **rest: object) -> None:
        """One record, chained to the one before it."""
        parent = self.records[-1]["uuid"] if self.records else None
        uuid = self.key(f"{self.session} {len(self.records)}")
        stamp = self.now.isoformat(timespec="milliseconds") + "Z"
        frame = {"parentUuid": parent, "isSidechain": False, "userType": "external", "cwd": self.root, "sessionId": self.session}
        self.records.append(frame | {"version": "2.0.14", "gitBranch": self.branch, "type": kind, **rest, "uuid": uuid, "timestamp": stamp})

    def say(self, number: int, block: dict[str, object]) -> None:
        """A piece of the agent's message; pieces of one message share its id."""
        message = {"id": f"msg_{number:06d}", "type": "message", "role": "assistant", "model": self.model, "content": [block]}
        self.add("assistant", message=message | {"stop_reason": None, "usage": {"input_tokens": 9, "output_tokens": 9}})

    def turn(self, number: int, turn: Turn) -> None:
        """One message with its calls and their results."""
        if turn.clock:
            set_to = datetime.fromisoformat(f"{self.now.date()}T{turn.clock}")
            assert set_to > self.now, f"message {number}: {turn.clock} is past, it is {self.now.time()}"
            self.now = set_to
        self.now += timedelta(seconds=4 + len(turn.text) // 60)
        if turn.role == "user":
            self.add("user", message={"role": "user", "content": turn.text})
            return
        if turn.text:
            self.say(number, {"type": "text", "text": turn.text})
        for i, call in enumerate(turn.calls):
            self.call(number, i, call)

    def note(self, text: str, first: int) -> None:
        """What a reader of the transcript must be told, in its first record, with the number of the first message."""
        self.add("system", subtype="informational", content=text, level="info", isMeta=False, first_message=first)

    def call(self, number: int, i: int, call: Call) -> None:
        """A tool call and its result. A search that finds nothing is no error; another failure puts its status into the text."""
        key = f"toolu_{number:06d}_{i}"
        name, given, text, result = tool(call, self.root)
        self.say(number, {"type": "tool_use", "id": key, "name": name, "input": given})
        self.now += timedelta(seconds=float(call.argument) if call.kind == "bash" else 1)
        nothing_found = call.status == 1 and "grep" in call.body.split("|")[-1].split("&&")[-1]
        if nothing_found and isinstance(result, dict):
            result["returnCodeInterpretation"] = "No matches found"
        elif call.status:
            text = f"Exit code {call.status}\n{text}"
            result = f"Error: {text}"
        answer = {"tool_use_id": key, "type": "tool_result", "content": text, "is_error": bool(call.status) and not nothing_found}
        self.add("user", message={"role": "user", "content": [answer]}, toolUseResult=result)

    def text(self) -> str:
        """The JSON lines."""
        return "".join(json.dumps(r, ensure_ascii=False) + "\n" for r in self.records)
