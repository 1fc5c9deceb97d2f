"""Where text leaves the program: nothing that a transcript or a file's name holds is obeyed by a terminal.

Both streams are wrapped for the length of a command, so that no `print` has to remember. Colours are the one exception, and only on
standard output after a command has asked whether it may paint: what is painted there has been made visible before.
"""

import codecs
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TextIO

from sessionlens.text.visible import visible

PLAIN = {
    "−": "-", "–": "-", "—": "-", "‐": "-", "‑": "-", "…": "...", "≈": "~", "µ": "u", "μ": "u", "×": "x", "·": "*", "•": "*",
    "“": '"', "”": '"', "„": '"', "‘": "'", "’": "'", "→": "->", "←": "<-", "⇒": "=>", "±": "+/-", "≤": "<=", "≥": ">=", "≠": "!=",
    "✓": "ok", "✔": "ok", "✅": "ok", "✗": "x", "✘": "x", "❌": "x", "⚠": "!", "°": " deg", "\u00a0": " ", "\u202f": " ",
}  # fmt: skip
"""What stands for a sign that the reader's terminal does not have: a number keeps its sign."""
ERRORS = "sessionlens"
_COLOUR = re.compile(r"(\x1b\[(?:0|1|3[1-6])m)")


def _in_plain_signs(error: UnicodeError) -> tuple[str, int]:
    """Codec errors handler: the plain signs for one that an encoding lacks, "?" for any other."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lacking = error.object[error.start : error.end]
    plain = "".join(PLAIN.get(c, "?") for c in lacking)
    try:
        plain.encode(error.encoding)
    except UnicodeEncodeError:
        plain = "?" * len(lacking)
    return plain, error.end


codecs.register_error(ERRORS, _in_plain_signs)


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


_when_cut = [0]


def cut_short(status: int | None = None) -> int:
    """The exit status if the reader of our output goes before all of it is written (`| head`), after setting it: a gate that fails does so
    however much of it was read."""
    if status is not None:
        _when_cut[0] = status
    return _when_cut[0]
