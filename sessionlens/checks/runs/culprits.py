"""What stops a command, against what its own error names: "the missing blobs are what's blocking `git gc`".

The error names an object. Where the blamed things have been listed, and the object is none of them but is described on another line of the
outputs, then it is not they that the command stumbled over.
"""

import re

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import STOP, content
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.evidence.postings import ROOTS, holds, needle
from sessionlens.checks.values.judge import Judgement
from sessionlens.text.fold import folded
from sessionlens.text.regex import regex

_STOPS = regex(
    r"^(?:so |and |but )*(.*?) (?:(?:is|are) what(?:'s| is| are)|(?:is|are)) "
    r"(?:blocking|breaking|failing|stopping|killing|preventing) `([^`]+)`"
)
_FAILS = regex(r"^\W*(?:fatal|error|failed|cannot)\b.*$", re.I | re.M)
_OBJECT = regex(r"\b(?=[a-f]*\d)[0-9a-f]{7,40}\b|(?<![\w/])(?:[\w.-]*/)+[\w.-]+")
_LATELY = 6
_LEAST = 3
"""Lines with the blamed things that make a list of them."""


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """Contradicted where the error's object is none of the blamed things; else None."""
    match = _STOPS.search(claim.low)
    if match is None or claim.negated:
        return None
    blamed = [needle(ROOTS[w]) for w in content(match[1]) - STOP]
    named = _error(match[2], claim.msg, evidence)
    if named is None or len(blamed) < 2:
        return None
    at, error, thing = named
    listed, other = 0, ""
    for n, run in evidence.runs_before(claim.msg):
        if claim.msg - n > _LATELY:
            break
        if match[2] in (run.call.command or "").lower():
            continue  # the error itself describes nothing
        for line in run.call.output.splitlines():
            bare = b" " + folded(line) + b" "
            blames = all(holds(bare, mark) for mark in blamed)
            if thing in line.lower():
                if blames:
                    return None
                other = other or line
            elif blames and _OBJECT.search(line):
                listed += 1
    if listed < _LEAST or not other:
        return None
    text = f"msg {at}: {error[:70]}; {thing[:12]} is none of the {listed} listed: {' '.join(other.split())[:80]}"
    return Judgement("contradicted", (), text, (at,))


def _error(command: str, msg: int, evidence: Evidence) -> tuple[int, str, str] | None:
    """The last failure of a command, as it was run or as a person showed it: the message, its line with one object, and the object."""
    said = [(n, t.message.text) for n, t in evidence.view.turns.items() if n < msg and t.message.role == "user"]
    run = [(n, r.call.output) for n, r in evidence.runs if n < msg and command in (r.call.command or "").lower()]
    shown = [(n, text[text.lower().find(command) :]) for n, text in said if command in text.lower()]
    for at, text in sorted(run + shown, reverse=True):
        for line in _FAILS.findall(text):
            if len(things := _OBJECT.findall(line.lower())) == 1:
                return at, " ".join(line.split()), things[0]
    return None
