"""A cell has the value of its own row: the same table with the right values, and with two of them swapped or taken from a neighbour."""

import pytest

from sessionlens.graph.export import findings
from sessionlens.pipeline import investigate
from tests.story import tell

PLAIN = """user: what does each build need?
$ for b in stock slab pool; do ./mem $b; done
> stock peak 88112 KB faults 20418
> slab peak 71540 KB faults 17005
> pool peak 64328 KB faults 15991
say: Here it is.
say|
say| | build | peak KB |
say| |---|---|
say| | stock | 88,112 |
say| | slab only | {a} |
say| | pool only | {b} |
"""
SETTINGS = """user: how large should the batch be?
$ for n in 100 400 1600 6400; do ./load --batch $n; done
> batch 100 rows 90000 lost 0 took 913 ms
> batch 400 rows 90000 lost 0 took 655 ms
> batch 1600 rows 90000 lost 0 took 587 ms
> batch 6400 rows 90000 lost 0 took 741 ms
say: Here it is.
say|
say| | batch | took ms |
say| |---|---|
say| | 100 | 913 |
say| | 400 | 655 |
say| | 1600 | {a} |
say| | 6400 | {b} |
"""
ROUNDS = """user: both builds on each image
$ ./frames.sh
> tower old 41.2 fps 512.5 MB
> tower new 66.0 fps 101.5 MB
> tower old 40.7 fps 512.5 MB
> tower new 65.1 fps 101.5 MB
> canal old 38.8 fps 512.5 MB
> canal new 61.3 fps 101.5 MB
> canal old 39.9 fps 512.5 MB
> canal new 60.2 fps 101.5 MB
> night old 22.1 fps 498.3 MB
> night new 55.8 fps 101.5 MB
> night old 23.4 fps 498.3 MB
> night new 54.7 fps 101.5 MB
say: Memory of both:
say|
say| | image | old MB | new MB |
say| |---|---|---|
say| | tower | 512.5 MB | 101.5 MB |
say| | canal | 512.5 MB | 101.5 MB |
say| | night | {a} | {b} |
"""


@pytest.mark.parametrize(
    ("story", "a", "b", "wanted"),
    [
        (PLAIN, "71,540", "64,328", ("supported", "supported")),
        (PLAIN, "64,328", "71,540", ("contradicted", "contradicted")),
        (SETTINGS, "587", "741", ("supported", "supported")),
        (SETTINGS, "741", "587", ("contradicted", "contradicted")),
        (ROUNDS, "498.3 MB", "101.5 MB", ("supported", "supported")),
        (ROUNDS, "512.5 MB", "101.5 MB", ("contradicted", "supported")),
    ],
)
def test_a_cell_has_what_was_printed_of_its_row(story: str, a: str, b: str, wanted: tuple[str, str]) -> None:
    found = findings(investigate(tell(story.replace("{a}", a).replace("{b}", b))))
    cells = [(n["quote"], n["verdict"]) for n in found["nodes"] if n["kind"] == "conclusion"]
    assert tuple(v for q, v in cells[-2:]) == wanted, cells
