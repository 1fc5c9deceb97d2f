"""Parts said of each row that a clause names: "the ring saves over a third at 200 and 400", "within 12 % of 2.1 at all three sizes".

The thing is named by a column or by a word that several rows share; it is compared with the table's base, with the other of two, or with
the row that differs in that word alone ("caps cut the waits by a third at either rate"). Each row is looked at: one that is surely off
contradicts. A plain "by a third" is met within a tenth of it.

Example: under "| n | list | ring |" with "200 30 KB 20 KB" and "400 50 KB 40 KB", "the ring saves over a quarter at 200 and 400" fails at
400.
"""

import re
from collections.abc import Iterator
from fractions import Fraction

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.grids import rounds, sheets
from sessionlens.checks.grids.naming_things import named_metrics, things_of
from sessionlens.checks.grids.sheets import Place, Sheet
from sessionlens.checks.values.intervals import Interval
from sessionlens.checks.values.judge import SEVERITY, Judgement
from sessionlens.model.words import VerdictWord
from sessionlens.text.regex import regex

WORDS = word_set("third thirds quarter quarters half within")
_PARTS = {"half": (1, 2), "third": (1, 3), "quarter": (1, 4), "two thirds": (2, 3), "three quarters": (3, 4)}
_PART = regex(
    r"\b(?P<verb>sav|cut|reduc|lower|shrink|shrank|trim|tak)\w*\b[^.;]*?"
    r"\b(?P<rel>(?:by )?(?:over|more than|at least)|by (?:about |roughly )?|to (?:less than|under)|(?:less than|under))?\s*"
    r"(?:an? |one )?(?P<part>two thirds|three quarters|half|third|quarter)\b(?! (?:run|round|time|case|try|row|of the (?:runs|rounds)))"
)
_WITHIN = regex(r"\bwithin (?P<n>\d[\d.]*)\s?(?:%|percent) of\b")
_EVERY = regex(r"\b(?:at|in|for|on|with) (?:all|each|every|either|both)\b")
_EARLIER = 2
_SLACK = Fraction(1, 10)
_OFF = Fraction(1, 5)
"""How far from a plain part a value may be, and from where on it is off."""

Row = tuple[str, Place, Place]


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """By the message's own tables, else the last one before it; None where none binds the clause."""
    if claim.cell or claim.negated or WORDS.isdisjoint(claim.words) or rounds.CUE.search(claim.low):
        return None
    part, near = _PART.search(claim.low), _WITHIN.search(claim.low)
    if part is None and (near is None or not _EVERY.search(claim.low)):
        return None
    for sheet in _sheets(claim, evidence):
        found = _parted(claim, part, sheet, evidence) if part is not None else _near(claim, near["n"] if near else "", sheet, evidence)
        if found is not None:
            return found
    return None


def _sheets(claim: Claim, evidence: Evidence) -> Iterator[Sheet]:
    own = sheets.of_tables(claim.msg, evidence)
    yield from own
    for i, sheet in enumerate(() if own else sheets.earlier(claim.msg, evidence)):
        if i >= _EARLIER:
            return
        yield sheet


def _parted(claim: Claim, part: re.Match[str], sheet: Sheet, evidence: Evidence) -> Judgement | None:
    rows = list(_of_a_thing(claim, sheet)) or list(_of_a_factor(claim, sheet))
    if not rows:
        return None
    bound, rel = Fraction(*_PARTS[part["part"]]), part["rel"] or ""
    verdicts: list[VerdictWord] = []
    shown = []
    for name, old, new in rows:
        left = sheet.cells[new].value.over(sheet.cells[old].value)
        if left is None:
            return None
        verdicts.append(_of_part(left, bound, rel))
        shown.append(f"{name}: {sheet.cells[new].show()} against {sheet.cells[old].show()}, {float(left.flipped().point) * 100:.3g} % less")
    return _told(claim, verdicts, shown, [p for _, old, new in rows for p in (old, new)], sheet, evidence)


