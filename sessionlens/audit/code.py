"""The commands that a document shows: fenced, between pairs of backticks with a shell's name, or as a line by itself."""

import re
from collections.abc import Iterator
from functools import lru_cache

from sessionlens import commands
from sessionlens.audit.document import Document
from sessionlens.model.trace import Action
from sessionlens.text.regex import regex

_FENCED = regex(r"(?ms)^[ \t]*(`{3,}|~{3,})[ \t]*(?:bash|sh|shell|zsh|console)[ \t]*\n(.*?)^[ \t]*\1[ \t]*$")
_PAIRED = regex(r"(?<!`)``\s*(?:bash|sh|shell|zsh|console)\s([^`]{4,}?)``(?!`)", re.S)
_PROMPT = regex(r"(?m)^[$%] ")
_STEP = regex(r"\s(?:&&|\|\|)\s|;|\n")


@lru_cache(maxsize=64)
def shown(document: Document) -> tuple[str, ...]:
    """The texts of different commands or scripts that the document shows, in order, prompts taken out."""
    found = sorted((m.start(), m[m.lastindex or 1]) for pattern in (_FENCED, _PAIRED) for m in pattern.finditer(document.text))
    return tuple(dict.fromkeys(_PROMPT.sub("", text).strip() for _, text in found))


def lines(text: str) -> int:
    """How many lines a command has, empty ones left out."""
    return sum(1 for line in text.split("\n") if line.strip())


def steps(text: str) -> int:
    """How many commands it lists one after another."""
    return sum(1 for part in _STEP.split(text) if part.strip())


def pipelines(text: str) -> Iterator[tuple[Action, ...]]:
    """The commands of a text, those of one pipeline together."""
    group: list[Action] = []
    for action in commands.actions(text):
        if group and action.command.group != group[-1].command.group:
            yield tuple(group)
            group = []
        group.append(action)
    if group:
        yield tuple(group)
