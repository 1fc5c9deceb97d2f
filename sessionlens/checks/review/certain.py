"""What must hold of the values behind a contradiction, whatever found them: else it is undecidable what the statement is of.

A false "contradicted" costs more than a miss. So where a comparison, a sum or a value contradicts,

- the statement's own numbers must not bear the claim out ("before 183, after 108 ms (1.7x)");
- the values must be of one metric and dimension, and of one that the statement speaks of;
- the statement must name what they are of: a setting, a metric, a command;
- a column's own metric ("RSS | -15 %") must be theirs.

Source: `CHECKING.md`, "Binding": a claim is contradicted only by the one thing that it names.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from sessionlens.checks.binding.operands import stated
from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import COUNTS, FASTER, LESS, MORE, SLOWER, SPECIFIC_METRIC, STOP, tokens, word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.values.intervals import claimed
from sessionlens.checks.values.judge import Judgement
from sessionlens.model.facts import Measurement
from sessionlens.model.quantity import Quantity
from sessionlens.text import quantities, units
from sessionlens.text.regex import regex

_COMPARED = frozenset(("percent", "ratio", "delta", "vague"))
_HELD = _COMPARED | {"sum", "level", "state", "tests"}
_FAILS = word_set("fail fails failed failing red broken breaks")
_PASSES = word_set("pass passes passed passing green ok succeed succeeds succeeded")
_PLAIN = word_set(
    "change changed changes diff difference delta gain gains loss ratio speed up speedup improvement reduction saving savings effect "
    "relative result share part factor factors multiple multiples times slow slowdown down up x saved save gained lost brings"
)
_BESIDE = regex(r"(?i)\b(?:against|vs\.?|versus|over|than|to|from|of)\b")
"""A head that says what with what is compared, and no metric."""
_BY_KIND = {
    "size": word_set("memory rss heap size footprint disk space"),
    "time": word_set("time latency runtime duration wall cpu"),
    "rate": word_set("throughput rate speed bandwidth"),
}
_SHARES = word_set("share shares percentage percentages points overhead coverage utilisation utilization rate rates")
_ACTS = regex(r"^(?:i|we) (?:only|just)\b")
_MOST = 12
_NAMELESS = (
    STOP
    | FASTER
    | SLOWER
    | MORE
    | LESS
    | frozenset(COUNTS)
    | word_set("time times as it this that by now so much only just about half twice")
)
"""What says how things compare, and not of what."""
_SAID_UNIT = regex(r"^(?:s|ms|us|ns|b|kb|mb|gb|kib|mib|gib|x|op|ops|sec|min)$")


def judge(claim: Claim, kind: str, found: Judgement, evidence: Evidence) -> Judgement:
    """The judgement, or undecidable with the reason in front of its derivation."""
    if found.verdict != "contradicted" or kind not in _HELD:
        return found
    if kind == "tests" and not claim.words.isdisjoint(_FAILS) and not claim.words.isdisjoint(_PASSES):
        return _open(found, "it speaks of tests that fail and of tests that pass")
    nodes = [evidence.view.fact(n) for n in found.nodes if n]
    values = [f for f in nodes if isinstance(f, Measurement)]
    why = _doubt(claim, kind, values) if kind != "tests" else ""
    if not why and kind == "level" and not claim.cell and _all_printed(claim, values, evidence):
        why = "each of its values is printed, beside the other"
    return _open(found, why) if why else found


def _all_printed(claim: Claim, values: Sequence[Measurement], evidence: Evidence) -> bool:
    """Whether a call that a value is of printed each of the several numbers of one dimension that the statement gives: of two things."""
    kinds = {q.dimension for q in claim.quantities if q.unit and q.dimension not in ("number", "count", "percent", "ratio")}
    given = [q for q in claim.quantities if q.dimension in kinds or (not q.unit and "." in q.raw)]
    if len(values) != 1 or len(kinds) != 1 or len({q.value for q in given}) < 2 or any(q.dimension in ("percent", "ratio") for q in given):
        return False
    scale = next(Fraction(q.si) for q in given if q.unit)
    turn = evidence.view.turns.get(values[0].msg)
    printed = [r for run in turn.runs for r in run.readings if units.dimension(r.unit) in kinds] if turn is not None else []
    held = [Fraction(str(r.value)) * Fraction(units.factor(r.unit)) for r in printed]
    wanted = [Fraction(q.value) * (Fraction(q.si) if q.unit else scale) for q in given]
    return all(any(abs(h - w) <= w / 2000 for h in held) for w in wanted)


def _open(found: Judgement, why: str) -> Judgement:
    return replace(found, verdict="undecidable", caveats=("ambiguous-binding",), derivation=f"{why}; {found.derivation}")


def _doubt(claim: Claim, kind: str, values: Sequence[Measurement]) -> str:
    if kind == "state" and _ACTS.match(claim.low):
        return "it tells what was done"
    if kind == "state" and claim.tokens <= _NAMELESS:
        return "the statement names nothing"
    if (
        kind == "delta"
        and not values
        and (ends := stated(claim)) is not None
        and not (ends.old.unit or ends.new.unit)
        and any(q.unit for q in claim.quantities)
    ):
        return "its operands have no unit"
    if kind in _COMPARED and not claim.cell and _by_itself(claim, kind):
        return "the statement's own numbers give it"
    if claim.cell and kind in _COMPARED and (foreign := _of_another(claim, values)):
        return f"{foreign} is not what these values are of"
    if not values:
        return ""
    said = {q.dimension for q in quantities.find(claim.whole) if q.unit and q.dimension not in ("percent", "ratio")}
    printed = {units.dimension(v.unit) for v in values if v.unit}
    if kind in ("sum", "delta") and said and printed and said.isdisjoint(printed):
        return "what it speaks of is measured in another unit"
    if kind == "delta" and said and not printed:
        return "these values have no unit"
    if kind == "percent" and printed == {"percent"} and claim.words.isdisjoint(_SHARES) and not _metric_named(claim, values):
        return "these values are shares"
    if (
        kind in _COMPARED
        and len(values) > 1
        and not frozenset.intersection(*(own := [_labels(v) & SPECIFIC_METRIC for v in values]))
        and all(own)
    ):
        return "these values are of several metrics"
    if not claim.cell and any("::" in v.config and v.config.rpartition("::")[2].lower() not in claim.whole.lower() for v in values):
        return "these values are of single tests, which the statement does not name"
    if not claim.cell and not _named(claim, values):
        return "the statement names none of these values"
    return ""


def _labels(value: Measurement) -> frozenset[str]:
    return tokens(f"{value.metric} {value.config} {' '.join(value.labels)}")


def _metric_named(claim: Claim, values: Sequence[Measurement]) -> bool:
    return any(not tokens(v.metric).isdisjoint(claim.tokens) for v in values)


def _named(claim: Claim, values: Sequence[Measurement]) -> bool:
    """Whether a word of the statement, of the sentence before it or of its list names a setting, the metric or the command of a value."""
    own = (claim.tokens | claim.around | tokens(claim.whole)) - STOP - _units(claim)
    if any(not own.isdisjoint(_BY_KIND.get(units.dimension(v.unit), ())) for v in values):
        return True
    return any(not own.isdisjoint((_labels(v) | tokens(v.command or "")) - STOP) for v in values)


def _units(claim: Claim) -> frozenset[str]:
    """The words of the units of the statement's quantities, which name nothing."""
    return frozenset[str]().union(*(tokens(q.unit) for q in claim.quantities))


