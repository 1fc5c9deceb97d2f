"""The edges that facts alone decide; each function yields (source, target, kind).

Facts are linked by label (aliases of a hypothesis, a configuration's name), by reference (ids that the facts carry), by file,
and by time, in that order of trust. Edges that need a verdict are in `evidence.py`.
"""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from sessionlens.graph.names import holds, key, keys, spelling
from sessionlens.model.facts import Change, Conclusion, Fact, Hypothesis, Measurement, Verification
from sessionlens.model.session import Message
from sessionlens.text.regex import regex

if TYPE_CHECKING:
    from sessionlens.facts import Facts

Link = tuple[str, str, str]
_NUMBER = regex(r"[+\-−~]?\d[\d.,]*")
_WHOLE = frozenset({"build", "tests", "test", "lint", "clean", "diff", "git"})
"""Topics of verifications that look at everything changed so far and not at one thing."""
_ASIDE = frozenset({"state"})
"""Topics that try no hypothesis by standing after a change: that a tree is tidy says nothing of what was believed."""

SUBJECT = 200
"""Characters of a verification's subject that are looked at for a name."""


def node_of(msg: int) -> str:
    """The node id of a message."""
    return f"msg{msg}"


class Names:
    """Hypotheses by the names they go by."""

    def __init__(self, hypotheses: Iterable[Hypothesis]) -> None:
        self._by_key: dict[str, list[Hypothesis]] = defaultdict(list)
        self._known: dict[str, tuple[Hypothesis, ...]] = {}
        for hypothesis in hypotheses:
            for alias in {key(a) for a in hypothesis.aliases} - {""}:
                self._by_key[alias].append(hypothesis)

    def named(self, texts: Iterable[str], msg: int | None = None) -> set[str]:
        """Ids of the hypotheses, of those that stood at that message, that one of the texts names."""
        known = self._known
        found: set[str] = set()
        for text in texts:
            bearers = known[text] if text in known else self._in(text)
            if bearers:
                found.update([h.id for h in bearers if msg is None or h.msg <= msg])
        return found

    def _in(self, text: str) -> tuple[Hypothesis, ...]:
        letters = spelling(text)
        named = [name for name in self._by_key if name in letters]
        found = self._known[text] = tuple([h for name in named if holds(text, name) for h in self._by_key[name]]) if named else ()
        return found


def motivates(facts: "Facts", names: Names) -> Iterator[Link]:
    """Hypothesis to change: by the change's own reference, else by a name that both go by, even where the belief was put in words only
    after the edit."""
    for change in facts.changes:
        for source in {change.hypothesis} if change.hypothesis else names.named(change.names):
            yield source, change.id, "motivates"


def tests(facts: "Facts", names: Names) -> Iterator[Link]:
    """Measurement or verification to hypothesis: by label; else because its message is one that decided the hypothesis; else because
    the change before it put the hypothesis to work."""
    decided: dict[int, set[str]] = defaultdict(set)
    for hypothesis in facts.hypotheses:
        for msg in hypothesis.decided_by:
            decided[msg].add(hypothesis.id)
    tried = Tried(facts.changes, names)
    for m in facts.measurements:
        for target in names.named((m.config, *m.labels), m.msg) or decided[m.msg] or tried.at(m.msg, m.part):
            yield m.id, target, "tests"
    for v in facts.verifications:
        for target in names.named((v.subject, v.text), v.msg) or decided[v.msg] or (() if v.topic in _ASIDE else tried.at(v.msg, v.part)):
            yield v.id, target, "tests"


class Tried:
    """What was being tried at a point of the session: the hypotheses of the latest change before it, or made by the same call."""

    def __init__(self, changes: tuple[Change, ...], names: Names) -> None:
        inside = [c for c in changes if c.hypothesis or not c.outside]
        self._points = [(c.msg, c.part) for c in inside]
        self._of = [{c.hypothesis} if c.hypothesis else names.named(c.names, c.msg) for c in inside]

    def at(self, msg: int, part: int) -> set[str]:
        place = bisect_right(self._points, (msg, part))
        return self._of[place - 1] if place else set()


def verifies(changes: tuple[Change, ...], verifications: tuple[Verification, ...]) -> Iterator[Link]:
    """Verification to change: the latest change of the file or name it looks at; a build or a test run, every change of the working
    copy since the last one like it; anything else, the change directly before it."""
    looked: dict[str, int] = {}
    latest = now = 0
    named: dict[str, Change] = {}
    for v in verifications:
        while now < len(changes) and (changes[now].msg, changes[now].part) < (v.msg, v.part):
            named.update(dict.fromkeys(_goes_by(changes[now]), changes[now]))
            now += 1
        about = [named[n] for n in keys(v.subject[:SUBJECT]) & named.keys()] if v.subject else []
        if about:
            yield v.id, max(about, key=lambda c: (c.msg, c.part)).id, "verifies"
        elif v.topic in _WHOLE:
            yield from ((v.id, c.id, "verifies") for c in changes[looked.get(v.topic, 0) : now] if not c.outside)
        elif now > latest:
            yield v.id, changes[now - 1].id, "verifies"
        looked[v.topic] = latest = now


def _goes_by(change: Change) -> frozenset[str]:
    return _keys_of((*change.names, *(file.rpartition("/")[2] for file in change.files)))


@lru_cache(maxsize=4096)
def _keys_of(names: tuple[str, ...]) -> frozenset[str]:
    return frozenset(key(n) for n in names) - {""}


def reverts(facts: "Facts") -> Iterator[Link]:
    """Reversion to the change it undoes."""
    known = {c.id for c in facts.changes}
    return ((r.id, r.of, "reverts") for r in facts.reversions if r.of in known and r.of)


def samples(measurements: tuple[Measurement, ...]) -> Iterator[Link]:
    """Aggregate to the values it was computed from."""
    return ((m.id, s, "derives_from") for m in measurements if m.samples for s in m.samples)


def supersedes(measurements: tuple[Measurement, ...], conclusions: tuple[Conclusion, ...]) -> Iterator[Link]:
    """A later measurement of the same thing to the last earlier one; a conclusion said again, with other numbers or not, likewise."""
    yield from _newest(((m.metric, m.config, m.unit, m.n is None), m) for m in measurements)
    yield from _newest((_wording(c), c) for c in conclusions)


def _wording(conclusion: Conclusion) -> object:
    """What a conclusion says with its numbers aside; a cell is told by its row's label and its column."""
    s = conclusion.statement
    if s.kind == "cell" and s.table is not None and s.row_index is not None and s.column is not None:
        label = s.table.rows[s.row_index][0] if s.column and s.table.rows[s.row_index] else ""
        return s.table.header, label, s.column
    return _NUMBER.sub("#", conclusion.quote.casefold())


def _newest(keyed: Iterable[tuple[object, Fact]]) -> Iterator[Link]:
    last: dict[object, Fact] = {}
    for what, fact in keyed:
        earlier = last.get(what)
        if earlier is None or earlier.msg != fact.msg:
            last[what] = fact
            if earlier is not None:
                yield fact.id, earlier.id, "supersedes"


def asks(messages: Iterable[Message], groups: Iterable[tuple[Fact, ...]]) -> Iterator[Link]:
    """A person's message to what it set off: the facts of the messages up to that person's next one."""
    by_msg: dict[int, list[str]] = defaultdict(list)
    for group in groups:
        for fact in group:
            by_msg[fact.msg].append(fact.id)
    asked: str | None = None
    for message in messages:
        if message.role == "user":
            asked = node_of(message.number)
        elif asked:
            for target in by_msg.get(message.number, ()):
                yield asked, target, "asks"
