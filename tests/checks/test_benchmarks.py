"""Cells and clauses of benchmark sessions: medians of peaks, shares, differences that the agent worked out."""

import pytest

from sessionlens.pipeline import investigate
from tests.story import tell

PEAKS = """
user: How much memory do the two indexers need?
say: Three runs each.
$ for r in 1 2 3; do ./idx trie; ./idx hash; done
> trie cpu: 0.41 s max_rss: 30120 KB
> hash cpu: 0.30 s max_rss: 41344 KB
> trie cpu: 0.44 s max_rss: 30388 KB
> hash cpu: 0.35 s max_rss: 41020 KB
> trie cpu: 0.40 s max_rss: 30244 KB
> hash cpu: 0.31 s max_rss: 41876 KB
say: Medians of the three runs:
say|
say| | | trie | hash |
say| |---|---|---|
say| | cpu | 0.41 s | 0.31 s |
say| | {name} | {trie} KB | {hash} KB |
"""


@pytest.mark.parametrize("name", ["max RSS", "peak RSS", "memory"])
def test_the_maximum_in_a_metrics_name_is_no_aggregate_of_runs(name: str) -> None:
    view = investigate(tell(PEAKS.format(name=name, trie=30244, hash=41344)))
    assert [view.verdicts[c.id].verdict for c in view.conclusions[-2:]] == ["supported"] * 2
    view = investigate(tell(PEAKS.format(name=name, trie=30244, hash=41434)))
    assert view.verdicts[view.conclusions[-1].id].verdict in ("unsupported", "contradicted")


SHARES = """
user: Where does the time go?
$ ./prof
> 8.204 seconds in total
> 3.101 seconds in parse
> 1.902 seconds in link
> 0.811 seconds in emit
> 0.402 seconds in load
> 0.230 seconds in pack
say: | stage | time | share |
say| |---|---|---|
say| | parse | 3.101 s | 37.8 % |
say| | link | 1.902 s | 23.2 % |
say| | emit | 0.811 s | 9.9 % |
say| | load | 0.402 s | {load} % |
say| | pack | 0.230 s | {pack} % |
"""


@pytest.mark.parametrize(("load", "pack", "verdicts"), [("4.9", "2.8", "sssss"), ("4.9", "8.2", "ssssc"), ("9.4", "8.2", "uuuuu")])
def test_a_share_that_most_rows_agree_with(load: str, pack: str, verdicts: str) -> None:
    view = investigate(tell(SHARES.format(load=load, pack=pack)))
    shares = [view.verdicts[c.id].verdict[0] for c in view.conclusions if c.quote.endswith("%")]
    assert "".join(shares) == verdicts


LAYOUTS = """
user: How large is a node in each layout?
$ for n in wide packed; do ./demo-$n | tail -1; done
> slots 9001, 96 B/node, pool 4.4 MiB, hops 1.31 avg 28 max
> slots 9001, 48 B/node, pool 2.9 MiB, hops 2.17 avg 61 max
$ ./rounds wide packed
> binary        min   median
> wide         61.2     70.5
> packed       48.9     55.1
say: Minimum over the rounds:
say|
say| | layout | best | hops avg | bytes |
say| |---|---|---|---|
say| | wide | 61.2 ms | 1.31 | {wide} |
say| | packed | 48.9 ms | 2.17 | {packed} |
"""


def test_a_whole_number_under_the_name_of_its_unit() -> None:
    view = investigate(tell(LAYOUTS.format(wide=96, packed=48)))
    assert {view.verdicts[c.id].verdict for c in view.conclusions} == {"supported"}
    view = investigate(tell(LAYOUTS.format(wide=96, packed=44)))
    assert view.verdicts[view.conclusions[-1].id].verdict == "unsupported"


def test_a_config_named_like_a_percentile_is_none() -> None:
    story = PEAKS.replace("trie", "p64").replace("hash", "p32").format(name="max RSS", p64=30244, p32=41344)
    view = investigate(tell(story))
    assert [view.verdicts[c.id].verdict for c in view.conclusions[-4:]] == ["supported"] * 4


LEVELS = """
user: Which level should we ship?
$ for l in 2 5 8; do ./pk $l; done
> level 2 cpu: 0.2104 s size: 700416 bytes
> level 5 cpu: 0.2881 s size: 610304 bytes
> level 8 cpu: 0.6109 s size: 598016 bytes
say: | level | cpu | size |
say| |---|---|---|
say| | 2 | 0.2104 s | 700416 bytes |
say| | 5 | 0.2881 s | 610304 bytes |
say| | 8 | 0.6109 s | 598016 bytes |
say|
say| {claim}
"""


