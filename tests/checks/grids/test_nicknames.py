"""Labels of the agent's tables as names of configs, and numbers worked out from labelled values."""

import pytest

from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.grids import nicknames
from sessionlens.pipeline import investigate
from tests.story import tell

TABLE = """
user: Which store is faster?
say: Run them.
$ ./rounds 7 old slabs inplace
> binary      min   median
> old        61.2     70.5
> slabs      48.9     55.1
> inplace    40.3     47.7
say: | variant | min | median |
say| |---|---|---|
say| | 2.3 | 61.2 ms | 70.5 ms |
say| | arena back | 48.9 ms | 55.1 ms |
say| | histogram back | 40.3 ms | 47.7 ms |
say|
say| {claim}
"""


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        ("By minimum, arena back takes 12.3 ms less than 2.3.", "supported"),
        ("The histogram is 34.2 % less than 2.3 by minimum.", "supported"),
        ("The histogram is 34.2 % more than 2.3 by minimum.", "unsupported"),
        ("By minimum, arena back takes 13.9 ms less than 2.3.", "unsupported"),
    ],
)
def test_a_label_of_its_own_table(claim: str, verdict: str) -> None:
    view = investigate(tell(TABLE.format(claim=claim)))
    last = [c for c in view.conclusions if c.quote.strip(".") in claim][-1]
    assert view.verdicts[last.id].verdict == verdict, view.verdicts[last.id].derivation


def test_a_label_that_fits_two_configs_is_no_name() -> None:
    story = TABLE.replace("inplace    40.3     47.7", "inplace    48.9     55.1").format(claim="The arena takes 12.3 ms less than 2.3.")
    labels = {n.label for n in nicknames.learned(Evidence(investigate(tell(story))))}
    assert "2.3" in labels
    assert "arena back" not in labels


RUNS = """
user: Measure it.
say: Three times each.
$ for r in 1 2 3; do echo "# new run $r"; ./app new; echo "# old run $r"; ./app old; done
> # new run 1
> elapsed: 0.484 s
> # old run 1
> elapsed: 0.901 s
> # new run 2
> elapsed: 0.272 s
> # old run 2
> elapsed: 0.88 s
> # new run 3
> elapsed: 0.37 s
> # old run 3
> elapsed: 0.953 s
say: The median elapsed time is 0.370 s for new and 0.901 s for old.
"""


def test_runs_of_one_config_are_repeats_of_it() -> None:
    view = investigate(tell(RUNS))
    assert [view.verdicts[c.id].verdict for c in view.conclusions] == ["supported"]
