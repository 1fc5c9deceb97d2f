"""Words of shell text: quotes taken off, here-documents set aside."""

import re
from functools import lru_cache

from sessionlens.text.regex import regex

_QUOTING = regex(r"['\"\\]")
_PIECE = regex(r"""\$'((?:[^'\\]|\\.)*)'|'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(\n|.)|([^'"\\$]+|\$)""", re.S)
_IN_DOUBLE = regex(r'\\(["\\$`\n])')
_ANSI = regex(r"\\(n|t|r|0|e|\\|'|\")")
_ANSI_CHAR = {"n": "\n", "t": "\t", "r": "\r", "0": "\0", "e": "\x1b"}
_HEREDOC = regex(r"(?<!<)<<(-?)[ \t]*(['\"]?)\\?([A-Za-z_][\w.-]*)\2(?![\w<])")
_MOST_OPEN = 100
"""Here-documents without a closing line, after which a text is not looked through for more: it is none of a shell."""


@lru_cache(maxsize=4096)
def unquote(word: str) -> str:
    """The word as the program gets it: `'a b'` is `a b`, `src/"x y".rs` is `src/x y.rs`.

    Expansions keep their source (`"$OUT/a"` is `$OUT/a`): their values are not in a transcript. A word with a command
    substitution inside quotes only loses the outer pair, because its inner quotes belong to another command.
    """
    if not _QUOTING.search(word):
        return word
    if "$(" in word or "`" in word:
        return word[1:-1] if len(word) > 1 and word[0] == word[-1] == '"' else word
    out = []
    at = 0
    while match := _PIECE.match(word, at):
        at = match.end()
        ansi, single, double, escaped, plain = match.groups()
        if ansi is not None:
            out.append(_ANSI.sub(lambda m: _ANSI_CHAR.get(m[1], m[1]), ansi))
        elif double is not None:
            out.append(_IN_DOUBLE.sub(lambda m: "" if m[1] == "\n" else m[1], double))
        elif escaped is not None:
            out.append("" if escaped == "\n" else escaped)
        else:
            out.append(single if single is not None else plain)
    return "".join(out) + word[at:]


@lru_cache(maxsize=64)
def _closing(word: str) -> re.Pattern[str]:
    """The line that ends a here-document."""
    return re.compile(rf"^{word}[ \t]*$", re.M)


def set_aside(text: str) -> tuple[str, dict[int, str]]:
    """Here-documents out of the way: the text, as long as before, with each `<<EOF` made a plain redirection from a name of
    `@`s and its body blanked; and the bodies by the offset of that name.

    Grammars for bash go wrong on what follows a here-document's name on its line (`<<A | wc`, `<<A; next`, two of them),
    and bodies are often half of a command's text, which then need not be parsed. A `<<` without a closing line is left alone.
    """
    if "<<" not in text:
        return text, {}
    bodies: dict[int, str] = {}
    out: list[str] = []
    done = 0
    position = 0
    body_from = -1
    open_ended: set[str] = set()
    while (match := _HEREDOC.search(text, position)) and len(open_ended) < _MOST_OPEN:
        line_end = text.find("\n", match.end())
        if line_end < 0:
            break
        start = body_from if body_from > match.end() else line_end + 1
        tabs = r"\t*" if match[1] else ""
        word = tabs + re.escape(match[3])
        end = _closing(word).search(text, start) if word not in open_ended else None
        if end is None:
            open_ended.add(word)
            position = match.end()
            continue
        bodies[match.start() + 1] = text[start : end.start()]
        blank = "".join("\n" if c == "\n" else " " for c in ("\n" * text.count("\n", start, end.end())))
        blank += " " * (end.end() - start - len(blank))
        out.append(text[done : match.start()] + "<" + "@" * (match.end() - match.start() - 1))
        another = _HEREDOC.search(text, match.end(), line_end)
        if another is None:
            out.append(text[match.end() : start] + blank)
            done = position = end.end()
            body_from = -1
        else:
            text = text[:start] + blank + text[end.end() :]
            done = position = match.end()
            body_from = end.end() + 1
    return "".join(out) + text[done:], bodies
