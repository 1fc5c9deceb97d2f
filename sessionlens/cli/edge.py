"""Where text leaves the program: nothing that a transcript or a file's name holds is obeyed by a terminal.

Both streams are wrapped for the length of a command, so that no `print` has to remember. Colours are the one exception, and only on
standard output after a command has asked whether it may paint: what is painted there has been made visible before.
"""

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TextIO

from sessionlens.text.visible import visible

_COLOUR = re.compile(r"(\x1b\[(?:0|1|3[1-6])m)")


class Edge:
    """A text stream that shows what it would obey; all but `write` is the stream's own."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        self.painted = False

    def write(self, text: str) -> int:
        """The text with control, bidirectional and zero-width characters written out."""
        if self.painted and "\x1b" in text:
            return self.stream.write("".join(p if i % 2 else visible(p) for i, p in enumerate(_COLOUR.split(text))))
        return self.stream.write(visible(text))

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)


@contextmanager
def guarded() -> Iterator[None]:
    """Both standard streams, wrapped until the block ends."""
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = Edge(sys.stdout), Edge(sys.stderr)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


def may_paint() -> None:
    """From here on the colours of this program go through on standard output."""
    if isinstance(sys.stdout, Edge):
        sys.stdout.painted = True


def as_it_is(stream: TextIO) -> TextIO:
    """The stream without its edge: for text that is finished, or that moves the cursor on purpose."""
    return stream.stream if isinstance(stream, Edge) else stream
