"""Graphviz DOT (graphviz.org/doc/info/lang.html): `dot -Tsvg` draws it. Messages are left out; each node names its own."""

from sessionlens.graph.export._order import edges, kind_of, label, nodes
from sessionlens.graph.export._text import quoted
from sessionlens.graph.view import View

SHAPE = {
    "hypothesis": "ellipse",
    "change": "box",
    "verification": "hexagon",
    "measurement": "plaintext",
    "reversion": "octagon",
    "conclusion": "note",
    "methodology": "diamond",
}


def render(view: View) -> str:
    """One `digraph`, laid out from left to right, as a session runs."""
    lines = [f"digraph {quoted(view.session.id)} {{", "  rankdir=LR;", "  node [fontname=sans, fontsize=10];"]
    for node in nodes(view):
        lines.append(f"  {quoted(node.id)} [shape={SHAPE[kind_of(node.id)]}, label={quoted(f'{node.id}: {label(node)}')}];")
    lines += [f"  {quoted(s)} -> {quoted(t)} [label={k}];" for s, t, k in edges(view, messages=False)]
    return "\n".join([*lines, "}"]) + "\n"
