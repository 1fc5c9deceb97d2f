"""The read-only face of a session's graph that checks, rules and reports use."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeVar, cast

import networkx as nx

from sessionlens.model.facts import Change, Conclusion, Fact, Hypothesis, Measurement, Reversion, Verification
from sessionlens.model.session import Message, Session
from sessionlens.model.trace import Run, Turn
from sessionlens.model.verdict import Finding, Verdict

F = TypeVar("F", bound=Fact)
ChangeState = Literal["applied", "partial", "reverted"]


@dataclass(frozen=True)
class View:
    """A session's facts and edges, seen as of one message.

    Nodes of `graph` are ids, each with the attribute `fact`; edges have `kind` as their key. `turns` maps a message's number to the
    message read closely (its commands, readings, statements); a view restored from a store reads them when asked.
    `until` is the last message that may be seen: None sees all. `only` limits the facts to a slice.
    """

    session: Session
    graph: "nx.MultiDiGraph[str]"
    turns: Mapping[int, Turn]
    verdicts: Mapping[str, Verdict] = field(default_factory=dict)
    findings: tuple[Finding, ...] = ()
    until: int | None = None
    only: frozenset[str] | None = None

    def as_of(self, msg: int) -> "View":
        """The same session with nothing after message `msg` in sight; what came later is hindsight."""
        limit = msg if self.until is None else min(msg, self.until)
        return View(self.session, self.graph, self.turns, self.verdicts, self.findings, limit, self.only)

    def sliced(self, ids: frozenset[str]) -> "View":
        """The same session with only these facts in sight."""
        return View(self.session, self.graph, self.turns, self.verdicts, self.findings, self.until, ids)

    def sees(self, fact_id: str, msg: int) -> bool:
        """Whether a fact of that message is in sight."""
        return (self.until is None or msg <= self.until) and (self.only is None or fact_id in self.only)

    def facts(self, kind: type[F]) -> tuple[F, ...]:
        """All facts of one kind in sight, in the order of the session."""
        table = self.graph.graph.get("facts", {})
        return tuple(cast(F, f) for f in table.get(kind, ()) if self.sees(f.id, f.msg))

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
        return cast(Fact, self.graph.nodes[fact_id]["fact"])

    def verdict(self, conclusion_id: str) -> Verdict | None:
        """The verdict of a conclusion, None before checking."""
        return self.verdicts.get(conclusion_id)

    def targets(self, fact_id: str, edge: str) -> tuple[str, ...]:
        """Ids that `fact_id` points to by edges of that kind, sorted: what a change reverts, what evidence supports."""
        return tuple(sorted(t for _, t, k in self.graph.out_edges(fact_id, keys=True) if k == edge))

    def sources(self, fact_id: str, edge: str) -> tuple[str, ...]:
        """Ids that point to `fact_id` by edges of that kind, sorted: what supports it, what tests it."""
        return tuple(sorted(s for s, _, k in self.graph.in_edges(fact_id, keys=True) if k == edge))

    def message(self, number: int) -> Message:
        """The message with that number; KeyError if there is none."""
        return self.turns[number].message

    def runs(self, first: int = 0) -> Iterator[tuple[int, Run]]:
        """Every tool call in sight from message `first` on, with its message's number, oldest first."""
        for number, turn in self.turns.items():
            if number < first or (self.until is not None and number > self.until):
                continue
            for run in turn.runs:
                yield number, run

    def state(self, change_id: str) -> ChangeState:
        """The status fold: what is left of a change after the reversions in sight."""
        state: ChangeState = "applied"
        for reversion in self.reversions:
            if reversion.of == change_id:
                state = "partial" if reversion.partial and state != "reverted" else "reverted"
        return state
