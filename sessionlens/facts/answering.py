"""How a question that a call put was answered: the result, and in a word what it rests on (see `printed`)."""

from typing import NamedTuple

from sessionlens.commands import known
from sessionlens.facts import answers, comparing, counter, printed, questions, services, serving, states, statuses
from sessionlens.model.trace import Action, Run
from sessionlens.model.words import Result
from sessionlens.text.regex import regex

INSIDE = frozenset(("strings", "nm", "objdump", "readelf", "ldd", "otool", "dumpbin", "c++filt"))
CONDITIONS = frozenset(("test", "[", "[[", "type", "Test-Path"))
_SEARCHES = INSIDE | {"grep", "egrep", "rg", "ag", "ack", "ls", "find", "fd", "pgrep", "git"}
_METERS = frozenset(
    ("uptime", "ps", "top", "htop", "w", "who", "sensors", "free", "vmstat", "iostat", "mpstat", "df", "du", "nproc", "lscpu", "lsof", "ss",
     "netstat", "nvidia-smi", "rocm-smi", "date", "cat", "stat")
)  # fmt: skip
"""What prints a state as numbers and words that only a reader can weigh: whether a load of 12 is quiet is not printed."""
_WEIGHED = ("/proc/", "/sys/")
_READERS = frozenset(("cat", "head", "tail", "bat"))
_REVISIONS = frozenset(("git branch", "git tag", "git rev-parse", "git cat-file", "git ls-files", "git show"))
_PATHS = _READERS | {"ls", "dir", "stat", "tree", "file", "readlink", "which", "where", "command", "type", "Get-Command"}
"""What fails where something is not there, so that what stands behind `||` is said of that."""


_DAMAGED = regex(r"(?m)(?:^|[ :])(?:Error|Parse error|Runtime error)(?: near line \d+)?: |\bmalformed\b|^ERROR[ :]")


class Question(NamedTuple):
    """A question's topic, and the call and the command that answer it. `settled`: what is looked at follows work on it, or names what it
    compares, so that a list is an answer."""

    topic: str
    run: Run
    action: Action | None = None
    settled: bool = False


class Answer(NamedTuple):
    """A question and how it was answered."""

    question: Question
    result: Result
    counts: dict[str, int] | None = None
    printed: str = ""


def answered(question: Question, said: str, sums: printed.Sums) -> Answer:
    """The answer to a question, `said` being the words before the call and `sums` the digests printed so far. A status other than 0 that
    the call itself prints decides, unless it is the one that was hoped for.

    Example: `[ a -nt b ] && echo new || echo old` that printed "old" is a fail, and "not held".
    """
    found = _answer(question, said, sums)
    if found.result == "fail" or question.topic in ("tests", "build", "lint", "state") or question.action is None:
        return found
    if statuses.ill(question.run) and not questions.refuses(said):
        return found._replace(result="fail", printed="failed")
    if (
        found.printed in ("read", "found")
        and questions.polar(said)
        and not questions.either_way(said)
        and statuses.none_found(question.run)
    ):
        return found._replace(result="fail", printed="none")
    return found


