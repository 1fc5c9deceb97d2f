"""The findings contract, `sessionlens.findings/1`: what `export --format json` prints.

A field that does not apply is null and never absent, lists are sorted, ids are stable across re-ingest. In `edges`, "msg27" stands
for message 27; every other end is the id of a node.
"""

from typing import Any

import orjson

from sessionlens.graph.evidence import resting
from sessionlens.graph.export._order import edges, kind_of, nodes
from sessionlens.graph.view import View
from sessionlens.model.facts import Conclusion, Fact
from sessionlens.model.verdict import Finding
from sessionlens.text.visible import in_json

SCHEMA = "sessionlens.findings/1"
FIELDS: dict[str, tuple[str, ...]] = {
    "hypothesis": ("quote", "aliases", "prediction", "status", "decided_at", "decided_by"),
    "change": ("files", "command"),
    "verification": ("command", "result"),
    "measurement": (
        "metric", "config", "value", "unit", "raw", "direction", "samples", "n", "spread", "spread_kind", "parser",
    ),
    "reversion": ("of", "of_msg", "partial", "verified"),
    "conclusion": ("quote", "at", "row"),
    "methodology": ("issue", "rule", "confidence", "why", "help"),
}  # fmt: skip
"""The fields of each kind that stand on the fact itself, in the order of the contract."""
JUDGED = ("claim", "verdict", "caveats", "evidence", "derivation", "overturned_by")
"""The fields of a conclusion that its verdict gives."""


def findings(view: View) -> dict[str, Any]:
    """The contract as plain data; `orjson.dumps` or `json.dumps` writes it.

    Example: `findings(view)["nodes"][0]["id"] == "h1.1"`. A conclusion that was never checked has null for its claim and verdict.
    """
    session = view.session
    return {
        "schema": SCHEMA,
        "session": {
            "id": session.id,
            "format": session.format,
            "title": session.title,
            "agent": session.agent,
            "model": session.model,
            "messages": len(session.messages),
            "started": session.started,
            "ended": session.ended,
            "problems": [{"record": p.record, "why": p.why} for p in session.problems],
            "children": [
                {"id": c.id, "msg": c.msg, "report": c.report} for c in sorted(session.children, key=lambda c: (c.msg or 0, c.id))
            ],
            "parent": session.parent,
            "notes": list(session.notes),
        },
        "nodes": listed(view),
        "edges": [{"source": s, "target": t, "kind": k} for s, t, k in edges(view)],
    }


def render(view: View) -> str:
    """The contract as text, indented by two."""
    return in_json(orjson.dumps(findings(view), option=orjson.OPT_INDENT_2).decode()) + "\n"


def listed(view: View, kind: str | None = None, msg: int | None = None) -> list[dict[str, Any]]:
    """The contract's nodes, or those of one kind, or of one message."""
    return [_node(view, n) for n in nodes(view) if (kind is None or kind_of(n.id) == kind) and (msg is None or n.msg == msg)]


def _node(view: View, node: Fact | Finding) -> dict[str, Any]:
    kind = kind_of(node.id)
    span = node.span
    entry: dict[str, Any] = {
        "id": node.id,
        "kind": kind,
        "msg": node.msg,
        "text": " ".join(node.text.split()),
        "span": {"source": span.source, "part": span.part, "start": span.start, "end": span.end},
        "amended": (node.amended or None) if isinstance(node, Fact) else None,
    }
    for name in FIELDS[kind]:
        value = getattr(node, name)
        entry[name] = _listed(value) if isinstance(value, tuple) else value
    if isinstance(node, Conclusion):
        verdict = view.verdict(node.id)
        for name in JUDGED:
            value = getattr(verdict, name) if verdict else () if name in ("caveats", "evidence", "overturned_by") else None
            entry[name] = _listed(value) if isinstance(value, tuple) else value
        if verdict:
            entry["evidence"] = _listed(resting(view, node, verdict))
    return entry


def _listed(values: tuple[Any, ...]) -> list[Any]:
    """A list in a fixed order: numbers by size, ids and names as the session gave them if it did so on purpose."""
    return sorted(set(values)) if values and isinstance(values[0], int) else list(values)
