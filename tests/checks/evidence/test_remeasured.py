"""Hindsight by numbers: the same command run again gives another value."""

import pytest

from sessionlens.pipeline import investigate
from tests.story import tell

STORY = """
user: How long does it take?
say: Run it.
$ ./run --times 4
> total: 1.21 s
> total: 1.22 s
> total: 1.21 s
> total: 1.21 s
say: The total is 1.21 s, median of 4.
{between}
say: Once more.
$ {command}
{again}
say: Done.
"""
SLOWER = "> total: 1.51 s\n> total: 1.53 s\n> total: 1.50 s\n> total: 1.52 s"
SAME = "> total: 1.21 s\n> total: 1.20 s\n> total: 1.22 s\n> total: 1.19 s"
ONCE = "> total: 1.51 s"


@pytest.mark.parametrize(
    ("again", "between", "command", "overturned"),
    [
        (SLOWER, "", "./run --times 4", True),
        (SAME, "", "./run --times 4", False),
        (ONCE, "", "./run --times 4", False),
        (SLOWER, "edit src/run.c: 64 => 4096", "./run --times 4", False),
        (SLOWER, "", "./run --times 4 --debug", False),
    ],
    ids=["slower", "same", "once", "changed-between", "another-command"],
)
def test_a_value_measured_anew(again: str, between: str, command: str, overturned: bool) -> None:
    view = investigate(tell(STORY.format(again=again, between=between, command=command)))
    verdict = next(v for c in view.conclusions if "1.21" in c.quote for v in [view.verdicts[c.id]])
    assert verdict.verdict == "supported"
    assert bool(verdict.overturned_by) == overturned
