"""The options of `report` read without Typer, where they are plain.

Typer and the validation library that it reads options with take as long to load as a report of a long session takes to write. So
options that are spelled out, known and whole are read here; anything else, `--help` and mistakes too, is left to Typer, which says what is
meant or what is wrong. A test holds this list against the command's own.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from sessionlens.cli.reporting import FORMATS


def _number(word: str) -> int:
    if not (word.isascii() and word.isdecimal()):
        raise ValueError(word)
    return int(word)


def _form(word: str) -> str:
    if word not in FORMATS:
        raise ValueError(word)
    return word


OPTIONS: dict[str, tuple[str, Callable[[str], Any]]] = {
    "--hypothesis": ("hypothesis", str),
    "--message": ("message", _number),
    "--kind": ("kind", str),
    "--format": ("format", _form),
    "--output": ("output", Path),
    "-o": ("output", Path),
    "--template": ("templates", Path),
    "--templates": ("templates", Path),
    "--session": ("session", str),
    "--store": ("store", Path),
}
"""By the option's spelling: the argument of `reporting.write`, and what makes its value of a word."""


def options(words: Sequence[str]) -> dict[str, Any] | None:
    """The arguments that the words mean; None where it takes Typer to tell."""
    found: dict[str, Any] = {}
    rest = iter(words)
    for word in rest:
        name, equals, given = word.partition("=")
        if name not in OPTIONS or (equals and not name.startswith("--")):
            return None
        value = given if equals else next(rest, None)
        if not value or (not equals and value.startswith("-")):
            return None
        target, read = OPTIONS[name]
        try:
            found[target] = read(value)
        except ValueError:
            return None
    return found
