"""What a tool answered: pass, fail, or nothing that decides."""

import re

from sessionlens.commands import known
from sessionlens.facts import comparing, statuses
from sessionlens.facts.questions import holds
from sessionlens.model.trace import Action, Outcome, Run
from sessionlens.model.words import Result
from sessionlens.text.regex import regex

_MISUSED = regex(
    r"(?mi)^usage: |unknown (?:option|subcommand|command|flag)|unrecogni[sz]ed (?:option|argument)|invalid option|illegal option"
    r"|no matches found|command not found|could not determine executable|is not recognized|no such command|waiting for both good and bad"
)
_MISUSES = ("usage: ", "unknown ", "unrecogni", "invalid option", "illegal option", "no matches found", "not found", "could not determine",
            "no such command", "waiting for both")  # fmt: skip
_BREAKS = (
    ("error", ("\nerror: ", "\nerror[", " error: ")),
    ("FAIL", ("\nFAIL", "FAILED", "FAILURE")),
    ("fatal: ", ("\nfatal: ",)),
    ("fail", ("\tfail\t",)),
    ("panic", ("\npanic",)),
    ("Traceback", ("\nTraceback",)),
    ("<not supported>", ("<not supported>",)),
    ("missing blob", ("\nmissing blob",)),
    ("broken link", ("\nbroken link",)),
    ("corrupt", ("corrupt",)),
)
"""What an output says of an error or of damage, each after a word that must be there; a line's beginning is written as a newline."""
_FATAL = regex(r"(?m)^(?:fatal|error): ")
_ABSENT = ("<not supported>", "command not found", "not installed", "no such command")
_TIMED_OUT = ("timed out", "timeout after", "timeout expired", "timeout exceeded", "timeout reached", "deadline exceeded")
_SILENT_BUILDS = frozenset(("build", "lint"))
_TESTS = frozenset(("tests", "test"))


_HISTORY = frozenset(
    ("git log", "git reflog", "git show", "git branch", "git count-objects", "git config", "stat", "git blame", "gh run", "ls")
)
"""Commands that list what happened or what there is: read for themselves they decide nothing."""
_PAST = frozenset(
    ("git log", "git reflog", "git show", "git blame", "git diff", "git shortlog", "git cherry", "git branch", "git tag", "git whatchanged")
)
"""Commands that show what others wrote: a subject that tells of corruption or a failure is no fault of theirs."""
_ZERO = regex(r"(?:^|:)0$")
_COUNTERS = frozenset(("wc", "uniq"))
_RULE = regex(r"(?m)^\W*$|^(=+|-+|#+)[ \w./:-]*(=+|-+|#+)?$")
_FAULTS = regex(
    r"\b(?:\d+|two|three|four|several|multiple|a|one|real|serious|critical) (?:\w+ )?(?:bugs?|defects?|regressions?)\b"
    r"|\bdoes not (?:work|hold)\b",
    re.I,
)
_ECHOES = frozenset(("echo", "printf"))
_LASTING = frozenset(("tail", "head", "cat", "tee", "sort", "wc", "sed", "uniq"))
"""Last stages of a pipeline that do not fail, whatever they are fed."""
_FAULTY = regex(r"(?i)\b(?:[a-z]*error|errors|failed|failure)\b")
_CUTS = frozenset(("head", "tail", "grep", "egrep", "rg", "awk", "sed", "cut"))
_WINDOW = 3000
_EDGE = 400


def seen(output: str) -> str:
    """As much of an output as decides: its beginning and its end."""
    return output if len(output) <= _WINDOW else f"{output[:2000]}\n{output[-1000:]}"


def misused(output: str) -> bool:
    """Whether a tool did not understand what it was asked, which it says first or last."""
    if len(output) > 2 * _EDGE:
        output = f"{output[:_EDGE]}\n{output[-_EDGE:]}"
    return holds(output.lower(), _MISUSES) and _MISUSED.search(output) is not None


def broken(output: str) -> bool:
    """Whether an output names an error or damage."""
    text = f"\n{output}"
    for word, marks in _BREAKS:  # noqa: SIM110
        if word in text and holds(text, marks):
            return True
    return False


def bare(run: Run) -> str:
    """An output without the headings that the command itself echoed (`=== a ===`, `---`)."""
    output = seen(run.call.output).strip()
    if output == "Error" and run.call.status == "error":
        return ""
    if _ECHOES.isdisjoint([a.command.tool for a in run.actions]):
        return output
    said = {" ".join(a.command.argv[1:]) for a in run.actions if a.command.tool == "echo"}
    return "\n".join(line for line in output.split("\n") if line.strip() not in said and not _RULE.match(line)).strip()


