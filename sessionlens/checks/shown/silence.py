"""Checks whose answer is short: silence, a zero, one printed setting. "No whitespace errors", "nothing committed", "X is really set"."""

import re

from sessionlens import commands
from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import STOP, content, tokens
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.runs.suites import overtaken
from sessionlens.checks.values.judge import Judgement
from sessionlens.model.trace import Action, Run
from sessionlens.text.regex import regex

_WHITESPACE = regex(r"\b(?:no|without|free of|0|zero) (?:trailing[ -])?(?:whitespace|conflict[ -]markers?)(?: (?:errors?|problems?))?\b")
_UNCOMMITTED = regex(r"\b(?:nothing (?:was|is|has been|got|had been) committed|no commits? (?:was|were|has been|have been) made)\b")
_NONE_THERE = regex(r"(?<![\d.,])(?:0|zero|no) (?:rows?|records?|lines?|entries|documents?|keys|results?|commits?)\b", re.I)
_COUNTS = regex(r"\bcount\s*\(|--count\b|\bwc -l\b|\bgrep -c", re.I)
_SET = regex(r"\b(?:is|are|was) (?:really |indeed |actually |in fact |now |still |correctly )*set\b(?! (?:to|at|by|up|off|aside)\b)")
_GETS = regex(
    r"\bgit config (?:--\S+ )*(?:--get\S* )?[\w.-]+$|\bprintenv \w+|\benv\b.*\bgrep\b|\becho \S*\$\w+|\bsysctl (?:-\w+ )*[\w.]+$"
    r"|\b(?:npm|pip3?|cargo) config (?:get|list)\b|\bpragma\s+\w+\s*;?[\"']*|\bshow\s+\w+|\bulimit -\w$",
    re.I,
)
_OFFENCE = regex(r"\S+:\d+: \w")
_NO_COMPLAINT = regex(
    r"(?:still |and )?(?:there (?:are|were) )?no (?:more |new |compiler |lint(?:er)? |build )*(warning|error|failure)s?\W*$"
)
_COMPLAINS = {
    noun: regex(
        rf"^\W*(?:\S+:\d+(?::\d+)?:?\s+)?{noun}s?(?:\[\w+\]| \w*\d\w*)?\s*:|\b(?:1 (?:\w+ )?{noun}|[1-9]\d* (?:\w+ )?{noun}s)\b(?! \w)"
    )
    for noun in ("warning", "error", "failure")
}
"""Lines that are one, or that count some."""
_NONE_THERE_SAID = regex(r"\b(?:0|no|zero|without) (?:\w+ )?(?:warning|error|failure)s?\b")
_MOST = 30
"""Calls back that are looked at."""
_LONG = 400
"""An answer longer than this is not one setting's."""


def told(claim: Claim, evidence: Evidence) -> Judgement | None:
    """What such a check showed; None where the clause speaks of none of them or none was run."""
    low = claim.low
    if "whitespace" in low or "conflict" in low:
        return _whitespace(claim, evidence) if _WHITESPACE.search(low) else None
    if "no " in low and (match := _NO_COMPLAINT.match(low)) is not None:
        return _complaints(match[1], claim, evidence)
    if "commit" in low and _UNCOMMITTED.search(low):
        return _uncommitted(claim, evidence)
    if "set" in claim.words and not claim.negated and _SET.search(low):
        return setting(claim, evidence)
    return None


def _whitespace(claim: Claim, evidence: Evidence) -> Judgement | None:
    """`git diff --check` prints each offence and exits with 2; a later change leaves its answer behind."""
    for at, run in _newest(claim, evidence):
        for action in run.actions:
            if action.command.tool != "git" or "--check" not in action.command.argv:
                continue
            state = commands.known(action.command, run.call.exit_code)
            offences = [line for line in run.call.output.splitlines() if _OFFENCE.match(line)]
            if (change := overtaken(evidence, at, claim.msg)) is not None:
                return Judgement("unsupported", ("stale",), f"msg {at}: before the change in msg {change.msg}", (at, change.msg))
            if offences:
                return Judgement("contradicted", (), f"msg {at}: {offences[0][:80]}", (at,))
            if state == "ok" or (state == "unknown" and not run.call.output.strip() and run.call.exit_code in (0, None)):
                return Judgement("supported", (), f"msg {at}: {action.command.text[:60]} found nothing", (at,))
    return None


