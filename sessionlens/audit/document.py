"""A write-up as text with places: blocks, sentences, sections, references to messages, the message that it is about."""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, pairwise

from sessionlens import prose
from sessionlens.checks.claims.words import word_set
from sessionlens.model.trace import Statement, Table
from sessionlens.text.regex import regex

_BLANK = regex(r"\n[ \t>]*\n")
_MARKDOWN_HEADING = regex(r" {0,3}#{1,6}\s+(.*?)\s*#*$")
_FENCE = regex(r"[ \t>]*(`{3,}|~{3,})(?=[^`]*$)")
_SMALL = word_set("a an the of in on at to for and or but nor by from with as is are vs via per into over")
_WORD = regex(r"[A-Za-z][\w'’-]*")
_LIST = regex(r"\s*(?:[*+-]|\d{1,3}[.)])\s")
_REFERENCE = regex(
    r"\[(?:msgs?|messages?)\s*#?(?P<a>\d{1,7})\](?:\([^()\s]*\))?"
    r"(?:\s*(?:–|—|-|to|through)\s*\[(?:msg|message)\s*#?(?P<b>\d{1,7})\](?:\([^()\s]*\))?)?"
    r"|\b(?:msgs?\.?|messages?)\s+#?(?P<c>\d{1,7})\b(?:\s*(?:–|—|-|to|through)\s*(?:msg\s*)?#?(?P<d>\d{1,7})\b)?",
    re.I,
)
_DIGIT = regex(r"\d")
_SAID = regex(r"“[^”\n]{12,}”|(?<![\w\"])\"[^\"\n]{12,}\"(?![\w\"])|(?<![\w'’])'[^'\n]{12,}'(?![\w'])")
"""A quotation: what somebody else said."""
_SUBJECT = regex(r"\b(?:this is|subject)\s+message\s+\[?(?:msg\s*)?#?(\d{1,7})|\bmessage\s+\[msg\s*#?(\d{1,7})\]", re.I)
_QUOTED_BLOCK = regex(r"(?m)(?:^[ \t]*>.*\n?)+")
_TITLE = regex(r"\b(?:message|msg)\s+#?(\d{1,7})\b", re.I)
_FORWARD = regex(
    r"\b(?:what (?:happen(?:s|ed) )?next|what came (?:next|later|after)|hindsight|aftermath|afterwards|"
    r"later developments|epilogue|outcome)\b",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Place:
    """Characters [start, end) of a document's text."""

    document: "Document"
    start: int
    end: int

    @property
    def line(self) -> int:
        """The line's number, from 1."""
        return self.document.text.count("\n", 0, self.start) + 1

    @property
    def column(self) -> int:
        """The column's number, from 1."""
        return self.start - self.document.text.rfind("\n", 0, self.start)

    @property
    def text(self) -> str:
        return self.document.text[self.start : self.end]


@dataclass(frozen=True, slots=True)
class Block:
    """Text between blank lines, at [start, end); `heading` is its text where it is one, else ""."""

    start: int
    end: int
    text: str
    heading: str = ""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence or list item with the number of its block and the heading above it."""

    statement: Statement
    place: Place
    block: int
    section: str

    @property
    def text(self) -> str:
        """The words on one line: where a paragraph was wrapped says nothing. As long as the text at its place."""
        return self.statement.text.replace("\n", " ")


@dataclass(frozen=True, slots=True)
class Reference:
    """Messages first to last, named at [start, end)."""

    start: int
    end: int
    first: int
    last: int


@dataclass(frozen=True)
class Document:
    """A document by its file's name and its text, line ends as "\\n"."""

    name: str
    text: str

    def place(self, start: int, end: int) -> Place:
        return Place(self, start, end)

    @cached_property
    def statements(self) -> tuple[Statement, ...]:
        return prose.statements(self.text)

    @cached_property
    def tables(self) -> tuple[Table, ...]:
        """In order, each once."""
        return tuple(dict.fromkeys(s.table for s in self.statements if s.table is not None))

    @cached_property
    def masked(self) -> str:
        """The text, of equal length, with the numbers of messages blotted out: they are no figures."""
        if not self.references:
            return self.text
        out, at = [], 0
        for r in self.references:
            out += [self.text[at : r.start], _DIGIT.sub("_", self.text[r.start : r.end])]
            at = r.end
        return "".join((*out, self.text[at:]))

    @cached_property
    def claimed(self) -> tuple[Statement, ...]:
        """The statements as claims are read from them."""
        return prose.statements(self.masked)

    @cached_property
    def blocks(self) -> tuple[Block, ...]:
        """In order. A heading is a Markdown one, or a line by itself that is written like a title."""
        cuts = [0, *(m.end() for m in _BLANK.finditer(self.text)), len(self.text)]
        out = []
        for a, b in pairwise(cuts):
            body = self.text[a:b]
            start = a + len(body) - len(body.lstrip())
            end = a + len(body.rstrip())
            if start < end:
                out.append((start, end, self.text[start:end]))
        texts = [t for _, _, t in out]
        code = [self.text[max(0, a - 4) : a] == "    " for a, _, _ in out]
        after = [*texts[1:], ""]
        return tuple(Block(a, b, t, "" if code[i] else _heading(t, after[i])) for i, (a, b, t) in enumerate(out))

    @cached_property
    def sentences(self) -> tuple[Sentence, ...]:
        """Sentences and list items, in order; headings and table cells are none."""
        return tuple(self._sentences())

    def sentence_at(self, offset: int) -> Sentence | None:
        """The sentence or list item that a character stands in."""
        place = bisect_right(self._starts, offset) - 1
        found = self.sentences[place] if place >= 0 else None
        return found if found is not None and offset < found.place.end else None

    @cached_property
    def _starts(self) -> list[int]:
        return [s.place.start for s in self.sentences]

    def _sentences(self) -> Iterator[Sentence]:
        at, section = 0, ""
        for s in self.statements:
            while at < len(self.blocks) and self.blocks[at].end <= s.start:
                section = self.blocks[at].heading or section
                at += 1
            if s.kind == "heading":
                section = s.text.strip("*_: #")
            elif s.kind in ("sentence", "item") and at < len(self.blocks) and not self.blocks[at].heading:
                yield Sentence(s, self.place(s.start, s.end), at, section)

    @cached_property
    def unfenced(self) -> str:
        """The text with fenced code blotted out, at equal length."""
        if "```" not in self.text and "~~~" not in self.text:
            return self.text
        out, mark = [], ""
        for line in self.text.split("\n"):
            fence = _FENCE.match(line)
            inside = bool(mark) or fence is not None
            if fence is not None and not mark:
                mark = fence[1]
            elif fence is not None and fence[1].startswith(mark) and not line[fence.end() :].strip():
                mark = ""
            out.append("x" * len(line) if inside else line)
        return "\n".join(out)

    @cached_property
    def references(self) -> tuple[Reference, ...]:
        """Every message or run of messages that the text names by number."""
        out = []
        for m in _REFERENCE.finditer(self.text):
            first = int(m["a"] or m["c"])
            last = m["b"] or m["d"]
            out.append(Reference(m.start(), m.end(), first, max(first, int(last)) if last else first))
        return tuple(out)

    @cached_property
    def quotations(self) -> tuple[tuple[int, int], ...]:
        """Where whole phrases stand between quotation marks, or quoted as a block: others' words, which the document reports and does
        not state."""
        found = [m.span() for m in _SAID.finditer(self.text) if m[0].count(" ") > (m[0][0] != "“")]
        return tuple(sorted(found + [m.span() for m in _QUOTED_BLOCK.finditer(self.text) if "[!" not in m[0]]))

    def quotes(self, start: int, end: int) -> bool:
        """Whether the characters [start, end) lie within a quotation, its marks aside, or begin with one: what follows is about it."""
        begun = bisect_right(self.quotations, (start + 1, len(self.text)))
        if begun and self._quoted_up_to[begun - 1] >= max(end - 1, start + 1):
            return True
        near = bisect_right(self.quotations, (start - 2, -1))
        return any(start < b for _, b in self.quotations[near:begun])

    @cached_property
    def _quoted_up_to(self) -> list[int]:
        """Where the last of the quotations ends that begin with or before each."""
        return list(accumulate((b for _, b in self.quotations), max))

    @cached_property
    def subject(self) -> int | None:
        """The message that the document is about: the one in its title, or that it calls "message [msg N]" twice, or says "this is" of."""
        counts: Counter[int] = Counter()
        for m in _SUBJECT.finditer(self.text):
            counts[int(m[1] or m[2])] += 2 if m[1] else 1
        for block in self.blocks[:2]:
            titled = _TITLE.search(block.heading)
            if titled is not None:
                counts[int(titled[1])] += 2
        best = counts.most_common(1)
        return best[0][0] if best and best[0][1] > 1 else None

    def looks_ahead(self, section: str) -> bool:
        """Whether a heading says that what follows came later."""
        return _FORWARD.search(section) is not None


def _heading(text: str, following: str) -> str:
    """The text of a heading: Markdown's, or one short line in title case that something follows."""
    marked = _MARKDOWN_HEADING.match(text)
    if marked and "\n" not in text:
        return marked[1]
    if "\n" in text or len(text) > 90 or not following or _LIST.match(text) or text[-1:] in ".!,;:`|>)" or not text[:1].isupper():
        return ""
    words = [w for w in _WORD.findall(text) if w.lower() not in _SMALL]
    return text if words and sum(w[0].isupper() for w in words) * 3 >= len(words) * 2 and len(words) < 14 else ""
