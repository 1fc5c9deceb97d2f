"""`sessionlens check`: every conclusion with its verdict."""

import sys
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from sessionlens.cli.common import FAILED, AsDiagnosis, Diagnosis, SessionId, StorePath, clip, colour, loaded, notice, print_json, wanted
from sessionlens.model import words

if TYPE_CHECKING:
    from sessionlens.graph.view import View

FailOn = Annotated[str | None, typer.Option("--fail-on", metavar="VERDICTS", help="Exit 1 if one is given, e.g. contradicted,unsupported.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Only the counts.")]
All = Annotated[bool, typer.Option("--all", help="Frames for every conclusion, not only for those that do not hold.")]


def command(
    fail_on: FailOn = None,
    format: AsDiagnosis = Diagnosis.text,
    all: All = False,
    quiet: Quiet = False,
    session: SessionId = None,
    store: StorePath = None,
) -> None:
    """Every conclusion with its verdict: what does not hold in full, the rest in one line each."""
    failing = wanted(fail_on, words.VERDICTS, "verdict")
    with loaded(store, session) as view:
        if format is Diagnosis.json:
            from sessionlens.graph.export import listed

            print_json(listed(view, "conclusion"))
        elif format is not Diagnosis.text:
            from sessionlens.graph.export import render

            sys.stdout.write(render(replace(view, findings=()), format.value))
        else:
            if not quiet:
                _print(view, all)
            print(coverage(view))
        if any(v.verdict in failing for v in view.verdicts.values()):
            raise typer.Exit(FAILED)


def _print(view: "View", everything: bool) -> None:
    from sessionlens.reports.frames import verdict_frame

    painted = colour()
    if not view.conclusions:
        notice("no conclusion was stated in this session")
    for conclusion in view.conclusions:
        verdict = view.verdict(conclusion.id)
        if verdict is None:
            print(f"{'unchecked':<12} {conclusion.id:<8} {clip(conclusion.quote, 58)}")
        elif everything or verdict.verdict == "contradicted":
            print(verdict_frame(view, conclusion, verdict, painted) + "\n")
        else:
            print(f"{verdict.verdict:<12} {conclusion.id:<8} {_quoted(conclusion.quote, verdict.caveats)}")


def _quoted(quote: str, caveats: tuple[str, ...]) -> str:
    """A quote with its caveats in 58 columns."""
    noted = " " + clip(f"[{', '.join(caveats)}]", 30) if caveats else ""
    return clip(quote, 58 - len(noted)) + noted


def coverage(view: "View") -> str:
    """How many conclusions were found, bound to evidence, and judged each way: verdicts mean little without it."""
    given = [v for c in view.conclusions if (v := view.verdict(c.id)) is not None]
    counts: Counter[str] = Counter(v.verdict for v in given)
    bound = sum(1 for v in given if v.evidence)
    judged = ", ".join(f"{counts[w]} {w}" for w in words.VERDICTS)
    return f"{len(view.conclusions)} conclusions: {bound} bound to evidence; {judged}"
