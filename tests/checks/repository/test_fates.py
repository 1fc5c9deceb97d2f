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
