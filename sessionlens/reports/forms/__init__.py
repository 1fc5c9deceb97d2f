"""Forms: how the same lines, tables and quotations are written, one file each."""

from sessionlens.reports.forms.base import Form
from sessionlens.reports.forms.html import HtmlForm
from sessionlens.reports.forms.markdown import MarkdownForm
from sessionlens.reports.redact import Redactor

FORMS: dict[str, type[Form]] = {"md": MarkdownForm, "html": HtmlForm}


def make(name: str, redact: Redactor) -> Form:
    """The form of that name ("md" or "html"); KeyError for another."""
    return FORMS[name](redact)
