"""What every form must be able to write. Templates call these methods and nothing else, so one template serves all forms."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from markupsafe import Markup

from sessionlens.reports.cited import Message
from sessionlens.reports.lines import Cell, Cite, Code, Line, Piece, Quote, Strong, Word, counted, runs_of
from sessionlens.reports.redact import Redactor
from sessionlens.text.regex import regex
from sessionlens.text.visible import visible

Body = Callable[[], str]
CITED_AT_MOST = 6
_CODE = regex(r"`([^`\n]+)`")


class Form(ABC):
    """Writes lines and blocks. Everything that comes from a transcript goes through `text`, `code`, `fence` or `quoted`, which take
    secrets out, make control characters visible and escape; the result is `Markup`, so that it is escaped once only.

    `cited` collects the messages that were cited, `headings` the (level, anchor, title) of what was written, in order.
    """

    name = ""
    most_cited = CITED_AT_MOST

    def __init__(self, redact: Redactor) -> None:
        self._redact = redact
        self.cited: set[int] = set()
        self.headings: list[tuple[int, str, str]] = []
        self._written: dict[str, Markup] = {}

    def clean(self, text: str) -> str:
        """The text as it may be shown: without secrets, control characters written out."""
        return visible(self._redact(text))

    @abstractmethod
    def escape(self, text: str) -> Markup:
        """Text that renders as itself."""

    @abstractmethod
    def code(self, text: str) -> Markup:
        """A command, a file name or a token, set as code."""

    @abstractmethod
    def strong(self, text: str) -> Markup:
        """Text that a skimming reader must not miss."""

    @abstractmethod
    def word(self, text: str) -> Markup:
        """A word of a closed vocabulary, coloured where the form has colours."""

    @abstractmethod
    def link(self, first: int, last: int) -> Markup:
        """A link to one message, or to the first and last of several neighbours."""

    @abstractmethod
    def heading(self, title: str, level: int = 2, anchor: str = "") -> Markup:
        """A heading, also an entry of the page's navigation where its level is 2."""

    @abstractmethod
    def block(self, content: Markup) -> Markup:
        """A paragraph."""

    @abstractmethod
    def items(self, lines: Iterable[Line], ordered: bool = False) -> Markup:
        """Lines as a list."""

    @abstractmethod
    def fence(self, text: str, language: str = "") -> Markup:
        """Text as typed, in a block of its own."""

    @abstractmethod
    def quoted(self, text: str) -> Markup:
        """Words of the transcript as a block of their own, shown as they were typed and never rendered."""

    @abstractmethod
    def table(self, header: Sequence[str], rows: Iterable[Sequence[Cell]], right: Sequence[int] = (), label: str = "") -> Markup:
        """A table; `right` are the columns of numbers. Nothing is written for no rows."""

    @abstractmethod
    def details(self, summary: Line, caller: Body) -> Markup:
        """A folded part."""

    @abstractmethod
    def box(self, title: str, tone: str, caller: Body) -> Markup:
        """A part set apart: "verdict" at the top, "hindsight" for what came later."""

    @abstractmethod
    def message(self, number: int, caller: Body) -> Markup:
        """The place that citations of a message link to."""

    def cited_message(self, m: Message) -> Markup:
        """A message that was cited, at the place that its citations link to. A long report has a thousand of them, so they are written
        here and not by a template."""
        who = "person" if m.role == "user" else "agent"
        later = ", later than the message that this report is about" if m.later else ""
        parts = [self.block(self.text(f"{who}{f', {m.time}' if m.time else ''}{later}"))]
        if m.text:
            parts.append(self.quoted(m.text))
        if m.commands:
            parts.append(self.fence("\n".join(m.commands), "sh"))
        if m.more:
            parts.append(self.para(f"{counted(m.more, 'more command')}."))
        if m.other:
            parts.append(self.para(m.other))
        return self.message(m.number, lambda: "".join(parts))

    @abstractmethod
    def picture(self, svg: str, mermaid: str, label: str) -> Markup:
        """A picture with its words, in the form's own kind; nothing where the form has none."""

    def text(self, text: object) -> Markup:
        """Anything that a template prints: `Markup` as it is, all else cleaned and escaped."""
        if isinstance(text, Markup):
            return text
        plain = str(text)
        known = self._written.get(plain)
        if known is None:
            known = self._written[plain] = self.escape(self.clean(plain))
        return known

    def cite(self, messages: Iterable[int]) -> Markup:
        """Links to messages, neighbours joined; of many the first few are linked and the rest counted."""
        numbers = sorted(set(messages))
        ranges = runs_of(numbers)
        shown = ranges[: self.most_cited]
        for first, last in shown:
            self.cited.update((first, last))
        rest = sum(last - first + 1 for first, last in ranges[self.most_cited :])
        more = (f" and {rest} more messages" if rest > 1 else " and 1 more message") if rest else ""
        return Markup(f"{', '.join([self.link(first, last) for first, last in shown])}{more}")

    def line(self, line: Line | str) -> Markup:
        """One line, inline."""
        if isinstance(line, str):
            return self.text(line)
        out: list[str] = []
        for piece in line:
            if isinstance(piece, Cite):
                out.append(self.cite(piece.messages))
            elif isinstance(piece, Code):
                out.append(self.code(piece.text))
            elif isinstance(piece, Quote):
                out.append(self._quote(piece.text.strip()))
            elif isinstance(piece, Strong):
                out.append(self.strong(piece.text))
            elif isinstance(piece, Word):
                out.append(self.word(piece.text))
            else:
                out.append(self.text(piece))
        return Markup("".join(out))

    def _quote(self, text: str) -> Markup:
        """Words of the transcript within a sentence: as typed, but what stood between backticks is set as code, and markers of bold go."""
        parts = _CODE.split(text.replace("**", ""))
        inner = "".join([self.code(p) if i % 2 else self.text(p) for i, p in enumerate(parts) if p])
        return Markup(f"“{inner}”")

    def grid(self, rows: Iterable[object], columns: Sequence[Sequence[str]], label: str = "") -> Markup:
        """A table from data: each column is (title, field of a row, how to write it). How: "text" (the default), "number" (set to the
        right), "code", "word", "cite" (message numbers), "codes" and "names" (several). Columns that are empty in all rows go."""
        data = list(rows)
        filled = [c for c in columns if any(getattr(r, c[1]) not in ("", None, (), 0) for r in data)]
        cells = [[_cell(getattr(r, c[1]), c[2] if len(c) > 2 else "text") for c in filled] for r in data]
        right = [i for i, c in enumerate(filled) if len(c) > 2 and c[2] == "number"]
        return self.table([c[0] for c in filled], cells, right, label)

    def filled(self, header: Sequence[str], rows: Iterable[Sequence[Cell]]) -> tuple[list[str], list[list[Cell]]]:
        """A table's header and rows without the columns that are empty in all rows."""
        data = [list(r) for r in rows]
        kept = [i for i in range(len(header)) if any(r[i] not in ("", None, ()) for r in data)]
        return [header[i] for i in kept], [[r[i] for i in kept] for r in data]

    def para(self, *lines: Line | str) -> Markup:
        """Lines as one paragraph; nothing for no lines."""
        return self.block(Markup(" ".join([self.line(x) for x in lines]))) if lines else Markup("")


def _cell(value: Any, how: str) -> Cell:
    """A field's value as a table cell."""
    if value is None or value == "" or value == ():
        return ""
    if how == "cite":
        return (Cite((value,) if isinstance(value, int) else tuple(value)),)
    if how == "code":
        return (Code(value),)
    if how == "word":
        return (Word(value),)
    if how == "quote":
        return (Quote(value),)
    if how == "names":
        return ", ".join(value)
    if how == "codes":
        pieces: list[Piece] = []
        for i, text in enumerate(value[:4]):
            pieces += [", ", Code(text)] if i else [Code(text)]
        return tuple(pieces) + ((f" and {len(value) - 4} more",) if len(value) > 4 else ())
    return value if isinstance(value, tuple) else str(value)
