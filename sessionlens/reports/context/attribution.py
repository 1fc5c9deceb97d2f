"""What a difference is made of, and what of it nobody has explained.

Two kinds of account are drawn. A stated one is a sentence of the agent that sets parts against a whole ("5 s and 4 s account for the
12 s"). A measured one compares two runs that printed both a total and the parts that add up to it.
"""

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations

from sessionlens.checks.claims.words import AGGREGATE, tokens
from sessionlens.checks.values.intervals import Interval, claimed
from sessionlens.model.facts import Conclusion, Measurement
from sessionlens.model.frozen import Record
from sessionlens.model.quantity import Quantity
from sessionlens.model.verdict import Verdict
from sessionlens.reports import numbers, plots, stated, tasks
from sessionlens.reports.context import measurements
from sessionlens.reports.lines import Line, Quote, Word, say
from sessionlens.reports.scope import Scope
from sessionlens.text.quantities import find
from sessionlens.text.regex import regex

SHOWN = 3
PARTS_AT_MOST = 8
_ACCOUNTS = regex(r"\b(?:accounts? for|explains?|makes? up|adds? up to|sums? to|together|altogether)\b", re.I)
_NAME = regex(r"([A-Za-z][\w./-]*(?: [a-z][\w./-]*)?)[ (:]*\Z")
_TOTALS = frozenset(w for w, kind in AGGREGATE.items() if kind == "sum") | {"overall", "wall", "elapsed"}


class Part(Record):
    """One part: its amount with the interval that the digits leave open, and its share of the whole. `amount` is in the unit of the
    whole. `share` is in per cent of it."""

    name: str
    amount: str
    interval: str
    share: str


class Account(Record):
    """One whole and its parts; `rest` is what they leave unexplained, and `closed` says that it may be nothing. `svg` draws it; `label`
    says it in words. `whole` is the amount to be explained. `parts` are what was set against it."""

    title: str
    whole: str
    parts: tuple[Part, ...]
    rest: Part
    messages: tuple[int, ...]
    line: Line
    closed: bool
    svg: str
    label: str

    @property
    def rows(self) -> tuple[Part, ...]:
        """The parts and the rest, as a table lists them."""
        return (*self.parts, self.rest)


class Attribution(Record):
    """`accounts` are the stated ones, then at most one measured."""

    accounts: tuple[Account, ...]


def build(scope: Scope) -> Attribution | None:
    stated = [a for c, v in scope.judged() if v.claim in ("sum", "attribution") and (a := _stated(scope, c, v)) is not None]
    accounts = [*stated[:SHOWN], *([a] if (a := _measured(scope)) is not None else [])]
    return Attribution(tuple(accounts)) if accounts else None


def _stated(scope: Scope, c: Conclusion, v: Verdict) -> Account | None:
    """A sentence that sets at least two quantities against a last one of the same unit."""
    if not _ACCOUNTS.search(c.quote):
        return None
    found = [q for q in find(c.quote) if q.unit and q.dimension not in ("percent", "count", "number")]
    alike = [q for q in found if q.dimension == found[-1].dimension and q.unit == found[-1].unit]
    if len(alike) < 3:
        return None
    parts = [(_name(c.quote, q) or q.raw, _written(q)) for q in alike[:-1]]
    whole = _written(alike[-1])
    places = max(numbers.decimals(q.raw) for q in alike)
    line = say("As the agent put it: ", Quote(scope.clip(c.quote, 240)), " ", Word(v.verdict), cites=(c.msg, *v.evidence))
    return _account("As stated", "the whole", whole, parts, alike[-1].unit, places, (c.msg, *v.evidence), line)


def _written(q: Quantity) -> Interval:
    """What a written number admits, in its own unit."""
    return claimed(q).times(1 / Fraction(q.si))


def _name(text: str, q: Quantity) -> str:
    found = _NAME.search(text[max(0, q.start - 40) : q.start])
    words = found.group(1).split() if found else []
    while words and words[0].lower() in ("and", "with", "the", "together", "of", "plus", "both", "costs", "takes"):
        words.pop(0)
    return " ".join(words)


def _measured(scope: Scope) -> Account | None:
    """Two of the runs that printed the same parts of the same total."""
    found = _two_runs(scope)
    if found is None:
        return None
    first, last = found
    values = [(numbers.value_of([a]), numbers.value_of([b])) for a, b in zip(first, last, strict=True)]
    deltas = [b.interval.minus(a.interval) for a, b in values]
    if deltas[-1].point == 0:
        return None
    places = max(v.places for pair in values for v in pair)
    cites = (first[-1].msg, last[-1].msg)
    parts = [(m.metric, d) for m, d in zip(first[:-1], deltas[:-1], strict=True)]
    after = "; the program was changed again after the second" if scope.changed_after(last[-1].msg) else ""
    line = say(f"The {first[-1].metric} changed by {_amount(deltas[-1], places, first[-1].unit)} between two runs{after}.", cites=cites)
    return _account("As measured", first[-1].metric, deltas[-1], parts, first[-1].unit, places, cites, line)


