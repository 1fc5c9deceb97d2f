"""A number that was only estimated is stated as a result.

Fires:

    say: Swapping the allocator should save about 12 s.
    $ cargo build --release
    >     Finished `release` profile [optimized] target(s) in 31.20s
    say: Done. The allocator swap saves 12 s.

Quiet:

    say: Swapping the allocator should save about 12 s.
    $ cargo build --release
    >     Finished `release` profile [optimized] target(s) in 31.20s
    say: Built; now I'll measure whether it does.
"""

from collections.abc import Iterator

from sessionlens.graph.view import View
from sessionlens.model.words import Issue
from sessionlens.rules.base import Hit, at_fact

NUMBER = "R008"
ISSUE: Issue = "estimate-as-measured"
HELP = "measure it, or say that it is an estimate"


def find(view: View) -> Iterator[Hit]:
    for conclusion in view.conclusions:
        verdict = view.verdict(conclusion.id)
        if verdict and "estimate" in verdict.caveats and verdict.verdict in ("unsupported", "contradicted"):
            yield at_fact(conclusion, f"stated as a result, but only estimated before: {verdict.derivation}", "high")
