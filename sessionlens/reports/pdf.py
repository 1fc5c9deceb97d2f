"""The HTML report as a PDF, by WeasyPrint (https://weasyprint.org, BSD licence), which the extra `sessionlens[pdf]` installs.

The page's print style and the template `pdf.css` are what it is set by. WeasyPrint runs no script, and is given nothing to fetch: the
page has all it needs. It also hands no style of the page on to the pictures in it (its documentation, "SVG"), so each gets the rules
that are about pictures, with the light theme's colours for the variables.
"""

import hashlib
import logging
import re
from importlib import import_module
from typing import Any, cast

from sessionlens.text.regex import regex

MISSING = "a PDF takes WeasyPrint: pip install 'sessionlens[pdf]'; or print the HTML report from a browser"


class PdfError(RuntimeError):
    """There is no WeasyPrint, or it cannot be loaded; the text says what to do, on one line."""


_STYLE = regex(r"<style>(.*?)</style>", re.S)
_RULE = regex(r"\s*\.(?:plot|lanes?|dot|bar|joint|edge|node)\b[^{}]*\{[^{}]*\}")
_COLOUR = regex(r"--(\w+):\s*(#\w+)")
_VARIABLE = regex(r"var\(--(\w+)\)")
_PICTURE = regex(r"<svg\b[^>]*>")


def pdf(page: str, style: str = "") -> bytes:
    """The page as a PDF, set by `style` (CSS) besides its own; the same page gives the same bytes. Takes some seconds for a page of
    100 kB. Raises `PdfError`."""
    try:
        weasyprint: Any = import_module("weasyprint")
    except ImportError as error:
        raise PdfError(MISSING) from error
    except OSError as error:  # it is installed, and a library that it draws letters with is not
        raise PdfError(f"WeasyPrint cannot be loaded: {' '.join(str(error).split())[:200]}") from error
    logging.getLogger("weasyprint").setLevel(logging.ERROR)
    identifier = hashlib.sha256(page.encode()).hexdigest()[:32].encode()
    document = weasyprint.HTML(string=coloured(page), url_fetcher=_nothing)
    return cast(bytes, document.write_pdf(stylesheets=[weasyprint.CSS(string=style)] if style else [], pdf_identifier=identifier))


def coloured(page: str) -> str:
    """The page with the rules for pictures inside each picture."""
    style = _STYLE.search(page)
    if style is None:
        return page
    light = dict(_COLOUR.findall(style[1].partition("}")[0]))
    rules = _VARIABLE.sub(lambda m: light.get(m[1], "#000"), "".join(_RULE.findall(style[1])))
    return _PICTURE.sub(lambda m: f"{m[0]}<style>{rules}</style>", page)


def _nothing(url: str, *_: object, **__: object) -> Any:
    raise ValueError(f"a report fetches nothing: {url[:80]}")
