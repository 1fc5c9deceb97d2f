"""What a contradiction must rest on, by the cases of `certain.yaml`: each near-miss stays open, each sure one is contradicted."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from sessionlens import checks
from tests.checks.cases import claim_message, view

CASES = yaml.safe_load((Path(__file__).parent.parent / "cases" / "checks" / "certain.yaml").read_text())


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_case(case: dict[str, Any]) -> None:
    seen, _ = view(case)
    asked = {c.id for c in seen.conclusions if c.msg == claim_message(case) and case.get("cell", c.quote) == c.quote}
    found = [v for v in checks.check(seen) if v.conclusion in asked]
    assert found
    if "not" in case:
        assert case["not"] not in {v.verdict for v in found}, found
    else:
        assert {v.verdict for v in found} == {case["verdict"]}, found
