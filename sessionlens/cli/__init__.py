"""The command line: one file per command, none of which does more than ask a stage and print what it says."""

import gc
import os
import sys
from collections.abc import Callable
from types import TracebackType

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
from sessionlens.cli.common import CommandError, debugging

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
OURS = 70
"""EX_SOFTWARE of sysexits.h: the fault is this program's."""


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


class _OneLine:
    """Turns whatever ends a command into one line and an exit status; a traceback is for those who ask for it."""

    def __enter__(self) -> None:
        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="replace")

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if isinstance(error, BrokenPipeError) or isinstance(getattr(error, "__context__", None), BrokenPipeError):
            self._hush()
        elif error is None or isinstance(error, SystemExit):
            self._flush()
        elif isinstance(error, KeyboardInterrupt):
            sys.exit(130)
        elif isinstance(error, CommandError):
            print(f"sessionlens: {error}", file=sys.stderr)
            sys.exit(error.code)
        elif not debugging():
            says = " ".join(str(error).split())
            print(f"sessionlens: a fault of ours: {type(error).__name__}: {says} (--debug shows where)", file=sys.stderr)
            sys.exit(OURS)
        else:
            import traceback

            traceback.print_exception(error)
            sys.exit(OURS)

    def _flush(self) -> None:
        try:
            sys.stdout.flush()
        except BrokenPipeError:
            self._hush()

    def _hush(self) -> None:
        """The reader of our output is gone (`| head`): end without a word, as `cat` does."""
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)


def run() -> None:
    """Run the command line on `sys.argv` and exit.

    Without cyclic garbage collection: a stored session is a hundred thousand objects that all stay, and going over them again and
    again takes longer than reading them; only `ingest` lives long enough to collect, which it does itself.
    """
    if "--debug" in sys.argv:
        sys.argv.remove("--debug")
        os.environ["SESSIONLENS_DEBUG"] = "1"
    gc.disable()
    with _OneLine():
        application()(prog_name="sessionlens")
