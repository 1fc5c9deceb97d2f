"""Change of state: "fixed", "works now", "was already failing", "unrelated to my change". The same check before and after the change."""

from sessionlens.checks.claims.claim import WORD, Claim
from sessionlens.checks.claims.words import STOP, content, word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.repository.states import committed
from sessionlens.checks.runs import requests
from sessionlens.checks.runs.suites import Suite, same_check
from sessionlens.checks.values.judge import Judgement
from sessionlens.model.trace import Action
from sessionlens.model.words import ClaimKind
from sessionlens.text.regex import regex

KIND: ClaimKind = "change-of-state"
WORDS = word_set("fixed fix resolved works now longer before gone away normal already existing preexisting unrelated caused too")
_FIXED = regex(
    r"\b(?:fixed|fix (?:is )?(?:confirmed|works|working|verified)|fix confirmed|resolved|works now|working now"
    r"|now works|now passes|passes now|no longer (?:fails|crashes|hangs|errors|happens|reproduces)"
    r"|(?:failed|broke|crashed) before|is gone(?! from)|went away|back to normal|now (?:succeeds|builds|compiles|runs))\b"
)
_ALREADY = regex(
    r"\b(?:already (?:failing|broken|failed|there)|pre-?existing|unrelated to|before my change|failed on main"
    r"|not caused by|fails? on (?:main|master) too)\b"
)
_IN_COMMIT = regex(r"\b(?:in|as) \[?`?[0-9a-f]{7,40}\b")
_NAME = regex(r"\b(?:test_\w+|\w+_test\b|Test[A-Z]\w+|\w+::\w+)")
_FELT = word_set("throughput memory rss heap bandwidth iops rps qps cpu")
"""What a check that passes does not measure; nor a percentile."""
_CHECKED = ("test", "build", "lint")
_PLACE = regex(r"^(\S+\.\w+):\d+(?::\d+)?:(?= \S)")
_WRONG = regex(r"\b(?:FAIL(?:ED)?|ERROR|error|warning|panicked|Traceback)\b")
_KINDS = word_set("test tests suite build builds compile compiles compilation lint check checks problem issue bug it")
_ERRORS = word_set("error errors failure failures fatal warning warnings panic exception")


def recognise(claim: Claim) -> float:
    if claim.cell:
        return 0.0
    if _ALREADY.search(claim.low):
        return 0.91
    if not _FIXED.search(claim.low) or claim.negated:
        return 0.0
    return 0.5 if any(q.dimension in ("time", "size", "percent", "ratio", "rate") for q in claim.quantities) else 0.92


def judge(claim: Claim, evidence: Evidence) -> Judgement:
    if "committed" in claim.words or _IN_COMMIT.search(claim.low):
        found = committed(claim, evidence)
        if found is not None and found.verdict == "supported":
            return found
    if (again := persists(claim, evidence)) is not None:
        return again
    names = _NAME.findall(claim.text)
    history = same_check(claim, evidence, names)
    if _ALREADY.search(claim.low):
        return already(claim, evidence, history)
    felt = not names and not claim.metrics.isdisjoint(_FELT | claim.percentiles)
    if felt and history and history[0].result == "pass":
        text = f"msg {history[0].msg} passes, which says nothing of {min(claim.metrics)}"
        return Judgement("unsupported", (), text, (history[0].msg,))
    if not names and (seen := requests.recovered(claim, evidence) or recovered(claim, evidence)) is not None:
        return seen
    if not history:
        return Judgement("unsupported", (), "no check was run both before and after the change")
    last = history[0]
    if last.result == "fail":
        if any(last.msg < c.msg < claim.msg for c in evidence.changes):
            return Judgement("unsupported", ("stale",), f"msg {last.msg} failed, and was not run again after the last change", (last.msg,))
        mixed = last.passed or any(o.result == "pass" and o.kind in ("test", "tests") for o in last.run.outcomes)
        if not names and mixed:
            text = f"msg {last.msg}: {last.command[:60]}: some pass and some fail, and the claim does not say which"
            return Judgement("undecidable", ("ambiguous-binding",), text, (last.msg,))
        if not names and len(history) < 2 and last.action is not None and last.action.intent not in ("test", "build", "lint"):
            return Judgement("unsupported", (), "no check was run both before and after the change")
        if not names and not _of(claim, last):
            text = f"msg {last.msg}: {last.command[:60]} fails, and the claim does not say that it is of that"
            return Judgement("undecidable", ("ambiguous-binding",), text, (last.msg,))
        if last.action is not None and last.action.intent not in _CHECKED and not names:
            return Judgement("undecidable", (), f"msg {last.msg}: {last.command[:60]} did not end well, and is no check", (last.msg,))
        return Judgement("contradicted", (), f"msg {last.msg}: {last.command[:60]} still fails", (last.msg,))
    if last.result != "pass":
        return Judgement("undecidable", ("cut-output",), f"msg {last.msg}: result not seen", (last.msg,))
    before = next((s for s in history[1:] if s.result == "fail"), None)
    changed = [c for c in evidence.changes if (before.msg if before else 0) <= c.msg <= last.msg]
    after = [
        c for c in evidence.changes if last.msg < c.msg < claim.msg and c.files and not all(f.endswith((".md", ".txt")) for f in c.files)
    ]
    if before is None:
        return Judgement("unsupported", (), f"msg {last.msg} passes, but was never seen to fail before", (last.msg,))
    if not changed:
        return Judgement(
            "unsupported", (), f"msg {before.msg} failed and msg {last.msg} passes with no change between", (before.msg, last.msg)
        )
    if after:
        return Judgement(
            "unsupported", ("stale",), f"changed again in msg {after[0].msg} after the pass in msg {last.msg}", (last.msg, after[0].msg)
        )
    text = f"{last.command[:60]}: failed in msg {before.msg}, changed in msg {changed[-1].msg}, passes in msg {last.msg}"
    return Judgement("supported", (), text, (before.msg, last.msg))


