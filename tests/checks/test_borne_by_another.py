"""Numbers that stand in an output, and do not show what the clause says of them."""

import pytest

from sessionlens.graph.export import findings
from sessionlens.pipeline import investigate
from tests.story import tell

TARGET = """user: make it fast enough
$ cat GOALS.txt
> Goal: a full export in less than 180 ms on the edge box.
say: """
POOL = """user: does a pool save memory?
$ go test -bench Put -benchmem -count 5 .
> BenchmarkPut-2   100   1165738 ns/op   206445 B/op   31 allocs/op
> BenchmarkPut-2   100   1165999 ns/op   206452 B/op   31 allocs/op
> BenchmarkPut-2   100   1165102 ns/op   207282 B/op   31 allocs/op
> BenchmarkPut-2   100   1165313 ns/op   203989 B/op   31 allocs/op
> BenchmarkPut-2   100   1165420 ns/op   206453 B/op   31 allocs/op
say: """
VACUUM = """user: how much is dead?
$ psql -Atc "select n_dead_tup from pg_stat_user_tables where relname='parcels'"
> 30492
say: """


@pytest.mark.parametrize(
    ("story", "claim", "holds"),
    [
        (TARGET, "The 180 ms are met.", False),
        (TARGET, "The export stays below 180 ms.", False),
        (VACUUM, "parcels has 30492 dead tuples.", True),
        (VACUUM, "The 30492 dead tuples of parcels are only what piles up between two vacuums.", False),
        (POOL, "Put allocates 206,452 B/op in the median.", True),
        (POOL, "Put allocates 206,445 B/op in the median.", False),
    ],
)
def test_a_bound_or_a_single_run_bears_out_no_other_thing(story: str, claim: str, holds: bool) -> None:
    found = findings(investigate(tell(story + claim)))
    said = [(n["verdict"], n["derivation"]) for n in found["nodes"] if n["kind"] == "conclusion"]
    assert (said[-1][0] == "supported") is holds, said
