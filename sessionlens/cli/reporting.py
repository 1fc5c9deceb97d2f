"""A report written and put where it is wanted: what `sessionlens report` does, apart from how its options are read."""

import os
import sys
from pathlib import Path

from sessionlens.cli.common import CommandError, loaded, notice

FORMATS = ("md", "html")


def write(
    *,
    hypothesis: str | None = None,
    message: int | None = None,
    kind: str | None = None,
    format: str = "md",
    output: Path | None = None,
    templates: Path | None = None,
    session: str | None = None,
    store: Path | None = None,
) -> None:
    """The options are those of the command."""
    from sessionlens.reports import TemplateFault, render
    from sessionlens.reports.scope import Unknown

    chosen = kind or ("message" if message is not None else "methodology")
    if templates is not None and not templates.is_dir():
        raise CommandError(f"{templates}: no such folder")
    with loaded(store, session) as view:
        try:
            text = render(view, kind=chosen, form=format, message=message, hypothesis=hypothesis, templates=templates, compiled=_kept())
        except (Unknown, TemplateFault) as fault:
            raise CommandError(str(fault)) from fault
    if output is None:
        sys.stdout.write(text)
        return
    try:
        output.write_text(text, encoding="utf-8")
    except OSError as error:
        raise CommandError(f"cannot write {output}: {error.strerror}") from error
    notice(f"wrote {output}")


def _kept() -> Path | None:
    """Where compiled templates are kept: the user's cache folder, readable by nobody else; None where it cannot be written."""
    folder = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "sessionlens" / "templates"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        own = folder.stat().st_uid == os.getuid() and not folder.stat().st_mode & 0o022 if hasattr(os, "getuid") else True
    except (OSError, RuntimeError):
        return None
    return folder if own and os.access(folder, os.W_OK) else None
