"""Escapes for the text formats: what a transcript says must never become markup."""

from sessionlens.text.visible import visible


def printable(text: str) -> str:
    """One line without what a terminal or a renderer would obey, which is written out; what is no text at all (U+FFFF), and no XML
    either, becomes a space."""
    return "".join(c if c.isprintable() else " " for c in visible(text))


def quoted(text: str) -> str:
    """A DOT string: only the quote and the backslash are special in it."""
    return '"' + printable(text).replace("\\", "\\\\").replace('"', '\\"') + '"'


def entities(text: str) -> str:
    """A label of Mermaid, where quotes, angles and hashes are written as its `#code;` entities."""
    shown = printable(text)
    for char in '#&"<>`;[]{}()|':
        shown = shown.replace(char, f"\0{ord(char)}\1")
    return shown.replace("\0", "#").replace("\1", ";")
