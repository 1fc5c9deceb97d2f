"""The command line: one file per command, none of which does more than ask a stage and print what it says."""

import errno
import gc
import os
import sys
from types import TracebackType
from typing import Any

from sessionlens.cli import edge, straight
from sessionlens.cli.common import USAGE, CommandError, debugging

_FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF})
OURS = 70
"""EX_SOFTWARE of sysexits.h: the fault is this program's."""


class _OneLine:
    """Turns whatever ends a command into one line and an exit status; a traceback is for those who ask for it."""

    def __enter__(self) -> None:
        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors=edge.ERRORS)

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
            self._help(error.format_message())  # type: ignore[attr-defined]
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

    def _help(self, says: str) -> None:
        """Help that was not asked for: on standard output, where it can be paged, and yet no command was given."""
        try:
            print(says, flush=True)
        except BrokenPipeError:
            self._hush()
        except OSError as error:
            self._lost(error)
        sys.exit(USAGE)

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
        sys.exit(edge.cut_short())


def _usage(error: Any) -> str:
    """A usage error without its parser's own words: what is wrong with which option, and where help is."""
    says = str(error.format_message()).replace("Value error, ", "").replace("Input should be", "it should be").rstrip(".")
    context = getattr(error, "ctx", None)
    return f"{says[:1].lower()}{says[1:]} (see {context.command_path if context is not None else 'sessionlens'} -h)"


def run() -> None:
    """Run the command line on `sys.argv` and exit.

    Without cyclic garbage collection: a stored session is a hundred thousand objects that all stay, and going over them again and
    again takes longer than reading them; only `ingest` lives long enough to collect, which it does itself. Nor is anything gone over at
    the end, when all of it goes.
    """
    if "--debug" in sys.argv:
        sys.argv.remove("--debug")
        os.environ["SESSIONLENS_DEBUG"] = "1"
    gc.disable()
    edge.cut_short(0)
    if sys.stdout is None or sys.stderr is None:  # closed by the caller (`>&-`): as if sent nowhere
        nowhere = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w", encoding="utf-8")
        sys.stdout, sys.stderr = sys.stdout or nowhere, sys.stderr or nowhere
    with edge.guarded(), _OneLine():
        status = straight.run(sys.argv[1:])
        if status is None:
            from sessionlens.cli.application import application

            status = application()(prog_name="sessionlens", standalone_mode=False) or 0
        gc.freeze()
        sys.exit(status)
