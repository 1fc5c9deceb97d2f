"""A plain statement about measured things, judged by the readings of its slots over each family of series that it may be about."""

import itertools

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.excepted import excepted
from sessionlens.checks.claims.words import tokens
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.plain import unread
from sessionlens.checks.plain.bounds import bound, span
from sessionlens.checks.plain.differences import difference, multiple
from sessionlens.checks.plain.levels import level, zero
from sessionlens.checks.plain.orders import alike, order
from sessionlens.checks.plain.slots import EVERY, RELATIONS, Family, Slots, families, families_of, read
from sessionlens.checks.plain.totals import moved, share, total
from sessionlens.checks.values.judge import Judgement
from sessionlens.text.regex import regex

FORMS = (total, share, moved, level, difference, multiple, zero, order, bound, span, alike)
"""Each gives every reading that the slots allow; only where all of them disagree is the clause contradicted."""
_DIGITS = regex(r"[^\d.]")
_LONGEST = 160
"""Characters beyond which a clause is not plain."""
_TRIES = 20


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """None where the clause is not plain, or where its readings do not agree."""
    if claim.cell or len(claim.text) > _LONGEST or not (claim.quantities or not claim.words.isdisjoint(RELATIONS)):
        return None
    if not claim.words.isdisjoint(EVERY) and excepted(claim):
        return None
    colon = claim.text.find(": ")
    if colon >= 0 and claim.conclusion.statement.kind == "item":
        return None  # what its list is of stands above it
    if "?" in claim.text or ";" in claim.text or "(" in claim.text:
        return None
    return _over(families(claim, evidence), claim, colon, evidence) or _over(unread_families(claim, evidence), claim, colon, evidence)


def unread_families(claim: Claim, evidence: Evidence) -> list[Family]:
    """Those of values that no parser took for measurements."""
    found = unread.series(claim, evidence)
    return families_of(found, evidence) if found else []


def _over(among: list[Family], claim: Claim, colon: int, evidence: Evidence) -> Judgement | None:
    """The first form that fits, over each family."""
    found: list[tuple[Judgement, Slots]] = []
    for family in among:
        slots = read(claim, family)
        if slots is None or (colon >= 0 and not (slots.things and all(at < colon for at, _ in slots.things))):
            continue
        judged = next((j for form in FORMS if (j := form(claim, slots)) is not None), None)
        if judged is not None:
            found.append((judged, slots))
    if not found:
        return None
    best = next((j for j, _ in found if j.verdict == "supported"), None)
    if best is not None:
        return best
    first, slots = found[0]
    if len(slots.values) == 1 and any(_elsewhere(claim, slots, slots.values[0].raw, evidence) for _, slots in found if slots.values):
        return None
    return first


def _elsewhere(claim: Claim, slots: Slots, raw: str, evidence: Evidence) -> bool:
    """Whether a claimed number was printed where nothing says that it is of another thing: then it may be what is meant."""
    digits = _DIGITS.sub("", raw.replace(",", "")).strip(".")
    if len(digits) < 2:
        return False
    own = frozenset().union(*(t.words for _, t in slots.things)) if slots.things else frozenset()
    mine = {t.config for _, t in slots.things}
    others = frozenset(w for c in slots.cells if c not in mine for w in tokens(c)) - own
    for _, line, first, place, run in itertools.islice(evidence.printed_numbers(digits, claim.msg), _TRIES):
        read = next((r.config for r in run.readings if r.start <= first + place < r.end), "")
        if read in slots.cells and read not in mine:
            continue
        words = tokens(line)
        if words.isdisjoint(others) or not (words & own).issubset(others):
            return True
    return False
