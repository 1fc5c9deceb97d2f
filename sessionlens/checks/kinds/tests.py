"""Tests: "all 57 tests pass", "all checks pass". The sums of the last full run, on the code that the claim speaks of."""

import itertools
import re
from collections.abc import Iterator

from sessionlens.checks.claims import nature
from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.evidence.repeats import NUMBERS
from sessionlens.checks.runs import formerly, without
from sessionlens.checks.runs.suites import PAST, Suite, fell_short, overtaken, suite, suites
from sessionlens.checks.shown.failing import otherwise as failing_otherwise
from sessionlens.checks.shown.presence import SEARCH
from sessionlens.checks.shown.suite_parts import of_a_part, only_failures_left
from sessionlens.checks.values.judge import Judgement
from sessionlens.model.words import Caveat, ClaimKind
from sessionlens.text.regex import regex

KIND: ClaimKind = "tests"
_NOUN = word_set("test tests suite suites specs spec checks check unittest unittests testsuite")
_PASS = word_set("pass passes passed passing green succeed succeeds succeeded ok clean")
_PASSED = _PASS - {"ok", "clean"}
_FAIL = word_set("fail fails failed failing red broken")
_LINTS = word_set("lint linting clippy fmt formatting typecheck mypy ruff eslint vet tsc gofmt")
_GREEN = regex(r"^\W*(?:all|everything(?:'s| is)?|still|now)?\s*(?:all )?green\b|\ball green\b|\bsuite (?:is )?green\b")
_NONE = regex(r"\b(?:no|none|zero|0|never|without any|don't|doesn't|not) (?:\w+ ){0,2}(?:fail\w*|tests? fail\w*)|\b0 failed")
_WHOLE = regex(r"\b(?:all|whole|entire|full|every|complete)\b")
WORDS = _NOUN | _LINTS | {"green", "cases", "examples", "scenarios", "assertions"}
_COUNTED = regex(r"\b(\d+) (?:tests? |checks? |of them )?(passed|passes|pass|failed|fails|failing|fail)\b")
_CASES = regex(r"\ball (?:the )?\d+ (?:\w+ )?(?:cases|examples|specs|scenarios|assertions) (?:pass|passed|succeed|succeeded)\b")
_SOME_PASSED = regex(r"\b[1-9]\d* pass")
_NAME = regex(r"\b(?:test_\w+|\w+_test\b|Test[A-Z]\w+|\w+::\w+)")
_LINTERS = ("clippy", "vet", "mypy", "ruff", "eslint", "tsc", "gofmt")
_PARTS: dict[str, tuple[str, tuple[str, ...]]] = {
    **{name: ("lint", (name,)) for name in _LINTERS},
    **dict.fromkeys(("fmt", "formatting"), ("lint", ("fmt", "format"))),
    **dict.fromkeys(("lint", "linting", "typecheck"), ("lint", ())),
    **dict.fromkeys(("build", "builds"), ("build", ())),
    **dict.fromkeys(("tests", "test", "suite"), ("test", ())),
}
"""What a named check is: its intent, and the words of which one must be in its command."""


def recognise(claim: Claim) -> float:
    words = claim.words
    if claim.cell or ("test" in words and nature.of_a_belief(claim)):
        return 0.0
    if words & _PASSED and _CASES.search(claim.low):
        return 0.9
    if words & _NOUN and words & (_PASS | _FAIL) and not (words & {"before"} and words & {"now"}):
        return 0.9 if "%" not in claim.text else 0.8
    if words & _LINTS and words & (_PASS | _FAIL):
        return 0.85
    return 0.88 if "green" in words and _GREEN.search(claim.low) else 0.0


_STATUS = regex(r"\b(?:exit(?:ed|s)?|rc|status|code|returns?|returned)\b[ =:a-z]{0,14}$")
"""A number behind it is a status."""
_WORDED = regex(rf"\b({'|'.join(NUMBERS)}) (?:of \w+ )?(?:\w+ )?(?:tests?|cases|specs)\b")
"""A count in words: "eight tests pass"."""


