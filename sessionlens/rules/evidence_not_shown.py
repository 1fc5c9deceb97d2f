"""A count or a test result is stated that no output before it shows, or the findings of another agent are taken over unseen.

A number that follows from two that are shown is shown; so is one that a person gave, as far as this rule goes, and a default or a limit
is knowledge of the tool and no result.

Fires:

    say: Run the tests.
    $ cargo test 2>&1 | tail -1
    > test result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s
    say: All 17 tests pass.

What is said to be repaired needs the check once more after the last change.

Fires:

    user: The short codes are lost.
    say: Does a test show it?
    $ pytest -q tests/test_codes.py
    > 1 failed, 4 passed in 0.31s
    ! 1
    say: The parser drops what stands at the end.
    edit src/parse.py: code => code.strip()
    say: The failing test_codes.py is fixed.

Fires:

    say: Run the checks.
    $ ./selftest ./listd | tail -1
    > 12 passed, 0 failed
    say: The version line names the flags from now on.
    edit src/main.c: VERSION => VERSION FLAGS
    $ make -s && git commit -qam "Name the flags"
    say: Done: two new commands, and all 12 checks pass on the final commit.

Fires:

    user: Make a page for the notes.
    say: Here is the page.
    write src/Notes.tsx: export const Notes = () => <ul/>
    $ npm run build 2>&1 | tail -3
    > Type error: Cannot find module './note'
    ! 1
    say: The notes page is fully functional and ready for production.

Quiet:

    user: Make a page for the notes.
    say: Here is the page.
    write src/Notes.tsx: export const Notes = () => <ul/>
    $ npm run build 2>&1 | tail -3
    > compiled successfully in 4.1s
    say: The notes page is fully functional and ready for production.

Quiet:

    say: Run the checks.
    $ ./selftest ./listd | tail -1
    > 12 passed, 0 failed
    say: A word on it.
    edit README.md: flags => flags and sizes
    $ git commit -qam "README"
    say: Done: two new commands, and all 12 checks pass on the final commit.

Quiet:

    say: How many bytes were lost?
    $ ./listd -n 500000 --wide
    > kept 368928
    say: Of 500000 items 368928 are kept: 131072 are gone, two overflows of 65536.

Quiet:

    say: Run the tests.
    $ pytest -q
    > 17 passed in 0.41s
    say: All 17 tests pass.

Quiet:

    say: Run the tests.
    $ npm test
    > Tests: 42 passed, 42 total
    say: All 42 tests pass.

Quiet:

    say: Push.
    $ git push origin main
    > Build...........................................Passed
    > Test............................................Passed
    say: Pushed. All pre-push checks passed (build, test).

Quiet:

    say: How many commits?
    $ git log --oneline | wc -l; git log --oneline v1 | wc -l
    > 640
    > 571
    say: So 69 commits came since v1. The default limit is 5000 objects.

Fires:

    say: How often does it fail?
    $ ./repeat.sh 500 TestOrder
    > TestOrder: 36 of 500 failed
    say: It fails in 63 of 500 runs.

Quiet:

    user: CI is red.
    say: Look at its log.
    $ gh run view 88 --log-failed | tail -2
    > error: unused variable `x`
    > --> src/a.rs:10
    say: The lint fails on an unused variable.

Quiet:

    say: Does the queue grow?
    $ ./srv --trace 60 | grep events
    > t=0 events=10
    > t=30 events=3010
    say: It grows by 100 per second.
"""

from collections.abc import Iterator
from itertools import combinations

from sessionlens.graph.view import View
from sessionlens.model.facts import Conclusion
from sessionlens.model.words import Issue
from sessionlens.rules import truncated_output, unverified_reversion
from sessionlens.rules.base import Hit, at_fact, at_run, at_statement, shorten
from sessionlens.rules.index import Calls, Judged
from sessionlens.rules.signs import cited, elsewhere, every_case, final_checks
from sessionlens.rules.signs.printed_numbers import integers, printed_before, round_binary
from sessionlens.rules.signs.runs import ASKED
from sessionlens.text import quantities
from sessionlens.text.regex import regex

