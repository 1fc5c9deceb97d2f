"""What is said of a change that was undone, by what the edits show."""

import pytest

from sessionlens.pipeline import investigate
from tests.story import tell

STORY = """
user: Try padding.
say: P1: pad the rows in both files.
edit src/row.c: int a; => int a; char pad[24];
edit src/row.c: int b; => int b; char pad2[24];
$ make
say: Out it goes.
edit src/row.c: int a; char pad[24]; => int a;
say: {claim}
"""


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [("P1 is reverted.", "unsupported"), ("P1 is fully reverted.", "contradicted"), ("P1 is partly reverted.", "supported")],
)
def test_a_part_undone(claim: str, verdict: str) -> None:
    view = investigate(tell(STORY.format(claim=claim)))
    last = view.conclusions[-1]
    assert view.verdicts[last.id].verdict == verdict, view.verdicts[last.id].derivation


def test_a_belief_that_only_lists_the_name_does_not_decide_it() -> None:
    story = """user: the build is slow
say: Hypotheses:
say|
say| - K1: the linker takes the time. Predict 20 % less with mold.
say| - K4: the headers are parsed twice. Predict 10 % less.
$ ./bench --config old
> total: 41.2 ms
say: K1 and K4 look harmless for a clean checkout, I think.
$ ls
> build
say: Now with mold.
$ ./bench --config mold
> total: 41.5 ms
say: So K1 is refuted on this machine.
"""
    view = investigate(tell(story))
    (said,) = [c for c in view.conclusions if c.quote.startswith("So K1")]
    assert view.verdicts[said.id].verdict == "supported", view.verdicts[said.id].derivation
