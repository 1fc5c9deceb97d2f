"""Comparisons: the operands that a clause states itself, and a claimed difference judged against them."""

import itertools
import re
from dataclasses import replace
from fractions import Fraction

from sessionlens.checks.binding import settings
from sessionlens.checks.binding.differences import Compute, explain, settle
from sessionlens.checks.binding.foreign import foreign, unmeasured
from sessionlens.checks.binding.levels import locate
from sessionlens.checks.binding.named import Binding, Pair
from sessionlens.checks.claims.claim import WORD, Claim, parse
from sessionlens.checks.claims.sense import Sense, sense
from sessionlens.checks.claims.words import BASE, FASTER, LESS, MORE, SLOWER, STOP, word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.values.intervals import Interval, robust, value_of
from sessionlens.checks.values.judge import Judgement, number
from sessionlens.checks.values.series import Side
from sessionlens.model.quantity import Quantity
from sessionlens.model.quick import quick
from sessionlens.text.regex import regex

_ARROW = regex(r"^\s*(?:\([^()]{0,40}\)\s*)?(?:(?:->|→|=>|➜|⟶)\s*(?:[`*]*[A-Za-z][\w.+-]*[`*]*\s+)?|\b(?:down |up )?to\b)\s*[~≈]?\s*$")
"""Between two ends, the second perhaps with its name: "plain 333 -> pooled 96 ms"."""
_AGAINST = regex(
    r"^\s*(?:\([^()]{0,60}\)\s*)?,?\s*(?:[a-z]+(?: [a-z]+)?\s+)?(?:vs\.?|versus|against|instead of|in place of"
    r"|rather than|compared (?:to|with)|than|was|,\s*down from"
    r"|\(?down from|\(?up from|over)\s*(?:the\s+)?[~≈]?\s*(?:[a-z]+\s)?$",
    re.I,
)
_THAN = regex(
    r"^\s*(?:(?:for|in|on|at|with) [\w.-]+(?: [\w.-]+)?\s*)?,?\s*(?:(?:or|which is|that is|so)\s)?"
    r"[~≈]?\d[\d.,]*\s?(?:%|x|×|times|percent) "
    r"\*?(?:faster|slower|less|more|fewer|smaller|larger|lower|higher|better|worse|quicker)\*? than\s*(?:the\s+)?(?:[\w.`/-]+\s){0,3}\(?$"
)
"""The difference itself between its operands: "8 ms, 20 % less than 10 ms", "8 ms, 20 % less than plain (10 ms)"."""
_BASED = regex(rf"\s*\(?(?:at|in|with|for|of|on)?\s*(?:the |our )?(?:{'|'.join(sorted(BASE - STOP))})\b")
"""What stands behind the value that is compared against: "71 s against 64 s at the baseline"."""
_VERSUS = regex(r"\bvs|\bversus|\bover\b")
_WITHOUT = regex(r"^\s*without,?\s*$", re.I)
MEASURED = ("time", "size", "rate", "power", "temperature")
_MOVES = regex(r"\b(?:went|goes|drops?|rises?|falls?|grew|up|down|cut|reduced?|fell|rose|dropped|moves?|moved)\b")
_RISES = regex(r"\b(?:ris(?:es?|ing)|rose|grows?|grew|increase[sd]?|climb(?:s|ed)?|jump(?:s|ed)?|up) (?:from |by )?[~≈]?(?:the |an? )?$")
_FALLS = regex(r"\b(?:falls?|fell|drop(?:s|ped)?|shrinks?|shrank|decrease[sd]?|down)[*_,: ]+(?:from |by )?[~≈]?(?:the |an? )?$")
"""Verbs of a change that stand directly before its first end."""
_MOVED = regex(
    r"\b(?:go(?:es)?|went|drops?|dropped|rises?|rose|falls?|fell|grew|grows|grow|moved?|moves|climb(?:s|ed)?|jump(?:s|ed)?)"
    r" (?:up |down )?from\s*$"
)
_POWERS = {"k": 3, "M": 6, "G": 9}
LINKS = FASTER | SLOWER | MORE | LESS | word_set("so a an is i.e that which means about by of or roughly")
"""Words that may stand between a difference and its operands."""


@quick
class Stated:
    """Two quantities of a clause that are compared; `ordered` when the wording says which is the older, `told` when it says so less
    surely ("A against B" speaks of A), `near` when nothing but the difference's own words stands between them and it."""

    old: Quantity
    new: Quantity
    ordered: bool
    near: bool = True
    told: bool = False


_APART = regex(r"\)\s*[,;]|;")
"""Between two numbers that belong to different things: "the log (200 -> 58 writes), the parser (35 % less time)"."""