NUMBER = "R012"
ISSUE: Issue = "evidence-not-shown"
HELP = "run it so that the output shows the number, or leave the number out"
_KNOWN = regex(r"(?i)\b(?:default|limit|threshold|maximum|minimum|budget|capacity|port|ago)\b")
_RATE = regex(r"(?i)\d\s+(?:[a-z-]+\s+){0,2}(?:per|an?|each|every)\s+(?:second|minute|hour|day|request|run|call|iteration|frame)\b")
_FAILED = regex(r"(?i)\b(?:error|fail(?:ed|ure|s|ing)?|panicked|exception)\b")
_PACKAGE = regex(r"(?m)^ok\s+\S+\s+(?:[\d.]+s|\(cached\))")
_HOOK = regex(r"(?m)^\S.*\.{3,} ?Passed$")
_PART = regex(r"msg \d+ prints \d+ of \d+, claimed \d+ of ")
"""How a check begins that knows the whole and another part of it."""
_REPLY = regex(r"\brecord of\b|\breplie[sd]\b|\bstatus\b.*, claimed [a-z]")
"""How a check begins that has a service's own answer; any other state that an output has otherwise is said by its verdict."""
_TRIED = ASKED | {"run"}
_SMALL = 10
_ADJECTIVE = regex(r"\b\d+-(?:hour|day|minute|second|bit|byte|way|core|node|digit|line|column)s?\b")
_TWO_DIGITS = regex(r"\d[\d,]*\d")
_NEAR = 8
_COMPARED = 400
_ROUND = 10_000
_FINDS = regex(
    r"(?i)\b(?:found|confirmed|real|regress\w*|root cause|bugs?|does(?:n['’]t| not)|is (?:not )?(?:the|called|used)|measured"
    r"|only|never|bisect\w*)\b",
)


def find(view: View) -> Iterator[Hit]:
    claims = view.once(Judged).claims
    for conclusion, verdict in (*claims["tests"], *claims["count"]):
        hidden = "cut-output" in verdict.caveats and truncated_output.number_cut(view, conclusion, verdict)
        if (verdict.verdict != "unsupported" and not hidden) or final_checks.retold(conclusion.quote):
            continue
        if verdict.claim == "count" and (hidden or "foreign-number" in verdict.caveats or accounted(view, conclusion)):
            continue
        overtaken = "stale" in verdict.caveats and "before the change" in verdict.derivation
        if _ADJECTIVE.match(verdict.derivation):
            continue  # "the 24-hour day" counts nothing
        if verdict.claim == "tests" and not (hidden or overtaken) and shown_otherwise(view, conclusion):
            continue
        yield at_fact(conclusion, f"stated, and not borne out: {verdict.derivation}", "medium")
    yield from otherwise(view)
    yield from final_checks.find(view)
    yield from cited.find(view)
    for msg, said, place, number in view.once(elsewhere.told):
        if not number:
            yield at_statement(view, msg, said, f"{shorten(said.text, 60)!r}: nothing that was run or read is of {place}")
    yield from taken_over(view)


def otherwise(view: View) -> Iterator[Hit]:
    """States that a tool's own reply has otherwise or shows in part, and repairs after which the check was not run again."""
    judged = view.once(Judged)
    claims = judged.claims
    for conclusion, verdict in judged.verdicts["contradicted"]:
        if _PART.match(verdict.derivation):
            yield at_fact(conclusion, f"no output has that part: {verdict.derivation}", "high")
    for conclusion, verdict in claims["state"]:
        if verdict.verdict != "contradicted" and (verdict.verdict != "unsupported" or "partial-domain" not in verdict.caveats):
            continue
        if unverified_reversion.part_undone(conclusion, verdict) or every_case.reported(conclusion, verdict):
            continue  # reported there, or as `overgeneralised`
        if _REPLY.search(verdict.derivation) and verdict.verdict == "contradicted":
            yield at_fact(conclusion, f"the tool shows otherwise: {verdict.derivation}", "high")
        elif verdict.verdict == "unsupported" and verdict.evidence:
            yield at_fact(conclusion, f"shown in part: {verdict.derivation}", "medium")
    for conclusion, verdict in claims["change-of-state"]:
        if verdict.verdict == "unsupported" and "stale" in verdict.caveats and checked(view, verdict.evidence):
            yield at_fact(conclusion, f"not looked at again: {verdict.derivation}", "medium")


def checked(view: View, messages: tuple[int, ...]) -> bool:
    """Whether one of these messages ran a check or the program itself, and not only a command that failed."""
    return any(msg in messages for msg, _ in view.once(Calls).of_intents(_TRIED))


