"""Pairs of sessions of one shape: a fault of method, which is found, and its twin that does it right, which is not called so."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from sessionlens.pipeline import investigate
from tests.story import tell

CASES: list[dict[str, Any]] = yaml.safe_load((Path(__file__).parent.parent / "cases/rules/twins.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_the_fault_is_found(case: dict[str, Any]) -> None:
    assert case["fires"] in [f.issue for f in investigate(tell(case["fault"])).findings]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_its_twin_is_not_called_so(case: dict[str, Any]) -> None:
    assert [f.why for f in investigate(tell(case["twin"])).findings if f.issue == case["fires"]] == []
