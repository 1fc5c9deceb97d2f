"""Corrections applied to facts. What a person changed says so in its field `amended`."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import TypeVar

from sessionlens.amendments.file import Amendment
from sessionlens.facts import Facts
from sessionlens.graph.build import assemble
from sessionlens.graph.view import View
from sessionlens.model.facts import Fact, Hypothesis, Measurement

F = TypeVar("F", bound=Fact)
_MARK = "baseline"


def applied(facts: Facts, amendments: Iterable[Amendment]) -> Facts:
    """The facts with all corrections made, one after the other; one that meets nothing changes nothing (`unmet` tells of it)."""
    for amendment in amendments:
        facts = _DEEDS[amendment.do](facts, amendment)
    return facts


def unmet(facts: Facts, amendments: Iterable[Amendment]) -> Iterator[str]:
    """A line for each correction whose target is not, or no longer, in the session."""
    known = {f.id for group in (facts.hypotheses, facts.conclusions) for f in group}
    configs = {m.config for m in facts.measurements}
    for a in amendments:
        missing = [i for i in ((a.target, a.value) if a.do == "merge" else (a.target,)) if i and i not in known]
        if a.do == "baseline" and a.value not in configs:
            missing = [a.value]
        if missing:
            yield f"an amendment ({a.do}) names {', '.join(missing)}, which this session does not have"


def rejected(facts: Facts) -> frozenset[str]:
    """Conclusions that a person has rejected: they are kept, and not judged."""
    return frozenset(c.id for c in facts.conclusions if c.amended.startswith("rejected"))


def for_checks(view: View) -> View:
    """The view as checks shall see it: a configuration that a person calls the baseline has that word in its name."""
    named = tuple(_as_base(m) for m in view.measurements)
    if named == view.measurements:
        return view
    table = {**view.graph.graph["facts"], Measurement: named}
    edges = list(view.graph.edges(keys=True))
    return replace(view, graph=assemble(table, view.turns, edges))


def _as_base(m: Measurement) -> Measurement:
    return m.model_copy(update={"config": f"{m.config} ({_MARK})"}) if m.amended.startswith(_MARK) else m


def _said(amendment: Amendment, what: str) -> str:
    return f"{what} by a person" + (f": {amendment.why}" if amendment.why else "")


def _changed(facts: tuple[F, ...], id: str, change: Callable[[F], F]) -> tuple[F, ...]:
    return tuple(change(f) if f.id == id else f for f in facts)


def _rename(facts: Facts, a: Amendment) -> Facts:
    def change(h: Hypothesis) -> Hypothesis:
        return h.model_copy(update={"text": a.value, "worded": a.value != h.quote, "amended": _said(a, f"renamed from {h.text!r}")})

    return replace(facts, hypotheses=_changed(facts.hypotheses, a.target, change))


def _alias(facts: Facts, a: Amendment) -> Facts:
    def change(h: Hypothesis) -> Hypothesis:
        aliases = tuple(dict.fromkeys((*h.aliases, a.value)))
        return h.model_copy(update={"aliases": aliases, "amended": _said(a, f"also called {a.value!r}")})

    return replace(facts, hypotheses=_changed(facts.hypotheses, a.target, change))


def _merge(facts: Facts, a: Amendment) -> Facts:
    by_id = {h.id: h for h in facts.hypotheses}
    gone, into = by_id.get(a.target), by_id.get(a.value)
    if gone is None or into is None or gone is into:
        return facts
    decided = into if into.status != "open" else gone
    one = into.model_copy(
        update={
            "aliases": tuple(dict.fromkeys((*into.aliases, *gone.aliases))),
            "mentions": tuple(sorted({*into.mentions, *gone.mentions, gone.msg})),
            "prediction": into.prediction or gone.prediction,
            "status": decided.status,
            "decided_at": decided.decided_at,
            "decided_by": tuple(sorted({*into.decided_by, *gone.decided_by})),
            "amended": _said(a, f"merged with {gone.id}"),
        }
    )
    kept = tuple(one if h is into else h for h in facts.hypotheses if h is not gone)
    changes = tuple(c.model_copy(update={"hypothesis": into.id}) if c.hypothesis == gone.id else c for c in facts.changes)
    return replace(facts, hypotheses=kept, changes=changes)


def _baseline(facts: Facts, a: Amendment) -> Facts:
    named = (m.model_copy(update={"amended": _said(a, f"{_MARK}, named")}) if m.config == a.value else m for m in facts.measurements)
    return replace(facts, measurements=tuple(named))


def _reject(facts: Facts, a: Amendment) -> Facts:
    return replace(
        facts, conclusions=_changed(facts.conclusions, a.target, lambda c: c.model_copy(update={"amended": _said(a, "rejected")}))
    )


_DEEDS: dict[str, Callable[[Facts, Amendment], Facts]] = {
    "merge": _merge,
    "rename": _rename,
    "alias": _alias,
    "baseline": _baseline,
    "reject": _reject,
}
