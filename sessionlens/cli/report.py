"""`sessionlens report`: the write-up."""

import os
import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from sessionlens.cli.common import CommandError, SessionId, StorePath, loaded, notice


class Form(StrEnum):
    """The forms of a report."""

    md = "md"
    html = "html"


Hypothesis = Annotated[str | None, typer.Option("--hypothesis", metavar="NAME", help="Tell its story (an id, alias or words).")]
Kind = Annotated[
    str | None,
    typer.Option(
        "--kind", metavar="KIND", help="methodology (the default), message (with --message), postmortem, decision, ledger or brief."
    ),
]
Number = Annotated[int | None, typer.Option("--message", metavar="N", help="The close reading of this message.")]
As = Annotated[Form, typer.Option("--format", help="Markdown, or one HTML file.")]
Output = Annotated[Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write here (default: standard output).")]
Templates = Annotated[Path | None, typer.Option("--template", "--templates", metavar="DIR", help="Your own templates, looked into first.")]


def _kept() -> Path | None:
    """Where compiled templates are kept: the user's cache folder, readable by nobody else; None where it cannot be written."""
    folder = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "sessionlens" / "templates"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        own = folder.stat().st_uid == os.getuid() and not folder.stat().st_mode & 0o022 if hasattr(os, "getuid") else True
    except (OSError, RuntimeError):
        return None
    return folder if own and os.access(folder, os.W_OK) else None


def command(
    hypothesis: Hypothesis = None,
    message: Number = None,
    kind: Kind = None,
    format: As = Form.md,
    output: Output = None,
    templates: Templates = None,
    session: SessionId = None,
    store: StorePath = None,
) -> None:
    """A write-up in which every sentence can be traced to a message."""
    from sessionlens.reports import TemplateFault, render
    from sessionlens.reports.scope import Unknown

    chosen = kind or ("message" if message is not None else "methodology")
    if templates is not None and not templates.is_dir():
        raise CommandError(f"{templates}: no such folder")
    with loaded(store, session) as view:
        try:
            text = render(
                view, kind=chosen, form=format.value, message=message, hypothesis=hypothesis, templates=templates, compiled=_kept()
            )
        except (Unknown, TemplateFault) as fault:
            raise CommandError(str(fault)) from fault
    if output is None:
        sys.stdout.write(text)
        return
    try:
        output.write_text(text, encoding="utf-8")
    except OSError as error:
        raise CommandError(f"cannot write {output}: {error.strerror}") from error
    notice(f"wrote {output}")
