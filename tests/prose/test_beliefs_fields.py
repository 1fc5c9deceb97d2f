"""Beliefs in plain sentences of a dozen and more fields: nine in ten are found, and of what believes nothing nine in ten are left alone."""

from pathlib import Path

import pytest
import yaml

from sessionlens.prose import statements
from sessionlens.prose.beliefs import beliefs

FIELDS = yaml.safe_load((Path(__file__).parent.parent / "cases" / "prose" / "plain_beliefs.yaml").read_text(encoding="utf-8"))
LEAST = 0.9


def believes(text: str) -> bool:
    return bool(beliefs(statements(text), text, person=False))


@pytest.mark.parametrize(("side", "wanted"), [("believes", True), ("none", False)])
def test_nine_in_ten(side: str, wanted: bool) -> None:
    said = [(field, text) for field, both in FIELDS.items() for text in both[side]]
    wrong = [(field, text) for field, text in said if believes(text) is not wanted]
    assert len(wrong) <= (1 - LEAST) * len(said), wrong