def stated(claim: Claim, quantity: Quantity | None = None) -> Stated | None:
    """The operands that a clause gives for a difference: "A -> B", "from A to B", "A vs B", "B, down from A"; None where it gives none.

    Of several, the ones nearest to the difference; those with a unit before bare counts ("100 -> 200 rows is 0.6 -> 1.5 s (2.5x)").
    """
    found = [q for q in claim.quantities if q.dimension not in ("percent", "ratio", "points")]
    if any(q.unit for q in found):
        found = [q for q in found if q.unit or not q.noun]
    measured = [q for q in found if q.dimension in MEASURED]
    pairs = [p for p in (_pair(claim, a, b) for a, b in itertools.pairwise(measured)) if p is not None]
    if not pairs:
        pairs = [p for p in (_pair(claim, a, b) for a, b in itertools.pairwise(found)) if p is not None]
    if not pairs:
        return None
    if quantity is not None:
        pairs = [p for p in pairs if not _APART.search(claim.text, *_between(p, quantity))]
        if not pairs:
            return None
    if quantity is None:
        return next((p for p in pairs if _MOVED.search(claim.low[: p.old.start])), pairs[0])
    best = min(pairs, key=lambda p: _gap(p, quantity))
    return replace(best, near=_near(claim, best, quantity))


def _between(pair: Stated, quantity: Quantity) -> tuple[int, int]:
    """Where the text between a pair and a difference begins and ends."""
    first, last = min(pair.old.start, pair.new.start), max(pair.old.end, pair.new.end)
    return (last, quantity.start) if last <= quantity.start else (quantity.end, first) if quantity.end <= first else (0, 0)


def beside(claim: Claim, quantity: Quantity) -> Stated | None:
    """The operands that the rest of the sentence gives right beside the difference: "958 instead of 559559, which is 584 times fewer"."""
    statement = claim.conclusion.statement
    if statement.kind == "cell" or len(statement.text) - len(claim.text) < 4:
        return None
    whole = parse(claim.conclusion.model_copy(update={"quote": statement.text}), claim.aliases)
    same = next((q for q in whole.quantities if q.raw == quantity.raw), None)
    found = stated(whole, same) if same is not None else None
    if same is None or found is None or not found.near:
        return None
    start, end = _between(found, same)
    others = (q for q in whole.quantities if q.dimension in ("percent", "ratio") and start <= q.start < end)
    return None if any(others) else found


def _gap(pair: Stated, quantity: Quantity) -> int:
    first, last = min(pair.old.start, pair.new.start), max(pair.old.end, pair.new.end)
    return min(abs(quantity.start - last), abs(first - quantity.end))


def _near(claim: Claim, pair: Stated, quantity: Quantity) -> bool:
    first, last = min(pair.old.start, pair.new.start), max(pair.old.end, pair.new.end)
    if first <= quantity.start <= last:
        return bool(_THAN.match(claim.text[min(pair.old.end, pair.new.end) : max(pair.old.start, pair.new.start)]))
    between = claim.low[last : quantity.start] if last <= quantity.start else claim.low[quantity.end : first]
    if between.rstrip().endswith(("(", ":", "=")) or between.lstrip().startswith(("(", "=")):
        return len(between) < 60
    return not [w for w in WORD.findall(between) if w not in LINKS]


def _pair(claim: Claim, left: Quantity, right: Quantity) -> Stated | None:
    if left.dimension != right.dimension and "number" not in (left.dimension, right.dimension):
        return None
    between = claim.text[left.end : right.start]
    if len(between) > 80:
        return None
    if right.dimension == "number" and not (right.unit or right.noun) and left.dimension in MEASURED:
        right = replace(right, unit=left.unit, dimension=left.dimension, si=left.si, exact=left.exact)  # "5.2 s instead of 7.1"
    if _ARROW.match(between):
        if not left.unit and not left.noun and right.dimension in MEASURED:
            left = replace(left, unit=right.unit, dimension=right.dimension, si=right.si, exact=right.exact)
        left = _magnified(left, right)
        related = any(q.dimension in ("percent", "ratio") for q in claim.quantities)
        if between.strip() == "to" and not related and "from" not in claim.low[: left.start] and not _MOVES.search(claim.low):
            return None
        return Stated(left, right, True)
    if _WITHOUT.match(between):
        return Stated(left, right, True)
    if _THAN.match(between):
        return Stated(right, left, True)
    if _AGAINST.match(between):
        surely = "from" in between.lower() or "instead" in between or "place" in between or bool(_BASED.match(claim.low, right.end))
        return Stated(right, left, surely, told=not _VERSUS.search(between))
    return None


