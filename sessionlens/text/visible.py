"""Characters that a terminal or a reader would obey instead of see, written out.

A transcript may hold terminal escapes, bidirectional overrides ("Trojan Source", CVE-2021-42574), zero-width characters and lone
surrogates. They are shown as `\\x1b`, `\\u202e`, `\\u200b`; newline and tab stay. In JSON the same character is written as JSON's own
escape, so that a program reads what was there and a person who looks at the file is not led astray.
"""

import re
import unicodedata

_ODD = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb"
    "\ud800-\udfff\U000e0000-\U000e007f]"
)


def _written(match: re.Match[str]) -> str:
    code = ord(match.group())
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def visible(text: str) -> str:
    """The text with every such character written out. A carriage return before a newline is dropped: it moves nothing."""
    if text.isascii() and text.isprintable():
        return text
    return _ODD.sub(_written, text.replace("\r\n", "\n"))


def on_one_line(text: str) -> str:
    """The same for what must stay on its line, a file's name for example: newlines and tabs are written out too."""
    return visible(text).replace("\n", "\\n").replace("\t", "\\t")


def in_json(text: str) -> str:
    r"""Finished JSON with every such character escaped as JSON does it (RFC 8259, section 7), a high one as two.

    >>> in_json('["a\u202eb"]')
    '["a\\u202eb"]'
    """
    if text.isascii() and "\x7f" not in text:
        return text
    return _ODD.sub(_escaped, text)


def _escaped(match: re.Match[str]) -> str:
    units = match.group().encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[i : i + 4]}" for i in range(0, len(units), 4))


def width(text: str) -> int:
    """Columns that the text takes in a terminal: East Asian wide characters take two, combining marks none."""
    if text.isascii():
        return len(text)
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def one_line(text: str, width: int) -> str:
    """`text` with every run of blanks and line ends as one blank; longer than `width` characters it ends in an ellipsis.

    >>> one_line("the ring buffer\\n  is full", 12)
    'the ring bu…'
    """
    enough = max(0, width) // 2 + 2  # so many words and the blanks between them are wider
    line = " ".join(text.split(None, enough)[:enough])
    return line if len(line) <= width else line[: max(0, width - 1)].rstrip() + "…"
