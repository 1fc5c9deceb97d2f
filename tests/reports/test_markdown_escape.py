"""What is escaped for Markdown renders as what was written, whatever it is."""

import html
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from sessionlens.reports.forms.markdown import escape


def rendered(written: str) -> str:
    return html.unescape(re.sub(r"</?[a-z0-9]+(?: [^>]*)?>", "", MarkdownIt("commonmark").enable("strikethrough").render(written))).strip()


@pytest.mark.parametrize(
    "text",
    [
        "see https://ci.example/run/55#step:7:1 for it",
        "http://a.example/x_y_z?q=*1*&amp;r#2",
        "www.example.org/#12, ftp://files.example/@home",
        "fixes #31 and (#7), asked by @ada: done :tada:",
        r"C:\\logs\\#5 &#58; &colon;",
        "# 4 is no heading",
        "#4 neither",
    ],
)
def test_links_mentions_and_marks_render_as_they_were(text: str) -> None:
    assert rendered(escape(text)) == text


@given(st.text(alphabet="ab1 #@:/.&;\\*_~`|[]<>w-", max_size=30).map(lambda s: " ".join(f"x{s}y".split())))
def test_anything_does(text: str) -> None:
    assert rendered(escape(text)) == text


def test_a_link_is_not_made_one_by_the_viewer() -> None:
    assert escape("at https://x.example") == "at https&#58;//x.example"
