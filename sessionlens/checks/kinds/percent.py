"""Percent: "27 % slower", "+3.8 %". new/old - 1; "x % faster" of a time may mean less time or more speed, and either is accepted."""

import re
from collections.abc import Iterator
from fractions import Fraction

from sessionlens.checks.binding import slips
from sessionlens.checks.binding.differences import Compute, settle
from sessionlens.checks.binding.levels import judge_level
from sessionlens.checks.binding.named import Pair, compare
from sessionlens.checks.binding.operands import as_written, beside, either_way, ground, plain_side, stated
from sessionlens.checks.claims.claim import WORD, Claim, parse
from sessionlens.checks.claims.sense import SPEEDS, Sense, of, sense, way
from sessionlens.checks.claims.words import tokens, word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.grids import alongside, shares, tables
from sessionlens.checks.grids.agreement import agreeing, beside_dimensions, by_difference
from sessionlens.checks.values.intervals import Interval, claimed
from sessionlens.checks.values.judge import Judgement
from sessionlens.checks.values.printouts import dimension
from sessionlens.model.facts import Measurement
from sessionlens.model.quantity import Quantity
from sessionlens.model.words import ClaimKind
from sessionlens.text import quantities
from sessionlens.text.regex import regex

KIND: ClaimKind = "percent"
NUMERIC = True
_CHANGE = word_set("change delta diff difference vs versus gain speedup slowdown overhead improvement regression saved reduction pct")
"""Words of a metric or label that make a printed percentage one of change."""
_ANY_WAY = regex(r"\b(?:var(?:y|ies|ied)|chang(?:es?|ed)|deviat|diverg|shift|mov(?:es?|ed)|off by|disagree|fluctuat|swing|apart|spread)")
_DIFFER = regex(r"\bdiffer|\bgap between|\bapart\b|\bdifference\b")


_WHAT = regex(r"\s?(?:of|more|less|in) (?:the )?(size|memory|space|disk|rss|bytes|time|cpu time|runtime|latency)\b")
"""What the percentage is said to be of."""
_THAT = regex(r"(?:so )?(?:that|this|which)(?:['’]s| is| makes| means)\b")
_LONG = 12
_EXTENT = word_set("smaller larger bigger")
_RATES = word_set("throughput rate rates speed bandwidth qps rps iops")
_SIZED = frozenset(("size", "number", "count", "time"))
_DIMENSION = dict.fromkeys(("time", "cpu time", "runtime", "latency"), "time")

_OF_VALUE = regex(r"(?<![\w.])(\d[\d.,]*)(?: ?[a-zµ/%]{1,6})? \((?:by )?(?:about )?[-+−–]?$")
"""The value whose change a percentage in brackets behind it is: "down to 150 (-25 %)"."""


def recognise(claim: Claim) -> float:
    for q in claim.quantities:
        if q.dimension == "percent":
            related = q.signed or claim.cell or sense(claim, q) is not Sense.NONE or _DIFFER.search(claim.low) or _by(claim, q)
            return 0.6 if related else 0.35
    return 0.0


def judge(claim: Claim, evidence: Evidence) -> Judgement:
    found = _judged(claim, evidence)
    of = _OF_VALUE.search(claim.low, 0, asked(claim).start) if found.verdict == "contradicted" and "(" in claim.low else None
    if of is not None and not _has(found.derivation.replace(",", ""), of[1].replace(",", "").rstrip(".")):
        text = f"{of[1]} is what changed; {found.derivation}"
        return Judgement("undecidable", ("ambiguous-binding",), text, found.evidence, found.nodes)
    if found.verdict == "contradicted" and not claim.cell and _of_the_sentence(claim, asked(claim)):
        text = f"the sentence's own values give it, not {found.derivation}"
        return Judgement("undecidable", ("ambiguous-binding",), text, found.evidence)
    if found.verdict != "supported" or claim.cell:
        return found
    quantity = asked(claim)
    if not quantity.signed and len(found.nodes) > 1 and _untold(claim, quantity):
        text = f"{found.derivation}; but the clause does not say which way"
        return Judgement("undecidable", ("direction",), text, found.evidence, found.nodes)
    said = sense(claim, quantity)
    wrong = said is (Sense.SLOWER if quantity.value < 0 else Sense.FASTER)
    nodes = [evidence.view.fact(n) for n in found.nodes[:1] if n]
    timed = bool(nodes) and isinstance(nodes[0], Measurement) and dimension(nodes[0]) == "time" and nodes[0].direction != "higher"
    if quantity.signed and wrong and timed and "reading" not in found.caveats:
        return Judgement(
            "undecidable", ("direction",), f"{found.derivation}; but the sign and the words differ", found.evidence, found.nodes
        )
    return found


