"""A number that an edit changed: "raised the limit from 20 to 50", "the buffer is 16 times as large now", "the timeout is 30 s, not 10".

The numbers of the replaced text and of the text that was left are compared where they stand in the same place; what the clause names must
stand on that line, in the file's name, or be the file.

Example: an edit of `pool.go` with `max := 20` for `max := 50` bears out "the pool's maximum went from 20 to 50".
"""

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import NamedTuple

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import LESS, MORE, word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.evidence.postings import holds
from sessionlens.checks.shown import clause
from sessionlens.checks.shown.page import fold
from sessionlens.checks.values.judge import Judgement
from sessionlens.model.quantity import Quantity
from sessionlens.text.regex import regex

WORDS = MORE | LESS | word_set("from to now went goes changed raised lowered bumped set instead times was is were are doubled halved")
_NUMBER = regex(r"(?<![\w.])\d[\d_]*(?:\.\d+)?(?![\d.])")
_BACK = 8
"""Messages back that an edit is spoken of."""
_FROM_TO = regex(r"\bfrom\b.*\bto\b|→|->|\binstead of\b|\bwas\b")
_ACTING = word_set(
    "raised lowered bumped changed increased decreased reduced set doubled halved cut dropped grew moved switched went goes edit edited"
    " updated large larger small smaller big bigger long longer short shorter much raise lower increase reduce"
)


class Altered(NamedTuple):
    """A number before and after, with the line that it stands on now."""

    msg: int
    path: str
    line: str
    old: Decimal
    new: Decimal


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """Supported by the edit that made it so; None where none did."""
    if claim.cell or claim.negated or not claim.quantities or claim.words.isdisjoint(WORDS):
        return None
    said = clause.parts(claim)
    values = [v.q for v in said.values if v.q is not None]
    if not values or len(values) != len(said.values):
        return None
    words = [m for m, r in zip(said.words, said.roots, strict=True) if _ACTING.isdisjoint(r)]
    for one in _altered(claim, evidence):
        if not _says(claim, values, one):
            continue
        about = fold(f"{one.line} {one.path}")
        there = sum(any(holds(about, m) for m in marks) for marks in words)
        if all(n in one.path.lower() or n in one.line.lower() for n in said.names) and there >= max(len(words) - 1, 1 - len(said.names)):
            text = f"msg {one.msg}: the edit of {one.path.rsplit('/', 1)[-1]} turns {one.old} into {one.new}"
            return Judgement("supported", (), text, (one.msg,), counted=True)
    return None


def _altered(claim: Claim, evidence: Evidence) -> Iterator[Altered]:
    for at, run in evidence.runs_of(claim.msg, ("edit", "write", "patch")):
        if claim.msg - at > _BACK:
            return
        if run.call.status == "error":
            continue
        for edit in run.call.edits:
            if edit.old and edit.new:
                yield from _lines(at, edit.path, edit.old, edit.new)


def _lines(at: int, path: str, old: str, new: str) -> Iterator[Altered]:
    """The lines of which only a number is another."""
    before = {_NUMBER.sub("#", line): line for line in old.split("\n")}
    for line in new.split("\n"):
        was = before.get(_NUMBER.sub("#", line))
        if was is None or was == line:
            continue
        pairs = zip(_NUMBER.findall(was), _NUMBER.findall(line), strict=True)
        changed = [(a, b) for a, b in pairs if a != b]
        if len(changed) == 1:
            first, last = (Decimal(n.replace("_", "")) for n in changed[0])
            yield Altered(at, path, line, first, last)


def _says(claim: Claim, values: list[Quantity], one: Altered) -> bool:
    """Whether the clause's numbers are the old and the new one, the new one alone, or the one over the other."""
    up, down = not claim.words.isdisjoint(MORE), not claim.words.isdisjoint(LESS)
    if (up and one.new < one.old) or (down and one.new > one.old):
        return False
    if len(values) == 2 and _FROM_TO.search(claim.low):
        first, last = values if not re.search(r"\binstead of\b|\bwas\b", claim.low) else reversed(values)
        return _is(first, one.old) and _is(last, one.new)
    if len(values) != 1:
        return False
    if values[0].dimension == "ratio" and one.old:
        ratio = one.new / one.old if not down else one.old / one.new
        return abs(ratio - values[0].value) <= values[0].ulp / 2
    return values[0].dimension not in ("percent", "points", "ratio") and _is(values[0], one.new)


def _is(q: Quantity, n: Decimal) -> bool:
    """Whether a number of the code is the claimed one, in its unit or in the base unit."""
    return n in (q.value, q.value * q.si, q.value * q.si * 1000)
