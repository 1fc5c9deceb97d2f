"""Markdown as GitHub renders it, in which text of a transcript stays text.

Escapes follow CommonMark 0.31 (section 2.4: any ASCII punctuation may be escaped) and the GitHub additions: tables, strike-through,
`$` mathematics, `:emoji:`, bare links and mentions.
"""

import re
from collections.abc import Iterable, Sequence

from markupsafe import Markup

from sessionlens.reports.forms.base import Body, Form
from sessionlens.reports.lines import Cell, Line, plain
from sessionlens.text.regex import regex

_PUNCTUATION = "\\`*{}[]<>|~$"
"""Escaped wherever it stands; the backslash first, because it escapes the others."""
_ESCAPED = regex(r"[\\`*{}\[\]<>|~$]")
_UNDERSCORE = regex(r"_(?:(?<![A-Za-z0-9]_)|(?![A-Za-z0-9]))")
_LINE_START = regex(r"^(\s*)([#+=-]|\d{1,9}[.)])(?=\s|$|[-=#])", re.M)
_BARE_LINK = regex(r"\b(https?|ftp)://|\bwww\.")
_MENTION = regex(r"(?<![\w&])@(?=[A-Za-z0-9])|(?<![\w])#(?=\d)")
_EMOJI = regex(r"(?<![\d:]):(?=[a-z0-9_+-]{1,40}:(?!:))")
_ENTITY = regex(r"&(?=(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});)")
_PLAIN = regex(r"[A-Za-z][A-Za-z0-9 ,;'\"()%.?!]*(?<!www\.)\Z")
"""Most of what is written has no character to escape."""
_TICKS = regex(r"`+")
_FENCE = regex(r"(?:> )?(`{3,})[a-z]*$")
_BREAK = regex(r"\s*\n\s*")


def _entity(match: re.Match[str]) -> str:
    return match.group().replace("@", "&#64;").replace("#", "&#35;").replace("://", "&#58;//").replace("www.", "www&#46;")


def escape(text: str) -> str:
    """Text that renders as itself wherever inline Markdown stands."""
    if _PLAIN.match(text):
        return text
    if _ESCAPED.search(text):
        for mark in _PUNCTUATION:  # first, and links last: what one step writes must not be escaped by the next
            text = text.replace(mark, "\\" + mark)
    if "_" in text:
        text = _UNDERSCORE.sub(r"\\_", text)
    if "&" in text:
        text = _ENTITY.sub("&amp;", text)
    if "@" in text or "#" in text:
        text = _MENTION.sub(lambda m: "&#64;" if m.group() == "@" else "\\#", text)
    if ":" in text:
        text = _EMOJI.sub("&#58;", text)
    if "://" in text or "www." in text:
        text = _BARE_LINK.sub(_entity, text)
    if text[:1].isalpha() and "\n" not in text:
        return text
    return _LINE_START.sub(lambda m: f"{m.group(1)}{m.group(2)[:-1]}\\{m.group(2)[-1]}", text)


def longest(pattern: re.Pattern[str], text: str) -> int:
    """The length of the longest run that the pattern finds, 0 without any."""
    return max((len(run) for run in pattern.findall(text)), default=0)


def tidy(text: str) -> str:
    """One blank line between blocks, none doubled, spaces at line ends gone; what stands in fences is left alone."""
    out: list[str] = []
    closing = ""
    for line in text.split("\n"):
        if closing:
            out.append(line)
            if "```" in line and line.strip().removeprefix("> ").strip() == closing:
                closing = ""
            continue
        line = line.rstrip()
        if "```" in line and (opened := _FENCE.match(line.strip())):
            closing = opened.group(1)
        if line or (out and out[-1]):
            out.append(line)
    return "\n".join(out).strip("\n") + "\n"


