"""Edits that shell text makes, as old and new text: `sed -i s/old/new/ f`, and `t.replace("old", "new")` in a script that writes f."""

import ast
import re
from dataclasses import dataclass
from functools import lru_cache

from sessionlens.commands.writes import code_writes, script
from sessionlens.model.trace import Action, SimpleCommand
from sessionlens.text.regex import regex

_QUOTED = r"""'''(?:\\.|[^\\])*?'''|\"\"\"(?:\\.|[^\\])*?\"\"\"|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*\""""
_REPLACE = regex(rf"\.replace\(\s*([rb]?)({_QUOTED})\s*,\s*([rb]?)({_QUOTED})", re.S)
_MARK = regex(rf"\b(\w+)\s*=\s*\w+\.(?:index|find)\(\s*([rb]?)({_QUOTED})")
_CUT = regex(r"\b(\w+)\[:(\w+)\]\s*\+\s*\1\[(\w+):\]")
"""A text without what stands between two marks: `s[:a] + s[b:]`."""
_READ = regex(r"\b(\w+)\s*=\s*[^=\n;]*\.read(?:_text|_bytes)?\(\)")
_WRITTEN = regex(r"\.write(?:_text|_bytes)?\(\s*(\w+)\s*\)")
_PATH = regex(r"""(?:open\(|Path\(|=)\s*['"]([\w./\\-]+\.\w+|[\w./-]*Makefile|[\w./-]*Dockerfile)['"]""")
_META = regex(r"(?<!\\)[*\[\]^$.]")
_SPECIAL_BRE = regex(r"\\([(){}|+?])|([(){}|+?])")
_TELLING = 8
"""Characters from which on a text is taken for that of one place."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One replacement in one file. `old` is a regular expression where `pattern` is True (sed's, in Python's syntax), else text;
    "" for `new` deletes. `lines` is True where every line that `old` is found in goes (sed's `/x/d`)."""

    path: str
    old: str
    new: str
    pattern: bool = False
    lines: bool = False


def pieces(action: Action) -> tuple[Piece, ...]:
    """The replacements an edit makes, as far as its text tells them; () where it does not."""
    command = action.command
    if command.tool in ("sed", "gsed", "perl"):
        texts = _sed_scripts(command.argv[1:], action.targets)
        return tuple(p for path in action.targets for text in texts for p in _sed(text, path))
    code = script(command)
    if code is None or (".replace(" not in code and "[:" not in code):
        return ()
    return _replacements(code)


def restores(command: SimpleCommand) -> bool:
    """Whether a script writes a file back as it had read it, after it has tried another text in it: `p.write_text(t.replace(a, b))`, a
    test, `p.write_text(t)`."""
    code = script(command)
    if code is None or ".replace(" not in code or ".read" not in code:
        return False
    for read in _READ.finditer(code):
        name = read[1]
        again = [m.start() for m in _WRITTEN.finditer(code) if m[1] == name]
        if again and again[-1] > code.rfind(".replace(") and len(re.findall(rf"\b{name}\s*=(?!=)", code)) == 1:
            return True
    return False


def _replacements(code: str) -> tuple[Piece, ...]:
    files = code_writes(code)
    places = [(m.start(), m[1]) for m in _PATH.finditer(code) if m[1] in files]

    def path(at: int) -> str:
        before = [path for start, path in places if start < at]
        return before[-1] if before else (files[0] if files else "")

    found = []
    for match in _REPLACE.finditer(code):
        old, new = _literal(match[1] + match[2]), _literal(match[3] + match[4])
        if old and path(match.start()):
            found.append(Piece(path(match.start()), old, new))
    for cut in _CUT.finditer(code):
        marks = {m[1]: _literal(m[2] + m[3]) for m in _MARK.finditer(code, 0, cut.start())}
        first, last = marks.get(cut[2]), marks.get(cut[3])
        if first and last and path(cut.start()):
            found.append(Piece(path(cut.start()), f"(?s:{re.escape(first)}.*?(?={re.escape(last)}))", "", pattern=True))
    return tuple(found)


def _literal(source: str) -> str:
    try:
        value = ast.literal_eval(source)
    except (SyntaxError, ValueError):
        return ""
    return value if isinstance(value, str) else ""


def _sed_scripts(words: tuple[str, ...], files: tuple[str, ...]) -> list[str]:
    """The script words: those given to `-e`, or the first operand."""
    given = [words[i + 1] for i, w in enumerate(words[:-1]) if w in ("-e", "--expression", "-pe", "-i.bak -e")]
    if given:
        return given
    return next(([w] for w in words if w[:1] != "-" and w not in files), [])


