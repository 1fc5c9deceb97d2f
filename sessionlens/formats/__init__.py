"""An agent's transcript -> `Session`. One module per format, found by this package's list; third parties add theirs by the entry point
group `sessionlens.formats` (an object with `NAME`, `sniff(head, path)` and `read(source, first_message)`)."""

import sys
import tempfile
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from typing import BinaryIO, cast

from sessionlens.formats import walk
from sessionlens.formats.base import Format, Source
from sessionlens.formats.detect import choose
from sessionlens.model.session import Session
from sessionlens.model.span import Problem

MODULES = ("claude_code", "codex", "opencode", "openai_chat")


@cache
def _formats() -> tuple[Format, ...]:
    own = tuple(cast(Format, import_module(f"{__name__}.{name}")) for name in MODULES)
    return own + tuple(cast(Format, point.load()) for point in entry_points(group="sessionlens.formats"))


FORMATS: tuple[Format, ...] = _formats()
"""All formats, this package's first."""


MISSING = "there is no such file or folder"


def read(path: Path | str, *, format: str | None = None, first_message: int = 1) -> Iterator[Session | Problem]:
    """The sessions of a file, of a folder's files, or of standard input ("-"); a file that cannot be read is a Problem.

    The format is found by content unless named. `first_message` numbers the first message of each file's session, for a partial
    export; a transcript that carries its own first number needs none.
    """
    names = {form.NAME: form for form in FORMATS}
    if format is not None and format not in names:
        yield Problem(record=str(path), why=f"there is no format {format!r}; there are {', '.join(names)}")
        return
    form = names[format] if format is not None else None
    if str(path) == "-":
        yield from _one(_spooled(sys.stdin.buffer, "stdin"), form, first_message)
        return
    path = Path(path)
    name = path.name or str(path)
    try:
        pipe, there = path.is_fifo(), path.exists()
    except OSError as error:
        yield Problem(record=name[:80], why=f"cannot be read: {error.strerror or error}")
        return
    if pipe:
        with path.open("rb") as stream:
            yield from _one(_spooled(stream, name), form, first_message)
        return
    if not there:
        yield Problem(record=str(path), why=MISSING)
        return
    tried = 0
    for file in walk.files(path):
        tried += 1
        if isinstance(file, Problem):
            yield file
            continue
        yield from _one(Source(file, file.name), form, first_message if file.parent.name != "subagents" else 1)
    if not tried:
        yield Problem(record=name, why="the folder holds no .jsonl or .json file")


def _one(source: Source, form: Format | None, first_message: int) -> Iterator[Session | Problem]:
    try:
        chosen = form or choose(source.head(), source.path, FORMATS)
        if isinstance(chosen, str):
            yield Problem(record=source.name, why=chosen)
            return
        yield from chosen.read(source, first_message)
    except OSError as error:
        yield Problem(record=source.name, why=f"cannot be read: {error.strerror or error}")


def _spooled(stream: BinaryIO, name: str) -> Source:
    """A stream that can be read only once, kept: in memory if it is small, else in a temporary file."""
    spool: tempfile.SpooledTemporaryFile[bytes] = tempfile.SpooledTemporaryFile(max_size=16 * 1024 * 1024)  # noqa: SIM115
    while block := stream.read(1 << 20):
        spool.write(block)
    return Source(None, name, spool)


__all__ = ["FORMATS", "Format", "Source", "read"]
