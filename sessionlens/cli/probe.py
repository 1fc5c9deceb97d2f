"""`sessionlens probe list` and `probe run`: which commands can be run again, and what they print today."""

from collections import Counter
from dataclasses import asdict
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sessionlens.cli.common import FAILED, CommandError, choices, clip, columns, flowing, notice, opened, plural, print_json, room, wanted
from sessionlens.cli.hiding import hidden
from sessionlens.cli.options import AsFormat, Listing, SessionId, StorePath

if TYPE_CHECKING:
    from sessionlens.graph.view import View
    from sessionlens.model.probe import Probe, ProbeResult, ProbeRun
    from sessionlens.probes.project import Project


class Mode(StrEnum):
    """What a probe may do to the project."""

    read = "read"
    build = "build"


class Sandbox(StrEnum):
    """What contains it."""

    bwrap = "bwrap"
    landlock = "landlock"


Folder = Annotated[Path | None, typer.Option("--project", metavar="DIR", help="The session's project (default: where it was, or here).")]
Ids = Annotated[list[str] | None, typer.Argument(metavar="[ID]...", help="Probes (p914.1), messages (914) or conclusions (c915.1).")]
AsMode = Annotated[Mode, typer.Option("--mode", help="read: the project read-only; build: on a layer that is thrown away.")]
Timeout = Annotated[float | None, typer.Option("--timeout", metavar="SECONDS", min=0.1, help="For each probe (10; 120 for builds).")]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Print the exact sandbox line of each, run nothing.")]
FailOn = Annotated[str | None, typer.Option("--fail-on", metavar="WORDS", help="Exit 1 if one comes out so, e.g. differs,not-comparable.")]
Within = Annotated[Sandbox, typer.Option("--sandbox", help="landlock: weaker, read-only, for where bubblewrap cannot work.")]


def list_(project: Folder = None, format: AsFormat = Listing.text, session: SessionId = None, store: StorePath = None) -> None:
    """Which commands of the session can be run again, why others cannot, and which conclusions rest on each. Runs nothing."""
    from sessionlens.probes.plan import plan

    with opened(store) as keeper:
        view = keeper.load(session)
        probes = plan(view, _project(view, project, needed=False))
    if format is Listing.json:
        print_json([_as_data(p) for p in probes])
        return
    if not probes:
        notice("the session ran no command")
        return
    can = [p for p in probes if p.reason is None and not p.suggested]
    for probe in can:
        _line(f"{probe.id:<9} {probe.mode:<5} {probe.kind:<11}", hidden(probe.command), probe)
    for probe in (p for p in probes if p.suggested):
        head = f"suggested {probe.id}:"
        print(f"\n{head} {clip(hidden(probe.command), room(110, len(head) + 1))}\n          {clip(hidden(probe.why), room(170, 10))}")
    cannot = [p for p in probes if p.reason is not None]
    if cannot:
        print("\ncannot be run again:")
    for probe in cannot:
        _line(f"{probe.id:<9} {probe.reason}: {clip(hidden(probe.why), room(84, 38))}:", hidden(probe.command), probe, 60)
    print(f"\n{flowing(_summary(can, cannot))}")


def _line(head: str, command: str, probe: "Probe", most: int = 76) -> None:
    """What is known of a probe, its command, the conclusions that rest on it: on one line, of a narrow screen on two."""
    rests = _rests(probe)
    left = most if columns() is None else room(200, len(head) + 1 + len(rests))
    if len(head) + 1 + left + len(rests) > (columns() or 1000):
        print(f"{clip(head, room(200))}\n          {clip(command, room(200, 10))}")
        if rests:
            print(f"        {clip(rests, room(200, 8))}")
        return
    print(f"{head} {clip(command, min(most, left))}{rests}")


def run_(
    ids: Ids = None,
    mode: AsMode = Mode.read,
    timeout: Timeout = None,
    project: Folder = None,
    dry_run: DryRun = False,
    fail_on: FailOn = None,
    sandbox: Within = Sandbox.bwrap,
    format: AsFormat = Listing.text,
    session: SessionId = None,
    store: StorePath = None,
) -> None:
    """Run the session's probes again in a sandbox, and compare what they print with what they printed then."""
    from sessionlens.model.probe import LIKENESSES
    from sessionlens.probes import runs
    from sessionlens.probes.plan import plan

    failing = wanted(fail_on, LIKENESSES, "outcome")
    with opened(store) as keeper:
        view = keeper.load(session)
        where = _project(view, project, needed=True)
        assert where is not None
        try:
            planned = plan(view, where)
            probes = runs.chosen(planned, ids or (), mode.value)
        except runs.UnknownProbeError as unknown:
            raise CommandError(f"{unknown}{choices(unknown.nearest)}") from unknown
        if dry_run:
            _print_lines(view, where, probes)
            return
        run = _run(view, where, planned, probes, mode, timeout, sandbox, format is Listing.text)
        keeper.save_probes(run)
    if format is Listing.json:
        print_json(_run_data(run))
    else:
        _print_end(view, run)
        _print_left(planned, mode, ids)
    if any(r.likeness in failing for r in run.results if not r.probe.suggested):
        raise typer.Exit(FAILED)


