"""A statement about all cases rests on some of them, or a case against it stands in the data.

Fires:

    say: All three sizes.
    $ ./bench --sizes
    > size     old     new
    > small    10.4 ms 12.2 ms
    > medium   20.7 ms 21.3 ms
    > large    30.2 ms 28.4 ms
    say: new is slower than old at every size.

Quiet:

    say: All three sizes.
    $ ./bench --sizes
    > size     old     new
    > small    10.4 ms 12.2 ms
    > medium   20.7 ms 22.6 ms
    > large    30.2 ms 33.8 ms
    say: new is slower than old at every size.
"""

from collections.abc import Iterator

from sessionlens.graph.view import View
from sessionlens.model.words import Issue
from sessionlens.rules.base import Hit, at_fact

NUMBER = "R009"
ISSUE: Issue = "overgeneralised"
HELP = "say for which cases it holds, or measure the others"


def find(view: View) -> Iterator[Hit]:
    for conclusion in view.conclusions:
        verdict = view.verdict(conclusion.id)
        if not verdict or verdict.claim != "universal":
            continue
        if verdict.verdict == "contradicted":
            yield at_fact(conclusion, f"a case against it was measured: {verdict.derivation}", "high")
        elif verdict.verdict == "unsupported" and "partial-domain" in verdict.caveats and verdict.evidence:
            yield at_fact(conclusion, f"only a part of what it speaks of was looked at: {verdict.derivation}", "medium")
