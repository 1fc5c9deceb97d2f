"""Delta: "adds 1.3 s", "saves 4 s", "cut from A to B". new - old, and both ends where the claim gives them."""

import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from sessionlens.checks.binding import settings, slips
from sessionlens.checks.binding.differences import Compute, settle
from sessionlens.checks.binding.labels import comparable
from sessionlens.checks.binding.levels import judge_level
from sessionlens.checks.binding.named import PLAIN, Binding, Pair, compare
from sessionlens.checks.binding.operands import Stated, ground, stated
from sessionlens.checks.binding.restated import estimated
from sessionlens.checks.claims.claim import WORD, Claim
from sessionlens.checks.claims.sense import Sense, of, sense
from sessionlens.checks.claims.words import BASE, FASTER, LESS, MORE, NEW, SECONDARY, SLOWER, STOP, tokens, word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.grids import two_rows
from sessionlens.checks.kinds import percent, ratio
from sessionlens.checks.kinds.level import in_unit
from sessionlens.checks.values.intervals import Interval
from sessionlens.checks.values.judge import Judgement
from sessionlens.model.quantity import Quantity
from sessionlens.model.words import ClaimKind
from sessionlens.text.regex import regex

KIND: ClaimKind = "delta"
_NOT_AS_EXPECTED = regex(r"\bnot the [~≈]?\d[^,;]* (?:estimated|expected|predicted|planned|guessed|assumed)\b")
_DIRECTIONS = FASTER | SLOWER | MORE | LESS
NUMERIC = True
_GOVERN = word_set(
    "adds add added adding costs cost saves saved saving shaves shaved gains gained loses lost cut cuts reduces "
    "reduced by extra penalty overhead"
)
"""Words that make the number directly behind them a difference; "save" alone may be a name."""
_TAKE = word_set("takes take took taking knocks knock knocked shaves shave shaved shaving cuts trims trimmed")
"""Verbs that with "off" behind the number make it a difference: "takes 0.8 s off the start"."""
_SIDES = {"off": Sense.LESS, "above": Sense.MORE, "below": Sense.LESS}
"""Which side of its base a difference lies on: "1.5 s above the old run"."""
_BRACKETED = regex(r"\b(faster|slower|quicker|smaller|larger|lower|higher|shorter|longer) (?:here |there |again |now )?\($")
"""A comparison whose two values follow in brackets."""
PER = regex(r"\s?(?:per|a|an|each)\s[a-z]|/[a-z]")
"""What makes a number one per something: a pair beside it then says how many of these there are."""
_RUN_BEFORE = regex(
    r"\b(?:than|over|against|vs\.?|versus|compared (?:to|with)|below|above|from) (?:in |on |with )?(?:the|my|our|its)"
    r" (previous|last|earlier|preceding|prior|first) "
    r"(?:run|build|one|time|measurement|attempt|round|try)\b"
)
_SIGNED = regex(r"[+\-−–]\s?\d[\d.,]*\s?%")
_GAINS = word_set("gain gains gained gaining win wins won")
_BETWEEN = word_set("a an about roughly around only another some up to nearly almost over us you it the")
_DIMENSIONS = ("time", "size", "rate", "power", "temperature")
_CUES = word_set(
    "adds add added adding costs cost saves save saved saving overhead extra slower faster more less fewer better "
    "worse longer shorter higher "
    "lower larger smaller bigger reduces reduced reduction cut cuts gain gained gains lost loses shaves shaved drop "
    "dropped penalty increase "
    "increases increased later sooner earlier"
)


def find(claim: Claim) -> tuple[Quantity | None, Stated | None]:
    """The claimed difference and the stated operands: a signed quantity, or one that a word of difference stands directly beside."""
    operands = stated(claim)
    ends = (operands.old, operands.new) if operands else ()
    for q in claim.quantities:
        if q in ends or not (q.dimension in _DIMENSIONS or (q.dimension in ("number", "count") and q.signed)):
            continue
        if q.signed or governed(claim, q):
            return q, operands
    return None, operands


def governed(claim: Claim, q: Quantity) -> bool:
    """Whether a word of difference stands directly beside a quantity: "saves 4 s", "4 s more"."""
    before = [w for w in WORD.findall(claim.low[max(0, q.start - 30) : q.start]) if w not in _BETWEEN][-1:]
    after = WORD.findall(claim.low[q.end : q.end + 24])[:2]
    if after[:1] == ["off"] and set(before) & _TAKE:
        return True
    return bool(set(before) & _GOVERN or set(after) & _CUES or (after and after[0] in _SIDES))


def recognise(claim: Claim) -> float:
    if not claim.quantities:
        return 0.0
    quantity, operands = find(claim)
    return 0.56 if operands is not None or quantity is not None else 0.0


