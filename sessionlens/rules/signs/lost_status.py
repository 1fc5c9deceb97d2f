"""Statuses that the text of a command itself puts in place of the one that was asked for. A part of the rule `masked_exit_code`.

`tests | tail -3; echo $?` prints the status of tail. `query 2>/dev/null || echo none` prints "none" where the query failed, and
`lint 2>&1 | grep file || echo clean` prints "clean" where lint never ran. `revert 2>&1 | tail -1` that prints an empty line let through
the end of a message whose beginning, the error, is gone.
"""

import re
from collections.abc import Iterator
from itertools import pairwise

from sessionlens.graph.view import View
from sessionlens.model.trace import Action, Run
from sessionlens.rules.base import shorten
from sessionlens.rules.signs.runs import CUTTERS, kept, stage_after
from sessionlens.text.regex import regex

_CHECKED = frozenset(("test", "build", "lint", "install", "publish", "revert", "commit", "run", "benchmark", "edit"))
COMPARERS = frozenset(("cmp", "diff"))
_SEARCHES = frozenset(("grep", "egrep", "rg"))
_FILTERS = _SEARCHES | CUTTERS | {"tee", "sed", "awk", "sort", "uniq", "cut", "tr", "cat", "wc", "column", "jq", "less", "ts"}
_PRINTED = regex(r"\|[^|;&\n]*(?:;\s*|\n\s*)(?:echo|printf)\b[^;|\n]*?\$(?:\?|\{\?\})")
_LISTS = frozenset(("--contains", "--grep", "--merged", "--no-merged", "--author", "--filter", "--selector", "-S", "-G", "-l"))
"""Options of a question for which "none" is an empty answer with status 0: what stands behind `||` is then printed on a failure only."""
_LISTERS = frozenset(("git", "docker", "podman", "kubectl", "gh", "glab", "hg", "helm"))
_NO_CHECK = frozenset(("true", ":", "echo", "exit", "printf", "cd", "mkdir", "rm", "kill", "git", "sleep", "which", "command", "test", "["))
_RUNNERS = ("mise ", "npm ", "yarn ", "pnpm ", "just ", "task ", "make", "rake", "nox", "tox", "bazel ", "gradle")
_WELL = regex(r"(?i)\b(?:ok(?:ay)?|pass(?:ed|es)?|green|good|done|success\w*|built|clean|works?|fine|deployed|pushed)\b|✓|✔|✅")
_ERROR_LAST = frozenset(("make", "gmake", "ninja", "cargo", "go", "gcc", "g++", "clang", "clang++", "cmake", "tsc", "javac", "mvn", "zig"))
"""Tools that end with their error where they fail."""
_NOT_STARTED = regex(r"^(?:\S*sh): line \d+: (\S+): (No such file or directory|command not found|Permission denied)$", re.M)
_RESULTS = frozenset(("tests", "build", "lint"))
_SOON = 4
_DENIES = regex(r"(?i)\b(?:no|none|not|nothing|never|clean|ok|0)\b")


def printed_of_filter(run: Run) -> str | None:
    """A status printed right behind a pipe, which is the filter's, as if it were that of the check before the filter."""
    command = run.call.command or ""
    if "pipefail" in command or not _PRINTED.search(command):
        return None
    for at, action in enumerate(run.actions):
        first = action.command
        if first.stage == first.stages - 1 or first.nesting or not (action.intent in _CHECKED or first.tool in COMPARERS):
            continue
        last = next((a.command for a in stage_after(run, action) if a.command.stage == first.stages - 1), None)
        if last is None or last.tool not in _FILTERS or (first.tool in COMPARERS and last.tool in _SEARCHES):
            continue
        after = next((a.command for a in run.actions[at + 1 :] if a.command.group > first.group), None)
        if after is not None and after.tool in ("echo", "printf") and after.op not in ("&&", "||", "|") and "$?" in after.text:
            return f"the status printed behind `{shorten(first.text, 40)}` in a pipe is `{last.tool}`'s"
    return None


def praised(run: Run) -> str | None:
    """An "all green" behind `&&` that waits for the filter behind a check, where no line of the output says how the check ended."""
    if "pipefail" in (run.call.command or "") or run.call.exit_code not in (0, None) or any(o.kind in _RESULTS for o in run.outcomes):
        return None
    for at, action in enumerate(run.actions):
        first = action.command
        if first.stage == first.stages - 1 or first.nesting or action.intent not in ("test", "build", "lint", "publish", "install"):
            continue
        last = next((a.command for a in stage_after(run, action) if a.command.stage == first.stages - 1), None)
        after = next((a.command for a in run.actions[at + 1 :] if a.command.group > first.group), None)
        if last is None or last.tool not in _FILTERS - _SEARCHES or after is None or after.tool not in ("echo", "printf"):
            continue
        if after.op == "&&" and _WELL.search(after.text):
            return f"`{shorten(after.text, 40)}` waits for `{last.tool}`, not for `{shorten(first.text, 40)}`"
    return None


def answered_anyway(run: Run) -> str | None:
    """An answer of "none" that stands behind `||` and is printed by a command that failed too, its complaint thrown away."""
    command = run.call.command or ""
    if "echo" not in command or "pipefail" in command or run.call.exit_code not in (0, None):
        return None
    for at, action in enumerate(run.actions[1:], 1):
        said = action.command
        before = run.actions[at - 1].command
        if said.op != "||" or said.tool not in ("echo", "printf") or said.nesting or not _DENIES.search(said.text):
            continue
        if " ".join(said.argv[1:]) != run.call.output.strip():
            continue
        if before.stages == 1:
            asked = before.tool in _LISTERS and not _LISTS.isdisjoint(w.partition("=")[0] for w in before.argv)
            if asked and _silenced(run.actions[at - 1]):
                return f"`{shorten(said.text, 40)}` ran because `{shorten(before.text, 40)}` failed, and its error was thrown away"
        elif before.tool in _SEARCHES:
            first = next((a for a in run.actions if a.command.group == before.group and a.command.stage == 0), None)
            if first is not None and _checks(first) and _silenced(first):
                return f"`{shorten(said.text, 40)}` would be printed as well if `{shorten(first.command.text, 40)}` had not run at all"
    return None


