"""The exit status that was seen belongs to another command, and the output does not say how the first one ended.

Without `pipefail` a pipeline reports its last stage; `a; b` reports b; `a || true` reports nothing. That is harmless where the output
prints the result all the same: a tally, a compiler's own error. A build that fails behind a pipe while what comes after it runs all the
same is no such case.

Fires:

    say: Check everything.
    $ cargo clippy -- -D warnings 2>&1 | grep -c unused
    > 0

Fires:

    say: Vet and test everything.
    $ go vet ./... && go test ./... 2>&1 | grep -v "^ok"
    > model/row.go:20:13: struct field tag not compatible
    ! 1

Fires:

    say: Build the image.
    $ docker build . > build.log; echo done
    > done

Fires:

    say: Take it out again, build and test.
    $ git checkout -q src/list.c && make -s 2>&1 | tail -1; ./selftest ./listd | tail -1
    > make: *** [Makefile:9: listd] Error 1
    > 0 passed, 5 failed

A status printed behind a pipe is the filter's, and what is committed behind a `;` is committed whatever the checks said.

Fires:

    say: The sheet against the one of before.
    $ ./render in.csv > new.txt; cmp old.txt new.txt | tail -1; echo status=$?
    > old.txt new.txt differ: byte 142, line 2
    > status=0

Fires:

    say: Everything once more.
    $ mix compile && mix test 2>&1 | tail -3; echo "status $?"
    > Finished in 0.2 seconds
    > 31 tests, 0 failures
    > status 0

Fires:

    say: Does any shipped branch have it?
    $ git branch -r --contains 4be0aa3310 2>/dev/null || echo "on no branch"
    > on no branch

Fires:

    say: Anything in the new file?
    $ npm run lint 2>&1 | grep queue.ts || echo "queue.ts is clean"
    > queue.ts is clean

Quiet:

    say: Is the tool there at all?
    $ shellcheck --version 2>/dev/null || echo "not installed"
    > not installed

Quiet:

    say: Everything once more.
    $ mix test 2>&1 | tail -2; echo "status ${PIPESTATUS[0]}"
    > 31 tests, 0 failures
    > status 0

Quiet:

    say: The sheet against the one of before.
    $ ./render in.csv > new.txt; cmp old.txt new.txt; echo status=$?
    > old.txt new.txt differ: byte 142, line 2
    > status=1

Fires:

    say: Test and commit.
    $ pytest -q tests; git add -A && git commit -qm "Own process" && git log --oneline | head -1
    > 1 failed, 10 passed in 1.47s
    > 495ffc8 Own process

Fires:

    say: Test and commit.
    $ mvn -q test | grep "Tests run" && git add -A && git commit -qm "Own queue"
    > Tests run: 12, Failures: 0

Fires:

    say: What does the change touch?
    $ glab mr diff 17 --path src/queue.rb 2>/dev/null | wc -l
    > 0
    say: Nothing? By itself.
    $ glab mr diff 17 --path src/queue.rb
    > unknown flag: --path
    ! 1

Quiet:

    say: All checks.
    $ make check | tail -2
    > ok   lists are sorted
    > 12 passed, 0 failed

Quiet:

    say: Does the old flag say why it is refused? And the default must build.
    $ make -s OLD=1 2>&1 | grep -m1 error; make -s && ./selftest ./listd | tail -1
    > list.c:4:2: error: #error "OLD needs WIDE=0"
    > 5 passed, 0 failed

Quiet:

    say: Build the image, and look at the end of the log.
    $ docker build . > build.log 2>&1; echo "status $?"; tail -1 build.log
    > status 0
    > writing image sha256:0a1b

Quiet:

    say: Run the tests.
    $ pytest -q 2>&1 | tail -1
    > 41 passed in 1.20s

Quiet:

    say: Bundle it.
    $ npm run build 2>&1 | tail -3
    > dist/app.js  41.20 kB
    > built in 2.1s

Quiet:

    say: Vet and test everything.
    $ set -o pipefail; go vet ./... && go test ./... 2>&1 | tail -5
    > ok   example.test/lexer   0.2s

Quiet:

    say: Build, then test.
    $ cargo build 2>&1 && cargo test 2>&1 | grep "test result"
    > test result: FAILED. 4 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s
    ! 1
"""

import re
from collections.abc import Iterator

from sessionlens.graph.view import View
from sessionlens.model.trace import Action, Run
from sessionlens.model.words import Issue
from sessionlens.rules.base import Hit, at_run, shorten
from sessionlens.rules.index import Calls
from sessionlens.rules.signs import lost_status, silent_pipes
from sessionlens.rules.signs.runs import builds
from sessionlens.text.regex import regex

NUMBER = "R003"
ISSUE: Issue = "masked-exit-code"
HELP = "use `set -o pipefail`, or write the output to a file and print the status of the command itself"
ASKED = frozenset(("test", "build", "lint"))
_LOOKED_AT = ASKED | {"benchmark"}
ONLY_ASKING = frozenset(("--help", "-h", "--version", "--list", "--dry-run", "-n"))
DEATHS = ("panicked at", "Traceback (most recent call last)", "Segmentation fault", "core dumped", "command not found", "Aborted")
_TELLS = regex(
    r"^\s*(?:\d+ +)?ok\s+\S+\s+(?:[\d.]+s|\(cached\))|"
    r"^\W*(?:[0-9a-f]{7,40} is the first bad commit|(?:\[\s*\d+%\] )?built target)\b|"
    r"^\W*(?:built|compiled|build|compilation|bundled|done|finished|success\w*|completed)\b"
    r".{0,60}?(?:\bin \d|success|complete|without errors|\bok\b|\bfail|\berror)",
    re.I | re.M,
)
"""Closing lines in which build tools say how it went."""
DECIDING = frozenset(("tests", "build", "lint"))
_TALLY = regex(r"\b\d+ (?:passed|failed|passing|failing)\b")
_ERROR_AT = regex(r"^\S+:\d+(?::\d+)?: (?:fatal )?error\b", re.M)