def _has(text: str, number: str) -> bool:
    """Whether a number stands in a text as a whole."""
    return re.search(rf"(?<![\d.]){re.escape(number)}(?!\d|\.\d)", text) is not None


def _of_the_sentence(claim: Claim, quantity: Quantity) -> bool:
    """Whether two values that the sentence gives outside the clause have this percentage between them: then it is of those."""
    whole = claim.whole.replace("**", "")
    if len(whole) <= len(claim.text) or (start := whole.find(claim.text)) < 0:
        return False
    given = [
        q for q in quantities.find(whole) if q.dimension in _SIZED | {"rate"} and q.unit and not start <= q.start < start + len(claim.text)
    ]
    compute = readings(sense(claim, quantity), quantity)
    want = claimed(quantity)
    for i, one in enumerate(given[:6]):
        for two in given[:i]:
            if one.dimension != two.dimension:
                continue
            for old, new in ((one, two), (two, one)):
                pair = Pair(plain_side(old, ()), plain_side(new, ()), "written")
                if any(want.touches(v.times(Fraction(100))) for _, v in compute(pair.old.value, pair.new.value, pair)):
                    return True
    return False


def _judged(claim: Claim, evidence: Evidence) -> Judgement:
    quantity = asked(claim)
    direction = sense(claim, quantity)
    if (beside_it := alongside.judge(claim, quantity, readings(direction, quantity), evidence)) is not None:
        return beside_it
    in_table = tables.difference(claim, quantity, readings(direction, quantity), Fraction(100), None, evidence)
    if in_table is not None:
        return (_printed(claim, quantity, evidence) or in_table) if in_table.verdict == "undecidable" else in_table
    if claim.cell and (share := shares.judge(claim, quantity, evidence)) is not None:
        return share
    operands = stated(claim, quantity) or beside(claim, quantity)
    if operands is None and (prior := _of_the_sentence_before(claim, quantity, evidence)) is not None:
        return prior
    if operands is not None:
        pair, missing = ground(claim, operands, evidence)
        if pair is None and missing is not None:
            return missing
        if pair is not None:
            best = either_way(claim, quantity, pair, operands, readings(direction, quantity), scale=Fraction(100))
            if best.verdict == "contradicted" and (
                own := as_written(operands, quantity, readings(direction, quantity), Fraction(100), pair)
            ):
                return own
            return slips.diagnose(_read(best, direction), quantity, pair, Fraction(100))
    if direction is Sense.NONE and not quantity.signed and not claim.cell and not _DIFFER.search(claim.low) and not _by(claim, quantity):
        level = judge_level(claim, quantity, evidence)
        if level.verdict == "supported" or level.caveats:
            return level
        return agreeing(claim, quantity, evidence, readings(direction, quantity), Fraction(100), inside_only=True) or level
    if (apart := by_difference(claim, quantity, evidence)) is not None and apart.verdict == "supported":
        return apart
    of = _WHAT.match(claim.low, quantity.end)
    dimensions = frozenset((_DIMENSION.get(of[1], "size"),)) if of else beside_dimensions(claim) or SPEEDS.get(direction, _sized(claim))
    binding = compare(claim, evidence, dimensions)
    if not binding.ways:
        level = _level(claim, quantity, direction, evidence)
        if level.verdict == "supported":
            return level
        return agreeing(claim, quantity, evidence, readings(direction, quantity), Fraction(100)) or level
    found_one = settle(claim, quantity, binding, readings(direction, quantity), scale=Fraction(100))
    if found_one.verdict != "supported":
        level = _level(claim, quantity, direction, evidence)
        if level.verdict == "supported":
            return level
        if found_one.verdict != "contradicted":
            return agreeing(claim, quantity, evidence, readings(direction, quantity), Fraction(100)) or found_one
    found_one = _read(found_one, direction)
    return slips.diagnose(found_one, quantity, next(binding.pairs), Fraction(100)) if binding.unique else found_one


def _of_the_sentence_before(claim: Claim, quantity: Quantity, evidence: Evidence) -> Judgement | None:
    """ "That's 32 % more": of the two values that the sentence before sets against each other. Contradicted where a slip gives it."""
    text = claim.conclusion.before
    if not text or not _THAT.match(claim.whole.lower()) or not claim.whole.lower().startswith(claim.low[:_LONG]):
        return None
    said = parse(claim.conclusion.model_copy(update={"quote": text}), claim.aliases)
    operands = stated(said)
    pair = ground(said, operands, evidence)[0] if operands is not None and operands.new.dimension != "count" else None
    if operands is None or pair is None or any(q.dimension == "percent" for q in said.quantities):
        return None
    direction = sense(claim, quantity)
    best = either_way(claim, quantity, pair, operands, readings(direction, quantity), scale=Fraction(100))
    if best.verdict != "contradicted":
        return best
    small, large = sorted((pair.old, pair.new), key=lambda s: s.value.point)
    old, new = (large, small) if direction is Sense.LESS else (small, large)
    told = slips.diagnose(best, quantity, Pair(old, new, "stated"), Fraction(100))
    return told if "; probably " in told.derivation else None


