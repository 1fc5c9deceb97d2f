"""Universal: "regardless of", "in all cases", "none", "never". Every member of the domain; one definite counterexample contradicts."""

from fractions import Fraction

from sessionlens.checks.binding.named import PLAIN, Pair, compare
from sessionlens.checks.claims import nature
from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.excepted import excepted
from sessionlens.checks.claims.sense import Sense, of
from sessionlens.checks.claims.words import word_set
from sessionlens.checks.evidence import digests
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.grids import columns, rounds, rowwise
from sessionlens.checks.grids.family import family
from sessionlens.checks.kinds import range_, threshold, trend
from sessionlens.checks.repository import callers
from sessionlens.checks.runs import constant, members, plans, whole
from sessionlens.checks.shown import silence
from sessionlens.checks.shown.presence import searched
from sessionlens.checks.shown.statement import shown
from sessionlens.checks.values.intervals import Interval, value_of
from sessionlens.checks.values.judge import Judgement, number, side
from sessionlens.checks.values.series import Batch, Series
from sessionlens.model.quantity import Quantity
from sessionlens.model.words import ClaimKind
from sessionlens.text.regex import regex

KIND: ClaimKind = "universal"
WORDS = word_set(
    "regardless irrespective independent matter order all every everything each any always across none no never nothing nobody nowhere"
)
_CUE = regex(
    r"\b(?:regardless of|irrespective of|independent of|no matter (?:which|what|how)|in (?:all|every"
    r"|each) (?:\w+ )?(?:cases?|modes?|configurations?|sizes?|variants?|runs?)"
    r"|at (?:all|every|any|each) (?:\w+ )?(?:sizes?|levels?|counts?|settings?|points?)|for (?:all|every|any) (?!\d)\w+|for each of"
    r"|across (?:all|every|the whole)|for any|always|every single)\b"
)
COUNTS = {"three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "twelve": 12}
_BEATS = word_set("beat beats outperforms outperform wins")
_HISTORY = regex(r"\b(?:never|nobody)\b")
_NEGATIVE = regex(r"\b(?:none of|no \w+ (?:ever|anywhere|at all)|never|nothing|nobody|nowhere|no other|no longer any)\b")


def recognise(claim: Claim) -> float:
    low = claim.low
    if _CUE.search(low) or constant.CUE.search(low) or rounds.CUE.search(low) or columns.CUE.search(low):
        return 0.8
    return 0.32 if _NEGATIVE.search(low) else 0.0


def judge(claim: Claim, evidence: Evidence) -> Judgement:
    if nature.general(claim):
        return shown(claim, evidence)
    if (seen := digests.same(claim, evidence) or _listed(claim, evidence)) is not None:
        return seen
    if claim.quantities and "flat" in claim.words and (level := trend.flat_at(claim, evidence)) is not None:
        return level
    if (
        claim.quantities
        and (bound := threshold.find(claim)) is not None
        and (each := whole.quantified(claim, *bound, evidence)) is not None
    ):
        return each
    if claim.quantities:
        found = with_numbers(claim, evidence)
        if found is not None:
            return found
    direction = next((s for w in claim.words if (s := of(w)) is not Sense.NONE), Sense.NONE)
    if direction is Sense.NONE and claim.words & _BEATS:
        direction = Sense.FASTER
    if direction is not Sense.NONE and not excepted(claim):
        found = with_direction(claim, evidence, direction)
        if found is not None:
            return found
    if _NEGATIVE.search(claim.low):
        looked = silence.told(claim, evidence) or searched(claim, evidence)
        if looked is None and _HISTORY.search(claim.low):
            return Judgement("unsupported", ("partial-domain",), "no search before this covers it")
        return looked or shown(claim, evidence)
    if claim.code and direction is Sense.NONE and not claim.quantities:
        return shown(claim, evidence)
    if nature.documentation(claim):
        return shown(claim, evidence)
    return Judgement("unsupported", ("partial-domain",), "no output was found that covers the whole domain that this speaks of")


def _listed(claim: Claim, evidence: Evidence) -> Judgement | None:
    """By what lists all there are: the rows of an output, the steps of a query plan, the uses that a search found."""
    for words, topic in (
        (constant.WORDS, constant.judge),
        (rounds.WORDS, rounds.judge),
        (columns.WORDS, columns.judge),
        (members.WORDS, members.judge),
        (plans.WORDS, plans.judge),
        (callers.WORDS, callers.judge),
        (rowwise.WORDS, rowwise.judge),
    ):
        if not words.isdisjoint(claim.words) and (seen := topic(claim, evidence)) is not None:
            return seen
    return None


def with_numbers(claim: Claim, evidence: Evidence) -> Judgement | None:
    """A number or range that is said to hold for every member."""
    span = range_.find(claim)
    low = span[0] if span else claim.quantities[0]
    if span is None and low.dimension not in ("time", "size", "rate", "percent"):
        return None
    members: list[tuple[str, Interval, Pair]] = []
    firm = False
    if claim.words & range_.DELTA:
        members, firm = family(claim, evidence.statements(claim.msg), low.dimension), True
    if len(members) < 2 and (claim.words & range_.DELTA or low.dimension == "percent"):
        members, firm = range_.differences(claim, evidence, low)
    if len(members) < 2 and low.dimension == "percent" and span is None:
        return row_by_row(claim, evidence, low)
    if len(members) < 2:
        return None
    want = range_.bounds(*span) if span else value_of(low)
    raw = f"{span[0].raw}-{span[1].raw}" if span else low.raw
    return range_.inside(members, want, raw, every=True, firm=firm)


def row_by_row(claim: Claim, evidence: Evidence, percent: Quantity) -> Judgement | None:
    """ "Fell by more than 90 % at every size": a table printed before and after, row against row. The rows must be the same ones, as
    another column of both printouts shows."""
    words = claim.tokens - PLAIN
    named = [s for s in evidence.series if s.measures & words and s.begun(claim.msg)]
    for series in named:
        batches = [b for b in series.before(claim.msg) if len(b.facts) > 1]
        values = [[p.value for p in b.singles] for b in batches]
        before = next((i for i in range(len(batches) - 2, -1, -1) if len(values[i]) == len(values[-1]) and values[i] != values[-1]), None)
        if before is None:
            continue
        rows = _rows(series, batches[before], batches[-1], evidence)
        if rows:
            return _each(claim, percent, rows, list(zip(values[before], values[-1], strict=True)), (batches[before].msg, batches[-1].msg))
    return _config_by_config(claim, percent, named)


def _config_by_config(claim: Claim, percent: Quantity, named: list[Series]) -> Judgement | None:
    """The same where each row is a config of its own: those of one metric that both calls printed."""
    last = max(((b.msg, b.part) for s in named for b in s.before(claim.msg)), default=None)
    now = [s for s in named if (s.before(claim.msg)[-1].msg, s.before(claim.msg)[-1].part) == last]
    if last is None or len({s.measures for s in now}) != 1:
        return None
    calls = [{(b.msg, b.part) for b in s.before(claim.msg)[:-1] if len(b.facts) == 1} for s in now]
    earlier = sorted(frozenset.intersection(*map(frozenset, calls)), reverse=True) if len(now) > 1 else []
    for call in earlier:
        was = [next(b for b in s.batches if (b.msg, b.part) == call).sides[0].value for s in now]
        values = [s.before(claim.msg)[-1].sides[0].value for s in now]
        if was != values:
            return _each(claim, percent, [s.config for s in now], list(zip(was, values, strict=True)), (call[0], last[0]))
    return None


def _rows(series: Series, old: Batch, new: Batch, evidence: Evidence) -> list[str]:
    """Names of the rows: a column of the same config whose values are distinct and the same in both printouts."""
    for other in evidence.series:
        if other is series or other.config != series.config:
            continue
        was = next((b for b in other.batches if (b.msg, b.part) == (old.msg, old.part)), None)
        now = next((b for b in other.batches if (b.msg, b.part) == (new.msg, new.part)), None)
        if was is None or now is None or len(now.facts) != len(new.singles):
            continue
        names = [f.raw for f in now.facts]
        if names == [f.raw for f in was.facts] and len(set(names)) == len(names):
            return [f"{other.metric} {name}" for name in names]
    return []


def _each(
    claim: Claim, percent: Quantity, rows: list[str], pairs: list[tuple[Interval, Interval]], at: tuple[int, int]
) -> Judgement | None:
    less = any(of(w) in (Sense.LESS, Sense.FASTER) for w in claim.words)
    bound, relation = Fraction(percent.value), {"above": ">", "below": "<", "up-to": "<="}.get(percent.hedge, "")
    results, parts = [], []
    for name, (old, new) in zip(rows, pairs, strict=True):
        ratio = new.over(old)
        if ratio is None:
            return None
        value = ratio.shifted(-1).times(Fraction(-100 if less else 100))
        got = side(value, bound, relation) if relation else number(percent, value)
        results.append(got.verdict)
        parts.append(f"{name}: {float(value.point):.5g} %")
    text = f"{'; '.join(parts[:6])}; claimed {relation or 'about'} {percent.raw}"
    if "contradicted" in results:
        wrong = [name for name, verdict in zip(rows, results, strict=True) if verdict == "contradicted"]
        return Judgement("contradicted", (), f"{text}: not for {', '.join(wrong)}", tuple(sorted(set(at))))
    return Judgement("undecidable" if "undecidable" in results else "supported", (), text, tuple(sorted(set(at))))


def with_direction(claim: Claim, evidence: Evidence, direction: Sense) -> Judgement | None:
    """ "Slower at every size": each member's difference has that sign."""
    binding = compare(claim, evidence)
    if len(binding.ways) < 2 or binding.group is None or not (binding.group.named or binding.group.family):
        return None
    wrong, open_, parts, at = [], [], [], set()
    for way in binding.ways:
        pair = way[0]
        change = pair.new.value.minus(pair.old.value)
        rate = pair.new.dimension == "rate" or pair.new.direction == "higher"
        up = direction is Sense.MORE or (direction is Sense.SLOWER and not rate) or (direction is Sense.FASTER and rate)
        parts.append(f"{pair.new.name} {pair.new.show()} against {pair.old.show()}")
        at |= {pair.old.msg, pair.new.msg}
        if (change.hi < 0 and up) or (change.lo > 0 and not up):
            wrong.append(pair.new.name)
        elif not ((change.lo > 0 and up) or (change.hi < 0 and not up)):
            open_.append(pair.new.name)
    text = "; ".join(parts[:8])
    evidence_at = tuple(sorted(at - {0}))
    said = next((COUNTS[w] for w in claim.words if w in COUNTS), 0)
    if not wrong and said > len(binding.ways):
        return Judgement("unsupported", ("partial-domain",), f"{len(binding.ways)} of {said} measured: {text}", evidence_at)
    if wrong and not binding.firm:
        return Judgement("undecidable", ("ambiguous-binding",), f"{text}: not surely what is meant", evidence_at)
    if wrong:
        return Judgement("contradicted", (), f"{text}: not for {', '.join(wrong)}", evidence_at)
    if open_:
        return Judgement("undecidable", (), f"{text}: {', '.join(open_)} cannot be told apart", evidence_at)
    return Judgement("supported", (), text, evidence_at)
