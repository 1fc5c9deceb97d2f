"""The facts of an investigation; each becomes a node of the graph.

Fields named in DESIGN's export contract keep their names; the rest (marked internal) serve linking and checking.
"""

from dataclasses import field

from sessionlens.model.session import FileEdit
from sessionlens.model.span import Frozen, Span
from sessionlens.model.trace import Statement
from sessionlens.model.words import Direction, Result, SpreadKind, Status


class Fact(Frozen):
    """What all facts have: `id` (kind letter, message, ordinal: `c914.2`), the message, one line for a reader, the place; `amended` says
    what a person corrected ("merged with h12.1 by a person: the same idea"), empty where nobody did."""

    id: str
    msg: int
    text: str
    span: Span
    amended: str = ""


class Hypothesis(Fact):
    """A belief that could be shown true or false. `by` is who said it first; internal: `mentions`, the messages that name it, and
    `worded`, whether `text` is more than `quote` says, because a later message put it in other words."""

    quote: str
    aliases: tuple[str, ...] = ()
    prediction: str | None = None
    status: Status = "open"
    decided_at: int | None = None
    decided_by: tuple[int, ...] = ()
    by: str = "assistant"
    mentions: tuple[int, ...] = ()
    worded: bool = False


class Change(Fact):
    """A successful edit. Internal: `edits` (texts where known), `names` (aliases it goes by: "B1"), `hypothesis` (its id),
    `part` (the tool call), `outside` (it left the working copy as it was: an issue, a push)."""

    files: tuple[str, ...] = ()
    command: str | None = None
    edits: tuple[FileEdit, ...] = ()
    names: tuple[str, ...] = ()
    hypothesis: str | None = None
    part: int = 0
    commit: str | None = None
    outside: bool = False


class Verification(Fact):
    """A call whose output answers a yes/no question. Internal: `topic` ("tests", "build", "presence", "clean", "tool", "equal",
    "control", ...), `subject`, `counts`, `filtered`, `cut`, `printed` (what the answer rests on, in a word:
    "found", "none", "differ", "held", ...; "read" where only a reader can tell)."""

    command: str | None = None
    result: Result = "inconclusive"
    topic: str = ""
    subject: str = ""
    counts: dict[str, int] = field(default_factory=dict)
    filtered: bool = False
    cut: bool = False
    part: int = 0
    printed: str = ""


class Measurement(Fact):
    """One value that a tool printed (see `Reading`). Internal: `labels`, `command`, `part`, `exact`."""

    metric: str
    config: str
    value: float
    unit: str
    raw: str
    direction: Direction = "unknown"
    samples: tuple[str, ...] = ()
    n: int | None = None
    spread: float | None = None
    spread_kind: SpreadKind | None = None
    parser: str = ""
    labels: tuple[str, ...] = ()
    command: str | None = None
    part: int = 0
    exact: bool = False


class Reversion(Fact):
    """The undoing of a change; `of` is the change's id and `of_msg` its message, null where what was undone is not in the session.
    `again` is the message that put it back, so that the change stands from there on; `restored`: the same message did, it was taken out for
    one build or test only. `also` (internal) are the ids of further changes in the same commit that it reverted."""

    of: str | None = None
    of_msg: int | None = None
    partial: bool = False
    verified: bool = False
    restored: bool = False
    again: int | None = None
    also: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    part: int = 0


class Conclusion(Fact):
    """A stated result: `quote` is exactly message[at:at+len(quote)], `row` a cell's whole line.

    Internal, for checking: `statement` is the whole statement that it was cut from, `before` the text of the sentence before it
    (what "it" and "that" refer to). The kind of claim and the verdict are decided by `checks`.
    """

    quote: str
    at: int
    row: str | None = None
    statement: Statement
    before: str = ""
    names: tuple[str, ...] = ()