def judge(claim: Claim, evidence: Evidence) -> Judgement:
    if not without.WORDS.isdisjoint(claim.words) and (seen := without.judge(claim, evidence)) is not None:
        return seen
    if not formerly.WORDS.isdisjoint(claim.words) and (past := formerly.judge(claim, evidence)) is not None:
        return past
    named = [p for p in _PARTS if p in claim.words]
    names = _NAME.findall(claim.text)
    failing = bool(claim.words & _FAIL) and not claim.words & _PASSED and not _NONE.search(claim.low)
    if failing and "checks" in claim.words:
        return _told_failing(checks(claim, evidence, named), list(_relevant(claim, evidence, names)), names)
    if (
        (named and claim.words & _LINTS)
        or len({(_PARTS[p]) for p in named}) > 1
        or ("checks" in claim.words and "test" not in claim.words and "tests" not in claim.words)
    ):
        return checks(claim, evidence, named)
    runs = list(_relevant(claim, evidence, names))
    if not runs:
        return Judgement("unsupported", (), "no test run before this" + (f" of {names[0]}" if names else ""))
    if failing:
        return failing_otherwise(claim, runs) or _still(claim, runs, evidence) or _failing(runs, names)
    labels = [m.span() for o in runs[0].run.outcomes if o.kind == "tests" and o.subject for m in _label(o.subject).finditer(claim.low)]
    counted = next(
        (
            q
            for q in claim.quantities
            if q.exact
            and not any(a <= q.start < b for a, b in labels)
            and not _STATUS.search(claim.low, 0, q.start)
            and (q.noun.split(" ")[-1].lower() in _NOUN | _PASS or q.dimension in ("count", "number"))
        ),
        None,
    )
    if counted is not None:
        return with_number(claim, int(counted.value), runs, evidence)
    if (worded := _WORDED.search(claim.low)) is not None:
        return with_number(claim, NUMBERS[worded[1]], runs, evidence)
    return without_number(claim, runs, evidence, bool(names))


def _still(claim: Claim, runs: list[Suite], evidence: Evidence) -> Judgement | None:
    """What is said to fail still, where the newest run passed on the code as it is."""
    last = runs[0]
    if "still" not in claim.words or last.result != "pass" or last.cut or overtaken(evidence, last.msg, claim.msg) is not None:
        return None
    return Judgement("contradicted", (), f"msg {last.msg}: {_counts(last)}", (last.msg,))


def _relevant(claim: Claim, evidence: Evidence, names: list[str], limit: int = 40) -> Iterator[Suite]:
    for s in suites(evidence, claim.msg):
        limit -= 1
        if limit < 0:
            return
        if names and not any(n in s.command or n in s.run.call.output for n in names):
            continue
        yield _round(claim, s)


def _label(of: str) -> re.Pattern[str]:
    return re.compile(rf"\b{re.escape(of.lower())}(?!\w|\.\d)")


def _round(claim: Claim, s: Suite) -> Suite:
    """The one round of a loop that the clause names by its label ("seed 3"), else the whole run."""
    told = {o.subject for o in s.run.outcomes if o.kind == "tests" and o.subject} if s.summaries > 1 else set()
    named = [of for of in told if of.lower() in claim.low and _label(of).search(claim.low)]
    return suite(s.msg, s.run, s.action, of=named[0]) if len(named) == 1 else s


def _told_failing(found: Judgement, runs: list[Suite], names: list[str]) -> Judgement:
    """A statement that checks fail, by what is known of checks that should pass."""
    if runs and runs[0].result == "fail":
        return _failing(runs, names)
    if found.verdict == "contradicted":
        return Judgement("supported", (), found.derivation, found.evidence)
    return Judgement("undecidable" if found.verdict == "undecidable" else "unsupported", (), found.derivation, found.evidence)


def _failing(runs: list[Suite], names: list[str]) -> Judgement:
    last = runs[0]
    if last.result == "fail":
        return Judgement("supported", (), f"msg {last.msg}: {_counts(last)}", (last.msg,))
    earlier = next((s for s in runs if s.result == "fail"), None)
    if earlier is not None:
        return Judgement("supported", ("stale",), f"msg {earlier.msg}: {_counts(earlier)}; a later run passed", (earlier.msg, last.msg))
    return Judgement("undecidable" if last.cut or last.filtered else "unsupported", (), f"msg {last.msg}: {_counts(last)}", (last.msg,))