def _of_another(claim: Claim, values: Sequence[Measurement]) -> str:
    """The head of a column that names a metric of its own, where neither the values nor the other columns go by it."""
    if _BESIDE.search(claim.column):
        return ""
    head = tokens(claim.column) - STOP - _PLAIN - _units(claim)
    head = frozenset(w for w in head if w.isalpha() and not _SAID_UNIT.match(w))
    table = claim.conclusion.statement.table
    if not head or table is None:
        return ""
    others = tokens(" ".join(h for h in table.header if h != claim.column)) | tokens(" ".join(row[0] for row in table.rows if row))
    labels = frozenset[str]().union(*map(_labels, values))
    return claim.column if head.isdisjoint(others | labels) else ""


def _by_itself(claim: Claim, kind: str) -> bool:
    """Whether two numbers of the statement have the claimed relation."""
    given = [q for q in quantities.find(claim.whole.replace("**", "")) if q.dimension not in ("percent", "ratio")][:_MOST]
    for want in claim.quantities:
        if (kind != "delta" and want.dimension not in ("percent", "ratio")) or stated(claim, want) is not None:
            continue  # "5 -> 4 ms, -25 %" says what it is of
        bounds = claimed(want)
        if any(bounds.lo <= value <= bounds.hi for value in _relations(given, want, kind)):
            return True
    return False


def _relations(given: Sequence[Quantity], want: Quantity, kind: str) -> Iterator[Fraction]:
    for i, one in enumerate(given):
        for two in given[:i]:
            if one.unit and two.unit and one.dimension != two.dimension:
                continue
            shared = one.si if one.unit else two.si  # "108 ms before, 183 after"
            a = Fraction(one.value) * Fraction(one.si if one.unit else shared)
            b = Fraction(two.value) * Fraction(two.si if two.unit else shared)
            if kind == "delta":
                if one.raw != want.raw and two.raw != want.raw:
                    yield from (a - b, b - a)
            elif a and b:
                yield from (
                    (a / b, b / a)
                    if want.dimension == "ratio"
                    else ((a / b - 1) * 100, (b / a - 1) * 100, (1 - a / b) * 100, (1 - b / a) * 100)
                )
