"""A whole run: choose, contain, run, compare, and say what it means for the conclusions."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from datetime import UTC, datetime
from difflib import get_close_matches
from pathlib import Path

from sessionlens.graph.view import View
from sessionlens.model.probe import Mode, Probe, ProbeResult, ProbeRun
from sessionlens.probes import fingerprint
from sessionlens.probes.chamber import Chamber
from sessionlens.probes.locked import Locked
from sessionlens.probes.project import Project, guess
from sessionlens.probes.rerun import Rerun
from sessionlens.probes.sandbox import NoSandboxError
from sessionlens.probes.settle import unrun
from sessionlens.probes.today import confirmations

KEPT = 20000
"""Characters of today's output that are kept with a result."""
Redact = Callable[[str], str]


class UnknownProbeError(LookupError):
    """No probe goes by that name; `nearest` are names to choose from."""

    def __init__(self, name: str, nearest: Sequence[str]) -> None:
        super().__init__(f"no probe {name!r} in this session")
        self.nearest = tuple(nearest)


def chosen(probes: Sequence[Probe], names: Sequence[str], mode: Mode = "read") -> tuple[Probe, ...]:
    """The probes that names mean: an id (`p914.1`), a message (`914`: all its commands), a conclusion (`c915.1`: all it rests on).

    Without names all that can be run in that mode, suggested ones aside. Raises `UnknownProbeError`.
    """
    if not names:
        return tuple(p for p in probes if not p.suggested and p.reason is None and p.mode in ("read", mode))
    found: dict[str, Probe] = {}
    for name in names:
        number = name.removeprefix("msg").removeprefix("p")
        hits = [
            p for p in probes if p.id == name or name in p.conclusions or (number.isdigit() and str(p.msg) == number and not p.suggested)
        ]
        if not hits:
            ids = [p.id for p in probes]
            raise UnknownProbeError(name, get_close_matches(name, ids, 3, 0.5) or ids[:3])
        found |= {p.id: p for p in hits}
    return tuple(found.values())


def results(
    view: View, project: Project, probes: Sequence[Probe], mode: Mode, seconds: float | None, weaker: bool = False
) -> Iterator[tuple[str, ProbeResult]]:
    """Each probe's result as it comes, with the line of the sandbox. Where there is no sandbox nothing runs, and each result says so."""
    with ExitStack() as stack:
        chamber: Chamber | Locked = Locked(project) if weaker else Chamber(project)
        try:
            stack.enter_context(chamber)
        except NoSandboxError as none:
            for probe in probes:
                yield "", unrun(probe, "no-sandbox", str(none))
            return
        rerun = Rerun(view, project, chamber)
        for probe in probes:
            try:
                result = rerun.one(probe, mode, seconds)
                yield (rerun.line(probe) if result.seconds else ""), result
            except NoSandboxError as none:
                yield "", unrun(probe, "no-sandbox", str(none))


def finished(view: View, probes: Sequence[Probe], found: Sequence[tuple[str, ProbeResult]], redact: Redact) -> ProbeRun:
    """The run as it is kept: secrets taken out of outputs and commands, outputs shortened, conclusions told. `probes` are all of the
    session, of which some were not run."""
    kept = tuple(shortened(result, redact) for _, result in found)
    line = next((redact(line) for line, _ in found if line), "")
    now = datetime.now(UTC).isoformat(timespec="seconds")
    machine = fingerprint.common(fingerprint.then(view, ())[0, 0])
    order = {c.id: i for i, c in enumerate(view.conclusions)}
    told = sorted(confirmations(kept, probes), key=lambda c: order.get(c.conclusion, len(order)))
    return ProbeRun(view.session.id, now, line, machine, kept, tuple(told))


def shortened(result: ProbeResult, redact: Redact) -> ProbeResult:
    """A result as it may be shown and kept: without secrets, its output cut."""
    probe = replace(result.probe, command=redact(result.probe.command), exports=tuple(map(redact, result.probe.exports)))
    return replace(result, probe=probe, output=redact(result.output)[:KEPT], detail=redact(result.detail))


def found_project(view: View, here: Path) -> Path | None:
    """The folder to take for the session's project if none is named; None if none is at hand."""
    named = [e.path for _, run in view.runs() for e in run.call.edits]
    words = (w for _, run in view.runs() for a in run.actions for w in a.command.argv[1:] if "." in w and w[:1] != "-")
    return guess(view.session.cwd, [*named, *words], here)
