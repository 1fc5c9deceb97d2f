"""What a terminal shows: escapes gone, overwritten text overwritten, everything else untouched."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sessionlens.text.terminal import clean


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("\x1b[1;32mPASS\x1b[0m ok", "PASS ok"),
        ("\x1b[38;2;1;2;3mred\x1b[m", "red"),
        ("a\r\nb\r\n", "a\nb\n"),
        ("10 %\r20 %\r100 %\n", "100 %\n"),
        ("building...\rdone\n", "doneding...\n"),
        ("building...\r\x1b[Kdone\n", "done\n"),
        ("building...\x1b[2K\rdone", "done"),
        ("abc\x1b[1Kd", "   d"),
        ("abcd\b\bXY", "abXY"),
        ("\babc", "abc"),
        ("\x1b]0;title\x07text", "text"),
        ("\x1b]8;;https://example.org\x1b\\link\x1b]8;;\x1b\\!", "link!"),
        ("\x1bPq#0\x1b\\after", "after"),
        ("\x1b(Bplain\x1b=", "plain"),
        ("\x1b[?25lhidden cursor\x1b[?25h", "hidden cursor"),
        ("up\x1b[1A", "up"),
        ("cut \x1b[3", "cut "),
        ("cut \x1b]0;never closed", "cut "),
        ("cut \x1b]0;never closed\nnext line", "cut \nnext line"),
        ("bell\x07 nul\x00 del\x7f", "bell nul del"),
        ("first\rline\nsecond\rLINE\n", "linet\nLINEnd\n"),
        ("tab\tstays\n", "tab\tstays\n"),
        ("größe µs\r10 µs", "10 µs µs"),
    ],
)
def test_shown(written: str, shown: str) -> None:
    assert clean(written) == shown


@given(st.text(alphabet=st.characters(exclude_categories=["Cc", "Cs"]) | st.sampled_from("\n\t")))
def test_a_text_without_controls_is_returned_itself(text: str) -> None:
    assert clean(text) is text


@given(st.text(alphabet=st.sampled_from("ab1;[]?KmA\\\x1b\r\b\n\x07(")))
def test_nothing_is_left_to_clean(text: str) -> None:
    once = clean(text)
    assert not set(once) & set("\x1b\r\b\x07")
    assert clean(once) is once


SHOWN = st.text(alphabet=st.characters(exclude_categories=["Cc", "Cs"]) | st.sampled_from("\r\b\t"))


@given(SHOWN, SHOWN)
def test_lines_are_cleaned_one_by_one(one: str, two: str) -> None:
    one = one.rstrip("\r")
    assert clean(f"{one}\n{two}") == f"{clean(one)}\n{clean(two)}"