class MarkdownForm(Form):
    """See the module."""

    name = "md"

    def escape(self, text: str) -> Markup:
        return Markup(escape(_BREAK.sub(" ", text) if "\n" in text else text))

    def code(self, text: str) -> Markup:
        text = _BREAK.sub(" ", self.clean(text)).strip()
        if not text:
            return Markup("")
        ticks = "`" * (longest(_TICKS, text) + 1)
        pad = " " if text.startswith("`") or text.endswith("`") else ""
        return Markup(f"{ticks}{pad}{text}{pad}{ticks}")

    def strong(self, text: str) -> Markup:
        return Markup(f"**{self.text(text.strip())}**")

    def word(self, text: str) -> Markup:
        return self.strong(text)

    def link(self, first: int, last: int) -> Markup:
        if first == last:
            return Markup(f"[msg {first}](#msg-{first})")
        return Markup(f"[msg {first}](#msg-{first}) to [msg {last}](#msg-{last})")

    def heading(self, title: str, level: int = 2, anchor: str = "") -> Markup:
        self.headings.append((level, anchor, title))
        return Markup(f"\n\n{'#' * level} {self.text(title.strip())}\n\n")

    def block(self, content: Markup) -> Markup:
        return Markup(f"\n\n{content}\n\n")

    def items(self, lines: Iterable[Line], ordered: bool = False) -> Markup:
        marked = [f"{f'{i}.' if ordered else '-'} {self.line(x)}" for i, x in enumerate(lines, start=1)]
        return Markup("\n\n" + "\n".join(marked) + "\n\n")

    def fence(self, text: str, language: str = "") -> Markup:
        text = self.clean(text).strip("\n")
        ticks = "`" * max(3, longest(_TICKS, text) + 1)
        return Markup(f"\n\n{ticks}{language}\n{text}\n{ticks}\n\n")

    def quoted(self, text: str) -> Markup:
        lines = [x.strip() for x in self.clean(text).strip().split("\n")]
        broken = [x + ("\\" if x and after else "") for x, after in zip(map(escape, lines), [*lines[1:], ""], strict=True)]
        return Markup("\n\n" + "\n".join(f"> {x}".rstrip() for x in broken) + "\n\n")

    def _cell(self, cell: Cell) -> Markup:
        """A table cell: on one line, with code as HTML where a pipe or a backtick would break the row."""
        if cell is None:
            return Markup("")
        if isinstance(cell, tuple):
            written = self.line(cell)
            if "|" not in re.sub(r"\\\|", "", written):
                return written
            return Markup("".join([self._safe_piece(p) for p in cell]))
        return self.text(cell)

    def _safe_piece(self, piece: object) -> Markup:
        text = getattr(piece, "text", None)
        if type(piece).__name__ == "Code" and isinstance(text, str):
            inner = str(self.text(text)).replace(r"\|", "&#124;")
            return Markup(f"<code>{inner}</code>")
        return self.line((piece,))  # type: ignore[arg-type]

    def table(self, header: Sequence[str], rows: Iterable[Sequence[Cell]], right: Sequence[int] = (), label: str = "") -> Markup:
        body = [f"| {' | '.join([self._cell(c) for c in row])} |" for row in rows]
        if not body:
            return Markup("")
        head = f"| {' | '.join([self.text(h) for h in header])} |"
        rule = "|" + "|".join("---:" if i in right else "---" for i in range(len(header))) + "|"
        return Markup("\n".join(["\n", head, rule, *body, "\n"]))

    def details(self, summary: Line, caller: Body) -> Markup:
        return Markup(f"\n\n<details>\n<summary>{self.text(plain(summary))}</summary>\n\n{caller()}\n\n</details>\n\n")

    def box(self, title: str, tone: str, caller: Body) -> Markup:
        kind = {"hindsight": "NOTE", "verdict": "IMPORTANT"}.get(tone, "NOTE")
        body = tidy(f"**{self.text(title)}**\n\n{caller()}").rstrip("\n")
        return Markup(f"\n\n> [!{kind}]\n" + "\n".join(f"> {line}".rstrip() for line in body.split("\n")) + "\n\n")

    def message(self, number: int, caller: Body) -> Markup:
        return Markup(f"\n\n##### msg {number}\n\n{caller()}")

    def picture(self, svg: str, mermaid: str, label: str) -> Markup:
        return Markup(f"\n\n```mermaid\n{mermaid.strip()}\n```\n\n") if mermaid else Markup("")
