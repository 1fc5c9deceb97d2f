"""`sessionlens templates`: what templates of one's own may use."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sessionlens.cli.common import CommandError, print_json
from sessionlens.cli.options import AsFormat, Listing

if TYPE_CHECKING:
    from sessionlens.reports.catalogue import Field

Section = Annotated[str | None, typer.Argument(metavar="[SECTION]", help="Only this section, with its fields.")]
Template = Annotated[Path | None, typer.Option("--template", metavar="DIR", help="Your own templates, listed first.")]


def command(section: Section = None, template: Template = None, format: AsFormat = Listing.text) -> None:
    """The kinds of report, their sections, and every field with its meaning."""
    from sessionlens.reports import catalogue

    if template is not None and not template.is_dir():
        raise CommandError(f"{template}: no such folder")
    known = catalogue.catalogue(template)
    chosen = [s for s in known.sections if section in (None, s.name)]
    if not chosen:
        raise CommandError(f"there is no section {section!r}; there are {', '.join(s.name for s in known.sections)}")
    if format is Listing.json:
        print_json(known if section is None else chosen[0])
        return
    out = []
    if section is None:
        out += ["kinds"] + [f"  {k.name:<12} {k.meaning}" for k in known.kinds]
        out += ["", "in every template", "  scope", *_told(known.scope, 2), "  f", *_told(known.form, 2)]
    for s in chosen:
        out += ["", f"s.{s.name}: {s.meaning}", *_told(s.fields, 1)]
    sys.stdout.write("\n".join(out).strip("\n") + "\n")


def _told(fields: "tuple[Field, ...]", depth: int) -> list[str]:
    lines = []
    for f in fields:
        lines.append(f"{'  ' * depth}{f.name} [{f.type}] {f.meaning}".rstrip())
        lines += _told(f.fields, depth + 1)
    return lines