def judge(claim: Claim, evidence: Evidence) -> Judgement:
    quantity, operands = find(claim)
    pair = None
    if operands is not None and quantity is not None and PER.match(claim.low, quantity.end):
        operands = None  # "0.7 KB per event (100 to 400)" says how many events
    if operands is not None and quantity is not None and (named := settings.pair(claim, operands.old, operands.new, evidence)) is not None:
        return settle(claim, quantity, Binding([[named]]), readings(sense(claim, quantity), quantity))
    if operands is not None and quantity is not None and quantity.unit and not operands.old.unit and not operands.new.unit:
        operands = replace(operands, old=in_unit(operands.old, quantity), new=in_unit(operands.new, quantity))
    if operands is not None:
        pair, missing = ground(claim, operands, evidence)
        if pair is None:
            return missing or Judgement("unsupported")
        if quantity is None or quantity.dimension != operands.new.dimension:
            return _relative(claim, evidence) or _both_ends(claim, operands, pair, evidence)
    if quantity is None:
        return Judgement("undecidable")
    if _NOT_AS_EXPECTED.search(claim.low) and (level := judge_level(claim, quantity, evidence)).verdict == "supported":
        return level
    side = WORD.findall(claim.low[quantity.end : quantity.end + 12])[:1]
    direction = _SIDES.get(side[0], Sense.NONE) if side else Sense.NONE
    direction = sense(claim, quantity) if direction is Sense.NONE else direction
    if pair is not None:
        told = direction if side and side[0] in _SIDES else Sense.NONE
        found = settle(claim, quantity, Binding([[pair]]), readings(told, quantity))
        return slips.diagnose(found, quantity, pair, Fraction(0))
    binding = compare(claim, evidence, frozenset((quantity.dimension,)))
    if not binding.ways and (again := _last_run(claim, quantity, evidence)) is not None:
        return settle(claim, quantity, Binding([[again]]), readings(direction, quantity))
    if not binding.ways:
        binding = two_rows.between(claim, evidence, frozenset((quantity.dimension,)))
    if not binding.ways:
        return estimated(claim, quantity, evidence)
    if "save" in claim.words and "save" in evidence.labels and not claim.words & _DIRECTIONS - {"save"}:
        return judge_level(claim, quantity, evidence)
    found = settle(claim, quantity, binding, readings(direction, quantity, wins=not _GAINS.isdisjoint(claim.words)))
    if found.verdict == "contradicted" and "direction" in found.caveats and _of_neither(claim, quantity, next(binding.pairs)):
        return replace(found, verdict="undecidable", caveats=("ambiguous-binding",))
    return slips.diagnose(found, quantity, next(binding.pairs), Fraction(0)) if binding.unique else found


def _of_neither(claim: Claim, quantity: Quantity, pair: Pair) -> bool:
    """Whether what "costs" or "saves" is a thing that neither side is named by: in "D1 is settled: the list cost 0.7 s" perhaps the old."""
    clause = re.split(r"[:;,]\s", claim.low[: quantity.start])[-1]
    subject = tokens(clause) - PLAIN - _CUES - _GOVERN - STOP
    return bool(subject) and subject.isdisjoint(tokens(pair.old.name) | tokens(pair.new.name))


def _last_run(claim: Claim, quantity: Quantity, evidence: Evidence) -> Pair | None:
    """ "2.1 s longer than the previous run": the last two runs of what was measured last, where it is one thing."""
    match = _RUN_BEFORE.search(claim.low)
    if match is None:
        return None
    last = evidence.last_measured(claim.msg)
    found = [
        s
        for s in evidence.series
        if s.dimension == quantity.dimension
        and s.measures.isdisjoint(SECONDARY)
        and s.begun(claim.msg)
        and s.before(claim.msg)[-1].msg == last
    ]
    batches = [b for b in found[0].before(claim.msg) if len(b.facts) == 1] if len(found) == 1 else []
    if len({b.msg for b in batches}) < 2:
        return None
    return Pair(batches[0 if match[1] == "first" else -2].sides[0], batches[-1].sides[0], "time")


def _sign_beside(claim: Claim) -> int:
    """The sign of the percentage in the next cell of the row; 0 where there is none."""
    statement = claim.conclusion.statement
    if statement.table is None or statement.row_index is None or statement.column is None:
        return 0
    beside = "".join(statement.table.rows[statement.row_index][statement.column + 1 : statement.column + 2])
    match = _SIGNED.match(beside.strip())
    return 0 if match is None else 1 if match[0][0] == "+" else -1


def _relative(claim: Claim, evidence: Evidence) -> Judgement | None:
    """The percentage or multiple that the two ends are given for, where nothing but its own words stands between."""
    for q in claim.quantities:
        if q.dimension in ("percent", "ratio") and (beside := stated(claim, q)) is not None and beside.near:
            return percent.judge(claim, evidence) if q.dimension == "percent" else ratio.judge(claim, evidence)
    return None


