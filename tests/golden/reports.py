"""The reports that the samples must give, kept whole so that a reviewer reads what a change does to them.

`python -m tests.golden.reports` writes them anew.
"""

from functools import cache
from pathlib import Path

from sessionlens.graph.view import View
from sessionlens.pipeline import investigate
from sessionlens.reports import render

HERE = Path(__file__).parent
SAMPLES = HERE.parent.parent / "samples"
REPORTS: dict[str, tuple[str, dict[str, object]]] = {
    "cuzk-phase4.methodology.md": ("cuzk-phase4", {}),
    "cuzk-phase4.hypothesis.md": ("cuzk-phase4", {"hypothesis": "smallvec"}),
    "cuzk-phase4.message-914.md": ("cuzk-phase4", {"kind": "message", "message": 914}),
    "cuzk-phase4.message-1037.md": ("cuzk-phase4", {"kind": "message", "message": 1037}),
    "cuzk-phase4.hypothesis.html": ("cuzk-phase4", {"hypothesis": "smallvec", "form": "html"}),
    "cuzk-phase4.postmortem.md": ("cuzk-phase4", {"kind": "postmortem"}),
    "cuzk-phase4.decision.md": ("cuzk-phase4", {"kind": "decision", "hypothesis": "smallvec"}),
    "cuzk-phase4.ledger.md": ("cuzk-phase4", {"kind": "ledger"}),
    "cuzk-phase4.brief.md": ("cuzk-phase4", {"kind": "brief"}),
    "quickstart.message-17.md": ("quickstart", {"kind": "message", "message": 17}),
    "quickstart.postmortem.md": ("quickstart", {"kind": "postmortem"}),
    "quickstart.decision.md": ("quickstart", {"kind": "decision"}),
    "quickstart.ledger.md": ("quickstart", {"kind": "ledger"}),
    "quickstart.brief.md": ("quickstart", {"kind": "brief"}),
    "quickstart.methodology.md": ("quickstart", {}),
    "quickstart.methodology.html": ("quickstart", {"form": "html"}),
    "cuzk-phase4.methodology.html": ("cuzk-phase4", {"form": "html"}),
    "cuzk-phase4.message-1037.html": ("cuzk-phase4", {"kind": "message", "message": 1037, "form": "html"}),
    "cuzk-phase4.decision.html": ("cuzk-phase4", {"kind": "decision", "hypothesis": "smallvec", "form": "html"}),
    "quickstart.message-17.html": ("quickstart", {"kind": "message", "message": 17, "form": "html"}),
    "quickstart.decision.html": ("quickstart", {"kind": "decision", "form": "html"}),
    **{
        f"{sample}.{kind}.html": (sample, {"kind": kind, "form": "html"})
        for sample in ("cuzk-phase4", "quickstart")
        for kind in ("postmortem", "ledger", "brief")
    },
}


@cache
def view(sample: str) -> View:
    return investigate(SAMPLES / sample / "transcript.jsonl")


def report(name: str) -> str:
    sample, options = REPORTS[name]
    return render(view(sample), **options)  # type: ignore[arg-type]


if __name__ == "__main__":
    for name in REPORTS:
        (HERE / name).write_text(report(name))
