"""Bars in the terminal: to scale, within 80 columns, and none where they are not wanted."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sessionlens.cli import bars
from sessionlens.cli.hypotheses import _standing
from tests.cli.conftest import Cli
from tests.reports.made_investigation import investigation


@given(st.floats(0, 1), st.integers(1, 60))
def test_a_bar_is_as_long_as_its_share(share: float, width: int) -> None:
    assert abs(len(bars.bar(share, width)) - share * width) <= 1


def test_what_speaks_for_and_against() -> None:
    [drawn] = bars.balance(1, 2, 4)
    assert drawn.startswith("for ") and drawn.endswith(" 2") and len(drawn) <= 60
    assert bars.balance(0, 0, 4) == bars.balance(0, 0, 0) == []
    for wide in range(12, 60):
        lines = bars.balance(12, 300, 300, wide)
        assert max(map(len, lines)) <= wide and lines[-1].endswith(" 300")


def test_a_message_s_values_beside_the_latest_of_the_others() -> None:
    rows = bars.of_message(investigation(), 46)
    assert any("parse/plain" in row or "plain" in row for row in rows) and any("arena" in row for row in rows)
    assert all(len(row) <= 80 for row in rows)
    assert bars.of_message(investigation(), 42) == []


@pytest.mark.parametrize("words", [("show", "6"), ("hypotheses",)])
def test_none_where_they_are_not_wanted(kept: Cli, words: tuple[str, ...]) -> None:
    out = kept(*words, "--no-bars").out
    assert not set(out) & set(bars.EIGHTHS) and all(len(line) <= 80 for line in kept(*words).out.splitlines())


def test_only_what_is_borne_out_speaks_for_a_belief() -> None:
    view = investigation()
    for h in view.hypotheses:
        told = [view.verdict(i) for i in view.sources(h.id, "supports") if i[0] == "c"]
        borne = sum(v is not None and v.verdict == "supported" for v in told)
        others = sum(i[0] in "mv" for i in view.sources(h.id, "supports"))
        assert _standing(view, h, "supports") == borne + others
