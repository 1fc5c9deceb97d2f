"""In how many of the rounds one thing was ahead of another: counted round by round."""

import pytest

from sessionlens.graph.export import findings
from sessionlens.pipeline import investigate
from tests.story import tell

ROUNDS = """user: is the arena build quicker?
$ for i in 1 2 3 4 5; do ./run plain; ./run arena; done
> plain total 162.0 ms
> arena total 150.1 ms
> plain total 158.2 ms
> arena total 149.9 ms
> plain total 151.7 ms
> arena total 155.0 ms
> plain total 161.3 ms
> arena total 149.2 ms
> plain total 160.8 ms
> arena total 150.6 ms
say: """


@pytest.mark.parametrize(
    ("claim", "wanted"),
    [
        ("The total of arena is lower than that of plain in four of the five rounds.", "supported"),
        ("The total of arena is lower than that of plain in three of the five rounds.", "contradicted"),
        ("The total of arena is lower than that of plain in all five rounds.", "contradicted"),
        ("arena is ahead of plain in 4 of 5 rounds.", "supported"),
        ("arena is ahead of plain in 5 of 5 rounds.", "contradicted"),
    ],
)
def test_rounds_are_counted(claim: str, wanted: str) -> None:
    found = findings(investigate(tell(ROUNDS + claim)))
    assert [n["verdict"] for n in found["nodes"] if n["kind"] == "conclusion"] == [wanted]
