"""`sessionlens search`: words in messages, commands and outputs."""

import re
from dataclasses import asdict, replace
from itertools import islice
from typing import TYPE_CHECKING, Annotated

import typer

from sessionlens.cli.common import CommandError, clip, notice, opened, print_json, room
from sessionlens.cli.hiding import hidden, hidden_message
from sessionlens.cli.options import AsFormat, Listing, SessionId, StorePath

if TYPE_CHECKING:
    from sessionlens.store import Store
    from sessionlens.store.search import Hit

Words = Annotated[list[str], typer.Argument(metavar="WORDS...", help="All of them must stand on one line; case is ignored.")]
Limit = Annotated[int, typer.Option("--limit", metavar="N", min=1, help="At most so many lines.")]
_BODY = re.compile(r"[A-Za-z0-9+/=]{16,80}")
"""What a line within a private key looks like; alone it does not show that it is one."""


def command(words: Words, limit: Limit = 50, format: AsFormat = Listing.text, session: SessionId = None, store: StorePath = None) -> None:
    """Lines of messages, commands and outputs that hold all the words."""
    if not any(word.strip() for word in words):
        raise CommandError("give a word to search for")
    with opened(store) as keeper:
        hits = [_hidden(keeper, session, hit) for hit in islice(keeper.search(words, session), limit + 1)]
    if format is Listing.json:
        print_json([asdict(h) for h in hits[:limit]])
        return
    for hit in hits[:limit]:
        place = f"msg {hit.msg} {hit.where}" + (f" {hit.part}" if hit.part else "")
        print(f"{place:<20} {clip(hit.line, room(121, 21))}")
    if not hits:
        notice("no line holds all of: " + " ".join(words))
    elif len(hits) > limit:
        notice(f"more than {limit} lines; --limit shows more")


def _hidden(keeper: "Store", session: str | None, hit: "Hit") -> "Hit":
    """The line without secrets; one that may stand within a key is looked for in the whole text."""
    line = hidden(hit.line)
    if line == hit.line and _BODY.fullmatch(line):
        message = hidden_message(keeper.load(session).message(hit.msg))
        texts = (message.text, *(text for call in message.calls for text in (call.command or "", call.output)))
        if not any(line in text for text in texts):
            line = "[redacted:private-key]"
    return replace(hit, line=line)