def follows(run: Run, action: Action) -> list[Action]:
    """The commands behind one in its pipeline: what they drop was not seen."""
    command = action.command
    if command.stages == 1:
        return []
    return [a for a in run.actions if a.command.group == command.group and a.command.stage > command.stage]


def cut(run: Run, action: Action) -> bool:
    """Whether `head`, `tail` or a filter may have dropped a part of what a command printed."""
    return run.call.cut or not _CUTS.isdisjoint([a.command.tool for a in follows(run, action)])


def full(run: Run, action: Action) -> bool:
    """Whether a `head -N` is full: as many lines as it lets through, so that more may have been."""
    for after in follows(run, action):
        if after.command.tool in ("head", "tail"):
            number = next((int(n) for w in after.command.argv[1:] if (n := w.lstrip("-n")).isdigit()), 10)
            if run.call.output.count("\n") + 1 >= number > 1:
                return True
    return False


def unfinished(run: Run) -> bool:
    """Whether the call was stopped before it could answer."""
    call = run.call
    if call.status == "interrupted" or call.exit_code in (124, 137, 143):
        return True
    counted = any(o.kind in _TESTS and o.counts for o in run.outcomes)
    return len(call.output) < 300 and not counted and holds(call.output.lower(), _TIMED_OUT)


def by_tests(run: Run, action: Action) -> tuple[Result, dict[str, int]]:
    """A test run's result, by its printed summaries, then by its exit status; without either it decides nothing."""
    if action.runner == "git bisect":
        found = "is the first bad commit" in run.call.output
        return ("pass" if found else "inconclusive" if misused(run.call.output) else by_looking(run, action)), {}
    outcomes = [o for o in run.outcomes if o.kind in _TESTS]
    counts: dict[str, int] = {}
    for outcome in outcomes:
        for key, value in outcome.counts.items():
            counts[key] = counts.get(key, 0) + value
    if any(o.result == "fail" for o in outcomes):
        return "fail", counts
    if "-v" in action.command.argv and action.command.tool == "go" and statuses.skipped(outcomes):
        return "inconclusive", {**counts, "total": 0}
    if any(o.result == "pass" and (not o.counts or o.counts.get("passed", 0) > 0) for o in outcomes):
        return ("fail" if _missing_some(counts) else "pass"), counts
    state = known(action.command, run.call.exit_code)
    told = [o for o in outcomes if o.counts.get("total") != 0]
    if told:
        return "inconclusive", counts
    if any(o.kind == "error" for o in run.outcomes) or _FATAL.search(seen(run.call.output)):
        return "fail", counts
    if not outcomes and state in ("ok", "failed") and not cut(run, action):
        return ("pass" if state == "ok" else "fail"), counts
    inverted = any(a.command.tool in ("grep", "egrep", "rg") and "-v" in a.command.argv for a in follows(run, action))
    if inverted and "FAIL" not in run.call.output and (run.call.exit_code == 0 or not run.call.output.strip()):
        return "pass", counts
    return "inconclusive", counts


def _missing_some(counts: dict[str, int]) -> bool:
    """Whether fewer tests passed than there were, where what the others did was filtered away: `# tests 14`, `# pass 13`."""
    told = {"failed", "skipped", "todo", "cancelled", "pending", "ignored"}
    return told.isdisjoint(counts) and counts.get("total", 0) > counts.get("passed", 0) > 0


def stopped(run: Run, action: Action) -> Action | None:
    """The check in front of a command, joined to it by `&&`, that failed so that the command never ran: `build && lint && test | tail`
    ended with a status that `tail` cannot have given, or the linter printed its errors."""
    if run.call.exit_code in (None, 0) or run.call.status == "interrupted":
        return None
    actions = run.actions
    at = actions.index(action)
    last = [action, *follows(run, action)][-1].command
    links: list[Action] = []
    while at > 0 and actions[at].command.op in ("&&", "|"):
        at -= 1
        if actions[at].intent in _SILENT_BUILDS and actions[at].command.group != action.command.group:
            links.append(actions[at])
    if not links or not last.exit_visible:
        return None
    told = {o.kind for o in run.outcomes if o.result == "fail"}
    named = next((a for a in links if a.intent in told), None)
    return named or (links[0] if last.stages > 1 and last.tool in _LASTING else None)


