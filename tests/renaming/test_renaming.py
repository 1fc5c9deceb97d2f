"""Under other names and with other numbers the same investigation comes to the same verdicts."""

from pathlib import Path
from typing import Any

import pytest

from sessionlens.text import quantities
from tests.checks.cases import outcome
from tests.renaming.names import found, renamer
from tests.renaming.numbers import renumberer
from tests.renaming.rename import case_of, compare
from tests.renaming.sources import CASES, OWN, RECORDED, pair, read, source_of

SEEDS = (1, 2, 3)


def moved(path: Path, seed: int) -> tuple[int, list[str]]:
    """How many conclusions a transcript has, and what moved that precision does not explain."""
    old, new, text = pair(path, seed)
    return len(old.conclusions), [str(m) for m in compare(old, new, text) if not m.precision]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("path", OWN, ids=source_of)
def test_verdicts_follow_in_what_ships_with_the_repository(path: Path, seed: int) -> None:
    conclusions, moves = moved(path, seed)
    assert conclusions
    assert len(moves) <= 0.02 * conclusions, "\n".join(moves)


@pytest.mark.skipif(not RECORDED, reason="the recorded sessions are not beside this checkout")
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("path", RECORDED, ids=source_of)
def test_verdicts_follow_in_recorded_sessions(path: Path, seed: int) -> None:
    conclusions, moves = moved(path, seed)
    assert len(moves) <= 0.02 * conclusions, "\n".join(moves)


@pytest.mark.skipif(not CASES, reason="the shared cases are not beside this checkout")
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("case", CASES, ids=[c["id"] for c in CASES])
def test_verdicts_follow_in_cases(case: dict[str, Any], seed: int) -> None:
    other = case_of(case, seed)
    verdict, caveats, why = outcome(other)
    assert verdict in (case["verdict"], *case["also"]), f"{other['claim']}: {why}"
    assert set(case["caveats"]) <= caveats, f"{other['claim']}: {why}"


@pytest.mark.parametrize("path", [*OWN, *RECORDED], ids=source_of)
def test_names_and_numbers_are_really_others(path: Path) -> None:
    old, new, _ = pair(path, 2)
    said = "\n".join(m.text for m in new.session.messages)
    assert said != "\n".join(m.text for m in old.session.messages)
    before, after = ({m.raw for m in v.measurements if m.unit in ("ms", "s", "us")} for v in (old, new))
    assert before and len(before & after) < 0.2 * len(before)


@pytest.mark.parametrize("path", OWN, ids=source_of)
def test_names_of_an_unknown_source_are_found(path: Path) -> None:
    session, _ = read(path)
    assert found(session)


def test_a_name_in_every_spelling() -> None:
    rename = renamer({"SmallTree": "NarrowHeap", "H#": "K#"}, 1)
    assert rename("SmallTree smalltree SMALL_TREE small-trees smallTree use smalltree::SmallTree;") == (
        "NarrowHeap narrowheap NARROW_HEAP narrow-heaps narrowHeap use narrowheap::NarrowHeap;"
    )
    assert rename("H1: in 0a1h2, H12 and -H2, HASH") == "K1: in 0a1h2, K12 and -H2, HASH"
    assert rename("b1f2e3d4a5 smalltrees") != "b1f2e3d4a5 narrowheaps"


def test_numbers_keep_their_precision_and_their_sense() -> None:
    text = "A takes 1.20 s (run 3 of 3), B 1,250.5 ms: +4.2 %, from 1.2 to 1.3 s; 1m2.5s; v1.2.3; see 1.20 above"
    other = renumberer([text], [text], time=3)(text)
    assert other == "A takes 3.60 s (run 3 of 3), B 3,751.5 ms: +4.2 %, from 3.6 to 3.9 s; 3m7.5s; v1.2.3; see 1.20 above"
    assert [q.ulp for q in quantities.find(text)][:1] == [q.ulp for q in quantities.find(other)][:1]
    assert renumberer(["took 257 ms"], ["mean 257.2 ms"], time=3)("took 257 ms") == "took 772 ms"