@pytest.mark.parametrize(
    ("claim", "supported"),
    [
        ("Level 8 takes 112.0 % more CPU than 5 for another 2.0 %.", True),
        ("Going down to 5 costs 2.1 % of size against 8.", True),
        ("Level 5 is 12.9 % smaller than level 2.", True),
        ("Level 5 is 12.9 % larger than level 2.", False),
        ("Level 8 takes 121.0 % more CPU than 5 for another 2.0 %.", False),
        ("Level 8 takes 0.3228 s more than 5.", True),
        ("Level 8 grew by 2.1 KB per level (5 to 8).", False),
    ],
)
def test_a_number_worked_out_from_the_rows_that_the_clause_names(claim: str, supported: bool) -> None:
    view = investigate(tell(LEVELS.format(claim=claim)))
    last = [c for c in view.conclusions if c.quote.strip(".") in claim][-1]
    assert (view.verdicts[last.id].verdict == "supported") is supported, view.verdicts[last.id].derivation


CODECS = """
user: Which codec?
$ ./codecs
> raw: 912435 bytes
> lz-1: 210.4 MB/s packed: 506869 bytes ratio: 1.80
> lz-4: 96.2 MB/s packed: 421243 bytes ratio: 2.17
> lz-9: 31.7 MB/s packed: 405831 bytes ratio: 2.25
say: {claim}
"""


@pytest.mark.parametrize(
    ("claim", "supported"),
    [
        ("lz-9 is 3.03 times slower than lz-4.", True),
        ("lz-9 is 3.7 % smaller than lz-4.", True),
        ("- lz-4 packs at 96.2 MB/s\nsay| - lz-9 is 3.7 % smaller at 33 % of the speed", True),
        ("- lz-4 packs at 96.2 MB/s\nsay| - lz-9 is 3.7 % smaller at 43 % of the speed", False),
        ("lz-4 is 3.03 times slower than lz-9.", False),
        ("lz-9 is 3.9 % smaller than lz-4.", False),
    ],
)
def test_lines_that_begin_with_a_name_are_rows(claim: str, supported: bool) -> None:
    view = investigate(tell(CODECS.format(claim=claim)))
    last = view.conclusions[-1]
    assert (view.verdicts[last.id].verdict == "supported") is supported, view.verdicts[last.id].derivation


def test_a_comparison_in_brackets_is_a_conclusion_of_its_own() -> None:
    claim = "The 8th level costs 0.3228 s of CPU (0.6109 vs 0.2881 s, 52.8 % slower) and saves 12288 bytes."
    view = investigate(tell(LEVELS.format(claim=claim)))
    told = {c.quote: view.verdicts[c.id] for c in view.conclusions[-3:]}
    assert told["0.6109 vs 0.2881 s, 52.8 % slower"].verdict == "contradicted"
    assert all(v.verdict != "contradicted" for q, v in told.items() if not q.startswith("0.6109"))


CHANGES = """
user: Which of the three changes did most?
$ for d in plain ring; do ./go $d; done
> plain elapsed: 0.912 s cpu: 0.611 s
> ring elapsed: 0.503 s cpu: 0.402 s
say: | | plain | ring | change |
say| |---|---|---|---|
say| | elapsed | 0.912 s | 0.503 s | -44.8 % |
say| | cpu | 0.611 s | 0.402 s | -34.2 % |
$ for d in ring pool; do ./go $d; done
> ring elapsed: 0.510 s cpu: 0.409 s
> pool elapsed: 0.377 s cpu: 0.255 s
say: | | ring | pool | pool vs ring | saved |
say| |---|---|---|---|---|
say| | elapsed | 0.510 s | 0.377 s | -26.1 % | {saved} s |
say| | cpu | 0.409 s | 0.255 s | -37.7 % | 0.154 s |
say: | change | elapsed | cpu |
say| |---|---|---|
say| | ring buffer | -0.409 s | -0.209 s |
say| | pool of pages | -0.133 s | {cpu} s |
say|
say| Pool and ring together are {sum} s, 100 % of the two.
"""


