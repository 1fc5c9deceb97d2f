"""A Mermaid flowchart, as Markdown viewers draw it.

Such a viewer gives up on some hundred nodes, so what says least is left out first: measurements that another one aggregates, then
nodes without edges, then measurements, then what has fewest edges; a comment says how many.
"""

from collections import Counter

from sessionlens.graph.export._order import edges, kind_of, label, nodes
from sessionlens.graph.export._text import entities
from sessionlens.graph.view import View

MOST = 40
SHAPE = {
    "hypothesis": ("([", "])"),
    "change": ("[", "]"),
    "verification": ("{{", "}}"),
    "measurement": ("(", ")"),
    "reversion": ("[/", "/]"),
    "conclusion": ("[[", "]]"),
    "methodology": ("{", "}"),
}


def kept(view: View, most: int = MOST) -> frozenset[str]:
    """Ids of the nodes that are drawn, at most `most`."""
    links = edges(view, messages=False)
    degree = Counter(end for s, t, _ in links for end in (s, t))
    samples = {t for s, t, k in links if k == "derives_from" and kind_of(s) == kind_of(t) == "measurement"}
    ids = [n.id for n in nodes(view)]
    ranked = sorted(ids, key=lambda i: (i in samples, not degree[i], kind_of(i) == "measurement", -degree[i]))
    return frozenset(ranked[:most])


def render(view: View) -> str:
    """One `flowchart LR` in the order of the session."""
    shown = kept(view)
    everything = nodes(view)
    lines = ["flowchart LR"]
    if len(shown) < len(everything):
        lines.append(f"  %% {len(everything) - len(shown)} of {len(everything)} nodes left out")
    for node in everything:
        if node.id in shown:
            left, right = SHAPE[kind_of(node.id)]
            lines.append(f'  {_name(node.id)}{left}"{entities(f"{node.id}: {label(node, 48)}")}"{right}')
    lines += [f"  {_name(s)} -->|{k}| {_name(t)}" for s, t, k in edges(view, messages=False) if s in shown and t in shown]
    return "\n".join(lines) + "\n"


def _name(node: str) -> str:
    return node.replace(".", "_")
