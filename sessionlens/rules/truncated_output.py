"""The part of an output that would have answered the question was cut away.

A test runner that prints one summary per binary or package says nothing of the others when only the last lines are shown. A runner
with a single closing line loses nothing to `tail`.

Fires:

    say: Run all the tests.
    $ cargo test 2>&1 | tail -3
    > test result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s

Quiet:

    say: Run all the tests.
    $ pytest -q 2>&1 | tail -3
    > 41 passed in 1.20s
"""

from collections.abc import Iterator

from sessionlens.graph.view import View
from sessionlens.model.trace import Action, Run
from sessionlens.model.words import Issue
from sessionlens.rules.base import Hit, at_run
from sessionlens.rules.runs import cut_by

NUMBER = "R002"
ISSUE: Issue = "truncated-output"
HELP = "keep the whole output in a file and print the lines that decide (every summary, every failure)"
MANY_SUMMARIES = ("cargo test", "cargo nextest", "go test", "mvn", "gradle", "bazel", "ctest", "make", "just", "dotnet test")
ASKED = frozenset(("test", "build", "lint"))


def cut_away(run: Run, action: Action) -> str | None:
    """Why the answer is not in the output, or None."""
    if action.intent not in ASKED:
        return None
    cutter = cut_by(run, action)
    summaries = [o for o in run.outcomes if o.kind == "tests" and o.counts]
    failed = any(o.result == "fail" for o in run.outcomes)
    if cutter and not failed:
        shown = " ".join(cutter.command.argv[:3])
        if action.intent == "test" and action.runner.startswith(MANY_SUMMARIES) and len(summaries) <= 1:
            return f"`{action.runner}` prints a summary for each test binary or package; `{shown}` shows the last lines only"
        if cutter.command.tool == "head" and not run.outcomes:
            return f"`{shown}` cuts the output of `{action.runner}` before its result"
    if run.call.cut and not run.outcomes:
        return f"the output of `{action.runner}` was shortened before its result"
    return None


def find(view: View) -> Iterator[Hit]:
    for msg, run in view.runs():
        for action in run.actions:
            why = cut_away(run, action)
            if why:
                yield at_run(view, msg, run, why)
                break
