"""Remarks upon the call just made: "It is not." below `grep -c NAME binary`, "The counters work." below a run that printed them.

An agent that looks something up says what it looks for in one message and what came of it in the next, in a word or two; the words that the
remark leaves out stand in the question before the call. So the question and the command say what the remark is about, and what the call
printed says whether it is so. A remark that disagrees with the call is left to other checks: it may be about something else.
"""

import re

from sessionlens import commands
from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import STOP, content, word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.evidence.postings import ROOTS, holds, needle
from sessionlens.checks.shown.bearing import reads
from sessionlens.checks.shown.presence import looked_up
from sessionlens.checks.values.judge import Judgement
from sessionlens.model.trace import Run
from sessionlens.text.fold import folded
from sessionlens.text.regex import regex

_LONG = 8
"""Words; a longer statement says more than that a call went well or that something is there."""
_EARLY = 200
"""Characters of a message within which a remark upon the call before it stands."""
_REASONED = regex(
    r",? (?:so|because|since|therefore|hence|means?|which|but|though|although|if|when|unless|until|to|before|after|than|even)\b"
)
_MISSING = word_set("missing absent gone unset undefined undeclared unavailable unknown unsupported rejected refused")
_WELL = word_set(
    "work works worked run runs ran parse parses parsed load loads loaded start starts started boot boots booted compile compiles compiled"
    " link links linked build builds built answer answers answered respond responds responded arrive arrives arrived pass passes passed"
    " succeed succeeds succeeded finish finishes finished complete completes completed apply applies applied resolve resolves connects"
)
"""Verbs of a thing that did what it is for."""
_THERE = word_set(
    "is are was were exists exist there present available installed defined declared set listed found included enabled active registered"
)
_PALE = word_set("now again time here yes ok good really indeed still already all both everything thing fine cleanly correctly properly")
_ERROR = regex(
    r"^.*\b(?:error|fatal|cannot|can't|unrecognized|unknown|undefined|not found|no such|not set|denied|refused|failed)\b.*$", re.I | re.M
)


def upon(claim: Claim, evidence: Evidence) -> Judgement | None:
    """Supported where the one call of the message before shows what the remark says; None where it does not, or is no such remark."""
    newest = evidence.runs_until(claim.msg)
    if newest == 0 or claim.quantities or claim.conclusion.at > _EARLY or len(claim.low.split()) > _LONG or _REASONED.search(claim.low):
        return None
    at, run = evidence.runs[newest - 1]
    if claim.msg - at > 1 or (newest > 1 and evidence.runs[newest - 2][0] == at) or run.call.kind in ("edit", "write", "todo", "task"):
        return None
    subject = {ROOTS[w] for w in content(claim.text) - STOP - _WELL - _THERE - _MISSING - _PALE}
    asked = _asked(at, run, evidence)
    denied = claim.negated or not claim.words.isdisjoint(_MISSING)
    looked = looked_up(run)
    named = [one for one in looked if _has(folded(f" {one[0]} "), subject)]
    looked = named or (looked if len({a.command.group for a in run.actions}) == 1 else [])
    if looked and _all(asked, subject) and not claim.words.isdisjoint(_THERE | _MISSING | {"no", "none", "nothing", "not"}):
        found = any(there for _, there in looked)
        if found == denied or (denied and run.call.cut):
            return None
        what = looked[-1][0]
        return Judgement("supported", (), f"msg {at}: the search for {what} {'found it' if found else 'found nothing'}", (at,))
    printed = folded(f" {run.call.output[:4000]} ")
    if not subject or not _all(asked + printed, subject):
        return None
    if not denied and not claim.words.isdisjoint(_WELL) and _went_well(run, subject, _has(printed, subject)):
        return Judgement("supported", (), f"msg {at}: `{short(run)}` ended without an error", (at,))
    if denied and (error := _ERROR.search(run.call.output)) is not None and _failed(run):
        return Judgement("supported", (), f"msg {at} prints {' '.join(error[0].split())[:90]}", (at,))
    return None


def _all(text: bytes, roots: set[bytes]) -> bool:
    return all(holds(text, needle(root)) for root in roots)


def _has(text: bytes, roots: set[bytes]) -> bool:
    return any(holds(text, needle(root)) for root in roots)


def _asked(at: int, run: Run, evidence: Evidence) -> bytes:
    """The last thing that was said before the call, and the call itself, folded."""
    said = evidence.statements(at)
    given = run.call.command or " ".join([v for v in run.call.input.values() if isinstance(v, str)])
    return folded(f" {said[-1].text if said else ''} {given[:2000]} ")


def _failed(run: Run) -> bool:
    return run.call.exit_code not in (0, None) or run.call.status == "error" or any(o.result == "fail" for o in run.outcomes)


def _went_well(run: Run, subject: set[bytes], shown: bool) -> bool:
    """Whether a call succeeded, as the status of the command for the thing says, an outcome, or for lack of both what was printed."""
    if _failed(run) or run.call.exit_code is None or not run.actions or reads(run):
        return False
    for action in run.actions:
        named = not action.command.stage and _has(folded(f" {action.command.text} "), subject)
        if named and commands.known(action.command, run.call.exit_code) == "ok":
            return True
    last = run.actions[-1].command
    if last.stage and not any(o.result == "pass" for o in run.outcomes):
        return shown  # the status is that of a filter
    return commands.known(last, run.call.exit_code) == "ok"


def short(run: Run) -> str:
    return " ".join((run.call.command or run.call.name).split())[:60]