@pytest.mark.parametrize(
    ("saved", "cpu", "total", "wrong"),
    [("0.133", "-0.154", "0.542", []), ("0.313", "-0.154", "0.542", ["0.313 s"]), ("0.133", "-0.145", "0.542", ["-0.145 s"])],
)
def test_cells_that_hold_differences(saved: str, cpu: str, total: str, wrong: list[str]) -> None:
    view = investigate(tell(CHANGES.format(saved=saved, cpu=cpu, sum=total)))
    verdicts = {c.quote: view.verdicts[c.id].verdict for c in view.conclusions}
    assert [q for q, v in verdicts.items() if v == "contradicted"] == wrong
    assert {verdicts[q] for q in ("-0.409 s", "-0.209 s", "-0.133 s", "0.154 s")} == {"supported"}
    assert verdicts[next(q for q in verdicts if "together" in q)] == "supported"


def test_a_sum_that_its_rows_do_not_give_is_not_borne_out() -> None:
    view = investigate(tell(CHANGES.format(saved="0.133", cpu="-0.154", sum="0.524")))
    assert view.verdicts[view.conclusions[-1].id].verdict != "supported"


GAP = """
user: Which change closes the gap?
$ ./rounds base flat pool old
> binary      min   median
> base      150.0    180.2
> flat      110.0    133.1
> pool      131.0    151.7
> old        80.0     92.0
say: {claim}
"""


@pytest.mark.parametrize(
    ("claim", "supported"), [("flat: 40.0 ms less, 57 % of the gap", True), ("flat: 40.0 ms less, 71 % of the gap", False)]
)
def test_a_part_of_the_gap(claim: str, supported: bool) -> None:
    view = investigate(tell(GAP.format(claim=f"By minimum:\nsay|\nsay| - {claim}")))
    assert (view.verdicts[view.conclusions[-1].id].verdict == "supported") is supported


SIDES = """
user: Is the new release better?
$ for b in v2 v3; do for r in 1 2 3; do ./load $b; done; done
> v2 elapsed: 0.402 s cpu: 0.310 s max_rss: 20112 KB db_size: 90112 bytes
> v2 elapsed: 0.411 s cpu: 0.302 s max_rss: 20112 KB db_size: 90112 bytes
> v2 elapsed: 0.398 s cpu: 0.305 s max_rss: 20112 KB db_size: 90112 bytes
> v3 elapsed: 0.111 s cpu: 0.052 s max_rss: 23004 KB db_size: 81920 bytes
> v3 elapsed: 0.404 s cpu: 0.051 s max_rss: 23004 KB db_size: 81920 bytes
> v3 elapsed: 0.108 s cpu: 0.053 s max_rss: 23004 KB db_size: 81920 bytes
say: Medians of three:
say|
say| | | v2 | now v3 |
say| |---|---|---|
say| | elapsed | 0.402 s | 0.111 s |
say| | cpu | 0.305 s | 0.052 s |
say| | max RSS | 20112 KB | 23004 KB |
say| | db size | 90112 bytes | 81920 bytes |
say|
say| {claim}
"""


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        ("v2 burns 83.0 % more CPU than v3.", "contradicted"),
        ("In CPU time the new release is 4.9x faster than v2.", "contradicted"),
        ("In CPU time the new release is 5.9x faster than v2.", "supported"),
        ("Against v2 the new release is ahead in speed, memory and size.", "contradicted"),
        ("Against v2 the new release is ahead in speed and size.", "supported"),
        ("v3 beats v2 in memory as well.", "contradicted"),
        ("v3 beats v2 in size as well.", "supported"),
    ],
)
def test_sides_that_are_named_by_their_labels(claim: str, verdict: str) -> None:
    view = investigate(tell(SIDES.format(claim=claim)))
    last = view.conclusions[-1]
    assert view.verdicts[last.id].verdict == verdict, (last.quote, view.verdicts[last.id].derivation)


EACH = """
user: What does the ring save?
$ for n in 200 400 800; do ./mem list $n; ./mem ring $n; done
> n=200 list: 9012 KB
> n=200 ring: 5804 KB
> n=400 list: 15120 KB
> n=400 ring: 10922 KB
> n=800 list: 27904 KB
> n=800 ring: 15212 KB
say: | entries | list | ring |
say| |---|---|---|
say| | 200 | 9012 KB | 5804 KB |
say| | 400 | 15120 KB | 10922 KB |
say| | 800 | 27904 KB | 15212 KB |
say|
say| {claim}
"""


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        ("At 200 and 800 entries the ring saves over a third.", "supported"),
        ("At 400 and 800 entries the ring saves over a third.", "contradicted"),
        ("The ring saves more than a quarter at every size.", "supported"),
        ("The ring is within 40 % of list at all three sizes.", "contradicted"),
    ],
)
def test_parts_of_each_row(claim: str, verdict: str) -> None:
    view = investigate(tell(EACH.format(claim=claim)))
    last = view.conclusions[-1]
    assert view.verdicts[last.id].verdict == verdict, (last.quote, view.verdicts[last.id].derivation)


