"""What commands share: faults, the store, colour, columns."""

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sessionlens.cli.edge import as_it_is, may_paint
from sessionlens.text.visible import in_json, on_one_line, one_line, visible

if TYPE_CHECKING:
    from sessionlens.graph.view import View
    from sessionlens.model.facts import Hypothesis
    from sessionlens.settings import Settings
    from sessionlens.store import Store

FAILED, USAGE, UNREADABLE = 1, 2, 3
LEAST = 32
"""Columns below which a screen is no screen."""


class CommandError(Exception):
    """The end of a command with something to say: one clear line and an exit status."""

    def __init__(self, message: str, code: int = USAGE) -> None:
        super().__init__(message)
        self.code = code


def debugging() -> bool:
    """Whether tracebacks are wanted."""
    return bool(os.environ.get("SESSIONLENS_DEBUG"))


def colour() -> bool:
    """Whether to colour standard output: on a terminal, and unless NO_COLOR says not to (no-color.org)."""
    wanted = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    if wanted:
        may_paint()
    return wanted


def columns() -> int | None:
    """How wide the reader's screen is: as COLUMNS says, else as the terminal does; None where nobody knows, into a pipe."""
    given = os.environ.get("COLUMNS", "")
    if given.isascii() and given.isdecimal() and int(given):
        return max(LEAST, int(given))
    try:
        return max(LEAST, os.get_terminal_size(sys.stdout.fileno()).columns)
    except (OSError, ValueError):
        return None


def room(most: int, taken: int = 0) -> int:
    """Columns for a text beside what is taken, of `most` in all or of as many as the reader has if those are fewer."""
    return max(12, min(most, columns() or most) - taken)


def flowing(text: str) -> str:
    """A sentence broken at words where the reader's columns are known, as it is elsewhere."""
    from textwrap import wrap

    wide = columns()
    return text if wide is None or len(text) <= wide else "\n".join(wrap(text, wide, subsequent_indent="  ", break_on_hyphens=False))


def choices(names: Iterable[str]) -> str:
    """Names to choose from, as the end of a line: "; did you mean a or b?"."""
    listed = list(names)
    if not listed:
        return ""
    return f"; did you mean {', '.join(listed[:-1])}{' or ' if listed[1:] else ''}{listed[-1]}?"


def project() -> "Settings":
    """The project's settings, `[tool.sessionlens]`; a fault in them is a `CommandError`."""
    from sessionlens.settings import SettingsError, load

    try:
        return load()
    except SettingsError as error:
        raise CommandError(str(error)) from error


def store_path(given: Path | None) -> Path:
    """Where the store is: as the option says, else the environment, else the project's settings, else the user's data folder."""
    from sessionlens.store import default_path

    if given is not None or os.environ.get("SESSIONLENS_STORE"):
        return given or default_path()
    return project().store or default_path()


@contextmanager
def opened(path: Path | None, new: bool = False) -> Iterator["Store"]:
    """The store, for the length of a `with` block; `new` makes one where there is none. What goes wrong becomes a `CommandError`."""
    from sessionlens.store import NoSessionError, StoreError, open_store

    try:
        with open_store(store_path(path), new) as store:
            yield store
    except StoreError as error:
        raise CommandError(str(error)) from error
    except NoSessionError as error:
        raise CommandError(f"{error}{choices(error.nearest)}") from error


@contextmanager
def loaded(path: Path | None, session: str | None) -> Iterator["View"]:
    """A stored session, for the length of a `with` block."""
    from sessionlens.cli.hiding import know

    with opened(path) as store:
        view = store.load(session or project().session)
        know(view)
        yield view


def narrowed(view: "View", hypothesis: str | None) -> "View":
    """The view, or its slice around what a name means; a name that several hypotheses bear takes them all and says so."""
    if hypothesis is None:
        return view
    from sessionlens.reports.slices import slice_of

    return view.sliced(slice_of(view, meant(view, hypothesis)))


def meant(view: "View", hypothesis: str) -> "tuple[Hypothesis, ...]":
    """The hypotheses that a name means; where there are several, a notice lists them: one may have been wanted."""
    from sessionlens.reports.slices import Unknown, find_hypotheses

    if not hypothesis.strip():
        raise CommandError("--hypothesis needs a name, an id or words of one")
    try:
        chosen = find_hypotheses(view, hypothesis)
    except Unknown as unknown:
        raise CommandError(str(unknown)) from unknown
    if len(chosen) > 1:
        notice(f"{hypothesis!r} names {len(chosen)} hypotheses, all shown: {', '.join(h.id for h in chosen)}")
    return chosen


def notice(text: str) -> None:
    """A remark that is no result, on standard error; one line, whatever the names in it hold."""
    print(on_one_line(text), file=sys.stderr)


def print_json(data: Any) -> None:
    """Data as indented JSON on standard output, without secrets."""
    import orjson

    from sessionlens.cli.hiding import hidden_in

    as_it_is(sys.stdout).write(in_json(orjson.dumps(hidden_in(data), option=orjson.OPT_INDENT_2).decode()) + "\n")


def clip(text: str, width: int) -> str:
    """A text on one line of at most `width` columns; what is left out is marked. Control characters are written out."""
    line = visible(" ".join(text[: 10 * width].split()))
    if len(line) <= width or _takes("…"):
        return one_line(line, width)
    return line[: max(0, width - 3)].rstrip() + "..."


def _takes(sign: str) -> bool:
    """Whether standard output can show it; where it cannot, an ellipsis is three dots."""
    try:
        sign.encode(sys.stdout.encoding or "utf-8")
    except (LookupError, UnicodeEncodeError):
        return False
    return True


def wanted(words: str | None, allowed: Iterable[str], what: str) -> frozenset[str]:
    """The words of a comma-separated option; a word that does not exist is a `CommandError` with those that do."""
    given = frozenset(w.strip() for w in (words or "").split(",") if w.strip())
    strange = sorted(given - set(allowed))
    if strange:
        raise CommandError(f"no such {what}: {', '.join(strange)}; there are {', '.join(allowed)}")
    return given


def plural(count: int, noun: str) -> str:
    """ "1 message", "2 messages", "3 hypotheses"."""
    many = {"hypothesis": "hypotheses"}.get(noun, noun + "s")
    return f"{count} {noun if count == 1 else many}"
