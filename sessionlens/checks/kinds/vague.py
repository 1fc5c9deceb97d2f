"""Vague multiples: halved, doubled, tripled, an order of magnitude. A ratio within a tenth of 2 or 3; 5 to 20 for a magnitude."""

import re
from fractions import Fraction

from sessionlens.checks.binding.named import Binding, Pair, compare
from sessionlens.checks.binding.operands import ground, stated
from sessionlens.checks.binding.spreads import noisy
from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.sense import Sense, of
from sessionlens.checks.claims.words import word_set
from sessionlens.checks.evidence import histogram
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.values.intervals import Interval
from sessionlens.checks.values.judge import Judgement
from sessionlens.model.words import Caveat, ClaimKind
from sessionlens.text.regex import regex

KIND: ClaimKind = "vague"
WORDS = word_set(
    "halved halves half doubled doubles double twice tripled triples triple three threefold quadrupled quadruples "
    "four fourfold order orders third quarter fifth sixth tenth"
)
F = Fraction
_BANDS: tuple[tuple[tuple[str, ...], Fraction, Fraction, Fraction, str], ...] = (
    (("halved", "halves", "half the", "half as", "cut in half", "in half", "by half"), F(18, 10), F(22, 10), F(2), "down"),
    (("doubled", "doubles", "double the", "twice"), F(18, 10), F(22, 10), F(2), "up"),
    (("tripled", "triples", "triple the", "three times as", "threefold"), F(27, 10), F(33, 10), F(3), "up"),
    (("quadrupled", "quadruples", "four times as", "fourfold"), F(36, 10), F(44, 10), F(4), "up"),
    (("order of magnitude", "orders of magnitude"), F(5), F(20), F(10), "either"),
)
_ANY = regex("|".join(re.escape(c) for cues, *_ in _BANDS for c in cues))
_PARTS = {"third": 3, "quarter": 4, "fifth": 5, "sixth": 6, "tenth": 10}
_PART = regex(
    r"\b(?P<lead>(?:(?:up|down|off|rose|risen|fell|fallen|grew|grown|shrank|increased|decreased|dropped|climbed|went up|went down|more|less"
    r"|higher|lower|slower|larger|smaller|cut|reduced|raised|saves?|saved|lost|gained) )(?:by )?)?(?:about |around |roughly |nearly |almost"
    r"|some )?(?:a|one) (?P<part>third|quarter|fifth|sixth|tenth)(?P<tail> (?:of (?:the|its|their) \w+ )?(?:more|less|off|larger|smaller"
    r"|bigger|higher|lower|longer|shorter|slower|fewer|up|down|heavier|lighter|cheaper|dearer)\b)?"
)
"""A unit fraction by which something changed: "went up by a fifth", "a third smaller"."""
_PART_OF = regex(
    r"\b(?:is|are|was|takes?|took|needs?|uses?|costs?|to|at|in|only|just|about|roughly) (?:a|one) (?P<part>third|quarter|fifth|sixth|tenth)"
    r" (?:of |the (?:time|size|memory) of )?(?:the )?(?:old|previous|original|former|earlier|baseline|that of|what|[\w.-]+['’]s)\b"
)
"""A unit fraction of another thing's value: "takes a third of the old one's"."""
_DOWN = regex(
    r"\b(?:down|off|fell|fallen|shrank|decreased|dropped|less|lower|smaller|shorter|fewer|lighter|cheaper|cut|reduced|saved?|saves"
    r"|lost)\b"
)
_INFERS = regex(r"\b(?:says?|means?|implies|imply|suggests?|tells?|indicates?)\b")
"""Between two numbers and a multiple: then the multiple is of another thing."""
_OFTEN = regex(r"\btwice(?! (?:as|the|that|its|what|their|our|a)\b)")
"""How often something was done, not how much more it is."""
_IDIOM = regex(r"\bdoubl(?:ed|es|ing) as\b|\bhalf as \w+ again\b|\bon the double\b")
"""Has a second part to play; half more, which is no half and no double."""
_FAST = ("as fast", "the speed", "the throughput", "faster", "as quick", "speed doubled")


def band(claim: Claim) -> tuple[Fraction, Fraction, Fraction, str] | None:
    if not claim.words & WORDS or _IDIOM.search(claim.low):
        return None
    if (found := part(claim)) is not None:
        return found
    if not _ANY.search(claim.low) or ("twice" in claim.words and _OFTEN.search(claim.low)):
        return None
    for cues, lo, hi, point, way in _BANDS:
        if any(c in claim.low for c in cues):
            return lo, hi, point, way
    return None