def _two_runs(scope: Scope) -> tuple[tuple[Measurement, ...], tuple[Measurement, ...]] | None:
    """The first two whose totals a borne-out statement sets against each other; else the first and the last, where they are of one thing
    and what the last was of still stands. Other two runs would tell how one trial differs from another."""
    for runs in _named(scope).values():
        for first, last in combinations(runs, 2):
            if stated.together(stated.pairs(scope), first[-1:], last[-1:]):
                return first, last
    several = [b for b in budgets_of(scope).values() if len(b) > 1]
    if not several:
        return None
    runs = max(several, key=len)
    alike = _words(runs[0][-1]) == _words(runs[-1][-1])
    return (runs[0], runs[-1]) if alike and not scope.changed_after(runs[-1][-1].msg) else None


def _words(m: Measurement) -> frozenset[str]:
    """What a value is called, wherever its program and its input lie."""
    return frozenset(word.rpartition("/")[2] for word in (*m.config.split(), *m.labels))


def budgets_of(scope: Scope) -> dict[tuple[str, ...], list[tuple[Measurement, ...]]]:
    """The totals of the session with the parts that add up to them, in order, by the parts' names and then by what was worked on: two
    totals of other inputs have nothing to do with each other. Runs of an old build are none."""
    budgets: dict[tuple[str, ...], list[tuple[Measurement, ...]]] = {}
    for names, found in _named(scope).items():
        for i, group in enumerate(tasks.parted(found, lambda budget: budget[-1])):
            budgets[(*names, str(i)) if i else names] = group
    return budgets


def _named(scope: Scope) -> dict[tuple[str, ...], list[tuple[Measurement, ...]]]:
    """The totals with their parts by the parts' names, whatever was worked on."""
    named: dict[tuple[str, ...], list[tuple[Measurement, ...]]] = {}
    void = measurements.stale_of(scope)
    for budget in _budgets(scope):
        if budget[-1].msg not in void:
            named.setdefault(tuple(m.metric for m in budget), []).append(budget)
    return named


def _budgets(scope: Scope) -> Iterator[tuple[Measurement, ...]]:
    """In each output, a total with the values before it that add up to it within their digits: the parts, then the total."""
    calls: dict[tuple[int, int], list[Measurement]] = {}
    for m in scope.view.measurements:
        calls.setdefault((m.msg, m.span.part), []).append(m)
    for found in calls.values():
        ordered = sorted(found, key=lambda m: (m.span.start, m.id))
        for i, total in enumerate(ordered):
            if not total.unit or not tokens(total.metric) & _TOTALS:
                continue
            others = [m for j, m in enumerate(ordered) if j != i and m.unit == total.unit and not tokens(m.metric) & _TOTALS]
            if (parts := _adding_up(others, total)) is not None:
                yield (*parts, total)
                break


def _adding_up(others: Sequence[Measurement], total: Measurement) -> Sequence[Measurement] | None:
    """The longest run of neighbours that sums to the total."""
    whole = numbers.value_of([total]).interval
    for size in range(min(PARTS_AT_MOST, len(others)), 1, -1):
        for start in range(len(others) - size + 1):
            parts = others[start : start + size]
            if len({m.metric for m in parts}) < size:
                continue
            both = _summed([numbers.value_of([m]).interval for m in parts])
            if both.lo <= whole.hi and whole.lo <= both.hi:
                return parts
    return None


def _summed(parts: Sequence[Interval]) -> Interval:
    total = Interval(Fraction(0), Fraction(0), Fraction(0))
    for p in parts:
        total = total.plus(p)
    return total


def _amount(x: Interval, places: int, unit: str) -> str:
    return f"{numbers.signed(x.point, places)} {unit}"


def _account(
    title: str, of: str, whole: Interval, parts: Sequence[tuple[str, Interval]], unit: str, places: int, cites: tuple[int, ...], line: Line
) -> Account:
    rest = whole.minus(_summed([p for _, p in parts]))
    told = [_part(name, p, whole, places, unit) for name, p in parts]
    left = _part("unexplained", rest, whole, places, unit)
    steps = [plots.Step(of, 0.0, float(whole.point), _amount(whole, places, unit), "whole")]
    at = Fraction(whole.point)
    for (name, p), t in zip(parts, told, strict=True):
        steps.append(plots.Step(name, float(at), float(at - p.point), t.amount, "part"))
        at -= p.point
    steps.append(plots.Step("unexplained", float(at), 0.0, left.amount, "rest"))
    closed = rest.lo <= 0 <= rest.hi
    label = f"{of} {_amount(whole, places, unit)}: " + ", ".join(f"{t.name} {t.amount}" for t in told)
    label += "; nothing is left unexplained." if closed else f"; {left.amount} {left.interval} is unexplained, {left.share} of the whole."
    return Account(
        title,
        _amount(whole, places, unit),
        tuple(told),
        left,
        tuple(sorted(set(cites))),
        line,
        closed,
        plots.waterfall(title, steps),
        label,
    )


def _part(name: str, x: Interval, whole: Interval, places: int, unit: str) -> Part:
    lo, hi = (numbers.number(v, places + 1) for v in (x.lo, x.hi))
    share = f"{numbers.number(x.point / whole.point * 100, 0)} %" if whole.point else ""
    return Part(name, _amount(x, places, unit), f"[{lo}, {hi}]" if lo != hi else "", share)
