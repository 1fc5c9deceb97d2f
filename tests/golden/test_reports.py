"""Each golden report is what the sample gives today, byte for byte."""

import pytest

from tests.golden.reports import HERE, REPORTS, report


@pytest.mark.parametrize("name", REPORTS)
def test_the_sample_gives_its_golden_report(name: str) -> None:
    assert report(name) == (HERE / name).read_text(), "python -m tests.golden.reports writes it anew"


def test_no_golden_file_is_left_over() -> None:
    assert {p.name for p in HERE.iterdir() if p.suffix in (".md", ".html")} == set(REPORTS)
