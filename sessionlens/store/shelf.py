"""What a view asks of a stored session's graph, read when it asks: a kind of facts, a fact, the edges.

It has as much of networkx's `MultiDiGraph` as `View` and the exporters use. Neither networkx is loaded, which takes as long as reading
a session of 100 MB, nor are the edges parsed before somebody follows one.
"""

import sqlite3
from collections.abc import Container, Iterator, Mapping

import orjson

from sessionlens.model.facts import Fact
from sessionlens.model.words import LETTER
from sessionlens.store.encode import KINDS, read_all

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
        self._edges: list[Edge] | None = None
        self._ways: tuple[dict[str, dict[str, set[str]]], dict[str, dict[str, set[str]]]] | None = None

    def __contains__(self, node: str) -> bool:
        return node in self.nodes

    @property
    def succ(self) -> Mapping[str, Mapping[str, Container[str]]]:
        """The kinds of edges from a node, by the node that they lead to."""
        return self._linked()[0]

    @property
    def pred(self) -> Mapping[str, Mapping[str, Container[str]]]:
        """The kinds of edges to a node, by the node that they come from."""
        return self._linked()[1]

    def edges(self, among: Container[str] | None = None, *, keys: bool = True) -> Iterator[Edge]:
        """Every edge, or those from certain nodes, as source, target and kind."""
        assert keys
        for edge in self._all():
            if among is None or edge[0] in among:
                yield edge

    def _all(self) -> list[Edge]:
        if self._edges is None:
            rows = self._connection.execute("SELECT kind, body FROM edges WHERE session = ?", (self._session,))
            self._edges = [(source, target, kind) for kind, body in rows for source, target in orjson.loads(body)]
        return self._edges

    def _linked(self) -> tuple[dict[str, dict[str, set[str]]], dict[str, dict[str, set[str]]]]:
        if self._ways is None:
            succ, pred = _Unlinked(), _Unlinked()
            for source, target, kind in self._all():
                succ.setdefault(source, {}).setdefault(target, set()).add(kind)
                pred.setdefault(target, {}).setdefault(source, set()).add(kind)
            self._ways = succ, pred
        return self._ways


class _Unlinked(dict[str, dict[str, set[str]]]):
    """A node without edges leads nowhere."""

    def __missing__(self, node: str) -> dict[str, set[str]]:
        return {}
