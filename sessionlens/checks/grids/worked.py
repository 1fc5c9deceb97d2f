"""Numbers that the agent worked out from a table or a call, and gave without their operands: "saves 12.5 %", "they are 3.4 ms apart".

The clause, else its sentence, names the things (rows or columns) and the metrics; what it leaves out is the table's own base, or the other
of two. Over these few the difference, the relative difference, the factor or the growth per unit is computed; agreement chooses among them.
It only ever supports, for numbers of three digits or with a place after the point.

Example: under "| level | cpu | size |" with the rows 2 (0.250 s, 8000 B) and 7 (0.400 s, 7600 B), "level 7 takes 60.0 % more CPU than 2 for
another 5.0 %" is (0.400 - 0.250) / 0.250 and (8000 - 7600) / 8000.
"""

import itertools
from collections.abc import Iterator
from fractions import Fraction

from sessionlens.checks.binding.labels import comparable
from sessionlens.checks.binding.mention import ARROW, is_based
from sessionlens.checks.claims.claim import Claim, parse
from sessionlens.checks.claims.sense import Sense, sense, way
from sessionlens.checks.claims.words import tokens, word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.grids import cells, lone, nicknames, sheets, staircase, within
from sessionlens.checks.grids.agreement import precise
from sessionlens.checks.grids.naming_things import akin, metrics_of, named_beside, sentence, things_of
from sessionlens.checks.grids.sheets import Sheet
from sessionlens.checks.values.intervals import Interval, claimed
from sessionlens.checks.values.judge import Judgement, number
from sessionlens.checks.values.series import Side
from sessionlens.model.quantity import Quantity
from sessionlens.text.regex import regex

_RELATIVE = ("percent", "ratio")
_ASKED = frozenset((*_RELATIVE, "time", "size", "rate", "number"))
_MOST = 36
"""Pairs of values; of more of them one fits by chance."""
_EARLIER = 8
"""Readings of earlier tables that are looked at, newest first."""
_FEW = 5
"""Numbers in one clause."""
_DENIED = regex(r"(?:\bnot|n['’]t|\bnever) (?:\w+ ){0,2}$")
_DIFFER = regex(r"\bdiffer|\bapart\b|\bgap between\b|\bgr[eo]ws?\b|\bshr[aiu]nk|\bby \d")
_PER = regex(r"\s?(?:per|for each|a|an|each) (\w+)|/(\w+)")
_GAP = regex(r"\s?of the (?:gap|distance|difference)\b")
_COSTS = word_set("cost costs")
"""What costs something may be what is there or what replaces it."""
_TAKEN = regex(r"\b(?:sav|cut|los|cost|gain|add|reduc|shav|tak)\w* (?:another |some |about |over )?$")
"""What makes "30 % of the time" a difference and no part."""
_OF = regex(r"\s?(?:of|as) (?:the|its|their|that|what|much|large|long|many|fast)\b")


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """Supported where each number of the clause is worked out from, or stands in, one table or call that its labels allow; a cell's
    difference as its operands say; else None."""
    if claim.cell:
        return cells.judge(claim, evidence) or staircase.judge(claim, evidence)
    if (beside := within.judge(claim, evidence) or lone.judge(claim, evidence)) is not None:
        return beside
    if not any(q.dimension in _ASKED and (precise(q) or q.unit) for q in claim.quantities):
        return None
    renamed, whole = nicknames.renamed(claim, evidence), sentence(claim)
    words = whole.tokens | tokens(claim.conclusion.before) | (renamed.tokens if renamed is not None else frozenset())
    for sheet in itertools.chain(sheets.of_tables(claim.msg, evidence), itertools.islice(sheets.earlier(claim.msg, evidence), _EARLIER)):
        if not words.isdisjoint(sheet.names) and (found := _by(claim, claim, whole, sheet, evidence)) is not None:
            return found
    for sheet in sheets.of_calls(claim.msg, evidence, None if _DIFFER.search(claim.low) else words):
        for said in (claim, renamed) if renamed is not None else (claim,):
            if (found := _by(said, claim, whole, sheet, evidence)) is not None:
                return found
    return None


