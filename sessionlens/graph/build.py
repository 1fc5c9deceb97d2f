"""Facts become a graph: every fact a node, every message a node, linked by label, reference, file and time.

networkx is used as it is; a node's `fact` attribute holds the fact, an edge's key is its kind, so that two facts have at most one
edge of a kind between them.
"""

from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import networkx as nx

from sessionlens.graph import evidence, links
from sessionlens.graph.links import Link, Names, node_of
from sessionlens.graph.view import View
from sessionlens.model.facts import Change, Conclusion, Fact, Hypothesis, Measurement, Reversion, Verification
from sessionlens.model.trace import Trace
from sessionlens.model.verdict import Finding, Verdict

if TYPE_CHECKING:
    from sessionlens.facts import Facts

Table = dict[type[Fact], tuple[Fact, ...]]


def build(trace: Trace, facts: "Facts") -> View:
    """The graph of a session, before any checking.

    Costs a few microseconds per fact; a session's `precedes`, `stated_in` and `asks` edges are most of its edges.
    """
    table: Table = {
        Hypothesis: facts.hypotheses,
        Change: facts.changes,
        Verification: facts.verifications,
        Measurement: facts.measurements,
        Reversion: facts.reversions,
        Conclusion: facts.conclusions,
    }
    messages = trace.session.messages
    names = Names(facts.hypotheses)
    nodes = {m.number: node_of(m.number) for m in messages}
    found: list[Link] = [
        *[(a, b, "precedes") for a, b in pairwise(nodes.values())],
        *[(f.id, nodes[f.msg], "stated_in") for group in table.values() for f in group],
        *links.asks(messages, (facts.hypotheses, facts.changes, facts.verifications, facts.reversions)),
        *links.motivates(facts, names),
        *links.tests(facts, names),
        *links.verifies(facts.changes, facts.verifications),
        *links.reverts(facts),
        *links.samples(facts.measurements),
        *links.supersedes(facts.measurements, facts.conclusions),
    ]
    graph = assemble(table, nodes, found)
    return View(trace.session, graph, {t.message.number: t for t in trace.turns})


def assemble(table: Table, messages: Iterable[int], found: Iterable[Link]) -> "nx.MultiDiGraph[str]":
    """A graph from its parts: facts by kind, message numbers, edges. Also how a stored session comes back."""
    graph: nx.MultiDiGraph[str] = nx.MultiDiGraph(facts=table)
    tables: Any = graph
    tables._node.update({node_of(n): {} for n in messages})
    for group in table.values():
        tables._node.update({f.id: {"fact": f} for f in group})
    tables._succ.update({node: {} for node in tables._node})
    tables._pred.update({node: {} for node in tables._node})
    _add(graph, found)
    return graph


def _add(graph: "nx.MultiDiGraph[str]", found: Iterable[Link]) -> None:
    """Add the edges whose two ends are nodes. Like the nodes they go into networkx's tables directly: `add_edge` first asks whether each
    end is new, which takes longer than finding the edge did."""
    tables: Any = graph
    after, before = tables._succ, tables._pred
    for source, target, kind in found:
        if source in after and target in after:
            edges = after[source].get(target)
            if edges is None:
                after[source][target] = before[target][source] = {kind: {}}
            elif kind not in edges:
                edges[kind] = {}


def judged(view: View, verdicts: Iterable[Verdict]) -> View:
    """The view with its conclusions judged: verdicts by conclusion, and the edges that they bring. The graph itself grows."""
    table = {v.conclusion: v for v in verdicts}
    _add(view.graph, evidence.of_verdicts(table))
    _add(view.graph, evidence.of_hypotheses(view.hypotheses, view.conclusions, table))
    return replace(view, verdicts=table)


def linted(view: View, findings: Iterable[Finding]) -> View:
    """The view with the findings of method, in the order of the session."""
    return replace(view, findings=tuple(sorted(findings, key=lambda f: (f.msg, f.rule, f.id))))
