"""One fault of method per session, worded as engineers of other trades would: the rule of that issue fires."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from sessionlens.pipeline import investigate
from tests.story import tell

CASES: list[dict[str, Any]] = yaml.safe_load((Path(__file__).parent.parent / "cases/rules/faulty.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_a_fault_is_found_in_other_words(case: dict[str, Any]) -> None:
    assert case["fires"] in [f.issue for f in investigate(tell(case["story"])).findings]
