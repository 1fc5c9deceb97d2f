"""The labels that changes go by."""

import pytest

from sessionlens.facts import changes, titles
from sessionlens.facts.trace import closely
from sessionlens.pipeline import examine
from tests.story import tell

SAID = [
    ("- H1: the lock.\n- H2: the queue.\n\nH2 now.", ("H2",)),
    ("Two ideas. H1 is the lock, H2 the queue. H2 first: a ring.", ("H2",)),
    ("- Q4 fixed: 74 ms instead of 171.\n- Q5 is out.\n\n**Q6** is next. Look at most twice a second.", ("Q6",)),
    ("Q7 completely undone.\n\nQ8: an index per route. Predict 30 % less. Methods: get, put.", ("Q8",)),
    ("All three at once:\n\n- W1: inline\n- W2: no bounds checks\n- W3: fat LTO", ("W1", "W2", "W3")),
    ("R1 vs R2: a tie, R2 loses on the median.\n\nReason: half of them miss. A larger ring.", ()),
    ("R1 vs R2: a tie. Now R3: a larger ring.\n\nHalf of them miss.", ("R3",)),
    ("R2 explains all of it.\n\nThe fix: call it as the file does.", ("R2",)),
    ("P1 is refuted. The README gets the measured numbers.", ()),
    ("Rebuilt with -O2 and then -O3.", ()),
    ("Now the proper fix.", ()),
    ("Now the queue fix.", ("queue",)),
]


@pytest.mark.parametrize(("said", "names"), SAID, ids=[s[-40:] for s, _ in SAID])
def test_a_change_goes_by_the_label_that_leads_to_it(said: str, names: tuple[str, ...]) -> None:
    trace = closely(tell("edit src/pool.c: size = 16; => size = 64;"))
    run = trace.turns[0].runs[0]
    assert titles.names_in(said, run) == names


LABELS = [
    ("D1: a dictionary.", "", "D1 now.", True),
    ("Two things: a dictionary (D1) and a queue (D2).", "", "D1 now.", True),
    ("Where do the misses come from?", "D1  misses: 1,700,000", "28 % fewer D1 misses. Next the docs.", False),
    ("Where do the misses come from?", "L1-dcache-misses 12", "Fewer L1 misses. Next the docs.", False),
    ("Where does it wait?", "", "Fewer L2 misses. Next the docs.", False),
    ("**L1**: the release profile.", "L1 hits 12", "L1 now.", True),
    ("| K2 | a ring |", "", "K2 next.", True),
]


@pytest.mark.parametrize(("before", "printed", "said", "is_label"), LABELS, ids=[s[2] + s[0] for s in LABELS])
def test_a_label_is_what_somebody_calls_something_by(before: str, printed: str, said: str, is_label: bool) -> None:
    story = f"say: {before}\n$ ./run\n> {printed}\nsay: {said}\nedit src/pool.c: size = 16; => size = 64;"
    (change,) = changes.find(closely(tell(story)), ())
    assert bool(change.names) is is_label


WORDS = [
    ("My bug: a key that is too large for a chunk overruns it. Such a key gets a chunk of its own. And a test for it, which was missing.",
     "edit src/arena.c: char data[CHUNK]; => size_t size; char data[]; /* chunk */", "Such a key gets a chunk of its own"),
    ("Last suspect, the doublings. Starting with a million slots needs none of them. One constant, throwaway.",
     "edit src/map.h: #define SLOTS 16 => #define SLOTS 1048576", "Starting with a million slots needs none of them"),
    ("The reader goes by lines. If that is the cost, reading should take half as long.",
     "edit lib/reader.py: for line in f => block = f.read()", "The reader goes by lines"),
    ("Same again, on top of the commit.", "edit a.c: x => y", "Same again, on top of the commit"),
]  # fmt: skip


@pytest.mark.parametrize(("said", "edit", "words"), WORDS, ids=[w[2] for w in WORDS])
def test_a_change_is_told_by_the_sentence_that_speaks_of_it(said: str, edit: str, words: str) -> None:
    (change,) = changes.find(closely(tell(f"say: {said}\n{edit}")), ())
    assert change.text.partition(": ")[2] == words


LINKED = [
    # the belief comes first in the session, then the change; whether the change belongs to it
    ("I suspect `DROPPED`, a list that nobody empties.", "Its rows would mind. Later: DROPPED.\n\nNow the dates, by a faster call.",
     "edit clean.py: strptime(s) => fromisoformat(s)", False),
    ("I suspect `DROPPED`, a list that nobody empties.", "First DROPPED, bounded.\n\nOnly the key.",
     "edit dedup.py: DROPPED = [] => DROPPED = deque(maxlen=9)", True),
    ("I suspect `DROPPED`, a list that nobody empties.", "Now DROPPED.", "edit dedup.py: rows = [] => rows = deque(maxlen=9)", True),
]  # fmt: skip


@pytest.mark.parametrize(("belief", "said", "edit", "linked"), LINKED, ids=[c[1][-30:] for c in LINKED])
def test_a_word_in_passing_does_not_make_a_change_a_beliefs(belief: str, said: str, edit: str, linked: bool) -> None:
    lines = said.replace("\n\n", "\nsay|\nsay| ")
    view = examine(tell(f"user: Why so slow?\n$ ./profile\nsay: {belief}\n$ ls\nsay: {lines}\n{edit}"))
    assert view.hypotheses
    assert [c.hypothesis is not None for c in view.changes] == [linked]
