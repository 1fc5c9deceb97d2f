"""Two runs of one program, one after the other: "with four threads it is 3.2 times as fast", "that saves 5.79 s", "69 % less time".

Where the last two calls of a program, or the two lines that the last call printed in the same form, differ in one number, a comparison
right below them is of these two. A setting that the clause names must be that of the one it speaks of, and a direction that it names must
be the one that was printed.

Example: `enc -t 1` with "done in 8.40 s" and `enc -t 4` with "done in 2.61 s" bear out "Four threads are 3.2 times as fast".
"""

import re
from decimal import Decimal
from typing import NamedTuple

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import COUNTS, FASTER, LESS, MORE, SLOWER, tokens, word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.shown import bearing
from sessionlens.checks.values.intervals import Interval, exact, value_of
from sessionlens.checks.values.judge import Judgement, number
from sessionlens.model.quantity import Quantity
from sessionlens.model.trace import Run
from sessionlens.text import quantities
from sessionlens.text.regex import regex

_DIMENSIONS = frozenset(["ratio", "percent", "time", "size", "rate", "number", "count"])
_NUMBER = regex(r"\d[\d,]*(?:\.\d+)?")
_BACK = 2
_LINES = 40
_SPELLED = {**COUNTS, "one": 1, "eleven": 11, "twelve": 12, "sixteen": 16}
_SETTING = regex(rf"\b(?:with|at|using|for|the)? ?(?P<n>\d+|{'|'.join(_SPELLED)}) (?P<noun>[a-z]{{3,}})s?\b")
_BY_UNIT = {"time": word_set("time cpu"), "size": word_set("memory rss heap size"), "rate": word_set("throughput bandwidth")}
"""Metrics that a value has by its unit."""


class Two(NamedTuple):
    """The number in which two outputs differ, first and second, with their calls and where they stand."""

    first: Quantity
    second: Quantity
    texts: tuple[str, str]
    at: tuple[int, ...]


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """Supported where the two give the clause's number; None where they do not, or there are no two such."""
    asked = [q for q in claim.quantities if q.dimension in ("ratio", "percent") or (q.unit and q.dimension in _DIMENSIONS)]
    if claim.cell or claim.negated or len(asked) != 1 or (two := _two(claim, evidence)) is None:
        return None
    q = asked[0]
    old, new = two.first, two.second
    if not claim.metrics <= tokens(" ".join(two.texts)) | _BY_UNIT.get(old.dimension, frozenset()):
        return None
    for match in _SETTING.finditer(claim.low):
        if claim.text[match.start() : match.end()].strip() in q.raw:
            continue
        told = str(_SPELLED.get(match["n"], match["n"]))
        here = [re.search(rf"(?<![\w.]){told}(?![\w.])", text) is not None for text in two.texts]
        if here == [False, False]:
            return None
        if here == [True, False]:
            old, new = new, old
        break
    before, after = value_of(old), value_of(new)
    if not before.sign or not after.sign or not _agrees(claim, q, old.dimension, after.point < before.point):
        return None
    for derived in _derived(q, before, after):
        if derived is not None and number(q, derived, inexact=q.dimension in ("ratio", "percent")).verdict == "supported":
            return Judgement("supported", ("single-run",), f"{old.raw} and {new.raw} in the two last runs give {q.raw}", two.at)
    return None


def _agrees(claim: Claim, q: Quantity, dimension: str, fell: bool) -> bool:
    """Whether the direction that a clause names is the printed one; one must be named, or the number signed."""
    less, more = not claim.words.isdisjoint(LESS), not claim.words.isdisjoint(MORE)
    quick, slow = not claim.words.isdisjoint(FASTER), not claim.words.isdisjoint(SLOWER)
    if q.signed:
        return (q.value < 0) == fell
    if sum([less, more, quick, slow]) != 1:
        return False
    if quick or slow:
        return dimension in ("time", "rate") and (fell if dimension == "time" else not fell) == quick
    return less == fell


def _derived(q: Quantity, before: Interval, after: Interval) -> list[Interval | None]:
    if q.dimension == "ratio":
        return [before.over(after) if after.point < before.point else after.over(before)]
    if q.dimension == "percent":
        ratio = after.over(before)
        if ratio is None:
            return [None]
        change = ratio.minus(exact(1)).times(exact(100).point)
        return [change if q.signed else change if change.sign > 0 else change.flipped()]
    gap = after.minus(before)
    return [gap if q.signed else gap if gap.sign > 0 else gap.flipped()]


def _two(claim: Claim, evidence: Evidence) -> Two | None:
    """The two last calls of one program with lines of the same form, or the two lines of the last call."""
    newest = evidence.runs_until(claim.msg)
    if newest == 0:
        return None
    at, run = evidence.runs[newest - 1]
    if claim.msg - at > _BACK or run.call.kind != "shell" or not run.call.output or bearing.reads(run):
        return None
    own = _forms(run)
    if newest > 1:
        earlier, other = evidence.runs[newest - 2]
        if at - earlier <= 1 and other.call.kind == "shell" and _program(other) == _program(run):
            theirs = _forms(other)
            shared = [form for form in own if len(own[form]) == 1 and len(theirs.get(form, ())) == 1]
            found = [p for form in shared if (p := _apart(theirs[form][0], own[form][0])) is not None]
            if len(found) == 1 and len(own) == len(theirs):
                texts = (f"{other.call.command} {theirs[shared[0]][0]}", f"{run.call.command} {own[shared[0]][0]}")
                return Two(*found[0], texts, (earlier, at) if earlier != at else (at,))
    pairs = [lines for lines in own.values() if len(lines) == 2]
    if len(own) == 1 and len(pairs) == 1 and (one := _apart(*pairs[0])) is not None:
        return Two(*one, (pairs[0][0], pairs[0][1]), (at,))
    return None


def _program(run: Run) -> tuple[str, ...]:
    return tuple(a.command.tool for a in run.actions)


def _forms(run: Run) -> dict[str, list[str]]:
    """The lines with numbers of a short output, by what they are without them."""
    out: dict[str, list[str]] = {}
    lines = run.call.output.splitlines()
    for line in lines if len(lines) <= _LINES else ():
        if _NUMBER.search(line):
            out.setdefault(_NUMBER.sub("#", line.strip()), []).append(line)
    return out


def _apart(first: str, second: str) -> tuple[Quantity, Quantity] | None:
    """The one measured value in which two lines differ."""
    pairs = list(zip(quantities.find(first), quantities.find(second), strict=False))
    unlike = [(a, b) for a, b in pairs if a.raw != b.raw and a.unit == b.unit]
    measured = [(a, b) for a, b in unlike if a.unit and a.value != Decimal(0)]
    return measured[0] if len(measured) == 1 and len(unlike) <= 2 else None
