"""The investigations that ship with the repository, in fields unlike each other, against references made by hand."""

import importlib.util
import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from sessionlens import pipeline
from sessionlens.graph.export import findings
from sessionlens.graph.view import View
from tests.sessions.scoring import KINDS, Score

HOME = Path(__file__).parents[1] / "cases" / "sessions"
FOLDERS = sorted(p.parent for p in HOME.glob("*/gold.json"))
FLOORS = {
    "hypothesis": 0.85,
    "change": 0.95,
    "verification": 0.85,
    "measurement": 0.95,
    "reversion": 0.95,
    "conclusion": 0.85,
    "methodology": 0.3,
}


@cache
def view(folder: Path) -> View:
    return pipeline.investigate(folder / "transcript.jsonl")


def gold(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / "gold.json").read_text(encoding="utf-8"))
    return found


@cache
def score() -> Score:
    total = Score()
    for folder in FOLDERS:
        total.add(gold(folder), findings(view(folder))["nodes"])
    return total


def test_transcripts_are_what_the_script_writes() -> None:
    spec = importlib.util.spec_from_file_location("make_sessions", HOME / "make.py")
    assert spec is not None and spec.loader is not None
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    for folder in FOLDERS:
        assert script.transcript(folder) == (folder / "transcript.jsonl").read_text(encoding="utf-8")


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda p: p.name)
def test_the_reference_quotes_what_is_said(folder: Path) -> None:
    for item in gold(folder)["conclusions"]:
        text = view(folder).message(item["msg"]).text
        assert item["quote"] in text
        if "at" in item:
            assert text[item["at"] :].startswith(item["quote"])
            assert item["row"] in text


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda p: p.name)
def test_a_reference_against_itself_is_perfect(folder: Path) -> None:
    wanted = gold(folder)
    same = {"not_checkable": "undecidable"}
    nodes = [
        item | {"kind": kind, "id": f"{kind}{i}", "verdict": same.get(item.get("verdict"), item.get("verdict")), "derivation": ""}
        for kind, key in KINDS.items()
        for i, item in enumerate(wanted[key])
    ]
    itself = Score()
    itself.add(wanted, nodes)
    assert all(itself.f1(kind) == 1 for kind in KINDS if wanted[KINDS[kind]])
    assert itself.accuracy() == 1
    assert not itself.alarms


@pytest.mark.parametrize("kind", FLOORS)
def test_enough_is_found(kind: str) -> None:
    found = score()
    assert found.f1(kind) >= FLOORS[kind], (found.matched[kind], found.found[kind], found.wanted[kind])


def test_what_is_found_is_right() -> None:
    found = score()
    assert found.share("hypothesis") >= 0.75
    assert found.share("verification") >= 0.9
    assert found.share("reversion") == 1
    assert found.accuracy() >= 0.65, "\n".join(found.wrong)


def test_no_false_alarm() -> None:
    assert not score().alarms
