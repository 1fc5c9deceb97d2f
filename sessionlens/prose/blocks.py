"""The blocks of Markdown that stand at the margin, told by one pattern: what they are and where they end.

Paragraphs, headings, rules, fenced code, lists of lines and plain quotes are most of what agents write, and no context changes what
they mean. What else there is (items of several paragraphs, lists in quotes, indented code) is handed over as "any" for a parser of
the whole grammar, up to the next place that closes every list and quote: a line of plain text at the margin after a blank line, or a
heading.
"""

import re
from collections.abc import Iterator

from sessionlens.text.regex import regex

MARK = r"(?:>|[#]{1,6}(?:\s|\Z)|[*+-](?:\s|\Z)|\d{1,9}[.)](?:\s|\Z)|`{3}|~{3}|(?:\*[ \t]*){3}|(?:-[ \t]*){3}|(?:_[ \t]*){3})"
"""What may open a block that is no paragraph."""
BLANK = r"[^\S\n]*+(?:\n|\Z)"
STOP = r"(?=\n|\Z)"
FENCE = r"(?:`{3,}+[^`\n]*+|~{3,}+[^\n]*+)" + STOP
ITEM = rf"(?!{MARK}|[*_ \t-]++{STOP})\S[^\n]*+(?:\n|\Z)"
CODE_LINE = r"(?:[ ]{4}|[ ]{0,3}\t)[^\S\n]*+[^\s][^\n]*+"
ALONE = rf"(?=[#]{{1,6}}[ \t]|{FENCE}|{BLANK}(?:{BLANK})*+(?![ \t\v\f]))"
"""After a flat list: nothing that could belong to its last item."""


def _under(width: int) -> str:
    """Bullets under an item whose text begins at that column: of one kind and one depth. (Looked at first, so that the pattern of an
    item, which takes long to compile, is written once.)"""
    first = rf"(?P<depth{width}>[ ]{{{width},{width + 3}}})(?P<sign{width}>[*+-])"
    return rf"(?:(?=(?P=pad){first})(?:(?P=pad)(?P=depth{width})(?P=sign{width})[ ]{ITEM})++)?"


BULLET = rf"(?P=pad)[*+-][ ]{ITEM}{_under(2)}"
NUMBERED = rf"(?P=pad)(?:[0-9][.)][ ]{ITEM}{_under(3)}|[0-9]{{2,9}}[.)][ ]{ITEM})"
BLOCK = regex(
    rf"""(?P<paragraph>(?!{MARK})\S[^\n]*+
          (?:\n(?!{BLANK})(?:[ ]{{4}}|[ ]{{0,3}}\t|(?![ ]{{0,3}}{MARK}))[^\n]++)*+
          (?=\n?\Z|\n(?:{BLANK}|>|[#]{{1,6}}\s|[ ]{{0,3}}(?:[*+-][ \t]+\S|1[.)][ \t]+\S)|{FENCE})))
      | (?P<list>(?=(?P<pad>[ ]{{0,3}}+))(?>(?:{BULLET})++|(?:{NUMBERED})++){ALONE})
      | (?P<indented>{CODE_LINE}(?:\n(?:[^\S\n]*+\n)*+{CODE_LINE})*+)
      | (?P<quote>(?:>[ ]?{ITEM})++(?:{ITEM})*+(?={BLANK}|[#]{{1,6}}[ \t]))
      | (?P<heading>[#]{{1,6}}[ \t]++[^\n]*[^\s#][^\S\n]*+{STOP})
      | (?P<rule>(?P<sign>[*_-])[ \t]*+(?:(?P=sign)[ \t]*+){{2,}}{STOP})
      | (?P<code>(?:(?P<ticks>`{{3,}}+)[^`\n]*+|(?P<tildes>~{{3,}}+)[^\n]*+){STOP}
          (?:\n(?![ ]{{0,3}}(?:(?P=ticks)`*+|(?P=tildes)~*+)[ \t]*+{STOP})[^\n]*+)*+(?:\n[^\n]*+)?)""",
    re.VERBOSE,
)
GAP = regex(r"(?:[^\S\n]*+\n)*+(?:[^\S\n]++\Z)?")
CLOSED = regex(rf"\n(?:[^\S\n]*+\n)++(?!{MARK})(?=\S)|\n(?=[#]{{1,6}}[ \t])")
FENCED = regex(r"^[^\S\n]*+(?:[>*+.)\d-]++[^\S\n]*+)*+(?:`{3}|~{3})", re.M)


def blocks(text: str) -> Iterator[tuple[str, int, int]]:
    """The blocks of a text whose lines end in a line feed, with their offsets; blank lines and rules are left out.

    >>> list(blocks("Done.\\n\\n- built\\n- linked\\n"))
    [('paragraph', 0, 5), ('list', 7, 24)]
    """
    at = 0
    while True:
        gap = GAP.match(text, at)
        at = gap.end() if gap else at
        if at >= len(text):
            return
        m = BLOCK.match(text, at)
        if m is None or m.lastgroup is None:
            end = _closed(text, at)
            yield "any", at, end
        else:
            end = m.end()
            if m.lastgroup != "rule":
                yield m.lastgroup, at, end
        at = end


def _closed(text: str, at: int) -> int:
    """Where everything is closed that a block at `at` opened. A fence may stand in a list or beside it: then the end of the text."""
    closed = CLOSED.search(text, at)
    end = closed.end() if closed else len(text)
    return len(text) if FENCED.search(text, at, end) else end
