"""A comparison rests on one run of a noisy quantity.

One run says nothing of the spread. Counts of instructions, bytes or rows do not vary and need no repetition.

Fires:

    say: Old first.
    $ ./bench --config old
    > config: old
    > total: 46.9 ms
    say: Now new.
    $ ./bench --config new
    > config: new
    > total: 20.4 ms
    say: The new config is 2.3x faster than the old one.

Quiet:

    say: Ten runs each.
    $ hyperfine ./old ./new
    > Benchmark 1: ./old
    >   Time (mean ± σ):     731.0 ms ±   4.0 ms    [User: 1.0 ms, System: 0.5 ms]
    >   Range (min … max):   719.5 ms … 742.5 ms    10 runs
    > Benchmark 2: ./new
    >   Time (mean ± σ):     365.6 ms ±   2.5 ms    [User: 1.0 ms, System: 0.5 ms]
    >   Range (min … max):   359.2 ms … 372.0 ms    10 runs
    say: new is twice as fast as old.
"""

from collections.abc import Iterator

from sessionlens.graph.view import View
from sessionlens.model.words import Issue
from sessionlens.rules.base import Hit, at_run, shorten

NUMBER = "R004"
ISSUE: Issue = "single-sample"
HELP = "repeat each configuration, alternating them, and give the spread with the mean"


def find(view: View) -> Iterator[Hit]:
    rests_on_one: dict[int, str] = {}
    for conclusion in view.conclusions:
        verdict = view.verdict(conclusion.id)
        if verdict and "single-run" in verdict.caveats:
            for msg in verdict.evidence:
                rests_on_one.setdefault(msg, conclusion.id)
    measured = {m.msg for m in view.measurements}
    for msg, run in view.runs():
        if msg in rests_on_one and msg in measured and run.readings:
            claim = view.fact(rests_on_one[msg])
            why = f"one run for each configuration, and msg {claim.msg} compares them: {shorten(claim.text, 60)!r}"
            yield at_run(view, msg, run, why, "medium", (claim.id,))
