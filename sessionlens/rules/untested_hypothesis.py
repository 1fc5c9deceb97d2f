"""A cause is stated flatly that nothing in the session put to the test.

A cause is tested by changing that one thing, or by measuring the mechanism.

Fires:

    say: Both layouts.
    $ ./bench --layouts
    > rows     46.9 ms
    > columns  60.9 ms
    say: The column layout is slower because it thrashes the TLB.

Quiet:

    say: Both layouts.
    $ ./bench --layouts
    > rows     46.9 ms
    > columns  60.9 ms
    say: The column layout might be slower because it thrashes the TLB.
"""

from collections.abc import Iterator

from sessionlens.graph.view import View
from sessionlens.model.words import Issue
from sessionlens.rules.base import Hit, at_fact

NUMBER = "R010"
ISSUE: Issue = "untested-hypothesis"
HELP = "change that one thing alone and measure, or measure the mechanism itself; until then call it a hypothesis"


def find(view: View) -> Iterator[Hit]:
    for conclusion in view.conclusions:
        verdict = view.verdict(conclusion.id)
        if verdict and verdict.claim == "causal" and verdict.verdict == "unsupported" and "mechanism-not-measured" in verdict.caveats:
            yield at_fact(conclusion, f"stated as a cause, but nothing tested it: {verdict.derivation}", "medium")