def _run(
    view: "View",
    where: "Project",
    planned: "tuple[Probe, ...]",
    probes: "tuple[Probe, ...]",
    mode: Mode,
    timeout: float | None,
    sandbox: Sandbox,
    text: bool,
) -> "ProbeRun":
    from sessionlens.probes import runs
    from sessionlens.reports.redact import Redactor

    redact = Redactor()
    found = []
    for line, result in runs.results(view, where, probes, mode.value, timeout, weaker=sandbox is Sandbox.landlock):
        found.append((line, result))
        if text:
            _print_result(runs.shortened(result, redact))
    if found and all(r.reason == "no-sandbox" for _, r in found):
        notice(f"nothing was run: {found[0][1].detail}")
    return runs.finished(view, planned, found, redact)


def _project(view: "View", named: Path | None, needed: bool) -> "Project | None":
    from sessionlens.probes.project import UnfitError, project
    from sessionlens.probes.runs import found_project

    folder = named or found_project(view, Path.cwd())
    if folder is None:
        missing = f"the session's project ({view.session.cwd or 'folder not recorded'}) is not here; name its folder with --project DIR"
        if needed:
            raise CommandError(missing)
        notice(missing)
        return None
    if named is None:
        notice(f"project: {folder}")
    try:
        return project(folder, view.session.cwd)
    except UnfitError as unfit:
        raise CommandError(str(unfit)) from unfit


def _print_lines(view: "View", where: "Project", probes: "tuple[Probe, ...]") -> None:
    from sessionlens.probes.chamber import Chamber
    from sessionlens.probes.rerun import Rerun
    from sessionlens.probes.sandbox import NoSandboxError

    try:
        with Chamber(where) as chamber:
            rerun = Rerun(view, where, chamber)
            for probe in probes:
                print(
                    f"# {probe.id}"
                    + (f": not run: {probe.reason}: {hidden(probe.why)}" if probe.reason else f"\n{hidden(rerun.line(probe))}")
                )
    except NoSandboxError as none:
        notice(f"nothing can be run: {none}")


def _print_result(result: "ProbeResult") -> None:
    probe = result.probe
    print(f"{result.outcome:<21} {probe.id:<9} {clip(probe.command, 80)}")
    if result.likeness != "exact" and result.detail:
        print(f"    {clip(result.detail, 156)}")
    for note in result.notes:
        print(f"    {clip(note, 156)}")


def _print_end(view: "View", run: "ProbeRun") -> None:
    quotes = {c.id: c.quote for c in view.conclusions}
    if run.confirmations:
        print()
    for found in run.confirmations:
        verdict = view.verdict(found.conclusion)
        judged = f"{verdict.verdict}; " if verdict else ""
        print(
            f"{found.conclusion:<9} {clip(hidden(judged + found.why), 74)}\n          {clip(hidden(quotes.get(found.conclusion, '')), 100)}"
        )
    counts = Counter(r.likeness for r in run.results)
    notice(f"{plural(len(run.results), 'probe')}: " + (", ".join(f"{n} {word}" for word, n in counts.most_common()) or "none to run"))


def _print_left(planned: "tuple[Probe, ...]", mode: Mode, ids: list[str] | None) -> None:
    left = sum(p.mode == "build" and p.reason is None for p in planned)
    if left and mode is Mode.read and not ids:
        notice(f"{plural(left, 'more command')} can only be run with --mode build")


def _rests(probe: "Probe") -> str:
    return f"  <- {', '.join(probe.conclusions[:4])}{' ...' if len(probe.conclusions) > 4 else ''}" if probe.conclusions else ""


def _summary(can: "list[Probe]", cannot: "list[Probe]") -> str:
    building = sum(p.mode == "build" for p in can)
    reasons = ", ".join(f"{n} {reason}" for reason, n in Counter(p.reason for p in cannot).most_common())
    resting = sum(bool(p.conclusions) for p in can)
    parts = [f"{plural(len(can) + len(cannot), 'command')}: {len(can)} can be run again ({building} only with --mode build)"]
    if cannot:
        parts.append(f"{len(cannot)} cannot ({reasons})")
    return ", ".join(parts) + f"; conclusions rest on {resting} of those that can"


def _as_data(probe: "Probe") -> dict[str, Any]:
    data = asdict(probe)
    del data["rests"]
    return data | {"conclusions": list(probe.conclusions), "runnable": probe.reason is None}


def _run_data(run: "ProbeRun") -> dict[str, Any]:
    data = asdict(run)
    data["results"] = [asdict(r) | {"probe": _as_data(r.probe), "id": r.probe.id, "outcome": r.outcome} for r in run.results]
    return data


def group() -> typer.Typer:
    """`probe` with its two commands."""
    app = typer.Typer(help="Run the session's probes again, safely, and compare.", rich_markup_mode=None, no_args_is_help=True)
    app.command("list")(list_)
    app.command("run")(run_)
    return app
