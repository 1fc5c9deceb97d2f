"""How far the values of one column lie apart, in a table of runs, in lines of an output, in every phase of two twins."""

import pytest

from sessionlens.graph.export import findings
from sessionlens.pipeline import investigate
from tests.story import tell

RUNS = """user: how steady is it?
$ for i in 1 2 3; do ./frames; done
> decode 41.2 ms  blend 12.1 ms  show 66.4 ms
> decode 62.3 ms  blend 12.4 ms  show 88.0 ms
> decode 50.0 ms  blend 12.3 ms  show 75.1 ms
say: """
TWINS = """user: how large is the noise?
$ ./twins.sh
> left open best 39.4 median 42.2
> left scan best 115.2 median 133.6
> right open best 37.2 median 38.9
> right scan best 116.2 median 127.4
say: """
PASSES = """user: and the rate?
$ ./passes.sh
> pass 1 read 4000 rows in 1.2 s (3247 rows/s)
> pass 2 read 4000 rows in 2.5 s (1576 rows/s)
> pass 3 read 4000 rows in 1.9 s (2101 rows/s)
say: """


@pytest.mark.parametrize(
    ("story", "right", "wrong"),
    [
        (RUNS, "decode varies by 51 % from best to worst.", "decode varies by 30 % from best to worst."),
        (RUNS, "blend stays inside 3 %.", "decode stays inside 10 %."),
        (TWINS, "The best values agree to within 6 % in every phase.", "The best values agree to within 2 % in every phase."),
        (PASSES, "The throughput in rows/s varies 2.1-fold between passes.", "The throughput in rows/s varies 1.4-fold between passes."),
    ],
)
def test_the_largest_is_set_against_the_smallest(story: str, right: str, wrong: str) -> None:
    for claim, wanted in ((right, "supported"), (wrong, "contradicted")):
        found = findings(investigate(tell(story + claim)))
        assert [n["verdict"] for n in found["nodes"] if n["kind"] == "conclusion"] == [wanted], claim
