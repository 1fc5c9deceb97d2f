"""`sessionlens check`: every conclusion with its verdict."""

import sys
from collections import Counter
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Annotated

import typer

from sessionlens.cli.choosing import BaselineFile, WriteBaseline, chooser
from sessionlens.cli.common import FAILED, clip, colour, columns, flowing, loaded, notice, plural, print_json, room
from sessionlens.cli.edge import cut_short
from sessionlens.cli.hiding import hidden
from sessionlens.cli.options import AsDiagnosis, Diagnosis, SessionId, StorePath
from sessionlens.model import words
from sessionlens.text.visible import on_one_line

if TYPE_CHECKING:
    from sessionlens.graph.view import View
    from sessionlens.model.probe import Confirmation

FailOn = Annotated[str | None, typer.Option("--fail-on", metavar="VERDICTS", help="Exit 1 if one is given, e.g. contradicted,unsupported.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Only the counts.")]
All = Annotated[bool, typer.Option("--all", help="Frames for every conclusion, not only for those that do not hold.")]


def command(
    fail_on: FailOn = None,
    format: AsDiagnosis = Diagnosis.text,
    all: All = False,
    quiet: Quiet = False,
    baseline: BaselineFile = None,
    write_baseline: WriteBaseline = None,
    session: SessionId = None,
    store: StorePath = None,
) -> None:
    """Every conclusion with its verdict: what does not hold in full, the rest in one line each."""
    choose = chooser(baseline, write_baseline, None, fail_on)
    failing = choose.failing(words.VERDICTS, "verdict")
    with loaded(store, session) as view:
        prints = verdict_prints(view)
        kept = {c: v for c, v in view.verdicts.items() if choose(prints[c], line=f"{v.claim} {v.verdict}")}
        left = view.verdicts.keys() - kept.keys()
        failed = cut_short(FAILED if any(v.verdict in failing for v in kept.values()) else 0)
        if left:
            view = replace(view, verdicts=kept, only=frozenset(c.id for c in view.conclusions if c.id not in left))
        if format is Diagnosis.json:
            from sessionlens.graph.export import listed

            today = {c: asdict(found) for c, found in probed(view).items()}
            print_json([{**n, "fingerprint": prints[n["id"]], "today": today.get(n["id"])} for n in listed(view, "conclusion")])
        elif format is not Diagnosis.text:
            from sessionlens.graph.export import render

            sys.stdout.write(hidden(render(replace(view, findings=()), format.value)))
        else:
            if left and not kept:
                notice(f"nothing new: {plural(len(left), 'conclusion')} of this session, all in the baseline or left out by it")
            elif not quiet:
                _print(view, all)
            print(flowing(coverage(view)))
    choose.finish()
    if failed:
        raise typer.Exit(failed)


def verdict_prints(view: "View") -> dict[str, str]:
    """The fingerprint of every conclusion: its kind of claim and its quote."""
    from sessionlens.model.fingerprint import fingerprint, numbered

    said = view.conclusions
    kinds = (view.verdicts[c.id].claim if c.id in view.verdicts else "" for c in said)
    return dict(zip((c.id for c in said), numbered(fingerprint(k, c.quote) for k, c in zip(kinds, said, strict=True)), strict=True))


def probed(view: "View") -> "dict[str, Confirmation]":
    """What the last run of the session's probes says of the conclusions that rest on one."""
    return {c.conclusion: c for c in view.probe_run.confirmations} if view.probe_run else {}


def _print(view: "View", everything: bool) -> None:
    from sessionlens.reports.frames import verdict_frame

    painted, today, wide = colour(), probed(view), columns()
    if not view.conclusions:
        notice("no conclusion was stated in this session")
    for conclusion in view.conclusions:
        verdict = view.verdict(conclusion.id)
        if verdict is None:
            word, why = ("rejected", f" [{conclusion.amended}]") if conclusion.amended else ("unchecked", "")
            print(f"{word:<12} {conclusion.id:<8} {clip(hidden(conclusion.quote) + why, room(80, 22))}")
        elif everything or verdict.verdict == "contradicted":
            rerun = f"\n   = {on_one_line(today[conclusion.id].why)}" if conclusion.id in today else ""
            print(hidden(verdict_frame(view, conclusion, verdict, painted, wide) + rerun) + "\n")
        else:
            print(f"{verdict.verdict:<12} {conclusion.id:<8} {_quoted(hidden(conclusion.quote), verdict.caveats)}")
            if conclusion.id in today:
                print(f"{'':<22}{clip(today[conclusion.id].why, room(80, 22))}")


def _quoted(quote: str, caveats: tuple[str, ...]) -> str:
    """A quote with its caveats in 58 columns, or in fewer on a narrow screen: then the quote comes first."""
    most = room(80, 22)
    noted = " " + clip(f"[{', '.join(caveats)}]", min(30, most // 2)) if caveats else ""
    return clip(quote, most - len(noted)) + noted


def coverage(view: "View") -> str:
    """How many conclusions were found, bound to evidence, and judged each way: verdicts mean little without it."""
    given = [v for c in view.conclusions if (v := view.verdict(c.id)) is not None]
    counts: Counter[str] = Counter(v.verdict for v in given)
    bound = sum(1 for v in given if v.evidence)
    judged = ", ".join(f"{counts[w]} {w}" for w in words.VERDICTS)
    return f"{len(view.conclusions)} conclusions: {bound} bound to evidence; {judged}"
