"""Writes one made-up session in each of the four formats, as their programs do."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

Record = dict[str, Any]


@dataclass(frozen=True)
class Step:
    """A message: a prompt of a person, or the agent's text with at most one use of a tool ("bash", "write" or "edit")."""

    role: str
    text: str
    tool: str = ""
    given: tuple[str, ...] = ()
    output: str = ""
    exit: int = 0


def inputs(step: Step, names: tuple[str, str, str, str]) -> Record:
    """A tool's input under a format's own names for path, old text, new text and content."""
    path, old, new, content = names
    if step.tool == "bash":
        return {"command": step.given[0]}
    if step.tool == "write":
        return {path: step.given[0], content: step.given[1]}
    return {path: step.given[0], old: step.given[1], new: step.given[2]}


def claude(steps: list[Step]) -> list[Record]:
    records: list[Record] = []

    def add(kind: str, message: Record, **more: Any) -> None:
        records.append({"type": kind, "uuid": f"u{len(records)}", "sessionId": "s", "cwd": "/w", "message": message, **more})

    for number, step in enumerate(steps):
        if step.role == "user":
            add("user", {"role": "user", "content": step.text})
            continue
        if step.text:
            add("assistant", {"id": f"m{number}", "role": "assistant", "content": [{"type": "text", "text": step.text}]})
        if step.tool:
            name = {"bash": "Bash", "write": "Write", "edit": "Edit"}[step.tool]
            use = {
                "type": "tool_use",
                "id": f"t{number}",
                "name": name,
                "input": inputs(step, ("file_path", "old_string", "new_string", "content")),
            }
            add("assistant", {"id": f"m{number}", "role": "assistant", "content": [use]})
            output = f"Exit code {step.exit}\n{step.output}" if step.exit else step.output
            block = {"type": "tool_result", "tool_use_id": f"t{number}", "content": output, "is_error": bool(step.exit)}
            extra = f"Error: {output}" if step.exit else {"stdout": step.output, "stderr": "", "interrupted": False}
            add("user", {"role": "user", "content": [block]}, toolUseResult=extra)
    return records


def shell(step: Step) -> str:
    """Codex edits through its shell."""
    if step.tool == "bash":
        return step.given[0]
    if step.tool == "write":
        return f"cat > {step.given[0]} <<'PATCH'\n{step.given[1]}\nPATCH"
    hunk = "\n".join([f"-{line}" for line in step.given[1].split("\n")] + [f"+{line}" for line in step.given[2].split("\n")])
    return f"apply_patch <<'PATCH'\n*** Begin Patch\n*** Update File: {step.given[0]}\n@@\n{hunk}\n*** End Patch\nPATCH"


def codex(steps: list[Step]) -> list[Record]:
    records: list[Record] = [{"timestamp": "t", "type": "session_meta", "payload": {"id": "s", "cwd": "/w"}}]

    def add(kind: str, **payload: Any) -> None:
        records.append({"timestamp": "t", "type": kind, "payload": payload})

    for number, step in enumerate(steps):
        if step.role == "user":
            add("response_item", type="message", role="user", content=[{"type": "input_text", "text": step.text}])
            add("event_msg", type="user_message", message=step.text)
            continue
        if step.text:
            add("event_msg", type="agent_message", message=step.text)
            add("response_item", type="message", role="assistant", content=[{"type": "output_text", "text": step.text}])
        if step.tool:
            arguments = json.dumps({"command": ["bash", "-lc", shell(step)], "workdir": "/w"})
            add("response_item", type="function_call", name="shell", arguments=arguments, call_id=f"c{number}")
        add("event_msg", type="token_count", info=None)
        if step.tool:
            output = json.dumps({"output": step.output, "metadata": {"exit_code": step.exit, "duration_seconds": 0.1}})
            add("response_item", type="function_call_output", call_id=f"c{number}", output=output)
    return records


def opencode(steps: list[Step]) -> Record:
    messages = []
    for number, step in enumerate(steps):
        info = {"id": f"msg_{number:04}", "role": step.role, "path": {"cwd": "/w"}}
        parts: list[Record] = [{"type": "text", "text": step.text}] if step.text else []
        if step.tool:
            state: Record = {
                "input": inputs(step, ("filePath", "oldString", "newString", "content")),
                "status": "completed",
                "output": step.output,
            }
            state["metadata"] = {"exit": step.exit} if step.tool == "bash" else {}
            if step.exit and step.tool != "bash":
                state = {**state, "status": "error", "error": step.output}
            parts.append({"type": "tool", "tool": step.tool, "callID": f"c{number}", "state": state})
        messages.append({"info": info, "parts": parts})
    return {"info": {"id": "ses_s", "directory": "/w"}, "messages": messages}


def chat(steps: list[Step]) -> list[Record]:
    records: list[Record] = []
    for number, step in enumerate(steps):
        record: Record = {"role": step.role, "content": step.text or None}
        if step.tool:
            arguments = json.dumps(inputs(step, ("file_path", "old_string", "new_string", "content")))
            record["tool_calls"] = [{"id": f"c{number}", "type": "function", "function": {"name": step.tool, "arguments": arguments}}]
        records.append(record)
        if step.tool:
            output = f"[exit code {step.exit}]\n{step.output}" if step.exit else step.output
            records.append({"role": "tool", "tool_call_id": f"c{number}", "content": output})
    return records


def write(steps: list[Step], folder: Path) -> dict[str, Path]:
    """The four files, by format."""
    found = {}
    for name, records in (
        ("claude-code", claude(steps)),
        ("codex", codex(steps)),
        ("opencode", [opencode(steps)]),
        ("openai-chat", chat(steps)),
    ):
        found[name] = folder / f"{name}.jsonl"
        found[name].write_text("".join(json.dumps(r, ensure_ascii=False) + "\n" for r in records))
    return found
