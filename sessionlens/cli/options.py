"""Options that commands share."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer


class Listing(StrEnum):
    """How a list is printed."""

    text = "text"
    json = "json"


class Diagnosis(StrEnum):
    """How verdicts and findings are printed."""

    text = "text"
    json = "json"
    sarif = "sarif"
    junit = "junit"


SessionId = Annotated[str | None, typer.Option("--session", metavar="ID", help="The session (default: the one last ingested).")]
StorePath = Annotated[Path | None, typer.Option("--store", metavar="PATH", help="The store (default: in your data folder).")]
AsFormat = Annotated[Listing, typer.Option("--format", help="How to print it.")]

AsDiagnosis = Annotated[Diagnosis, typer.Option("--format", help="How to print it.")]
