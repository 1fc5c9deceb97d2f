"""A check is said to guard against something, and nobody saw it fail.

A test that was written after the fix and has only ever passed may pass without the fix as well. Running it once against the unfixed
code (a negative control) tells.

Fires:

    say: Fix it.
    edit src/parse.py: code => code.strip()
    say: And a test.
    write tests/test_codes.py: def test_short_codes(): assert parse("ab")
    say: Run it.
    $ pytest -q
    > 6 passed in 0.41s
    say: The new test guards against losing the short codes.

Fires:

    say: Fix the leak, with a test.
    edit src/pool.c: malloc => pool_get
    write tests/test_pool.c: void test_no_leak() {}
    $ make test
    > 12 passed
    say: Done. The test would catch the leak if it came back.

Quiet:

    say: Fix it.
    edit src/parse.py: code => code.strip()
    say: And a test.
    write tests/test_codes.py: def test_short_codes(): assert parse("ab")
    say: Run it, and once more without the fix.
    $ pytest -q; git stash -q -- src; pytest -q | tail -1; git stash pop -q
    > 6 passed in 0.41s
    > 1 failed, 5 passed in 0.44s
    say: The new test guards against losing the short codes.

Quiet:

    say: A test for the next change.
    write tests/test_codes.py: def test_short_codes(): assert parse("ab")
    $ pytest -q
    > 6 passed in 0.41s
    say: Next I'll make sure that the new test would catch a regression.
"""

import re
from collections.abc import Iterator

from sessionlens.graph.view import View
from sessionlens.model.words import Issue
from sessionlens.rules.base import Hit, at_statement, shorten, stated, talking
from sessionlens.rules.index import cues
from sessionlens.text.regex import regex

NUMBER = "R016"
ISSUE: Issue = "no-negative-control"
HELP = "run the check once where it must fail: on the code without the fix, on a build without the change"
_GUARDS = regex(
    r"\b(?:tests?|checks?|assertions?|lint(?:er)?|hook|gate|guard|suite)\b[^.;]{0,60}?"
    r"\b(?:guards? against|catch(?:es)?|would (?:have )?(?:caught|catch(?:es)?|fail(?:ed)?)|protects? (?:against|from)"
    r"|prevents?|detects?|pins? down|covers? the (?:bug|regression|fix))\b",
    re.I,
)
_SURELY = regex(
    r"\b(?:the|this|that|these|our|both) (?:\w+ ){0,2}(?:tests?|checks?) (?:now |would |will )?"
    r"(?:guards? against|catch(?:es)?|protects? against|prevents?|pins? down)\b"
    r"|`?\b(?:Test[A-Z]\w+|test_\w+|\w+_test|\w+Test)\b`? (?:now |would |will )?"
    r"(?:guards? against|catch(?:es)?|protects? against|prevents?|pins? down)\b"
    r"|\btest (?:case )?(?:that|which) would have (?:caught|failed|found|flagged)\b",
    re.I,
)
"""The same in a sentence that states no result by its form: "the test would catch it if it came back"."""
_CUES = cues(
    *("guards", "guard", "catch", "catches", "caught", "would have failed", "would fail", "protect", "protects", "prevent", "prevents"),
    *("detect", "detects", "pin down", "pins down", "cover the", "covers the"),
)
_NOT = regex(r"\b(?:not|n['’]t|never|no|might|may|whether|if|should|make sure|ensure)\b", re.I)
_PLANNED = regex(r"\b(?:i['’]ll|let me|let['’]s|next|plan|want|need|so that|make sure|ensure|add|write|writing|adding)\b", re.I)
_FAILS = regex(r"\b(?:[1-9]\d* (?:failed|failures?|failing)|FAIL(?:ED)?\b|Assertion\w*Error|not ok\b)")


def find(view: View) -> Iterator[Hit]:
    written = [c.msg for c in view.changes if any("test" in f.lower() or "spec" in f.lower() for f in c.files)]
    if not written:
        return
    concluded = {(c.msg, c.statement.start): c.quote for c in stated(view, _CUES)}
    for at, statement in ((msg, s) for msg, turn in talking(view, _CUES) if msg > written[0] for s in turn.statements):
        quote = concluded.get((at, statement.start))
        said = _GUARDS.search(quote) if quote else None
        said = said or (_SURELY.search(statement.text) if statement.kind in ("sentence", "item") else None)
        if said is None or _NOT.search(said.group(0)) or (not quote and _PLANNED.search(statement.text)) or "?" in statement.text:
            continue
        since = max(m for m in written if m < at)
        runs = [(msg, run) for msg, run in view.runs(since) if msg < at]
        ran = [run for _, run in runs if any(a.intent == "test" for a in run.actions)]
        seen = any(o.kind == "tests" and o.result == "fail" for _, run in runs for o in run.outcomes)
        if ran and not seen and not any(_FAILS.search(run.call.output) for run in ran):
            why = f"{shorten(said.group(0), 60)!r}: since msg {since} it has only been seen to pass"
            yield at_statement(view, at, statement, why, "medium")
