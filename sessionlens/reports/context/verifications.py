"""The verification audit: what was asked, what came out, and how far that carries."""

from dataclasses import dataclass

from sessionlens.model.facts import Verification
from sessionlens.model.trace import Action, Run
from sessionlens.reports.context.common import command_of, first_line
from sessionlens.reports.lines import Line, counted, listed, say
from sessionlens.reports.scope import Scope

ROWS_AT_MOST = 50
PRESENCE = "presence is not use"

SHOWS: dict[str, tuple[str, str]] = {
    "presence": ("the text is in the file: linked, not used", "that the code behind it runs"),
    "tool": ("the program can be started here", "that it works for the purpose, or may read what it needs"),
    "tests": ("the tests that ran passed", "what no test covers"),
    "test": ("the tests that ran passed", "what no test covers"),
    "build": ("it compiles", "that it runs, or that the built file is the one used later"),
    "lint": ("the linter accepts it", "that it does what it should"),
    "clean": ("the working tree had no uncommitted edits then", "what is committed"),
    "equal": ("both sides are equal for the inputs tried", "other inputs"),
    "diff": ("what differs between the two sides", "whether the difference matters"),
    "control": ("the check answers differently without the thing checked", "other ways to get the same answer"),
    "git": ("what git recorded", "what the code does"),
}
"""By topic: what a passed check shows, and what it does not."""


@dataclass(frozen=True, slots=True)
class Row:
    id: str
    msg: int
    question: str
    topic: str
    command: str
    result: str
    shows: str
    limits: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Verifications:
    rows: tuple[Row, ...]
    lines: tuple[Line, ...]
    more: int


def build(scope: Scope) -> Verifications | None:
    found = scope.view.verifications
    if not found:
        return None
    rows = [row(scope, v) for v in found]
    order = sorted(rows, key=lambda r: (not r.limits, r.result == "pass", r.msg)) if len(rows) > ROWS_AT_MOST else rows
    shown = sorted(order[:ROWS_AT_MOST], key=lambda r: r.msg)
    results = [r.result for r in rows]
    parts = [f"{results.count(w)} {said}" for w, said in _RESULTS if w in results]
    limited = [r for r in rows if r.limits]
    lines = [say(f"{counted(len(rows), 'verification')}: {listed(parts)}.", cites=[r.msg for r in rows])]
    if limited:
        lines.append(
            say(f"{_some(len(limited), len(rows))} less far than it looks; the column of limits says why.", cites=[r.msg for r in limited])
        )
    return Verifications(tuple(shown), tuple(lines), len(rows) - len(shown))


def _some(few: int, total: int) -> str:
    return ("It carries" if total == 1 else "All carry") if few == total else f"{few} of them {'carries' if few == 1 else 'carry'}"


_RESULTS = (("pass", "passed"), ("fail", "failed"), ("inconclusive", "inconclusive"))


def run_of(scope: Scope, msg: int, part: int) -> Run | None:
    turn = scope.whole.turns.get(msg)
    return next((r for r in turn.runs if r.part == part), None) if turn else None


def cutter(run: Run) -> Action | None:
    """The `head` or `tail` that shortened a call's output."""
    return next((a for a in run.actions if a.command.tool in ("head", "tail") and a.command.stage > 0), None)


def row(scope: Scope, v: Verification) -> Row:
    """One verification with its limits, each a short phrase."""
    shows = SHOWS.get(v.topic, ("", ""))[0]
    part = v.part or v.span.part
    run = run_of(scope, v.msg, part)
    limits: list[str] = []
    if v.topic == "presence" and v.result == "pass":
        limits.append(PRESENCE)
    if v.filtered:
        limits.append("only a part was run")
    if run is not None:
        limits += _of_run(run, v)
    issues = [f.issue.replace("-", " ") for f in scope.findings() if v.id in f.about or (f.msg == v.msg and f.span.part == part)]
    limits += [i for i in dict.fromkeys(issues) if i not in ("presence not use", "truncated output", "masked exit code")]
    if v.result == "pass":
        said = shows
    elif v.result == "fail":
        said = (
            "it does not hold at that moment"
            if v.topic not in ("tests", "test", "build", "lint")
            else {"build": "it did not compile"}.get(v.topic, "it did not pass")
        )
    else:
        said = "nothing either way"
    question = scope.clip(v.subject or v.text, 100)
    return Row(
        v.id,
        v.msg,
        question,
        v.topic,
        scope.clip(first_line(v.command or command_of(scope, v)), 110),
        v.result,
        said,
        tuple(dict.fromkeys(limits)),
    )


def _of_run(run: Run, v: Verification) -> list[str]:
    limits = []
    cut = cutter(run)
    if run.call.cut:
        limits.append("output cut by the agent's program")
    elif cut is not None:
        limits.append(f"output cut by {' '.join(cut.command.argv[:3])}")
    elif v.cut:
        limits.append("output cut")
    judged = [a for a in run.actions if a.intent in ("build", "test", "lint", "benchmark", "run")]
    if judged and not any(a.command.exit_visible for a in judged):
        limits.append(f"exit status of {judged[0].runner} not visible")
    return limits
