"""Forms: how the same lines, tables and quotations are written, one file each, loaded when it is wanted."""

from importlib import import_module
from typing import cast

from sessionlens.reports.forms.base import Form
from sessionlens.reports.redact import Redactor

FORMS = {"md": ("markdown", "MarkdownForm"), "html": ("html", "HtmlForm")}


def make(name: str, redact: Redactor) -> Form:
    """The form of that name ("md" or "html"); KeyError for another."""
    module, form = FORMS[name]
    return cast(Form, getattr(import_module(f"{__name__}.{module}"), form)(redact))
