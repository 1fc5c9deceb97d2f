"""The order of exported lists, and the one line that names a node: shared by all exporters."""

from sessionlens.graph.view import View
from sessionlens.model.facts import Change, Conclusion, Fact, Hypothesis, Measurement, Reversion, Verification
from sessionlens.model.verdict import Finding
from sessionlens.model.words import KINDS, LETTER

CLASSES: dict[str, type[Fact]] = {
    "hypothesis": Hypothesis,
    "change": Change,
    "verification": Verification,
    "measurement": Measurement,
    "reversion": Reversion,
    "conclusion": Conclusion,
}
_KIND = {letter: kind for kind, letter in LETTER.items()}
_RANK = {letter: KINDS.index(kind) for kind, letter in LETTER.items()}


def kind_of(node: str) -> str:
    """The kind that an id stands for: "m12.2" is a measurement, "msg12" a message."""
    return "message" if node.startswith("msg") else _KIND[node[0]]


def order(node: str) -> tuple[int, int, int]:
    """Sort key of an id: by message, then kind in the order of the vocabulary, then ordinal; "m9.1" stands before "m10.1"."""
    if node.startswith("msg"):
        return int(node[3:]), -1, 0
    msg, _, ordinal = node[1:].partition(".")
    return int(msg), _RANK[node[0]], int(ordinal or 0)


def nodes(view: View) -> list[Fact | Finding]:
    """Everything in sight that becomes a node, in order."""
    found: list[Fact | Finding] = [fact for kind in CLASSES.values() for fact in view.facts(kind)]
    return sorted([*found, *view.findings], key=lambda n: order(n.id))


def edges(view: View, *, messages: bool = True) -> list[tuple[str, str, str]]:
    """Edges between nodes in sight as (source, target, kind), in order; `messages` keeps those with a message at an end."""
    shown = {fact.id for kind in CLASSES.values() for fact in view.facts(kind)}
    if messages and view.only is None:
        shown |= {f"msg{n}" for n in view.turns if view.until is None or n <= view.until}
    elif messages:
        shown |= {f"msg{view.fact(i).msg}" for i in shown}
    found = {(s, t, k) for s, t, k in view.graph.edges(keys=True) if s in shown and t in shown}
    if messages:
        found |= {(f.id, f"msg{f.msg}", "stated_in") for f in view.findings if f"msg{f.msg}" in shown}
    return sorted(found, key=lambda e: (order(e[0]), order(e[1]), e[2]))


def label(node: Fact | Finding, width: int = 60) -> str:
    """A node's text on one line, cut at a word."""
    text = " ".join(node.text.split())
    if len(text) <= width:
        return text
    return text[: width - 1].rsplit(" ", 1)[0].rstrip(",;:") + "…"