def with_number(claim: Claim, n: int, runs: list[Suite], evidence: Evidence) -> Judgement:
    """The claimed number must be the number passed: of the newest run, or of an earlier one on the same code."""
    last = runs[0]
    if len(told := _COUNTED.findall(claim.low)) > 1 or (told and told[0][1].startswith("fail")):
        return _each_count([(int(count), how) for count, how in told], runs)
    for s in runs[:6]:
        if n in (s.passed, s.each) and not s.failed and s.result == "pass":
            return _fresh(claim, s, evidence, ())
    if last.passed == n and last.failed and not _WHOLE.search(claim.low) and last.summaries:
        return _fresh(claim, last, evidence, ())
    if last.cut or last.result == "unknown":
        return Judgement(
            "undecidable", ("cut-output",), f"msg {last.msg}: {_counts(last)}, output or exit status not seen whole", (last.msg,)
        )
    if last.filtered:
        return Judgement("undecidable", ("filtered",), f"msg {last.msg}: {_counts(last)}, of a part of the suite", (last.msg,))
    if not last.summaries:
        return Judgement("unsupported", (), f"msg {last.msg}: no count printed", (last.msg,))
    if last.result == "none" or last.passed + last.failed == 0:
        return Judgement("unsupported", (), f"msg {last.msg}: no test ran", (last.msg,))
    if overtaken(evidence, last.msg, claim.msg):
        return Judgement("unsupported", ("stale",), f"msg {last.msg}: {_counts(last)}, before a later change", (last.msg,))
    if n > last.passed + last.failed and of_a_part(last):
        return Judgement("unsupported", ("filtered",), f"msg {last.msg}: {_counts(last)}, of a part of the suite", (last.msg,))
    return Judgement("contradicted", (), f"msg {last.msg}: {_counts(last)}, claimed {n} passed", (last.msg,))


def _each_count(told: list[tuple[int, str]], runs: list[Suite]) -> Judgement:
    """Several counts, of one run or of several ("1 failed with the line broken, 12 passed with it"): each must be one of the last runs'."""
    at: set[int] = set()
    for count, how in told:
        found = next((s for s in runs[:6] if count == (s.failed if how.startswith("fail") else s.passed) and s.summaries), None)
        if found is None and not any(
            o.counts.get("failed" if how.startswith("fail") else "passed") == count for s in runs[:6] for o in s.run.outcomes
        ):
            return Judgement("unsupported", (), f"no test run of the last counts {count} {how}", (runs[0].msg,))
        at.add(found.msg if found is not None else runs[0].msg)
    return Judgement("supported", (), "; ".join(f"{count} {how}" for count, how in told), tuple(sorted(at)))


def without_number(claim: Claim, runs: list[Suite], evidence: Evidence, named: bool) -> Judgement:
    last = runs[0]
    change = overtaken(evidence, last.msg, claim.msg)
    if last.result == "fail":
        if change is not None:
            return Judgement(
                "unsupported", ("stale",), f"msg {last.msg}: {_counts(last)}, overtaken by the change in msg {change.msg}", (last.msg,)
            )
        return Judgement("contradicted", (), f"msg {last.msg}: {_counts(last)}", (last.msg,))
    if last.result == "not-run":
        return Judgement("contradicted", (), f"msg {last.msg}: an earlier part failed, the tests never ran", (last.msg,))
    if last.cut:
        return Judgement(
            "undecidable", ("cut-output",), f"msg {last.msg}: {_counts(last)}, but the output was cut and its status hidden", (last.msg,)
        )
    if last.result == "none" and only_failures_left(last):
        return _fresh(claim, last, evidence, ("filtered",))
    if last.result == "none" and any(a.command.tool in SEARCH for a in last.run.actions):
        return Judgement("undecidable", ("filtered",), f"msg {last.msg}: the output was filtered", (last.msg,))
    if last.result == "none":
        full = next((s for s in runs[1:4] if s.passed and s.result == "pass"), None)
        if full is None:
            return Judgement("unsupported", (), f"msg {last.msg}: no test ran", (last.msg,))
        last = full
    if last.result == "unknown" and not change and fell_short(last) and not _SOME_PASSED.search(last.run.call.output):
        return Judgement("contradicted", (), f"msg {last.msg}: the tests failed or never ran: the call ended with an error", (last.msg,))
    if last.result == "unknown":
        return Judgement("undecidable", ("cut-output",), f"msg {last.msg}: neither a summary nor the exit status was seen", (last.msg,))
    whole = _WHOLE.search(claim.low)
    if not named and whole and of_a_part(last):
        full = next((s for s in runs[1:6] if not of_a_part(s) and s.result == "pass" and not s.cut), None)
        if full is None or overtaken(evidence, full.msg, claim.msg):
            return Judgement("undecidable", ("filtered",), f"msg {last.msg}: {_counts(last)}, of a part of the suite", (last.msg,))
        last = full
    caveats: tuple[Caveat, ...] = ("skipped",) if last.skipped else ()
    if last.filtered and not named:
        caveats = (*caveats, "filtered")
    return _fresh(claim, last, evidence, caveats)


