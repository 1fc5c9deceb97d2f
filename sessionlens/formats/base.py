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
        """The first `HEAD` bytes."""
        stream = self.open()
        try:
            return stream.read(HEAD)
        finally:
            if self.spooled is None:
                stream.close()


class Format(Protocol):
    """A transcript format. `sniff` says how sure it is that these are its records (0 to 1); `read` never raises over content."""

    NAME: str

    def sniff(self, head: bytes, path: Path | None) -> float: ...

    def read(self, source: Source, first_message: int) -> Iterator[Session | Problem]: ...


@lru_cache(maxsize=4)
def sample(head: bytes) -> tuple[Record, ...]:
    """The records (JSON objects) on the first lines of a file's head; the last line, if cut, is left out."""
    lines = head.removeprefix(b"\xef\xbb\xbf").split(b"\n")
    if len(head) >= HEAD:
        lines.pop()
    found: list[Record] = []
    for line in lines[: SAMPLE * 2]:
        if line.strip():
            found += [v for v in decode(line)[0] if isinstance(v, dict)]
        if len(found) >= SAMPLE:
            break
    return tuple(found)