def _complaints(of: str, claim: Claim, evidence: Evidence) -> Judgement | None:
    """ "No warnings": what the build, check or test of the message before printed. Its last lines do not show what was cut off before
    them, unless it says itself that it passed."""
    for at, run in evidence.runs_of(claim.msg, ("build", "lint", "test"), 4):
        if claim.msg - at > 1:
            return None
        for line in run.call.output.splitlines():
            low = line.lower()
            if of in low and _COMPLAINS[of].search(low) and not _NONE_THERE_SAID.search(low):
                return Judgement("contradicted", (), f"msg {at}: {' '.join(line.split())[:90]}", (at,))
        if any(o.result == "fail" for o in run.outcomes) or run.call.exit_code not in (0, None):
            return None
        if any(o.result == "pass" for o in run.outcomes) or (run.call.exit_code == 0 and len(run.actions) == 1):
            return Judgement("supported", (), f"msg {at}: {' '.join((run.call.command or '').split())[:60]} passed without one", (at,))
        return None
    return None


def _uncommitted(claim: Claim, evidence: Evidence) -> Judgement | None:
    """By a count of commits that is 0, or a range of commits that lists none."""
    for at, run in _newest(claim, evidence):
        if any(o.kind == "commit" and o.result == "pass" for o in run.outcomes):
            return Judgement("undecidable", (), f"msg {at} made a commit", (at,))
        printed = run.call.output.strip()
        if printed == "0" and _NONE_THERE.search(claim.whole) and _COUNTS.search(run.call.command or "") and claim.msg - at <= 2:
            return Judgement("supported", (), f"msg {at}: {' '.join((run.call.command or '').split())[-60:]} counts 0", (at,))
        lists = [a for a in run.actions if _lists_commits(a)]
        if not lists or run.call.exit_code not in (0, None) or run.call.status == "error":
            continue
        if printed == "0" or (not printed and len(run.actions) == 1):
            return Judgement("supported", (), f"msg {at}: {lists[0].command.text[:60]}: {printed or 'no commit listed'}", (at,))
        if len(run.actions) <= 2:
            return Judgement("undecidable", (), f"msg {at} lists or counts commits", (at,))
    return None


def _lists_commits(action: Action) -> bool:
    argv = action.command.argv
    bounded = any(".." in a or a.startswith(("--since", "--after", "--count")) for a in argv)
    return action.command.tool == "git" and bool({"log", "rev-list"} & set(argv[1:4])) and bounded


def setting(claim: Claim, evidence: Evidence) -> Judgement | None:
    """By the newest command that prints the setting: it is set where a value came back, and not shown where none did."""
    wanted = content(claim.low[: claim.low.find(" set")]) - STOP
    for at, run in _newest(claim, evidence):
        asked = run.call.command or ""
        if not _GETS.search(asked) or not wanted & tokens(f"{asked} {run.call.output[:_LONG]}"):
            continue
        printed = run.call.output.strip()
        if printed and len(printed) <= _LONG and run.call.exit_code in (0, None):
            return Judgement("supported", (), f"msg {at}: {' '.join(asked.split())[-60:]} prints {printed.splitlines()[-1][:40]}", (at,))
        return Judgement("unsupported", (), f"msg {at}: {' '.join(asked.split())[-60:]} prints no value", (at,)) if not printed else None
    return None


def _newest(claim: Claim, evidence: Evidence) -> list[tuple[int, Run]]:
    out: list[tuple[int, Run]] = []
    for at, run in evidence.runs_before(claim.msg):
        if len(out) >= _MOST:
            break
        out.append((at, run))
    return out
