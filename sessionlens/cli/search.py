"""`sessionlens search`: words in messages, commands and outputs."""

from dataclasses import asdict
from itertools import islice
from typing import Annotated

import typer

from sessionlens.cli.common import AsFormat, CommandError, Listing, SessionId, StorePath, clip, notice, opened, print_json

Words = Annotated[list[str], typer.Argument(metavar="WORDS...", help="All of them must stand on one line; case is ignored.")]
Limit = Annotated[int, typer.Option("--limit", metavar="N", min=1, help="At most so many lines.")]


def command(words: Words, limit: Limit = 50, format: AsFormat = Listing.text, session: SessionId = None, store: StorePath = None) -> None:
    """Lines of messages, commands and outputs that hold all the words."""
    if not any(word.strip() for word in words):
        raise CommandError("give a word to search for")
    with opened(store) as keeper:
        hits = list(islice(keeper.search(words, session), limit + 1))
    if format is Listing.json:
        print_json([asdict(h) for h in hits[:limit]])
        return
    for hit in hits[:limit]:
        place = f"msg {hit.msg} {hit.where}" + (f" {hit.part}" if hit.part else "")
        print(f"{place:<20} {clip(hit.line, 100)}")
    if not hits:
        notice("no line holds all of: " + " ".join(words))
    elif len(hits) > limit:
        notice(f"more than {limit} lines; --limit shows more")
