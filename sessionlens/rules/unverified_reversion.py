"""A change was taken back and nothing showed that it was gone, or that taking it back cured what was reported.

A work tree or a scratch file that is removed is no change taken back.

Fires:

    say: Put the cache in.
    $ sed -i 's/plain(/cached(/' src/store.py && git diff --stat
    >  src/store.py | 2 +-
    say: No effect, take it back.
    $ git checkout -- src/store.py
    say: Now the next idea.
    $ python bench.py
    > total: 4.1 ms

Fires:

    say: Read in blocks.
    $ sed -i 's/read(1)/read(4096)/' src/pipe.lua && git commit -qam "Read in blocks"
    user: The prompt is broken now, I see nothing at all.
    say: Take it back.
    $ git revert --no-edit HEAD && git status --short
    > [main abc0123] Revert "Read in blocks"
    say: Reverted. Restart your shell, the prompt should come back.

Fires:

    say: Read in blocks, and a switch for the size.
    $ sed -i 's/read(1)/read(SIZE)/' src/pipe.lua && echo 'SIZE = 4096' >> src/conf.lua && git diff --stat
    >  src/conf.lua | 1 +
    >  src/pipe.lua | 2 +-
    say: No gain. Out with it.
    $ git checkout -q src/pipe.lua && git status --short
    >  M src/conf.lua
    say: The block reader is fully reverted.

Fires:

    say: A second queue, to compare with.
    $ sed -i 's/one()/two()/' src/queue.rb && git show HEAD:src/queue.rb > src/queue1.rb && ruby bench.rb
    > total: 4.1 ms
    say: No gain. Out again.
    $ git checkout -q src/queue.rb && git status --short
    > ?? src/queue1.rb
    say: Nothing of it is left, on to the next one.

Fires:

    say: More connections.
    $ sed -i 's/^max = 20/max = 50/' pool.conf && systemctl restart pool && pool show max
    > 50
    say: No effect, take it back.
    $ git checkout -q pool.conf && systemctl reload pool && git status --short
    say: 20 connections again. Next, the cache.
    $ ./load.sh
    > tps: 410.2

Quiet:

    say: More connections.
    $ sed -i 's/^max = 20/max = 50/' pool.conf && systemctl restart pool && pool show max
    > 50
    say: No effect, take it back.
    $ git checkout -q pool.conf && systemctl restart pool && git status --short
    say: 20 connections again. Next, the cache.
    $ ./load.sh
    > tps: 410.2

Quiet:

    say: Put the cache in.
    $ sed -i 's/plain(/cached(/' src/store.py && git diff --stat
    >  src/store.py | 2 +-
    say: No effect, take it back.
    $ git checkout -- src/store.py && git status --short

Fires:

    user: Leave the temporary files out of the count.
    say: A filter.
    edit src/count.rs: n += 1; => if !temporary(f) { n += 1; }
    say: The caller filters already, so this goes again.
    edit src/count.rs: if !temporary(f) { n += 1; } => n += 1;
    say: Done, the counter is as it was.

Quiet:

    user: Leave the temporary files out of the count.
    say: A filter.
    edit src/count.rs: n += 1; => if !temporary(f) { n += 1; }
    say: The caller filters already, so this goes again.
    edit src/count.rs: if !temporary(f) { n += 1; } => n += 1;
    $ git diff --stat
    say: Done, the counter is as it was.

Quiet:

    say: Read in blocks.
    $ sed -i 's/read(1)/read(4096)/' src/pipe.lua && git commit -qam "Read in blocks"
    user: The prompt is broken now, I see nothing at all.
    say: Take it back, and start the shell with it.
    $ git revert --no-edit HEAD && git status --short && lua tests/prompt.lua
    > [main abc0123] Revert "Read in blocks"
    > prompt: 3 passed
    say: Reverted. Restart your shell, the prompt should come back.
"""

import re
from collections.abc import Iterator

from sessionlens.graph.view import View
from sessionlens.model.facts import Conclusion, Reversion
from sessionlens.model.trace import Run
from sessionlens.model.verdict import Verdict
from sessionlens.model.words import Issue
from sessionlens.rules.base import Hit, at_fact, at_statement
from sessionlens.rules.index import Calls, Judged
from sessionlens.rules.signs import left_behind
from sessionlens.text.regex import regex

NUMBER = "R007"
ISSUE: Issue = "unverified-reversion"
HELP = "show that it is gone: git status, git diff or a hash of the file"


_HOPED = regex(
    r"\bshould\s+(?:now\s+|all\s+)?(?:come back|be back|work|be (?:fixed|fine|gone|ok|good|working)|go away|return|recover)\b", re.I
)
_BROKEN = regex(
    r"\b(?:broken|breaks?|broke|crash\w*|fail\w*|hang\w*|not work\w*|n['’]t work\w*|wrong|regress\w*|don['’]t see|nothing|slow\w*)\b", re.I
)
_UNDONE = regex(r"\b(?:revert|(?:back|tak|roll)\w* (?:fully |completely )?(?:out|back)\b|undone\b|withdrawn\b)", re.I)
_IN_PART = "only a part of the change"
_AGAINST = ("unsupported", "contradicted")
_FULLY = regex(r"(?:fully|completely|entirely|in full|altogether)\b")
_TRIES = frozenset(("test", "benchmark", "run", "profile"))
_HASHES = frozenset(("sha256sum", "sha1sum", "md5sum", "shasum", "md5", "b2sum", "cksum", "b3sum"))
_SHOWS = frozenset(("git", "diff", "cmp", "hg", "jj"))
_NEAR = 4