def _by(claim: Claim, told: Claim, sentence: Claim, sheet: Sheet, evidence: Evidence) -> Judgement | None:
    asked = [q for q in claim.quantities if not (q.exact and q.noun and not q.signed) and not _labels(q, sheet)]
    if not asked or len(asked) > _FEW:
        return None
    things = things_of(claim, sheet)
    whole = claim if len(things) > 1 else sentence
    if whole is not claim:
        things = dict(sorted({**things_of(whole, sheet), **things}.items()))
    if not things and not _DIFFER.search(whole.low):
        return None
    parts, worked = [], False
    for quantity in asked:
        found = _worked_out(claim, whole, quantity, things, sheet, evidence)
        worked = worked or found is not None
        found = found or _shown(quantity, things, sheet, told, evidence)
        if found is None:
            return None
        parts.append(found)
    if not worked:
        return None
    at = tuple(sorted({m for p in parts for m in p.evidence}))
    nodes = tuple(dict.fromkeys(n for p in parts for n in p.nodes))
    return Judgement("supported", ("no-spread",), "; ".join(p.derivation for p in parts), at, nodes)


def _labels(quantity: Quantity, sheet: Sheet) -> bool:
    """Whether a number names a row, by itself or as the end of its label ("level 6")."""
    digits = quantity.raw.replace(",", "")
    return not quantity.unit and any(digits == number.replace(",", "") for _, number in sheet.tails.values())


def _worked_out(
    claim: Claim, whole: Claim, quantity: Quantity, things: dict[int, int], sheet: Sheet, evidence: Evidence
) -> Judgement | None:
    gap = _GAP.match(claim.low, quantity.end)
    told = (
        gap or named_beside(claim, quantity, sheet) or (_OF.match(claim.low, quantity.end) and len(metrics_of(claim, quantity, sheet)) == 1)
    )
    if not (precise(quantity) or told) or _DENIED.search(claim.low[: quantity.start]):
        return None
    if gap is not None:
        return _of_the_gap(whole, quantity, things, sheet, evidence)
    pairs = [(*pair, metric) for metric in metrics_of(claim, quantity, sheet) for pair in _pairs(whole, things, metric, sheet)]
    for old, new, sure, metric in pairs if len(pairs) <= _MOST else ():
        a, b = sheet.cells[old, metric], sheet.cells[new, metric]
        if a.dimension != b.dimension:
            continue
        for formula, value in _values(claim, quantity, a, b, sheet, (old, new), sure):
            found = number(quantity, value)
            if found.verdict == "supported" and not found.caveats:
                at = sheets.printed(claim, sheet, ((old, metric), (new, metric)), evidence)
                if at is not None:
                    shown = formula.format(old=a.show(), new=b.show())
                    text = f"{sheet.things[new]} against {sheet.things[old]}: {shown}, claimed {quantity.raw}"
                    return Judgement("supported", (), f"{text}: supported", at[0], at[1])
    return None


def _of_the_gap(claim: Claim, quantity: Quantity, things: dict[int, int], sheet: Sheet, evidence: Evidence) -> Judgement | None:
    """What one thing's difference from the base is of the difference that another one has: "45 % of the gap"."""
    bases = [b for b in dict.fromkeys(sheet.bases) if b not in things]
    for base, thing, far in itertools.product(bases, things if len(things) == 1 else (), sheet.held):
        for metric in metrics_of(claim, quantity, sheet) if far not in (base, thing) else ():
            places = (base, metric), (thing, metric), (far, metric)
            if not all(p in sheet.cells for p in places):
                continue
            a, b, c = (sheet.cells[p].value for p in places)
            part = a.minus(b).over(a.minus(c)) if a.lo > b.hi and a.lo > c.hi else b.minus(a).over(c.minus(a)) if a.hi < b.lo else None
            if part is None or number(quantity, part.times(Fraction(100))).verdict != "supported":
                continue
            if (at := sheets.printed(claim, sheet, places, evidence)) is not None:
                names = f"{sheet.things[thing]} against {sheet.things[base]}, of {sheet.things[far]} against it"
                return Judgement("supported", (), f"{names}: {float(part.point) * 100:.3g} %, claimed {quantity.raw}: supported", *at)
    return None


def _pairs(claim: Claim, things: dict[int, int], metric: int, sheet: Sheet) -> Iterator[tuple[int, int, bool]]:
    """(old, new, whether that is sure) of the things that a clause names, against each other and against the base; the only two things that
    have a metric where the clause names none, but says that they differ."""
    held = [t for t, m in sheet.cells if m == metric]
    ids = [i for i in things if i in held]
    if len(ids) > 4:
        return
    if not ids and len(held) == 2 and _DIFFER.search(claim.low):
        yield held[0], held[1], True  # the older one stands first
        if all(sense(claim, q) is Sense.NONE for q in claim.quantities):
            yield held[1], held[0], False
        return
    based = [i for i in ids if is_based(claim, things[i])]
    if not based and len(ids) == 2 and any(sense(claim, q) is not Sense.NONE for q in claim.quantities):
        first, last = sorted(ids, key=lambda i: things[i])  # what is spoken of comes first, but "8 to 16"
        based = [first if ARROW.search(claim.low[things[first] : things[last]]) else last]
    for old, new in itertools.permutations(ids, 2):
        if (not based or old in based) and akin(sheet.things[old], sheet.things[new]):
            yield old, new, bool(based)
    rest = [b for b in dict.fromkeys(sheet.bases) if b not in ids and b in held]
    if len(ids) == 1 and not rest and len(held) == 2:
        rest = [t for t in held if t not in ids]
    if len(ids) == 1 and not rest:
        rest = [t for t in _before(claim, sheet) if t in held and t not in ids]
    for base in rest:
        yield from ((base, new, True) for new in ids)


