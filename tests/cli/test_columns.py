"""A narrow screen is one: nothing that is printed for it goes beyond its columns."""

import os
import re
import sys

import pytest

from sessionlens.cli.common import columns
from sessionlens.reports.frames import Frame, mark
from sessionlens.text.visible import width
from tests.cli.conftest import Cli


@pytest.mark.parametrize("wide", [36, 44, 61, 80])
@pytest.mark.parametrize(
    "words",
    [("check",), ("check", "--all"), ("lint",), ("show", "6"), ("show", "8"), ("hypotheses", "--no-bars"), ("search", "s")],
    ids=" ".join,
)
def test_nothing_is_wider(kept: Cli, words: tuple[str, ...], wide: int, monkeypatch: pytest.MonkeyPatch) -> None:
    full = kept(*words)
    monkeypatch.setenv("COLUMNS", str(wide))
    shown = kept(*words)
    assert shown.code == full.code == 0 and shown.out
    assert [line for line in shown.out.splitlines() if width(line) > wide] == []


def test_no_word_is_lost_where_a_sentence_is_broken(kept: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    full = kept("check", "--all").out
    monkeypatch.setenv("COLUMNS", "38")
    shown = " ".join(kept("check", "--all").out.split())
    for said in re.findall(r"^ +=.*$", full, re.M):
        assert " ".join(said.split()) in shown


@pytest.mark.parametrize("given", ["", "0", "wide", "-4", "\u0664"])
def test_columns_that_are_none(given: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", given)
    assert columns() != 4
    monkeypatch.setattr("os.get_terminal_size", lambda *_: os.terminal_size((57, 9)))
    monkeypatch.setattr("sys.stdout", sys.__stdout__)
    assert columns() == 57, "as wide as the terminal"


@pytest.mark.parametrize("wide", [30, 47, 80, 200])
def test_a_frame_of_long_things(wide: int) -> None:
    for start, end in ((0, 400), (150, 152), (150, 350), (390, 400), (100, 139), (100, 172)):
        frame = Frame(True, wide)
        frame.title("contradicted", " delta: " + "what was said " * 9, "contradicted")
        frame.place("-->", "a/folder/of/notes and more words " * 3 + ":3:4")
        frame.code(mark("0123456789" * 40, start, end), "the claim with many words beside it", "contradicted")
        frame.note("because of this and that " * 12, "help: ")
        plain = [re.sub(r"\x1b\[\d+m", "", line) for line in str(frame).splitlines()]
        assert max(map(len, plain)) <= wide
        assert " ".join(" ".join(plain).split()).count("because of this and that") >= 1
        assert "\0" not in str(frame)
