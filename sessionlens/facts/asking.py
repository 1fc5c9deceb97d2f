"""What a call's commands tell of what they were run for: whether they look, compare, search or wait, and at what."""

from sessionlens.facts import printed, questions, services
from sessionlens.facts.answering import Question
from sessionlens.facts.paths import litter
from sessionlens.model.trace import Action, Run

_AIMLESS = frozenset(("navigate", "other"))
LOOKS = frozenset(("inspect", "probe", "run", "benchmark", "profile"))
HISTORY_WORK = frozenset(("git rebase", "git merge", "git cherry-pick", "git commit", "git revert", "git reset", "git am", "git pull",
                           "git push"))  # fmt: skip
"""What a list of commits is looked at after, to see what has come of it."""
_SEARCHING = ("-S", "-G", "--grep", "--since", "--after", "--until", "--before", "--author", "--all", "--follow")
_CONTAINS = frozenset(("--contains", "--no-contains", "--merged", "--no-merged", "--points-at"))


def settled(question: Question, worked: bool) -> Question:
    """The question, marked if a list of commits answers it: one that follows work on the history, or one between two revisions."""
    action = question.action
    if action is None or question.topic != "check" or action.command.tool != "git":
        return question
    words = action.command.argv[2:]
    if compares(action):
        return question._replace(settled=True)
    if action.runner != "git log" or any(w == "--" or w.startswith(_SEARCHING) for w in words):
        return question
    before = question.run.actions[: question.run.actions.index(action)]
    return question._replace(settled=worked or any(a.runner in HISTORY_WORK for a in before))


def compares(action: Action) -> bool:
    """Whether git is asked which revisions hold another, or by what two branches differ: `git tag --contains 4be11c0`, `git log a...b`."""
    words = action.command.argv[2:]
    if action.runner in ("git branch", "git tag"):
        return any(w.partition("=")[0] in _CONTAINS for w in words)
    return action.runner in ("git log", "git rev-list") and any("..." in w and w[:1] != "-" for w in words)


def reviews(run: Run) -> bool:
    """Whether a call does nothing but show the difference that the session's edits make: `git diff -- src/pool.c`, no other revision."""
    work = [a for a in run.actions if a.intent not in _AIMLESS]
    if len(work) != 1 or work[0] is not run.actions[-1] or work[0].runner != "git diff":
        return False
    argv = work[0].command.argv[2:]
    said = argv[: argv.index("--")] if "--" in argv else argv
    return all(w[:1] == "-" or w == "HEAD" or ("." in w.rpartition("/")[2].strip(".") and ".." not in w) for w in said)


def searches(run: Run) -> bool:
    """Whether a call looks through texts for something, and does that first."""
    first = next((a for a in run.actions if a.intent not in _AIMLESS), None)
    return run.call.kind == "search" or (first is not None and (first.command.tool in printed.GREPS or first.runner == "git grep"))


def searched(run: Run) -> bool:
    """Whether a call ends with a search, which fails where it finds nothing."""
    return bool(run.actions) and run.actions[-1].command.tool in printed.GREPS and run.call.output.strip() in ("", "Error")


def passing(edit: Action, later: list[Action]) -> bool:
    """Whether an edit makes nothing that stays: litter, or a script that the same call runs."""
    if not edit.targets:
        return False
    runs = {w.rsplit("/", 1)[-1] for a in later if a.intent == "run" for w in a.command.argv[:3]}
    return all(litter(t) or (edit.command.heredoc is not None and t.rsplit("/", 1)[-1] in runs) for t in edit.targets)


def tested(work: list[Action], run: Run) -> Action | None:
    """What of a call is a run of tests, though its name does not say so: a script that counts its checks, a benchmark that failed, a
    program built with a race detector or a sanitizer whose status the call prints."""
    if any(a.intent == "test" for a in work):
        return None
    if run.outcomes:
        if any(o.kind == "tests" and o.counts for o in run.outcomes):
            return next((a for a in work if a.intent == "run"), None)
        if any(o.kind == "test" and o.result == "fail" for o in run.outcomes):
            return next((a for a in work if a.intent == "benchmark"), None)
    if "$?" not in (run.call.command or ""):
        return None
    armed = next((i for i, a in enumerate(work) if a.intent == "build" and any(w.startswith(_ARMS) for w in a.command.argv[1:])), len(work))
    return next((a for a in work[armed + 1 :] if a.intent == "run"), None)


_ARMS = ("-race", "-fsanitize=", "-Zsanitizer=", "--sanitize")


def aloud(run: Run) -> Action | None:
    """What is looked at below a heading that the command itself echoes and that asks: `echo "is the cap in v2?"; git show v2:a.c`."""
    for at, action in enumerate(run.actions):
        if action.command.tool == "echo" and "?" in action.command.text and questions.aloud(" ".join(action.command.argv[1:])):
            return next((a for a in run.actions[at + 1 :] if a.intent in LOOKS), None)
    return None


def waits(action: Action) -> bool:
    """Whether a command looks at what a CI service made of the work, or at what a registry has."""
    return services.asked(action) or (action.runner == "gh run view" and "--log-failed" in action.command.argv)


def edited_since(work: list[Action], diff: Action) -> bool:
    """Whether a difference shows a new edit, and not what taking back has left: no revision is named, and an edit stands before it."""
    before = work[: work.index(diff)]
    undo = max((i for i, a in enumerate(before) if a.intent in ("revert", "commit") or a.command.tool == "rm"), default=-1)
    revision = any(w.startswith(("HEAD", "@")) or w in ("--cached", "--staged") for w in diff.command.argv[2:])
    return not revision and any(a.intent == "edit" and a.command.tool != "rm" for a in before[undo + 1 :])


def cleared(run: Run) -> bool:
    """Whether a call removes something and then looks at what is left: the sentence before it is not what that look answers."""
    return any(a.command.tool in ("rm", "rmdir", "Remove-Item", "del") for a in run.actions)


def filtered(work: list[Action], build: Action) -> bool:
    """Whether a build is run for what the compiler says of something: `go build -gcflags=-m ./... | grep escapes`."""
    behind = [a for a in work if a.command.group == build.command.group and a.command.stage > build.command.stage]
    last = behind[-1].command if behind else None
    return last is not None and last.tool in printed.GREPS and "-v" not in last.argv and any(w in _TELLS for w in build.command.argv)


_TELLS = frozenset(("-gcflags=-m", "-gcflags=-m=2", "-m", "-Rpass=inline", "-fopt-info", "-fopt-info-vec", "-S", "--emit=asm", "--print"))
