"""Remarks in a row: "12 of 12, exit 0, no trace of `jitter` left in the two files". Each is judged by itself, and all must hold.

Only what the log is the witness of counts here (a tally, an exit status, a silent search, a working tree): a fragment of two words is soon
found in some output.
"""

import re
from collections.abc import Callable
from dataclasses import replace

from sessionlens.checks.claims.claim import Claim, parse
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.review import witnessed
from sessionlens.checks.runs import tallies, versions
from sessionlens.checks.values.judge import Judgement, worst
from sessionlens.text.regex import regex

_CUT = regex(r", (?:and )?|; ")
_TALLY = regex(r"(\d+) of \1$")
_EXIT = regex(r"(?:exit|status) (?:code |status )?(\d{1,3})$")
_MOST = 5


def judge(claim: Claim, kind: Callable[[Claim], str], evidence: Evidence) -> Judgement | None:
    """Supported where every part is; None where one is not, or the clause is no such row."""
    text = claim.text.rstrip(" .!")
    if claim.cell or ", " not in text:
        return None
    parts = [p for p in _CUT.split(text) if p]
    if not 2 <= len(parts) <= _MOST or not any(_TALLY.match(p) or _EXIT.match(p) for p in parts):
        return None
    found = []
    for part in parts:
        one = parse(claim.conclusion.model_copy(update={"quote": part}))
        seen = _tallied(one, evidence) or _ended(one, evidence) or witnessed.judge(one, kind(one), evidence)
        if seen is None or seen.verdict != "supported":
            return None
        found.append(seen)
    return replace(worst(found), counted=True)


def _tallied(claim: Claim, evidence: Evidence) -> Judgement | None:
    return tallies.judge(claim, evidence) if _TALLY.match(claim.text) else None


def _ended(claim: Claim, evidence: Evidence) -> Judgement | None:
    """An exit status that the call of the message before printed or ended with."""
    if (match := _EXIT.match(claim.low)) is None:
        return None
    if (seen := versions.judge(claim, evidence)) is not None:
        return seen
    printed = re.compile(rf"^\W*(?:exit|status|rc)\b\W{{0,3}}(?:code |status )?{match[1]}\W*$", re.M | re.I)
    for at, run in evidence.runs_before(claim.msg):
        if claim.msg - at > 1:
            return None
        if printed.search(run.call.output):
            return Judgement("supported", (), f"msg {at} prints exit {match[1]}", (at,))
    return None
