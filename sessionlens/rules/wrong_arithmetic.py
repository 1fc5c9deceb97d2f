"""A derived number does not follow from the numbers it is derived from.

Fires:

    say: Old first.
    $ ./bench --config old
    > config: old
    > total: 46.9 ms
    say: Now new.
    $ ./bench --config new
    > config: new
    > total: 20.4 ms
    say: new is 3.1x faster than old.

Quiet:

    say: Old first.
    $ ./bench --config old
    > config: old
    > total: 46.9 ms
    say: Now new.
    $ ./bench --config new
    > config: new
    > total: 20.4 ms
    say: new is 2.3x faster than old.

Quiet:

    say: Old first.
    $ ./bench --config old
    > config: old
    > total: 46.9 ms
    say: Now new.
    $ ./bench --config new
    > config: new
    > total: 20.4 ms
    say: new takes 56.5 % less time than old, so it does 2.3 times the work in the same time; about twice as fast, that is.
"""

from collections.abc import Iterator

from sessionlens.graph.view import View
from sessionlens.model.words import Issue
from sessionlens.rules.base import Hit, at_fact
from sessionlens.rules.index import Judged

NUMBER = "R011"
ISSUE: Issue = "wrong-arithmetic"
HELP = "recompute it from the printed values; the derivation shows them"
DERIVED = frozenset(("delta", "percent", "ratio", "sum", "mean", "geomean", "proportion", "identity", "points", "attribution"))


def find(view: View) -> Iterator[Hit]:
    for conclusion, verdict in view.once(Judged).verdicts["contradicted"]:
        if verdict.claim in DERIVED:
            yield at_fact(conclusion, verdict.derivation, "medium" if "marginal" in verdict.caveats else "high")
