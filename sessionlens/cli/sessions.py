"""`sessionlens sessions`: what has been ingested."""

from dataclasses import asdict

from sessionlens.cli.common import AsFormat, Listing, StorePath, clip, notice, opened, print_json


def command(format: AsFormat = Listing.text, store: StorePath = None) -> None:
    """What has been ingested, the last first."""
    with opened(store) as keeper:
        entries = keeper.sessions()
        if format is Listing.json:
            print_json([asdict(e) for e in entries])
            return
        if not entries:
            notice(f"nothing has been ingested into {keeper.path}")
        ids = short([e.id for e in entries])
        for entry in entries:
            when = (entry.started or "")[:10]
            shown = f"{clip(ids[entry.id], 24):<24} {when:<10} {entry.format:<11} {entry.messages:>5}"
            print(f"{shown} {clip(entry.title or entry.source, 79 - len(shown))}".rstrip())


def short(ids: list[str], least: int = 8) -> dict[str, str]:
    """The shortest beginnings, of eight letters or more, that tell the ids apart; every command takes them for the whole id."""
    length = least
    while len({i[:length] for i in ids}) < len(ids):
        length += 1
    return {i: i[:length] if len(i) > 24 else i for i in ids}
