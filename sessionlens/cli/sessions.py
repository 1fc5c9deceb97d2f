"""`sessionlens sessions`: what has been ingested."""

import sys
from dataclasses import asdict

from sessionlens.cli.common import clip, columns, notice, opened, print_json, room
from sessionlens.cli.hiding import hidden
from sessionlens.cli.options import AsFormat, Listing, StorePath
from sessionlens.text.visible import on_one_line

WIDE, TITLE = 80, 32
"""Columns of a line, and the fewest for a title: on a screen too narrow for that it stands on a line of its own."""


def command(format: AsFormat = Listing.text, store: StorePath = None) -> None:
    """What has been ingested, the last first."""
    with opened(store) as keeper:
        entries = keeper.sessions()
        if format is Listing.json:
            print_json([asdict(e) for e in entries])
            return
        if not entries:
            notice(f"nothing has been ingested into {keeper.path}")
        whole = [e.id for e in entries]
        ids = short(whole) if sys.stdout.isatty() else dict(zip(whole, whole, strict=True))
        ids = {whole: on_one_line(shown) for whole, shown in ids.items()}
        wide = max(map(len, ids.values()), default=0)
        screen = columns()
        below = screen is not None and min(WIDE, screen) - wide - 30 < TITLE
        for entry in entries:
            when = (entry.started or "")[:10]
            shown = f"{ids[entry.id]:<{wide}} {when:<10} {entry.format:<11} {entry.messages:>5}"
            title = hidden(entry.title or entry.source)
            if below:
                print(f"{shown}\n  {clip(title, room(WIDE, 2))}".rstrip())
            else:
                print(f"{shown} {clip(title, max(TITLE, room(WIDE, len(shown) + 1)))}".rstrip())


def short(ids: list[str], least: int = 8) -> dict[str, str]:
    """For each long id its shortest beginning, of eight letters or more, that no other id has; every command takes it for the id."""
    ranked = sorted(set(ids))
    found = {}
    for before, id, after in zip(["", *ranked], ranked, [*ranked[1:], ""], strict=False):
        length = least
        while length < len(id) and id[:length] in (before[:length], after[:length]):
            length += 1
        found[id] = id if len(id) <= 24 else id[:length]
    return found
