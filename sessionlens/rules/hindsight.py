"""Something is said to have come "as expected" that nobody had expected before.

A prediction counts if it was written down before the result. "As expected" without one makes a surprise look like a test passed.

Fires:

    say: Vendor the crate.
    $ cp -r /usr/share/registry/ringbuf vendor/ && cargo build 2>&1 | tail -1
    > error: lock file lacks features
    say: As expected the lock file lacks the optional features.

Quiet:

    say: Vendor the crate. The lock file probably lacks its optional features.
    $ cp -r /usr/share/registry/ringbuf vendor/ && cargo build 2>&1 | tail -1
    > error: lock file lacks features
    say: As expected the lock file lacks the optional features.

Quiet:

    say: Run the tests.
    $ pytest -q
    > 41 passed in 1.20s
    say: All 41 pass, as expected.
"""

import re
from collections.abc import Iterator

from sessionlens.graph.view import View
from sessionlens.model.words import Issue
from sessionlens.rules.base import Hit, at_statement, talking
from sessionlens.rules.index import cues
from sessionlens.text.regex import regex

NUMBER = "R021"
ISSUE: Issue = "hindsight"
HELP = "write the prediction down before the run, or call the result what it is: found afterwards"
_EXPECTED = regex(
    r"\b(?:just |exactly )?as (?:i |we |i['’]d |we['’]d )?(?:had )?(?:expected|predicted|suspected|anticipated|hypothesi[sz]ed|feared)\b",
    re.I,
)
_PREDICTS = regex(
    r"\b(?:expect\w*|predict\w*|suspect\w*|guess\w*|hypothes\w*|likely|probably|presumably|should|will|would|might|may"
    r"|could|bet|if|assum\w*|suppos\w*|perhaps|plan)\b|\?",
    re.I,
)
_WORD = regex(r"[A-Za-z_][\w-]{3,}")
_COMMON = frozenset(
    """as expected predicted suspected anticipated exactly just that this with from have there which were they them than then when what into
    over only also still both each same more less most very much now pass passes tests test build builds clean works fine
    output result""".split()  # noqa: SIM905  (a list of words reads better)
)
_CUES = cues("expected", "predicted", "suspected", "anticipated", "hypothesized", "hypothesised", "feared")
_SHARED = 2


def find(view: View) -> Iterator[Hit]:
    for msg, turn in talking(view, _CUES):
        for said in turn.statements:
            if said.kind not in ("sentence", "item") or not _EXPECTED.search(said.text):
                continue
            words = stems(said.text)
            if len(words) > _SHARED and not foretold(view, msg, words):
                why = "said to be expected, and nothing before it expects it"
                yield at_statement(view, msg, said, why, "low")
                break


def stems(text: str) -> set[str]:
    """The first letters of a text's content words."""
    return {w.lower()[:6] for w in _WORD.findall(text) if w.lower() not in _COMMON}


def foretold(view: View, msg: int, words: set[str]) -> bool:
    """Whether an earlier message, a person's or the agent's, speaks of it as of something to come or to be found out."""
    for message in view.session.messages:
        if message.number >= msg:
            return False
        low = message.text.lower()
        if sum(word in low for word in words) >= _SHARED and len(words & stems(low)) >= _SHARED and _PREDICTS.search(message.text):
            return True
    return False
