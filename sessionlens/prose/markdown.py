"""A message's Markdown as statements: sentences, list items, headings, table cells, quotes and code, with exact offsets.

Blocks at the margin, most of what agents write, are told by a pattern (`blocks`); the rest is parsed by markdown-it-py (CommonMark,
https://spec.commonmark.org/0.31.2/), whose inline parsing is left out: a statement is a part of the message as written. A test
shows that the pattern changes nothing. HTML blocks, link definitions and underlined headings are off: in a transcript such lines
are talk.
"""

from functools import cache, lru_cache
from typing import TYPE_CHECKING

from sessionlens.model.trace import Statement, StatementKind, Table
from sessionlens.prose import tables
from sessionlens.prose.blocks import MARK, blocks
from sessionlens.prose.sentences import mask, sentences
from sessionlens.text.regex import regex

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

MARKUP = regex(rf"\s|{MARK}")
LINE = regex(r"[^\n]*(?:\n|\Z)")
TEXT_OF_ITEM = regex(r"( *)\S+ ([^\n]*)")
BOX = regex(r"\[([ xX])\][ \t]+")
SIGN = regex("[✅☑✔✓🟢❌✗✘🔲⬜☐🔴]")
MARKED = regex(r"[ \t]*(?:([✅☑✔✓🟢])|([❌✗✘🔲⬜☐🔴]))\ufe0f?[ \t]*")
BOLD = frozenset("*_ \t\r\n")
BOLD_LINE = regex(r"(\*\*|__)(?:(?!\1).)+\1:?|\*\*[^*]+:\*\*")


@cache
def _parser() -> "MarkdownIt":
    """Loaded for the first text that the pattern leaves to it."""
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark").disable(["html_block", "reference", "lheading"])


def statements(text: str) -> tuple[Statement, ...]:
    """Everything that a message states, in order.

    >>> [(s.kind, s.text) for s in statements("Done. See:\\n- [x] built\\n- runs in 3 s")]
    [('sentence', 'Done.'), ('sentence', 'See:'), ('item', 'built'), ('item', 'runs in 3 s')]
    """
    return _remembered(text) if len(text) < 4000 else _read(text)


def _read(text: str) -> tuple[Statement, ...]:
    reader = Reader(text)
    if "\n" not in reader.plain and not MARKUP.match(text):
        reader.paragraph(0, len(text), "sentence")
        return tuple(reader.out)
    for kind, start, end in blocks(reader.plain):
        if kind == "paragraph":
            reader.paragraph(start, _without_blanks(reader.plain, start, end), "sentence")
        elif kind == "list":
            reader.items(start, end)
        elif kind == "heading":
            reader.headline(start, end)
        elif kind == "quote":
            reader.paragraph(start + (2 if text[start + 1] == " " else 1), _without_blanks(reader.plain, start, end), "quote")
        elif kind in ("code", "indented"):
            reader.code(start, end, 0)
        else:
            reader.parsed(start, end)
    return tuple(reader.out)


_remembered = lru_cache(maxsize=512)(_read)


