"""The part of an output that would have answered the question was cut away.

A test runner that prints one summary per binary or package says nothing of the others when only the last lines are shown. A runner
with a single closing line loses nothing to `tail`, and where fewer lines came than `tail` asks for, nothing was cut at all. A list
that `head` ended is no list to count: "19 of them" then only repeats the number that `head` was given.

Fires:

    say: Run all the tests.
    $ cargo test 2>&1 | tail -3
    > running 0 tests
    >
    > test result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s

Fires:

    say: Which objects are broken?
    $ git fsck 2>&1 | grep missing | head -4
    > missing blob 11
    > missing blob 12
    > missing blob 13
    > missing blob 14
    say: There are 4 missing blobs.

Fires:

    say: The two that I wrote.
    $ go test ./store/... -run "TestReadsBack|TestKeepsOrder" -v 2>&1 | tail -4
    > === RUN   TestKeepsOrder
    > --- PASS: TestKeepsOrder (0.00s)
    > PASS
    > ok   example.test/store  0.2s

Fires:

    say: Everything.
    $ make test 2>&1 | tail -4
    > ok   example.test/lexer   0.2s
    > ok   example.test/parser  1.3s
    > ok   example.test/printer 0.3s
    > ok   example.test/units   0.3s

Fires:

    say: Everything.
    $ yarn test 2>&1 | tail -3
    > Tests:       1 failed, 30 passed, 31 total
    > Time:        2.1 s
    > Ran all test suites.
    say: Which one?
    $ yarn test 2>&1 | grep "●"
    > ● cart > keeps the last line
    > Tests:       1 failed, 30 passed, 31 total

Fires:

    say: Tests.
    $ node --test | grep -E "^# (tests|pass)"
    > # tests 9
    > # pass 8

Quiet:

    say: Everything.
    $ go test ./... 2>&1 | grep -v "no test files"
    > ok   gate/split  0.2s
    > ok   gate/join   0.3s
    say: Once more.
    $ go test ./... 2>&1 | tail -2
    > ok   gate/split  0.2s
    > ok   gate/join   0.3s

Quiet:

    say: Run all the tests.
    $ pytest -q 2>&1 | tail -3
    > 41 passed in 1.20s

Quiet:

    say: Run all the checks.
    $ make check | tail -2
    > ok   lists are sorted
    > 12 passed, 0 failed

Quiet:

    say: Run the two packages.
    $ go test ./lexer ./parser 2>&1 | tail -40
    > ok   example.test/lexer   0.2s
    > ok   example.test/parser  0.3s
"""

import re
from collections.abc import Iterator

from sessionlens.graph.view import View
from sessionlens.model.facts import Conclusion
from sessionlens.model.trace import Action, Run
from sessionlens.model.verdict import Verdict
from sessionlens.model.words import Issue
from sessionlens.rules.base import Hit, at_run, shorten
from sessionlens.rules.index import Calls
from sessionlens.rules.signs import ends_of_logs
from sessionlens.rules.signs.cut_tests import nameless, not_shown, packages, passes_only, whole
from sessionlens.rules.signs.runs import ASKED, cut_by, kept, shown_lines
from sessionlens.text.regex import regex

NUMBER = "R002"
ISSUE: Issue = "truncated-output"
HELP = "keep the whole output in a file and print the lines that decide (every summary, every failure)"
MANY_SUMMARIES = ("cargo test", "cargo nextest", "go test", "mvn", "gradle", "bazel", "ctest", "make", "just", "dotnet test")
SEARCHES = frozenset(("grep", "egrep", "rg"))
WRAPPERS = ("make", "just")
"""Runners that print nothing of their own: whether there is more than one summary shows in its form."""
_PER_BINARY = regex(r"^test result: |^(?:ok|FAIL|---)\s+\S+\s+\(?[\d.]+s|^Tests run:", re.M)
_COUNTED = regex(r"(\d(?<!\w.)\d{0,3})(\+)?\s+(?:\w+\s+){0,2}\w*s\b")
_CHOSEN = regex(r"\b(?:last|first|top|recent|latest|these|those|only|at least|over|than)\s+$", re.I)
"""Before a number: the writer knows that there are more, or means the ones shown."""
_ONE_BINARY = frozenset(("--test", "--lib", "--bin", "--doc", "--example", "--bench"))
_GENERAL = "lines entries items files results matches hits cases commits places names rows"
_STEM = 5
_NEAR = 6
_TWO = 2
_INSTALLED = ("node_modules/", "/.git/", "/vendor/", "site-packages/", "/target/", "/.venv/")
"""Where what a search lists first is nobody's own."""


