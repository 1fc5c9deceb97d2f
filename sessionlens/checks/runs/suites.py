"""Test runs and other checks: what ran, what it counted, how far its output and its exit status can be trusted."""

from collections import Counter
from collections.abc import Iterator, Sequence

from sessionlens import commands
from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import PROSE
from sessionlens.checks.evidence.index import Evidence
from sessionlens.model.facts import Change
from sessionlens.model.quick import quick
from sessionlens.model.trace import Action, Outcome, Run
from sessionlens.text.regex import regex

ONE_SUMMARY = ("pytest", "jest", "vitest", "mocha", "unittest", "nextest", "tox", "phpunit", "rspec", "ava", "deno")
"""Runners that print one summary of all they ran, so that its last line is enough; others print one per part."""
PAST = regex(
    r"\b(?:msg|message|step) #?\d|\b(?:earlier|previously|at (?:that|the) (?:time|point)|before (?:the|my|that"
    r"|this) (?:change|edit|refactor\w*|commit|fix))\b"
)
"""Wordings of a claim about a past run, which later changes leave true."""
_CHECKS = frozenset({"test", "build", "lint", "probe", "run", "benchmark"})
_SURE = frozenset({"echo", "printf", "true", ":", "cd", "pwd", "date", "export", "set", "tee", "tail", "head", "cat", "wc", "sort"})
"""Programs that hardly fail, so that a chain of one command and these failed by that command."""
_LOOPS = frozenset({"for", "while", "until"})
CUTTERS = frozenset({"tail", "head"})


@quick
class Suite:
    """One run of tests or of another check.

    `passed`, `failed`, `skipped` are sums over its summaries; `ended` is what its exit status tells. `each` is what every round of a loop
    counted as passed, where all counted the same: the same tests again, or as many others; -1 elsewhere.
    """

    msg: int
    run: Run
    action: Action | None
    passed: int
    failed: int
    skipped: int
    summaries: int
    ended: str
    filtered: bool
    cut: bool
    result: str
    each: int = -1

    @property
    def command(self) -> str:
        return " ".join((self.run.call.command or self.run.call.name).split())


def suites(evidence: Evidence, msg: int, intent: str = "test") -> Iterator[Suite]:
    """Runs of that intent before a message, newest first; calls that printed a test summary count as tests whatever ran them."""
    for at, run in evidence.runs_of(msg, (intent, "=tests") if intent == "test" else (intent,)):
        action = next((a for a in run.actions if a.intent == intent), None)
        if action is None and (intent != "test" or not any(o.kind == "tests" for o in run.outcomes)):
            continue
        known = evidence.looked.get(("suite", id(run), intent))
        if known is None:
            known = evidence.looked["suite", id(run), intent] = suite(at, run, action, intent)
        yield known


def suite(at: int, run: Run, action: Action | None, intent: str = "test", of: str = "") -> Suite:
    """`of` narrows it to the summaries with that label: one round of a loop."""
    summaries = [o for o in run.outcomes if o.kind == "tests" and (not of or o.subject == of)] if intent == "test" else []
    total: Counter[str] = Counter()
    for o in summaries:
        total.update(o.counts)
    failed = total["failed"] + total["error"] + total["timed out"]
    ended = commands.known(action.command, run.call.exit_code) if action is not None else "unknown"
    if any(o.result == "fail" for o in summaries):
        failed = max(failed, 1)
    filtered = any(a.filtered for a in run.actions if a.intent == intent)
    skipped = total["skipped"] + total["ignored"] + total["xfailed"] + total["todo"]
    return Suite(
        at, run, action, total["passed"], failed, skipped, len(summaries), ended, filtered,
        is_cut(run, action), result(run, action, ended, failed, summaries, intent, of), _in_each(action, summaries),
    )  # fmt: skip


def _in_each(action: Action | None, summaries: Sequence[Outcome]) -> int:
    if action is None or len(summaries) < 2 or _LOOPS.isdisjoint(action.command.nesting):
        return -1
    counts = {o.counts.get("passed", 0) for o in summaries}
    return counts.pop() if len(counts) == 1 else -1


