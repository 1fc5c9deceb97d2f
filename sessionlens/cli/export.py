"""`sessionlens export`: everything found, as JSON."""

import sys
from enum import StrEnum
from typing import Annotated

import typer

from sessionlens.cli.common import SessionId, StorePath, loaded


class Form(StrEnum):
    """The forms of an export."""

    json = "json"


As = Annotated[Form, typer.Option("--format", help="How to print it.")]


def command(format: As = Form.json, session: SessionId = None, store: StorePath = None) -> None:
    """Everything found, as JSON."""
    from sessionlens.graph.export import render

    with loaded(store, session) as view:
        sys.stdout.write(render(view, format.value))
