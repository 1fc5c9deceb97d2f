"""`sessionlens lint`: faults of method."""

import sys
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from sessionlens.cli.choosing import CONFIDENCE, BaselineFile, MinConfidence, WriteBaseline, chooser
from sessionlens.cli.common import FAILED, colour, columns, flowing, loaded, notice, print_json, wanted
from sessionlens.cli.edge import cut_short
from sessionlens.cli.hiding import hidden
from sessionlens.cli.options import AsDiagnosis, Diagnosis, SessionId, StorePath
from sessionlens.model import words

if TYPE_CHECKING:
    from sessionlens.graph.view import View

FailOn = Annotated[str | None, typer.Option("--fail-on", metavar="ISSUES", help="Exit 1 if one is found (or: any, high, medium, low).")]
Issue = Annotated[str | None, typer.Option("--issue", metavar="ISSUES", help="Only these, separated by commas.")]


def command(
    fail_on: FailOn = None,
    issue: Issue = None,
    min_confidence: MinConfidence = None,
    baseline: BaselineFile = None,
    write_baseline: WriteBaseline = None,
    format: AsDiagnosis = Diagnosis.text,
    session: SessionId = None,
    store: StorePath = None,
) -> None:
    """Faults of method, each with where it stands, why it matters and what to do."""
    choose = chooser(baseline, write_baseline, min_confidence, fail_on)
    failing = choose.failing((*words.ISSUES, *CONFIDENCE, "any"), "issue")
    only = wanted(issue, words.ISSUES, "issue")
    with loaded(store, session) as view:
        prints = finding_prints(view)
        asked = [f for f in view.findings if not only or f.issue in only]
        found = [f for f in asked if choose(prints[f.id], f.confidence, f.text)]
        wrong = any("any" in failing or f.issue in failing or f.confidence in failing for f in found)
        failed = cut_short(FAILED if wrong else 0)
        if format is Diagnosis.json:
            from sessionlens.graph.export import listed

            shown = {f.id for f in found}
            print_json([{**n, "fingerprint": prints[n["id"]]} for n in listed(view, "methodology") if n["id"] in shown])
        elif format is not Diagnosis.text:
            from sessionlens.graph.export import render

            sys.stdout.write(hidden(render(replace(view, findings=tuple(found), verdicts={}), format.value)))
        else:
            from sessionlens.reports.frames import finding_frame

            painted, wide = colour(), columns()
            for finding in found:
                print(hidden(finding_frame(view, finding, painted, wide)) + "\n")
            counts = Counter(f.issue for f in found)
            if counts:
                print(flowing(f"{len(found)} findings: " + ", ".join(f"{n} {i}" for i, n in counts.most_common())))
            else:
                notice("no fault of method was found")
    choose.finish()
    if failed:
        raise typer.Exit(failed)


def finding_prints(view: "View") -> dict[str, str]:
    """The fingerprint of every finding: its issue and its text."""
    from sessionlens.model.fingerprint import fingerprint, numbered

    return dict(zip((f.id for f in view.findings), numbered(fingerprint(f.issue, f.text) for f in view.findings), strict=True))
