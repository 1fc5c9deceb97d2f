"""What services say of the work: the runs of a CI service, the versions that a registry has."""

import re

from sessionlens.commands import known
from sessionlens.model.trace import Action
from sessionlens.model.words import Result
from sessionlens.text.regex import regex

_RUNS = frozenset(("gh pr checks", "gh run watch", "gh run view", "gh run list", "glab ci status", "glab ci list"))
_VIEWS = frozenset(("npm view", "npm info", "pnpm view", "pnpm info", "yarn info"))
TOOLS = frozenset(("gh", "glab", "npm", "pnpm", "yarn"))
"""The programs that ask them."""
_FIELDS = frozenset(("version", "versions", "dist-tags", "dist-tags.latest", "time"))
_BAD = r"fail|failed|failure|cancelled|canceled|timed_out|startup_failure|error"
_FAILED = regex(
    rf"(?m)^X \S|^[^\t\n]+\t(?:{_BAD})\t|\"(?:conclusion|state|bucket)\":\s*\"(?:{_BAD})\"|completed with '(?:{_BAD})'",
    re.I,
)
_WAITING = regex(
    r"(?m)^\* \S|^[^\t\n]+\tpending\t|^(?:in_progress|queued|pending|waiting)\t"
    r"|\"(?:status|state|bucket)\":\s*\"(?:in_progress|queued|pending)\"",
    re.I,
)
_PASSED = regex(
    r"(?m)^✓ \S|^[^\t\n]+\t(?:pass|success)\t|\"(?:conclusion|state|bucket)\":\s*\"(?:success|pass)\"|completed with 'success'", re.I
)
_NOWHERE = regex(r"\bE404\b|404 Not Found|is not in this registry", re.I)


def asked(action: Action) -> bool:
    """Whether a command asks a service by its nature: `gh run view 81`, `npm view pool version`; a log is read, not asked."""
    if action.runner in _VIEWS:
        return not _FIELDS.isdisjoint(action.command.argv[2:])
    return action.runner in _RUNS and not any(w.startswith("--log") for w in action.command.argv)


def watched(action: Action, exit_code: int | None) -> Result | None:
    """What the exit status of a watched run tells, where that is the run's own: `gh run watch 81 --exit-status`."""
    if action.runner != "gh run watch" or "--exit-status" not in action.command.argv:
        return None
    state = known(action.command, exit_code)
    return "pass" if state == "ok" else "fail" if state == "failed" else None


def answered(action: Action, output: str) -> Result | None:
    """What a service answered: of a list of runs the newest counts; None where nothing is recognised.

    `CI\\tfail\\t47s` of two checks is a fail; a run that is still in progress decides nothing.
    """
    if not asked(action):
        return None
    if action.runner in _VIEWS:
        return "fail" if _NOWHERE.search(output) else None
    if action.runner.endswith(" list"):
        output = output.lstrip().partition("\n")[0].partition("},{")[0]
    elif action.runner == "gh run watch":
        output = output.rpartition("Refreshing run status")[2]
    if _FAILED.search(output):
        return "fail"
    if _WAITING.search(output):
        return "inconclusive"
    return "pass" if _PASSED.search(output) else None
