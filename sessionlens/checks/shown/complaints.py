"""Why something stopped, where the log's own error line says why: "stopped because tag `v3` already exists" under "fatal: tag 'v3' already
exists".

A cause that a program prints with its failure is no inference of the agent's. The line must have all the names of the cause and its words,
and be an error's; a source file that was read, or found by a search, has the message without its having happened.

A program that could not be run says so too ("command not found").
"""

import re

from sessionlens.checks.claims.claim import CODE, Claim
from sessionlens.checks.claims.words import STOP, content, word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.evidence.postings import ROOTS, holds, needle
from sessionlens.checks.shown.bearing import reads
from sessionlens.checks.shown.exact import whole
from sessionlens.checks.values.judge import Judgement
from sessionlens.model.trace import Run
from sessionlens.text.fold import folded
from sessionlens.text.regex import regex

_STOPPED = (
    "fail fails failed failing stopped stops stop aborted aborts refused refuses rejected rejects exited exits died errored"
    " crashed crashes bailed"
    " ended broke blocked"
)
WORDS = word_set(f"{_STOPPED} usable unusable runnable run executable")
_CAUSE = regex(
    rf"\b(?:{'|'.join(_STOPPED.split())})\b(?P<what>[^;]*?)[,]? (?:because(?: of)?|due to|with|on|over)(?: the| a| an)? (?P<why>.+)$"
)
_SURE = regex(r"\b(?:because|due to)\b")
_ERROR = regex(
    r"\b(?:error|fatal|failed|failure|cannot|can't|could not|denied|refused|rejected|not found|no such|unable|abort\w*|panic|exception)\b"
    r"|❌|✗|✘|ERR!|(?-i:\bE[A-Z]{4,}\b)",
    re.I,
)
_HEDGED = word_set("already still just simply really apparently only was were is are been had")
_USABLE = regex(
    r"\b(?:(?:is|was|are|were) (?:not|un)|(?:isn|wasn|aren|weren)['’]t|un)\s?(?:usable|runnable|executable)\b"
    r"|\b(?:could not|couldn['’]t|cannot|can['’]t) be (?:run|executed|started)\b"
)
_NO_PROGRAM = regex(
    r"could not determine executable|command not found|: not found\b|no such file or directory|not recognized as|no module named"
    r"|executable file not found|cannot find module|missing script|unknown command|permission denied",
    re.I,
)
_BEFORE = regex(
    r"\b(?:failed|stopped|aborted|died|refused|exited|quit|bailed(?: out)?) before (?:it |anything was |any\w* (?:\w+ )?(?:was"
    r"|were) )?(?P<deed>[a-z]{3,}(?:ing|ed))"
    r"(?: (?:anything|any [\w -]+|a single [\w -]+))?$"
)
_DENIED = regex(
    r"\b(?:ENEEDAUTH|EACCES|EPERM|40[13]|unauthori[sz]ed|forbidden|permission denied|access denied|not logged in|needs? auth)\b",
    re.I,
)
_DID = regex(r"✓|✔|✅|\bsuccess\w*\b|\bdone\b|^\+ \S+@\d", re.I | re.M)
_BACK = 14
_FAR = 150
"""Calls back that are looked at; further where the clause says "because"."""
_LINES = 2_000
_LONG = 300


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """Supported by the error line that says it; None where none does."""
    low = claim.low.rstrip(" .!")
    if _USABLE.search(low):
        return _unusable(claim, evidence)
    if "before" in claim.words and (match := _BEFORE.search(low)) is not None and not claim.negated:
        return _nothing_done(match["deed"], claim, evidence)
    match = _CAUSE.search(low)
    return _printed(match["why"], _SURE.search(match[0]) is not None, claim, evidence) if match is not None else None


def _printed(why: str, sure: bool, claim: Claim, evidence: Evidence) -> Judgement | None:
    names = [n for c in CODE.findall(claim.text[-len(why) - 2 :]) for n in (c.split() if " " in c and not sure else [c])]
    bare = CODE.sub(" ", why)
    roots = {ROOTS[w] for w in content(bare) - STOP - _HEDGED}
    if not names or (not roots and not sure) or len(roots) > 7 or len(names) + len(roots) < 2:
        return None
    patterns = [whole(n) for n in names]
    for place, (at, run) in enumerate(evidence.runs_before(claim.msg)):
        if place >= (_FAR if sure else _BACK):
            return None
        if not all(n.lower() in evidence.lowered(run) for n in names) or not _log(run):
            continue
        failed = run.call.exit_code not in (0, None) or run.call.status == "error"
        for line in run.call.output.splitlines()[-_LINES:]:
            if len(line) > _LONG or not (failed or _ERROR.search(line)) or not all(p.search(line) for p in patterns):
                continue
            text = b" " + folded(line) + b" "
            if all(holds(text, needle(r)) for r in roots):
                return Judgement("supported", (), f"msg {at} prints {' '.join(line.split())[-100:]}", (at,))
    return None


def _log(run: Run) -> bool:
    """Whether a call's output tells what happened: no text that was read or searched, no edit."""
    return run.call.kind in ("shell", "other") and not reads(run)


def _nothing_done(deed: str, claim: Claim, evidence: Evidence) -> Judgement | None:
    """A call that failed, with an error that names the deed or a refusal of it, and no sign that it was done even once."""
    root = re.compile(rf"\b(?:{re.escape(ROOTS[deed].decode())})\w*", re.I)
    for at, run in evidence.runs_before(claim.msg):
        if claim.msg - at > 2:
            return None
        if run.call.exit_code in (0, None) or not root.search(f"{run.call.command} {run.call.output}"):
            continue
        lines = run.call.output.splitlines()
        if any(root.search(x) and _DID.search(x) for x in lines) or re.search(r"^\+ \S+@\d", run.call.output, re.M):
            return None
        for line in reversed(lines):
            if _DENIED.search(line) or (root.search(line) and _ERROR.search(line)):
                return Judgement("supported", (), f"msg {at} failed: {' '.join(line.split())[:90]}", (at,))
    return None


def _unusable(claim: Claim, evidence: Evidence) -> Judgement | None:
    """By the newest call that names the program, which failed for want of it."""
    if not claim.code:
        return None
    for at, run in evidence.runs_before(claim.msg):
        if claim.msg - at > 6:
            return None
        command = run.call.command or ""
        if not all(c in command for c in claim.code) or run.call.exit_code == 0:
            continue
        complaint = next((x for x in run.call.output.splitlines() if _NO_PROGRAM.search(x)), "")
        return Judgement("supported", (), f"msg {at} prints {' '.join(complaint.split())[:90]}", (at,)) if complaint else None
    return None
