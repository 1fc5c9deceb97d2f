"""The words of plain shell text: regular expressions that take a simple command in one match, and what its words and redirections are.

Words that have been read before (`head -20`, `cd web`, `2>&1`) are not read again: agents repeat themselves.
"""

import re
from functools import lru_cache
from typing import NamedTuple

from sessionlens.commands.vocabulary import words as vocabulary
from sessionlens.commands.words import unquote
from sessionlens.model.trace import Redirect
from sessionlens.text.regex import regex

_BLANK = r"(?:[ \t]++|(?<=[ \t])\\\n)"
_BRACED = r"""\$\{[^{}'"`\\$ \t\n]*+\}|\$(?![({'"`])"""
_BRACED_INSIDE = r"""\$\{[^{}'"`\\$]*+\}|\$(?![({"])"""
_INSIDE = rf"""\((?!\()(?:[^()'"`\\$\#]++|'[^']*+'|"(?:[^"\\`$]++|\\.|{_BRACED_INSIDE})*+"|{_BRACED}|\\.)*+\)"""
_SUBSTITUTION = rf"\${_INSIDE}"
_DOUBLE = rf'"(?:[^"\\`$]++|\\.|{_SUBSTITUTION}|{_BRACED_INSIDE})*+"'
_BARE = r"""[^ \t\n\r\f\v'"\\&|;<>()`$\#]++"""
_OTHER = rf"""(?<=[^ \t\n;&|])\#|'[^']*+'|{_DOUBLE}|[$<]{_INSIDE}|{_BRACED}|\\[^\n]"""
_PART = f"{_BARE}|{_OTHER}"
"""What words are made of; a substitution only if there are no parentheses inside."""
_SIGN = r"&>>?(?![>&(])|>>?(?![>&(|])|>&[0-9](?![\w.])|<(?![<&(>])"

PIECE = regex(
    rf"(?:[ \t]|\\\n)*+(?![0-9]?[<>]|&>)((?:{_BARE}(?:[ \t](?![\#0-9<>&]))?+|{_OTHER}|{_BLANK}(?!\#|[0-9]?(?:<(?!\()|>)|&>))*+)"
    rf"((?:{_PART}|{_BLANK}(?!\#)|{_SIGN})*+)[ \t]*+"
    r"(\#[^\n]*+)?+(&&|\|\|?(?!&)|;(?!;)|&(?![>&])|\n|\Z)|.",
    re.S,
)
"""A simple command's words; its redirections, with what words stand behind them; a comment; and the operator behind it all.

Where the text is not plain, one character is matched and no group: a search must not go on to look for a plain rest."""
_WORD = regex(rf"(?:{_PART})++", re.S)
_REDIRECTION = regex(rf"{_BLANK}*+(?:((?:[0-9](?=[<>])|&)?(?:>&|>>?|<)){_BLANK}*+)?+((?:{_PART})*+)", re.S)
_QUOTED = regex(rf"'[^']*+'|\\.|({_DOUBLE})|([$<]{_INSIDE})", re.S)
_IN_DOUBLE = regex(rf"\\.|({_SUBSTITUTION})", re.S)
_HEADS = regex(r"(?:(?:if|then|elif|else|while|until|do|done|fi)(?:[ \t]++|\Z)|for[ \t]++)++")
_ASSIGNMENT = regex(r"[A-Za-z_]\w*+\+?=")
_HARD = vocabulary(
    "if then elif else while until do done fi for case esac in select function coproc export declare local readonly typeset unset let"
    " unsetenv { } !"
)
_TESTS = {"[": "]", "[[": "]]"}
_ODD = "~^%@+,:-=*?]"


class Said(NamedTuple):
    """Words of a simple command. Offsets count from the beginning of their text; `inner` is where the substitutions' texts stand; `heads`
    are words before it that begin or end a construct (`do`, `if`)."""

    heads: tuple[str, ...]
    words: tuple[str, ...]
    start: int
    end: int
    env: tuple[tuple[str, str], ...] = ()
    inner: tuple[tuple[int, int], ...] = ()


class Sent(NamedTuple):
    """Redirections, the words behind them, and where the name of a here-document stands (or -1)."""

    redirects: tuple[Redirect, ...]
    words: tuple[str, ...]
    here: int


@lru_cache(maxsize=4096)
def said(text: str) -> Said | None:
    """The words before a simple command's redirections (group 1 of `PIECE`); None if they are not plain."""
    heads: tuple[str, ...] = ()
    start, end = 0, len(text.rstrip())
    head = _HEADS.match(text)
    if head is not None:
        heads, start = tuple(head[0].split()), head.end()
    inner = tuple(_substitutions(text)) if "$(" in text or "<(" in text else ()
    if heads and heads[-1] == "for":
        return Said(heads, (), start, end, (), inner)
    rest = text[start:]
    if "'" not in rest and '"' not in rest and "\\" not in rest and not inner and rest.isascii():
        words = rest.split()
    elif "\\" not in rest:
        words = _WORD.findall(rest)
    else:
        found = list(_WORD.finditer(rest))
        words = [m[0] for m in found]
        end = start + found[-1].end() if found else start
    env: tuple[tuple[str, str], ...] = ()
    while words and "=" in words[0] and _ASSIGNMENT.match(words[0]):
        name, _, value = words.pop(0).partition("=")
        env += ((name, unquote(value)),)
    if words:
        first = words[0]
        if first in _HARD or "=" in first or first[0] in _ODD or (first == "time" and words[1:2] and words[1] in _HARD):
            return None
        if first in _TESTS:
            if words[-1] != _TESTS[first] or _TESTS[first] in words[:-1] or inner or env or "\\\n" in rest:
                return None
            words = rest.split()
    return Said(heads, tuple(words), start, end, env, inner)


def _substitutions(text: str) -> list[tuple[int, int]]:
    """Where the texts inside `$(...)` stand, also in double quotes, not in single ones, and inside `<(...)`."""
    found = []
    for match in _QUOTED.finditer(text):
        if match[1] is not None:
            found += [(m.start() + 2, m.end() - 1) for m in _IN_DOUBLE.finditer(text, match.start() + 1, match.end() - 1) if m[1]]
        elif match[2] is not None:
            found.append((match.start() + 2, match.end() - 1))
    return found


@lru_cache(maxsize=1024)
def sent(text: str) -> Sent | None:
    """What stands from the first redirection on (group 2 of `PIECE`); None if it is not plain."""
    redirects: list[Redirect] = []
    words: list[str] = []
    here, at, stop = -1, 0, len(text.rstrip())
    while at < stop:
        match = _REDIRECTION.match(text, at)
        if match is None or match.end() == at or "(" in match[2]:
            return None
        sign, word = match.groups()
        at = match.end()
        if sign is None:
            words += [word] if word else []
        elif not word:
            return None
        elif sign == "<" and word[0] == "@":
            if here >= 0:
                return None
            here = match.start(2)
        elif sign[-2:] == ">&":
            redirects.append(Redirect(sign + word, word))
        else:
            redirects.append(Redirect(sign, unquote(word)))
    return Sent(tuple(redirects), tuple(words), here)
