"""The options of `report` and of `ingest` read without Typer, where they are plain.

Typer and the validation library that it reads options with take as long to load as a report of a long session takes to write, or a
short session to be read, which a hook does after each turn. So options that are spelled out, known and whole are read here; anything
else, `--help` and mistakes too, is left to Typer, which says what is meant or what is wrong. A test holds these lists against the
commands' own.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from sessionlens.cli.reporting import FORMATS

Options = dict[str, tuple[str, Callable[[str], Any]]]


def _number(word: str) -> int:
    if not (word.isascii() and word.isdecimal()):
        raise ValueError(word)
    return int(word)


def _ordinal(word: str) -> int:
    if (number := _number(word)) < 1:
        raise ValueError(word)
    return number


def _form(word: str) -> str:
    if word not in FORMATS:
        raise ValueError(word)
    return word


OPTIONS: Options = {
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
INGEST: Options = {
    "--from": ("from_", str),
    "--first-message": ("first_message", _ordinal),
    "--amendments": ("amendments", Path),
    "--session": ("session", str),
    "--store": ("store", Path),
}
"""The same for `ingesting.take`; what may be given again, or takes no value, is Typer's."""


def options(words: Sequence[str], known: Options = OPTIONS, paths: str = "") -> dict[str, Any] | None:
    """The arguments that the words mean, by the names that `known` gives them; None where it takes Typer to tell. `paths` is the argument
    of words that belong to no option, where the command takes such."""
    found: dict[str, Any] = {}
    rest = iter(words)
    for word in rest:
        if paths and (word == "-" or not word.startswith("-")):
            found.setdefault(paths, []).append(word)
            continue
        name, equals, given = word.partition("=")
        if name not in known or (equals and not name.startswith("--")):
            return None
        value = given if equals else next(rest, None)
        if not value or (not equals and value.startswith("-")):
            return None
        target, read = known[name]
        try:
            found[target] = read(value)
        except ValueError:
            return None
    return found


def run(words: Sequence[str]) -> int | None:
    """Run the command that the words name and give its exit status; None where Typer is to read them."""
    if words[:1] == ["report"] and (given := options(words[1:])) is not None:
        from sessionlens.cli import reporting

        reporting.write(**given)
        return 0
    if words[:1] == ["ingest"] and (given := options(words[1:], INGEST, "paths")) is not None:
        from sessionlens.cli import ingesting

        return ingesting.take(**given)
    return None
