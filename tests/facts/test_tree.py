"""What is left in the tree at the end of small stories: copies put aside and put back, commits, stashes, patches, reverts of reverts.

`left` is the state of each change after the last message; `undone` each reversion as [message, of, partial, message that put it back].
"""

from pathlib import Path
from typing import Any

import pytest
import yaml

from sessionlens.pipeline import examine
from tests.story import tell

CASES = Path(__file__).parent.parent / "cases" / "facts" / "tree.yaml"


@pytest.mark.parametrize("case", [pytest.param(c, id=c["name"]) for c in yaml.safe_load(CASES.read_text())])
def test_what_is_left(case: dict[str, Any]) -> None:
    view = examine(tell(case["story"]))
    assert {c.msg: view.state(c.id) for c in view.changes} == case["left"]
    if "undone" in case:
        assert [[r.msg, r.of_msg, r.partial, r.again] for r in view.reversions] == case["undone"]
    for at, left in case.get("as_of", {}).items():
        then = view.as_of(at)
        assert {c.msg: then.state(c.id) for c in then.changes} == left
