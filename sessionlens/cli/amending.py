"""What `amend` and `ingest` share: the file of corrections."""

from pathlib import Path
from typing import TYPE_CHECKING

from sessionlens.cli.common import CommandError, store_path

if TYPE_CHECKING:
    from sessionlens.amendments import Amendment
    from sessionlens.graph.view import View


def amendments_path(given: Path | None, store: Path | None) -> Path:
    """The file that was named, else the one beside the store."""
    from sessionlens.amendments import beside

    return given or beside(store_path(store))


def read_amendments(given: Path | None, store: Path | None, new: bool = False) -> tuple["Amendment", ...]:
    """The corrections; a file that is named must be there, unless it is going to be written."""
    from sessionlens.amendments import AmendmentsError, read

    path = amendments_path(given, store)
    if given is not None and not new and not given.is_file():
        raise CommandError(f"{given}: no such file")
    try:
        return read(path)
    except AmendmentsError as error:
        raise CommandError(str(error)) from error


def unmet(view: "View", amendments: tuple["Amendment", ...]) -> list[str]:
    """Lines for the corrections of a session that found nothing to correct."""
    from sessionlens.amendments import of_session
    from sessionlens.amendments import unmet as lines
    from sessionlens.facts import Facts

    own = of_session(amendments, view.session.id)
    if not own:
        return []
    merged = {a.target for a in own if a.do == "merge"}
    left = [a for a in own if a.target not in merged]
    return list(lines(Facts(hypotheses=view.hypotheses, measurements=view.measurements, conclusions=view.conclusions), left))
