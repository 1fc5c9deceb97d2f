"""Lines that say what the lines below them are about: `== wide ==`, `Times:`, `config: wide`, and what an `echo` of the command printed."""

import re

from sessionlens.model.trace import Action
from sessionlens.text import loops
from sessionlens.text.regex import regex

_HEADING = regex(
    r"^\s*(?:={2,}|-{2,}|#{1,6}|>{2,}|\*{2,}|\[(?=[^\]]+\]\s*$))\s*(?![ab]/|\d+(?:--|==) )([^=\-#*>\s\]][^=#*\]]*?)"
    r"\s*(?:[=\-#*\]]{0,}|:)\s*$"
)
_TITLE = regex(r"^\s*([A-Za-z][\w ,./()+@-]{0,60}):\s*$")
_GIVEN = regex(
    r"^\s*(?:[#*-]\s*)?(?:config|configuration|variant|impl|implementation|name|case|mode|build|branch|revision|commit|scenario|workload|"
    r"benchmark|bench|input|dataset|data set|backend|engine|allocator|algorithm|strategy|method|profile|target|candidate|model|kernel|"
    r"setup|label|experiment|group|version)\s*[:=]\s*(?P<name>[A-Za-z][\w./+@-]{0,40}(?: [\w./+-]{1,20}){0,2})\s*$",
    re.I,
)
"""A line that names the configuration whose values follow."""
_NUMBERED = frozenset("ERFPSITC")
_COUNTED = regex(r"(?:Epoch|Round|Fold|Phase|Stage|Iteration|Trial|Pass|Case) \d+(?:/\d+)?:?\s*$")
"""A line that numbers what follows: `Epoch 2/5`."""
_NO_TITLE = frozenset(
    ["stack backtrace", "note", "warning", "error", "errors", "help", "usage", "caused by", "traceback", "failures", "hint"]
)
_SOURCE = regex(r"\s*(?:(?:async )?def \w|class [A-Z]\w*\b|elif |while |try:|except\b|finally:|else:|if [^,]*[()\[\].]|for \w+ in )")
"""How a line of source begins that ends in a colon, as a title does."""
_LETTER = regex(r"[^\W\d_]")
_SHORT = 80
_MANY = 400
_ALONE = regex(r"[A-Za-z][\w.+/-]{0,30}\s*$")
_NAMED = regex(r"\s*[A-Za-z][\w %/.-]{0,30}[:=]\s*\d[\d.,]*(?:\s?[%a-zA-Zµ/]{1,8})?\s*$")
_DRESS = " \t=-#*>:[]"
_FEW = 6


def find(lines: list[tuple[int, str]], claimed: set[int], actions: tuple[Action, ...], command: str) -> list[tuple[int, str]]:
    """The headings with the offsets of their lines, in order; a line that a parser has read is none."""
    out = []
    said = echoed(actions, command)
    blocks = _blocks(lines) if any(a.intent in ("benchmark", "run", "profile") for a in actions) else ()
    for at, line in lines:
        if not line or len(line) > _SHORT or at in claimed:
            continue
        if at in blocks:
            out.append((at, line.strip()))
            continue
        if said and line.strip() in said and not line.strip(_DRESS).replace(".", "").isdigit():
            out.append((at, line.strip(_DRESS)))
            continue
        match = _HEADING.match(line) if not line[0].isalnum() else (_TITLE.match(line) if line.rstrip().endswith(":") else None)
        if match is not None:
            if match[1].lower() not in _NO_TITLE and _LETTER.search(match[1]) and not _SOURCE.match(line):
                out.append((at, match[1].strip().rstrip(":")))
        elif line[0] in _NUMBERED and _COUNTED.match(line) is not None:
            out.append((at, line.strip(" :")))
        elif (":" in line or "=" in line) and (given := _GIVEN.match(line)) is not None:
            out.append((at, given["name"]))
    return out


def _blocks(lines: list[tuple[int, str]]) -> frozenset[int]:
    """Lines of one word, each with named values right below, where there are two or more of them: the names of like blocks."""
    if len(lines) > _MANY:
        return frozenset()
    found = {
        at
        for i, (at, line) in enumerate(lines[:-1])
        if _ALONE.match(line) and _NAMED.match(lines[i + 1][1]) and (i == 0 or not lines[i - 1][1].strip() or _NAMED.match(lines[i - 1][1]))
    }
    return frozenset(found) if len(found) > 1 else frozenset()


def echoed(actions: tuple[Action, ...], command: str) -> frozenset[str]:
    """The lines that the command's own `echo`s print, with the variables of its loops put in; short ones only."""
    out: set[str] = set()
    for action in actions:
        words = action.command.argv[1:]
        if action.command.tool != "echo" or not words or "substitution" in action.command.nesting or action.command.redirects:
            continue
        text = " ".join(w.strip("\"'") for w in words if w not in ("-e", "-E"))
        if words[0] == "-n" or text.count(" ") >= _FEW or "$(" in text:
            continue
        for given in loops.rounds(command) or ({},):
            line = loops.filled(text, given).strip()
            if line.strip(_DRESS) and "$" not in line:
                out.add(line)
    return frozenset(out)
