"""The cases that every build must pass, where they stand beside the repository."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.checks.cases import outcome

PATH = Path(__file__).parents[3] / "shared" / "cases" / "claims.json"
CASES: list[dict[str, Any]] = json.loads(PATH.read_text()) if PATH.exists() else []


@pytest.mark.skipif(not CASES, reason="the shared cases are not beside this checkout")
@pytest.mark.parametrize("case", CASES, ids=[c["id"] for c in CASES])
def test_shared_case(case: dict[str, Any]) -> None:
    verdict, caveats, why = outcome(case)
    assert verdict in (case["verdict"], *case["also"]), why
    assert set(case["caveats"]) <= caveats, why
