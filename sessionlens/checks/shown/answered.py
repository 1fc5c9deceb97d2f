"""Answers of a line: "the registry still has 2.3.9" under a call that printed 2.3.9 and nothing else, "v2.4.0 does not exist" under a 404.

What was asked stands in the command and what came back in its output; the clause says the same with a verb between. Settings are answers
too: `timeout = 30` in a file that was read bears out "the config sets a timeout of 30 s".
"""

import re

from sessionlens.checks.claims.claim import DIGIT, Claim
from sessionlens.checks.claims.words import STOP, content, word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.values.judge import Judgement
from sessionlens.model.trace import Run
from sessionlens.text.regex import regex

WORDS = word_set(
    "has at is on says reports prints print returns return shows show gives to exist exists published there found available"
    " sets set uses use defaults default configured of"
)
_TOKEN = r"`?(?P<token>@?[\w./-]*\d[\w.+/-]*|(?<=`)[\w./@+-]{3,})`?"
_ENDS = regex(
    r"\b(?:has|is|on|at|says|reports|prints?|returns?|shows?|gives?|resolves to|points (?:at|to)) "
    r"(?:still |now |only |just |version |the |a )*" + _TOKEN + r"$"
)
_ABSENT = regex(
    _TOKEN + r" (?:\w+ )?(?:is not|isn't|was not|wasn't|does not|doesn't|did not|didn't) (?:yet |even )?"
    r"(?:on|in|at|exist\b|published|there|found|available|released|listed)"
)
_THERE = regex(_TOKEN + r"(?: [a-z]+){0,2} (?:already |now |does |indeed )*(?:exists?|is (?:published|there|available|listed|released))\b")
_MISSING = regex(r"\b(?:404|not found|no match(?:es)?|no matching|does not exist|no such|doesn't exist|could not resolve|unknown)\b", re.I)
_SETS = regex(r"\b(?:sets?|set to|defaults? to|configured (?:to|with|as))\b")
_OUTSIDE = word_set("gh glab npm pnpm yarn pip pip3 cargo curl docker helm kubectl gem")
_HERE = word_set("ls stat find test git which")
"""What looks things up in a registry or at a host, and what looks at the machine itself."""
_UNITS = word_set("second minute hour day ms s m h byte kb mb gb mib gib percent time retry retries")
_BEING = word_set("on in at exist published there found available released listed")
_EXISTS = word_set("exists exist published there available listed released")
_SETTING = word_set("sets set default defaults configured")
"""One of these is in all that the patterns above find: sets are tried first."""
_NEAR = 2
_SHORT = 80
_LONG = 300


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """By the calls of the last two messages; a setting by any file read before. None where the clause is no such answer."""
    text = claim.text.rstrip(" .!")
    if "`" not in text and not claim.numbered:
        return None
    words = claim.words
    if claim.negated:
        return None if words.isdisjoint(_BEING) else _absent(text, claim, evidence)
    last = text.rsplit(" ", 1)[-1]
    match = _ENDS.search(text) if last[-1:] == "`" or DIGIT.search(last) else None
    if match is not None and (seen := _said(match["token"], claim, evidence)) is not None:
        return seen
    if not words.isdisjoint(_EXISTS) and (match := _THERE.search(text)) is not None:
        return _there(match["token"], claim, evidence)
    return _assigned(claim, evidence) if claim.quantities and not words.isdisjoint(_SETTING) and _SETS.search(claim.low) else None


def _last(claim: Claim, evidence: Evidence) -> list[tuple[int, Run]]:
    out: list[tuple[int, Run]] = []
    for at, run in evidence.runs_before(claim.msg):
        if claim.msg - at > _NEAR or len(out) > 3:
            break
        out.append((at, run))
    return out


def _said(token: str, claim: Claim, evidence: Evidence) -> Judgement | None:
    """The one call of the last messages that printed the token and nothing else."""
    for at, run in _last(claim, evidence):
        printed = run.call.output.strip()
        if run.call.exit_code in (0, None) and len(printed) <= _SHORT and printed.strip("'\"v") == token.strip("v"):
            return Judgement(
                "supported", (), f"msg {at}: {' '.join((run.call.command or run.call.name).split())[:60]} prints {printed}", (at,)
            )
    return None


def _absent(text: str, claim: Claim, evidence: Evidence) -> Judgement | None:
    match = _ABSENT.search(text)
    if match is None:
        return None
    for at, run in _last(claim, evidence):
        asked = match["token"] in (run.call.command or "")
        for line in run.call.output.splitlines()[:60]:
            if _MISSING.search(line) and (asked or match["token"] in line):
                return Judgement("supported", (), f"msg {at} prints {' '.join(line.split())[:80]}", (at,))
    return None


def _there(token: str, claim: Claim, evidence: Evidence) -> Judgement | None:
    here = "exist" in claim.low or "there" in claim.words
    whole = re.compile(rf"(?<![\w.]){re.escape(token)}(?![\w]|\.\d)")
    for at, run in _last(claim, evidence):
        if run.call.exit_code not in (0, None) or run.call.status == "error" or _MISSING.search(run.call.output):
            continue
        if not any(a.command.tool in _OUTSIDE or (here and a.command.tool in _HERE) for a in run.actions):
            continue
        for line in run.call.output.splitlines():
            if whole.search(line):
                return Judgement("supported", (), f"msg {at} prints {' '.join(line.split())[:80]}", (at,))
    return None


def _assigned(claim: Claim, evidence: Evidence) -> Judgement | None:
    """A key of the clause with the claimed number behind it, in a text that was read or written."""
    keys = [w for w in content(claim.text) - STOP - _UNITS if len(w) > 3]
    quantity = claim.quantities[0]
    number = quantity.raw.split(" ")[0].rstrip("smhkMG")
    if len(claim.quantities) != 1 or not number.isdigit() or not keys:
        return None
    behind = re.compile(rf"({'|'.join(map(re.escape, keys))})[\w-]*[\"']?\s*[:=]\s*[\"']?{number}(?![\d.])", re.I)
    for at, run in evidence.runs_of(claim.msg, ("read", "cat", "sed", "grep", "rg", "head", "search", "edit", "write"), 30):
        for text in (run.call.output, *(e.new or "" for e in run.call.edits)):
            if number not in text:
                continue
            for line in text.splitlines():
                if number in line and len(line) < _LONG and behind.search(line):
                    return Judgement("supported", (), f"msg {at}: {' '.join(line.split())[:80]}", (at,))
    return None
