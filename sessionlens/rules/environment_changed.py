"""What surrounds the investigation changed while it ran: a value of an untouched part moved, the branch, a commit or a tool is another.

Numbers from before and after cannot be compared until the reason is known. What the session did itself (a checkout, a rebase, an
installation) is no change of the environment.

Fires:

    say: Both variants.
    $ python3 job.py one.db; python3 job.py two.db
    > load 6.4 ms, store 41.0 ms
    > load 6.9 ms, store 42.5 ms
    say: Both load alike. Storing is at 41 ms now in either, it was 9 ms an hour ago.

Fires:

    say: Commit the fix.
    $ git commit -qam "fix: read the list backwards" && git log --oneline -2
    > c0ffee1 fix: read the list backwards
    > 1234abc feat: stack
    $ git commit -am "fix: walk"
    > [next c0ffee1] fix: read the list backwards
    >  2 files changed, 8 insertions(+), 3 deletions(-)
    user: CI fails.
    say: Where are we?
    $ git status && git log --oneline -2
    > On branch next
    > beef0042 fix: read the list backwards
    > 1234abcd feat: stack

Fires:

    say: What is the state?
    $ git status
    > On branch parser-rewrite
    > nothing to commit, working tree clean
    user: It happened again.
    say: Look again.
    $ git status
    > On branch main
    > nothing to commit, working tree clean

Quiet:

    say: What is the state?
    $ git status
    > On branch parser-rewrite
    > nothing to commit, working tree clean
    say: Go to main.
    $ git checkout -q main && git status
    > On branch main
    > nothing to commit, working tree clean

Quiet:

    say: Measure both.
    $ ./bench old; ./bench new
    > old: 8.43 ms
    > new: 9.88 ms
    say: The new one is at 9.88 ms now, the old one was at 8.43 ms before.

Quiet:

    say: Measure it with the fix.
    $ ./bench old; ./bench new
    > old: 31.0 ms
    > new: 12.0 ms
    say: The new reader takes 12.0 ms now, the old one took 31.0 ms before. Since the fix it is at 12.0 ms, it was at 31.0 ms earlier.
"""

import re
from collections.abc import Iterator

from sessionlens.graph.view import View
from sessionlens.model.trace import Action, Run
from sessionlens.model.words import Issue
from sessionlens.rules.base import Hit, at_run, at_statement, shorten
from sessionlens.rules.index import Calls
from sessionlens.rules.signs import drift
from sessionlens.rules.signs.cause_forms import BUSY
from sessionlens.text.regex import regex

NUMBER = "R015"
ISSUE: Issue = "environment-changed"
HELP = "find out what changed and measure both sides again in one state, alternating"
_MADE = regex(r"^\[(\S+)(?: \(root-commit\))? ([0-9a-f]{7,40})\] (.+)$", re.M)
_ON_BRANCH = regex(r"^On branch (\S+)$", re.M)
_SIDE_BY_SIDE = regex(r"\b(?:side by side|interleaved|alternat(?:ing|ed|ely)|in turn)\b", re.I)
_SOON = 5
_VCS = frozenset(("git", "gh", "jj"))
_MOVES_HEAD = frozenset(
    "checkout switch rebase reset cherry-pick pull merge am filter-branch filter-repo stash bisect clone init".split()  # noqa: SIM905
)
_MOVING = regex("|".join(map(re.escape, sorted({*_MOVES_HEAD, "amend", "branch"}))))


def find(view: View) -> Iterator[Hit]:
    for msg, said, _ in view.once(drift.drifts):
        if _SIDE_BY_SIDE.search(view.message(msg).text):
            continue  # what is concluded rests on runs in one state
        if any(msg <= n <= msg + _SOON for n, _ in view.once(Calls).of_tools(BUSY)):
            continue  # what else ran was looked at soon after
        why = f"{shorten(said.text, 70)!r}: a part that nobody touched, and neither the load nor the tools were looked at for the reason"
        yield at_statement(view, msg, said, why)
    yield from git_state(view)


def moves_head(action: Action) -> bool:
    """Whether the session itself puts another commit or branch in place."""
    words = action.command.argv
    return words[0] in _VCS and (
        not _MOVES_HEAD.isdisjoint(words[1:5]) or "--amend" in words or ("branch" in words and bool({"-m", "-M", "-f"} & set(words)))
    )


def git_state(view: View) -> Iterator[Hit]:
    """Commits that were rewritten and branches that were changed by somebody else."""
    made: dict[str, tuple[str, int]] = {}
    branches: dict[str, tuple[str, int]] = {}
    here = view.session.cwd or "."
    calls = view.once(Calls)
    for msg, run in calls.runs if "git" in calls.tools else ():
        command, output = run.call.command or "", run.call.output
        if "cd " in command:
            branches.clear()  # where later calls run is not known
        if "git" not in command:
            continue
        if (made or branches) and _MOVING.search(command) and any(moves_head(a) for a in run.actions if a.command.tool in _VCS):
            made.clear()
            branches.clear()
        now = _ON_BRANCH.search(output) if "On branch " in output and "git -C" not in command and run.actions else None
        if now:
            place = run.actions[0].command.cwd or run.call.cwd or here
            before = branches.get(place)
            if before and before[0] != now[1]:
                why = f"the branch was {before[0]} at msg {before[1]} and is {now[1]} here; the session did not change it"
                yield at_run(view, msg, run, why, "medium")
            branches[place] = (now[1], msg)
        if "worktree list" in command:
            branches |= {path: (name, msg) for path, name in _WORKTREE.findall(output) if path == (run.call.cwd or here)}
        hit = rewritten(view, msg, run, made) if made and "git log" in command else None
        if hit:
            yield hit
            made.clear()
        if "] " in output and "commit" in command:
            made |= {subject.strip(): (digest, msg) for _, digest, subject in _MADE.findall(output)}


_WORKTREE = regex(r"^(\S+) +[0-9a-f]{7,40} \[(\S+)\]$", re.M)
_LOGGED = regex(r"^\*?\s*([0-9a-f]{7,40}) (?:\([^)]*\) )?(.+)$", re.M)


def rewritten(view: View, msg: int, run: Run, made: dict[str, tuple[str, int]]) -> Hit | None:
    """A log in which a commit of this session has another hash."""
    logged = {subject.strip(): digest for digest, subject in reversed(_LOGGED.findall(run.call.output))}
    for subject, (digest, when) in made.items():
        there = logged.get(subject)
        if there is not None and there[:7] != digest[:7] and digest[:7] not in run.call.output:
            why = f"the commit of msg {when} was {digest[:8]} and is {there[:8]} here: history was rewritten, not by this session"
            return at_run(view, msg, run, why, "high")
    return None
