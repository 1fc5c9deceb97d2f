"""Units that a script says of its own table, in a comment of the file that the session wrote."""

import pytest

from sessionlens.facts import trace
from tests.story import tell

STORY = """
user: Which allocator is cheaper?
$ cat > tick.sh <<'P'
$| #!/bin/bash
$| {comment}
$| for b in "$@"; do ./one $b; done
$| P
$ {run}
> binary      min   median    n
> slab       85.3     88.0    7
> heap      162.1    183.4    7
"""


def units(comment: str, run: str = "./tick.sh slab heap") -> list[str]:
    turns = trace.closely(tell(STORY.format(comment=comment, run=run))).turns
    return [r.unit for turn in turns for call in turn.runs for r in call.readings]


@pytest.mark.parametrize(
    ("comment", "unit"),
    [
        ("# usage: tick.sh BINARY...   CPU ms per run: min, median", "ms"),
        ("# minimum of the minima and median of the medians, in us", "us"),
        ("# peak KiB of each: min and median", "KiB"),
        ("# prints min, median in s", "s"),
        ("# ms of the first, KiB of the second: min, median", ""),
        ("# sleeps 5 ms between rounds", ""),
        ("# min and median of some rounds", ""),
    ],
)
def test_a_comment_that_names_the_columns_gives_their_unit(comment: str, unit: str) -> None:
    assert units(comment) == [unit] * 4


def test_another_script_says_nothing_of_this_table() -> None:
    assert units("# CPU ms per run: min, median", "./other.sh slab heap") == [""] * 4