def _magnified(left: Quantity, right: Quantity) -> Quantity:
    """The left end with the magnitude of the right one: "22.8 -> 45.5 M"."""
    if right.unit or right.raw[-1:] not in _POWERS or left.unit or left.raw[-1:].isalpha() or left.dimension != "number":
        return left
    power = _POWERS[right.raw[-1]]
    return replace(left, value=left.value.scaleb(power), ulp=left.ulp.scaleb(power), exact=False)


def ground(claim: Claim, operands: Stated, evidence: Evidence) -> tuple[Pair | None, Judgement | None]:
    """The evidence of stated operands: a pair of sides, or the judgement that one was never printed."""
    if not operands.old.unit and (named := settings.pair(claim, operands.old, operands.new, evidence)) is not None:
        return named, None
    sides = []
    for q in (operands.old, operands.new):
        found = locate(claim, q, evidence)
        if found is None:
            said = foreign(claim, q, evidence)
            if said is not None:
                return None, unmeasured(q, said, claim.msg, evidence)
            return None, Judgement("unsupported", (), f"{q.raw} was not found under these labels in the outputs before msg {claim.msg}")
        sides.append(found.side if found.side is not None else plain_side(q, found.judgement.evidence))
    pair = Pair(sides[0], sides[1], "stated")
    return (None, turned) if (turned := _turned(claim, operands, pair)) else (pair, None)


def _turned(claim: Claim, operands: Stated, pair: Pair) -> Judgement | None:
    """Ends that are printed, but lie the other way than the verb that leads to them says ("rises from 30 to 12 ms")."""
    between = claim.low[operands.new.end : operands.old.start] if operands.new.start < operands.old.start else ""
    before = between or claim.low[max(0, operands.old.start - 60) : operands.old.start]
    if not (operands.ordered and (pair.old.value.hi < pair.new.value.lo or pair.new.value.hi < pair.old.value.lo)):
        return None
    wrong = _FALLS if pair.new.value.point > pair.old.value.point else _RISES
    if wrong.search(before) is None:
        return None
    text = f"{operands.old.raw} and {operands.new.raw} are printed, but lie the other way"
    at = tuple(sorted({pair.old.msg, pair.new.msg} - {0}))
    return Judgement("undecidable", ("direction",), text, at, pair.old.nodes + pair.new.nodes)


def either_way(
    claim: Claim, quantity: Quantity, pair: Pair, operands: Stated, compute: Compute, *, scale: Fraction = Fraction(1),
    want: Interval | None = None,
) -> Judgement:  # fmt: skip
    """A difference judged against its stated operands; where the wording leaves open which is the older, the way that fits.

    Where it tells, if not surely, and a word of direction fits the other way only, it stays open.
    """
    first = settle(claim, quantity, Binding([[pair]], None, operands.near), compute, scale=scale, want=want)
    if operands.ordered or first.verdict == "supported":
        return first
    other = settle(claim, quantity, Binding([[Pair(pair.new, pair.old, "stated")]], None, operands.near), compute, scale=scale, want=want)
    if other.verdict != "supported":
        return first
    if (operands.told or " than " in claim.low) and sense(claim, quantity) in (Sense.FASTER, Sense.SLOWER):
        text = f"fits only the other way round: {other.derivation}"
        return Judgement("undecidable", ("ambiguous-binding",), text, other.evidence, other.nodes)
    return other


def as_written(
    operands: Stated, quantity: Quantity, compute: Compute, scale: Fraction, measured: Pair, want: Interval | None = None
) -> Judgement | None:
    """A difference that the measured operands refute but the written, rounded ones allow: the agent computed from what it shows."""
    at = tuple(sorted({measured.old.msg, measured.new.msg} - {0}))
    open_: Judgement | None = None
    for old, new in ((operands.old, operands.new), (operands.new, operands.old))[: 1 if operands.ordered else 2]:
        pair = Pair(plain_side(old, ()), plain_side(new, ()), "written")
        for formula, value in compute(pair.old.value, pair.new.value, pair):
            found = number(quantity, value.times(scale), want=want)
            if found.verdict == "supported":
                found = replace(found, caveats=(*found.caveats, "rounding-only"))
                return replace(explain(found, quantity, pair, formula, value.times(scale), want), evidence=at)
            if found.verdict == "undecidable" and open_ is None:
                open_ = replace(explain(found, quantity, pair, formula, value.times(scale), want), evidence=at)
    return open_


def plain_side(q: Quantity, evidence: tuple[int, ...]) -> Side:
    """A written value as one side of a comparison, in the message that printed it if that is known."""
    value = value_of(q)
    wide = robust(value, Fraction(q.ulp) * Fraction(q.si))
    return Side(q.raw, value, wide, "", 1, None, evidence[0] if evidence else 0, (), q.dimension, "unknown", q.unit)