def _other_way_round(claim: Claim, pair: Pair) -> str | None:
    """ "A is faster than B (5.0 vs 4.0 s)", where the labels of both values say which is whose, and the order is not the claimed one."""
    head, than, tail = claim.low.partition(" than ")
    word = next((w for w in reversed(WORD.findall(head)) if of(w) is not Sense.NONE), "")
    if not than or not word or head.endswith((" rather", " other", " more often", " less often")):
        return None
    subject, other = tokens(head) - PLAIN, tokens(tail.partition("(")[0]) - PLAIN
    mine = [s for s in (pair.old, pair.new) if tokens(s.name) & subject - other and not tokens(s.name) & other - subject]
    rest = [s for s in (pair.old, pair.new) if tokens(s.name) & other - subject and not tokens(s.name) & subject - other]
    if len(mine) != 1 or len(rest) != 1 or mine[0].value.touches(rest[0].value):
        return None
    rate = mine[0].dimension == "rate" or mine[0].direction == "higher"
    up = of(word) is Sense.MORE or (of(word) is Sense.SLOWER and not rate) or (of(word) is Sense.FASTER and rate)
    if (mine[0].value.point > rest[0].value.point) == up:
        return None
    return f"{mine[0].name} {mine[0].show()} against {rest[0].name} {rest[0].show()}: not {word}"


def _both_ends(claim: Claim, operands: Stated, pair: Pair, evidence: Evidence) -> Judgement:
    if claim.cell and operands.ordered and (beside := _sign_beside(claim)) and beside * (pair.new.value.point - pair.old.value.point) < 0:
        return Judgement("undecidable", ("direction",), f"{claim.text}: the row's own difference has the other sign")
    at = tuple(sorted({pair.old.msg, pair.new.msg} - {0}))
    if not operands.ordered and (wrong := _other_way_round(claim, pair)) is not None:
        return Judgement("contradicted", ("direction",), wrong, at, pair.old.nodes + pair.new.nodes)
    if (
        doubt := _back_in_time(operands, pair, evidence) or _turned_round(operands, pair) or _subject_last(claim, operands, pair)
    ) is not None:
        return Judgement("undecidable", ("direction",), doubt, at, pair.old.nodes + pair.new.nodes)
    text = f"{operands.old.raw} printed in msg {pair.old.msg}, {operands.new.raw} in msg {pair.new.msg}"
    return Judgement("supported", (), text, at, pair.old.nodes + pair.new.nodes)


def _back_in_time(operands: Stated, pair: Pair, evidence: Evidence) -> str | None:
    """ "A -> B" where A was never printed until after B was: nothing went from A to B, unless the names say which is the older."""
    if not operands.ordered or not pair.old.msg > pair.new.msg > 0 or pair.old.value.touches(pair.new.value):
        return None
    if tokens(pair.old.name) & BASE or tokens(pair.new.name) & NEW:
        return None
    lo, hi = float(pair.old.value.lo), float(pair.old.value.hi)
    if evidence.near(comparable(operands.old), lo, hi, pair.new.msg + 1):
        return None
    return f"{operands.old.raw} was printed in msg {pair.old.msg}, after {operands.new.raw} in msg {pair.new.msg}"


def _turned_round(operands: Stated, pair: Pair) -> str | None:
    """ "A -> B" where the names say that B is the older."""
    if not operands.ordered or pair.old.value.touches(pair.new.value):
        return None
    first, last = tokens(pair.old.name), tokens(pair.new.name)
    if not (first & NEW - last and last & BASE - first):
        return None
    return f"{operands.old.raw} is of {pair.old.name}, {operands.new.raw} of {pair.new.name}"


def _subject_last(claim: Claim, operands: Stated, pair: Pair) -> str | None:
    """ "A is faster (9 vs 7 ms)": what is spoken of stands first, so that its value is on the wrong side."""
    word = _BRACKETED.search(claim.low[: min(operands.old.start, operands.new.start)])
    if word is None or operands.ordered or " than " in claim.low or pair.old.value.touches(pair.new.value):
        return None
    rate = pair.new.dimension == "rate" or pair.new.direction == "higher"
    up = of(word[1]) is Sense.MORE or (of(word[1]) is Sense.SLOWER and not rate) or (of(word[1]) is Sense.FASTER and rate)
    if (pair.new.value.point > pair.old.value.point) == up:
        return None
    return f"{operands.new.raw} stands first, but is not {word[1]} than {operands.old.raw}"


def readings(direction: Sense, quantity: Quantity, *, wins: bool = False) -> Compute:
    """`wins`: what is gained of a rate is more of it; of a time or size the word leaves open which way it went."""

    def compute(old: Interval, new: Interval, pair: Pair) -> Iterator[tuple[str, Interval]]:
        rate = pair.new.dimension == "rate" or pair.new.direction == "higher"
        grown, shrunk = ("{new} - {old}", new.minus(old)), ("{old} - {new}", old.minus(new))
        if (direction is Sense.NONE and wins and pair.new.dimension == "rate") or quantity.signed or direction is Sense.MORE:
            yield grown
        elif direction is Sense.LESS:
            yield shrunk
        elif direction is Sense.SLOWER:
            yield shrunk if rate else grown
        elif direction is Sense.FASTER:
            yield grown if rate else shrunk
        else:
            yield grown if new.point >= old.point else shrunk

    return compute
