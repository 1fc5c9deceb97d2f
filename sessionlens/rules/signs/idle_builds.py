"""Builds that had nothing to do, and sources whose time stamp was renewed: parts of the rule `stale_build`."""

from sessionlens.model.trace import Run
from sessionlens.rules.signs.runs import compiled_source, cut_by, kept, shown_lines

UP_TO_DATE = ("is up to date.", "Nothing to be done for", "ninja: no work to do", "up-to-date")
FILTERS = frozenset(("grep", "egrep", "rg", "awk", "sed"))


def compiled_nothing(run: Run) -> bool:
    """Whether a build of this call says that everything was up to date."""
    output = run.call.output
    if any(idle in output for idle in UP_TO_DATE):
        return True
    cargo = any(a.intent == "build" and a.runner.startswith("cargo") for a in run.actions)
    if not cargo or "Finished" not in output or "Compiling" in output or any(a.command.tool in FILTERS for a in run.actions):
        return False
    cutters = [c for a in run.actions if a.intent == "build" and (c := cut_by(run, a))]
    return all(shown_lines(run) < (kept(c) or 1) for c in cutters)


def touched(run: Run) -> str | None:
    """A compiled source whose time stamp the call renews."""
    for action in run.actions:
        if action.command.tool == "touch":
            return next((w for w in action.command.argv[1:] if compiled_source(w)), None)
    return None
