"""Sum: "A, B and C together take 7.4 s", "a + b + c = d". Recomputed from the named parts."""

import math
import re
from fractions import Fraction

from sessionlens.checks.binding.levels import judge_level
from sessionlens.checks.binding.named import candidates
from sessionlens.checks.binding.operands import stated
from sessionlens.checks.claims.claim import Claim, parse
from sessionlens.checks.claims.words import word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.grids import cells, two_rows
from sessionlens.checks.values.intervals import Interval, claimed, exact, value_of
from sessionlens.checks.values.judge import Judgement, number
from sessionlens.checks.values.printouts import plain
from sessionlens.model.quantity import Quantity
from sessionlens.model.words import ClaimKind
from sessionlens.text import quantities
from sessionlens.text.regex import regex

KIND: ClaimKind = "sum"
NUMERIC = True
_ACCOUNT = regex(
    r"\b(?:account for|accounts for|explain|explains|make up|makes up|add up to|adds up to|give|are) (?:all |the "
    r"|most )*"
)
_CUE = regex(r"together|combined|in total|add(?:s|ed|ing)? up to|sum(?:s|med|ming)? (?:up )?to|totall?(?:s|ed|ing)? up to|sum of|summed")
_CUES = ("together", "combined", "total", "up to", "sum")
"""One of these stands in each."""
_TOGETHER = regex(r"^(?:so |and )?(?:together,? |in total,? |combined,? )?(?:that|they|it|both|those)(?:['’]s| is| are| makes?| come to)\b")
_MOST = 5
_WHOLE = word_set("total overall sum grand altogether all everything")
"""Names of what the parts are parts of, and no part itself."""
_TERM = regex(r"\s*(?:\([^()]{0,40}\)\s*)?(?:[a-z]+\s*){0,2}\+?\s*(?:[a-z][\w-]*\s+){0,3}[~≈]?\s*", re.I)
_PLUS = regex(r"\d[^+=]*\+[^+=]*\d[^=]*=\s*[~≈]?\s*\d")


_WITH = "together with"
"""What follows is added to what stands before, whose own number is no sum."""
_TIMES = regex(r"(?<=\d)\s*[×*·]\s*(?=\d)|(?<=\d) x (?=\d)")


def recognise(claim: Claim) -> float:
    if not claim.quantities or (_WITH in claim.low and claim.quantities[-1].end <= claim.low.find(_WITH)):
        return 0.0
    if not (("+" in claim.text and _PLUS.search(claim.text)) or (not claim.cell and _summed(claim.whole.lower()))):
        return 0.0
    ends = stated(claim)
    return 0.0 if ends is not None and ends.ordered else 0.84  # "both together: 10 -> 8 ms" is a difference


def _summed(low: str) -> bool:
    """Whether a text says that values are added up."""
    return any(map(low.__contains__, _CUES)) and _CUE.search(low) is not None


def judge(claim: Claim, evidence: Evidence) -> Judgement:
    if "+" in claim.text and _PLUS.search(claim.text):
        return _written_out(claim, evidence)
    quantity = next((q for q in claim.quantities if q.dimension not in ("count", "percent")), claim.quantities[0])
    if not _summed(claim.low):
        claim = parse(claim.conclusion.model_copy(update={"quote": claim.whole}), claim.aliases)
    alike = [q for q in claim.quantities if q.dimension == quantity.dimension and q.unit]
    if len(alike) > 2 and _ACCOUNT.search(claim.low):
        return _accounts(claim, alike)
    if len(alike) > 1:
        return judge_level(claim, alike[-1], evidence)
    if (changes := cells.together(claim, evidence)) is not None:
        return changes
    for group in candidates(claim, evidence, frozenset((quantity.dimension,)) if quantity.dimension != "number" else frozenset()):
        named = [m for _, m in group.named if m.words.isdisjoint(_WHOLE)]
        if len(named) < 2:
            continue
        sides = [m.batch.sides[0] for m in named]
        total, wide = exact(0), exact(0)
        for s in sides:
            total, wide = total.plus(s.value), wide.plus(s.wide)
        found = number(quantity, total, wide=wide)
        want = claimed(quantity)
        unit = sides[0].unit
        text = (
            f"{' + '.join(s.show() for s in sides)} = {plain(total.point, unit)} [{plain(total.lo, '')}, {plain(total.hi, unit)}], "
            f"claimed {quantity.raw} [{plain(want.lo, '')}, {plain(want.hi, unit)}]: {found.verdict}"
        )
        at = tuple(sorted({s.msg for s in sides}))
        return Judgement(found.verdict, found.caveats, text, at, tuple(n for s in sides for n in s.nodes))
    return _of_the_last(claim, quantity, evidence) or two_rows.together(claim, quantity, evidence) or judge_level(claim, quantity, evidence)


