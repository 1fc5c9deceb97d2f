"""Items of a list of checks ("Checks run: - `cargo deny check`") and facts with a label ("Result: succeeded"), by the calls that did them.

A command in such a list is borne out where it was run and ended well the last time; that its words were printed somewhere says nothing.
"""

import re

from sessionlens import commands
from sessionlens.checks.claims.claim import CODE, Claim
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.runs.suites import overtaken
from sessionlens.checks.values.judge import Judgement
from sessionlens.model.trace import Run
from sessionlens.text.regex import regex

_LEAD = regex(r"\b(?:checks?|tests?|verifications?|validations?|verified|validated)\b", re.I)
_OUTCOME = regex(r"^(?:result|status|outcome|conclusion|state): (?P<how>succeeded|success|successful|passed|green|failed|failure|red)\W*$")
_ENDED = regex(r'"conclusion": ?"(\w+)"|\bcompleted\s+(success|failure)\b|^[✓X] .*\b(?:in \d|passed|failed)', re.M)
_ILL = frozenset(("failed", "failure", "red"))
_BACK, _NEAR = 60, 8
_WORD = regex(r"[^\s\"']+")


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """By the newest call that ran each command of the item; None where the item is none of these, or nothing like it ran."""
    if (match := _OUTCOME.match(claim.low)) is not None:
        return _outcome(match["how"] in _ILL, claim, evidence)
    s = claim.conclusion.statement
    if not claim.code or not _LEAD.search(s.lead or s.heading) or len(CODE.sub("", claim.text).split()) > 2 * len(claim.code):
        return None
    at: set[int] = set()
    for code in claim.code:
        found = _ran(code, claim, evidence)
        if found is None:
            return None
        msg, state, text = found
        if state == "failed":
            return Judgement("unsupported", (), f"msg {msg}: `{text}` did not end well the last time", (msg,))
        at.add(msg)
    stale = overtaken(evidence, min(at), claim.msg) is not None
    return Judgement("supported", ("stale",) if stale else (), f"ran in msg {', '.join(map(str, sorted(at)))}", tuple(sorted(at)))


def _ran(code: str, claim: Claim, evidence: Evidence) -> tuple[int, str, str] | None:
    """The newest command that has all words of a quoted one ("..." stands for any), and how it ended; a call that failed for it."""
    sought = [w for w in _WORD.findall(code) if w not in ("...", "…")]
    for place, (at, run) in enumerate(evidence.runs_before(claim.msg)):
        if place > _BACK or not sought:
            return None
        for action in reversed(run.actions):
            text = action.command.text
            if text.split(maxsplit=1)[:1] == sought[:1] and all(w in text for w in sought):
                return at, _state(run, commands.known(action.command, run.call.exit_code)), " ".join(text.split())[:60]
    return None


def _state(run: Run, known: str) -> str:
    return (
        "failed" if known in ("failed", "not-run") or run.call.status == "error" or any(o.result == "fail" for o in run.outcomes) else known
    )


def _outcome(ill: bool, claim: Claim, evidence: Evidence) -> Judgement | None:
    """By how the newest run of a service that was looked at had ended."""
    for at, run in evidence.runs_before(claim.msg):
        if claim.msg - at > _NEAR:
            return None
        if (found := _ENDED.search(run.call.output)) is not None:
            failed = "fail" in found[0] or found[0].startswith("X")
            if failed is not ill:
                return Judgement("unsupported", (), f"msg {at} prints {found[0][:60]}", (at,))
            return Judgement("supported", (), f"msg {at} prints {found[0][:60]}", (at,))
    return None
