"""The page that parsers share: headings, lines by literal, command words, directions."""

import pytest

from sessionlens.commands import actions
from sessionlens.model.session import ToolCall
from sessionlens.outputs import read
from sessionlens.outputs.configs import join
from sessionlens.outputs.directions import direction
from sessionlens.outputs.page import Page


def page(text: str, command: str = "./app") -> Page:
    return Page(text, actions(command), ToolCall("t", "bash", "shell", {}, command=command, output=text))


def test_a_heading_is_echoed_above() -> None:
    p = page("== n 10 ==\n1\n--- wide\n2\n--- a/src/x.c\n3\nTimes:\n4\n==4711==\n5\n")
    assert [p.heading(p.text.index(d)) for d in "2345"] == ["wide", "wide", "Times", "Times"]


def test_lines_by_literal_come_once_and_in_order() -> None:
    assert page("b x\nnone\na x x\n").having("a", "x") == [(0, "b x"), (9, "a x x")]


def test_command_words_name_the_configuration() -> None:
    p = page("", "../bins/app-wide --mode full --n 500 $X")
    assert p.words(p.actions[0]) == ("app-wide", "full", "n=500")


def test_join_keeps_the_order_and_drops_repetitions() -> None:
    assert join("full a", "", "a n=5") == "full a n=5"


@pytest.mark.parametrize(
    ("metric", "unit", "better"),
    [
        ("median", "ms", "lower"),
        ("rate", "MB/s", "higher"),
        ("D1 misses", "", "lower"),
        ("weight", "kg", "unknown"),
        ("share of x", "%", "unknown"),
        ("hit rate", "%", "higher"),
        ("stddev", "ms", "unknown"),
        ("time", "ns/op", "lower"),
        ("count", "", "unknown"),
    ],
)
def test_directions_are_never_guessed(metric: str, unit: str, better: str) -> None:
    assert direction(metric, unit) == better


def test_reading_files_measures_nothing() -> None:
    text = "BenchmarkX-2  100  151.8 ns/op\nmin=3.5 ms\n"
    for command in ("cat README.md", "git show HEAD", "grep -rn ns/op src", "sed -n 1,20p a.rs"):
        assert read(text, actions(command), ToolCall("t", "bash", "shell", {}, command=command, output=text))[0] == ()
    assert read(text, (), ToolCall("t", "Read", "read", {}, output=text))[0] == ()