def _of_the_last(claim: Claim, quantity: Quantity, evidence: Evidence) -> Judgement | None:
    """ "That's 6.2 s together" behind a sentence that gives the parts, each of which was printed."""
    if not _TOGETHER.search(claim.low) or not claim.conclusion.before:
        return None
    before = parse(claim.conclusion.model_copy(update={"quote": claim.conclusion.before}))
    parts = [q for q in before.quantities if q.dimension == quantity.dimension and not q.signed]
    seen = [judge_level(before, q, evidence) for q in parts]
    if not 2 <= len(parts) <= _MOST or any(j.verdict != "supported" for j in seen):
        return None
    total = exact(0)
    for q in parts:
        total = total.plus(value_of(q))
    found = number(quantity, total)
    if found.verdict != "supported":
        return None
    text = f"{' + '.join(q.raw for q in parts)} = {float(total.point / Fraction(quantity.si)):g}, claimed {quantity.raw}: supported"
    return Judgement("supported", found.caveats, text, tuple(sorted({m for j in seen for m in j.evidence})))


def _accounts(claim: Claim, alike: list[Quantity]) -> Judgement:
    """ "A (5 s) and B (4 s) account for the 9 s": the parts written against the whole written."""
    total = exact(0)
    for q in alike[:-1]:
        total = total.plus(value_of(q))
    found = number(alike[-1], total)
    parts = " + ".join(q.raw for q in alike[:-1])
    unit = alike[-1].unit
    bounds = f"{plain(total.point, unit)} [{plain(total.lo, '')}, {plain(total.hi, unit)}]"
    text = f"{parts} = {bounds}, claimed {alike[-1].raw}: {found.verdict}"
    return Judgement(found.verdict, found.caveats, text)


def _written_out(claim: Claim, evidence: Evidence) -> Judgement:
    """ "a + b = c": the agent's own arithmetic, then whether the parts were printed."""
    at = claim.text.find("=")
    if _TIMES.search(claim.text, 0, at):
        return _of_products(claim, at, evidence)
    parts: list[Quantity] = []
    edge = at
    for q in reversed([q for q in claim.quantities if q.end <= at]):
        if not _TERM.fullmatch(claim.text[q.end : edge].removesuffix("+")):
            break
        parts.insert(0, q)
        edge = q.start
    result = next((q for q in claim.quantities if q.start > at), None)
    if result is None or len(parts) < 2:
        return Judgement("undecidable", (), "not a sum of quantities")
    si = next((Fraction(q.si) for q in (*parts, result) if q.unit), Fraction(1))
    total = exact(0)
    for q in parts:
        value = value_of(q)
        total = total.plus(value if q.unit else value.times(si))
    claim_value = claimed(result)
    want = claim_value if result.unit else claim_value.times(si)
    want = Interval(want.point, want.lo, want.hi)
    found = number(result, total, want=want)
    if found.verdict == "contradicted":
        return found.because(f"the parts written add up to {float(total.point / si):g}, not {result.raw}")
    seen = [judge_level(claim, q, evidence) for q in parts]
    lacking = [j for j in seen if j.verdict != "supported"]
    if lacking:
        return lacking[0]
    return Judgement(found.verdict, found.caveats, "the parts written add up", tuple(sorted({m for j in seen for m in j.evidence})))


def _of_products(claim: Claim, at: int, evidence: Evidence) -> Judgement:
    """ "2 × 1.4 + 3 × 0.2 = 3.4 s": right arithmetic takes the verdict of its result, which must have been printed; wrong arithmetic is
    no sum of these, for a factor may be left out."""
    terms = [t for t in claim.text[:at].split("+") if any(map(str.isdigit, t))]
    result = next((q for q in claim.quantities if q.start > at), None)
    factors = [[value_of(q).times(1 / Fraction(q.si)) for part in _TIMES.split(t) for q in quantities.find(part)[-1:]] for t in terms]
    if result is None or not all(factors):
        return Judgement("undecidable", (), "not a sum of quantities")
    total = sum((math.prod((v.point for v in f), start=Fraction(1)) for f in factors), Fraction(0))
    want = claimed(result)
    if not want.lo <= total * Fraction(result.si) <= want.hi:
        return Judgement("undecidable", ("ambiguous-binding",), f"the products written add up to {float(total):g}, not {result.raw}")
    return judge_level(claim, result, evidence)
