"""Plain statements over the plainest outputs: a true one is never contradicted, a false one is."""

from pathlib import Path

import pytest
import yaml

from sessionlens.graph.view import View
from sessionlens.pipeline import investigate
from tests.story import tell

PLAIN = Path(__file__).parent.parent / "cases" / "plain"
WORLDS = [
    world
    for name in ("refuted", "every_row", "trees", "standings", "poles", "true", "looks")
    for world in yaml.safe_load((PLAIN / f"{name}.yaml").read_text())
]
SAID = [(w["name"], w["story"], line[0] == "T", line[2:]) for w in WORLDS for line in w["said"].splitlines()]


@pytest.mark.parametrize(("name", "story", "true", "text"), SAID, ids=[f"{name}: {text}" for name, _, _, text in SAID])
def test_only_what_is_false_is_contradicted(name: str, story: str, true: bool, text: str) -> None:
    view = investigate(tell(f"{story.rstrip()}\nsay: {text}"))
    assert isinstance(view, View)
    last = max(view.turns)
    found = [view.verdict(c.id) for c in view.conclusions if c.msg == last]
    assert ("contradicted" in [v.verdict for v in found if v is not None]) is not true
