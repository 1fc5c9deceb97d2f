"""Percentages of values that stand beside them: right arithmetic at the digits that the values allow is borne out, wrong arithmetic is not,
and more digits than the values give stay open (CHECKING.md, section 3, rule 2)."""

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
BRACKETED = """user: what does a bigger page do?
$ ./scan.sh
> small scan 49.2 sort 15.6 all 84.1
> large scan 58.4 sort 11.2 all 89.3
say: Best of nine, ms:
say|
say| | page | scan | sort | all |
say| |---|---|---|---|
say| | small | 49.2 | 15.6 | 84.1 |
say| | large | 58.4 (+18.7 %) | 11.2 ({x}) | 89.3 (+6.2 %) |
"""
TWO_OF_THREE = """user: does folding help?
$ ./fold.sh
> hall plain 0.262 s folded 0.137 s
> yard plain 0.241 s folded 0.255 s
say: Time of both:
say|
say| | log | lines changed | F | F and G | G brings |
say| |---|---|---|---|---|
say| | hall | 180 | 0.262 s | 0.137 s | -47.7 % |
say| | yard | 140,112 | 0.241 s | 0.255 s | {x} |
"""
NAMED_BY_HEAD = TWO_OF_THREE.replace("| lines changed | F | F and G | G brings |", "| F | F and K | F and G | G vs F |").replace(
    "| hall | 180 | 0.262 s |", "| hall | 0.262 s | 0.199 s |"
).replace("| yard | 140,112 | 0.241 s |", "| yard | 0.241 s | 0.248 s |")  # fmt: skip
ALONGSIDE = """user: and memory?
$ ./both.sh
> wide old took 412.5 ms rss 9120 KB
> wide new took 208.1 ms rss 7310 KB
> tall old took 398.2 ms rss 9480 KB
> tall new took 377.7 ms rss 9101 KB
say: Old against new:
say|
say| | input | old | new | RSS |
say| |---|---|---|---|
say| | wide | 412.5 | 208.1 | {x} |
say| | tall | 398.2 | 377.7 | -4.0 % |
"""
SUMMARY = """user: what helped?
$ ./step.sh --no-arena
> total 212.4 ms
$ ./step.sh --arena
> total 187.9 ms
say: The arena: total 212.4 → 187.9 ms, -11.5 %.
$ ./step.sh --level 3
> total 187.2 ms
say: All steps:
say|
say| | step | effect | kept |
say| |---|---|---|
say| | arena | {x} | yes |
say| | level 3 | none | no |
"""
RATES = """user: do two writers help?
$ ./put --writers 1
> 199,812 rows/s
$ ./put --writers 2
> 277,304 rows/s
say: two writers reach 277,304 rows/s in this run against 199,812 for one, {x}.
"""
BEFORE = """user: is the cache worth it?
$ ./bench --cache off
> elapsed: 0.748 s
$ ./bench --cache on
> elapsed: 0.507 s
say: Without the cache the elapsed time is worse, 0.748 against 0.507 s. That's {x} more time without it.
"""


def verdict_of(story: str, x: str) -> str:
    found = findings(investigate(tell(story.replace("{x}", x))))
    return [n["verdict"] for n in found["nodes"] if n["kind"] == "conclusion" and x in n["quote"]][-1]


@pytest.mark.parametrize(
    ("story", "right", "wrong"),
    [
        (MEMORY, "57 %", "62 %"),
        (SPENT, "-38 %", "-42 %"),
        (BRACKETED, "-28 %", "-39 %"),
        (TWO_OF_THREE, "+6 %", "+8 %"),
        (NAMED_BY_HEAD, "+6 %", "+3 %"),
        (SUMMARY, "-11.5 %", "-12.4 %"),
        (BEFORE, "48 %", "32.2 %"),
        (RATES, "+38.8 %", "+27.9 %"),
        (ALONGSIDE, "-19.8 %", "-49.6 %"),
    ],
)
def test_arithmetic_is_checked_on_the_values_beside_it(story: str, right: str, wrong: str) -> None:
    assert verdict_of(story, right) == "supported"
    assert verdict_of(story, wrong) != "supported"


def test_more_digits_than_the_values_give_stay_open() -> None:
    assert verdict_of(MEMORY, "57.3 %") == verdict_of(BRACKETED, "-28.2 %") == "undecidable"
    assert verdict_of(MEMORY, "72.9 %") == "contradicted"
