"""A sentence that states both operands of a difference ("from 41.0 s to 47.2 s, 15 % more") is checked by its own numbers."""

from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise

from sessionlens.audit.document import Document, Sentence
from sessionlens.audit.reading import parsed
from sessionlens.audit.reading import whole as conclusion_of
from sessionlens.checks.binding.differences import Compute, explain
from sessionlens.checks.binding.named import Pair
from sessionlens.checks.binding.operands import Stated, stated
from sessionlens.checks.claims import claim as parsing
from sessionlens.checks.claims.claim import WORD, Claim
from sessionlens.checks.claims.sense import sense
from sessionlens.checks.claims.words import FASTER, LESS, MORE, SLOWER
from sessionlens.checks.kinds import delta, percent, points, ratio
from sessionlens.checks.values.intervals import Interval, robust, value_of
from sessionlens.checks.values.judge import Judgement, number
from sessionlens.checks.values.series import Side
from sessionlens.model.quantity import Quantity
from sessionlens.model.words import ClaimKind
from sessionlens.text.regex import regex

_SHARE = regex(r"\s*of\s+(?!the time|magnitude)")
"""A percentage of something is no change."""
_BEFORE_ENDS = regex(r"\s*(?P<word>[a-z]+)?\s*[,:;(–—-]?\s*(?:from|down from|up from)\s*")
_FACTOR = regex(r"\s*[,;:(–—-]?\s*(?:(?:which|that) is\s+)?(?:by\s+)?a factor of\s*(?:about\s*|~\s*)?")
_A_FACTOR = regex(r"\ba factor of\s*(?:about\s*|~\s*)?$")
_TO = regex(r"\s*(?:to|->|→|=>)\s*(?:about |~ ?)?")
BESIDE = 30
"""Characters at most between a number of points and the percentages that it is the difference of."""
MOST = 40
"""A "sentence" of more numbers than this is data."""
CHANGE = FASTER | SLOWER | MORE | LESS
_CHANGES = frozenset(w[:6] for w in CHANGE if len(w) > 5)


def own(claim: Claim) -> tuple[ClaimKind, Quantity, Judgement] | None:
    """The first percentage, factor or difference of a sentence with operands in the same sentence, judged; None where there is none.

    It contradicts only where nothing but the difference's own words stands between it and the operands.
    """
    for quantity in claim.quantities if len(claim.quantities) <= MOST else ():
        if _SHARE.match(claim.text, quantity.end):
            continue
        kind, compute, scale, want = _reading(claim, quantity)
        if kind == "points":
            quantity = points.find(claim) or quantity
        operands = None if compute is None else _shares(claim, quantity) if kind == "points" else stated(claim, quantity)
        if operands is None or compute is None or quantity in (operands.old, operands.new) or not _alike(quantity, operands):
            continue
        found = _judged(quantity, operands, compute, scale, want)
        if found is not None and "direction" in found.caveats and not _says_direction(claim, quantity):
            found = replace(found, verdict="undecidable")
        if found is not None and (operands.near or _adjoining(claim, quantity, operands) or found.verdict == "supported"):
            return kind, quantity, found
    return None


def _shares(claim: Claim, quantity: Quantity) -> Stated | None:
    """The two percentages that a number of points lies between: "from 94 % to 67 %"."""
    found = [q for q in claim.quantities if q.dimension == "percent" and not q.signed]
    pairs = [(a, b) for a, b in pairwise(found) if _TO.fullmatch(claim.low, a.end, b.start)]
    if len(pairs) != 1:
        return None
    ((old, new),) = pairs
    return Stated(old, new, True, near=max(old.start - quantity.end, quantity.start - new.end) < BESIDE)


def _says_direction(claim: Claim, quantity: Quantity) -> bool:
    """Whether a sign or the word right behind the number says which way it goes."""
    after = WORD.findall(claim.low[quantity.end : quantity.end + 24])[:1]
    return quantity.signed or bool(CHANGE & set(after))


def _adjoining(claim: Claim, quantity: Quantity, operands: Stated) -> bool:
    """Whether only the difference's own word stands between it and its operands: "12 % smaller, from 50 B to 44 B", "from 2 s to 6 s, a
    factor of 3"."""
    if not operands.ordered:
        return False
    if quantity.end <= operands.old.start:
        m = _BEFORE_ENDS.fullmatch(claim.low, quantity.end, operands.old.start)
        return m is not None and (m["word"] is None or m["word"] in CHANGE)
    return operands.new.end <= quantity.start and _FACTOR.fullmatch(claim.low, operands.new.end, quantity.start) is not None


def _alike(quantity: Quantity, operands: Stated) -> bool:
    """Whether the operands are amounts of one kind, and a difference is one of theirs."""
    if operands.old.dimension != operands.new.dimension or bool(operands.old.unit) is not bool(operands.new.unit):
        return False
    if operands.new.dimension == "number" and not operands.new.noun:
        return True  # "by 410 requests/s, from 1412 to 1822": the difference names the unit for all three
    return quantity.dimension in ("percent", "ratio", "number", "points") or (
        quantity.dimension == operands.new.dimension and bool(quantity.unit) is bool(operands.new.unit)
    )


