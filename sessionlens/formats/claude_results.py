"""Claude Code's tool results: what the agent saw, how the command ended.

The exit code is written for failures only, as the result's first line; a success has none. `toolUseResult` is a dict for most tools, a
string for failures and a list for MCP tools.
"""

import re

from sessionlens.formats import injected
from sessionlens.formats.claude_children import started
from sessionlens.formats.draft import Call, SessionDraft
from sessionlens.formats.records import Record, as_dict, as_text, texts
from sessionlens.formats.tools import kind_of
from sessionlens.text.regex import regex

_EXIT = regex(r"\A(?:Error: )?Exit code (-?\d+)(?:\n|\Z)")
_ERROR = regex(r"\A<tool_use_error>(.*)</tool_use_error>\s*\Z", re.DOTALL)
_PERSISTED = regex(r"<persisted-output>\s*Output too large[^\n]*\n+(?:Preview \(first[^\n]*\n)?")
_MOVED = "Shell cwd was reset to "
_RESET = regex(rf"(?:\A|\n){_MOVED}[^\n]*\s*\Z")
_CUT = ("[output truncated", "characters truncated] ...", "lines truncated] ...")
_STOPPED = ("[Request interrupted", "The user doesn't want to proceed", "The user doesn't want to take this action")
_TAILS = ("(Bash completed with no output)", "<error>Command was aborted before completion</error>")
_BACKGROUND = regex(r"\ACommand (?:running|was manually backgrounded|is running) in (?:the )?background with ID: ([\w-]+)[^\n]*\n?")
POLLS = frozenset({"BashOutput", "TaskOutput", "AgentOutputTool", "BashOutputTool"})
_PART = regex(r"<(status|exit_code|stdout|stderr|output)>\n?(.*?)\n?</\1>", re.DOTALL)


def fold(session: SessionDraft, block: Record, record: Record, time: str | None) -> str:
    """Folds a result into the call that it answers; returns what is wrong with it, "" if nothing."""
    known = session.calls.get(as_text(block.get("tool_use_id")))
    if known is None:
        return f"a result for a call that is not in the transcript ({as_text(block.get('tool_use_id')) or 'no id'})"
    call = known[1]
    if call.output is not None:
        return ""
    content = block.get("content")
    text = content if isinstance(content, str) else "\n".join(texts(content))
    if "</system-reminder>" in text:
        text, reminders = injected.trailing(text)
        session.injected.update(reminders)
    call.ended, call.output = time, text
    extra = record.get("toolUseResult")
    details = as_dict(extra)
    if call.name in POLLS:
        _poll(session, call, text, details)
    elif block.get("is_error") or (isinstance(extra, str) and extra.startswith("Error: ") and "is_error" not in block):
        _failed(call, text)
    else:
        _succeeded(session, call, text, details)
    if "agentId" in details:
        started(session, call, details)
    return ""


def _failed(call: Call, text: str) -> None:
    call.status = "error"
    head = _EXIT.match(text)
    if head is not None:
        call.exit_code, call.output = int(head[1]), text[head.end() :]
        if "Command timed out after" in text or "Command was aborted before completion" in text[-200:]:
            call.status = "interrupted"
        return
    wrapped = _ERROR.match(text)
    if wrapped is not None:
        call.output = wrapped[1]
    elif text.startswith(_STOPPED) or "Command timed out after" in text[:200]:
        call.status = "interrupted"


def _succeeded(session: SessionDraft, call: Call, text: str, details: Record) -> None:
    call.status = "ok"
    preview = _preview(text) if text.startswith("<persisted-output>") else None
    if preview is not None:
        call.output, call.cut = preview, True
    elif details.get("persistedOutputPath") or details.get("truncated") is True or _shortened(text):
        call.cut = True
    if text.endswith(_TAILS):
        call.output = text[: text.rfind(_TAILS[0] if text.endswith(")") else _TAILS[1])]
    if _MOVED in text[-400:]:
        output = call.output or ""
        reset = _RESET.search(output, max(0, output.rfind("\n", 0, output.rfind(_MOVED))))
        call.output = output[: reset.start()] if reset else output
    if details.get("interrupted") is True:
        call.status = "interrupted"
    elif details.get("backgroundTaskId") or call.given.get("run_in_background") is True:
        call.background = True
        shell = as_text(details.get("backgroundTaskId")) or (_BACKGROUND.search(text) or ("", ""))[1]
        if shell:
            session.processes[shell] = call
        call.output = _BACKGROUND.sub("", text)
    elif kind_of(call.name, call.given) == "shell":
        call.exit_code = 1 if details.get("returnCodeInterpretation") else 0


def _preview(text: str) -> str | None:
    """What is shown of an output that the program put into a file of its own; None if the text is nothing of the kind."""
    head, whole = _PERSISTED.match(text), text.rstrip()
    if head is None or not whole.endswith("</persisted-output>"):
        return None
    return whole[head.end() : -len("</persisted-output>")].rstrip().removesuffix("...").rstrip()


def _shortened(text: str) -> bool:
    """Whether the program cut the output's middle or end; it does so from some thousands of characters on."""
    return len(text) > 2000 and "truncated" in text and any(mark in text for mark in _CUT)


def _poll(session: SessionDraft, poll: Call, text: str, details: Record) -> None:
    """Gives what a poll of a background command printed to that command's call, where it belongs; the poll keeps no output."""
    poll.status = "ok"
    given = poll.given
    call = session.processes.get(as_text(given.get("bash_id") or given.get("task_id") or given.get("shell_id") or details.get("shellId")))
    if call is None:
        return
    parts = dict(_PART.findall(text))
    printed = "\n".join(p for p in (parts.get("stdout"), parts.get("stderr"), parts.get("output")) if p)
    if printed:
        call.append(printed)
    code = details.get("exitCode", parts.get("exit_code"))
    if isinstance(code, int) or (isinstance(code, str) and code.lstrip("-").isdigit()):
        call.exit_code, call.status = int(code), "ok" if int(code) == 0 else "error"
    poll.output = ""
