"""`sessionlens explain WORD`: what a verdict, caveat, issue or kind of claim means."""

from textwrap import indent, wrap
from typing import Annotated

import typer

from sessionlens.cli.common import CommandError, choices, print_json
from sessionlens.cli.options import AsFormat, Listing

Word = Annotated[str | None, typer.Argument(metavar="[WORD]", help="An issue, caveat, kind of claim, verdict, or a rule's number.")]
WIDTH = 96


def command(word: Word = None, format: AsFormat = Listing.text) -> None:
    """What a word of a verdict or finding means, with an example and what to do. Without a word, all words."""
    from dataclasses import asdict

    from sessionlens.explain import UnknownWordError, explain, known

    if word is None:
        print_json(list(known())) if format is Listing.json else print("\n".join(wrap(", ".join(known()), WIDTH, break_on_hyphens=False)))
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
        print(indent("\n".join(wrap(e.means, WIDTH - 2, break_on_hyphens=False)), "  "))
        if e.example:
            print("\n  for example:\n" + indent(e.example, "    "))
        if e.do:
            print("\n" + indent("\n".join(wrap(f"what to do: {e.do}", WIDTH - 2)), "  "))
