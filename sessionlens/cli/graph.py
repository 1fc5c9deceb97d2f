"""`sessionlens graph`: facts and how they hang together, for other programs."""

import sys
from enum import StrEnum
from typing import Annotated

import typer

from sessionlens.cli.common import loaded, narrowed, print_json
from sessionlens.cli.hiding import hidden
from sessionlens.cli.options import SessionId, StorePath


class Drawing(StrEnum):
    """The formats of a graph."""

    mermaid = "mermaid"
    dot = "dot"
    graphml = "graphml"
    json = "json"
    prov = "prov"
    svg = "svg"


Hypothesis = Annotated[str | None, typer.Option("--hypothesis", metavar="NAME", help="Only what belongs to it (an id, alias or words).")]
As = Annotated[Drawing, typer.Option("--format", help="What to write.")]


def command(hypothesis: Hypothesis = None, format: As = Drawing.mermaid, session: SessionId = None, store: StorePath = None) -> None:
    """The graph of a session, or of one hypothesis, as Mermaid, DOT, GraphML, JSON, PROV or SVG."""
    from sessionlens.graph.export import findings, render

    with loaded(store, session) as view:
        if format is Drawing.svg:
            from sessionlens.cli.drawing import svg

            sys.stdout.write(hidden(svg(view, hypothesis)))
            return
        part = narrowed(view, hypothesis)
        if format is Drawing.json:
            print_json(findings(part))
        else:
            sys.stdout.write(hidden(render(part, format.value)))
