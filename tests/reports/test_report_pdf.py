"""A report as a PDF, where WeasyPrint is installed, and what is said where it is not."""

import sys
from types import ModuleType

import pytest

from sessionlens.reports import render
from sessionlens.reports.pdf import MISSING, PdfError, coloured, pdf
from tests.reports.made_investigation import investigation


def test_a_page_becomes_the_same_pdf_each_time() -> None:
    try:
        pytest.importorskip("weasyprint", reason="WeasyPrint is not installed: the extra `pdf`")
    except OSError as error:
        pytest.skip(f"WeasyPrint cannot be loaded: {error}")
    page = render(investigation(), "brief", "html")
    first = pdf(page)
    assert first.startswith(b"%PDF-") and first == pdf(page)


def test_without_it_one_line_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "weasyprint", None)
    with pytest.raises(PdfError) as caught:
        pdf("<p>")
    assert str(caught.value) == MISSING and "\n" not in MISSING


def test_nothing_is_fetched_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    class HTML:
        def __init__(self, string: str, url_fetcher: object) -> None:
            assert callable(url_fetcher)
            with pytest.raises(ValueError, match="fetches nothing"):
                url_fetcher("https://example.org/pixel.png", timeout=10)

        def write_pdf(self, stylesheets: list[object], pdf_identifier: bytes) -> bytes:
            assert stylesheets == []
            return b"%PDF-" + pdf_identifier

    fake = ModuleType("weasyprint")
    fake.HTML = HTML  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "weasyprint", fake)
    assert pdf("<p>").startswith(b"%PDF-")


def test_pictures_get_the_light_colours() -> None:
    style = ":root { --bg: #fff; --good: #0f6130; } .node { fill: var(--good); } p { color: var(--bg); }"
    page = f'<style>{style}</style><svg width="3"><g/></svg>'
    assert coloured(page).endswith('<svg width="3"><style> .node { fill: #0f6130; }</style><g/></svg>')