def part(claim: Claim) -> tuple[Fraction, Fraction, Fraction, str] | None:
    """The band of a change by a unit fraction, halfway to its neighbours: "by a fifth" is nearer to that than to a quarter."""
    if not claim.quantities and not claim.words.isdisjoint(_PARTS) and (of := _PART_OF.search(claim.low)) is not None:
        n = _PARTS[of["part"]]
        return 2 / (F(1, n) + F(1, n - 1)), 2 / (F(1, n) + F(1, n + 1)), F(n), "down"
    if claim.words.isdisjoint(_PARTS) or (match := _PART.search(claim.low)) is None or not (match["lead"] or match["tail"]):
        return None
    n = _PARTS[match["part"]]
    lo, hi, point = (F(1, n) + F(1, n + 1)) / 2, (F(1, n) + F(1, n - 1)) / 2, F(1, n)
    if _DOWN.search(f"{match['lead'] or ''} {match['tail'] or ''}"):
        return 1 / (1 - lo), 1 / (1 - hi), 1 / (1 - point), "down"
    return 1 + lo, 1 + hi, 1 + point, "up"


def recognise(claim: Claim) -> float:
    return 0.62 if band(claim) is not None and not any(q.dimension in ("percent", "ratio") for q in claim.quantities) else 0.0


def judge(claim: Claim, evidence: Evidence) -> Judgement:
    found = band(claim)
    if found is None:
        return Judgement("undecidable")
    if (of := histogram.half(claim, evidence)) is not None:
        return of
    operands = stated(claim)
    if operands is not None and (told := _INFERS.search(claim.low, operands.new.end)) and _ANY.search(claim.low, told.end()):
        return Judgement("unsupported", (), "concluded from two numbers that are of something else")
    if operands is not None:
        pair, missing = ground(claim, operands, evidence)
        if pair is None:
            return missing or Judgement("unsupported")
        binding = Binding([[pair]])
    else:
        binding = compare(claim, evidence)
    results = [_one(claim, way[0], *found) for way in binding.ways]
    if not results:
        return Judgement("unsupported", (), "nothing measured that these labels name")
    if len({r.verdict for r in results}) > 1:
        return Judgement("undecidable", ("ambiguous-binding",), "; ".join(r.derivation for r in results), results[0].evidence)
    if results[0].verdict == "contradicted" and not (binding.firm and binding.alone):
        return Judgement("undecidable", ("ambiguous-binding",), f"not surely what is meant: {results[0].derivation}", results[0].evidence)
    return results[0]


def _one(claim: Claim, pair: Pair, lo: Fraction, hi: Fraction, point: Fraction, way: str) -> Judgement:
    rate = pair.new.dimension == "rate" or pair.new.direction == "higher"
    shrinks = way == "down" or (any(c in claim.low for c in _FAST) and not rate)
    if way == "either":
        words = {of(w) for w in claim.words}
        shrinks = bool(words & {Sense.FASTER, Sense.LESS}) and not rate
    if "as slow" in claim.low and way == "up":
        shrinks = rate
    ratio = pair.old.value.over(pair.new.value) if shrinks else pair.new.value.over(pair.old.value)
    if ratio is None:
        return Judgement("undecidable", (), "a side may be zero")
    if way == "either" and ratio.hi < 1:
        ratio = Interval(1 / ratio.point, 1 / ratio.hi, 1 / ratio.lo)
    formula = f"{pair.old.show()} / {pair.new.show()}" if shrinks else f"{pair.new.show()} / {pair.old.show()}"
    bounds = f"[{float(lo):g}, {float(hi):g}]"
    text = f"{formula} = {float(ratio.point):.3f} [{float(ratio.lo):.3f}, {float(ratio.hi):.3f}], claimed about {float(point):g}x {bounds}"
    at = tuple(sorted({pair.old.msg, pair.new.msg} - {0}))
    nodes = pair.old.nodes + pair.new.nodes
    if lo <= ratio.lo and ratio.hi <= hi:
        return noisy(claim, Judgement("supported", (), text + ": supported", at, nodes), pair)
    if ratio.hi < lo or ratio.lo > hi:
        caveats: tuple[Caveat, ...] = ("direction",) if ratio.hi < 1 else ()
        return noisy(claim, Judgement("contradicted", caveats, text + ": contradicted", at, nodes), pair)
    return Judgement("undecidable", (), text + ": straddles the bound", at, nodes)
