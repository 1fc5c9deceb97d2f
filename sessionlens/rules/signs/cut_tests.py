"""Test outputs of which the part that was asked for fell away. A part of the rule `truncated_output`.

The lines of a test that was asked for by name, the name of the test that failed, and the first packages of a task that runs many: each is
gone where `tail` kept just as many lines as it was told to.
"""

import re
from itertools import pairwise

from sessionlens.graph.view import View
from sessionlens.model.trace import Action, Run
from sessionlens.rules.index import Calls
from sessionlens.text.regex import regex

_ASKED_FOR = frozenset(("-run", "-k", "-t", "--tests", "--filter", "-run="))
_ALTERNATIVES = regex(r"^[\w|^$() -]+$")
_NAMES_FAILED = regex(
    r"--- FAIL: |^FAILED \S|^not ok\b|^\s*(?:[✕✗✖×]|✘) |^test .+ \.\.\. FAILED|^failures:|panicked at|^\s*\d+\) |^FAIL: \w"
    r"|\bAssert\w*Error\b"
    r"|^\s*● |^\s*Error Trace:|\[FAILED\]|^_{3,} .+ _{3,}$",
    re.M,
)
_PACKAGE = regex(r"^(?:(?:ok|FAIL|\?|---)\s+\S+\s+(?:\(?[\d.]+m?s|\(cached\)|\[no test files\])|(?:PASS|FAIL)\s+\S+[/.]\S+)")
_LINE_OF = regex(r"^(?:ok|FAIL)\s+(\S+)\s+(?:[\d.]+s|\(cached\))", re.M)
_PASSES = regex(r"\b(?:pass(?:ed|es|ing)?|ok|success\w*)\b|✓|✔", re.I)
_FAILS = regex(r"fail|err|not ok|✗|✘|✕|panic|Tests run|\bto?tal\b|summary|result", re.I)
_TESTS = regex(r"test|check|spec|smoke", re.I)
_QUIET = frozenset(("-q", "--quiet", "-o", "-oE", "-Eo", "-oP", "-v", "-vE"))
_WRAPPERS = ("make", "just", "mise", "task ", "npm ", "pnpm ", "yarn ", "bun ", "nx ", "turbo ", "lerna ")
_NEAR, _TWO = 4, 2


def not_shown(run: Run, action: Action) -> str | None:
    """A test that the command asks for by name and that no line of the cut output names."""
    words = action.command.argv
    asked = next((b for a, b in pairwise(words) if a in _ASKED_FOR), None)
    if asked is None or "|" not in asked or not _ALTERNATIVES.match(asked):
        return None
    names = [n.strip("^$() ") for n in asked.split("|")]
    missing = [n for n in names if n and n not in run.call.output]
    if not missing or len(missing) == len(names):
        return None
    return f"the lines of `{missing[0]}`, which was asked for, are cut off"


def nameless(view: View, msg: int, run: Run, action: Action) -> str | None:
    """A failure whose test the cut output does not name, so that the tests are run once more for it, with nothing edited between."""
    if action.command.nesting or not failed(run) or _NAMES_FAILED.search(run.call.output):
        return None
    for number, other in view.runs(msg + 1):
        if number > msg + _NEAR or other.call.edits:
            return None
        if any(a.intent in ("edit", "revert") for a in other.actions):
            return None
        if any(a.intent == "test" for a in other.actions):
            named = failed(other) and _NAMES_FAILED.search(other.call.output) is not None
            return f"a test failed, and the lines that name it are cut off: it is run again for them in msg {number}" if named else None
    return None


def passes_only(run: Run, action: Action) -> str | None:
    """A filter behind tests that lets through what passed and nothing that failed: a failure looks like a success."""
    if action.intent not in ("test", "run") or not (action.intent == "test" or _TESTS.search(action.command.argv[0])):
        return None
    last = next(
        (a.command for a in run.actions if a.command.group == action.command.group and a.command.stage == action.command.stage + 1), None
    )
    if last is None or last.tool not in ("grep", "egrep", "rg") or "-v" in last.argv or not _QUIET.isdisjoint(last.argv):
        return None
    words = [w for w in last.argv[1:] if not w.startswith("-")]
    if len(words) != 1 or not _PASSES.search(words[0]) or _FAILS.search(words[0]) or _FAILS.search(run.call.output):
        return None
    return f"`grep {words[0]}` lets through what passed only: a test that failed would not show"


def whole(view: View, msg: int, run: Run) -> bool:
    """Whether the shown end has a line for every package that earlier runs of the session showed: nothing but them was there to cut."""
    shown = set(_LINE_OF.findall(run.call.output))
    seen = {
        name
        for number, other in view.once(Calls).intents.get("test", ())
        if number < msg and " ./... " in f"{other.call.command} "
        for name in _LINE_OF.findall(other.call.output)
    }
    return bool(seen) and seen <= shown


def failed(run: Run) -> bool:
    """Whether a call's tests failed."""
    return any(o.kind == "tests" and o.result == "fail" for o in run.outcomes)


def packages(run: Run, action: Action) -> str | None:
    """A task over many packages whose shown lines begin in the middle of their list."""
    if not action.runner.startswith(_WRAPPERS):
        return None
    lines = [line for line in run.call.output.splitlines() if line.strip()]
    named = [bool(_PACKAGE.match(line)) for line in lines]
    if sum(named) <= _TWO or not all(named[at] for at in range(1, _TWO + 1)):
        return None
    return f"`{action.runner}` prints a line for each package, and of these only the last {sum(named)} are shown"
