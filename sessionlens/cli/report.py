"""`sessionlens report`: the write-up."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from sessionlens.cli import reporting
from sessionlens.cli.options import SessionId, StorePath


class Form(StrEnum):
    """The forms of a report."""

    md = "md"
    html = "html"
    pdf = "pdf"


Hypothesis = Annotated[str | None, typer.Option("--hypothesis", metavar="NAME", help="Tell its story (an id, alias or words).")]
Kind = Annotated[
    str | None,
    typer.Option(
        "--kind", metavar="KIND", help="methodology (the default), message (with --message), postmortem, decision, ledger or brief."
    ),
]
Number = Annotated[int | None, typer.Option("--message", metavar="N", help="The close reading of this message.")]
As = Annotated[Form, typer.Option("--format", help="Markdown, one HTML file, or a PDF (takes sessionlens[pdf]).")]
Output = Annotated[Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write here (default: standard output).")]
Templates = Annotated[Path | None, typer.Option("--template", "--templates", metavar="DIR", help="Your own templates, looked into first.")]


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
    reporting.write(
        hypothesis=hypothesis,
        message=message,
        kind=kind,
        format=format.value,
        output=output,
        templates=templates,
        session=session,
        store=store,
    )
