"""A cause is stated flatly that nothing in the session put to the test.

A cause is tested by changing that one thing, or by measuring the mechanism. Reading the source shows what could happen, not that it
did: a "smoking gun" found by reading alone is a hypothesis. An error that a log prints in so many words is shown, and what another agent
reports is that agent's to show.

Fires:

    say: Both layouts.
    $ ./bench --layouts
    > rows     46.9 ms
    > columns  60.9 ms
    say: The column layout is slower because it thrashes the TLB.

Fires:

    user: The index is corrupt again, why?
    say: Let me read the hook.
    $ cat hooks/post_commit.go
    > func run() { tree.Status() }
    say: There it is: `tree.Status()` runs in the middle of a commit. That call is the smoking gun, this is a race condition.

Quiet:

    say: Both layouts.
    $ ./bench --layouts
    > rows     46.9 ms
    > columns  60.9 ms
    say: The column layout might be slower because it thrashes the TLB.

Quiet:

    user: CI fails, why?
    say: Look at the log.
    $ gh run view 3002 --log-failed
    > lint: whitespace: unnecessary leading newline (whitespace)
    say: Root cause: one lint failure, `whitespace: unnecessary leading newline`.

Quiet:

    user: The index is corrupt again, why?
    say: Take the call out and commit again.
    $ sed -i 's/tree.Status()/nil/' hooks/post_commit.go && ./commit-test
    > index: intact
    say: That call was the smoking gun: without it the index stays intact.
"""

import re
from collections.abc import Iterator

from sessionlens.graph.view import View
from sessionlens.model.facts import Conclusion
from sessionlens.model.trace import Run, Turn
from sessionlens.model.words import Issue
from sessionlens.rules import drift
from sessionlens.rules.base import Hit, at_fact, at_statement, turns

NUMBER = "R010"
ISSUE: Issue = "untested-hypothesis"
HELP = "change that one thing alone and measure, or measure the mechanism itself; until then call it a hypothesis"
_NEGATED = re.compile(r"\b(?:can['’]?t|cannot|could ?n['’]?t|isn['’]t|is not|not the)\b", re.I)
_MEASURED = re.compile(r"\d(?:[\d.,]*)\s?(?:%|ms|s|us|µs|ns|x|KB|MB|GB|B)\b|\d\s?%")
_HEDGED = re.compile(r"\s*(?:most likely|probably|likely|perhaps|maybe|possibly|presumably|my guess|i (?:think|guess|suspect))\b", re.I)
_SPAN = re.compile(r"`([^`\n]{8,160})`|[\"“]([^\"”\n]{8,160})[\"”]")
_ANNOUNCED = re.compile(
    r"\b(?:smoking gun|(?:this|that|it)(?:['’]s| is) (?:a|the) (?:race(?: condition)?|deadlock|memory leak|root cause|culprit|bug)\b"
    r"|root cause (?:is|was|found|confirmed|identified)|the culprit is)|"
    r"\b(?:this|that|it)(?: would)?(?: also| fully| perfectly| exactly)? explains?\b(?! (?:how|what))",
    re.I,
)
_CUES = ("smoking gun", "race", "deadlock", "leak", "root cause", "Root cause", "culprit", "explain", "the bug")
_READS = frozenset(("read", "search", "todo", "task"))
_LOOKS = frozenset(("inspect", "navigate", "probe", "other", "commit", "publish", "copy"))
_WITHOUT = re.compile(r"\b(?:without (?:it|them|that|the)|(?:after|once|since) (?:removing|reverting|taking|dropping|disabling))\b", re.I)
_DOUBTED = re.compile(r"\?\s*$|\b(?:if|whether|hypothes[ie]s|theory|might|may|could|suspect|not|n['’]t)\b", re.I)
_BUSY = frozenset(("top", "htop", "uptime", "vmstat", "iostat", "iotop", "ps", "free", "sar", "pidstat"))