def _answer(question: Question, said: str, sums: printed.Sums) -> Answer:
    topic, run, action, _ = question
    if action is None:
        if topic == "review":
            return Answer(question, answers.by_report(run), None, "report")
        return _searched(question, said)
    if answers.unfinished(run):
        return Answer(question, "inconclusive")
    if topic == "tests":
        result, counts = answers.by_tests(run, action)
        if result == "fail" and counter.as_expected(run):
            return Answer(question, "pass", counts)
        open_ = result == "inconclusive" and not counts
        shown = (states.counted(run, action) or statuses.told(run, action)) if open_ else None
        if shown is not None:
            wanted = shown if not questions.expects_failure(said) else "pass" if shown == "fail" else "fail"
            return Answer(question, wanted, counts, "read")
        link = answers.stopped(run, action) if open_ else None
        if link is not None:
            return Answer(Question("lint" if link.intent == "lint" else "build", run, link), "fail", None, "stopped")
        if result == "inconclusive" or not questions.expects_failure(said):
            return Answer(question, result, counts)
        return Answer(question, "pass", counts, "failed") if result == "fail" else Answer(question, "fail", counts, "passed")
    if topic in ("build", "lint"):
        return Answer(question, answers.by_build(run, action))
    if topic == "state" and action.runner not in ("git fsck", "git verify-pack"):
        return _stood(question, action, said)
    if topic == "equal":
        return _compared(question, said, sums)
    if topic == "tool" and action.command.tool in CONDITIONS and action.command.tool != "type":
        return _held(question, action, said)
    if topic == "tool":
        if action.command.tool in _PATHS and (told := _there(run, action)) in ("not held", "absent"):
            return Answer(question, "fail", None, "not held" if told == "not held" else "none")
        result, word = answers.by_presence(run), printed.by_name(run, action)
        if not questions.polar(said) and printed.inventory(run, said):
            return Answer(question, "inconclusive", None, word)
        lacks = word == "some" and known(action.command, run.call.exit_code) == "failed"
        return Answer(question, "fail" if lacks else result, None, word)
    if topic == "control":
        return Answer(question, comparing.by_agreement(run, action))
    if topic == "database" and _DAMAGED.search(answers.seen(run.call.output)):
        return Answer(question, "fail", None, "error")
    if topic == "database" and questions.expects_absence(said) and (output := run.call.output.strip()).isdigit():
        return Answer(question, "fail" if int(output) else "pass", None, "read")
    if topic == "database":
        return Answer(question, answers.by_presence(run), None, "read")
    if topic in ("presence", "check", "review"):
        return _looked(question, action, said)
    result = answers.by_looking(run, action, question.settled or questions.confirms(run.call.description))
    return Answer(question, result, None, "error" if result == "fail" else "read")


def _searched(question: Question, said: str) -> Answer:
    """An agent's own search tool: no file of a name answers a question of yes or no by no, unless that may be what was hoped for; no text
    like a pattern decides nothing, since it may be written otherwise."""
    word = printed.by_search(question.run, None)
    if word != "none" or not questions.polar(said):
        return Answer(question, answers.by_presence(question.run), None, word)
    if questions.expects_absence(said):
        return Answer(question, "pass", None, word)
    names = "glob" in question.run.call.name.lower() and not questions.either_way(said)
    return Answer(question, "fail" if names else "inconclusive", None, word)


def _stood(question: Question, action: Action, said: str) -> Answer:
    """A tree's state: changes that are listed speak against a tree that is to be clean."""
    run = question.run
    result, word = answers.by_state(run, action), printed.by_tree(run, action)
    if word == "dirty" and result == "pass" and len([a for a in run.actions if a.runner == "git status"]) == 1:
        result = "fail" if questions.expects_clean(run.call.description or said[-160:]) else result
    if word == "untracked" and result == "pass" and questions.tidies(f"{said[-200:]} {run.call.description}"):
        result = "fail"
    return Answer(question, result, None, word)


def _compared(question: Question, said: str, sums: printed.Sums) -> Answer:
    """Digests, or what `diff` and `cmp` say, against what was wanted."""
    run, action = question.run, question.action
    assert action is not None
    wanted = questions.wanted(said[-160:]) or questions.wanted(run.call.description)
    kept = any(_regresses(run, a) for a in run.actions if a.command.tool == action.command.tool)
    if not wanted and kept and not questions.open_ended(f"{said[-160:]} {run.call.description}"):
        wanted = "same"
    if action.command.tool not in ("cmp", "diff", "colordiff") and not answers.misused(answers.seen(run.call.output)):
        result, word = sums.compare(run, action, wanted)
        if word != "read":
            return Answer(question, result, None, word)
    result, word = answers.by_difference(run, action, wanted)
    return Answer(question, result, None, word)


