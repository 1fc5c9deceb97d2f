"""The verification audit: what was asked, what came out, and how far that carries."""

from collections.abc import Callable
from dataclasses import replace

from sessionlens.facts.statuses import echoed
from sessionlens.model.facts import Verification
from sessionlens.model.frozen import Record
from sessionlens.model.trace import Action, Run
from sessionlens.reports.carried import READ, by_presence_alone, shown
from sessionlens.reports.context.common import call_of, command_of, first_line
from sessionlens.reports.lines import Line, counted, listed, say
from sessionlens.reports.scope import Scope
from sessionlens.text.regex import regex

ROWS_AT_MOST, ALL_AT_MOST = 40, 12
LONG = 400
ANSWER_AT_MOST = 110
"""From so many verifications on their calls are not read, and the facts and findings alone tell their limits."""
LOOKS = ("check", "review", "state", "tool", "database")
PRESENCE = "presence is not use"
_SEARCHERS = frozenset(("grep", "egrep", "fgrep", "rg", "ag", "ack"))
_AROUND = regex(r"-(?:[A-Za-z]*[ABC]\d*|-(?:after|before)-context|-context)")
WHOLE, PARTLY = ("tests", "build", "lint", "equal"), "only a part of the output was shown"
"""Topics whose answer may stand in what is not shown."""
_ISSUES = {"truncated-output": PARTLY, "masked-exit-code": "exit status not visible"}


class Row(Record):
    id: str
    messages: tuple[int, ...]
    question: str
    topic: str
    command: str
    result: str
    shows: str
    limits: tuple[str, ...]


class Verifications(Record):
    """`rows` are the checks that decide something, that failed, or that carry less far than they look; `folded` the looks around."""

    rows: tuple[Row, ...]
    folded: tuple[Row, ...]
    lines: tuple[Line, ...]
    more: int


def build(scope: Scope) -> Verifications | None:
    found = scope.view.verifications
    if not found:
        return None
    look = look_of(scope)
    rows = [look(scope, v) for v in found]
    merged = _merged(rows)
    resting = {n for _, verdict in scope.judged() for n in verdict.nodes}
    first = merged if len(merged) <= ALL_AT_MOST else [r for r in merged if _matters(r, resting)]
    chosen = {r.id for r in first}
    rest = [r for r in merged if r.id not in chosen]
    order = sorted(first, key=lambda r: (not r.limits, r.result == "pass", r.messages))
    top = sorted(order[:ROWS_AT_MOST], key=lambda r: r.messages)
    left = len(first) - len(top) + max(0, len(rest) - ROWS_AT_MOST)
    results = [r.result for r in rows]
    parts = [f"{results.count(w)} {said}" for w, said in _RESULTS if w in results]
    limited = [r for r in rows if r.limits]
    lines = [say(f"{counted(len(rows), 'verification')}: {listed(parts)}.", cites=[v.msg for v in found])]
    if limited:
        lines.append(
            say(
                f"{_some(len(limited), len(rows))} less far than it looks; the column of limits says why.",
                cites=[m for r in limited for m in r.messages],
            )
        )
    folded = rest[:ROWS_AT_MOST]
    if look is known:
        by_id = {v.id: v for v in found}
        top, folded = ([_worded(scope, r, by_id[r.id]) for r in group] for group in (top, folded))
    return Verifications(tuple(top), tuple(folded), tuple(lines), left)


def look_of(scope: Scope) -> Callable[[Scope, Verification], Row]:
    """How closely each of the session's verifications is looked at."""
    return row if len(scope.view.verifications) <= LONG else known


def _matters(r: Row, resting: set[str]) -> bool:
    """Whether a check is more than a look around: tests and builds, what failed, what a verdict rests on."""
    return r.topic not in LOOKS or r.result == "fail" or r.id in resting


def _merged(rows: list[Row]) -> list[Row]:
    """Rows of one command with one answer as one row: a build that was run ten times is told once."""
    by: dict[tuple[str, ...], list[Row]] = {}
    for r in rows:
        by.setdefault((r.command or r.question, r.topic, r.result, r.shows, *r.limits), []).append(r)
    return [g[0] if len(g) == 1 else replace(g[0], messages=tuple(m for r in g for m in r.messages)) for g in by.values()]


def _some(few: int, total: int) -> str:
    return ("It carries" if total == 1 else "All carry") if few == total else f"{few} of them {'carries' if few == 1 else 'carry'}"


_RESULTS = (("pass", "passed"), ("fail", "failed"), ("inconclusive", "inconclusive"))


def run_of(scope: Scope, msg: int, part: int) -> Run | None:
    turn = scope.whole.turns.get(msg)
    return next((r for r in turn.runs if r.part == part), None) if turn else None


def acting(scope: Scope, msg: int, part: int) -> Run | None:
    """A call with its commands only: reading its output closely costs more, and tells nothing of how it was run."""
    call = call_of(scope, msg, part)
    if call is None:
        return None
    if not call.command:
        return Run(call, part)
    from sessionlens import commands

    return Run(call, part, commands.actions(call.command, call.cwd))


