"""Characters that a terminal or a reader would obey instead of see, written out.

A transcript may hold terminal escapes, bidirectional overrides ("Trojan Source", CVE-2021-42574), zero-width characters and lone
surrogates. In a report they are shown as `\\x1b`, `\\u202e`, `\\u200b`; newline and tab stay.
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


def width(text: str) -> int:
    """Columns that the text takes in a terminal: East Asian wide characters take two, combining marks none."""
    if text.isascii():
        return len(text)
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)
