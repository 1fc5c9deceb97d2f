"""Sentences as data: what a section says before anybody decides whether it becomes Markdown or HTML.

A line is a tuple of pieces. Plain strings are our own words or names; `Code`, `Quote` and `Cite` mark what must be set apart.
Sections build lines; templates place them; a form (`reports.forms`) writes and escapes them.
"""

from collections.abc import Iterable

from sessionlens.model.frozen import Record


class Code(Record):
    """A command, file name or token of the transcript."""

    text: str


class Quote(Record):
    """Words of the transcript, shown in quotation marks."""

    text: str


class Strong(Record):
    """The word of a sentence that a skimming reader must not miss."""

    text: str


class Word(Record):
    """A word of a closed vocabulary that has a colour: a verdict, a status, a result."""

    text: str


class Cite(Record):
    """The messages that a sentence rests on."""

    messages: tuple[int, ...]


Piece = str | Code | Quote | Strong | Word | Cite
Line = tuple[Piece, ...]
Cell = str | int | Line | None
"""What stands in one cell of a table."""


def say(*pieces: Piece, cites: Iterable[int] = ()) -> Line:
    """A line, its citations put before the full stop that ends it.

    >>> say("It took 4 s.", cites=(7,))
    ('It took 4 s', ' ', Cite(messages=(7,)), '.')
    """
    messages = tuple(sorted(set(cites)))
    if not messages:
        return pieces
    last = pieces[-1] if pieces else ""
    if isinstance(last, str) and last[-1:] in (".", ":", "?"):
        return (*pieces[:-1], last[:-1], " ", Cite(messages), last[-1])
    return (*pieces, " ", Cite(messages))


def plain(line: Line) -> str:
    """The line as plain text, for titles and text alternatives."""
    out = []
    for piece in line:
        if isinstance(piece, Cite):
            out.append("[" + ", ".join(f"msg {m}" for m in piece.messages) + "]")
        else:
            out.append(piece if isinstance(piece, str) else piece.text)
    return "".join(out)


def counted(number: int, one: str, many: str = "") -> str:
    """A number with its noun: `counted(1, "run")` is "1 run", `counted(3, "run")` "3 runs"."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def listed(words: Iterable[str], last: str = "and") -> str:
    """Words joined as a sentence joins them: "a", "a and b", "a, b and c"; "a, b; c and d" where they are joined themselves."""
    items = list(words)
    if len(items) > 1 and any(" and " in item for item in items):
        return "; ".join(items)
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} {last} {items[-1]}" if items else ""


def runs_of(messages: Iterable[int]) -> list[tuple[int, int]]:
    """Message numbers as ranges of neighbours: 3, 4, 5, 9 gives (3, 5), (9, 9)."""
    ranges: list[tuple[int, int]] = []
    for number in sorted(set(messages)):
        if ranges and ranges[-1][1] == number - 1:
            ranges[-1] = (ranges[-1][0], number)
        else:
            ranges.append((number, number))
    return ranges


def sentence(text: str) -> str:
    """A remark as a sentence: its first letter large where it begins with an ordinary word, a full stop at its end."""
    text = text.strip()
    first = text.split(" ", 1)[0].rstrip(",;:")
    if first.isalpha() and first.islower():
        text = text[0].upper() + text[1:]
    return text if not text or text.endswith((".", "!", "?", "…")) else text + "."
