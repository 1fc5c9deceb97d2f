"""Pictures as text: a swimlane in SVG and a flow chart in Mermaid. The layout follows from the data alone, so the bytes do too.

The natural axis of an investigation is the order of its messages: x is the message, y the kind of fact. No layout library is needed.
Styles are class names of the page's style sheet; the picture carries none of its own, for the page's policy refuses them.
"""

import re
from collections.abc import Callable, Sequence
from html import escape

from sessionlens.model.frozen import Record
from sessionlens.text.regex import regex
from sessionlens.text.visible import visible

LANES = ("hypothesis", "change", "verification", "measurement", "reversion", "conclusion")
LEFT, TOP, LANE, STEP, MIN_STEP, WIDEST = 104, 28, 46, 22, 7, 2400


class Node(Record):
    """One fact drawn: `tone` is its state (a verdict, a status, a result), shown by colour and in the title."""

    id: str
    msg: int
    kind: str
    text: str
    tone: str


Edge = tuple[str, str, str]
STACK = (0, -10, 10, -17, 17)
"""Where facts of one kind and message go, so that they do not hide each other."""


def swimlane(nodes: Sequence[Node], edges: Sequence[Edge], redact: Callable[[str], str]) -> str:
    """The investigation at a glance: each node links to its message and has a title. Returns "" for no nodes."""
    if not nodes:
        return ""
    messages = sorted({n.msg for n in nodes})
    step = max(MIN_STEP, min(STEP, (WIDEST - LEFT) // max(1, len(messages))))
    column = {m: LEFT + 20 + i * step for i, m in enumerate(messages)}
    lanes = [lane for lane in LANES if any(n.kind == lane for n in nodes)]
    row = {lane: TOP + 20 + i * LANE for i, lane in enumerate(lanes)}
    width, height = LEFT + 40 + len(messages) * step, TOP + len(lanes) * LANE + 24
    places: dict[str, tuple[int, int]] = {}
    stacked: dict[tuple[int, str], int] = {}
    for n in nodes:
        depth = stacked.get((n.msg, n.kind), 0)
        stacked[(n.msg, n.kind)] = depth + 1
        places[n.id] = (column[n.msg], row[n.kind] + STACK[min(depth, len(STACK) - 1)])
    out = [
        f'<svg class="lanes" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'role="group" aria-label="{len(nodes)} facts by message and kind">'
    ]
    for lane in lanes:
        y = row[lane]
        out.append(
            f'<line class="lane" x1="{LEFT}" x2="{width - 10}" y1="{y}" y2="{y}"/><text class="lanename" x="8" y="{y + 4}">{lane}</text>'
        )
    out += [_tick(m, column[m], height) for m in messages[:: -(-46 // step)]]
    for source, target, kind in edges:
        if source in places and target in places:
            (x1, y1), (x2, y2) = places[source], places[target]
            middle = (y1 + y2) // 2
            out.append(f'<path class="edge {kind}" d="M{x1},{y1}C{x1},{middle} {x2},{middle} {x2},{y2}"/>')
    out += [_node(n, *places[n.id], redact) for n in nodes]
    return "".join(out) + "</svg>"


def _tick(message: int, x: int, height: int) -> str:
    return f'<text class="tick" x="{x}" y="{height - 6}" text-anchor="middle">{message}</text>'


def _node(n: Node, x: int, y: int, redact: Callable[[str], str]) -> str:
    title = f"{n.id}, msg {n.msg}{', ' + n.tone if n.tone else ''}: {visible(redact(n.text))}"
    shape = {
        "hypothesis": f'<path d="M{x},{y - 6}L{x + 6},{y}L{x},{y + 6}L{x - 6},{y}Z"/>',
        "change": f'<rect x="{x - 5}" y="{y - 5}" width="10" height="10"/>',
        "reversion": f'<path d="M{x + 5},{y - 5}L{x - 6},{y}L{x + 5},{y + 5}Z"/>',
        "conclusion": f'<rect x="{x - 6}" y="{y - 4}" width="12" height="8" rx="4"/>',
    }.get(n.kind, f'<circle cx="{x}" cy="{y}" r="{5 if n.kind == "verification" else 3}"/>')
    return f'<a href="#msg-{n.msg}"><title>{escape(title)}</title><g class="node {n.kind} {n.tone}">{shape}</g></a>'


_SHAPE = {
    "hypothesis": ("{{", "}}"), "change": ("[", "]"), "verification": ("([", "])"), "measurement": ("(", ")"), "reversion": ("[/", "/]"),
    "conclusion": ("[[", "]]"),
}  # fmt: skip
_ARROW = {
    "motivates": "-->|motivates|", "tests": "-.->|tests|", "verifies": "-.->|verifies|", "reverts": "==>|reverts|",
    "supports": "-->|supports|",
    "opposes": "--x|opposes|",
}  # fmt: skip
_PLAIN = regex(r"[^\w .,:;%/+=@'~<>-]", re.ASCII)


def _label(text: str) -> str:
    """A label that Mermaid takes as text: everything with a meaning in it becomes a numbered entity, `#` written with its own."""
    return (
        _PLAIN.sub(lambda m: f"#{ord(m.group())};" if ord(m.group()) < 128 else m.group(), text).replace("<", "#lt;").replace(">", "#gt;")
    )


def flowchart(nodes: Sequence[Node], edges: Sequence[Edge], redact: Callable[[str], str]) -> str:
    """A Mermaid flow chart. Ids become words ("c12_1"), labels are quoted and every special character in them is an entity."""
    if not nodes:
        return ""
    out = ["flowchart LR"]
    for n in nodes:
        before, after = _SHAPE[n.kind]
        text = visible(redact(n.text))
        text = text if len(text) <= 48 else text[:47].rstrip() + "…"
        tone = f" ({n.tone})" if n.tone else ""
        out.append(f'  {n.id.replace(".", "_")}{before}"{_label(f"msg {n.msg}: {text}{tone}")}"{after}')
    for source, target, kind in edges:
        out.append(f"  {source.replace('.', '_')} {_ARROW[kind]} {target.replace('.', '_')}")
    bad = [n.id.replace(".", "_") for n in nodes if n.tone in ("contradicted", "refuted", "fail")]
    good = [n.id.replace(".", "_") for n in nodes if n.tone in ("supported", "confirmed", "pass")]
    if bad:
        out += ["  classDef bad stroke:#b42318,stroke-width:2px", f"  class {','.join(bad)} bad"]
    if good:
        out += ["  classDef good stroke:#1a7f37,stroke-width:2px", f"  class {','.join(good)} good"]
    return "\n".join(out)
