"""A message's Markdown as statements: sentences, list items, headings, table cells, quotes and code, with exact offsets.

Blocks are found by markdown-it-py (CommonMark, https://spec.commonmark.org/0.31.2/), whose inline parsing is left out: a
statement is a part of the message as written. Paragraphs at the margin, most of what agents write, need no parser
(`parts`); a test shows that this changes nothing. HTML blocks, link definitions and underlined headings are off: in a
transcript such lines are talk.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import accumulate
from typing import Literal

from markdown_it import MarkdownIt
from markdown_it.token import Token

from sessionlens.model.trace import Statement, StatementKind, Table
from sessionlens.prose import drafts, tables
from sessionlens.prose.sentences import mask, sentences

PARSER = MarkdownIt("commonmark").disable(["html_block", "reference", "lheading"])
NEWLINE = re.compile(r"\r\n?|\n")
MARKUP = re.compile(
    r"(?:[ \t\v\f]|[>]|#{1,6}(?:\s|$)|[*+-](?:\s|$)|\d{1,9}[.)](?:\s|$)|`{3}|~{3}|(?:\*[ \t]*){3}|(?:-[ \t]*){3}|(?:_[ \t]*){3})"
)
FLAT = re.compile(r"(?:[*+-]|\d{1,9}[.)]) (?!" + MARKUP.pattern + r")\S")
FENCE = re.compile(r" {0,3}(`{3,}|~{3,})(.*)")
LIST = re.compile(r"\s*(?:[*+-]|\d{1,9}[.)])(?:\s|$)")
BOX = re.compile(r"\[([ xX])\][ \t]+")
MARK = re.compile(r"[ \t]*(?:([✅☑✔✓🟢])|([❌✗✘🔲⬜☐🔴]))\ufe0f?[ \t]*")
BOLD_LINE = re.compile(r"(\*\*|__)(?:(?!\1).)+\1:?|\*\*[^*]+:\*\*")

Part = Literal["any", "list", "paragraph"]


def statements(text: str) -> tuple[Statement, ...]:
    """Everything that a message states, in order.

    >>> [(s.kind, s.text) for s in statements("Done. See:\\n- [x] built\\n- runs in 3 s")]
    [('sentence', 'Done.'), ('sentence', 'See:'), ('item', 'built'), ('item', 'runs in 3 s')]
    """
    return _statements(text) if len(text) < 4000 else drafts.quoted(text, _read(text))


@lru_cache(maxsize=512)
def _statements(text: str) -> tuple[Statement, ...]:
    return drafts.quoted(text, _read(text))


def _read(text: str) -> tuple[Statement, ...]:
    reader = Reader(text)
    if "\n" not in text and "\r" not in text and not MARKUP.match(text):
        reader.paragraph(0, len(text), "sentence")
        return tuple(reader.out)
    for kind, first, last in parts(reader.lines):
        if kind == "any":
            reader.blocks(first, last)
        elif kind == "list":
            reader.items(first, last)
        else:
            reader.paragraph(reader.spans[first][0], reader.spans[last - 1][1], "sentence")
    return tuple(reader.out)


def parts(lines: list[str]) -> Iterator[tuple[Part, int, int]]:
    """Lines [first, last) that are one plain paragraph at the margin, one flat list at the margin, or need the parser ("any").

    A paragraph at the margin after a blank line closes every list and quote, so what stands before and after it can be read
    by itself; so can a list of one-line items that nothing indented follows. Only an open fence reaches across blank lines;
    where one opens inside a list, all the rest goes to the parser.
    """
    n = len(lines)
    i = start = 0
    open_fence = ""
    listed = False
    while i < n:
        if not lines[i].strip():
            i += 1
            continue
        stop = i
        plain = not open_fence
        while stop < n and lines[stop].strip():
            line = lines[stop]
            if open_fence:
                m = FENCE.match(line)
                if m and m[1].startswith(open_fence) and not m[2].strip():
                    open_fence = ""
            elif MARKUP.match(line):
                if plain and stop == i and flat(lines, i):
                    break
                plain = False
                listed = listed or LIST.match(line) is not None or line[0] in "> \t"
                m = FENCE.match(line)
                if m and not (m[1][0] == "`" and "`" in m[2]):
                    if listed:
                        yield "any", start, n
                        return
                    open_fence = m[1]
            elif listed and ("```" in line or "~~~" in line):
                yield "any", start, n
                return
            stop += 1
        kind: Part = "paragraph"
        if plain and stop == i:
            kind, stop = "list", flat(lines, i)
        if plain:
            if start < i:
                yield "any", start, i
            yield kind, i, stop
            start = stop
            listed = False
        i = stop
    if start < n:
        yield "any", start, n


def flat(lines: list[str], first: int) -> int:
    """Where the flat list ends that begins at `first`: one line per item, nothing nested, nothing indented after it. 0 if none does."""
    if not FLAT.match(lines[first]):
        return 0
    ordered = lines[first][0].isdigit()
    n = len(lines)
    stop = first
    while stop < n and lines[stop].strip():
        if not FLAT.match(lines[stop]) or lines[stop][0].isdigit() is not ordered:
            return 0
        stop += 1
    after = stop
    while after < n and not lines[after].strip():
        after += 1
    return 0 if after < n and lines[after][0] in " \t\v\f" else stop


class Reader:
    """Collects the statements of one message; `heading` and `lead` are what stood last above."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.masked = mask(text)
        if "\r" in text:
            edges = [0, *(k for m in NEWLINE.finditer(text) for k in m.span()), len(text)]
            self.spans = list(zip(edges[::2], edges[1::2], strict=True))
            self.lines = [text[a:b] for a, b in self.spans]
        else:
            self.lines = text.split("\n")
            ends = list(accumulate(len(line) + 1 for line in self.lines))
            self.spans = [(e - len(line) - 1, e - 1) for e, line in zip(ends, self.lines, strict=True)]
        self.out: list[Statement] = []
        self.heading = ""
        self.lead = ""

    def blocks(self, first: int, last: int) -> None:
        """Parses lines [first, last) and reads each block."""
        if not any(self.lines[i].strip() for i in range(first, last)):
            return
        tokens: list[Token] = []
        PARSER.block.parse("\n".join(self.lines[first:last]).replace("\0", "\ufffd"), PARSER, {}, tokens)
        depth = quoted = 0
        kind: StatementKind = "sentence"
        leads: list[str] = []
        for token in tokens:
            name = token.type
            if name == "inline":
                self._inline(token, first, "quote" if quoted else kind, depth, leads[-1] if leads else "")
            elif name in ("bullet_list_open", "ordered_list_open"):
                leads.append(self._last() if depth else self.lead)
                depth += 1
                kind = "item"
            elif name in ("bullet_list_close", "ordered_list_close"):
                depth -= 1
                leads.pop()
                kind = "item" if depth else "sentence"
            elif name == "heading_open":
                kind = "heading"
            elif name == "heading_close":
                kind = "item" if depth else "sentence"
            elif name in ("blockquote_open", "blockquote_close"):
                quoted += 1 if name.endswith("open") else -1
            elif name in ("fence", "code_block") and token.map:
                self._code(token, first, depth)

    def items(self, first: int, last: int) -> None:
        """A flat list: each of lines [first, last) is an item."""
        lead = self.lead
        for i in range(first, last):
            a, b = self.spans[i]
            self._item(a + self.lines[i].index(" ") + 1, a + len(self.text[a:b].rstrip()), 1, lead)

    def _item(self, start: int, end: int, depth: int, lead: str) -> None:
        checked = None
        box = BOX.match(self.text, start, end)
        if box:
            start, checked = box.end(), box[1] != " "
        if start < end:
            self.paragraph(start, end, "item", depth, lead, checked)

    def paragraph(self, start: int, end: int, kind: StatementKind, depth: int = 0, lead: str = "", checked: bool | None = None) -> None:
        """A paragraph's range: its sentences, or a table with what stands around it."""
        found = tables.find(self.text, self.masked, start, end) if kind in ("sentence", "item") else None
        if found:
            self.paragraph(start, found.start, kind, depth, lead, checked)
            for c in found.cells:
                if c.start < c.end:
                    self._add("cell", c.start, c.end, depth, self.lead, found.table, c.row, c.column)
            self.paragraph(found.end, end, kind, depth, lead, checked)
            return
        if kind == "sentence" and BOLD_LINE.fullmatch(self.text[start:end].strip()) and self.text[start:end].strip("*_ ")[-1:] not in ".!?":
            self.heading = self.text[start:end].strip("*_: \n")
            self._add("heading", *_trim(self.text, start, end), depth, "")
            return
        for a, b in sentences(self.masked, start, end):
            state = checked
            m = MARK.match(self.text, a, b) if kind in ("sentence", "item") else None
            if m and m.end() < b:
                a, state = m.end(), m[1] is not None
            self._add("item" if m and kind == "sentence" else kind, a, b, depth, lead, checked=state)
            if not depth:
                self.lead = self.text[a:b]

    def _inline(self, token: Token, first: int, kind: StatementKind, depth: int, lead: str) -> None:
        if not token.map or not token.content:
            return
        top, bottom = first + token.map[0], first + token.map[1] - 1
        a, b = self.spans[top]
        opening = token.content.split("\n", 1)[0].rstrip()
        line = self.text[a:b].rstrip()
        suffix = kind != "heading" and line.endswith(opening)
        start = a + (len(line) - len(opening) if suffix else max(line.rfind(opening), 0))
        if kind == "heading":
            end = start + len(opening)
            self.heading = opening.strip("*_: ")
            self.lead = ""
            self._add(kind, start, end, depth, "")
            return
        end = self.spans[bottom][0] + len(self.text[slice(*self.spans[bottom])].rstrip())
        if kind == "item":
            self._item(start, end, depth, lead)
        elif start < end:
            self.paragraph(start, end, kind, depth, lead)

    def _code(self, token: Token, first: int, depth: int) -> None:
        assert token.map is not None
        a, b = self.spans[first + token.map[0]][0], self.spans[first + token.map[1] - 1][1]
        a, b = _trim(self.text, a, b)
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


def _trim(text: str, a: int, b: int) -> tuple[int, int]:
    while a < b and text[a].isspace():
        a += 1
    while b > a and text[b - 1].isspace():
        b -= 1
    return a, b
