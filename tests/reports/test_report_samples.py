"""The reports of the samples: sound, cited, and as of their message. Their golden files are in `tests/golden`."""

from functools import cache
from pathlib import Path

import pytest

from sessionlens.graph.view import View
from sessionlens.pipeline import investigate
from sessionlens.reports import KINDS, render
from tests.reports import report_lint

ROOT = Path(__file__).parents[2]
SAMPLES = sorted(p.parent.name for p in (ROOT / "samples").glob("*/transcript.jsonl"))
READ_CLOSELY = {"cuzk-phase4": (914, 1037)}


@cache
def view_of(sample: str) -> View:
    return investigate(ROOT / "samples" / sample / "transcript.jsonl")


def numbers(sample: str) -> list[int]:
    """A spread of a sample's messages, with those that it is about."""
    known = sorted(view_of(sample).turns)
    return sorted({*known[:: max(1, len(known) // 12)], *READ_CLOSELY.get(sample, ()), known[-1]})


@pytest.mark.parametrize("sample", SAMPLES)
def test_reports_are_sound_and_every_number_is_cited(sample: str) -> None:
    view = view_of(sample)
    for text in (
        *(render(view, kind) for kind in KINDS if kind != "message"),
        *(render(view, "message", message=n) for n in numbers(sample)),
    ):
        assert report_lint.faults(text) == []
        assert report_lint.uncited(text) == []
        cited = report_lint.citations(text)
        assert all(a == b for a, b in cited) and {n for n, _ in cited} == report_lint.anchors(text) <= set(view.turns)


@pytest.mark.parametrize("sample", SAMPLES)
def test_a_close_reading_cites_nothing_later_outside_its_hindsight_box(sample: str) -> None:
    for n in numbers(sample):
        text = render(view_of(sample), "message", message=n).partition("\n## Messages cited")[0]
        before, box, after = text.partition("> [!NOTE]\n> **Hindsight")
        told = before + (after.partition("\n\n")[2] if box else "")
        assert max((m for m, _ in report_lint.citations(told)), default=0) <= n
