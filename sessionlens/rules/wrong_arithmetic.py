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

A percentage taken of the wrong side is found in the message's own numbers.

Fires:

    say: Alone it costs 24.6 ms by minimum (118.9 vs 94.3 ms, 20.7 % slower).

Fires:

    say: CPU per run:
    say|
    say| | release | CPU | against 3.1 |
    say| |---|---|---|
    say| | 3.0 | 209.6 ms | -34.2 % |
    say| | 3.1 | 318.8 ms | |
    say|
    say| So 3.1 burns 34.2 % more CPU than 3.0.

Quiet:

    say: CPU per run:
    say|
    say| | release | CPU | against 3.1 |
    say| |---|---|---|
    say| | 3.0 | 209.6 ms | -34.3 % |
    say| | 3.1 | 318.8 ms | |
    say|
    say| So 3.1 burns 52.1 % more CPU than 3.0, and 3.0 needs 34.3 % less than 3.1.

What a sentence makes of its own list, or of the pair in the sentence before, is worked out again.

Fires:

    say: One build, three rounds: 412.6 / 204.0 / 180.2 ms, spread 1.4x.

Fires:

    say: The new one is ahead in 3 of 3, by -5.7 / -13.0 / -7.6 %, so -13 % on average.

Quiet:

    say: Spread 2.3x over 412.6 / 204.0 / 180.2 ms; 412.6 / 204.0 / 180.2 ms is a spread of 2.3x; -5.7 / -13.0 / -7.6 %: -8.8 % on average.

Fires:

    say: Without the column it needs 0.902 against 0.611 s in the median. That's 32.3 % more time.

Quiet:

    say: Without the column it needs 0.902 against 0.611 s in the median. That's 47.6 % more time.

Fires:

    say: The batch goes from 8100 to 19600 rows/s, 1.4 times faster.

Fires:

    say: 310 to 655 rows/s over the three passes. The rate varies 1.5-fold, so one timing is worth little.

Fires:

    say: Boot takes 40 to 44 s now, 300 to 340 s before, at least 8 times faster.

Fires:

    say: At both sizes:
    say|
    say| | requests | old | new |
    say| |---|---|---|
    say| | 1000 | 310 ms | 250 ms |
    say| | 4000 | 900 ms | 750 ms |
    say|
    say| At 4000 the new one saves 150 ms of CPU, 20.0 %.

Quiet:

    say: The batch goes from 8100 to 19600 rows/s, 2.4 times faster. Lookups take 38.1 instead of 17.9 ms, builds are 18.1 % down.
    say| 310 to 655 rows/s. The rate varies 2.1-fold. Boot takes 40 to 44 s now, 300 to 340 s before, at least 6 times faster.
    say| 249.0 → 249.8 ms in total, and the query alone is even 6 % slower. A pair is off in 52 of 978 cases, 5.3 %.

So is a count of rounds.

Fires:

    say: Six rounds of both.
    $ for i in 1 2 3 4 5 6; do ./serve old; ./serve new; done
    > old: p50 4.10 ms
    > new: p50 4.90 ms
    > old: p50 4.32 ms
    > new: p50 4.11 ms
    > old: p50 4.20 ms
    > new: p50 4.71 ms
    > old: p50 4.18 ms
    > new: p50 4.05 ms
    > old: p50 4.40 ms
    > new: p50 4.93 ms
    > old: p50 4.29 ms
    > new: p50 4.77 ms
    say: new is the slower one in five of the six rounds.

A count of what falls into a span of time is a derived number as well.

Fires:

    say: When were the builds?
    $ ls -lt builds | awk '{print $6, $7, $8, $9}'
    > 3 Mar 10:02 builds/a.zip
    > 3 Mar 10:04 builds/b.zip
    > 3 Mar 10:07 builds/c.zip
    > 3 Mar 11:31 builds/d.zip
    say: Mar 3: 5 builds in 8 minutes (10:01–10:09).
"""

from collections.abc import Iterator

from sessionlens.graph.view import View
from sessionlens.model.verdict import Verdict
from sessionlens.model.words import Issue
from sessionlens.rules.base import Hit, at_fact
from sessionlens.rules.index import Judged
from sessionlens.rules.signs import bases, derived_units, every_case, opposites, own_lists, own_pairs, stale_parts
from sessionlens.text.regex import regex

NUMBER = "R011"
ISSUE: Issue = "wrong-arithmetic"
HELP = "recompute it from the printed values; the derivation shows them"
DERIVED = frozenset(("delta", "percent", "ratio", "sum", "mean", "geomean", "proportion", "identity", "points", "attribution"))


_COUNTS = ("level", "count")
_COUNTED = regex(r"msg \d+ (?:lists|counts) \d")
"""How a check begins that counted for itself what falls into a span of time; what only repeats an earlier message is reported there."""
_SO_MANY = regex(r"(?:msg \d+: |(?:[^:]{1,80}: )?so in )\d+ of \d+\b|msg \d+ lists \d+ above\b")
_OTHER_BASE = regex(r" is [-+−]?[\d.]+ %; [-+−]?[\d.]+ % is of \d")
"""How a check ends that found what a percentage was taken of instead."""


def miscounted(verdict: Verdict) -> bool:
    """Whether a check counted the cases of a clause ("in five of the six rounds") and came to another number of them."""
    return verdict.verdict == "contradicted" and verdict.claim in ("state", "count") and _SO_MANY.match(verdict.derivation) is not None


def find(view: View) -> Iterator[Hit]:
    yield from bases.find(view)
    yield from own_lists.find(view)
    yield from own_pairs.find(view)
    judged = view.once(Judged)
    for conclusion, verdict in judged.verdicts["contradicted"]:
        if every_case.of_each(conclusion, verdict) or derived_units.slipped(verdict) or stale_parts.older_value(view, conclusion):
            continue  # right in some cases, in another unit, or once
        if opposites.against_own_table(view, conclusion, verdict):
            continue
        if (
            verdict.claim in DERIVED
            or _OTHER_BASE.search(verdict.derivation)
            or (verdict.claim in _COUNTS and _COUNTED.match(verdict.derivation))
            or miscounted(verdict)
        ):
            yield at_fact(conclusion, verdict.derivation, "medium" if "marginal" in verdict.caveats else "high")
    for conclusion, verdict in judged.verdicts["undecidable"]:
        if verdict.claim in _COUNTS and _COUNTED.match(verdict.derivation):
            yield at_fact(conclusion, f"counted over one span and given for another: {verdict.derivation}", "medium")
