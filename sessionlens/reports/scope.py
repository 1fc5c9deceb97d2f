"""What one report is about: a whole session, one hypothesis of it, or one message as of which everything is told."""

from collections.abc import Iterable
from dataclasses import dataclass

from sessionlens.graph.names import key, keys, words
from sessionlens.graph.view import View
from sessionlens.model.facts import Change, Conclusion, Fact, Hypothesis, Measurement, Reversion, Verification
from sessionlens.model.session import Message
from sessionlens.model.verdict import Finding, Verdict
from sessionlens.reports.redact import Redactor


class Unknown(LookupError):  # noqa: N818 - it names an answer to the user, not a fault
    """What was asked for is not in the session. `near` are the names that come closest, or all that match when it was ambiguous."""

    def __init__(self, what: str, near: tuple[str, ...] = ()) -> None:
        super().__init__(f"{what}; did you mean {', '.join(near)}?" if near else what)
        self.near = near


@dataclass(frozen=True)
class Scope:
    """`view` shows what the report may speak of (a slice, as of a message); `whole` shows all of the session, for the hindsight box
    and for bases of comparison. `message` is the number of the message that a close reading is about."""

    view: View
    whole: View
    kind: str
    redact: Redactor
    message: int | None = None
    hypotheses: tuple[Hypothesis, ...] = ()

    @property
    def sliced(self) -> bool:
        return self.view.only is not None

    @property
    def subject(self) -> Message | None:
        return None if self.message is None else self.whole.message(self.message)

    def clip(self, text: str, most: int = 160) -> str:
        """A text on one line, secrets taken out before it is cut."""
        flat = " ".join(self.redact(text[: most * 20]).split())
        return flat if len(flat) <= most else flat[: most - 1].rstrip() + "…"

    def findings(self) -> tuple[Finding, ...]:
        """Findings in sight."""
        return self.view.findings

    def judged(self) -> tuple[tuple[Conclusion, Verdict], ...]:
        """Conclusions in sight with their verdicts; those that were not checked are left out (`verdict_box` counts them)."""
        pairs = ((c, self.view.verdict(c.id)) for c in self.view.conclusions)
        return tuple((c, v) for c, v in pairs if v is not None)

    def sees_message(self, number: int) -> bool:
        return number in self.whole.turns and (self.view.until is None or number <= self.view.until)


def find_hypotheses(view: View, wanted: str) -> tuple[Hypothesis, ...]:
    """The hypotheses that a word names: by id, else by alias, else by the words of their text.

    A name may be borne by several, for an investigation often asks several questions of one thing; all of them are returned, in
    order. Raises `Unknown` with the nearest aliases where none matches.
    """
    everything = view.hypotheses
    by_id = tuple(h for h in everything if h.id == wanted)
    name = key(wanted)
    by_alias = tuple(h for h in everything if name and name in {key(a) for a in h.aliases})
    part_of_alias = tuple(h for h in everything if name and any(name in keys(a) for a in h.aliases))
    needles = set(words(wanted))
    by_words = tuple(h for h in everything if needles and needles <= set(words(f"{h.text} {h.quote}")))
    for matched in (by_id, by_alias, part_of_alias, by_words):
        if matched:
            return matched
    from difflib import get_close_matches

    names = sorted({a for h in everything for a in h.aliases} | {h.id for h in everything})
    folded = {n.casefold(): n for n in names}
    near = tuple(folded[n] for n in get_close_matches(wanted.casefold(), folded, 5, 0.5))
    raise Unknown(f"no hypothesis is called {wanted!r}", near or tuple(names[:8]))


def slice_of(view: View, hypotheses: Iterable[Hypothesis]) -> frozenset[str]:
    """The ids of a hypothesis's story: its changes and what they set off, what tested it and what that was compared with, and the
    conclusions that rest on any of these or name it."""
    chosen = tuple(hypotheses)
    ids = {h.id for h in chosen}
    names = {key(a) for h in chosen for a in h.aliases} - {""}
    deciding = {m for h in chosen for m in h.decided_by}
    for hypothesis in chosen:
        ids.update(view.targets(hypothesis.id, "motivates"), view.sources(hypothesis.id, "tests"))
        ids.update(view.sources(hypothesis.id, "supports"), view.sources(hypothesis.id, "opposes"))
    ids |= {c.id for c in view.changes if c.hypothesis in ids or any(key(n) in names for n in c.names)}
    changed = {i for i in ids if isinstance(_fact(view, i), Change)}
    ids |= {r.id for r in view.reversions if r.of in changed}
    ids |= {v.id for v in view.verifications if changed & set(view.targets(v.id, "verifies")) or names & keys(v.subject)}
    measured = [f for i in ids if isinstance(f := _fact(view, i), Measurement)]
    kinds = {(m.metric, m.unit, _tool(m.command)) for m in measured}
    ids |= {m.id for m in view.measurements if (m.metric, m.unit, _tool(m.command)) in kinds}
    evidence = {i for i in ids if isinstance(_fact(view, i), Measurement | Verification | Reversion)}
    for conclusion in view.conclusions:
        verdict = view.verdict(conclusion.id)
        about = names & (keys(conclusion.quote) | {key(n) for n in conclusion.names})
        rests = verdict is not None and bool(evidence & set(verdict.nodes))
        if about or rests or (conclusion.msg in deciding and conclusion.id in ids):
            ids.add(conclusion.id)
    return frozenset(ids)


def _fact(view: View, fact_id: str) -> Fact | None:
    return view.fact(fact_id) if fact_id in view.graph.nodes and "fact" in view.graph.nodes[fact_id] else None


def _tool(command: str | None) -> str:
    return (command or "").split(" ", 1)[0]


def of_session(view: View, kind: str, hypothesis: str | None) -> Scope:
    """The scope of a report on a session, or on one hypothesis of it."""
    if hypothesis is None:
        return Scope(view, view, kind, Redactor(), hypotheses=view.hypotheses)
    chosen = find_hypotheses(view, hypothesis)
    return Scope(view.sliced(slice_of(view, chosen)), view, kind, Redactor(), hypotheses=chosen)


def of_message(view: View, kind: str, number: int) -> Scope:
    """The scope of a close reading: nothing after that message is in sight but in `whole`."""
    if number not in view.turns:
        known = sorted(view.turns)
        raise Unknown(
            f"there is no message {number}; the session has {known[0]} to {known[-1]}" if known else "the session has no messages"
        )
    then = view.as_of(number)
    return Scope(then, view, kind, Redactor(), message=number, hypotheses=then.hypotheses)
