"""The labels that changes go by."""

import pytest

from sessionlens.facts import changes
from sessionlens.facts.trace import closely
from tests.story import tell

SAID = [
    ("- H1: the lock.\n- H2: the queue.\n\nH2 now.", ("H2",)),
    ("Two ideas. H1 is the lock, H2 the queue. H2 first: a ring.", ("H2",)),
    ("- Q4 fixed: 74 ms instead of 171.\n- Q5 is out.\n\n**Q6** is next. Look at most twice a second.", ("Q6",)),
    ("Q7 completely undone.\n\nQ8: an index per route. Predict 30 % less. Methods: get, put.", ("Q8",)),
    ("All three at once:\n\n- W1: inline\n- W2: no bounds checks\n- W3: fat LTO", ("W1", "W2", "W3")),
    ("P1 is refuted. The README gets the measured numbers.", ()),
    ("Rebuilt with -O2 and then -O3.", ()),
    ("Now the proper fix.", ()),
    ("Now the queue fix.", ("queue",)),
]


@pytest.mark.parametrize(("said", "names"), SAID, ids=[s[-40:] for s, _ in SAID])
def test_a_change_goes_by_the_label_that_leads_to_it(said: str, names: tuple[str, ...]) -> None:
    trace = closely(tell("edit src/pool.c: size = 16; => size = 64;"))
    run = trace.turns[0].runs[0]
    assert changes.names_in(said, run) == names
