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


CLOSE = {
    "The message in full": "text, command and output",
    "What set it off": "the person's request",
    "What stood before": "context and state of diagnosis",
    "The technique": "why these commands",
    "Assumptions": "what had to be so",
    "The plan, in the agent's words": "the way of thinking, quoted",
    "What it established, and what not": "output knowledge",
    "Mistakes and risks of method": "what went wrong",
    "What a reader needs to know": "input knowledge",
    "Reproduce": "the commands again",
}
"""What a close reading consists of, by its headings."""


@pytest.mark.parametrize("number", READ_CLOSELY["cuzk-phase4"])
def test_a_close_reading_has_all_its_sections(number: int) -> None:
    text = render(view_of("cuzk-phase4"), "message", message=number)
    headings = {line[3:] for line in text.split("\n") if line.startswith("## ")}
    assert set(CLOSE) <= headings
    assert "> **Verdict**" in text and "> **Hindsight" in text and "Timeline: " in text


def test_what_a_tool_refused_is_not_told_as_working() -> None:
    text = render(view_of("cuzk-phase4"), "message", message=1037)
    body = text.partition("> **Hindsight")[0]
    assert "A command reported an error" in body and "unknown option" in body
    assert "| Counters may be read here | **unknown** |" in body
    assert "head -30 cuts the output of perf list hw cache and of nothing else" in body


def test_a_string_in_a_binary_is_told_as_linked_and_not_as_used() -> None:
    text = render(view_of("cuzk-phase4"), "message", message=914)
    assert "linked, not used" in text and "It does not show that the code behind it runs" in text
    assert "no negative control was run up to here" in text
