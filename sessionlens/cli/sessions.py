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
        for entry in entries:
            when = (entry.started or "")[:10]
            print(clip(f"{entry.id:<24} {when:<10} {entry.format:<11} {entry.messages:>5} msgs  {entry.title or entry.source}", 80))
