"""Ranges of a time by the lines of one output, each of one event: "checkpoints take 10-15 s" under lines that each give one of 27 s.

Every line must be of the thing that is named, with one time of its own, or one that is called the total; the rest of the name must stand
in the command. All of them outside on one side contradicts, all inside bears it out.
"""

import re

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import GENERAL_METRIC, STOP, content, word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.evidence.postings import ROOTS, holds, needle
from sessionlens.checks.runs.suites import overtaken
from sessionlens.checks.values.intervals import Interval, value_of
from sessionlens.checks.values.judge import Judgement
from sessionlens.model.quantity import Quantity
from sessionlens.text import quantities
from sessionlens.text.fold import folded
from sessionlens.text.regex import regex

WORDS = word_set("take takes took last lasts lasted run runs need needs")
_TAKES = regex(
    r"^(?:so |and |but |now )*(?:(?:a|an|the|each|every|single) )*(?P<what>[a-z][\w -]{2,40}?) (?:takes?|took|lasts?|lasted"
    r"|runs?(?: for)?|needs?)"
    r"(?: (?:between|about|roughly|only|still|now))* ?[~≈]?$"
)
_DASH = regex(r"^\s*(?:-|–|—|to|and)\s*$")
_TOTAL = regex(r"\b(?:total|elapsed|took|duration|time|wall)\b[^\d]{0,8}$", re.I)
_LATELY = 4
_LEAST = 2
"""Lines that make a range."""


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """None where the clause gives no range of a time, or no output is all of that thing."""
    times = [q for q in claim.quantities if q.dimension == "time"]
    if claim.cell or claim.negated or len(times) != 2 or not _DASH.match(claim.text[times[0].end : times[1].start]):
        return None
    said = _TAKES.match(claim.low[: times[0].start].rstrip())
    if said is None:
        return None
    roots = [ROOTS[w] for w in content(said["what"]) - STOP - GENERAL_METRIC]
    low, high = value_of(times[0]).lo, value_of(times[1]).hi
    for at, run in evidence.runs_before(claim.msg):
        if claim.msg - at > _LATELY:
            return None
        if run.call.kind != "shell" or run.call.cut or run.call.exit_code not in (0, None) or not roots:
            continue
        lines = [line for line in run.call.output.splitlines() if line.strip()]
        shown = [f" {line} " for line in lines]
        given = folded(f" {run.call.command} ")
        each = [r for r in roots if all(holds(folded(line), needle(r)) for line in shown)]
        if len(lines) < _LEAST or not each or any(r not in each and not holds(given, needle(r)) for r in roots):
            continue
        values = [_value(line) for line in lines]
        found = [v for v in values if v is not None]
        if len(found) < len(lines) or overtaken(evidence, at, claim.msg) is not None:
            return None
        text = f"msg {at}: {len(found)} lines, {float(min(v.point for v in found)):g} to {float(max(v.point for v in found)):g} s"
        if all(low <= v.point <= high for v in found):
            return Judgement("supported", (), text, (at,))
        if all(v.lo > high for v in found) or all(v.hi < low for v in found):
            return Judgement("contradicted", (), text, (at,))
        return Judgement("undecidable", (), text, (at,))
    return None


def _value(line: str) -> Interval | None:
    """The one time of a line, or the one that is called its total."""
    times: list[Quantity] = [q for q in quantities.find(line) if q.dimension == "time" and q.unit]
    if len(times) > 1:
        times = [q for q in times if _TOTAL.search(line[: q.start])]
    return value_of(times[0]) if len(times) == 1 else None