def find(view: View) -> Iterator[Hit]:
    yield from left_behind.still_listed(view)
    yield from left_behind.stands_elsewhere(view)
    partial = [r for r in view.reversions if r.partial and not r.restored]
    for conclusion, verdict in view.once(Judged).claims["state"]:
        if part_undone(conclusion, verdict):
            yield at_fact(conclusion, f"said to be taken back, and a part still stands: {verdict.derivation}", "medium")
        elif tree_differs(view, conclusion, verdict):
            yield at_fact(conclusion, f"said to be taken back: {verdict.derivation}", "medium")
        elif partial and not retold(view, conclusion) and _FULLY.search(conclusion.quote) and _UNDONE.search(conclusion.quote):
            of = next((r for r in reversed(partial) if 0 <= conclusion.msg - r.msg <= _NEAR), None)
            if of is not None:
                yield at_fact(conclusion, f"said to be taken back in full; msg {of.msg} took back a part of it", "medium", of.id)
    for conclusion, verdict in view.once(Judged).verdicts["contradicted"]:
        if verdict.claim != "state" and "no revert" in (verdict.derivation or "") and not retold(view, conclusion):
            yield at_fact(conclusion, f"said to be taken back, and nothing was: {verdict.derivation}", "medium")
    measured = [m.msg for m in view.measurements]
    for reversion in view.reversions:
        kind = reversion.text.partition(":")[0]
        if "worktree" in kind or kind == "rm" or reversion.restored:
            continue
        if not reversion.verified and reversion.of and any(m >= reversion.msg for m in measured) and not hashed(view, reversion):
            what = f"the change of msg {reversion.of_msg}" if reversion.of_msg is not None else "a change"
            part = "a part of " if reversion.partial else ""
            yield at_fact(reversion, f"{part}{what} was taken back and nothing showed that it was gone", "low", reversion.of)
        elif kind == "edit" and not reversion.verified and reversion.of and by_hand_alone(view, reversion):
            why = f"the change of msg {reversion.of_msg} was taken back by hand, and neither a diff nor a test was looked at after"
            yield at_fact(reversion, why, "low", reversion.of)
        elif not reversion.partial:
            yield from left_behind.still_in_force(view, reversion)
            yield from uncured(view, reversion)


def by_hand_alone(view: View, reversion: Reversion) -> bool:
    """Whether a reversion by edits is the last one of its turn, and what is left was neither compared nor tested before a person spoke."""
    if any(r.msg > reversion.msg and r.msg - reversion.msg <= _NEAR for r in view.reversions):
        return False
    names = files(reversion)
    for number, run in view.runs(reversion.msg):
        if any(reversion.msg < n <= number for n in view.of_people()):
            break
        if number > reversion.msg and (reads(run, names) or any(a.intent == "test" or a.command.tool in _SHOWS for a in run.actions)):
            return False
    return True


def hashed(view: View, reversion: Reversion) -> bool:
    """Whether a hash of one of its files was printed after it."""
    names = files(reversion)
    return any(
        a.command.argv[-1:] and a.command.argv[-1].endswith(names)
        for msg, run in view.once(Calls).of_tools(_HASHES)
        if msg >= reversion.msg
        for a in run.actions
        if a.command.tool in _HASHES
    )


def files(reversion: Reversion) -> tuple[str, ...]:
    """The names of the files that a reversion puts back, as its line gives them."""
    return tuple(f.rpartition("/")[2] for f in reversion.text.partition(": ")[2].partition(" (")[0].split(", "))


def reads(run: Run, names: tuple[str, ...]) -> bool:
    """Whether a call reads one of the files."""
    return run.call.kind == "read" and str(run.call.input.get("file_path") or run.call.input.get("path") or "").endswith(names)


def part_undone(conclusion: Conclusion, verdict: Verdict) -> bool:
    """Whether a change is said to be taken back of which the session shows that a part still stands."""
    partly = (
        ("partial-domain" in verdict.caveats or _IN_PART in verdict.derivation) and verdict.verdict in _AGAINST and bool(verdict.evidence)
    )
    return partly and _UNDONE.search(conclusion.quote) is not None


def tree_differs(view: View, conclusion: Conclusion, verdict: Verdict) -> bool:
    """Whether the tree is said to be as before right after a reversion, and `git status` shows that it is not."""
    differs = verdict.verdict == "contradicted" and "git status shows" in (verdict.derivation or "") and "again" in conclusion.quote
    return differs and any(0 <= conclusion.msg - r.msg <= _NEAR for r in view.reversions)


def retold(view: View, conclusion: Conclusion) -> bool:
    """Whether the words that say "in full" are a quotation, or taken back in the same sentence."""
    return any(mark in conclusion.quote for mark in ('"', "“", " wrong", " not ", "n't", "n’t"))


def uncured(view: View, reversion: Reversion) -> Iterator[Hit]:
    """The statement that a reported fault should be gone, where nothing was tried after the change was taken back for it."""
    asked = [n for n in range(reversion.msg - _NEAR, reversion.msg) if n in view.turns and view.turns[n].message.role == "user"]
    if not asked or not _BROKEN.search(view.turns[asked[-1]].message.text):
        return
    for number in range(reversion.msg, reversion.msg + _NEAR + 1):
        turn = view.turns.get(number)
        if turn is None or turn.message.role == "user" or (view.until is not None and number > view.until):
            return
        for said in turn.statements if "should" in turn.message.text else ():
            if number > reversion.msg and _HOPED.search(said.text):
                why = f"the change of msg {reversion.of_msg} was taken back because of msg {asked[-1]}; whether that cured it was not tried"
                yield at_statement(view, number, said, why)
                return
        if any(a.intent in _TRIES for run in turn.runs for a in run.actions):
            return
