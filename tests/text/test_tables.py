"""Tables in text: pipes (whole, ragged, squeezed into one line), box drawings, aligned columns."""

from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from sessionlens.text import tables

CASES = yaml.safe_load((Path(__file__).parent.parent / "cases/text/tables.yaml").read_text())


@pytest.mark.parametrize("case", CASES, ids=[c["name"] for c in CASES])
def test_a_text_has_these_tables(case: dict) -> None:
    found = tables.find(case["text"])
    assert [{"kind": g.kind, "header": [c.text for c in g.header], "rows": [[c.text for c in r] for r in g.rows]} for g in found] == case[
        "tables"
    ]


@pytest.mark.parametrize("case", CASES, ids=[c["name"] for c in CASES])
def test_cells_stand_where_they_say(case: dict) -> None:
    for grid in tables.find(case["text"]):
        for cell in (*grid.header, *(c for row in grid.rows for c in row)):
            assert case["text"][cell.start : cell.end] == cell.text


@given(st.text(alphabet="ab1. |-\n│─:\t", max_size=200))
def test_any_text_is_read_with_true_offsets(text: str) -> None:
    for grid in tables.find(text):
        assert 0 <= grid.start <= grid.end <= len(text)
        for cell in (*grid.header, *(c for row in grid.rows for c in row)):
            assert text[cell.start : cell.end] == cell.text


def test_a_cell_finds_its_column() -> None:
    (grid,) = tables.find("          time (s)   speedup\nbase      10.2       1.00x\nwide       5.3       1.92x\n")
    row = grid.rows[1]
    assert [tables.column(grid, row, i) for i in range(3)] == [-1, 0, 1]
