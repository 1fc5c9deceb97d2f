"""The message itself: text, commands, outputs, with marks where something is cut, and what a person wrote meanwhile."""

import re

from sessionlens.model.frozen import Record
from sessionlens.model.session import ToolCall
from sessionlens.model.trace import Run
from sessionlens.reports.context.common import excerpt
from sessionlens.reports.lines import Line, Piece, Quote, counted, listed, say
from sessionlens.reports.scope import Scope
from sessionlens.rules.signs.runs import CUTTERS
from sessionlens.text.regex import regex

INPUT_AT_MOST = 1200
_LEFT_OUT = regex(
    r"(?:\.\.\.|…)?\s?[\[<(](?:\.\.\. )?[+\d][\d,]* (?:more )?(?:characters?|chars|lines?|bytes|tokens) (?:truncated|omitted|elided)"
    r"[^\]>)]{0,40}[\])>]"
)
_ERROR = regex(r"^\s*(?:[\w./-]+: )?(?:error|fatal|panicked|Error|ERROR|FATAL)\b[^\n]*", re.M)
SILENT = frozenset(("echo", "printf", "cd", "true", "export"))


class Call(Record):
    """One use of a tool. `command` is shell text, else `name` and `input` say what was done; `left` lines of output are not shown;
    `marks` say what is cut and whose exit status is seen. `part` is its place in the message, from 1."""

    part: int
    name: str
    command: str
    input: str
    output: str
    left: int
    marks: tuple[Line, ...]


class Verbatim(Record):
    """`calls` are its uses of tools; `aside` is what a person wrote while they ran."""

    number: int
    role: str
    time: str
    text: str
    calls: tuple[Call, ...]
    aside: str


def build(scope: Scope) -> Verbatim | None:
    message = scope.subject
    if message is None:
        return None
    runs = {r.part: r for r in scope.whole.turns[message.number].runs}
    calls = tuple(_call(scope, call, part, runs.get(part)) for part, call in enumerate(message.calls, start=1))
    return Verbatim(
        message.number,
        message.role,
        (message.time or "")[:19].replace("T", " "),
        scope.redact(message.text.strip()),
        calls,
        scope.redact(message.aside.strip()),
    )


def _call(scope: Scope, call: ToolCall, part: int, run: Run | None) -> Call:
    output, left = excerpt(scope.redact(call.output))
    command = scope.redact((call.command or "").strip())
    return Call(part, call.name, command, _input(scope, call), output, left, tuple(_marks(scope, call, run, left)))


def _input(scope: Scope, call: ToolCall) -> str:
    if call.command:
        return ""
    parts = []
    for e in call.edits[:4]:
        parts.append(f"{e.op} {e.path}")
        parts += [f"- {line}" for line in (e.old or "").split("\n")[:12] if e.old]
        parts += [f"+ {line}" for line in (e.new or "").split("\n")[:12] if e.new]
    if not parts:
        parts = [f"{k}: {v}" for k, v in call.input.items() if isinstance(v, str | int | float)]
    text = scope.redact("\n".join(parts))
    return text if len(text) <= INPUT_AT_MOST else text[:INPUT_AT_MOST] + "…"


def _marks(scope: Scope, call: ToolCall, run: Run | None, left: int) -> list[Line]:
    msg = (scope.message or 0,)
    marks = []
    if call.cut:
        marks.append(say("The agent's program shortened this output before the agent saw it.", cites=msg))
    if gap := _LEFT_OUT.search(call.output):
        marks.append(say("The recorded output itself has a gap: ", Quote(gap.group().strip()), cites=msg))
    if run is not None:
        marks += _cut(run, msg)
    if left:
        marks.append(say(f"{counted(left, 'line')} left out of this report.", cites=msg))
    if error := _ERROR.search(call.output):
        marks.append(say("It reported an error: ", Quote(scope.clip(error.group(), 160)), cites=msg))
    if call.exit_code:
        marks.append(say(f"Exit status {call.exit_code}.", cites=msg))
    if run is not None:
        marks += _hidden(run, msg)
    if call.status == "interrupted":
        marks.append(say("The call was interrupted.", cites=msg))
    return marks


def faults(scope: Scope) -> tuple[Line, ...]:
    """What went wrong in the message's commands: errors that were printed, and statuses that nobody could see."""
    message = scope.subject
    if message is None:
        return ()
    runs = {r.part: r for r in scope.whole.turns[message.number].runs}
    out: list[Line] = []
    for part, call in enumerate(message.calls, start=1):
        error = _ERROR.search(call.output)
        hidden = _hidden(runs[part], (message.number,)) if part in runs else []
        if error:
            told = "A command reported an error" + (", and the call ended with status 0: " if call.exit_code == 0 else ": ")
            out.append(say(told, Quote(scope.clip(error.group(), 160)), cites=(message.number,)))
        out += hidden
    return tuple(out)


def _cut(run: Run, msg: tuple[int, ...]) -> list[Line]:
    """Each `head` or `tail` with what it cut: the commands of its own pipeline and no others."""
    marks = []
    for a in run.actions:
        if a.command.tool in CUTTERS and a.command.stage > 0:
            first = next((b for b in run.actions if b.command.group == a.command.group and b.command.stage == 0), None)
            name = first.command.text if first else "its pipeline"
            pieces: list[Piece] = [f"{' '.join(a.command.argv[:3])} cuts the output of {name[:80]}"]
            others = len({b.command.group for b in run.actions if b.command.tool not in SILENT}) > 1
            marks.append(say(*pieces, " and of nothing else." if others else ".", cites=msg))
    return marks


def _hidden(run: Run, msg: tuple[int, ...]) -> list[Line]:
    hidden = [a.command.tool for a in run.actions if not a.command.exit_visible and a.command.tool not in SILENT | CUTTERS]
    seen = [a.command.tool for a in run.actions if a.command.exit_visible and a.intent != "navigate"]
    if not hidden or not seen:
        return []
    return [say(f"The exit status seen is that of {seen[-1]}; {listed(dict.fromkeys(hidden))} could fail unseen.", cites=msg)]
