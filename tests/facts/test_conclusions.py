"""Conclusions of small sessions, and what holds of every conclusion."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from sessionlens.facts import conclusions
from sessionlens.model.trace import Trace, Turn
from sessionlens.prose import statements
from tests.story import tell

CASES = yaml.safe_load((Path(__file__).parent.parent / "cases" / "facts" / "conclusions.yaml").read_text(encoding="utf-8"))


def trace(story: str) -> Trace:
    """The story with its prose read and no more: conclusions need nothing else."""
    session = tell(story)
    return Trace(session, tuple(Turn(m, (), statements(m.text)) for m in session.messages))


@pytest.mark.parametrize("case", CASES, ids=lambda c: str(c["name"]))
def test_conclusions(case: dict[str, Any]) -> None:
    told = trace(case["story"])
    found = conclusions.find(told)
    assert [[c.msg, c.quote] for c in found] == case["conclusions"]
    if "rows" in case:
        assert sorted({c.row for c in found if c.row}) == case["rows"]
    texts = {m.number: m.text for m in told.session.messages}
    for c in found:
        assert texts[c.msg][c.at : c.at + len(c.quote)] == c.quote
        assert (c.span.start, c.span.end) == (c.at, c.at + len(c.quote))
    assert len({c.id for c in found}) == len(found)


def test_what_stood_before_is_kept_for_pronouns() -> None:
    found = conclusions.find(trace("user: Run.\nsay: I'll run it.\n$ ./a\nsay: The server crashed. It was out of memory."))
    assert [c.before for c in found] == ["", "The server crashed."]
