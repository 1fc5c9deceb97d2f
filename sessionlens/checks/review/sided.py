"""Who is ahead, by a table or call whose labels the clause names: a slip in a percentage or factor, "A beats B in size", "the cheapest".

Only what is bound to one metric and to the things named is looked at. A percentage or factor is refuted where it is off and a known slip
gives it to the last digit; an order where the intervals lie the other way.

Example: under "| | old | new |" with "cpu 0.90 s 0.60 s", "old burns 33.3 % more CPU than new" is +50.0 %; 33.3 is of the other base.
"""

import itertools
import re
from collections.abc import Iterator
from fractions import Fraction

from sessionlens.checks.binding import slips
from sessionlens.checks.binding.differences import explain
from sessionlens.checks.binding.mention import is_based
from sessionlens.checks.binding.named import Pair
from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.sense import Sense, sense
from sessionlens.checks.claims.words import NEW, tokens, word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.grids import nicknames, rounds, sheets
from sessionlens.checks.grids.agreement import precise
from sessionlens.checks.grids.naming_things import metrics_of, named_metrics, sentence, things_of
from sessionlens.checks.grids.sheets import Sheet
from sessionlens.checks.kinds import percent, ratio
from sessionlens.checks.values.judge import Judgement, number
from sessionlens.checks.values.series import Side
from sessionlens.model.words import VerdictWord
from sessionlens.text.regex import regex

_AHEAD = regex(r"\b(?:beats?|outperforms?|ahead(?: of)?|better than|wins? (?:over|against))\b.*?\bin (?P<what>[\w ,-]+)")
_LEAST = word_set("fastest quickest smallest lowest shortest cheapest lightest fewest")
_MOST = word_set("slowest largest biggest highest longest dearest heaviest greatest")
_EXTREME = _LEAST | _MOST
_IN = regex(r"\bin (?P<what>[\w ,-]+?)(?: of (?:the|all|these|those)\b| among\b|$|[.;:])")
_NEWER = regex(r"\bnew (?:tree|version|build|code|state|release|binary)\b")
_EARLIER = 8
_TABLES = 20
"""Messages back in which the table of such an account may stand."""


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """What the first table or call says that binds the clause; None where none does."""
    if claim.cell or claim.negated or (not claim.words.isdisjoint(rounds.WORDS) and rounds.CUE.search(claim.low)):
        return None
    ahead = _AHEAD.search(claim.low) if " in " in claim.low else None
    best = claim.words & _EXTREME
    related = [q for q in claim.quantities if q.dimension in ("percent", "ratio")]
    slip = len(related) == 1 and precise(related[0]) and not related[0].signed
    for said, sheet in _sheets(claim, evidence) if ahead is not None or best or slip else ():
        found = _ahead(said, ahead["what"], sheet, evidence) if ahead is not None else None
        found = found or (_extreme(said, bool(best & _MOST), sheet, evidence) if best else None)
        found = found or (_slip(said, sheet, evidence) if slip else None)
        if found is not None:
            return found
    return None


def _sheets(claim: Claim, evidence: Evidence) -> Iterator[tuple[Claim, Sheet]]:
    earlier = itertools.islice(sheets.earlier(claim.msg, evidence, _TABLES), _EARLIER)
    for sheet in itertools.chain(sheets.of_tables(claim.msg, evidence), earlier):
        if not claim.tokens.isdisjoint(sheet.names):
            yield claim, sheet
    renamed = nicknames.renamed(claim, evidence)
    for said in (claim, renamed) if renamed is not None else (claim,):
        for sheet in sheets.of_calls(claim.msg, evidence, said.tokens):
            yield said, sheet


def _named(claim: Claim, sheet: Sheet) -> dict[int, int]:
    """The things named, each by a word that no other has or by its number; "the new tree" is the one that is called new or now."""
    found = {i: at for i, at in things_of(claim, sheet).items() if i in sheet.tails or _own(i, claim, sheet)}
    newer, newest = _NEWER.search(claim.low), [i for i in sheet.held if sheet.labels[i] & NEW or tokens(sheet.things[i]) & NEW]
    if newer is not None and len(newest) == 1:
        found[newest[0]] = newer.start()
    return found


def _own(thing: int, claim: Claim, sheet: Sheet) -> bool:
    label = sheet.things[thing].lower()
    return any(sheet.having[w] == 1 and w in claim.tokens for w in sheet.labels[thing]) or (len(label) > 2 and label in claim.low)


def _pair(claim: Claim, sheet: Sheet) -> tuple[int, int] | None:
    """(base, thing) of exactly two things named, one of them as the base or behind the verb."""
    found = _named(claim, sheet)
    if len(found) != 2:
        return None
    based = [i for i, at in found.items() if is_based(claim, at)]
    old = based[0] if len(based) == 1 else max(found, key=lambda i: found[i])
    return old, next(i for i in found if i != old)