def by_build(run: Run, action: Action) -> Result:
    """A build's or a lint's result: what the compiler said, else its exit status; silence with status 0 is success."""
    said = [o for o in run.outcomes if o.kind in ("build", "lint", "error")]
    if action.intent == "lint" and "could not determine executable" in run.call.output:
        return "inconclusive"
    if any(o.result == "fail" for o in said):
        return "fail"
    state = known(action.command, run.call.exit_code)
    output = seen(run.call.output).strip()
    if "-l" in action.command.argv and action.command.tool in ("gofmt", "goimports", "gofumpt"):
        return "fail" if output and not output.startswith(("---", "==")) else "pass"
    if state == "failed":
        return "fail"
    if any(o.result == "pass" for o in said) or state == "ok":
        return "pass"
    if _FATAL.search(output):
        return "fail"
    if run.call.status == "error" and run.call.exit_code is None and action.command.exit_visible:
        return "fail" if _FAULTY.search(output) and not output.startswith("<tool_use_error>") else "inconclusive"
    return (
        "pass" if run.call.exit_code == 0 and (not output or (action.intent in _SILENT_BUILDS and not cut(run, action))) else "inconclusive"
    )


def by_state(run: Run, action: Action) -> Result:
    """A tree's or a repository's state: an answer unless git refused; a failure of what else the call ran is none of git's."""
    if _FATAL.search(seen(run.call.output)):
        return "fail"
    if run.call.status != "error" and run.call.exit_code in (None, 0):
        return "pass"
    state = known(action.command, run.call.exit_code)
    if state == "failed" or len(run.actions) == 1:
        return "fail"
    return "pass" if state == "ok" or bare(run) else "inconclusive"


def by_absence(run: Run) -> Result:
    """A search that is hoped to find nothing: empty or all zeros is a pass, as far as it searched."""
    output = bare(run)
    if misused(output) or run.call.status == "interrupted":
        return "inconclusive"
    return "pass" if not output or all(_ZERO.search(line.strip()) for line in output.split("\n")) else "fail"


def by_presence(run: Run) -> Result:
    """A search: found, or not; a search that printed nothing does not decide, since it may not have looked in the right place."""
    output = bare(run)
    if not output or misused(output):
        return "inconclusive"
    if "<not supported>" in output:
        return "fail"
    lines = [line.strip() for line in output.split("\n")]
    if all(line.isdigit() for line in lines):
        return "pass" if lines[0] != "0" or len(lines) > 1 else "fail"
    return "fail" if _missing(output) and not any(line.startswith("/") for line in lines) else "pass"


def _missing(output: str) -> bool:
    return holds(output, _ABSENT) or (output.startswith(("no ", "which: no ")) and " in (" in output)


def by_difference(run: Run, action: Action, wanted: str) -> tuple[Result, str]:
    """What `diff` or `cmp` says against what is wanted ("same", "differ", ""), and in a word: "equal", "differ", or "read"."""
    output = seen(run.call.output)
    if misused(output):
        return "inconclusive", "refused"
    said: list[Outcome] = [o for o in run.outcomes if o.kind in ("equal", "diff")]
    told = "" if said else comparing.by_branches(run, action, output)
    if not said and not told and wanted and comparing.hunked(output):
        told = "differ"
    if told:
        word = told
    elif said:
        word = "equal" if all(o.result == "pass" for o in said) else "differ"
    elif not output.strip() and known(action.command, run.call.exit_code) == "ok":
        word = "equal"
    else:
        word = "read" if output.strip() else "silent"
    if wanted and (said or told):
        return ("pass" if (word == "equal") == (wanted == "same") else "fail"), word
    return ("pass" if output.strip() or run.call.exit_code == 0 else "inconclusive"), word


def by_report(run: Run) -> Result:
    """A reviewer's report: against, if it names faults."""
    text = run.call.output[:1500]
    named = any(w in text for w in ("bug", "defect", "regression", "does not"))
    return "fail" if (named and _FAULTS.search(text)) or ("indings" in text and "severe" in text) else "pass"


def by_looking(run: Run, action: Action, confirming: bool = False) -> Result:
    """Anything else that was asked: errors decide against, an empty or a cut answer decides nothing, nor does a list of what happened
    unless it was counted, or is to confirm what was expected."""
    output = bare(run)
    if not output and action.runner == "git fsck" and run.call.status == "ok":
        return "pass"
    if not output or misused(output):
        return "inconclusive"
    if _FATAL.search(output) if action.runner in _PAST else broken(output):
        return "fail"
    counted = any(a.command.tool in _COUNTERS or (a.command.tool == "grep" and "-c" in a.command.argv) for a in run.actions)
    if run.call.status == "error" or (full(run, action) and not counted):
        return "inconclusive"
    listed = action.runner in _HISTORY and not _of_a_file(action)
    return "inconclusive" if listed and not (counted or confirming) else "pass"


def _of_a_file(action: Action) -> bool:
    """Whether git shows a file as it was at a revision, and no list of what happened: `git show v2:src/pool.c`."""
    return action.runner == "git show" and any(":" in w and w[:1] not in "-:" for w in action.command.argv[2:])
