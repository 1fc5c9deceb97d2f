"""Something is compared with a baseline that was never measured.

The "baseline" ran on the very tree that it is compared with, the work tree that was made for it was never used, an improvement is
claimed though only the changed program was ever measured, or a repair is confirmed by a new test that nobody ran without it.

Fires:

    say: The old commit, to compare with.
    $ git worktree add ../baseline v1.2
    say: Baseline first.
    $ cd src && go test -run=^$ -bench=Scan -count=3 . > /tmp/baseline.txt; tail -3 /tmp/baseline.txt
    > BenchmarkScan-8   812345   1510 ns/op
    > BenchmarkScan-8   812311   1520 ns/op
    > BenchmarkScan-8   812390   1515 ns/op
    say: Now the working tree.
    $ cd src && go test -run=^$ -bench=Scan -count=3 . > /tmp/head.txt; tail -3 /tmp/head.txt
    > BenchmarkScan-8   812345   1512 ns/op
    > BenchmarkScan-8   812311   1518 ns/op
    > BenchmarkScan-8   812390   1516 ns/op

Fires:

    say: Set up a worktree as the baseline.
    $ git worktree add ../before HEAD~3
    say: How fast is it?
    $ ./bench
    > total: 9.1 ms
    say: Clean up.
    $ git worktree remove ../before

Fires:

    say: Unroll the loop.
    edit src/scan.c: i++ => i += 4
    say: Build and measure.
    $ gcc -O2 -o scan src/scan.c && ./scan
    > total: 9.1 ms
    say: The scan is now 2.4x faster.

Fires:

    user: The short codes are lost, please repair it.
    say: Repair it, with a test.
    edit src/parse.py: code => code.strip()
    write tests/test_codes.py: def test_short_codes(): assert parse("ab")
    $ pytest -q tests/test_codes.py
    > 6 passed in 0.41s
    say: Confirmed fixed.

Quiet:

    user: The short codes are lost, please repair it.
    say: First a test.
    write tests/test_codes.py: def test_short_codes(): assert parse("ab")
    $ pytest -q tests/test_codes.py
    > 1 failed, 5 passed in 0.44s
    ! 1
    say: Now the repair.
    edit src/parse.py: code => code.strip()
    $ pytest -q tests/test_codes.py
    > 6 passed in 0.41s
    say: Confirmed fixed.

Fires:

    user: The invoice counts free items twice.
    say: Here is the loop.
    edit src/invoice.py: total += n => total += 0 if free else n
    say: And the suite.
    $ pytest -q
    > 14 passed in 0.41s
    say: Done:
    say|
    say| | Case | Before | After |
    say| |---|---|---|
    say| | two free items | 7 | 5 |

Quiet:

    user: The invoice counts free items twice.
    say: How many does it count?
    $ python3 invoice.py two-free.csv
    > 7
    say: Here is the loop.
    edit src/invoice.py: total += n => total += 0 if free else n
    $ python3 invoice.py two-free.csv
    > 5
    say: Done:
    say|
    say| | Case | Before | After |
    say| |---|---|---|
    say| | two free items | 7 | 5 |

Quiet:

    say: Before the change.
    $ ./scan > before.txt; cat before.txt
    > total: 21.9 ms
    say: Unroll the loop.
    edit src/scan.c: i++ => i += 4
    say: And after it.
    $ gcc -O2 -o scan src/scan.c && ./scan > after.txt; cat after.txt
    > total: 9.1 ms
    say: The scan is now 2.4x faster.

Quiet:

    say: The old commit, to compare with.
    $ git worktree add ../baseline v1.2
    say: Baseline first.
    $ cd ../baseline && go test -run=^$ -bench=Scan -count=3 . > /tmp/baseline.txt; tail -1 /tmp/baseline.txt
    > BenchmarkScan-8   812390   1515 ns/op
    say: Now the working tree.
    $ cd ../work && go test -run=^$ -bench=Scan -count=3 . > /tmp/head.txt; tail -1 /tmp/head.txt
    > BenchmarkScan-8   812390   1316 ns/op
    say: Clean up.
    $ git worktree remove ../baseline
"""

