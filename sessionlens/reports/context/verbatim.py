"""The message itself: text, commands, outputs, with marks where something is cut."""

from dataclasses import dataclass

from sessionlens.model.session import ToolCall
from sessionlens.model.trace import Run
from sessionlens.reports.context.common import excerpt
from sessionlens.reports.context.verifications import cutter
from sessionlens.reports.lines import Line, counted, say
from sessionlens.reports.scope import Scope

INPUT_AT_MOST = 1200


@dataclass(frozen=True, slots=True)
class Call:
    """One use of a tool. `command` is shell text, else `name` and `input` say what was done; `left` lines of output are not shown;
    `marks` say what is cut and whose exit status is seen."""

    part: int
    name: str
    command: str
    input: str
    output: str
    left: int
    marks: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Verbatim:
    number: int
    role: str
    time: str
    text: str
    calls: tuple[Call, ...]


def build(scope: Scope) -> Verbatim | None:
    message = scope.subject
    if message is None:
        return None
    runs = {r.part: r for r in scope.whole.turns[message.number].runs}
    calls = tuple(_call(scope, call, part, runs.get(part)) for part, call in enumerate(message.calls, start=1))
    return Verbatim(message.number, message.role, (message.time or "")[:19].replace("T", " "), scope.redact(message.text.strip()), calls)


def _call(scope: Scope, call: ToolCall, part: int, run: Run | None) -> Call:
    output, left = excerpt(scope.redact(call.output))
    return Call(part, call.name, scope.redact((call.command or "").strip()), _input(scope, call), output, left, _marks(call, run, left))


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


def _marks(call: ToolCall, run: Run | None, left: int) -> tuple[Line, ...]:
    marks = []
    if call.cut:
        marks.append(say("The agent's program shortened this output before the agent saw it."))
    cut = cutter(run) if run else None
    if cut is not None:
        marks.append(say(f"The output ends where {' '.join(cut.command.argv[:3])} cut it; only its own pipeline is cut by it."))
    if left:
        marks.append(say(f"{counted(left, 'line')} left out of this report."))
    if call.exit_code is not None and call.exit_code != 0:
        marks.append(say(f"Exit status {call.exit_code}."))
    if run is not None and len(run.actions) > 1:
        hidden = [
            a.command.tool
            for a in run.actions
            if not a.command.exit_visible and a.intent not in ("navigate",) and a.command.tool not in ("echo", "printf")
        ]
        seen = [a.command.tool for a in run.actions if a.command.exit_visible]
        if hidden and seen:
            marks.append(say(f"The call's exit status is that of {seen[-1]}; {', '.join(dict.fromkeys(hidden))} could fail unseen."))
    if call.status == "interrupted":
        marks.append(say("The call was interrupted."))
    return tuple(marks)
