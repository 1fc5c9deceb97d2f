"""What a clause names that a call has not: a count in words, a name in backticks, an exception. Enough of its other words may be there, and
it is still about something else ("gave up after five attempts" by "giving up after 3 attempts")."""

import re

from sessionlens.checks.claims.claim import CODE, Claim
from sessionlens.checks.claims.words import COUNTS, stem
from sessionlens.model.trace import Run
from sessionlens.text.regex import regex

_SPELLED = {**COUNTS, "eleven": 11, "twelve": 12}
_COUNT = regex(rf"\b({'|'.join(_SPELLED)}) ([a-z]{{3,}}s)\b")
_ERROR = regex(r"\b(?:[A-Z][a-z]+)+(?:Error|Exception|Failure)\b")
FILE = regex(r"(?<![\w/.@-])(?:[\w-]+/)*[\w-]+(?:\.[\w-]+)*\.(?!com\b|org\b|net\b|io\b)[a-z][a-z0-9]{0,4}(?![\w/(-])")

_ENOUGH = 24
"""Letters of a name that are told apart; a longer one may be cut in an output."""


def counts(claim: Claim, text: str) -> bool:
    """Whether a text has another number beside a noun than the clause has in words, and nowhere that one."""
    if claim.words.isdisjoint(_SPELLED):
        return False
    for word, noun in _COUNT.findall(claim.low):
        near = re.compile(rf"\b(\d+|{'|'.join(_SPELLED)}) (?:\w+ )?{stem(noun)}s?\b|\b\w*{stem(noun)}s?\"?\s*[:=]\s*(\d+)\b", re.I)
        told = {int(n) if n.isdigit() else _SPELLED[n.lower()] for pair in near.findall(text) for n in pair if n}
        if told and _SPELLED[word] not in told:
            return True
    return False


def names(claim: Claim, run: Run) -> bool:
    """Whether a file or an error, or every name in backticks, is nowhere in what a call was given and printed."""
    coded = [c.removesuffix("()") for c in claim.code if c.strip()]
    bare = CODE.sub(" ", claim.text)
    sought = _ERROR.findall(bare) + FILE.findall(bare) + [c for c in coded if FILE.fullmatch(c)]
    if not sought and not coded:
        return False
    text = whole(run)
    if any(one.lower() not in text for one in sought):
        return True
    return bool(coded) and not any(one.lower()[:_ENOUGH] in text for one in coded)


def whole(run: Run) -> str:
    """All of a call in lower case."""
    given = [v for v in run.call.input.values() if isinstance(v, str)]
    edits = [f"{e.path} {e.old or ''} {e.new or ''}" for e in run.call.edits]
    return " ".join([run.call.command or "", *given, *edits, run.call.output]).lower()
