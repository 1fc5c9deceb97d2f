"""What a terminal would show of a tool's output: escape sequences gone, overwritten text overwritten.

Agents' programs store raw terminal bytes now and then; a progress bar that redraws itself a hundred times would give a hundred
"measurements". Sequences as in ECMA-48 (CSI, OSC, DCS and the two-character escapes) and xterm's control sequences.
"""

from sessionlens.text.regex import regex

_ESCAPE = regex(
    r"\x1b\][^\x07\x1b\n]*(?:\x07|\x1b\\)?"  # OSC: titles, hyperlinks
    r"|\x1b[PX^_][^\x1b\n]*(?:\x1b\\)?"  # DCS, SOS, PM, APC
    r"|\x1b\[(?![0-2]?K)[0-?]*[ -/]*[@-~]?"  # CSI, but not "erase in line"
    r"|\x1b(?!\[)[ -/]*[0-~]?"
    r"|[\x00-\x07\x0e-\x1a\x1c-\x1f\x7f]"
)
_MOVE = regex(r"(\r|\x08|\x1b\[[0-2]?K)")
_UNFINISHED = regex(r"\x1b\[?[0-?]*[ -/]*\Z")


def _dirty(text: str) -> bool:
    """Whether there is anything to do; each test is one memchr, and a loop over them would cost more than they do."""
    return (
        "\x1b" in text or "\r" in text or "\b" in text or "\x00" in text or "\x07" in text or "\x7f" in text
        or "\x0e" in text or "\x0f" in text or "\x1a" in text
    )  # fmt: skip


def clean(text: str) -> str:
    """The text as a reader of the terminal saw it at the end; the same object if there is nothing to clean.

    `\\r` returns to the start of the line and what follows overwrites, `\\b` steps back, "erase in line" erases; colours, titles and
    links go. Cursor movement over several lines is not followed: such lines stay one below the other.

    >>> clean("\\x1b[32mok\\x1b[0m  10%\\rok 100%\\x1b[K\\n")
    'ok 100%\\n'
    """
    if not _dirty(text):
        return text
    text = text.replace("\r\n", "\n")
    text = _UNFINISHED.sub("", _ESCAPE.sub("", text))
    if "\r" not in text and "\b" not in text and "\x1b" not in text:
        return text
    return "\n".join(_shown(line) if _MOVE.search(line) else line for line in text.split("\n"))


def _shown(line: str) -> str:
    """One line after its carriage returns, backspaces and erasures."""
    shown: list[str] = []
    at = 0
    for piece in _MOVE.split(line):
        if piece == "\r":
            at = 0
        elif piece == "\b":
            at = max(0, at - 1)
        elif piece[:1] == "\x1b":
            if piece[-2] == "2":
                shown = []
            elif piece[-2] == "1":
                shown[:at] = " " * at
            else:
                del shown[at:]
        elif piece:
            if at > len(shown):
                shown += " " * (at - len(shown))
            shown[at : at + len(piece)] = piece
            at += len(piece)
    return "".join(shown)
