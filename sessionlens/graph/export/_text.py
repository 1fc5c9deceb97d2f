"""Escapes for the text formats: what a transcript says must never become markup."""


def printable(text: str) -> str:
    """Control characters become spaces; they are no XML, and no terminal or renderer should see them."""
    return "".join(c if c.isprintable() else " " for c in text)


def quoted(text: str) -> str:
    """A DOT string: only the quote and the backslash are special in it."""
    return '"' + printable(text).replace("\\", "\\\\").replace('"', '\\"') + '"'


def entities(text: str) -> str:
    """A label of Mermaid, where quotes, angles and hashes are written as its `#code;` entities."""
    shown = printable(text)
    for char in '#&"<>`;[]{}()|':
        shown = shown.replace(char, f"\0{ord(char)}\1")
    return shown.replace("\0", "#").replace("\1", ";")