class Reader:
    """Collects the statements of one message; `heading` and `lead` are what stood last above; `above` is
    the heading that holds again after the list under a bold line with a colon. `plain` is the text with its lines
    ended in line feeds, at equal length."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.plain = text.replace("\r\n", " \n").replace("\r", "\n") if "\r" in text else text
        self.masked = mask(text)
        self.barred = tables.barred(self.masked)
        self.signed = not text.isascii() and SIGN.search(text) is not None
        self.out: list[Statement] = []
        self.heading = ""
        self.lead = ""
        self.above: str | None = None
        self.listed = False

    def parsed(self, start: int, end: int) -> None:
        """Parses the lines of text[start:end] and reads each block."""
        spans = [m.span() for m in LINE.finditer(self.plain, start, end)]
        tokens: list[Token] = []
        _parser().block.parse(self.plain[start:end].replace("\0", "\ufffd"), _parser(), {}, tokens)
        depth = quoted = 0
        kind: StatementKind = "sentence"
        leads: list[str] = []
        for token in tokens:
            name = token.type
            if name == "inline":
                self._inline(token, spans, "quote" if quoted else kind, depth, leads[-1] if leads else "")
            elif name in ("bullet_list_open", "ordered_list_open"):
                leads.append(self._last() if depth else self.lead)
                depth += 1
                kind = "item"
            elif name in ("bullet_list_close", "ordered_list_close"):
                depth -= 1
                leads.pop()
                self.listed = True
                kind = "item" if depth else "sentence"
            elif name == "heading_open":
                kind = "heading"
            elif name == "heading_close":
                kind = "item" if depth else "sentence"
            elif name in ("blockquote_open", "blockquote_close"):
                quoted += 1 if name.endswith("open") else -1
            elif name in ("fence", "code_block") and token.map:
                self.code(spans[token.map[0]][0], spans[token.map[1] - 1][1], depth)

    def items(self, start: int, end: int) -> None:
        """A list of lines: each is an item, or an item under one if it is indented."""
        lead = under = self.lead
        pad: int | None = None
        deep = False
        for m in TEXT_OF_ITEM.finditer(self.plain, start, end):
            if pad is None:
                pad = len(m[1])
            if len(m[1]) > pad and not deep:
                under = self._last()
            deep = len(m[1]) > pad
            self._item(m.start(2), m.start(2) + len(m[2].rstrip()), 2 if deep else 1, under if deep else lead)
        self.listed = True

    def headline(self, start: int, end: int) -> None:
        """A line that begins with number signs."""
        line = self.text[start:end].rstrip()
        title = line.lstrip("#").lstrip()
        self._head(title, start + len(line) - len(title), 0)

    def _head(self, title: str, start: int, depth: int) -> None:
        self.heading = title.strip("*_: ")
        self.lead = ""
        self.above = None
        self._add("heading", start, start + len(title), depth, "")

    def _item(self, start: int, end: int, depth: int, lead: str) -> None:
        checked = None
        box = BOX.match(self.text, start, end)
        if box:
            start, checked = box.end(), box[1] != " "
        if start < end:
            self.paragraph(start, end, "item", depth, lead, checked)

    def paragraph(self, start: int, end: int, kind: StatementKind, depth: int = 0, lead: str = "", checked: bool | None = None) -> None:
        """A paragraph's range: its sentences, and its tables with what stands around them."""
        if self.barred and kind in ("sentence", "item"):
            for found in tables.find(self.text, self.barred, start, end):
                self._talk(start, found.start, kind, depth, lead, checked)
                for c in found.cells:
                    if c.start < c.end:
                        self._add("cell", c.start, c.end, depth, self.lead, found.table, c.row, c.column)
                start = found.end
        self._talk(start, end, kind, depth, lead, checked)

    def _talk(self, start: int, end: int, kind: StatementKind, depth: int, lead: str, checked: bool | None) -> None:
        """Sentences, or a line in bold that serves as a heading."""
        text = self.text
        if kind == "sentence":
            if self.above is not None and self.listed and not depth:
                self.heading, self.above = self.above, None
            if text[start : start + 1] in BOLD and self._bold(start, end):
                return
        for a, b in sentences(self.masked, start, end):
            m = MARKED.match(text, a, b) if self.signed and kind in ("sentence", "item") else None
            if m:
                a, state = (m.end(), m[1] is not None) if m.end() < b else (a, checked)
                self._add("item", a, b, depth, lead, checked=state)
            else:
                self.out.append(Statement(kind, text[a:b], a, b, self.heading, lead, depth, None, None, None, checked))
            if not depth:
                self.lead = text[a:b]

    def _bold(self, start: int, end: int) -> bool:
        line = self.text[start:end].strip()
        if BOLD_LINE.fullmatch(line) is None or line.strip("*_ ")[-1:] in ".!?":
            return False
        if self.above is None and ":" in line[-3:]:
            self.above = self.heading
        self.listed = False
        self.heading = line.strip("*_: \n")
        self._add("heading", *tables.trimmed(self.text, start, end), 0, "")
        return True

    def _inline(self, token: "Token", spans: list[tuple[int, int]], kind: StatementKind, depth: int, lead: str) -> None:
        if not token.map or not token.content:
            return
        a, b = spans[token.map[0]]
        opening = token.content.split("\n", 1)[0].rstrip()
        line = self.text[a:b].rstrip()
        suffix = kind != "heading" and line.endswith(opening)
        start = a + (len(line) - len(opening) if suffix else max(line.rfind(opening), 0))
        if kind == "heading":
            self._head(opening, start, depth)
            return
        a, b = spans[token.map[1] - 1]
        end = a + len(self.text[a:b].rstrip())
        if kind == "item":
            self._item(start, end, depth, lead)
        elif start < end:
            self.paragraph(start, end, kind, depth, lead)

    def code(self, start: int, end: int, depth: int) -> None:
        """Fenced or indented code, as one statement."""
        a, b = tables.trimmed(self.text, start, end)
        if a < b:
            self._add("code", a, b, depth, self.lead)

    def _last(self) -> str:
        return self.out[-1].text if self.out else ""

    def _add(
        self, kind: StatementKind, start: int, end: int, depth: int, lead: str,
        table: Table | None = None, row: int | None = None, column: int | None = None, checked: bool | None = None,
    ) -> None:  # fmt: skip
        text = self.text[start:end]
        heading = self.heading if kind != "heading" else ""
        self.out.append(Statement(kind, text, start, end, heading, lead, depth, table, row, column, checked))


def _without_blanks(text: str, start: int, end: int) -> int:
    """Where text[start:end] ends without the blanks behind it."""
    while end > start and text[end - 1].isspace():
        end -= 1
    return end
