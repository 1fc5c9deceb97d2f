"""A finding on an honest session costs trust: sessions without a fault of method stay quiet, all rules together."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from sessionlens.pipeline import investigate
from tests.story import tell

CASES: list[dict[str, Any]] = yaml.safe_load((Path(__file__).parent.parent / "cases/rules/honest.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_an_honest_session_stays_quiet(case: dict[str, Any]) -> None:
    assert [(f.issue, f.msg, f.why) for f in investigate(tell(case["story"])).findings] == []
