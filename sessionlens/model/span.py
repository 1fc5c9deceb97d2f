"""Where a fact stands, and trouble with the input."""

from sessionlens.model.frozen import Frozen

__all__ = ["Frozen", "Problem", "Span"]


class Span(Frozen):
    """A place in a transcript.

    `source` is the transcript's file name (never an absolute path), `msg` the message's number, `part` is 0 for the
    message's text and k for its k-th tool call, `start` and `end` are character offsets in that text or that call's output.
    """

    source: str
    msg: int
    part: int = 0
    start: int = 0
    end: int = 0


class Problem(Frozen):
    """A recoverable trouble with the input: `record` says where ("line 12", "part prt_01"), `why` says what is wrong."""

    record: str
    why: str
