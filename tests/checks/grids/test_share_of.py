"""Shares of a profile that nothing printed: of the column's largest, or of the thing that is named."""

import pytest

from sessionlens.graph.export import findings
from sessionlens.pipeline import investigate
from tests.story import tell

PROFILE = """user: where does the time go?
$ python -c "import pstats; pstats.Stats('run.prof').sort_stats('tottime').print_stats(5)"
>    ncalls  tottime  percall  cumtime  percall filename:lineno(function)
>      9001    2.412    0.000    2.412    0.000 lib/json/decoder.py:343(raw_decode)
>      8959    1.183    0.000    1.198    0.000 app/seen.py:11(is_new)
>      9000    0.305    0.000    3.441    0.000 app/stations.py:15(get)
>      9000    0.089    0.000    4.010    0.000 app/clean.py:20(clean)
>         1    0.074    0.074    5.730    5.730 app/load.py:14(load)
say: """


@pytest.mark.parametrize(
    ("claim", "wanted"),
    [
        ("Stations.get takes 60.1 % of the run.", "supported"),
        ("Stations.get takes 72.5 % of the run.", "not supported"),
        ("`raw_decode` alone is 42.1 % of the load.", "supported"),
        ("`raw_decode` alone is 70 % of the load.", "contradicted"),
        ("`is_new` is 20.9 % of the load.", "supported"),
    ],
)
def test_shares_of_a_profile(claim: str, wanted: str) -> None:
    found = findings(investigate(tell(PROFILE + claim)))
    said = [(n["verdict"], n["derivation"]) for n in found["nodes"] if n["kind"] == "conclusion"]
    assert (said[-1][0] == wanted.split()[-1]) is not wanted.startswith("not"), said
