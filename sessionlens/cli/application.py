"""The commands as a Typer application."""

from collections.abc import Callable

import typer

from sessionlens.cli import (
    amend,
    audit,
    check,
    explain,
    export,
    graph,
    hypotheses,
    ingest,
    lint,
    probe,
    report,
    search,
    sessions,
    show,
    templates,
)

COMMANDS: dict[str, Callable[..., None]] = {
    "ingest": ingest.command,
    "sessions": sessions.command,
    "show": show.command,
    "hypotheses": hypotheses.command,
    "check": check.command,
    "audit": audit.command,
    "lint": lint.command,
    "report": report.command,
    "templates": templates.command,
    "graph": graph.command,
    "export": export.command,
    "search": search.command,
    "amend": amend.command,
    "explain": explain.command,
}
"""In the order of `--help`."""
HELP = "Reads an LLM agent's investigation as evidence: what it believed, changed, measured and concluded, and whether that holds."
EPILOG = "--version prints the version; --debug (or SESSIONLENS_DEBUG=1) shows the traceback of a fault of ours."
"""No Typer options, because those of the group would load pydantic for the help of every command."""


def application() -> typer.Typer:
    """The commands as a Typer application; help is plain text, because rich would triple the start-up time."""
    app = typer.Typer(
        help=HELP,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        add_completion=False,
        no_args_is_help=True,
        epilog=EPILOG,
        context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    )
    for name, command in COMMANDS.items():
        app.command(name)(command)
    app.add_typer(probe.group(), name="probe")
    return app
