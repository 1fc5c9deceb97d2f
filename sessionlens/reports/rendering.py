"""From a view to a finished report: Jinja2 templates over plain data, one template for all forms."""

import base64
import hashlib
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup

from sessionlens.graph.view import View
from sessionlens.reports import cited, page_data
from sessionlens.reports.context import Sections
from sessionlens.reports.forms import FORMS, make
from sessionlens.reports.forms.base import Form
from sessionlens.reports.lines import counted
from sessionlens.reports.scope import LONG, Scope, of_message, of_session
from sessionlens.reports.slices import Unknown

CITED_OF_MANY = 3
"""How many messages, or runs of neighbours, one citation links to in a very long session."""
KINDS = ("methodology", "message", "postmortem", "decision", "ledger", "brief")


class TemplateFault(ValueError):  # noqa: N818 - the fault is in a template, and its message says where
    """A template that cannot be written: "FILE:LINE: what is wrong"."""


def render(
    view: View,
    kind: str = "methodology",
    form: str = "md",
    message: int | None = None,
    hypothesis: str | None = None,
    templates: str | Path | None = None,
    compiled: Path | None = None,
) -> str:
    """A report as text, ending in a newline; the same view gives the same bytes.

    `hypothesis` is an id, an alias or words of a hypothesis; `message` a message's number, needed by kind "message"; `templates` a
    folder that is looked into before the product's own; `compiled` a folder of the user's own in which compiled templates are kept
    for the next time (compiling them takes longer than filling them). Raises `Unknown` (with the nearest names) for a kind, form,
    message or hypothesis that is not there, and `TemplateFault` for a fault in a template, with its file and line.
    """
    if form not in FORMS:
        raise Unknown(f"there is no form {form!r}", tuple(FORMS))
    if kind == "message":
        if message is None:
            raise Unknown("a report of kind 'message' needs a message's number")
        scope = of_message(view, kind, message)
    else:
        scope = of_session(view, kind, hypothesis)
    written = make(form, scope.redact)
    if len(view.turns) > LONG:
        written.most_cited = CITED_OF_MANY
    environment = _environment(templates, written, compiled)
    try:
        return _written(environment, scope, form)
    except TemplateFault:
        raise
    except (jinja2.TemplateError, TypeError, ValueError) as fault:
        raise _located(fault) from fault


class _Folders(jinja2.FileSystemLoader):
    """Files that cannot be read as text are a fault of the template, told with the file's name."""

    def get_source(self, environment: jinja2.Environment, template: str) -> tuple[str, str, Any]:
        try:
            return super().get_source(environment, template)
        except jinja2.TemplateNotFound:
            raise
        except (UnicodeDecodeError, OSError) as error:
            at = next((str(p) for folder in self.searchpath if (p := Path(folder) / template).is_file()), template)
            what = f"byte {error.start} is not UTF-8" if isinstance(error, UnicodeDecodeError) else error.strerror
            raise TemplateFault(f"{at}: {what}") from error


def _located(fault: Exception) -> Exception:
    """The fault with the template's file and line where one was being written; any other as it is."""
    if isinstance(fault, jinja2.TemplateSyntaxError):
        return TemplateFault(f"{fault.filename or fault.name}:{fault.lineno}: {fault.message}")
    places = [f for f in traceback.extract_tb(fault.__traceback__) if f.filename.endswith((".j2", ".css", ".js"))]
    if not places:
        return fault
    what = f"there is no template {fault}" if isinstance(fault, jinja2.TemplateNotFound) else str(fault)
    return TemplateFault(f"{places[-1].filename}:{places[-1].lineno}: {what}")


def folders(user: str | Path | None = None) -> list[Path]:
    """Where templates are looked for: the user's folder, the installed package's, the checkout's."""
    package = Path(__file__).parent.parent
    own = [package / "_templates", package.parent / "templates"]
    return [*([Path(user)] if user else []), *(p for p in own if p.is_dir())]


def _environment(user: str | Path | None, form: Form, compiled: Path | None = None) -> jinja2.Environment:
    """An environment whose every printed value goes through the form's escape: a template cannot forget it."""
    environment = jinja2.Environment(
        loader=_Folders([str(p) for p in folders(user)]),
        autoescape=True,
        finalize=form.text,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        bytecode_cache=jinja2.FileSystemBytecodeCache(str(compiled)) if compiled else None,
    )
    environment.globals["f"] = form
    environment.globals["counted"] = counted
    return environment


def _written(environment: jinja2.Environment, scope: Scope, form_name: str) -> str:
    form: Any = environment.globals["f"]
    sections = Sections(scope)

    def cited_messages() -> Iterator[cited.Message]:
        yield from cited.of(scope, form.cited)

    try:
        template = environment.get_template(f"{scope.kind}.j2")
    except jinja2.TemplateNotFound as missing:
        if missing.name == f"{scope.kind}.j2":
            raise Unknown(f"there is no kind of report {scope.kind!r}", KINDS) from None
        raise
    body = template.render(s=sections, scope=page_data.about(scope), cited_messages=cited_messages)
    if form_name == "md":
        from sessionlens.reports.forms.markdown import tidy

        return tidy(body)
    style, script = _source(environment, "page.css"), _source(environment, "page.js")
    return environment.get_template("page.html.j2").render(
        body=Markup(body),
        about=page_data.about(scope),
        headings=[h for h in form.headings if h[0] == 2],
        style=Markup(style),
        script=Markup(script),
        style_hash=_hash(style),
        script_hash=_hash(script),
        data=Markup(page_data.inline(scope, sections)),
    )


def _source(environment: jinja2.Environment, name: str) -> str:
    assert environment.loader is not None
    return environment.loader.get_source(environment, name)[0].strip()


def _hash(text: str) -> Markup:
    """The CSP source expression of an inline style or script (W3C CSP 3, section 2.3.1)."""
    return Markup("sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode())
