"""Causes that the session did put to the test, though not in the sentence's own words: asked by the rule `untested_hypothesis`.

A commit that a bisection ended at is tested as the cause; so is waiting, where both the CPU time and the elapsed time were measured.
"""

import re

from sessionlens.graph.view import View
from sessionlens.model.facts import Conclusion
from sessionlens.model.trace import Run
from sessionlens.rules.index import Calls
from sessionlens.rules.signs.runs import ASKED
from sessionlens.text.regex import regex

_SPAN = regex(r"`([^`\n]{8,160})`|[\"“]([^\"”\n]{8,160})[\"”]")
_RUN, _FAR = 3, 30
_COMMIT = regex(r"\b[0-9a-f]{7,40}\b")
_WAITS = regex(r"\b(?:wait(?:s|ed|ing)?|idle|idles|idling|blocked|off[- ]cpu)\b", re.I)
_BUSY = regex(r"\b(?:cpu|user|task-clock|cpus utilized)\b", re.I)
_WALL = regex(r"\b(?:elapsed|wall|real|mean|cpus utilized)\b", re.I)
_CHECKS = ("tests", "test", "build", "lint")
_BACK, _SOON = 8, 6


def runs_of(view: View, number: int) -> tuple[Run, ...]:
    """The tool calls of a message."""
    turn = view.turns.get(number)
    return turn.runs if turn is not None else ()


def reported(view: View, msg: int) -> bool:
    """Whether the message passes on what another agent has just reported."""
    for number in range(msg - 1, msg - 4, -1):
        if any(run.call.kind == "task" for run in runs_of(view, number)):
            return True
        if number in view.turns and view.turns[number].message.role == "user":
            break
    return False


def printed(view: View, msg: int, text: str) -> bool:
    """Whether a sentence quotes, in so many words, an error or log line that a command printed before it."""
    words = [(a or b).split() for a, b in _SPAN.findall(text)]
    parts = {" ".join(w[i : i + _RUN]) for w in words for i in range(len(w) - _RUN + 1)}
    return bool(parts) and any(
        part in run.call.output for number, run in view.runs(msg - _FAR) if number <= msg and run.call.kind == "shell" for part in parts
    )


def tested(view: View, conclusion: Conclusion) -> bool:
    """Whether a bisection named the commit that is blamed, or what is blamed is waiting and both clocks were read."""
    return bisected(view, conclusion) or waited(view, conclusion)


def bisected(view: View, conclusion: Conclusion) -> bool:
    """Whether an output before it calls a commit of the sentence the first bad one."""
    named = _COMMIT.findall(conclusion.statement.text)
    return bool(named) and any(
        msg <= conclusion.msg and "is the first bad commit" in run.call.output and any(name in run.call.output for name in named)
        for msg, run in view.once(Calls).tools.get("git", ())
    )


def put_to_test(view: View, msg: int) -> bool:
    """Whether a message acts on the cause it names: something is edited with it, and a check passes before a person asks on."""
    edited = False
    for number in range(msg, msg + _SOON + 1):
        turn = view.turns.get(number)
        if turn is None or (turn.message.role == "user" and number > msg):
            return False
        for run in turn.runs:
            if edited and went_well(run):
                return True
            edited = edited or (number <= msg + 1 and (bool(run.call.edits) or any(a.intent in ("edit", "revert") for a in run.actions)))
        if number > msg and not edited:
            return False
    return False


def went_well(run: Run) -> bool:
    """Whether a check of the call passed, by what it printed or by its own exit status."""
    if any(o.kind in _CHECKS for o in run.outcomes):
        return any(o.kind in _CHECKS and o.result == "pass" for o in run.outcomes)
    return run.call.exit_code == 0 and any(a.intent in ASKED and a.command.exit_visible for a in run.actions)


def waited(view: View, conclusion: Conclusion) -> bool:
    """Whether waiting is blamed, and CPU time and elapsed time were both printed shortly before."""
    if not _WAITS.search(conclusion.quote):
        return False
    names = {m.metric for m in view.measurements if conclusion.msg - _BACK <= m.msg <= conclusion.msg}
    return any(_BUSY.search(n) for n in names) and any(_WALL.search(n) for n in names)