def _of_part(left: Interval, bound: Fraction, rel: str) -> VerdictWord:
    """One row: what is left of the old value against the part that is said to be gone, or to be left."""
    if rel.startswith("to"):
        return "supported" if left.hi < bound else "contradicted" if left.lo >= bound else "undecidable"
    gone = left.flipped()
    if "over" in rel or "more" in rel or "least" in rel:
        return "supported" if gone.lo > bound else "contradicted" if gone.hi < bound else "undecidable"
    if "less" in rel or "under" in rel:
        return "supported" if gone.hi < bound else "contradicted" if gone.lo > bound else "undecidable"
    if abs(gone.point - bound) <= bound * _SLACK:
        return "supported"
    return "contradicted" if gone.hi < bound * (1 - _OFF) or gone.lo > bound * (1 + _OFF) else "undecidable"


def _of_a_thing(claim: Claim, sheet: Sheet) -> Iterator[Row]:
    """One thing named, against the base or the other of two, in the metrics that are named as numbers or meant by "each"."""
    named = [i for i in things_of(claim, sheet) if not (i in sheet.tails and not sheet.tails[i][0])]
    held = sheet.held
    if len(named) != 1:
        return
    rest = [b for b in dict.fromkeys(sheet.bases) if b not in named] or ([t for t in held if t not in named] if len(held) == 2 else [])
    used = sorted({m for _, m in sheet.cells})
    told = [m for m in used if sheet.metrics[m].replace(",", "").isdigit() and sheet.metrics[m].replace(",", "") in claim.tokens]
    metrics = told or named_metrics(claim.text, sheet) or (used if _EVERY.search(claim.low) else [])
    if len(rest) == 1 and metrics:
        for m in metrics:
            old, new = (rest[0], m), (named[0], m)
            if old in sheet.cells and new in sheet.cells and sheet.cells[old].dimension == sheet.cells[new].dimension:
                yield sheet.metrics[m], old, new


def _of_a_factor(claim: Claim, sheet: Sheet) -> Iterator[Row]:
    """Rows that share a word which the clause has ("caps, rate 30"), each against the one that differs in it alone, in one metric."""
    metrics = named_metrics(claim.text, sheet)
    for word in claim.tokens if len(metrics) == 1 and _EVERY.search(claim.low) else ():
        if not 1 < sheet.having.get(word, 0) < len(sheet.held):
            continue
        rows = []
        for new in (i for i in sheet.held if word in sheet.labels[i]):
            rest = sheet.labels[new] - {word}
            old = [i for i in sheet.held if word not in sheet.labels[i] and rest and rest <= sheet.labels[i]]
            if len(old) == 1 and (old[0], metrics[0]) in sheet.cells and (new, metrics[0]) in sheet.cells:
                rows.append((sheet.things[new], (old[0], metrics[0]), (new, metrics[0])))
        if len(rows) == sheet.having[word]:
            yield from rows
            return


def _near(claim: Claim, digits: str, sheet: Sheet, evidence: Evidence) -> Judgement | None:
    """Whatever else the table has: where each of its things is off somewhere, none can be meant."""
    bound, named = Fraction(digits.rstrip(".")) / 100, list(things_of(claim, sheet))
    if not 0 < len(named) < 3 or len({c.dimension for c in sheet.cells.values()}) != 1:
        return None
    base = named[-1]
    others = [i for i in sheet.held if i != base] if len(named) == 1 else named[:1]
    off, used, shown = [], [], []
    for thing in others:
        rows = [m for m in sorted({m for _, m in sheet.cells}) if (thing, m) in sheet.cells and (base, m) in sheet.cells]
        apart = [(m, r.shifted(-1)) for m in rows if (r := sheet.cells[thing, m].value.over(sheet.cells[base, m].value)) is not None]
        wrong = [(m, d) for m, d in apart if d.lo > bound or d.hi < -bound]
        if len(apart) < 2 or not wrong:
            return None
        off.append(thing)
        m, d = min(wrong, key=lambda found: abs(found[1].point))
        used += [(thing, m), (base, m)]
        shown.append(f"{sheet.things[thing]} at {sheet.metrics[m]}: {float(d.point) * 100:+.3g} %")
    return _told(claim, ["contradicted"], shown, used, sheet, evidence) if off else None


def _told(
    claim: Claim, verdicts: list[VerdictWord], shown: list[str], places: list[Place], sheet: Sheet, evidence: Evidence
) -> Judgement | None:
    at = sheets.printed(claim, sheet, places, evidence)
    if at is None:
        return None
    verdict = min(verdicts, key=SEVERITY.__getitem__)
    return Judgement(verdict, (), "; ".join(shown), at[0], at[1])
