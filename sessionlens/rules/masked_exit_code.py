"""The exit status that was seen belongs to another command, and the output does not say how the first one ended.

Without `pipefail` a pipeline reports its last stage; `a; b` reports b; `a || true` reports nothing. That is harmless where the output
prints the result all the same.

Fires:

    say: Check everything.
    $ cargo clippy -- -D warnings 2>&1 | grep -c unused
    > 0

Quiet:

    say: Run the tests.
    $ pytest -q 2>&1 | tail -1
    > 41 passed in 1.20s
"""

from collections.abc import Iterator

from sessionlens.graph.view import View
from sessionlens.model.trace import Action, Run
from sessionlens.model.words import Issue
from sessionlens.rules.base import Hit, at_run, shorten

NUMBER = "R003"
ISSUE: Issue = "masked-exit-code"
HELP = "use `set -o pipefail`, or write the output to a file and print the status of the command itself"
ASKED = frozenset(("test", "build", "lint"))
ONLY_ASKING = frozenset(("--help", "-h", "--version", "--list", "--dry-run"))
DEATHS = ("panicked at", "Traceback (most recent call last)", "Segmentation fault", "core dumped", "command not found", "Aborted")
DECIDING = frozenset(("tests", "build", "lint"))


def shows_result(run: Run, action: Action) -> bool:
    """Whether the output says by itself how the command ended."""
    return any(o.kind in DECIDING for o in run.outcomes)


def find(view: View) -> Iterator[Hit]:
    for msg, run in view.runs():
        if run.call.exit_code not in (0, None):
            continue
        asked = [
            a
            for a in run.actions
            if (a.intent in ASKED or a.intent == "benchmark") and not a.command.exit_visible and not ONLY_ASKING & set(a.command.argv)
        ]
        if not asked:
            continue
        death = next((d for d in DEATHS if d in run.call.output), None)
        if death:
            why = f"the call ended with status 0, but its output says {death!r}: the status is another command's"
            yield at_run(view, msg, run, why, "high")
            continue
        hidden = [
            a
            for a in asked
            if a.intent in ASKED and not shows_result(run, a) and a.command.stages > 1 and a.command.stage < a.command.stages - 1
        ]
        if hidden:
            why = f"the status of `{shorten(hidden[0].command.text, 60)}` is lost in the pipe and the output does not show its result"
            yield at_run(view, msg, run, why)