def find(view: View) -> Iterator[Hit]:
    for conclusion in view.conclusions:
        verdict = view.verdict(conclusion.id)
        if verdict and verdict.claim == "causal" and verdict.verdict == "unsupported" and "mechanism-not-measured" in verdict.caveats:
            if not (measured_away(conclusion) or reported(view, conclusion.msg) or hedged(view, conclusion) or printed(view, conclusion) or intervened(view, conclusion)):
                yield at_fact(conclusion, f"stated as a cause, but nothing tested it: {verdict.derivation}", "medium")
    since: list[Run] = []
    for number, turn in view.turns.items():
        if view.until is not None and number > view.until:
            break
        if turn.message.role == "user":
            since = []
            continue
        hit = announced(view, number, turn, since) if not reported(view, number) else None
        if hit:
            yield hit
        since += turn.runs
    for number, turn in turns(view):
        for said, cause in drift.moved(turn):
            if cause and not any(a.command.tool in _BUSY for n in range(number - 3, number) for r in runs_of(view, n) for a in r.actions):
                yield at_statement(view, number, said, f"the reason given, {cause[:60]!r}, was not looked at", "medium")


def runs_of(view: View, number: int) -> tuple[Run, ...]:
    """The tool calls of a message."""
    turn = view.turns.get(number)
    return turn.runs if turn is not None else ()


def measured_away(conclusion: Conclusion) -> bool:
    """Whether a cause is ruled out with a number in the same sentence."""
    return bool(_NEGATED.search(conclusion.quote) and _MEASURED.search(conclusion.statement.text))


def reported(view: View, msg: int) -> bool:
    """Whether the message passes on what another agent has just reported."""
    for number in range(msg - 1, msg - 4, -1):
        if any(run.call.kind == "task" for run in runs_of(view, number)):
            return True
        if number in view.turns and view.turns[number].message.role == "user":
            break
    return False


def hedged(view: View, conclusion: Conclusion) -> bool:
    """Whether the message, or the sentence before, opens with a hedge that covers what follows."""
    return bool(_HEDGED.match(view.message(conclusion.msg).text) or _HEDGED.match(conclusion.before))


def printed(view: View, conclusion: Conclusion) -> bool:
    """Whether the cause is the text of an error or log line that a command printed, in so many words."""
    spans = [a or b for a, b in _SPAN.findall(conclusion.statement.text)]
    words = [s.split() for s in spans]
    parts = {" ".join(w[i : i + 3]) for w in words for i in range(len(w) - 2)}
    if not parts:
        return False
    return any(part in run.call.output for msg, run in view.runs() if msg <= conclusion.msg and run.call.kind == "shell" for part in parts)


def intervened(view: View, conclusion: Conclusion) -> bool:
    """Whether it says what is so without the blamed thing, and something was edited and then run for it just before."""
    if not _WITHOUT.search(conclusion.statement.text):
        return False
    edited = False
    for number in range(conclusion.msg - 4, conclusion.msg):
        for run in runs_of(view, number):
            for action in run.actions:
                if edited and action.intent in ("test", "benchmark", "run"):
                    return True
                edited = edited or action.intent in ("edit", "revert")
            edited = edited or bool(run.call.edits)
    return False


def announced(view: View, msg: int, turn: Turn, since: list[Run]) -> Hit | None:
    """A cause announced in a message before which, since the question was asked, the agent only read."""
    text = turn.message.text
    if len(since) < 1 or not any(cue in text for cue in _CUES):
        return None
    if any(run.call.kind not in _READS and not looks(run) for run in since):
        return None
    for said in turn.statements:
        cue = _ANNOUNCED.search(said.text)
        if cue and said.kind != "code" and not _DOUBTED.search(said.text[: cue.start()]) and not said.text.rstrip().endswith("?"):
            return at_statement(view, msg, said, "announced as the cause, but so far the code was only read: nothing was run to test it")
    return None


def looks(run: Run) -> bool:
    """Whether a shell call only looks at what is there."""
    return run.call.kind == "shell" and all(a.intent in _LOOKS for a in run.actions) and not run.readings
