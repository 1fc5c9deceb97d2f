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


ROUNDS = """user: which buffer?
$ for i in 1 2 3; do for b in 1MB 4MB; do echo "buffer=$b $(./put.sh)"; done; done
> buffer=1MB put tps= 9.0 p50= 99.17 ms
> buffer=4MB put tps= 8.8 p50= 104.12 ms
> buffer=1MB put tps= 4.5 p50= 215.03 ms
> buffer=4MB put tps= 4.0 p50= 244.13 ms
> buffer=1MB put tps= 5.2 p50= 174.68 ms
> buffer=4MB put tps= 4.4 p50= 205.42 ms
say: Medians over the three rounds:
say|
say| | buffer | put p50 | put tps |
say| |---|---|---|
say| | 4MB | 205.42 ms | 4.4 |
say| | 1MB | 174.68 ms | {x} |
"""


@pytest.mark.parametrize(("x", "wanted"), [("5.2", "supported"), ("6.2", "contradicted")])
def test_a_mean_is_no_median(x: str, wanted: str) -> None:
    found = findings(investigate(tell(ROUNDS.replace("{x}", x))))
    said = [(n["quote"], n["verdict"], n["derivation"]) for n in found["nodes"] if n["kind"] == "conclusion"]
    assert said[-1][:2] == (x, wanted), said