def _regresses(run: Run, action: Action) -> bool:
    """Whether what a program of the session prints now is compared with what was kept of it: `./app report > new.txt; cmp old.txt new.txt`,
    `./app report | sha256sum`. Where nothing else is said the two are to be the same."""
    command = action.command
    names = {w for w in command.argv[1:] if w[:1] != "-"}
    for before in run.actions[: run.actions.index(action)]:
        if before.intent != "run":
            continue
        if before.command.group == command.group and before.command.stage < command.stage:
            return True
        if any(r.target in names for r in before.command.redirects if r.op in (">", "1>", "&>", ">|")):
            return True
    return False


def _held(question: Question, action: Action, said: str) -> Answer:
    """A condition: what it echoed, or its exit status."""
    word = printed.by_condition(question.run, action)
    if word == "read":
        return Answer(question, answers.by_presence(question.run), None, word)
    gone = questions.expects_absence(said) and "!" not in action.command.argv
    return Answer(question, "pass" if (word == "held") != gone and word != "held in part" else "fail", None, word)


def _looked(question: Question, action: Action, said: str) -> Answer:
    """A look: what a search found, against what was hoped for; a state that only a reader can weigh decides no question of yes or no."""
    topic, run = question.topic, question.run
    if topic == "check":
        service = services.watched(action, run.call.exit_code) or services.answered(action, run.call.output)
        if service is not None:
            return Answer(question, service, None, "error" if service == "fail" else "read")
        state = states.told(run, action, said)
        if state is not None:
            return Answer(question, state, None, "read")
        told = _there(run, action)
        if told:
            gone = questions.expects_absence(said)
            return Answer(question, "pass" if (told == "held") != gone else "fail", None, "none" if told == "absent" else told)
        if serving.serves(run, action) and not answers.broken(answers.seen(run.call.output)):
            return Answer(question, "pass" if serving.ready(run.call.output) else "inconclusive", None, "read")
    if topic != "review" and (number := printed.last_count(run)) is not None and (hoped := questions.expected(said)) is not None:
        return Answer(question, "pass" if number == hoped else "fail", None, "read")
    if topic != "review" and _searches(run, action) and questions.expects_absence(said):
        result = answers.by_absence(run)
        return Answer(question, result, None, printed.by_search(run, action, result == "inconclusive"))
    if topic == "presence" and questions.polar(said) and (counted := printed.asked_count(run, said)) is not None:
        return Answer(question, "pass" if counted else "fail", None, "found" if counted else "none")
    if topic == "presence":
        result = answers.by_presence(run)
        word = printed.by_search(run, action, result == "inconclusive")
        return Answer(question, "fail" if word == "none" and result == "pass" else result, None, word)
    result = answers.by_looking(run, action, question.settled or questions.confirms(run.call.description))
    if result == "fail":
        return Answer(question, result, None, "error")
    word = printed.by_search(run, action, result == "inconclusive")
    if result != "inconclusive" and word != "none" and _weighed(action) and questions.polar(said):
        result = "inconclusive"
    elif word == "none" and (result == "pass" or printed.counts(run)) and questions.polar(said):
        result = "inconclusive" if questions.either_way(said) else "fail"
    return Answer(question, result, None, word)


def _searches(run: Run, action: Action) -> bool:
    """Whether a command looks for something, by itself or by what it is piped into: `make dup | grep pool`."""
    if action.command.tool in _SEARCHES:
        return True
    last = answers.follows(run, action)[-1:]
    return any(a.command.tool in printed.GREPS and "-v" not in a.command.argv for a in last)


def _there(run: Run, action: Action) -> str:
    """Whether a path that was looked for is there: "held", "not held" (by what stands behind `||`), "absent" (by the complaint), or ""."""
    if action.command.tool in _PATHS:
        if not run.call.output.strip() and known(action.command, run.call.exit_code) == "failed":
            return "absent"
        told = printed.otherwise(run, action)
        if told == "not held" or (told and action.command.tool not in _READERS):
            return told
    if action.runner in _REVISIONS and printed.otherwise(run, action) == "not held":
        return "not held"
    return "absent" if printed.absent(run) else ""


def _weighed(action: Action) -> bool:
    return action.command.tool in _METERS or any(w.startswith(_WEIGHED) for w in action.command.argv[1:])
