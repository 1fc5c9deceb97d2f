"""What a shell loop's variables were in each of its rounds, where the words that it runs over are written in the command.

A loop over a glob, over `$@` or over another program's output is not known, and then nobody can say which round printed what.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice, product

from sessionlens.text.regex import regex

_FOR = regex(r"(?:^|[;\n&|(]|\bdo)\s*for\s+(?P<name>\w+)\s+in\s+(?P<words>[^;\n]+)")
_SEQ = regex(r"\$\(\s*seq\s+(?P<args>-?\d+(?:\s+-?\d+){0,2})\s*\)|\{(?P<a>\d+)\.\.(?P<b>\d+)\}")
_WORD = regex(r"\"([^\"]*)\"|'([^']*)'|(\S+)")
_USE = regex(r"\$(?:\{(\w+)\}|(\w+))")
_MOST = 200

Round = dict[str, str]


@lru_cache(maxsize=512)
def loops(command: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The `for` loops of a command, with their words; no words where they are not known.

    >>> loops("for n in 10 20; do ./app $n; done")
    (('n', ('10', '20')),)
    """
    if "for " not in command:
        return ()
    return tuple((m["name"], tuple(_words(m["words"]))) for m in _FOR.finditer(command))


@lru_cache(maxsize=512)
def rounds(command: str) -> tuple[Round, ...]:
    """The variables of each round, in order; of loops that stand in one another, the inner one runs fastest. None where a loop is not
    known, or where two loops stand one after the other."""
    found = loops(command)
    if not found or not all(words for _, words in found) or (len(found) > 1 and "done" in command[: command.rfind("for ")]):
        return ()
    return tuple({name: word for (name, _), word in zip(found, one, strict=True)} for one in islice(product(*(w for _, w in found)), _MOST))


def filled(text: str, given: Round) -> str:
    """A text with the variables of one round put in: `filled("./app ${n}k", {"n": "10"}) == "./app 10k"`."""
    return _USE.sub(lambda m: given.get(m[1] or m[2], m[0]), text) if "$" in text and given else text


def _words(text: str) -> Iterator[str]:
    spelled = _SEQ.sub(_counted, text.strip())
    if "$" in spelled or "*" in spelled or "`" in spelled:
        return
    for m in _WORD.finditer(spelled):
        yield m[1] or m[2] or m[3] or ""


def _counted(m: re.Match[str]) -> str:
    if m["a"]:
        first, step, last = int(m["a"]), 1, int(m["b"])
    else:
        numbers = [int(n) for n in m["args"].split()]
        first, step, last = (1, 1, *numbers)[-3:] if len(numbers) == 1 else (numbers[0], numbers[1] if len(numbers) > 2 else 1, numbers[-1])
    if not step or (last - first) // step > _MOST:
        return "$"
    return " ".join(str(n) for n in range(first, last + (1 if step > 0 else -1), step))
