"""A count or a test result is stated that no output before it shows.

Fires:

    say: Run the tests.
    $ cargo test 2>&1 | tail -2
    > test result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s
    say: All 17 tests pass.

Quiet:

    say: Run the tests.
    $ pytest -q
    > 17 passed in 0.41s
    say: All 17 tests pass.
"""

from collections.abc import Iterator

from sessionlens.graph.view import View
from sessionlens.model.words import Issue
from sessionlens.rules.base import Hit, at_fact

NUMBER = "R012"
ISSUE: Issue = "evidence-not-shown"
HELP = "run it so that the output shows the number, or leave the number out"
COUNTED = frozenset(("tests", "count"))


def find(view: View) -> Iterator[Hit]:
    for conclusion in view.conclusions:
        verdict = view.verdict(conclusion.id)
        if not verdict or verdict.claim not in COUNTED:
            continue
        hidden = verdict.verdict == "undecidable" and "cut-output" in verdict.caveats
        if verdict.verdict == "unsupported" or hidden:
            yield at_fact(conclusion, f"no output shows it: {verdict.derivation}", "medium")