def _sed(text: str, path: str) -> list[Piece]:
    found = []
    at = 0
    while at < len(text):
        char = text[at]
        if char in " ;\n{}":
            at += 1
        elif char == "s" and at + 1 < len(text) and not text[at + 1].isalnum():
            mark = text[at + 1]
            parts, at = _between(text, at + 2, mark, 2)
            while at < len(text) and text[at].isalnum():
                at += 1
            if len(parts) == 2 and "$" not in parts[1].replace("\\$", ""):
                found.append(_piece(path, parts[0], parts[1], lines=False))
        elif char == "/":
            parts, at = _between(text, at + 1, "/", 1)
            if text[at : at + 1] == "d" and parts:
                found.append(_piece(path, parts[0], "", lines=True))
            at = max(text.find(";", at), at + 1) if ";" in text[at:] else len(text)
        else:
            break
    return found


def _between(text: str, at: int, mark: str, count: int) -> tuple[list[str], int]:
    parts: list[str] = []
    start = at
    while at < len(text) and len(parts) < count:
        if text[at] == "\\":
            at += 2
            continue
        if text[at] == mark:
            parts.append(text[start:at].replace("\\" + mark, mark))
            start = at + 1
        at += 1
    return parts, at


def _piece(path: str, old: str, new: str, *, lines: bool) -> Piece:
    new = new.replace("\\n", "\n").replace("\\&", "&").replace("\\t", "\t")
    if _META.search(old):
        python = _SPECIAL_BRE.sub(lambda m: m[1] or "\\" + m[2], old)
        return Piece(path, python, new, pattern=True, lines=lines)
    return Piece(path, re.sub(r"\\(.)", r"\1", old), new, lines=lines)


def undoes(later: Piece, earlier: Piece) -> bool:
    """Whether one replacement takes back an earlier one in the same file, or a part of it: what it removes is what that one brought, and
    what it puts there, if anything, is what that one took away. Texts that both sides of a replacement share are context and do not count.

    A piece of an earlier replacement may be put back alone, however short the value in it: `depth: int = 9` to `depth: int = 4`, where
    both lines stood among those that were replaced.

    `s/find(k)/search(k)/` undoes `t.replace("search(k)", "find(k)")`, and `/trace();/d` undoes a replacement whose new text has it;
    adding a line to what an earlier edit added undoes nothing.
    """
    if later.pattern or later.lines or earlier.pattern:
        if not later.old or _found(later, earlier.old) or not _found(later, earlier.new):
            return False
        return not later.new or (later.new in earlier.old and not earlier.pattern)
    if later.old in earlier.new and len(later.old) >= _TELLING and earlier.new.replace(later.old, later.new, 1) == earlier.old:
        return True
    if _within(later, earlier) and min(len(later.old.strip()), len(later.new.strip())) >= _TELLING:
        return True
    gone, put = _core(later.old, later.new)
    taken, brought = _core(earlier.old, earlier.new)
    if not brought.strip():
        return bool(taken.strip()) and not gone.strip() and put.strip() == taken.strip()
    if not gone.strip():
        return False
    close = later.old in earlier.new or earlier.new in later.old
    if len(brought.strip()) < _TELLING and not close:
        return False
    if brought.strip() in gone:
        return not taken.strip() or taken.strip() in put
    return gone.strip() in brought and len(gone.strip()) >= _TELLING and (not put.strip() or put.strip() in earlier.old)


def turned(later: Piece, earlier: Piece) -> bool:
    """Whether a replacement is an earlier one the other way round: what each puts there is what the other takes."""
    return later.path == earlier.path and _is(later, earlier.new) and _is(earlier, later.new)


def _is(piece: Piece, text: str) -> bool:
    """Whether a text is just what a replacement takes."""
    if not piece.pattern:
        return piece.old == text
    try:
        return re.fullmatch(piece.old, text) is not None
    except re.error:
        return False


def in_part(later: Piece, earlier: Piece) -> bool:
    """Whether a replacement puts back some of the lines that an earlier one replaced together, and leaves others of them as that made
    them."""
    return _within(later, earlier) and earlier.new.replace(later.old, later.new, 1) != earlier.old


def _within(later: Piece, earlier: Piece) -> bool:
    """Whether a replacement takes a text that an earlier one brought, and puts one there that it took away."""
    plain = not (later.pattern or later.lines or earlier.pattern)
    return plain and later.old not in earlier.old and later.old in earlier.new and later.new in earlier.old


@lru_cache(maxsize=2048)
def _core(old: str, new: str) -> tuple[str, str]:
    """What a replacement takes and what it brings, without what both share at the beginning and the end."""
    start = _shared(old, new)
    end = _shared(old[start:][::-1], new[start:][::-1])
    return old[start : len(old) - end], new[start : len(new) - end]


def _shared(one: str, other: str) -> int:
    """How many characters two texts have in common at their beginning."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[:middle] == other[:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _found(piece: Piece, text: str) -> bool:
    if not piece.pattern:
        return piece.old in text
    try:
        return re.search(piece.old, text) is not None
    except re.error:
        return False
