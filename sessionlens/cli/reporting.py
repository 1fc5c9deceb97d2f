"""A report written and put where it is wanted: what `sessionlens report` does, apart from how its options are read."""

import os
import sys
from pathlib import Path

from sessionlens.cli.common import CommandError, meant, notice, opened, project
from sessionlens.cli.edge import as_it_is

FORMATS = ("md", "html", "pdf")


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
    from sessionlens.reports.slices import Unknown

    chosen = kind or ("message" if message is not None else "methodology")
    if message is not None and chosen != "message":
        raise CommandError(f"--message goes with --kind message, not with {chosen}")
    if message is not None and hypothesis is not None:
        raise CommandError("--message is the reading of one message: give it without --hypothesis")
    if templates is not None and not templates.is_dir():
        raise CommandError(f"{templates}: no such folder")
    if templates is not None and not any(p.suffix in (".j2", ".css", ".js") for p in templates.rglob("*")):
        raise CommandError(f"{templates}: no template in it (`sessionlens templates` tells what one may use)")
    with opened(store) as kept:
        view = kept.load(session or project().session)  # without `loaded`: a report takes secrets out by itself
        if hypothesis is not None:
            meant(view, hypothesis)
        try:
            form = "html" if format == "pdf" else format
            text = render(view, kind=chosen, form=form, message=message, hypothesis=hypothesis, templates=templates, compiled=_kept())
        except (Unknown, TemplateFault) as fault:
            raise CommandError(str(fault)) from fault
    printed = _as_pdf(text, output, templates) if format == "pdf" else None
    if output is None:
        as_it_is(sys.stdout).write(text) if printed is None else sys.stdout.buffer.write(printed)
        return
    try:
        output.write_text(text, encoding="utf-8") if printed is None else output.write_bytes(printed)
    except OSError as error:
        raise CommandError(f"cannot write {output}: {error.strerror}") from error
    notice(f"wrote {output}")


def _as_pdf(page: str, output: Path | None, templates: Path | None) -> bytes:
    from sessionlens.reports.pdf import PdfError, pdf
    from sessionlens.reports.rendering import folders

    if output is None and sys.stdout.isatty():
        raise CommandError("a PDF is nothing for a terminal: name a file with -o")
    try:
        style = next(found for folder in folders(templates) if (found := folder / "pdf.css").is_file())
        return pdf(page, style.read_text(encoding="utf-8"))
    except PdfError as error:
        raise CommandError(str(error)) from error
    except UnicodeDecodeError as error:
        raise CommandError(f"{style}: byte {error.start} is not UTF-8") from error


def _kept() -> Path | None:
    """Where compiled templates are kept: the user's cache folder, readable by nobody else; None where it cannot be written."""
    folder = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "sessionlens" / "templates"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        own = folder.stat().st_uid == os.getuid() and not folder.stat().st_mode & 0o022 if hasattr(os, "getuid") else True
    except (OSError, RuntimeError):
        return None
    return folder if own and os.access(folder, os.W_OK) else None
