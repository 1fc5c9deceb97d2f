"""The read-only face of a session's graph that checks, rules and reports use."""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from operator import itemgetter
from typing import TYPE_CHECKING, Literal, TypeVar, cast

from sessionlens.model.facts import Change, Conclusion, Fact, Hypothesis, Measurement, Reversion, Verification
from sessionlens.model.session import Message, Session
from sessionlens.model.trace import Run, Turn
from sessionlens.model.verdict import Finding, Verdict

if TYPE_CHECKING:
    import networkx as nx

    from sessionlens.model.probe import ProbeRun

F = TypeVar("F", bound=Fact)
T = TypeVar("T")
ChangeState = Literal["applied", "partial", "reverted"]


@dataclass(frozen=True)
class View:
    """A session's facts and edges, seen as of one message.

    Nodes of `graph` are ids, each with the attribute `fact` (a message's node, `msg914`, has none); edges have their kind as key.
    `turns` maps a message's number to the message read closely (its commands, readings, statements); a view restored from a store
    reads them when asked. `until` is the last message that may be seen: None sees all. `only` limits the facts to a slice.
    `probe_run` is the last run of the session's probes, which is of today and as of no message.
    """

    session: Session
    graph: "nx.MultiDiGraph[str]"
    turns: Mapping[int, Turn]
    verdicts: Mapping[str, Verdict] = field(default_factory=dict)
    findings: tuple[Finding, ...] = ()
    until: int | None = None
    only: frozenset[str] | None = None
    probe_run: "ProbeRun | None" = None
    _shown: dict[type[Fact], tuple[Fact, ...]] = field(default_factory=dict, init=False, repr=False, compare=False)
    _made: dict[object, object] = field(default_factory=dict, init=False, repr=False, compare=False)

    def once(self, make: "Callable[[View], T]") -> T:
        """What `make` gives for this view, made at the first call and kept: an index that several readers share."""
        if make not in self._made:
            self._made[make] = make(self)
        return cast(T, self._made[make])

    def as_of(self, msg: int) -> "View":
        """The same session with nothing after message `msg` in sight; what came later is hindsight.

        Facts and findings of later messages are gone, and findings that cite one; a hypothesis that was decided later is still open, and
        no verdict is overturned by a message that has not come yet.
        """
        limit = msg if self.until is None else min(msg, self.until)
        findings = tuple(f for f in self.findings if f.known_at <= limit)
        verdicts = {
            c: v if not v.overturned_by else v.model_copy(update={"overturned_by": tuple(n for n in v.overturned_by if n <= limit)})
            for c, v in self.verdicts.items()
        }
        return replace(self, verdicts=verdicts, findings=findings, until=limit)

    def sliced(self, ids: frozenset[str]) -> "View":
        """The same session with only these facts in sight, and the findings that concern them: about one of them, or at a tool call
        (or, where a finding names no fact, a message) that one of them stands in."""
        places = {(f.msg, f.span.part) for f in map(self.fact, ids)}
        messages = {msg for msg, _ in places}
        kept = tuple(
            f
            for f in self.findings
            if ids & set(f.about) or (f.span.part and (f.msg, f.span.part) in places) or (not f.about and f.msg in messages)
        )
        return replace(self, only=ids if self.only is None else ids & self.only, findings=kept)

    def sees(self, fact_id: str, msg: int) -> bool:
        """Whether a fact of that message is in sight."""
        return (self.until is None or msg <= self.until) and (self.only is None or fact_id in self.only)

    def facts(self, kind: type[F]) -> tuple[F, ...]:
        """All facts of one kind in sight, in the order of the session."""
        if kind not in self._shown:
            found = self.graph.graph.get("facts", {}).get(kind, ())
            if self.until is not None or self.only is not None:
                found = tuple(self._as_seen(f) for f in found if self.sees(f.id, f.msg))
            self._shown[kind] = found
        return cast(tuple[F, ...], self._shown[kind])

    def _as_seen(self, fact: Fact) -> Fact:
        """A hypothesis that was decided after the last message in sight is open, with the deciding messages so far."""
        if self.until is None or not isinstance(fact, Hypothesis) or fact.decided_at is None or fact.decided_at <= self.until:
            return fact
        so_far = tuple(n for n in fact.decided_by if n <= self.until)
        return fact.model_copy(update={"status": "open", "decided_at": None, "decided_by": so_far})

    @property
    def hypotheses(self) -> tuple[Hypothesis, ...]:
        return self.facts(Hypothesis)

    @property
    def changes(self) -> tuple[Change, ...]:
        return self.facts(Change)

    @property
    def verifications(self) -> tuple[Verification, ...]:
        return self.facts(Verification)

    @property
    def measurements(self) -> tuple[Measurement, ...]:
        return self.facts(Measurement)

    @property
    def reversions(self) -> tuple[Reversion, ...]:
        return self.facts(Reversion)

    @property
    def conclusions(self) -> tuple[Conclusion, ...]:
        return self.facts(Conclusion)

    def fact(self, fact_id: str) -> Fact:
        """The fact with that id; KeyError if there is none."""
        return self._as_seen(cast(Fact, self.graph.nodes[fact_id]["fact"]))

    def verdict(self, conclusion_id: str) -> Verdict | None:
        """The verdict of a conclusion, None before checking."""
        return self.verdicts.get(conclusion_id)

    def targets(self, fact_id: str, edge: str) -> tuple[str, ...]:
        """Ids that `fact_id` points to by edges of that kind, sorted: what a change reverts, what evidence supports."""
        return tuple(sorted(t for t, kinds in self.graph.succ[fact_id].items() if edge in kinds and self._has_come(t)))

    def sources(self, fact_id: str, edge: str) -> tuple[str, ...]:
        """Ids that point to `fact_id` by edges of that kind, sorted: what supports it, what tests it."""
        return tuple(sorted(s for s, kinds in self.graph.pred[fact_id].items() if edge in kinds and self._has_come(s)))

    def edges(self, kinds: Iterable[str]) -> Iterator[tuple[str, str, str]]:
        """All edges of some kinds as source, target and kind, in sight or not."""
        wanted = frozenset(kinds)
        return ((source, target, kind) for source, target, kind in self.graph.edges(keys=True) if kind in wanted)

    def _has_come(self, node: str) -> bool:
        """Whether a fact or a message stood at the message that the view is as of."""
        if self.until is None:
            return True
        fact = self.graph.nodes[node].get("fact")
        return (fact.msg if fact else int(node.removeprefix("msg"))) <= self.until

    def message(self, number: int) -> Message:
        """The message with that number; KeyError if there is none."""
        messages = self.session.messages
        place = number - messages[0].number if messages else 0
        if not (0 <= place < len(messages) and messages[place].number == number):
            place = bisect_left(messages, number, key=lambda m: m.number)
        if place == len(messages) or messages[place].number != number:
            raise KeyError(number)
        return messages[place]

    def expect(self, numbers: Sequence[int]) -> None:
        """Says that these messages will be asked for. A view that reads them from a store reads them at once."""

    def of_people(self) -> list[int]:
        """The numbers of the messages that a person wrote."""
        return [m.number for m in self.session.messages if m.role == "user"]

    def runs(self, first: int = 0) -> Iterator[tuple[int, Run]]:
        """Every tool call in sight from message `first` on, with its message's number, oldest first."""
        if isinstance(self.turns, dict):
            every = self._every_run
            return iter(every[bisect_left(every, first, key=itemgetter(0)) :] if first else every)
        return self._runs_read(first)

    def _runs_read(self, first: int) -> Iterator[tuple[int, Run]]:
        """The calls in sight of a session whose messages are read when asked."""
        for number, turn in self.turns.items():
            if number < first or (self.until is not None and number > self.until):
                continue
            for run in turn.runs:
                yield number, run

    @cached_property
    def _every_run(self) -> list[tuple[int, Run]]:
        """The calls in sight of a session that is in memory anyway."""
        until = self.until
        return [(number, run) for number, turn in self.turns.items() if until is None or number <= until for run in turn.runs]

    def state(self, change_id: str) -> ChangeState:
        """The status fold: what is left of a change after the reversions in sight."""
        state: ChangeState = "applied"
        for reversion in self._undone.get(change_id, ()):
            state = "partial" if reversion.partial and state != "reverted" else "reverted"
        return state

    def lasts(self, reversion: Reversion) -> bool:
        """Whether what was taken back has not been put back since, as far as can be seen."""
        return reversion.again is None or (self.until is not None and reversion.again > self.until)

    @cached_property
    def _undone(self) -> dict[str | None, list[Reversion]]:
        """Reversions in sight by the change that they undo, as far as they lasted: none that was put back since, and none by which a
        message gave up a part of its own work before it was done."""
        by: dict[str | None, list[Reversion]] = {}
        for reversion in self.reversions:
            if not self.lasts(reversion) or (reversion.partial and reversion.msg == reversion.of_msg):
                continue
            for change in (reversion.of, *reversion.also):
                by.setdefault(change, []).append(reversion)
        return by
