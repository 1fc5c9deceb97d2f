"""The command line: one file per command, none of which does more than ask a stage and print what it says."""

import errno
import gc
import os
import sys
from collections.abc import Callable
from types import TracebackType
from typing import Any

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
from sessionlens.cli.common import USAGE, CommandError, debugging

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
_FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF})
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
            self._end(str(error), error.code)
        elif isinstance(error, OSError):
            self._lost(error)
        elif type(error).__name__ == "NoArgsIsHelpError":
            error.show()  # type: ignore[attr-defined]
            sys.exit(USAGE)
        elif hasattr(error, "format_message") and hasattr(error, "exit_code"):  # Typer's usage errors, by whichever name
            self._end(_usage(error), error.exit_code)
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
        except OSError as error:
            self._lost(error)

    def _lost(self, error: OSError) -> None:
        """A full disk, a file that may not be written: the world's fault. What is still unwritten is let go."""
        self._forget()
        where = f"{error.filename}: " if error.filename else "cannot write the output: " if error.errno in _FULL else ""
        self._end(where + (error.strerror or str(error)).lower(), USAGE)

    def _end(self, says: str, code: int) -> None:
        print("sessionlens: " + " ".join(says.split()), file=sys.stderr)
        sys.exit(code)

    def _forget(self) -> None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())

    def _hush(self) -> None:
        """The reader of our output is gone (`| head`): end without a word, as `cat` does."""
        self._forget()
        sys.exit(0)


def _usage(error: Any) -> str:
    """A usage error without its parser's own words: what is wrong with which option, and where help is."""
    says = str(error.format_message()).replace("Value error, ", "").replace("Input should be", "it should be").rstrip(".")
    context = getattr(error, "ctx", None)
    return f"{says[:1].lower()}{says[1:]} (see {context.command_path if context is not None else 'sessionlens'} -h)"


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
        sys.exit(application()(prog_name="sessionlens", standalone_mode=False) or 0)
