"""Percentages of values that stand beside them: right arithmetic is borne out, wrong arithmetic is not."""

import pytest

from sessionlens.graph.export import findings
from sessionlens.pipeline import investigate
from tests.story import tell

MEMORY = """user: what does trimming save?
$ ./trim.sh
> depth 4 full 9.6 MB trimmed 4.1 MB
> depth 8 full 18.3 MB trimmed 4.3 MB
say: Result.
say|
say| | depth | full | trimmed | saved |
say| |---|---|---|---|
say| | depth 4 | 9.6 MB | 4.1 MB | {x} |
say| | depth 8 | 18.3 MB | 4.3 MB | 76.5 % |
"""
SPENT = """user: is the new decoder cheaper?
$ ./decode --old
> cpu 0.318 s
$ ./decode --new
> cpu 0.197 s
say: The new decoder takes 0.318 → 0.197 s of CPU, {x}.
"""


def verdict_of(story: str, x: str) -> str:
    found = findings(investigate(tell(story.replace("{x}", x))))
    return next(n["verdict"] for n in found["nodes"] if n["kind"] == "conclusion" and x in n["quote"])


@pytest.mark.parametrize(
    ("story", "right", "wrong"),
    [
        (MEMORY, "57.3 %", "59.9 %"),
        (SPENT, "-38.1 %", "-41.5 %"),
    ],
)
def test_arithmetic_is_checked_on_the_values_beside_it(story: str, right: str, wrong: str) -> None:
    assert verdict_of(story, right) == "supported"
    assert verdict_of(story, wrong) != "supported"
