"""The number of things that a comparison is said to be of: the right one is borne out, another is not."""

import pytest

from sessionlens.graph.export import findings
from sessionlens.pipeline import investigate
from tests.story import tell

BUILDS = """user: which build is best?
$ ./fps.sh
> base fps 41.2
> ring fps 66.0
> slab fps 58.3
say: """
SIZES = """user: which is smallest?
$ stat -c "%n %s" build/probe
> build/probe 540136
$ ls -l out
> -rwxr-xr-x 1 root root 573184 Nov 30 17:46 out/probe-base
> -rwxr-xr-x 1 root root 572464 Nov 30 17:49 out/probe-flat
> -rwxr-xr-x 1 root root 571232 Nov 30 17:48 out/probe-wide
say: """
TWICE = """user: how noisy is this box?
$ ./twins.sh
> twin1 took 21.82 ms
> twin2 took 23.74 ms
say: """


@pytest.mark.parametrize(
    ("story", "right", "wrong"),
    [
        (BUILDS, "`ring` has the highest fps of the three builds, 66.0.", "`ring` has the highest fps of the five builds, 66.0."),
        (SIZES, "probe-wide is the smallest of the three.", "probe-flat is the smallest of the three."),
        (TWICE, "twin1 and twin2, the two copies, differ by 8.8 %.", "twin1 and twin2, the five copies, differ by 8.8 %."),
    ],
)
def test_a_comparison_is_of_so_many_things(story: str, right: str, wrong: str) -> None:
    for claim, holds in ((right, True), (wrong, False)):
        found = findings(investigate(tell(story + claim)))
        said = [n for n in found["nodes"] if n["kind"] == "conclusion"]
        assert all(n["verdict"] == "supported" for n in said) is holds, [(n["quote"], n["verdict"], n["derivation"]) for n in said]
