"""`sessionlens ingest`: read transcripts, find and check everything in them, keep it."""

from pathlib import Path
from typing import Annotated

import typer

from sessionlens.cli import ingesting
from sessionlens.cli.options import SessionId, StorePath

Paths = Annotated[list[str] | None, typer.Argument(metavar="PATH...", help="Files, folders, or - for standard input.")]
From = Annotated[str | None, typer.Option("--from", metavar="FORMAT", help="The transcripts' format (default: found by content).")]
First = Annotated[int, typer.Option("--first-message", metavar="N", min=1, help="The number of a partial transcript's first message.")]
EvidenceFiles = Annotated[
    list[Path] | None, typer.Option("--evidence", metavar="FILE", help="Benchmark results (JSON) beside the session; may be given again.")
]
Amended = Annotated[Path | None, typer.Option("--amendments", metavar="FILE", help="Corrections (default: the file beside the store).")]
Jobs = Annotated[int, typer.Option("--jobs", metavar="N", min=1, max=64, help="How many paths to read at a time.")]
Replace = Annotated[bool, typer.Option("--replace", help="Keep it also in place of a stored session that has more or other messages.")]


def command(
    paths: Paths = None,
    from_: From = None,
    first_message: First = 1,
    evidence: EvidenceFiles = None,
    amendments: Amended = None,
    jobs: Jobs = 1,
    replace: Replace = False,
    session: SessionId = None,
    store: StorePath = None,
) -> None:
    """Read transcripts: what they believed, changed, measured and concluded, each conclusion checked."""
    status = ingesting.take(
        paths=paths,
        from_=from_,
        first_message=first_message,
        evidence=evidence,
        amendments=amendments,
        jobs=jobs,
        replace=replace,
        session=session,
        store=store,
    )
    if status:
        raise typer.Exit(status)
