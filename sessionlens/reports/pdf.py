"""The HTML report as a PDF, by WeasyPrint (https://weasyprint.org, BSD licence), which the extra `sessionlens[pdf]` installs.

The page's print style is what it is set by. WeasyPrint runs no script, and is given nothing to fetch: the page has all it needs.
"""

import hashlib
import logging
from importlib import import_module
from typing import Any, cast

MISSING = "a PDF takes WeasyPrint: pip install 'sessionlens[pdf]'; or print the HTML report from a browser"


class PdfError(RuntimeError):
    """There is no WeasyPrint, or it cannot be loaded; the text says what to do, on one line."""


def pdf(page: str) -> bytes:
    """The page as a PDF; the same page gives the same bytes. Takes some seconds for a page of 100 kB. Raises `PdfError`."""
    try:
        weasyprint: Any = import_module("weasyprint")
    except ImportError as error:
        raise PdfError(MISSING) from error
    except OSError as error:  # it is installed, and a library that it draws letters with is not
        raise PdfError(f"WeasyPrint cannot be loaded: {' '.join(str(error).split())[:200]}") from error
    logging.getLogger("weasyprint").setLevel(logging.ERROR)
    identifier = hashlib.sha256(page.encode()).hexdigest()[:32].encode()
    return cast(bytes, weasyprint.HTML(string=page, url_fetcher=_nothing).write_pdf(pdf_identifier=identifier))


def _nothing(url: str, *_: object, **__: object) -> Any:
    raise ValueError(f"a report fetches nothing: {url[:80]}")
