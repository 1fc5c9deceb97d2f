"""What a naive reader would score: every sentence, list item and table cell of the agent is a conclusion, and all are supported.

    python benchmarks/naive.py TRANSCRIPT > findings.json

It uses the product's own splitter and nothing else, so the distance between its scores and those of `sessionlens export`
is what cues, clauses and checking are worth.
"""

import json
import sys
from typing import Any

from sessionlens.formats import read
from sessionlens.model.session import Session
from sessionlens.prose import statements


def findings(session: Session) -> dict[str, Any]:
    """The findings contract's outer shape, with conclusions only."""
    nodes = []
    for message in session.messages:
        if message.role != "assistant":
            continue
        stated = [s for s in statements(message.text) if s.kind in ("sentence", "item", "cell")]
        for k, s in enumerate(stated, 1):
            row = s.table.lines[s.row_index] if s.table and s.row_index is not None else None
            nodes.append(
                {
                    "id": f"c{message.number}.{k}", "kind": "conclusion", "msg": message.number, "text": s.text, "quote": s.text,
                    "at": s.start, "row": row, "verdict": "supported", "evidence": [], "caveats": [],
                }
            )  # fmt: skip
    return {"schema": "sessionlens.findings/1", "session": {"id": session.id}, "nodes": nodes, "edges": []}


def main(path: str) -> None:
    for item in read(path):
        if isinstance(item, Session):
            print(json.dumps(findings(item), ensure_ascii=False))
            return
    raise SystemExit(f"no session in {path}")


if __name__ == "__main__":
    main(sys.argv[1])
