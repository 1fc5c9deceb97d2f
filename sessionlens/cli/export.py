"""`sessionlens export`: everything found, as JSON."""

from enum import StrEnum
from typing import Annotated

import typer

from sessionlens.cli.common import loaded, print_json
from sessionlens.cli.options import SessionId, StorePath


class Form(StrEnum):
    """The forms of an export."""

    json = "json"


As = Annotated[Form, typer.Option("--format", help="How to print it.")]


def command(format: As = Form.json, session: SessionId = None, store: StorePath = None) -> None:
    """Everything found, as JSON. Secrets in commands and texts are taken out."""
    from sessionlens.graph.export import findings

    with loaded(store, session) as view:
        print_json(findings(view))
