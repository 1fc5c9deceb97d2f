"""`sessionlens explain WORD`: what a verdict, caveat, issue or kind of claim means."""

from textwrap import wrap
from typing import Annotated

import typer

from sessionlens.cli.common import CommandError, choices, print_json, room
from sessionlens.cli.options import AsFormat, Listing

Word = Annotated[str | None, typer.Argument(metavar="[WORD]", help="An issue, caveat, kind of claim, verdict, or a rule's number.")]
WIDTH = 96


def command(word: Word = None, format: AsFormat = Listing.text) -> None:
    """What a word of a verdict or finding means, with an example and what to do. Without a word, all words."""
    from dataclasses import asdict

    from sessionlens.explain import UnknownWordError, explain, known

    wide = room(WIDTH)
    if word is None:
        print_json(list(known())) if format is Listing.json else print("\n".join(wrap(", ".join(known()), wide, break_on_hyphens=False)))
        return
    try:
        found = explain(word)
    except UnknownWordError as unknown:
        raise CommandError(f"{unknown}{choices(unknown.nearest)}") from unknown
    if format is Listing.json:
        print_json([asdict(e) for e in found])
        return
    for number, e in enumerate(found):
        print(("\n" if number else "") + f"{e.word} ({e.kind}{', ' + e.rule if e.rule else ''})")
        print(_told(e.means, wide, "  "))
        if e.example:
            print("\n  for example:\n" + "\n".join(_told(line, wide, "    ") for line in e.example.splitlines()))
        if e.do:
            print("\n" + _told(f"what to do: {e.do}", wide, "  "))


def _told(text: str, wide: int, margin: str) -> str:
    """A text of one line, broken at words where it is longer than the screen is wide; what was aligned stays so where it fits."""
    if len(margin) + len(text) <= wide:
        return (margin + text).rstrip()
    own = margin + " " * (len(text) - len(text.lstrip()))
    return "\n".join(wrap(text.strip(), wide, initial_indent=own, subsequent_indent=own, break_on_hyphens=False))
