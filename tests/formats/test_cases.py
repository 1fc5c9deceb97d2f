"""The case files: each holds records as an agent writes them, and what must come of them."""

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from sessionlens.formats import read
from sessionlens.model.session import Message, Session, ToolCall
from sessionlens.model.span import Problem
from tests.formats.support import CASES

ALL = [
    pytest.param(case, id=f"{file.stem}: {case['name']}")
    for file in sorted(CASES.glob("*.yaml"))
    for case in yaml.safe_load(file.read_text())
]


def written(case: dict[str, Any], folder: Path) -> Path:
    """Writes a case's files; returns what is to be read. `lines` are records, `raw` a text, `hex` bytes, `tree` files by path."""
    for name, records in case.get("tree", {}).items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        lines = records if isinstance(records, list) else [records]
        file.write_text("".join(json.dumps(r) + "\n" for r in lines))
    if "tree" in case:
        return folder / str(case.get("open", ""))
    file = folder / str(case.get("file", "transcript.jsonl"))
    if "hex" in case:
        file.write_bytes(bytes.fromhex(case["hex"].replace(" ", "")))
    elif "raw" in case:
        file.write_text(case["raw"])
    else:
        file.write_text("".join(json.dumps(r, ensure_ascii=False) + "\n" for r in case["lines"]))
    return file


def shown(call: ToolCall, wanted: dict[str, Any]) -> dict[str, Any]:
    """The fields of a call that a case names."""
    edits = [{k: v for k, v in (("path", e.path), ("op", e.op), ("old", e.old), ("new", e.new)) if v is not None} for e in call.edits]
    return {key: edits if key == "edits" else getattr(call, key) for key in wanted}


def same_message(got: Message, wanted: dict[str, Any]) -> None:
    calls = wanted.get("calls", [])
    assert {k: getattr(got, k) for k in wanted if k != "calls"} == {k: v for k, v in wanted.items() if k != "calls"}
    assert len(got.calls) == len(calls)
    for call, expected in zip(got.calls, calls, strict=True):
        assert shown(call, expected) == expected


@pytest.mark.parametrize("case", ALL)
def test_case(case: dict[str, Any], tmp_path: Path) -> None:
    found = list(read(written(case, tmp_path), first_message=case.get("first_message", 1)))
    if "refused" in case:
        assert [type(f) for f in found] == [Problem]
        assert case["refused"] in found[0].why  # type: ignore[union-attr]
        return
    assert all(isinstance(s, Session) for s in found), found
    wanted = case["sessions"]
    assert len(found) == len(wanted)
    for got, expected in zip(found, wanted, strict=True):
        assert isinstance(got, Session)
        for number, (message, line) in enumerate(zip(got.messages, expected["messages"], strict=True)):
            assert message.number == got.messages[0].number + number
            same_message(message, line)
        for key in set(expected) - {"messages", "problems", "children", "injected"}:
            value = getattr(got, key)
            assert (list(value) if isinstance(value, tuple) else value) == expected[key]
        assert [f"{p.record}: {p.why}"[: len(w)] for p, w in zip(got.problems, expected.get("problems", []), strict=True)] == expected.get(
            "problems", []
        )
        assert expected.get("injected", {}).items() <= got.injected.items()
        if "children" in expected:
            assert [{"id": c.id, "msg": c.msg, "report": c.report} for c in got.children] == expected["children"]