ROUNDS = """
user: Does the patch help?
$ for r in 1 2 3; do for d in stable trial; do (cd ../$d && ./run); done; done
> stable elapsed: 1.204 s batch_p50: 20.1 ms batch_p99: 61.2 ms
> trial elapsed: 0.911 s batch_p50: 22.4 ms batch_p99: 28.9 ms
> stable elapsed: 1.311 s batch_p50: 21.0 ms batch_p99: 55.0 ms
> trial elapsed: 0.874 s batch_p50: 15.2 ms batch_p99: 31.4 ms
> stable elapsed: 1.250 s batch_p50: 20.7 ms batch_p99: 70.3 ms
> trial elapsed: 0.902 s batch_p50: 14.9 ms batch_p99: 24.0 ms
say: Medians of three rounds:
say|
say| | | 4.1 | P7 fixed | P7 vs 4.1 |
say| |---|---|---|---|
say| | elapsed | 1.250 s | 0.902 s | -27.8 % |
say| | p50 | 20.7 ms | 15.2 ms | -26.6 % |
say| | p99 | 61.2 ms | 28.9 ms | -52.8 % |
say|
say| {claim}
"""


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        ("The fix beats 4.1 in elapsed time in each of the three rounds.", "supported"),
        ("The fix beats 4.1 in elapsed time in each of the three rounds. The median batch is quicker in every round, too.", "contradicted"),
        ("P7 cuts the p99 to less than half in each of the three rounds.", "contradicted"),
    ],
)
def test_round_by_round_under_the_names_of_a_table(claim: str, verdict: str) -> None:
    view = investigate(tell(ROUNDS.format(claim=claim)))
    last = view.conclusions[-1]
    assert view.verdicts[last.id].verdict == verdict, (last.quote, view.verdicts[last.id].derivation)


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        ("Two of the five nodes fail.", "supported"),
        ("3 of the 5 nodes fail, fewer than I thought.", "contradicted"),
        ("3 of the 5 nodes pass.", "supported"),
    ],
)
def test_how_many_of_a_loop_failed(claim: str, verdict: str) -> None:
    story = """
    user: Which nodes are bad?
    $ for n in a b c d e; do printf "node $n: "; ./probe-tests $n | tail -1; done
    > node a: 4 passed in 0.10s
    > node b: 1 failed, 3 passed in 0.11s
    > node c: 4 passed in 0.10s
    > node d: 2 failed, 2 passed in 0.13s
    > node e: 4 passed in 0.10s
    say: """
    view = investigate(tell(story + claim))
    assert view.verdicts[view.conclusions[-1].id].verdict == verdict, view.verdicts[view.conclusions[-1].id].derivation


@pytest.mark.parametrize(
    ("claim", "verdict"), [("CPU went up by 34.2 % on the way.", "contradicted"), ("CPU went down by 34.2 %.", "supported")]
)
def test_a_change_told_the_wrong_way_round(claim: str, verdict: str) -> None:
    story = CHANGES.partition("$ for d in ring pool")[0] + f"say|\nsay| {claim}\n"
    view = investigate(tell(story))
    assert view.verdicts[view.conclusions[-1].id].verdict == verdict, view.verdicts[view.conclusions[-1].id].derivation


def test_the_other_base_under_a_plain_name() -> None:
    story = """
    user: Which flags?
    $ ./rounds o2 wide lto
    > binary      min   median
    > o2         88.4     97.1
    > wide       87.0     96.0
    > lto        80.1     91.6
    say: | flags | min | median |
    say| |---|---|---|
    say| | -O2 | 88.4 ms | 97.1 ms |
    say| | -O2 -mwide | 87.0 ms | 96.0 ms |
    say| | -O2 -flto | 80.1 ms | 91.6 ms |
    say|
    say| LTO takes 10.4 % less time than plain -O2 by minimum."""
    view = investigate(tell(story))
    last = view.verdicts[view.conclusions[-1].id]
    assert last.verdict == "contradicted", last.derivation
    view = investigate(tell(story.replace("10.4 %", "9.4 %")))
    last = view.verdicts[view.conclusions[-1].id]
    assert last.verdict == "supported", last.derivation
