"""What a view asks of a stored session's graph, read when it asks: a kind of facts, a fact, the edges.

It has as much of networkx's `MultiDiGraph` as `View` and the exporters use. Neither networkx is loaded, which takes as long as reading
a session of 100 MB, nor are the edges parsed before somebody follows one.
"""

import sqlite3
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

import orjson

from sessionlens.graph.view import View
from sessionlens.model.facts import Fact
from sessionlens.model.session import Message
from sessionlens.model.words import EDGES, LETTER
from sessionlens.store.encode import KINDS, read_all
from sessionlens.store.lazy import Messages

_BY_LETTER = {LETTER[kind]: cls for kind, cls in KINDS.items()}
_NAMES = {cls: kind for kind, cls in KINDS.items()}
Edge = tuple[str, str, str]


class _Facts(Mapping[type[Fact], tuple[Fact, ...]]):
    """Facts by kind, each kind read at most once."""

    def __init__(self, connection: sqlite3.Connection, session: int) -> None:
        self._connection = connection
        self._session = session
        self._read: dict[type[Fact], tuple[Fact, ...]] = {}

    def __len__(self) -> int:
        return len(KINDS)

    def __iter__(self) -> Iterator[type[Fact]]:
        return iter(KINDS.values())

    def __getitem__(self, kind: type[Fact]) -> tuple[Fact, ...]:
        if kind not in self._read:
            query = "SELECT body FROM nodes WHERE session = ? AND kind = ?"
            row = self._connection.execute(query, (self._session, _NAMES[kind])).fetchone()
            self._read[kind] = read_all(kind, row[0]) if row else ()
        return self._read[kind]


class _Nodes(Mapping[str, Mapping[str, Fact]]):
    """What stands at a node, by its id: `fact` for a fact, nothing for a message."""

    def __init__(self, facts: _Facts, messages: Container[int]) -> None:
        self._facts = facts
        self._messages = messages
        self._by_id: dict[type[Fact], dict[str, Fact]] = {}

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __iter__(self) -> Iterator[str]:
        yield from (fact.id for kind in self._facts for fact in self._facts[kind])

    def __getitem__(self, node: str) -> Mapping[str, Fact]:
        number = node[3:] if node.startswith("msg") else ""
        if number.isdecimal() and int(number) in self._messages:
            return {}
        kind = _BY_LETTER[node[:1]]
        if kind not in self._by_id:
            self._by_id[kind] = {fact.id: fact for fact in self._facts[kind]}
        return {"fact": self._by_id[kind][node]}


class Shelf:
    """See the module. `messages` are the session's message numbers."""

    def __init__(self, connection: sqlite3.Connection, session: int, messages: Container[int]) -> None:
        self._connection = connection
        self._session = session
        facts = _Facts(connection, session)
        self.graph: dict[str, Mapping[type[Fact], tuple[Fact, ...]]] = {"facts": facts}
        self.nodes = _Nodes(facts, messages)
        self._edges: dict[str, list[tuple[str, str]]] = {}
        self._ways: dict[tuple[str, bool], dict[str, list[str]]] = {}

    def __contains__(self, node: str) -> bool:
        return node in self.nodes

    def edges(self, among: Container[str] | None = None, *, keys: bool = True) -> Iterator[Edge]:
        """Every edge, or those from certain nodes, as source, target and kind."""
        assert keys
        for kind in EDGES:
            for source, target in self.of_kind(kind):
                if among is None or source in among:
                    yield source, target, kind

    def of_kind(self, kind: str) -> list[tuple[str, str]]:
        """The edges of one kind, as source and target."""
        if kind not in self._edges:
            query = "SELECT body FROM edges WHERE session = ? AND kind = ?"
            row = self._connection.execute(query, (self._session, kind)).fetchone()
            self._edges[kind] = list(map(tuple, orjson.loads(row[0]))) if row else []
        return self._edges[kind]

    def ends(self, kind: str, forward: bool) -> dict[str, list[str]]:
        """Where the edges of a kind lead from each node, or where those to it come from."""
        if (kind, forward) not in self._ways:
            ways: dict[str, list[str]] = {}
            for source, target in self.of_kind(kind):
                ways.setdefault(source if forward else target, []).append(target if forward else source)
            self._ways[(kind, forward)] = ways
        return self._ways[(kind, forward)]


@dataclass(frozen=True)
class StoredView(View):
    """A view whose graph is a `Shelf`: it follows the edges of one kind without reading the others."""

    @property
    def shelf(self) -> Shelf:
        """The graph under its own name."""
        return cast(Shelf, self.graph)

    def targets(self, fact_id: str, edge: str) -> tuple[str, ...]:
        if not isinstance(self.graph, Shelf):  # a copy with a graph of its own, as an audit makes
            return super().targets(fact_id, edge)
        return tuple(sorted(t for t in self.shelf.ends(edge, True).get(fact_id, ()) if self._has_come(t)))

    def sources(self, fact_id: str, edge: str) -> tuple[str, ...]:
        if not isinstance(self.graph, Shelf):
            return super().sources(fact_id, edge)
        return tuple(sorted(s for s in self.shelf.ends(edge, False).get(fact_id, ()) if self._has_come(s)))

    def edges(self, kinds: Iterable[str]) -> Iterator[Edge]:
        if not isinstance(self.graph, Shelf):
            return super().edges(kinds)
        return ((source, target, kind) for kind in kinds for source, target in self.shelf.of_kind(kind))

    def message(self, number: int) -> Message:
        return cast(Messages, self.session.messages).numbered(number)

    def expect(self, numbers: Sequence[int]) -> None:
        cast(Messages, self.session.messages).fetch(numbers)

    def of_people(self) -> list[int]:
        return cast(Messages, self.session.messages).of_people