def cut_away(run: Run, action: Action) -> str | None:
    """Why the answer is not in the output, or None."""
    piped = action.command.stage < action.command.stages - 1
    if action.intent not in ASKED or not (piped or run.call.cut):
        return None
    cutter = cut_by(run, action)
    summaries = [o for o in run.outcomes if o.kind == "tests" and o.counts]
    failed = any(o.result == "fail" for o in run.outcomes if o.kind in ("tests", "build", "lint"))
    if cutter and not failed and shown_lines(run) >= (kept(cutter) or 0):
        shown = " ".join(cutter.command.argv[:3])
        if action.intent == "test" and action.runner.startswith(MANY_SUMMARIES) and len(summaries) <= 1 and several(run, action):
            return f"`{action.runner}` prints a summary for each test binary or package; `{shown}` shows the last lines only"
        if cutter.command.tool == "head" and not run.outcomes:
            return f"`{shown}` cuts the output of `{action.runner}` before its result"
    if cutter and action.intent == "test" and shown_lines(run) >= (kept(cutter) or shown_lines(run) + 1):
        return not_shown(run, action) or packages(run, action)
    if run.call.cut and not run.outcomes:
        return f"the output of `{action.runner}` was shortened before its result"
    return None


def unnamed(view: View, msg: int, run: Run, action: Action) -> str | None:
    """A failed test whose name was cut away."""
    cutter = cut_by(run, action) if action.intent == "test" else None
    return nameless(view, msg, run, action) if cutter and shown_lines(run) >= (kept(cutter) or shown_lines(run) + 1) else None


def number_cut(view: View, conclusion: Conclusion, verdict: Verdict) -> bool:
    """Whether a number is said of a run whose result was cut away; without one, that is said of the run alone."""
    if verdict.verdict != "undecidable" or not any(map(str.isdigit, conclusion.quote)):
        return False
    return any(msg in verdict.evidence and cut_away(run, action) for msg, run in view.runs() for action in run.actions)


def several(run: Run, action: Action) -> bool:
    """Whether the command runs more than one test binary or package, as far as it says: `go test ./lexer` runs one."""
    if action.runner.startswith("cargo") and sum(w in _ONE_BINARY for w in action.command.argv) == 1:
        return False
    if action.runner != "go test":
        return not action.runner.startswith(WRAPPERS) or _PER_BINARY.search(run.call.output) is not None
    packages = [w for w in action.command.argv[2:] if w.startswith((".", "/")) or w.endswith("/...")]
    return len(packages) > 1 or any(w in ("./...", "...") for w in packages)


def ended_list(run: Run) -> int | None:
    """The number of lines at which `head` ended the call's only list, or None where it ended nothing."""
    heads = [a for a in run.actions if a.command.tool == "head" and a.command.stages > 1]
    limit = kept(heads[0]) if len(heads) == 1 else None
    if limit is None or limit <= _TWO or shown_lines(run) != limit:
        return None
    return limit if len({a.command.group for a in run.actions if a.command.stages > 1}) == 1 else None


def elsewhere(run: Run) -> bool:
    """Whether every line of a list is of packages that were installed, so that what was looked for cannot be among them."""
    return all(any(map(line.__contains__, _INSTALLED)) for line in run.call.output.splitlines())


def counted(view: View, msg: int, run: Run, limit: int) -> str | None:
    """What a message after `msg` counts as exactly the number at which the list was ended (or as one less and more).

    What is counted must be what was listed: a word of the command, of what it printed, or of what the message wants of it.
    """
    listed = f"{_GENERAL} {run.call.command} {run.call.output} {view.message(msg).text}".lower()
    for number in range(msg + 1, msg + _NEAR + 1):
        turn = view.turns.get(number)
        if turn is None or turn.message.role == "user" or (view.until is not None and number > view.until):
            return None
        text = turn.message.text
        for found in _COUNTED.finditer(text) if str(limit) in text or f"{limit - 1}+" in text else ():
            if max(found[0].split(), key=len).lower()[:_STEM].rstrip("s") not in listed:
                continue
            if _CHOSEN.search(text, max(0, found.start() - 16), found.start()):
                continue
            if int(found[1]) == limit or (found[2] and int(found[1]) == limit - 1):
                return f"msg {number} counts {shorten(found[0], 40)!r}"
        if any(a.command.tool in ("wc", "uniq") or "-c" in a.command.argv for run in turn.runs for a in run.actions):
            return None
    return None


def find(view: View) -> Iterator[Hit]:
    calls = view.once(Calls)
    reported: set[int] = set()
    for msg, run in calls.of_intents(ASKED):
        why = next((why for action in run.actions if (why := cut_away(run, action) or unnamed(view, msg, run, action))), None)
        if why and "last lines only" in why and whole(view, msg, run):
            continue
        if why:
            reported.add(id(run))
            yield at_run(view, msg, run, why)
    for msg, run in calls.of_tools(SEARCHES):
        why = next((why for a in run.actions if a.command.stages > 1 and (why := passes_only(run, a))), None)
        if why and id(run) not in reported:
            reported.add(id(run))
            yield at_run(view, msg, run, why)
    yield from ends_of_logs.find(view)
    for msg, run in calls.tools.get("head", ()):
        limit = ended_list(run) if id(run) not in reported else None
        if limit and run.actions[0].command.tool == "find" and elsewhere(run):
            yield at_run(view, msg, run, f"all {limit} lines that `head` let through are of installed packages: nothing else could be seen")
            continue
        said = counted(view, msg, run, limit) if limit else None
        if said:
            yield at_run(view, msg, run, f"the list was ended by `head` after {limit} lines, and {said}")