def _fresh(claim: Claim, s: Suite, evidence: Evidence, caveats: tuple[Caveat, ...]) -> Judgement:
    change = overtaken(evidence, s.msg, claim.msg)
    text = f"msg {s.msg}: {_counts(s)}"
    if change is not None and PAST.search(claim.low):
        return Judgement("supported", (*caveats, "stale"), f"{text}, before the change in msg {change.msg}", (s.msg, change.msg))
    if change is not None:
        return Judgement("unsupported", (*caveats, "stale"), f"{text}, before the change in msg {change.msg}", (s.msg, change.msg))
    return Judgement("supported", caveats, text, (s.msg,))


def _counts(s: Suite) -> str:
    if not s.summaries:
        return {"pass": "succeeded", "fail": "failed", "not-run": "did not run"}.get(s.result, "result not seen") + f" ({s.command[:60]})"
    if s.passed + s.failed == 0 and s.result == "none":
        return "nothing that failed is left of the filtered output"
    if s.passed + s.failed == 0 and s.result == "pass":
        return f"{s.summaries} part(s) passed"
    text = f"{s.each} passed in each of {s.summaries} rounds" if s.each >= 0 and not s.failed else f"{s.passed} passed, {s.failed} failed"
    return text + (f", {s.skipped} skipped" if s.skipped else "")


def checks(claim: Claim, evidence: Evidence, named: list[str]) -> Judgement:
    """Several checks at once: each of those named, or of the last chain, must have run and succeeded."""
    wanted = [_PARTS[p] for p in named] or [("test", ()), ("lint", ()), ("build", ())]
    parts, at = [], []
    for intent, words in dict.fromkeys(wanted):
        recent = list(itertools.islice(_newest(evidence, claim.msg, intent, words), 3))
        found = next((s for s in recent if s.result in ("pass", "fail", "not-run")), recent[0] if recent else None)
        if found is None:
            if named:
                parts.append(("missing", f"no {words[0] if words else intent} run"))
            continue
        at.append(found.msg)
        chain = found.run.call.exit_code not in (None, 0) and found.result != "pass"
        state = "fail" if found.result in ("fail", "not-run") or chain else found.result
        if state == "fail" and overtaken(evidence, found.msg, claim.msg):
            if not named and intent == "build" and max(at) > found.msg and parts[0][0] == "pass":
                at.pop()
                continue  # what passed since was built
            state = "stale"
        if state == "pass" and found.cut:
            state = "cut"
        parts.append((state, f"{words[0] if words else intent} in msg {found.msg}: {found.result}"))
    text = "; ".join(t for _, t in parts)
    states = {s for s, _ in parts}
    evidence_at = tuple(sorted(set(at)))
    if not parts or states <= {"missing"}:
        return Judgement("unsupported", (), text or "no check was run", evidence_at)
    if "fail" in states:
        return Judgement("contradicted", (), text, evidence_at)
    if states & {"missing", "stale"}:
        return Judgement("unsupported", ("stale",) if "stale" in states else (), text, evidence_at)
    if states & {"unknown", "cut"}:
        return Judgement("undecidable", ("cut-output",), text, evidence_at)
    oldest = min(at)
    change = overtaken(evidence, oldest, claim.msg)
    if change is not None:
        return Judgement("unsupported", ("stale",), f"{text}; changed again in msg {change.msg}", (*evidence_at, change.msg))
    return Judgement("supported", (), text, evidence_at)


def _newest(evidence: Evidence, msg: int, intent: str, words: tuple[str, ...]) -> Iterator[Suite]:
    for s in suites(evidence, msg, intent):
        if not words or any(w in s.command for w in words):
            yield s
