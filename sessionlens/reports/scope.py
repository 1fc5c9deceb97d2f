"""What one report is about: a whole session, one hypothesis of it, or one message as of which everything is told."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from typing import Any

from sessionlens.graph.names import key, keys, words
from sessionlens.graph.view import View
from sessionlens.model.facts import Change, Conclusion, Fact, Hypothesis, Measurement, Verification
from sessionlens.model.session import Message
from sessionlens.model.trace import Run
from sessionlens.model.verdict import Finding, Verdict
from sessionlens.reports.labels import program_of
from sessionlens.reports.redact import Redactor

_APPOSED = re.compile(r"([\w-]+(?: [\w-]+)?)(?: \(|: | = )([\w-]+(?: [\w-]+)?)\b")
"""Two names side by side, the second in brackets or after a colon."""


_NAMED = re.compile(r"(?<![\w./-])(?=[a-z_-]*[a-z])(?:[\w]+[-_][\w-]*\w|[a-z]+\d+)(?![\w./-])", re.I)
"""A name that somebody gave to a variant: "pool-8", "with_cache", "v2"; no plain word, number or path."""


LONG, READ_AT_MOST = 1500, 300
"""Messages of a session that is very long, and how many of those are read."""
FIRST, NEAR = 20, 60


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
    memo: dict[str, Any] = field(default_factory=dict, compare=False)
    """What one section worked out and others want, too."""

    @property
    def sliced(self) -> bool:
        return self.view.only is not None

    @property
    def subject(self) -> Message | None:
        return None if self.message is None else self.whole.message(self.message)

    def numbers(self) -> list[int]:
        """The messages in sight that a section may read one by one. A stored message costs a read, so of a very long session only
        those are looked at that tell most: where something was believed, undone, refuted or found at fault, then where something was
        changed or concluded, with the neighbours of the message under close reading. `source` says how many were not."""
        return self._numbers

    @cached_property
    def _numbers(self) -> list[int]:
        until = self.view.until
        known = sorted(n for n in self.whole.turns if until is None or n <= until)
        if len(known) <= LONG:
            return known
        view = self.view
        kept = {*known[:FIRST], *known[-NEAR:]}
        refuted = (c for c, v in self.judged() if v.verdict == "contradicted")
        named = (c for c in view.changes if c.names or c.hypothesis)
        groups: tuple[Iterable[Fact | Finding], ...]
        groups = (view.hypotheses, view.reversions, refuted, view.findings, named, reversed(view.changes), reversed(view.conclusions))
        for fact in chain.from_iterable(groups):
            if len(kept) >= READ_AT_MOST:
                break
            kept.add(fact.msg)
        read = [n for n in known if n in kept]
        self.whole.expect(read)
        return read

    @cached_property
    def people(self) -> list[int]:
        """The messages in sight that a person wrote."""
        until = self.view.until
        return [n for n in self.whole.of_people() if until is None or n <= until]

    @cached_property
    def near(self) -> int:
        """The first message whose commands a close reading goes through: all of them, or the neighbours in a very long session."""
        return max(0, (self.message or 0) - NEAR) if self.long else 0

    @property
    def long(self) -> bool:
        """Whether not every message is read."""
        return len(self.whole.turns) > LONG

    def runs(self, first: int = 0, last: int | None = None) -> Iterator[tuple[int, Run]]:
        """The tool calls of those messages from `first` to `last`, oldest first."""
        for n in self.numbers():
            if n >= first and (last is None or n <= last):
                for run in self.whole.turns[n].runs:
                    yield n, run

    def clip(self, text: str, most: int = 160) -> str:
        """A text on one line, secrets taken out before it is cut."""
        flat = " ".join(self.redact(text[: most * 20]).split())
        return flat if len(flat) <= most else flat[: most - 1].rstrip() + "…"

    def findings(self) -> tuple[Finding, ...]:
        """Findings in sight."""
        return self.view.findings

    def judged(self) -> tuple[tuple[Conclusion, Verdict], ...]:
        """Conclusions in sight with their verdicts; those that were not checked are left out (`verdict_box` counts them)."""
        return self._judged

    @cached_property
    def _judged(self) -> tuple[tuple[Conclusion, Verdict], ...]:
        pairs = ((c, self.view.verdict(c.id)) for c in self.view.conclusions)
        return tuple((c, v) for c, v in pairs if v is not None)

    def issues(self, fact_id: str) -> list[str]:
        """What findings in sight say of a fact."""
        return self._issues.get(fact_id, [])

    @cached_property
    def _issues(self) -> dict[str, list[str]]:
        by: dict[str, list[str]] = {}
        for f in self.view.findings:
            for fact_id in dict.fromkeys(f.about):
                by.setdefault(fact_id, []).append(f.issue)
        return by

    def changes_of(self, hypothesis: Hypothesis) -> list[Change]:
        """The changes in sight that put a hypothesis to work. One that only took back what the session had made does not."""
        places, owned = self._changes
        found = {places[i] for i in self.whole.targets(hypothesis.id, "motivates") if i in places}
        return [self.view.changes[i] for i in sorted(found | owned.get(hypothesis.id, set()))]

    @cached_property
    def _changes(self) -> tuple[dict[str, int], dict[str, set[int]]]:
        """The place of each change in sight, and the places of those that name their hypothesis."""
        owned: dict[str, set[int]] = {}
        for i, c in enumerate(self.view.changes):
            if c.hypothesis and not self.clears(c):
                owned.setdefault(c.hypothesis, set()).add(i)
        return {c.id: i for i, c in enumerate(self.view.changes) if not self.clears(c)}, owned

    def clears(self, change: Change) -> bool:
        """Whether a change only took back what the session had made: that stands among the reversions."""
        return bool(change.files) and all((change.msg, path) in self._cleared for path in change.files)

    @cached_property
    def _cleared(self) -> frozenset[tuple[int, str]]:
        return frozenset((r.msg, path) for r in self.whole.reversions for path in r.files)

    def undone_at(self, change_id: str) -> list[int]:
        """The messages in sight that undid a change."""
        return self._undone.get(change_id, [])

    @cached_property
    def _undone(self) -> dict[str, list[int]]:
        by: dict[str, list[int]] = {}
        for r in self.view.reversions:
            if r.of:
                by.setdefault(r.of, []).append(r.msg)
        return by

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
    for matched in (by_id, by_alias, part_of_alias, by_words, _called_together(view, name)):
        if matched:
            return matched
    from difflib import get_close_matches

    names = sorted({a for h in everything for a in h.aliases} | {h.id for h in everything})
    folded = {n.casefold(): n for n in names}
    near = tuple(folded[n] for n in get_close_matches(wanted.casefold(), folded, 5, 0.5))
    raise Unknown(f"no hypothesis is called {wanted!r}", near or tuple(names[:8]))


def _called_together(view: View, name: str) -> tuple[Hypothesis, ...]:
    """Hypotheses whose alias stands beside the name as another name for it: "the pool change (P1)", "P1 (pool)", "P1: pool"."""
    if not name:
        return ()
    counts: Counter[str] = Counter()
    aliases = {key(a): h.id for h in view.hypotheses for a in h.aliases if key(a)}
    for message in view.session.messages:
        if view.until is not None and message.number > view.until:
            break
        for pair in _APPOSED.findall(message.text):
            left, right = keys(pair[0]), keys(pair[1])
            if name in left:
                counts.update(aliases[k] for k in right & aliases.keys())
            if name in right:
                counts.update(aliases[k] for k in left & aliases.keys())
    if not counts:
        return ()
    best = counts.most_common(1)[0][0]
    return tuple(h for h in view.hypotheses if h.id == best)


def slice_of(view: View, hypotheses: Iterable[Hypothesis], words: Iterable[str] = ()) -> frozenset[str]:
    """The ids of a hypothesis's story: its changes and what they set off, what tested it and what that was compared with, and the
    conclusions that rest on any of these, name it, or were drawn where it was decided. `words` are more names for it."""
    chosen = tuple(hypotheses)
    ids = {h.id for h in chosen}
    names = ({key(a) for h in chosen for a in h.aliases} | {key(w) for w in words}) - {""}
    for hypothesis in chosen:
        ids.update(view.targets(hypothesis.id, "motivates"), view.sources(hypothesis.id, "tests"))
        ids.update(view.sources(hypothesis.id, "supports"), view.sources(hypothesis.id, "opposes"))
    ids |= {c.id for c in view.changes if c.hypothesis in ids or any(key(n) in names for n in c.names)}
    changed = {i for i in ids if isinstance(_fact(view, i), Change)}
    ids |= {r.id for r in view.reversions if r.of in changed}
    ids |= {v.id for v in view.verifications if names & keys(v.subject) or _singly(view, v, changed)}
    ids |= _concluded(view, chosen, names)
    nodes = {n for i in ids if (v := view.verdict(i)) is not None for n in v.nodes}
    ids |= {n for n in nodes if isinstance(_fact(view, n), Measurement | Verification)}
    ids |= _alike(view, ids)
    ids |= _of_variants(view, ids)
    evidence = {i for i in ids if isinstance(_fact(view, i), Measurement)}
    resting = (c for c in view.conclusions if (v := view.verdict(c.id)) is not None and evidence & set(v.nodes))
    ids |= {c.id for c in resting if not _of_others(view, chosen, names, c)}
    beside = {n for i in ids if (v := view.verdict(i)) is not None and evidence & set(v.nodes) for n in v.nodes}
    ids |= {n for n in beside if isinstance(_fact(view, n), Measurement)}
    return frozenset(i for i in ids if _fact(view, i) is not None)


def _singly(view: View, v: Verification, changed: set[str]) -> bool:
    """Whether a verification looks at one of these changes; one that looks at everything done so far tells no single story."""
    looked_at = view.targets(v.id, "verifies")
    return len(looked_at) <= 2 and bool(changed & set(looked_at))


def _concluded(view: View, chosen: tuple[Hypothesis, ...], names: set[str]) -> set[str]:
    """Conclusions that name it, and those of the messages that decided it unless they name another hypothesis only."""
    deciding = {m for h in chosen for m in h.decided_by}
    found = set()
    for c in view.conclusions:
        if names & _said(c) or (c.msg in deciding and not _of_others(view, chosen, names, c)):
            found.add(c.id)
    return found


def _said(c: Conclusion) -> frozenset[str]:
    return keys(c.quote) | {key(n) for n in c.names}


def _of_others(view: View, chosen: tuple[Hypothesis, ...], names: set[str], c: Conclusion) -> bool:
    """Whether a conclusion names another hypothesis and none of these."""
    own = {h.id for h in chosen}
    said = _said(c)
    return not names & said and any(key(a) in said for h in view.hypotheses if h.id not in own for a in h.aliases if key(a))


def _alike(view: View, ids: set[str]) -> set[str]:
    """Measurements to compare with those of the slice: the same metric and unit from the same program."""
    kinds = set()
    for i in ids:
        m = _fact(view, i)
        if isinstance(m, Measurement) and (m.unit or m.direction != "unknown"):
            kinds.add((m.metric, m.unit, program_of(m.command)))
    return {m.id for m in view.measurements if (m.metric, m.unit, program_of(m.command)) in kinds}


def _of_variants(view: View, ids: set[str]) -> set[str]:
    """Measurements of the variants that the slice compares, whatever they measure: the counters of a run whose times were taken before."""
    tried = [m for i in ids if isinstance(m := _fact(view, i), Measurement) and m.direction != "unknown" and m.unit]
    by_metric: dict[tuple[str, str], list[Measurement]] = {}
    for m in tried:
        by_metric.setdefault((m.metric, program_of(m.command)), []).append(m)
    names: set[str] = set()
    for group in by_metric.values():
        said = [frozenset(_NAMED.findall(m.config)) for m in group]
        names |= frozenset().union(*said) - said[0].intersection(*said)
    if not names:
        return set()
    named = re.compile(rf"(?<![A-Za-z0-9])(?:{'|'.join(sorted(map(re.escape, names)))})(?![A-Za-z0-9])")
    first = min(m.msg for m in tried)
    return {m.id for m in view.measurements if m.msg >= first and m.direction != "unknown" and named.search(m.config)}


def _fact(view: View, fact_id: str) -> Fact | None:
    return view.fact(fact_id) if fact_id in view.graph.nodes and "fact" in view.graph.nodes[fact_id] else None


def of_session(view: View, kind: str, hypothesis: str | None) -> Scope:
    """The scope of a report on a session, or on one hypothesis of it."""
    if hypothesis is None:
        return Scope(view, view, kind, Redactor(), hypotheses=view.hypotheses)
    chosen = find_hypotheses(view, hypothesis)
    return Scope(view.sliced(slice_of(view, chosen, (hypothesis,))), view, kind, Redactor(), hypotheses=chosen)


def of_message(view: View, kind: str, number: int) -> Scope:
    """The scope of a close reading: nothing after that message is in sight but in `whole`."""
    if number not in view.turns:
        known = sorted(view.turns)
        raise Unknown(
            f"there is no message {number}; the session has {known[0]} to {known[-1]}" if known else "the session has no messages"
        )
    then = view.as_of(number)
    return Scope(then, view, kind, Redactor(), message=number, hypotheses=then.hypotheses)