def shown_otherwise(view: View, conclusion: Conclusion) -> bool:
    """Whether something else than a run of it shows a result: a hook's list, a summary in another form, a log of a failure."""
    if hooks_passed(view, conclusion.msg) or passes_shown(view, conclusion) or packages_passed(view, conclusion):
        return True
    return "fail" in conclusion.quote and any(
        number <= conclusion.msg and _FAILED.search(run.call.output) for number, run in view.runs(conclusion.msg - _NEAR)
    )


def hooks_passed(view: View, msg: int) -> bool:
    """Whether a git hook near the message printed its checks with their results, as pre-commit does."""
    return any(number <= msg and "Passed" in run.call.output and _HOOK.search(run.call.output) for number, run in view.runs(msg - 3))


def packages_passed(view: View, conclusion: Conclusion) -> bool:
    """Whether an output right before the message lists packages that passed, beside some that have no tests."""
    return "fail" not in conclusion.quote and any(
        number < conclusion.msg and _PACKAGE.search(run.call.output) and "FAIL" not in run.call.output
        for number, run in view.runs(conclusion.msg - 1)
        if run.call.exit_code == 0
    )


def passes_shown(view: View, conclusion: Conclusion) -> bool:
    """Whether an output near the message has the stated number of passes, in whatever form: "Tests: 42 passed, 42 total"."""
    numbers = [str(q.value) for q in quantities.find(conclusion.quote) if q.dimension in ("number", "count")]
    shown = [
        run.call.output for number, run in view.runs(conclusion.msg - _NEAR) if number <= conclusion.msg and " pass" in run.call.output
    ]
    return bool(numbers) and all(any(f" {n} pass" in f" {output}" for output in shown) for n in numbers)


def accounted(view: View, conclusion: Conclusion) -> bool:
    """Whether the count needs no output: small, known of the tool, printed somewhere near, or the difference of two printed near."""
    if not _TWO_DIGITS.search(_ADJECTIVE.sub("", conclusion.quote)):
        return True
    numbers = [q.value for q in quantities.find(conclusion.quote) if q.dimension in ("number", "count")]
    if not numbers or max(numbers) < _SMALL or any(n != n.to_integral_value() for n in numbers):
        return True
    if _KNOWN.search(conclusion.statement.text) or _RATE.search(conclusion.quote):
        return True
    unseen = [int(n) for n in numbers if n >= _SMALL and not round_binary(int(n)) and not printed_before(view, conclusion.msg, str(n))]
    if not unseen:
        return True
    shown: set[int] = set()
    for msg, run in view.runs(conclusion.msg - _NEAR):
        if msg > conclusion.msg:
            break
        if run.call.kind == "shell" or msg < conclusion.msg:
            shown |= integers(run.call.output)
    few = len(shown) <= _COMPARED
    return all(number in shown or (few and made_of(number, shown)) for number in unseen)


def made_of(number: int, shown: set[int]) -> bool:
    """Whether a number is the difference or the sum of two, or a small multiple of one that is shown; a round one need not be exact."""
    room = 500 if number >= _ROUND and number % 1000 == 0 else 0
    if any(number + other in shown for other in shown):
        return True
    large = sorted(n for n in shown if n > number // 20)
    if any(abs(a + b - number) <= room for a, b in combinations(large, 2)):
        return True
    return any(n >= _ROUND // 10 and n * k == number for n in large for k in range(2, 13))


def taken_over(view: View) -> Iterator[Hit]:
    """Reports of other agents whose findings the next message states as its own, with nothing looked at in between."""
    reports = [(msg, run) for msg, run in view.once(Calls).kinds.get("task", ()) if run.call.output.strip()]
    stated = {c.msg for c in view.conclusions} if reports else set()
    for msg, run in reports:
        number, text = next(said_or_done(view, msg), (msg, ""))
        if number in stated and _FINDS.search(text):
            why = f"what msg {number} states rests on another agent's report: its outputs are not shown, and nothing was looked at again"
            yield at_run(view, msg, run, why, "low")


def said_or_done(view: View, msg: int) -> Iterator[tuple[int, str]]:
    """The agent's messages after one that say something or do more than give out tasks, with their texts."""
    last = view.session.messages[-1].number if view.until is None else view.until
    for number in range(msg + 1, last + 1):
        turn = view.turns.get(number)
        if turn is None or turn.message.role != "assistant":
            continue
        if turn.message.text.strip() or any(run.call.kind != "task" for run in turn.runs):
            yield number, turn.message.text
