"""Pipes whose first command failed in silence, or whose filter a commit waited for. A part of the rule `masked_exit_code`.

`query 2>/dev/null | wc -l` prints 0 whether the answer is empty or the question was wrong: where the same command, run bare soon after,
ends with a failure, the empty answer was none. `tests | grep passed && git commit` commits whenever grep finds a line.
"""

from collections.abc import Iterator

from sessionlens.graph.view import View
from sessionlens.model.trace import Action, Run, SimpleCommand
from sessionlens.rules.base import Hit, at_run, shorten
from sessionlens.rules.index import Calls
from sessionlens.rules.signs.runs import stage_after

_COUNTERS = frozenset(
    ("head", "tail", "wc", "grep", "egrep", "rg", "awk", "sed", "jq", "sort", "uniq", "cut", "tr", "cat", "less", "column")
)
_QUIET = frozenset(("-q", "-qx", "-qE", "-Eq", "-qF", "-Fq", "--quiet", "--silent"))
_DECIDES = ("commit", "publish")
_LOOKING = frozenset(("grep", "egrep", "rg", "find", "ls", "diff", "cmp", "pgrep", "which", "test", "[", "cat"))
"""Tools for which status 1 or an empty output is an answer, and files that may well be missing."""
_NEAR = 8


def gated(run: Run) -> str | None:
    """A commit that waits for the filter behind a check, not for the check."""
    if "pipefail" in (run.call.command or ""):
        return None
    for at, action in enumerate(run.actions):
        check = action.command
        if action.intent != "test" or check.stages == 1 or check.stage == check.stages - 1 or check.nesting:
            continue
        last = next((a.command for a in stage_after(run, action) if a.command.stage == check.stages - 1), None)
        if last is None or last.tool not in _COUNTERS or not _QUIET.isdisjoint(last.argv) or _let_through(run, last):
            continue
        for later in run.actions[at + 1 :]:
            if later.command.group <= check.group:
                continue
            if later.command.op != "&&":
                break
            if later.intent in _DECIDES and "add" not in later.command.argv[1:2]:
                return (
                    f"`{shorten(later.command.text, 40)}` waits for `{last.tool}`, not for `{shorten(check.text, 40)}`: its status is lost"
                )
    return None


def _let_through(run: Run, last: SimpleCommand) -> bool:
    """Whether the filter lets a failure through as well as a success, and what is shown is that all passed."""
    shown = [o for o in run.outcomes if o.kind == "tests"]
    both = last.tool in ("tail", "cat", "tee") or (last.tool in ("grep", "egrep") and "-v" in last.argv)
    return both and bool(shown) and all(o.result == "pass" for o in shown)


def failed_in_silence(view: View) -> Iterator[Hit]:
    """Empty answers behind a pipe of a command that, by itself, fails soon after."""
    failed: dict[tuple[str, ...], list[int]] = {}
    empty: list[tuple[int, Run, tuple[str, ...]]] = []
    for msg, run in view.once(Calls).kinds.get("shell", ()):
        first = asked(run)
        if first is None:
            continue
        if first.command.stages == 1 and run.call.exit_code not in (0, None) and len(run.actions) == 1:
            failed.setdefault(first.command.argv, []).append(msg)
        elif run.call.exit_code == 0 and run.call.output.strip() in ("", "0") and dropped(first):
            empty.append((msg, run, first.command.argv))
    for msg, run, argv in empty if failed else ():
        seen = next((n for n in failed.get(argv, ()) if msg < n <= msg + _NEAR), None)
        if seen is not None:
            yield at_run(view, msg, run, f"the empty answer is a failure behind a pipe: by itself the command fails (msg {seen})")


def asked(run: Run) -> Action | None:
    """The command whose answer a call shows, alone or behind filters; None where the call does anything else."""
    if not run.actions or any(a.command.group != run.actions[0].command.group for a in run.actions):
        return None
    first = run.actions[0]
    if first.command.tool in _LOOKING or any(a.command.tool not in _COUNTERS for a in run.actions[1:]):
        return None
    return first


def dropped(action: Action) -> bool:
    """Whether a command stands before a filter and what it complains of is thrown away."""
    return action.command.stages > 1 and any(r.target == "/dev/null" and r.op.startswith(("2", "&")) for r in action.command.redirects)
