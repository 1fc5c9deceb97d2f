"""Odd characters are seen, and JSON of them stays JSON."""

import json

from hypothesis import given
from hypothesis import strategies as st

from sessionlens.text.visible import in_json, on_one_line, visible


def test_written_out() -> None:
    assert visible("a\x1b[1mb\u202ec\u200bd\U000e0001\r\ne\tf") == "a\\x1b[1mb\\u202ec\\u200bd\\U000e0001\ne\tf"
    assert on_one_line("a\nb\tc\x07") == "a\\nb\\tc\\x07"


@given(st.text())
def test_json_says_the_same_and_shows_it(text: str) -> None:
    written = in_json(json.dumps([text], ensure_ascii=False))
    assert json.loads(written) == [text]
    assert visible(written) == written


def test_high_characters_are_pairs() -> None:
    assert in_json('"\U000e0001\x7f\x9b"') == '"\\udb40\\udc01\\u007f\\u009b"'