def shows_result(run: Run, action: Action) -> bool:
    """Whether the output says by itself how the command ended."""
    output = run.call.output
    builds_again = action.intent != "build" or any(a.intent == "test" and builds(a) for a in run.actions[run.actions.index(action) :])
    if any(o.kind in DECIDING and (builds_again or o.kind != "tests") for o in run.outcomes) or _TELLS.search(output):
        return True
    return bool(_ERROR_AT.search(output) if action.intent == "build" else _TALLY.search(output))


_STOPS = (": *** ", "could not compile", "build stopped", "BUILD FAILED", "Build FAILED", "FAILURE: Build failed")
_STOPPED = regex(
    r"^(?:\w*make(?:\[\d+\])?: \*\*\* |error: could not compile|ninja: build stopped|BUILD FAILED|Build FAILED|FAILURE: Build failed)", re.M
)


def find(view: View) -> Iterator[Hit]:
    calls = view.once(Calls)
    yield from silent_pipes.failed_in_silence(view)
    silent: set[int] = set()
    for msg, run in calls.runs:
        why = lost_status.either(run) if len(run.actions) == 2 else None
        if why:
            silent.add(id(run))
            yield at_run(view, msg, run, why, "low")
    for msg, run in calls.kinds.get("shell", ()):
        command = run.call.command or ""
        missing = lost_status.not_started(run)
        if missing and id(run) not in silent:
            silent.add(id(run))
            yield at_run(view, msg, run, missing)
            continue
        told = lost_status.said_done(run) if "echo" in command and ">" in command and id(run) not in silent else None
        if told and not lost_status.read_later(view, msg, run):
            silent.add(id(run))
            yield at_run(view, msg, run, told)
        if id(run) in silent or "|" not in command:
            continue
        lost = (lost_status.printed_of_filter(run) if "$?" in command else None) or lost_status.answered_anyway(run)
        lost = lost or lost_status.blank_end(run) or (lost_status.praised(run) if "&&" in command else None)
        if lost:
            silent.add(id(run))
            yield at_run(view, msg, run, lost)
    for msg, run in calls.of_intents(_LOOKED_AT):
        if run.call.exit_code not in (0, None):
            lost = lost_status.never_ran(run) if run.call.exit_code == 1 else None
            if lost:
                yield at_run(view, msg, run, lost)
            continue
        asked = [
            a
            for a in run.actions
            if a.intent in _LOOKED_AT and a.command.tool != "git" and not a.command.exit_visible and ONLY_ASKING.isdisjoint(a.command.argv)
        ]  # a bisection is asked for its commit, not for its status
        if not asked or id(run) in silent:
            continue
        death = next((d for d in DEATHS if d in run.call.output), None)
        if death and not any(o.kind in ("tests", "build") and o.result == "fail" for o in run.outcomes):
            why = f"the call ended with status 0, but its output says {death!r}: the status is another command's"
            yield at_run(view, msg, run, why, "high")
            continue
        kept = committed(run) or silent_pipes.gated(run) if "git " in (run.call.command or "") else None
        if kept:
            yield at_run(view, msg, run, kept)
            continue
        went_on = gone_on(run) if any(map(run.call.output.__contains__, _STOPS)) else None
        if went_on:
            yield at_run(view, msg, run, went_on)
            continue
        hidden = [
            a
            for a in asked
            if a.intent in ASKED
            and not shows_result(run, a)
            and a.command.stages > 1
            and a.command.stage < a.command.stages - 1
            and not lost_status.would_show(run, a)
        ]
        unseen = next((a for a in asked if a.intent in ASKED and lost_status.filed_away(run, a) and not shows_result(run, a)), None)
        if unseen and lost_status.read_later(view, msg, run):
            continue
        if unseen:
            why = f"the output of `{shorten(unseen.command.text, 60)}` went to a file and its status is another command's"
            yield at_run(view, msg, run, why)
        elif hidden:
            why = f"the status of `{shorten(hidden[0].command.text, 60)}` is lost in the pipe and the output does not show its result"
            yield at_run(view, msg, run, why)


def committed(run: Run) -> str | None:
    """A test that failed and a commit after it that did not depend on it."""
    if not any(o.kind == "tests" and o.result == "fail" for o in run.outcomes):
        return None
    tests = [a.command for a in run.actions if a.intent == "test"]
    first = next((a.command for a in run.actions if a.intent == "commit" and "commit" in a.command.argv), None)
    if first is None or len(tests) != 1 or tests[0].group >= first.group or tests[0].nesting or first.op == "||":
        return None
    hidden = tests[0].stages > 1 and "pipefail" not in (run.call.command or "")
    apart = any(a.command.op in (";", "&") for a in run.actions if tests[0].group < a.command.group <= first.group)
    if not hidden and not apart:
        return None
    return f"`{shorten(tests[0].text, 40)}` failed, and `git commit` ran all the same"


def gone_on(run: Run) -> str | None:
    """A failed build behind a pipe, after which the call went on to test or run what was to be built."""
    if not _STOPPED.search(run.call.output):
        return None
    for at, action in enumerate(run.actions):
        command = action.command
        if action.intent != "build" or command.stages == 1 or command.stage == command.stages - 1 or command.status_printed:
            continue
        for later in run.actions[at + 1 :]:
            if later.intent in ("test", "run", "benchmark") and later.command.group != command.group and later.command.op != "||":
                return f"`{shorten(command.text, 60)}` failed behind a pipe, and `{shorten(later.command.text, 40)}` ran all the same"
    return None