def cutter(run: Run) -> Action | None:
    """The `head` or `tail` that shortened a call's output, where there is just one."""
    from sessionlens.rules.signs.runs import CUTTERS

    found = [a for a in run.actions if a.command.tool in CUTTERS and a.command.stage > 0]
    return found[0] if len(found) == 1 else None


def answering(run: Run, v: Verification) -> Action | None:
    """The command whose output answers the question: the verification's text begins with it."""
    return next((a for a in run.actions if v.text.startswith(f"{a.runner} {' '.join(a.targets[:2])}".strip())), None)


def known(scope: Scope, v: Verification) -> Row:
    """One of very many verifications: its limits as far as the facts and findings tell them, its call not read, and no words yet."""
    limits = [PRESENCE] if by_presence_alone(v) else []
    if v.filtered:
        limits.append("only a part was run")
    if v.cut and v.topic in WHOLE:
        limits.append(PARTLY)
    limits += [_ISSUES.get(i, i.replace("-", " ")) for i in scope.issues(v.id) if i != "presence-not-use"]
    return Row(v.id, (v.msg,), "", v.topic, v.command or v.text, v.result, shown(v), tuple(dict.fromkeys(limits)))


def _worded(scope: Scope, r: Row, v: Verification) -> Row:
    """A row that is shown, with what was asked: a verification's text is its command, a colon, and that."""
    said = v.text.partition(": ")[2] or (v.subject if v.topic in ("presence", "equal") else "")
    return replace(r, question=scope.clip(said[:1].upper() + said[1:], 100), command=scope.clip(first_line(v.command or ""), 110))


def row(scope: Scope, v: Verification) -> Row:
    """One verification with its limits, each a short phrase."""
    part = v.part or v.span.part
    run = acting(scope, v.msg, part)
    limits: list[str] = []
    if by_presence_alone(v):
        limits.append(PRESENCE)
    if v.filtered:
        limits.append("only a part was run")
    if run is not None:
        limits += _of_run(run, v)
    limits += [
        i.replace("-", " ")
        for i in dict.fromkeys(scope.issues(v.id))
        if i not in ("presence-not-use", "truncated-output", "masked-exit-code")
    ]
    command = scope.clip(first_line(v.command or command_of(scope, v)), 110)
    shows = (searched(run, v) if run is not None and v.printed == "found" else "") or shown(v)
    if run is not None and (v.printed in ("read", "found") or shows == READ or v.topic == "database"):
        shows = printed(scope, run) or shows
    return Row(v.id, (v.msg,), _question(scope, v, run), v.topic, command, v.result, shows, tuple(dict.fromkeys(limits)))


def searched(run: Run, v: Verification) -> str:
    """What a search looked for and how much of it there was, where its output is that search's alone; else ""."""
    action = answering(run, v)
    if action is None or action.command.tool not in _SEARCHERS or len({a.command.group for a in run.actions}) > 1:
        return ""
    words = [w for w in action.command.argv[1:] if not w.startswith("-")]
    lines = sum(bool(line.strip()) and line.strip() != "--" for line in run.call.output.splitlines())
    around = any(_AROUND.match(w) for w in action.command.argv)
    quiet = any(w.startswith("-") and not w.startswith("--") and set(w) & set("clLq") for w in action.command.argv[1:])
    if not words or not lines or quiet:
        return ""
    return f"“{words[0][:40]}” is there: {counted(lines, 'line')} printed{', those around it among them' if around else ''}"


def printed(scope: Scope, run: Run) -> str:
    """A short answer in its own words; "" where more than two lines were printed: which of them answers is not known."""
    lines = [" ".join(line.split()) for line in run.call.output.splitlines() if line.strip()]
    text = " / ".join(lines)
    return f"printed: “{scope.clip(text, ANSWER_AT_MOST)}”" if 0 < len(lines) <= 2 and len(text) <= ANSWER_AT_MOST else ""


def _question(scope: Scope, v: Verification, run: Run | None) -> str:
    """What was asked, in the agent's words where they are known: a verification's text is its command, a colon, and those."""
    action = answering(run, v) if run else None
    head = f"{action.runner} {' '.join(action.targets[:2])}".strip() if action else ""
    said = v.text.removeprefix(head).lstrip(": ") if head and v.text.startswith(head + ":") else ""
    return scope.clip(said[:1].upper() + said[1:] or (v.subject if v.topic in ("presence", "equal") else ""), 100)


def _of_run(run: Run, v: Verification) -> list[str]:
    from sessionlens.rules.signs.runs import cut_by

    limits = []
    action = answering(run, v)
    cut = cut_by(run, action) if action else None
    if run.call.cut:
        limits.append("output cut by the agent's program")
    elif cut is not None:
        limits.append(f"output cut by {' '.join(cut.command.argv[:3])}")
    elif v.cut and v.topic in WHOLE:
        limits.append(PARTLY)
    if action is not None and v.topic in ("build", "tests", "lint") and not action.command.exit_visible and not echoed(run, action):
        limits.append(f"exit status of {action.runner} not visible")
    return limits