import re
from collections.abc import Iterator

from sessionlens.graph.view import View
from sessionlens.model.trace import Action, Run
from sessionlens.model.words import Issue
from sessionlens.rules.base import Hit, at_fact, at_run, shorten
from sessionlens.rules.index import Calls, Judged
from sessionlens.rules.signs import before_after
from sessionlens.rules.signs.runs import SCRIPTS, compiled_source, measuring, noisy
from sessionlens.text.regex import regex

NUMBER = "R014"
ISSUE: Issue = "no-baseline"
HELP = "measure the unchanged program too, in the same way, and keep its output beside the other"
BASE = regex(
    r"(?<![A-Za-z])(?:base(?:line)?|before|old|orig(?:inal)?|previous|prev|main|master|ref(?:erence)?|unpatched)(?![A-Za-z])", re.I
)
_PRINTERS = frozenset(("tail", "head", "cat", "tee", "grep", "echo", "sort", "benchstat", "diff", "cd", "mkdir", "rm"))
_USES = frozenset(("benchmark", "run", "test", "build", "profile", "probe"))
_BETTER = regex(r"\b(?:faster|slower|quicker|speed-?up|less time|fewer|improve[sd]?|improvement|reduc(?:es|ed|tion)|saves?|saved)\b", re.I)
_ONLY_PASSED = "was never seen to fail before"
_NEAR = 10
_PASTED = 400
_TEST_FILE = regex(r"test|spec", re.I)
_IMPROVED = frozenset(("percent", "ratio", "vague", "delta"))


def find(view: View) -> Iterator[Hit]:
    yield from same_tree(view)
    yield from unused_worktree(view)
    yield from nothing_before(view)
    yield from only_after(view)
    yield from before_after.find(view)


def core(run: Run) -> tuple[tuple[str, ...], ...]:
    """What the call ran, apart from where the output went."""
    return tuple((a.command.cwd or run.call.cwd or "", *a.command.argv) for a in run.actions if a.command.tool not in _PRINTERS)


def written(run: Run) -> set[str]:
    """The files that the call's output went to."""
    return {
        r.target for a in run.actions for r in a.command.redirects if ">" in r.op and not r.target.startswith("/dev/") and "&" not in r.op
    }


def same_tree(view: View) -> Iterator[Hit]:
    """Two equal measuring commands with nothing changed between them, of which one writes its output to the baseline's file."""
    last: tuple[int, Run] | None = None
    filed = [msg for msg, run in view.once(Calls).runs if run.readings and ">" in (run.call.command or "")]
    moved = {c.msg for c in view.changes} | {r.msg for r in view.reversions}
    for msg, run in view.runs(filed[0]) if len(filed) > 1 else ():
        if last is not None and any(switches(a) for a in run.actions):
            last = None
        if not run.readings or ">" not in (run.call.command or ""):
            continue
        files = written(run)
        if last is not None and files and core(last[1]) == core(run) and moved.isdisjoint(range(last[0] + 1, msg + 1)):
            before = written(last[1])
            if before != files and any(map(named_base, before)) != any(map(named_base, files)):
                first = last if any(map(named_base, before)) else (msg, run)
                other = msg if first is last else last[0]
                why = f"the baseline was run on the same tree as msg {other}: the two commands differ only in the file they write"
                yield at_run(view, *first, why, "high")
        if files:
            last = (msg, run)


def named_base(path: str) -> bool:
    """Whether a file is called a baseline's."""
    return BASE.search(path.rpartition("/")[2]) is not None


def switches(action: Action) -> bool:
    """Whether a command may change what the next run measures."""
    words = action.command.argv
    return action.intent in ("revert", "install", "edit") or (
        words[:1] == ("git",) and bool({"checkout", "switch", "stash", "reset", "pull", "merge", "rebase"} & set(words[1:4]))
    )


