"""What a tool said itself, by the cases of `said.yaml`: of several kinds of claim, and near-misses of each."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.checks.cases import outcome

CASES = yaml.safe_load((Path(__file__).parent.parent / "cases" / "checks" / "said.yaml").read_text())


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_case(case: dict[str, Any]) -> None:
    verdict, caveats, why = outcome(case)
    assert verdict in (case["verdict"], *case.get("also", ())), why
    assert set(case.get("caveats", ())) <= caveats, why
