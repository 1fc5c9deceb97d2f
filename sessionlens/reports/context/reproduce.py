"""Reproduce: the commands that gave the evidence, in order, with where they ran and what they printed then."""

from sessionlens.model.facts import Fact, Measurement, Verification
from sessionlens.model.frozen import Record
from sessionlens.reports.context.common import call_of, line_of
from sessionlens.reports.context.verifications import run_of
from sessionlens.reports.lines import Line, counted, say
from sessionlens.reports.scope import Scope

COMMANDS_AT_MOST, SHOWN = 24, 6
EXPECTED_AT_MOST = 6
COMMAND_AT_MOST = 1200


class Step(Record):
    """One command with its directory and the lines of its output that facts stand on. `expected` are the lines of the output that facts
    stand on. `cut` says that the command is shortened here."""

    msg: int
    cwd: str
    command: str
    expected: tuple[str, ...]
    cut: bool
    more: int


class Reproduce(Record):
    """`steps` are the commands that verdicts and values rest on; of many, the later ones are `folded`."""

    steps: tuple[Step, ...]
    folded: tuple[Step, ...]
    more: int
    lines: tuple[Line, ...]


def build(scope: Scope) -> Reproduce | None:
    calls: dict[tuple[int, int], list[Fact]] = {}
    if scope.subject is not None:
        calls = {(scope.subject.number, part): [] for part, call in enumerate(scope.subject.calls, 1) if call.command}
    for fact in _evidence(scope):
        if fact.span.part:
            calls.setdefault((fact.msg, fact.span.part), []).append(fact)
    steps: list[Step] = []
    seen: set[tuple[str, str]] = set()
    repeated = 0
    for (msg, part), facts in sorted(calls.items()):
        call = call_of(scope, msg, part)
        if call is None or not call.command:
            continue
        same = (call.cwd or "", call.command)
        if same in seen:
            repeated += 1
            continue
        seen.add(same)
        lines = list(dict.fromkeys(x for f in facts for x in _lines_of(scope, f, call.output)))
        if not lines and scope.message is not None:
            lines = [x for x in call.output.split("\n")[:EXPECTED_AT_MOST] if x.strip()]
        shown = excerpt(scope, call.output, lines)
        command = scope.redact(call.command.strip())
        steps.append(
            Step(
                msg, call.cwd or "", command[:COMMAND_AT_MOST], shown, len(command) > COMMAND_AT_MOST, max(0, len(lines) - EXPECTED_AT_MOST)
            )
        )
    if not steps:
        return None
    notes = [say("Commands as recorded, oldest first; what they print today may differ with machine, versions and state of the code.")]
    if repeated:
        notes.append(say(f"{counted(repeated, 'later run')} of the same commands left out."))
    return Reproduce(tuple(steps[:SHOWN]), tuple(steps[SHOWN:COMMANDS_AT_MOST]), max(0, len(steps) - COMMANDS_AT_MOST), tuple(notes))


def excerpt(scope: Scope, output: str, lines: list[str]) -> tuple[str, ...]:
    """The first of these lines in the order in which they were printed, with what is left out between them counted;
    a line that stands alone between two of them takes no more room than its count would."""
    printed = [row.strip() for row in output.split("\n")]
    while printed and not printed[-1]:
        printed.pop()
    first = {row: i for i, row in reversed(list(enumerate(printed)))}
    at = sorted({first[x] for x in [x for x in lines if x][:EXPECTED_AT_MOST] if x in first})
    out: list[str] = []
    before = -1
    for i in [*at, len(printed)] if at else []:
        between = [x for x in printed[before + 1 : i] if x]
        if len(between) == 1:
            out.append(scope.clip(between[0], 160))
        elif between:
            out.append(f"… {counted(len(between), 'line')} left out …")
        if i < len(printed):
            out.append(scope.clip(printed[i], 160))
        before = i
    return tuple(out)


def _lines_of(scope: Scope, fact: Fact, output: str) -> list[str]:
    """The lines of an output that a fact stands on: a measurement's own; for a verification those of its outcomes, else the last two."""
    if not output:
        return []
    if isinstance(fact, Measurement):
        return [line_of(output, fact.span.start)]
    run = run_of(scope, fact.msg, fact.span.part)
    outcomes = [line_of(output, o.start) for o in run.outcomes if o.end > o.start] if run else []
    return outcomes[-3:] or [x for x in output.rstrip().split("\n") if x.strip()][-2:]


def _evidence(scope: Scope) -> list[Fact]:
    """The facts to reproduce: a message's own; in a slice all measurements and verifications; in a session those that verdicts rest on,
    or all where none does."""
    view = scope.view
    everything: list[Fact] = [*view.measurements, *view.verifications]
    if scope.message is not None:
        return [f for f in everything if f.msg == scope.message]
    if scope.sliced:
        return everything
    ids = {i for _, v in scope.judged() for i in v.nodes}
    resting = [f for f in everything if f.id in ids]
    return resting or [f for f in everything if isinstance(f, Measurement | Verification)]
