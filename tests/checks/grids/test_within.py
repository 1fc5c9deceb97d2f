"""Numbers worked out from what stands beside them: in the clause, in the table's other column, at the ends of what a call printed."""

import pytest

from sessionlens.graph.export import findings
from sessionlens.pipeline import investigate
from tests.story import tell

PROFILE = """user: where does the time go?
$ ./prof
> render total 48.20 ms
> layout 9.64 ms
> paint 30.10 ms
say: """
SIZES = """user: did it shrink?
$ ./size.sh old new
> old app.js 40312 bytes
> new app.js 36104 bytes
say: """
RUNS = """user: how much does it vary?
$ for i in 1 2 3 4; do ./bench; done
> total: 12.4 ms
> total: 15.9 ms
> total: 13.0 ms
> total: 14.1 ms
say: """
ANSWER = """user: how large is the index?
$ psql -Atc "select pg_size_pretty(pg_relation_size('orders_customer'))"
> 21 MB
say: """
BUFFERS = """user: does it come from disk?
$ ./plan
> Buffers: shared hit=96 read=5735
say: """
SHARES = """user: what allocates?
$ go tool pprof -top m.out
>       flat  flat%   sum%        cum   cum%
>    6291456 53.56% 53.56%    6291456 53.56%  fmt.Sprintf
>    3145728 26.78% 80.34%    3145728 26.78%  strings.grow
say: fmt.Sprintf makes 53.6 % of the objects, strings.grow another 26.8 %. """
STAIRS = """user: which commit made it slow?
$ for c in aa11 bb22 cc33 dd44 ee55; do ./at $c; done
> aa11 handler 4.00 us
> bb22 handler 5.00 us
> cc33 handler 5.50 us
> dd44 handler 8.00 us
> ee55 handler 12.00 us
say: Best of the rounds:
say|
say| | commit | handler | step | share |
say| |---|---|---|---|
say| | aa11 | 4.00 us | | |
say| | bb22 | 5.00 us | +1.00 us | 12.5 % |
say| | cc33 | 5.50 us | +0.50 us | 6.3 % |
say| | dd44 | 8.00 us | +2.50 us | 31.3 % |
say| | ee55 | 12.00 us | {step} | {share} |
"""


def verdicts(story: str) -> dict[str, str]:
    found = findings(investigate(tell(story)))
    return {n["quote"]: n["verdict"] for n in found["nodes"] if n["kind"] == "conclusion"}


@pytest.mark.parametrize(
    ("story", "claim", "holds"),
    [
        (PROFILE, "Layout takes 9.64 of 48.20 ms, 20 %.", True),
        (PROFILE, "Layout takes 9.64 of 48.20 ms, 24 %.", False),
        (PROFILE, "Paint: 30.10 ms, 62.4 % of the render.", True),
        (PROFILE, "Paint: 30.10 ms, 64.2 % of the render.", False),
        (PROFILE, "The cache takes 8.64 of 48.20 ms, 18 %.", False),
        (SIZES, "The app lost 4208 bytes (10.4 %).", True),
        (SIZES, "The app lost 4208 bytes (14.1 %).", False),
        (ANSWER, "The index costs 21 MB.", True),
        (ANSWER, "The index costs 24 MB.", False),
        (BUFFERS, "5735 of the 5831 buffers came from disk, 98.4 %.", True),
        (BUFFERS, "5735 of the 5931 buffers came from disk, 96.7 %.", False),
        (SHARES, "Together that's 80.3 %.", True),
        (SHARES, "Together that's 83.0 %.", False),
        (RUNS, "It takes 12.4-15.9 ms.", True),
        (RUNS, "It takes 12.9-15.9 ms.", False),
        (RUNS, "It takes 12.4-14.1 ms.", False),
    ],
)
def test_a_relation_follows_from_what_stands_beside_it(story: str, claim: str, holds: bool) -> None:
    assert (verdicts(story + claim)[claim] == "supported") is holds


def test_a_part_that_is_given_of_a_whole_does_not_contradict_the_whole() -> None:
    assert "contradicted" not in verdicts(PROFILE + "Paint takes 30.10 of the 48.20 ms, 72 %.").values()


@pytest.mark.parametrize(
    ("step", "share", "expected"),
    [("+4.00 us", "50.0 %", (True, True)), ("+5.00 us", "70.0 %", (False, False)), ("+4.00 us", "33.3 %", (True, False))],
)
def test_a_column_of_steps_follows_the_column_of_values(step: str, share: str, expected: tuple[bool, bool]) -> None:
    found = verdicts(STAIRS.format(step=step, share=share))
    assert (found[step] == "supported", found[share] == "supported") == expected
    assert found["+0.50 us"] == "supported"
    assert found["31.3 %"] == "supported"
