"""`sessionlens audit`: the claims of a write-up against its own tables and numbers, and against a session."""

import sys
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sessionlens.cli.choosing import CONFIDENCE, BaselineFile, MinConfidence, WriteBaseline, chooser
from sessionlens.cli.common import FAILED, UNREADABLE, CommandError, clip, colour, columns, flowing, loaded, print_json
from sessionlens.cli.edge import cut_short
from sessionlens.cli.hiding import blotted, hidden
from sessionlens.cli.options import AsDiagnosis, Diagnosis, StorePath
from sessionlens.model import words
from sessionlens.text.visible import in_json

if TYPE_CHECKING:
    from sessionlens.audit import Document, Report
    from sessionlens.audit.export import Entry

Files = Annotated[list[str], typer.Argument(metavar="WRITEUP...", help="Text or Markdown files; several are held against each other.")]
Session = Annotated[
    str | None, typer.Option("--session", metavar="ID", help="The session that they are about (last: the one last ingested).")
]
FailOn = Annotated[str | None, typer.Option("--fail-on", metavar="WORDS", help="Exit 1 if there is one: verdicts, issues, high, any ...")]
All = Annotated[bool, typer.Option("--all", help="Every claim, also those that hold and those that nothing shows.")]


def command(
    files: Files,
    session: Session = None,
    fail_on: FailOn = None,
    all: All = False,
    min_confidence: MinConfidence = None,
    baseline: BaselineFile = None,
    write_baseline: WriteBaseline = None,
    format: AsDiagnosis = Diagnosis.text,
    store: StorePath = None,
) -> None:
    """The claims of documents against their own numbers, against each other, and against a session."""
    from sessionlens.audit import audit
    from sessionlens.audit.base import DEFECTS
    from sessionlens.audit.export import as_data, entries, junit, sarif

    choose = chooser(baseline, write_baseline, min_confidence, fail_on)
    failing = choose.failing((*words.VERDICTS, *words.ISSUES, *DEFECTS, *CONFIDENCE, "any"), "verdict or issue")
    documents = [_read(name) for name in files]
    with loaded(store, None if session == "last" else session) if session is not None else nullcontext() as view:
        report = audit(documents, view)
        kept = tuple(
            e
            for e in entries(report)
            if choose(e.fingerprint, getattr(e.item, "confidence", "high"), f"{e.word}: {clip(e.item.place.text, 60)}")
        )
        failed = cut_short(FAILED if any(_fails(e, failing) for e in kept) else 0)
        if format is Diagnosis.json:
            print_json(as_data(report, kept))
        elif format is not Diagnosis.text:
            sys.stdout.write(hidden(in_json(sarif(kept)) if format is Diagnosis.sarif else junit(kept)))
        else:
            _print(report, kept, all)
    choose.finish()
    if failed:
        raise typer.Exit(failed)


def _fails(entry: "Entry", failing: frozenset[str]) -> bool:
    own: Any = getattr(entry.item, "confidence", None)
    return entry.word in failing or own in failing or ("any" in failing and (own is not None or entry.word == "contradicted"))


def _read(name: str) -> "Document":
    from sessionlens.audit import Document

    try:
        raw = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except OSError as error:
        raise CommandError(f"{name}: {(error.strerror or str(error)).lower()}", UNREADABLE) from error
    text = raw.decode("utf-8", "replace").removeprefix("\ufeff").replace("\r\n", "\n")
    if "\0" in text or not text.strip():
        raise CommandError(f"{name}: {'empty' if not text.strip() else 'no text'}", UNREADABLE)
    return Document("standard input" if name == "-" else name, blotted(text))


def _print(report: "Report", kept: tuple["Entry", ...], everything: bool) -> None:
    from sessionlens.audit import Claim
    from sessionlens.audit.export import coverage
    from sessionlens.reports.documents import claim_frame, finding_frame

    painted, wide = colour(), columns()
    order = {d.name: i for i, d in enumerate(report.documents)}
    for entry in sorted(kept, key=lambda e: (order[e.item.place.document.name], e.item.place.start)):
        item = entry.item
        if not isinstance(item, Claim):
            print(hidden(finding_frame(item, painted, wide)) + "\n")
        elif everything or item.verdict == "contradicted" or (item.basis == "session" and item.verdict == "undecidable"):
            print(hidden(claim_frame(item, painted, wide)) + "\n")
    n = coverage(report)
    judged = ", ".join(f"{n[w]} {w}" for w in words.VERDICTS)
    told = f"{n['claims']} claims: {n['document']} judged by the documents' own numbers, {n['session']} by the session; {judged}"
    print(flowing(told))
    print(f"{n['findings']} findings")