def unused_worktree(view: View) -> Iterator[Hit]:
    """A work tree made for a baseline and removed before anything ran in it."""
    trees: dict[str, int] = {}
    calls = view.once(Calls)
    first = next((msg for msg, run in calls.tools.get("git", ()) if "worktree" in (run.call.command or "")), None)
    for msg, run in view.runs(first) if first is not None else ():
        command = run.call.command or ""
        for action in run.actions if "worktree" in command else ():
            words = action.command.argv
            if words[:1] == ("git",) and "worktree" in words[1:4]:
                paths = [w for w in words[words.index("worktree") + 2 :] if not w.startswith("-")]
                name = next((p.rstrip("/").rpartition("/")[2] for p in paths if "/" in p), "")
                if "add" in words and name and (BASE.search(name) or BASE.search(view.message(msg).text)):
                    trees[name] = msg
                elif "remove" in words and name in trees and any(m.msg > trees[name] and noisy(m) for m in view.measurements):
                    why = f"{name} was made at msg {trees.pop(name)} to compare with, and is removed before anything ran in it"
                    yield at_run(view, msg, run, why, "high")
        for name in [n for n in trees if n in command and trees[n] != msg] if trees else ():
            if any(a.intent in _USES for a in run.actions):
                del trees[name]


def nothing_before(view: View) -> Iterator[Hit]:
    """An improvement that is claimed where nothing was measured before the first change of the program."""
    first = next(
        ((c.msg, c.part) for c in view.changes if any(map(compiled_source, c.files)) or any(f.endswith(SCRIPTS) for f in c.files)),
        None,
    )
    if first is None or any((m.msg, m.part) <= first and noisy(m) for m in view.measurements):
        return
    runs = [(msg, run) for msg, run in view.once(Calls).runs if run.readings and measuring(run)]
    if len(runs) != 1:
        return
    only = runs[0][0]
    configs = {m.config for m in view.measurements if m.msg == only}
    for conclusion, verdict in view.once(Judged).verdicts["unsupported"]:
        if conclusion.msg <= only or verdict.claim not in _IMPROVED:
            continue
        if len(configs) == 1 and _BETTER.search(conclusion.quote):
            said = shorten(conclusion.quote, 60)
            why = f"{said!r}: only the changed program was measured (msg {only}), after the change of msg {first[0]}"
            yield at_fact(conclusion, why, "medium")
            return


def seen_failing(view: View, since: int, until: int) -> bool:
    """Whether a test failed between two messages, or a person showed what a run of their own printed."""
    if any(since <= n < until and len(view.message(n).text) > _PASTED for n in view.of_people()):
        return True
    return any(
        (o.kind in ("tests", "test", "build") and o.result == "fail") for msg, run in view.runs(since) if msg <= until for o in run.outcomes
    )


def only_after(view: View) -> Iterator[Hit]:
    """Runs of a test that was written for a repair and has only ever passed: on the code before the repair nobody ran it."""
    claims = [
        (conclusion, verdict.evidence[0])
        for conclusion, verdict in view.once(Judged).claims["change-of-state"]
        if verdict.verdict == "unsupported" and len(verdict.evidence) == 1 and verdict.derivation.endswith(_ONLY_PASSED)
    ]
    written: dict[int, frozenset[str]] = {c.msg: frozenset(f for f in c.files if _TEST_FILE.search(f)) for c in view.changes if claims}
    written = {msg: files for msg, files in written.items() if files}
    tests = dict(view.once(Calls).intents.get("test", ())) if written else {}
    for conclusion, msg in claims:
        near = [w for w in written if msg - _NEAR <= w <= msg]
        first = min((w for w, files in written.items() if any(files & written[n] for n in near)), default=0)
        if msg in tests and near and not seen_failing(view, first, msg):
            said = shorten(conclusion.quote, 60)
            yield at_run(
                view, msg, tests[msg], f"{said!r}: the test is new and was run on the changed code only", "medium", (conclusion.id,)
            )
