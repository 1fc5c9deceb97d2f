"""Every kind of claim by its case file: the verdicts and caveats that it can give."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from sessionlens.checks import CHECKS
from sessionlens.model.words import CAVEATS, CLAIMS, VERDICTS
from tests.checks.cases import outcome, verdicts

FOLDER = Path(__file__).parent.parent / "cases" / "checks"
FILES = sorted(p for p in FOLDER.glob("*.yaml") if p.stem.replace("_", "-") in CLAIMS)
CASES = [(path.stem, case) for path in FILES for case in yaml.safe_load(path.read_text())]


@pytest.mark.parametrize(("kind", "case"), CASES, ids=[f"{kind}-{case['id']}" for kind, case in CASES])
def test_case(kind: str, case: dict[str, Any]) -> None:
    verdict, caveats, why = outcome(case)
    assert verdict in (case["verdict"], *case.get("also", ())), why
    assert set(case.get("caveats", ())) <= caveats, why
    if "later" in case:
        overturned = {msg for v in verdicts(case) for msg in v.overturned_by}
        assert overturned == set(case["overturned_by"]), why
    if "evidence" in case:
        rests_on = {msg - 1 for v in verdicts(case) for msg in v.evidence}
        assert rests_on == set(case["evidence"]), why


def test_every_kind_has_a_module_and_a_case_file() -> None:
    kinds = {check.KIND for check in CHECKS}
    assert kinds == set(CLAIMS)
    assert {p.stem.replace("_", "-") for p in FILES} == kinds


def test_cases_use_the_closed_vocabularies() -> None:
    for _, case in CASES:
        assert case["verdict"] in VERDICTS
        assert set(case.get("caveats", ())) <= set(CAVEATS)