def _sized(claim: Claim) -> frozenset[str]:
    """What is smaller or larger is no rate, unless one is named."""
    return _SIZED if claim.words & _EXTENT and claim.words.isdisjoint(_RATES) else frozenset()


def _printed(claim: Claim, quantity: Quantity, evidence: Evidence) -> Judgement | None:
    """The difference as the tool itself printed it under the row's name, more finely than the values beside it."""
    found = judge_level(claim, quantity, evidence)
    if found.verdict != "supported" or found.caveats or not (found.nodes and found.nodes[0]):
        return None
    fact = evidence.view.fact(found.nodes[0])
    return found if isinstance(fact, Measurement) and tokens(fact.config) & tokens(claim.row) else None


def _level(claim: Claim, quantity: Quantity, direction: Sense, evidence: Evidence) -> Judgement:
    """A change as a tool printed it. A printed share ("miss rate 1.8 %") shows no change, and a printed sign must be the claimed one."""
    found = judge_level(claim, quantity, evidence)
    fact = evidence.view.fact(found.nodes[0]) if found.verdict == "supported" and found.nodes and found.nodes[0] else None
    beside = WORD.findall(claim.low[quantity.end : quantity.end + 24])[:2]
    changed = claim.low[: quantity.start].endswith(" by ") or any(of(w) is not Sense.NONE for w in beside)
    if direction is Sense.NONE or not changed or not isinstance(fact, Measurement):
        return found
    sign = -1 if fact.value < 0 else 1 if fact.raw.startswith("+") else 0
    named = not _CHANGE.isdisjoint(tokens(f"{fact.metric} {fact.config} {' '.join(fact.labels)}"))
    if (sign and sign == way(direction)) or (sign and fact.direction == "higher") or (named and not sign):
        return found
    why = "has the other sign" if sign else "is printed as a share, not as a change"
    return Judgement("undecidable", ("direction",) if sign else (), f"{found.derivation}; but it {why}", found.evidence, found.nodes)


def _by(claim: Claim, quantity: Quantity) -> bool:
    """ "... and the misses by 12 %": a change whose verb stands in the clause before."""
    return claim.low[: quantity.start].endswith(" by ")


def _untold(claim: Claim, quantity: Quantity) -> bool:
    """ "Does such a thing to the heap by 12 %": a change that no word of the sentence gives a direction."""
    if not _by(claim, quantity) or sense(claim, quantity) is not Sense.NONE or _DIFFER.search(claim.low) or _ANY_WAY.search(claim.low):
        return False
    return stated(claim, quantity) is None and all(of(w) is Sense.NONE for w in WORD.findall(claim.whole.lower()))


def _read(found: Judgement, direction: Sense) -> Judgement:
    """ "Faster" in per cent has two readings; the derivation's formula shows which one fits."""
    return found.adding("reading") if found.verdict == "supported" and direction is Sense.FASTER else found


def asked(claim: Claim) -> Quantity:
    """The percentage that is a difference: the one nearest to stated operands, else the first."""
    found = [q for q in claim.quantities if q.dimension == "percent"]
    operands = stated(claim)
    if operands is None or len(found) == 1:
        return found[0]
    first, last = min(operands.old.start, operands.new.start), max(operands.old.end, operands.new.end)
    return min(found, key=lambda q: min(abs(q.start - last), abs(first - q.end)))


def readings(direction: Sense, quantity: Quantity) -> Compute:
    """The readings of a relative change that the wording admits, the plainest first."""

    def compute(old: Interval, new: Interval, pair: Pair) -> Iterator[tuple[str, Interval]]:
        grow, shrink = new.over(old), old.over(new)
        if grow is None or shrink is None:
            return
        more = ("({new} - {old}) / {old}", grow.shifted(-1))
        less = ("({old} - {new}) / {old}", grow.flipped())
        speed = ("{old} / {new} - 1", shrink.shifted(-1))
        lost = ("({new} - {old}) / {new}", shrink.flipped())
        rate = pair.new.dimension == "rate" or pair.new.direction == "higher"
        if (quantity.signed and direction is not Sense.FASTER) or direction is Sense.MORE or (quantity.signed and quantity.value < 0):
            yield more
        elif direction is Sense.SLOWER:
            yield from ((speed, less) if rate else (more,))
        elif direction is Sense.FASTER:
            yield from ((more, lost) if rate else (speed,) if quantity.signed else (less, speed))
        elif direction is Sense.LESS:
            yield less
        else:
            yield more if grow.point >= 1 else less
            yield speed if grow.point < 1 else lost

    return compute
