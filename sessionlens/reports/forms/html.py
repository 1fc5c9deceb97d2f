"""HTML of one self-contained page. No style or event attribute is written: the page's policy (CSP) would refuse it."""

from collections.abc import Iterable, Sequence

from markupsafe import Markup
from markupsafe import escape as html_escape

from sessionlens.reports.forms.base import Body, Form
from sessionlens.reports.lines import Cell, Line
from sessionlens.text.regex import regex

SHORT = 18
"""Characters of a cell that does not wrap."""
_LINKED = regex(r'href="#msg-(\d+)"')
"""Messages that a picture links to: they are cited, too."""


def slug(title: str) -> str:
    """An anchor's name: lower case, words joined by hyphens."""
    words = "".join(c if c.isalnum() else " " for c in title.lower()).split()
    return "-".join(words) or "part"


def _short(cell: Cell) -> str:
    """The class of a cell that is kept on one line."""
    return "short" if isinstance(cell, str) and 0 < len(cell) <= SHORT else ""


def _set(name: str) -> str:
    return f' class="{name}"' if name else ""


class HtmlForm(Form):
    """See the module."""

    name = "html"

    def escape(self, text: str) -> Markup:
        return html_escape(text)

    def code(self, text: str) -> Markup:
        return Markup(f"<code>{html_escape(self.clean(text).strip())}</code>") if text.strip() else Markup("")

    def strong(self, text: str) -> Markup:
        return Markup(f"<strong>{html_escape(self.clean(text).strip())}</strong>")

    def word(self, text: str) -> Markup:
        return Markup(f'<span class="word {slug(text)}">{html_escape(self.clean(text))}</span>')

    def link(self, first: int, last: int) -> Markup:
        one = f'<a class="cite" href="#msg-{first}">msg {first}</a>'
        return Markup(one if first == last else f'{one} to <a class="cite" href="#msg-{last}">msg {last}</a>')

    def heading(self, title: str, level: int = 2, anchor: str = "") -> Markup:
        anchor = anchor or slug(title)
        taken = {a for _, a, _ in self.headings}
        while anchor in taken:
            anchor += "-"
        self.headings.append((level, anchor, self.clean(title)))
        return Markup(f'<h{level} id="{html_escape(anchor)}">{html_escape(self.clean(title).strip())}</h{level}>\n')

    def block(self, content: Markup) -> Markup:
        return Markup(f"<p>{html_escape(content)}</p>\n")

    def items(self, lines: Iterable[Line], ordered: bool = False) -> Markup:
        tag = "ol" if ordered else "ul"
        return Markup(f"<{tag}>{''.join(f'<li>{self.line(x)}</li>' for x in lines)}</{tag}>\n")

    def fence(self, text: str, language: str = "") -> Markup:
        return Markup(f'<pre tabindex="0"><code>{html_escape(self.clean(text).strip(chr(10)))}</code></pre>\n')

    def quoted(self, text: str) -> Markup:
        return Markup(f'<blockquote class="said">{html_escape(self.clean(text).strip())}</blockquote>\n')

    def _cell(self, cell: Cell) -> Markup:
        return Markup("") if cell is None else self.line(cell) if isinstance(cell, tuple) else self.text(cell)

    def table(self, header: Sequence[str], rows: Iterable[Sequence[Cell]], right: Sequence[int] = (), label: str = "") -> Markup:
        def cells(tag: str, row: Iterable[Cell]) -> str:
            scope = ' scope="col"' if tag == "th" else ""
            parts = (f"<{tag}{_set('number' if i in right else _short(c))}{scope}>{self._cell(c)}</{tag}>" for i, c in enumerate(row))
            return f"<tr>{''.join(parts)}</tr>\n"

        body = [cells("td", row) for row in rows]
        if not body:
            return Markup("")
        head = cells("th", header)
        name = html_escape(label or "Table")
        return Markup(
            f'<div class="scroll" role="region" tabindex="0" aria-label="{name}"><table><thead>{head}</thead>'
            f"<tbody>{''.join(body)}</tbody></table></div>\n"
        )

    def details(self, summary: Line, caller: Body) -> Markup:
        return Markup("<details><summary>{}</summary>\n{}</details>\n").format(self.line(summary), Markup(caller()))

    def box(self, title: str, tone: str, caller: Body) -> Markup:
        return Markup('<section class="box {}" aria-label="{}"><p class="boxtitle">{}</p>\n{}</section>\n').format(
            tone, title, self.text(title), Markup(caller())
        )

    def message(self, number: int, caller: Body) -> Markup:
        return Markup(f'<article class="message" id="msg-{number}"><h3>msg {number}</h3>\n{caller()}</article>\n')

    def picture(self, svg: str, mermaid: str, label: str) -> Markup:
        self.cited.update(int(n) for n in _LINKED.findall(svg))
        return Markup('<figure class="scroll" role="region" tabindex="0" aria-label="{}">{}<figcaption>{}</figcaption></figure>\n').format(
            label, Markup(svg), self.text(label)
        )
