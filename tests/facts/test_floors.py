"""What is found in sessions that were annotated by hand, against floors that no change may fall below. Counts are pooled."""

import importlib.util
import json
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from sessionlens import facts, formats
from sessionlens.facts.trace import closely
from sessionlens.model.session import Session

SHARED = Path(__file__).parents[2].parent / "shared"
PAIRS = [(p, p.parent / "claude-code.jsonl") for p in sorted(SHARED.glob("sessions/*/gold.json"))] + [
    (p, SHARED / "corpus" / "claude-code" / p.name.replace(".gold.json", ".jsonl")) for p in sorted(SHARED.glob("corpus/gold/*.gold.json"))
]
FLOORS = {"hypothesis": 0.53, "change": 0.9, "verification": 0.8, "measurement": 0.8, "reversion": 0.85, "conclusion": 0.78}
STATUS = 0.68
PRECISION = 0.75

if not PAIRS or not (SHARED / "score.py").exists():
    pytest.skip("no ../shared beside this checkout", allow_module_level=True)


@cache
def scorer() -> ModuleType:
    spec = importlib.util.spec_from_file_location("score", SHARED / "score.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@cache
def matched() -> dict[str, dict[str, int]]:
    """Per kind: how many are in the annotation, were found, are the same; for hypotheses also how many of those have its status."""
    score = scorer()
    out: dict[str, dict[str, int]] = {kind: {"gold": 0, "found": 0, "same": 0, "status": 0} for kind in FLOORS}
    for gold_path, path in PAIRS:
        gold = json.loads(gold_path.read_text(encoding="utf-8"))
        session = next(s for s in formats.read(path) if isinstance(s, Session))
        found = facts.find(closely(session))
        for kind in FLOORS:
            key = score.KINDS[kind]
            mine: list[dict[str, Any]] = [dict(f.__dict__) for f in getattr(found, key)]
            theirs = [g for g in gold.get(key, []) if kind != "measurement" or score.number(g)]
            pairs = score.match(kind, theirs, mine)
            counts = out[kind]
            counts["gold"] += len(theirs)
            counts["found"] += len(mine)
            counts["same"] += len(pairs)
            if kind == "hypothesis":
                counts["status"] += sum(theirs[i]["status"] == mine[j]["status"] for i, j in pairs)
    return out


@pytest.mark.parametrize("kind", FLOORS)
def test_as_much_is_found_as_before(kind: str) -> None:
    c = matched()[kind]
    assert 2 * c["same"] / (c["gold"] + c["found"]) >= FLOORS[kind], c


def test_the_fate_of_beliefs() -> None:
    c = matched()["hypothesis"]
    assert c["status"] / c["same"] >= STATUS, c


def test_explanations_are_not_taken_for_results() -> None:
    c = matched()["conclusion"]
    assert c["same"] / c["found"] >= PRECISION, c