def _checks(action: Action) -> bool:
    """Whether a command is a check, or a task of a project, of which nobody can tell what it does."""
    return action.intent in ("test", "lint", "build") or (action.intent == "run" and action.runner.startswith(_RUNNERS))


def _silenced(action: Action) -> bool:
    """Whether what a command complains of cannot be seen: thrown away, or given to the filter behind it."""
    return any(
        (r.target == "/dev/null" and r.op.startswith(("2", "&"))) or (action.command.stages > 1 and r.op.startswith("2>&"))
        for r in action.command.redirects
    )


def would_show(run: Run, action: Action) -> bool:
    """Whether a failure of a build would be seen behind its filter: `make | tail` ends with its error, or its product is compared."""
    if action.intent != "build":
        return False
    last = next(iter(_end(run, action)), None)
    if last is not None and last.command.tool == "tail" and action.command.tool in _ERROR_LAST:
        return True
    after = [a.command.tool for a in run.actions if a.command.group > action.command.group]
    return bool(after) and after[0] in COMPARERS


def said_done(run: Run) -> str | None:
    """An "it is done" behind `;` after a command whose output went to a file that nothing looks at."""
    if run.call.exit_code not in (0, None):
        return None
    for first, second in pairwise(run.actions):
        said = second.command
        if said.tool not in ("echo", "printf") or said.op not in (";", "") or not _WELL.search(said.text) or "$?" in said.text:
            continue
        log = any(r.op.startswith(("2>", "&>")) for r in first.command.redirects)
        if log and not first.command.nesting and filed_away(run, first):
            return f"`{shorten(said.text, 40)}` is printed whatever `{shorten(first.command.text, 40)}` ended with"
    return None


def not_started(run: Run) -> str | None:
    """A command that the shell could not start, in a call that went on and ended with status 0."""
    if run.call.exit_code != 0 or ": line " not in run.call.output:
        return None
    found = _NOT_STARTED.search(run.call.output)
    name = found[1].rpartition("/")[2] if found else ""
    if found is None or not any(a.command.tool == name and not a.command.status_printed for a in run.actions):
        return None
    later = any(a.command.op in (";", "", "|", "&") and a.command.tool != name for a in run.actions)
    return f"`{shorten(found[1], 40)}` was not started ({found[2].lower()}), and the call went on to end with status 0" if later else None


def blank_end(run: Run) -> str | None:
    """A command that changes something, behind `tail -1`, of whose message nothing but an empty last line was let through."""
    output = run.call.output
    if output[:1] != "\n" or not run.actions or run.call.exit_code not in (0, None):
        return None
    first = run.actions[0]
    last = next(iter(_end(run, first)), None)
    if last is None or last.command.tool != "tail" or kept(last) != 1 or first.intent not in _CHECKED:
        return None
    return f"`tail` let nothing but an empty line of `{shorten(first.command.text, 40)}` through: how it ended is not shown"


def _end(run: Run, action: Action) -> Iterator[Action]:
    """The last command of a pipeline that begins with this one."""
    return (a for a in stage_after(run, action) if a.command.stage == action.command.stages - 1)


def filed_away(run: Run, action: Action) -> bool:
    """Whether a command's output went to a file that nothing else of the call looks at, and nothing prints its status."""
    files = [r.target for r in action.command.redirects if r.op in (">", ">>", "&>", "&>>") and "&" not in r.target]
    if not files or action.command.status_printed:
        return False
    return not any(f in word for a in run.actions if a is not action for word in a.command.argv for f in files)


def read_later(view: View, msg: int, run: Run) -> bool:
    """Whether a file that a call wrote its output to is looked at in one of the next calls."""
    files = {r.target for a in run.actions for r in a.command.redirects if r.op in (">", ">>", "&>", "&>>") and "&" not in r.target}
    return any(
        any(f in (later.call.command or "") or f == str(later.call.input.get("file_path", "")) for f in files)
        for n, later in view.runs(msg + 1)
        if n <= msg + _SOON
    )


def never_ran(run: Run) -> str | None:
    """A test at the end of an `&&` chain behind a search, where status 1 may be the search's or that of a command before the test."""
    last = run.actions[-1].command if run.actions else None
    if last is None or last.tool not in _SEARCHES or any(o.kind == "tests" for o in run.outcomes):
        return None
    for action in run.actions:
        command = action.command
        if action.intent == "test" and command.op == "&&" and command.group == last.group and command.stage < last.stage:
            return f"status 1 may be `{last.tool}`'s or that of a command before `{action.runner}`: nothing shows that it ran"
    return None


def either(run: Run) -> str | None:
    """`check || other check` that printed nothing: it does not say which of the two succeeded."""
    if run.call.exit_code != 0 or run.call.output.strip():
        return None
    first, second = (a.command for a in run.actions)
    if second.op != "||" or {first.tool, second.tool} & _NO_CHECK or second.status_printed:
        return None
    return f"`{first.tool} || {second.tool}` printed nothing: the output does not say which of the two ran, or with what result"