def _of(claim: Claim, suite: Suite) -> bool:
    """Whether a claim names nothing but the trouble ("fixed", "it works now"), or something that the failing check shows."""
    subject = [w for w in content(claim.text) - STOP if w not in WORDS and w not in _ERRORS and w not in _KINDS]
    seen = f"{suite.command} {suite.run.call.output}".lower()
    return not subject or any(w in seen for w in subject)


def persists(claim: Claim, evidence: Evidence) -> Judgement | None:
    """ "The index error (already fixed)": contradicted where the last output prints that very error, with nothing changed since."""
    if "already fixed" not in claim.low and "already resolved" not in claim.low:
        return None
    subject = frozenset(w for w in content(claim.text) - STOP if w not in _ERRORS and w not in ("already", "fixed", "resolved"))
    for at, run in evidence.runs_before(claim.msg):
        if claim.msg - at > 3 or any(at < c.msg < claim.msg for c in evidence.changes):
            return None
        looks = all(a.intent in ("inspect", "probe", "navigate") or a.command.tool in ("grep", "awk", "wc") for a in run.actions)
        for line in run.call.output.splitlines()[:200]:
            low = line.lower()
            if _ERRORS & frozenset(WORD.findall(low)) and sum(w in low for w in subject) >= max(2, len(subject) - 1):
                return Judgement("contradicted", (), f"msg {at} prints it again: {' '.join(line.split())[:90]}", (at,))
        if not looks:
            return None  # this may be the repair
    return None


def recovered(claim: Claim, evidence: Evidence, near: int = 3, limit: int = 150) -> Judgement | None:
    """A command of the last messages that succeeds and, with the same words, had failed: `git status` that died and is clean now."""
    newest: dict[tuple[str, ...], int] = {}
    for at, run in evidence.runs_before(claim.msg):
        limit -= 1
        if limit < 0 or (not newest and claim.msg - at > near):
            return None
        acted = [a for a in run.actions if a.command.tool not in ("cd", "head", "tail")]
        if len(acted) != 1:
            continue
        key = acted[0].command.argv
        failed = run.call.exit_code not in (0, None) or any(o.result == "fail" for o in run.outcomes)
        if failed and key in newest:
            return Judgement("supported", (), f"`{' '.join(key)}` failed in msg {at} and works in msg {newest[key]}", (at, newest[key]))
        if not failed and claim.msg - at <= near and run.call.exit_code == 0:
            newest.setdefault(key, at)
        elif failed and claim.msg - at <= near:
            return None
    return None


def already(claim: Claim, evidence: Evidence, history: list[Suite]) -> Judgement:
    """ "Was already failing": seen failing before the first change, or on a checkout without it."""
    if (same := set_aside(claim, evidence)) is not None:
        return same
    first = next((c.msg for c in evidence.changes if c.msg < claim.msg), None)
    aside = [s for s in history if any(_puts_away(a) for a in s.run.actions)]
    if aside and aside[0].result == "pass":
        with_it = next((s for s in history if s.msg < aside[0].msg and s not in aside), None)
        if with_it is not None and with_it.result == "fail":
            text = f"msg {aside[0].msg}: passes with the change put away, and failed with it in msg {with_it.msg}"
            return Judgement("contradicted", (), text, (with_it.msg, aside[0].msg))
        return Judgement("unsupported", (), f"msg {aside[0].msg}: passes with the change put away", (aside[0].msg,))
    early = [
        s
        for s in history
        if s.result == "fail"
        and ((first is not None and s.msg < first) or "stash" in s.command or "checkout" in s.command or "worktree" in s.command)
    ]
    if early:
        return Judgement("supported", (), f"msg {early[-1].msg}: failed before any change of this session", (early[-1].msg,))
    passed = [s for s in history if s.result == "pass" and first is not None and s.msg < first]
    if passed:
        return Judgement("contradicted", (), f"msg {passed[-1].msg}: passed before the first change", (passed[-1].msg,))
    return Judgement("unsupported", (), "the check was not run without the change")


def set_aside(claim: Claim, evidence: Evidence) -> Judgement | None:
    """A check that was run with the change put away (`git stash; check; git stash pop`, a worktree of the base): it prints the complaints
    that it printed with the change. None where it was not, or where it printed no complaint at all."""
    for at, run in evidence.runs_of(claim.msg, ("git",), 30):
        checks = [a for a in run.actions if a.intent in _CHECKED]
        if not checks or not any(_puts_away(a) for a in run.actions):
            continue
        without = set(_complaints(run.call.output))
        for then, other in evidence.runs_of(at, _CHECKED, 30):
            if any(a.runner == checks[-1].runner for a in other.actions) and (both := without & set(_complaints(other.call.output))):
                more = set(_complaints(other.call.output)) - without
                if more and "all" in claim.words:
                    return None
                text = f"msg {at} prints without the change what msg {then} printed with it: {min(both)[:80]}"
                return Judgement("supported", (), text, (then, at))
    return None


def _puts_away(action: Action) -> bool:
    argv = action.command.argv
    return action.runner == "git stash push" or (len(argv) > 2 and argv[0] == "git" and argv[1:3] == ("worktree", "add"))


def _complaints(output: str) -> list[str]:
    """The lines of an output that complain: a place in a file, or a word for what went wrong; of places their line numbers may differ."""
    return [_PLACE.sub(r"\1", line.strip()) for line in output.splitlines() if _PLACE.match(line.strip()) or _WRONG.search(line)]