def _before(claim: Claim, sheet: Sheet) -> list[int]:
    """The one thing that the sentence or item before names."""
    text = claim.conclusion.before
    found = list(things_of(parse(claim.conclusion.model_copy(update={"quote": text})), sheet)) if text else []
    return found if len(found) == 1 else []


def _values(
    claim: Claim, quantity: Quantity, old: Side, new: Side, sheet: Sheet, labels: tuple[int, int], sure: bool
) -> Iterator[tuple[str, Interval]]:
    """What the two may give, with its formula, where it goes the way that the clause says."""
    said = sense(claim, quantity) if claim.words.isdisjoint(_COSTS) else Sense.NONE
    wanted = way(said) * (-1 if said in (Sense.FASTER, Sense.SLOWER) and new.dimension == "rate" else 1)
    apart = new.value.minus(old.value)
    if sure and wanted and not quantity.signed and apart.sign == -wanted:
        return
    if quantity.dimension not in _RELATIVE:
        if new.dimension != "number" and new.dimension not in comparable(quantity):
            return
        scaled = apart.times(Fraction(quantity.si)) if new.dimension == "number" else apart
        per = next((m for q in claim.quantities if q.unit == quantity.unit and (m := _PER.match(claim.low, q.end))), None)
        if per is not None and (steps := _steps(per[1] or per[2], sheet, labels)):
            yield f"({{new}} - {{old}}) / {steps:g}", _size(scaled.times(1 / Fraction(steps)), quantity)
        elif per is None or quantity.unit:
            yield "{new} - {old}", _size(scaled, quantity)
        return
    grow, shrink = new.value.over(old.value), old.value.over(new.value)
    if grow is None or shrink is None:
        return
    if quantity.dimension == "ratio":
        yield from (
            (("{new} / {old}", grow), ("{old} / {new}", shrink))
            if not sure or not wanted
            else ((("{new} / {old}", grow),) if wanted > 0 else (("{old} / {new}", shrink),))
        )
        return
    if _OF.match(claim.low, quantity.end) and not _TAKEN.search(claim.low[: quantity.start]):
        yield "{new} / {old}", grow.times(Fraction(100))
        return
    change = grow.shifted(-1).times(Fraction(100))
    yield "({new} - {old}) / {old}", _size(change, quantity)
    if said is Sense.FASTER:
        yield "{old} / {new} - 1", _size(shrink.shifted(-1).times(Fraction(100)), quantity)


def _steps(unit: str, sheet: Sheet, labels: tuple[int, int]) -> float:
    """How far two things that are numbers of what a clause counts by are apart: "per row" between 300 and 900 rows."""
    if unit.rstrip("s") not in sheet.head.lower():
        return 0.0
    texts = [sheet.things[i].replace(",", "").replace(" ", "") for i in labels]
    return abs(float(texts[1]) - float(texts[0])) if all(t.isdigit() for t in texts) else 0.0


def _size(value: Interval, quantity: Quantity) -> Interval:
    """The difference with the claim's sign, or without one where the claim has none."""
    return value if quantity.signed or value.point >= 0 else value.times(Fraction(-1))


def _shown(quantity: Quantity, things: dict[int, int], sheet: Sheet, claim: Claim, evidence: Evidence) -> Judgement | None:
    """A value that stands in the sheet under a thing named or a base."""
    want, near = claimed(quantity), named_beside(claim, quantity, sheet)
    for (thing, metric), cell in sheet.cells.items():
        if thing in things or thing in sheet.bases or len(sheet.things) == 2:
            bare = cell.dimension == "number" and quantity.unit
            if (bare or cell.dimension in comparable(quantity)) and (precise(quantity) or metric in near):
                value = cell.value.times(Fraction(quantity.si)) if bare else cell.value
                if number(quantity, value, want=want).verdict == "supported" and (
                    at := sheets.printed(claim, sheet, ((thing, metric),), evidence)
                ):
                    return Judgement("supported", (), f"{sheet.things[thing]}: {cell.show()}, claimed {quantity.raw}: supported", *at)
    return None