def _slip(claim: Claim, sheet: Sheet, evidence: Evidence) -> Judgement | None:
    quantity = next(q for q in claim.quantities if q.dimension in ("percent", "ratio"))
    metrics, told = metrics_of(claim, quantity, sheet), claim if len(_named(claim, sheet)) > 1 else sentence(claim)
    pair = _pair(told, sheet)
    if pair is None or len(metrics) != 1 or not is_based(told, _named(told, sheet)[pair[0]]):
        return None
    places = [(i, metrics[0]) for i in pair]
    if not all(p in sheet.cells for p in places):
        return None
    sides = Pair(sheet.cells[places[0]], sheet.cells[places[1]], "table")
    said, scale = sense(claim, quantity), Fraction(100 if quantity.dimension == "percent" else 1)
    compute = percent.readings(said, quantity) if quantity.dimension == "percent" else ratio.readings(said, quantity)
    judged = [(number(quantity, v.times(scale)), f, v) for f, v in compute(sides.old.value, sides.new.value, sides)]
    if said is Sense.NONE or not judged or any(j.verdict != "contradicted" or "direction" in j.caveats for j, _, _ in judged):
        return None
    first, formula, value = judged[0]
    found = slips.diagnose(explain(first, quantity, sides, formula, value.times(scale)), quantity, sides, scale)
    return _resting(found, claim, sheet, places, evidence) if "; probably " in found.derivation else None


def _ahead(claim: Claim, what: str, sheet: Sheet, evidence: Evidence) -> Judgement | None:
    """Each metric named must be better: less of a time or size, more of a rate."""
    pair = _pair(claim, sheet)
    parts = [p for p in re.split(r",| and ", what) if p.strip()]
    metrics = [[m for m in named_metrics(p, sheet) if pair and all((i, m) in sheet.cells for i in pair)] for p in parts]
    if pair is None or not metrics or any(len(m) != 1 for m in metrics):
        return None
    worse, open_, shown, used = "", False, [], []
    for metric in (m[0] for m in metrics):
        old, new = sheet.cells[pair[0], metric], sheet.cells[pair[1], metric]
        apart = old.value.minus(new.value) if _falls(old) else new.value.minus(old.value)
        shown.append(f"{sheet.metrics[metric] or what}: {new.show()} against {old.show()}")
        used += [(pair[0], metric), (pair[1], metric)]
        worse = worse or (shown[-1] if apart.hi < 0 else "")
        open_ = open_ or apart.lo <= 0
    verdict: VerdictWord = "contradicted" if worse else "undecidable" if open_ else "supported"
    text = f"{sheet.things[pair[1]]} and {sheet.things[pair[0]]}: {worse or '; '.join(shown)}"
    return _resting(Judgement(verdict, (), text), claim, sheet, used, evidence)


def _falls(side: Side) -> bool:
    return side.dimension != "rate" and side.direction != "higher"


def _extreme(claim: Claim, most: bool, sheet: Sheet, evidence: Evidence) -> Judgement | None:
    """ "Level 2 is the cheapest in CPU of the three": of each family that has the level, all must say the same."""
    what, found = _IN.search(claim.low), list(_named(claim, sheet))
    metrics = named_metrics(what["what"], sheet) if what is not None else []
    if not found or len(metrics) != 1 or (len(found) > 1 and len({sheet.tails.get(i, ("", ""))[1] for i in found}) > 1):
        return None
    verdicts, used, shown = set(), [], []
    for thing in found:
        family = [i for i in sheet.held if (i, metrics[0]) in sheet.cells and _kin(i, thing, sheet)]
        if len(family) < 3 or thing not in family:
            return None
        mine = sheet.cells[thing, metrics[0]].value
        apart = [(i, sheet.cells[i, metrics[0]].value.minus(mine)) for i in family if i != thing]
        wrong = [i for i, d in apart if (d.lo > 0 if most else d.hi < 0)]
        sure = all((d.hi < 0) if most else (d.lo > 0) for _, d in apart)
        verdicts.add("contradicted" if wrong else "supported" if sure else "undecidable")
        shown += [f"{sheet.things[i]} {sheet.cells[i, metrics[0]].show()}" for i in (thing, *wrong[:2])]
        used += [(i, metrics[0]) for i in (thing, *wrong)]
    if verdicts != {"contradicted"}:
        return None
    return _resting(Judgement("contradicted", (), "; ".join(shown)), claim, sheet, used, evidence)


def _kin(one: int, other: int, sheet: Sheet) -> bool:
    a, b = sheet.tails.get(one), sheet.tails.get(other)
    return (a is None and b is None) or (a is not None and b is not None and a[0] == b[0])


def _resting(found: Judgement, claim: Claim, sheet: Sheet, places: list[tuple[int, int]], evidence: Evidence) -> Judgement | None:
    at = sheets.printed(claim, sheet, places, evidence)
    return Judgement(found.verdict, found.caveats, found.derivation, at[0], at[1]) if at is not None else None
