"""The recorded sample's probes print today what they printed when it was recorded, on any machine."""

from pathlib import Path

from sessionlens import pipeline
from sessionlens.probes import runs
from sessionlens.probes.plan import plan
from sessionlens.probes.project import project
from sessionlens.probes.sandbox import Bwrap

FOLDER = Path(__file__).parents[2] / "samples" / "quickstart"


def test_every_probe_of_the_sample_holds(bwrap: Bwrap) -> None:
    view = pipeline.investigate(FOLDER / "transcript.jsonl")
    place = project(FOLDER / "project", view.session.cwd)
    probes = plan(view, place)
    assert [p for p in probes if p.reason is not None] == []
    found = list(runs.results(view, place, runs.chosen(probes, ()), "read", 60.0))
    held = {"exact", "normalised-equal", "numeric-within-noise"}
    assert [(r.probe.command, r.likeness, r.detail) for _, r in found if r.likeness not in held] == []
    assert sum(r.likeness == "exact" for _, r in found) > len(found) // 2
    run = runs.finished(view, probes, found, str)
    assert {c.standing for c in run.confirmations} <= {"confirmed", "weaker"}
