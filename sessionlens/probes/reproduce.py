"""What a report's "Reproduce" section says of the last run of the session's probes: then beside now, call by call."""

from dataclasses import dataclass

from sessionlens.graph.view import View
from sessionlens.model.probe import Field, ProbeResult

SAID = {
    "exact": "the same text",
    "normalised-equal": "the same, but for what differs from run to run",
    "numeric-within-noise": "the same, with numbers within noise",
    "contains-evidence": "something else, with the cited words in it",
    "differs": "something else",
    "could-not-run": "could not be run again",
    "not-comparable": "not comparable",
}


@dataclass(frozen=True, slots=True)
class Again:
    """One call, run again: `day` (UTC, `2031-04-05`), a sentence without its full stop, and the fields of the fingerprint that are known
    now, with what they were then."""

    probe: str
    day: str
    said: str
    notes: tuple[str, ...]
    fields: tuple[Field, ...]


def again(view: View) -> dict[tuple[int, int], Again]:
    """By message and place of the tool call: what came of running it again. Empty if the probes were never run.

    Example: `again(view)[914, 1].said == "printed the same text"`.
    """
    run = view.probe_run
    if run is None:
        return {}
    shared = {f.name for f in run.machine}
    return {
        (r.probe.msg, r.probe.part): Again(
            r.probe.id,
            run.at[:10],
            sentence(r),
            r.notes,
            tuple(f for f in r.fingerprint if f.name not in shared and f.now is not None and (f.moved or f.name != "edits")),
        )
        for r in run.results
        if not r.probe.suggested
    }


def machine(view: View) -> tuple[Field, ...]:
    """The machine then (as far as the transcript shows it) and now; empty if the probes were never run."""
    return tuple(f for f in view.probe_run.machine if f.now is not None) if view.probe_run else ()


def sentence(result: ProbeResult) -> str:
    """A result in words: "printed the same text", "not comparable (commit)", "could not be run again (needs-network)"."""
    why = result.reason or ", ".join(result.moved)
    said = SAID[result.likeness]
    if result.likeness in ("could-not-run", "not-comparable"):
        return f"{said} ({why})" if why else said
    return f"printed {said}"
