"""What a clause says of a setting or of a run is held against that one's own line, and against what stands beside it there."""

import pytest

from sessionlens.graph.export import findings
from sessionlens.pipeline import investigate
from tests.story import tell

DEPTHS = """user: how does memory grow?
$ for d in 8 32 128; do ./walk --depth $d; done
> depth=8 peak 14.2 MB, took 120 ms
> depth=32 peak 51.9 MB, took 480 ms
> depth=128 peak 203.4 MB, took 1900 ms
say: """
BENCH = """user: does the parser allocate?
$ go test -bench . -benchmem ./...
> BenchmarkSplit-8   	  519625	       453.6 ns/op	      64 B/op	       2 allocs/op
> BenchmarkJoin-8    	  592050	       281.6 ns/op	       0 B/op	       0 allocs/op
say: """
CELLS = (
    BENCH
    + """
say|
say| | benchmark | now |
say| |---|---|
say| | Join | 281.6 ns, 0 allocs |
say| | Split | """
)


@pytest.mark.parametrize(
    ("story", "claim", "wanted"),
    [
        (DEPTHS, "It does grow, from 14.2 MB with a depth of 8 to 203.4 MB with 128.", "supported"),
        (DEPTHS, "The peak is 51.9 MB at depth 32.", "supported"),
        (DEPTHS, "The peak is 49.1 MB at depth 32.", "contradicted"),
        (DEPTHS, "It saves 49.1 MB at depth 32.", "not contradicted"),
        (CELLS, "453.6 ns, 2 allocs", "supported"),
        (CELLS, "453.6 ns, 3 allocs", "contradicted"),
        (BENCH, "Split takes 453.6 ns with 2 allocs.", "supported"),
        (BENCH, "Split takes 453.6 ns with 3 allocs.", "not supported"),
    ],
)
def test_the_own_line_decides(story: str, claim: str, wanted: str) -> None:
    found = findings(investigate(tell(story + claim + " |" * (story is CELLS))))
    said = [(n["verdict"], n["derivation"]) for n in found["nodes"] if n["kind"] == "conclusion"]
    assert (said[-1][0] == wanted.split()[-1]) is not wanted.startswith("not"), said