def result(run: Run, action: Action | None, ended: str, failed: int, summaries: Sequence[Outcome], intent: str, of: str = "") -> str:
    """ "pass", "fail", "none" (nothing ran), "not-run" or "unknown": the printed result first, then the exit status of the right stage."""
    kinds = {"test": ("tests", "test"), "build": ("build", "error"), "lint": ("lint", "build", "error")}.get(intent, ("error",))
    printed = [o for o in run.outcomes if o.kind in kinds and (not of or o.subject == of)]
    if not failed and intent == "build" and ended == "unknown" and _built_before(run, action, printed):
        return "pass"
    if failed or any(o.result == "fail" for o in printed):
        return "fail"
    if ended == "not-run":
        return "not-run"
    if summaries and all(o.result == "inconclusive" for o in summaries):
        return "none"
    if ended == "failed" or run.call.status == "interrupted":
        return "fail"
    if any(o.result == "pass" for o in printed) or ended == "ok":
        return "pass"
    if run.call.exit_code not in (None, 0) and len(run.actions) > 1 and all(a.command.op in ("", "&&") for a in run.actions):
        behind = [a for a in run.actions if a is not action and a.command.tool not in _SURE]
        return "fail" if action is not None and action is run.actions[0] and not behind else "unknown"
    return "unknown"


def _built_before(run: Run, action: Action | None, printed: Sequence[Outcome]) -> bool:
    """Whether a build printed that it was done, and what failed after that is of a later check of the same chain (`build && lint`)."""
    later = [a for a in run.actions if action is not None and a.command.group > action.command.group and a.intent in ("lint", "test")]
    done = min((o.start for o in printed if o.result == "pass" and o.kind == "build"), default=-1)
    return bool(later) and done >= 0 and all(o.start > done for o in printed if o.result == "fail")


def fell_short(s: Suite) -> bool:
    """Whether a command ended a chain of `&&` that failed: it failed itself or never ran, whichever, but it did not succeed."""
    run, action = s.run, s.action
    return (
        run.call.exit_code not in (None, 0)
        and action is not None
        and action is run.actions[-1]
        and all(a.command.op in ("", "&&") and a.command.stages == 1 and not a.command.nesting for a in run.actions)
    )


def is_cut(run: Run, action: Action | None) -> bool:
    """Whether the output shown may lack summaries: shortened by the agent's program, or by head or tail behind a runner that prints one
    summary per part."""
    if run.call.cut:
        return True
    if action is None:
        return False
    group = action.command.group
    behind = [a for a in run.actions if a.command.group == group and a.command.stage > action.command.stage]
    if not any(a.command.tool in CUTTERS and run.call.output.count("\n") + 1 >= kept_lines(a.command.argv) for a in behind):
        return False
    return not any(name in action.runner for name in ONE_SUMMARY)


def kept_lines(argv: tuple[str, ...]) -> int:
    """How many lines `head` or `tail` lets through: an output shorter than that was not cut.

    >>> kept_lines(("tail", "-n", "5"))
    5
    """
    for i, word in enumerate(argv[1:], 1):
        digits = word.lstrip("-n+")
        if word.startswith("-") and digits.isdigit():
            return int(digits)
        if word in ("-n", "--lines") and i + 1 < len(argv) and argv[i + 1].lstrip("+-").isdigit():
            return int(argv[i + 1].lstrip("+-"))
        if word.startswith("--lines=") and word[8:].isdigit():
            return int(word[8:])
    return 10


def overtaken(evidence: Evidence, suite_msg: int, msg: int) -> Change | None:
    """A change of code between a run and the claim that still stands: edits of prose do not count, nor do those undone by then."""
    undone = {r.of for r in evidence.reversions if r.of and suite_msg < r.msg < msg and not r.partial}
    for change in evidence.changes:
        if suite_msg < change.msg < msg and change.id not in undone and change.files:
            if all(f.endswith(PROSE) for f in change.files):
                continue
            return change
    return None


def same_check(claim: Claim, evidence: Evidence, names: list[str], limit: int = 80) -> list[Suite]:
    """Runs of the check that the claim speaks of, newest first: by the name in it, else the newest check and its repetitions."""
    out: list[Suite] = []
    command = ""
    for at, run in evidence.runs_of(claim.msg, _CHECKS, limit):
        action = next((a for a in run.actions if a.intent in _CHECKS and a.command.tool not in ("git", "grep", "rg")), None)
        if action is None or (not run.outcomes and run.call.exit_code is None):
            continue
        text = " ".join((run.call.command or "").split())
        if names:
            if not any(n in text or n in run.call.output for n in names):
                continue
        elif not command:
            if action.intent not in ("test", "build", "lint") and not any(o.result in ("pass", "fail") for o in run.outcomes):
                continue
            command = action.command.text
        elif action.command.text != command:
            continue
        out.append(suite(at, run, action, action.intent))
    return out