def whole(claim: Claim, document: Document) -> tuple[ClaimKind, Quantity, Judgement] | None:
    """The same for a clause whose operands stand in another clause of its sentence."""
    statement = claim.conclusion.statement
    if claim.cell or claim.conclusion.quote == statement.text:
        return own(claim)
    found = own(parsing.parse(conclusion_of(statement, document, 1, 0)))
    at = statement.text.find(found[1].raw, max(0, found[1].start - 4)) + statement.start if found is not None else -1
    inside = claim.conclusion.at <= at < claim.conclusion.at + len(claim.conclusion.quote)
    return found if inside else own(claim)


def elsewhere(claim: Claim, document: Document) -> tuple[ClaimKind, Quantity, Judgement] | None:
    """A percentage or factor whose operands another sentence of the document states about the same thing ("regressed", "a 19 %
    regression"), if they bear it out; they never refute it, since it may speak of something else."""
    for quantity in claim.quantities if len(claim.quantities) <= MOST else ():
        kind, compute, scale, want = _reading(claim, quantity)
        if compute is None or kind == "delta" or claim.cell:
            continue
        words = _stems(claim.low)
        for sentence, operands, others in _changes(document) if words else ():
            if sentence.place.start == claim.conclusion.statement.start or not words & others:
                continue
            found = _judged(quantity, operands, compute, scale, want)
            if found is not None and found.verdict == "supported":
                return kind, quantity, found.because(f"line {sentence.place.line}: {found.derivation}")
    return None


@lru_cache(maxsize=16)
def _changes(document: Document) -> tuple[tuple[Sentence, Stated, frozenset[str]], ...]:
    """The sentences of a document that state both ends of a change, with their words of change."""
    out = []
    for sentence in document.sentences:
        if sum(c.isdigit() for c in sentence.text) > 1:
            claim = parsed(sentence)
            operands = stated(claim)
            if operands is not None:
                out.append((sentence, operands, _stems(claim.low)))
    return tuple(out)


def _stems(text: str) -> frozenset[str]:
    """Words of change, by their first letters: "regression" and "regressed" are one."""
    return frozenset(w[:6] for w in WORD.findall(text) if w in CHANGE or w[:6] in _CHANGES)


def difference(claim: Claim, kind: ClaimKind) -> Quantity | None:
    """The first number of a sentence that is a change of this kind."""
    return next((q for q in claim.quantities if (found := _reading(claim, q))[0] == kind and found[1] is not None), None)


def _reading(claim: Claim, quantity: Quantity) -> tuple[ClaimKind, Compute | None, Fraction, Interval | None]:
    direction = sense(claim, quantity)
    if quantity.dimension == "percent":
        return "percent", percent.readings(direction, quantity), Fraction(100), None
    if quantity.dimension == "ratio":
        return "ratio", ratio.readings(direction), Fraction(1), ratio.loose(quantity)
    if quantity.dimension == "number" and not quantity.unit and _A_FACTOR.search(claim.low, 0, quantity.start):
        return "ratio", ratio.readings(direction), Fraction(1), ratio.loose(quantity)
    if (named := points.find(claim)) is not None and named.start == quantity.start:
        return "points", points.readings(direction, named), Fraction(1), None
    if delta.find(claim)[0] is quantity:
        return "delta", delta.readings(direction, quantity), Fraction(1), None
    return "delta", None, Fraction(1), None


def _judged(quantity: Quantity, operands: Stated, compute: Compute, scale: Fraction, want: Interval | None) -> Judgement | None:
    first: Judgement | None = None
    ways = [(operands.old, operands.new)] if operands.ordered else [(operands.old, operands.new), (operands.new, operands.old)]
    for old, new in ways:
        pair = Pair(side(old), side(new), "stated")
        for formula, value in compute(pair.old.value, pair.new.value, pair):
            wide = next((w for f, w in compute(pair.old.wide, pair.new.wide, pair) if f == formula), None)
            found = number(quantity, value.times(scale), wide=wide.times(scale) if wide else None, want=want)
            found = replace(explain(found, quantity, pair, formula, value.times(scale), want), evidence=(), nodes=())
            if found.verdict == "supported":
                return found
            first = first or found
    if first is not None and not operands.ordered and "direction" in first.caveats:
        return replace(first, verdict="undecidable")
    return first


def side(q: Quantity) -> Side:
    """A written number as a side of a comparison."""
    value = value_of(q)
    return Side(q.raw, value, robust(value, Fraction(q.ulp) * Fraction(q.si)), "", 1, None, 0, (), q.dimension, "unknown", q.unit)


def plain(value: Fraction, unit: str) -> str:
    """A computed value in its base unit, at most three decimals.

    >>> plain(Fraction(171, 10), "s")
    '17.1 s'
    """
    text = f"{float(value):.3f}".rstrip("0").rstrip(".")
    return f"{text} {unit}".rstrip()
