"""Counts of what was just listed: "spread over four repositories", "all three variants build" after one line for each."""

import re

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import stem
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.runs.suites import CUTTERS, kept_lines
from sessionlens.checks.values.judge import Judgement
from sessionlens.model.quantity import Quantity
from sessionlens.model.trace import Run
from sessionlens.text.regex import regex

COUNT = {"two": 2, "both": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11}
_SAID = regex(
    rf"\b(?:(?:all|the|of|over|in|across) )?({'|'.join(COUNT)}) (?!of\b|times?\b|more\b|or\b)"
    r"(?:(?:new|other|further|open|unresolved|remaining|different|distinct|separate|matching) )?([a-z]+s)\b"
)
_BAD = regex(r"\b(?:fail\w*|error\w*|broken|missing|not found)\b", re.I)
_SED = regex(r"\b(?:1,(\d+)p|(\d+)q)\b")
_SHAPE = regex(r"[\w.@+-]+(?:/[\w.@+-]+)*")

_PART_OF = regex(r"\bof (?:the |all |our |its )?(?:last |first |newest |latest )?$")
"""What stands before a number of which something less is said."""


def counted(claim: Claim, evidence: Evidence) -> Judgement | None:
    """Supported where the call before printed exactly that many lines of one shape, none of them a failure; None otherwise."""
    match = _SAID.search(claim.low)
    if match is None or claim.negated or _PART_OF.search(claim.low, 0, match.start(1)):
        return None
    for at, run in evidence.runs_before(claim.msg):
        if claim.msg - at > 2:
            return None
        lines = [line.strip() for line in run.call.output.splitlines() if line.strip()]
        if len(lines) != COUNT[match[1]] or run.call.exit_code not in (0, None):
            continue
        if (least := _cut_at(run)) and len(lines) >= least:
            return Judgement("undecidable", ("cut-output",), f"msg {at} lists {len(lines)}, and shows no more than {least}", (at,))
        if len({_shape(line) for line in lines}) == 1 and not any(_BAD.search(line) for line in lines):
            return Judgement("supported", (), f"msg {at} lists {len(lines)}: {'; '.join(line[:30] for line in lines[:3])}", (at,))
    return None


def _cut_at(run: Run) -> int:
    """How many lines the call shows at most, where its last command is `head` or `tail`, or a search that stops at a number; else 0."""
    last = run.actions[-1].command if run.actions else None
    if last is None:
        return 0
    if last.tool in CUTTERS and last.stages > 1:
        return kept_lines(last.argv)
    if last.tool == "sed" and last.stages > 1 and (match := _SED.search(" ".join(last.argv[1:]))):
        return int(match[1] or match[2])
    return 0


def _shape(line: str) -> str:
    """What a line has besides its words and numbers, up to its first colon; the last word of a line without one."""
    head, colon, _ = line.partition(":")
    if colon:
        return _SHAPE.sub("w", head) + ":"
    return _SHAPE.sub("w", line) + line.rsplit(" ", 1)[-1] if " " in line else "w"


def of_things(claim: Claim, quantity: Quantity, evidence: Evidence, limit: int = 4) -> Judgement | None:
    """ "3 new pack files": as many lines of one of the last outputs name the thing; only supports, since a list may be of more."""
    nouns = [stem(w) for w in (quantity.noun or "").lower().split() if len(w) > 3]
    if not nouns or not quantity.exact or not 2 <= quantity.value <= 200:
        return None
    for at, run in evidence.runs_before(claim.msg):
        limit -= 1
        if limit < 0 or claim.msg - at > 6:
            return None
        low = evidence.lowered(run)
        for noun in nouns:
            if low.count(noun) < quantity.value:
                continue
            named = [line for line in low.splitlines() if noun in line]
            if (least := _cut_at(run)) and len(named) == quantity.value == least:
                return Judgement("undecidable", ("cut-output",), f"msg {at} shows no more than {least} lines", (at,))
            if len(named) == quantity.value and len({_shape(line) for line in named}) <= 2:
                return Judgement("supported", (), f"msg {at} lists {len(named)}: {named[0].strip()[:50]} ...", (at,))
    return None
