"""Texts as words to look for: lower case, letters and digits only, everything else a space.

A byte table is ten times as fast as a pattern, and leaves every word where it was: a place in the folded text is a place in the bytes.
"""

TABLE = bytes(c if 48 <= c < 58 or 97 <= c < 123 else c + 32 if 65 <= c < 91 else 32 for c in range(256))
"""For `bytes.translate`."""
LINES = TABLE[:10] + b"\n" + TABLE[11:]
"""The same, with line ends kept."""


def folded(text: str) -> bytes:
    """
    >>> folded("Cache-Hit: 3")
    b'cache hit  3'
    """
    return text.encode("utf-8", "replace").translate(TABLE)
