"""What a format is: a module (or object) with `NAME`, `sniff` and `read`."""

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import BinaryIO, Protocol

from sessionlens.formats.records import Record, decode
from sessionlens.model.session import Session
from sessionlens.model.span import Problem

HEAD = 256 * 1024
"""Bytes of a file's beginning that the formats are shown."""
FURTHEST = 64 * 1024 * 1024
"""Bytes that are read at most to reach the end of a long line: a pasted log may be somebody's first prompt."""
LINES = 4
"""Whole lines that a head should have; a shorter one is read on."""
SAMPLE = 50
"""Records of it that are read: bookkeeping may fill the first dozen."""


@dataclass(frozen=True)
class Source:
    """A transcript to be read: where it is, and the name that spans will carry (a file name, never a whole path).

    `spooled` holds what came from standard input, which cannot be opened twice.
    """

    path: Path | None
    name: str
    spooled: tempfile.SpooledTemporaryFile[bytes] | None = None

    def open(self) -> BinaryIO:
        """The bytes from the beginning; raises OSError as `open` does."""
        if self.spooled is not None:
            self.spooled.seek(0)
            return self.spooled  # type: ignore[return-value]
        assert self.path is not None
        return self.path.open("rb", buffering=1 << 18)

    def head(self) -> bytes:
        """The first `HEAD` bytes, or so many more that a few lines are whole: then it ends with a line's end.

        A line longer than `FURTHEST` stays cut.
        """
        stream = self.open()
        try:
            return _whole_lines(stream, stream.read(HEAD))
        finally:
            if self.spooled is None:
                stream.close()


def _whole_lines(stream: BinaryIO, head: bytes) -> bytes:
    if len(head) < HEAD or head.count(b"\n") >= LINES:
        return head
    parts, lines, size = [head], head.count(b"\n"), len(head)
    while lines < LINES and size < FURTHEST:
        line = stream.readline(FURTHEST - size)
        if not line:
            return b"".join(parts).removesuffix(b"\n") + b"\n"
        parts.append(line)
        size += len(line)
        lines += line.endswith(b"\n")
    return b"".join(parts)


class Format(Protocol):
    """A transcript format. `sniff` says how sure it is that these are its records (0 to 1); `read` never raises over content."""

    NAME: str

    def sniff(self, head: bytes, path: Path | None) -> float: ...

    def read(self, source: Source, first_message: int) -> Iterator[Session | Problem]: ...


class Sample:
    """The records (JSON objects) on the first lines of a file's head, read as far as somebody asks."""

    def __init__(self, head: bytes) -> None:
        self._lines = head.removeprefix(b"\xef\xbb\xbf").split(b"\n", SAMPLE * 2)[: SAMPLE * 2]
        if len(head) >= HEAD and len(self._lines) < SAMPLE * 2:
            self._lines.pop()
        self._found: list[Record] = []
        self._next = 0

    def __iter__(self) -> Iterator[Record]:
        at = 0
        while True:
            while at < len(self._found):
                yield self._found[at]
                at += 1
            if self._next >= len(self._lines) or len(self._found) >= SAMPLE:
                return
            line = self._lines[self._next]
            self._next += 1
            if line.strip():
                self._found += [v for v in decode(line)[0] if isinstance(v, dict)]

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __bool__(self) -> bool:
        return next(iter(self), None) is not None


@lru_cache(maxsize=4)
def sample(head: bytes) -> Sample:
    """The records of a file's head; the last line, if cut, is left out."""
    return Sample(head)
