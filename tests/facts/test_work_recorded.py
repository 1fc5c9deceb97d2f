"""Changes, verifications and reversions of recorded sessions against their reference, matched by message."""

import json
from collections import Counter
from pathlib import Path

import pytest

from sessionlens import formats
from sessionlens.facts import changes, reversions, verifications
from sessionlens.facts.trace import closely
from sessionlens.model.session import Session

SHARED = Path(__file__).parents[2].parent / "shared"
PAIRS = [(p.parent / "claude-code.jsonl", p) for p in sorted(SHARED.glob("sessions/*/gold.json"))] + [
    (SHARED / "corpus" / "claude-code" / p.name.replace(".gold.json", ".jsonl"), p) for p in sorted(SHARED.glob("corpus/gold/*.gold.json"))
]
FLOORS = {"changes": 0.9, "verifications": 0.8, "reversions": 0.8}


@pytest.mark.skipif(not PAIRS, reason="no recorded sessions beside the checkout")
def test_enough_of_the_reference_is_found() -> None:
    matched: Counter[str] = Counter()
    wanted: Counter[str] = Counter()
    listed: Counter[str] = Counter()
    for transcript, reference in PAIRS:
        gold = json.loads(reference.read_text())
        session = next(s for s in formats.read(transcript) if isinstance(s, Session))
        trace = closely(session)
        changed, verified = changes.find(trace, ()), verifications.find(trace)
        found = {"changes": changed, "verifications": verified, "reversions": reversions.find(trace, changed, verified)}
        for kind, facts in found.items():
            ours, theirs = Counter(f.msg for f in facts), Counter(g["msg"] for g in gold[kind])
            matched[kind] += (ours & theirs).total()
            wanted[kind] += theirs.total()
            listed[kind] += ours.total()
    scores = {kind: 2 * matched[kind] / (wanted[kind] + listed[kind]) for kind in FLOORS}
    assert all(scores[kind] >= floor for kind, floor in FLOORS.items()), scores
