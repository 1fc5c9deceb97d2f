"""A change was taken back and nothing showed that it was gone.

Fires:

    say: Put the cache in.
    $ sed -i 's/plain(/cached(/' src/store.py && git diff --stat
    >  src/store.py | 2 +-
    say: No effect, take it back.
    $ git checkout -- src/store.py
    say: Now the next idea.
    $ python bench.py
    > total: 4.1 ms

Quiet:

    say: Put the cache in.
    $ sed -i 's/plain(/cached(/' src/store.py && git diff --stat
    >  src/store.py | 2 +-
    say: No effect, take it back.
    $ git checkout -- src/store.py && git status --short
"""

from collections.abc import Iterator

from sessionlens.graph.view import View
from sessionlens.model.words import Issue
from sessionlens.rules.base import Hit, at_fact

NUMBER = "R007"
ISSUE: Issue = "unverified-reversion"
HELP = "show that it is gone: git status, git diff or a hash of the file"


def find(view: View) -> Iterator[Hit]:
    measured = [m.msg for m in view.measurements]
    for reversion in view.reversions:
        if not reversion.verified and reversion.of and any(m >= reversion.msg for m in measured):
            what = f"the change of msg {reversion.of_msg}" if reversion.of_msg is not None else "a change"
            part = "a part of " if reversion.partial else ""
            yield at_fact(reversion, f"{part}{what} was taken back and nothing showed that it was gone", "low", reversion.of)
