"""Plain statements about a repository, against what git printed last: the branch, ahead or pushed, the head, lines in and
out, what is untracked.

Each form is a whole clause. Only the newest printing within a few messages counts, and none that a commit, an edit or a push came after.

Example: "Your branch is ahead of 'origin/fix' by 2 commits" refutes "the branch is 3 commits ahead" and "everything is pushed".
"""

import re
from collections.abc import Callable, Iterator

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import COUNTS, word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.values.judge import Judgement
from sessionlens.model.trace import Run
from sessionlens.text.regex import regex

_CUES = word_set(
    "committed commit commits branch ahead pushed push date head insertions insertion deletions deletion lines"
    " added removed untracked tracked modified changed"
)
_N = rf"(?P<n>\d{{1,6}}|one|{'|'.join(COUNTS)})"
_LEAD = r"(?:and |so |but |now |still )?"
_BRANCH = regex(
    rf"{_LEAD}(?:we are|i am|we're|i'm|the repo is|head is) (?:now |still )?on (?:the )?(?:branch )?`?(?P<name>[\w./-]+?)`?(?: branch)?"
)
_AHEAD = regex(rf"{_LEAD}(?:the |our |my )?(?:branch|`?[\w./-]+`?) is {_N} commits? (?P<way>ahead|behind)(?: of `?[\w./-]+`?)?")
_PUSHED = regex(
    rf"{_LEAD}(?:everything is pushed|all (?:is|commits are) pushed|nothing is left to push"
    r"|(?:the |our |my )?branch is (?:up[- ]to[- ]date|in sync|level) with `?[\w./-]+`?)"
)
_HEAD = regex(
    rf"{_LEAD}(?:head|the (?:last|newest|latest) commit) is (?:now |at )?`?(?P<hash>[0-9a-f]{{7,40}})`?"
    rf"|{_LEAD}`?(?P<top>[0-9a-f]{{7,40}})`? is (?:now )?(?:the (?:last|newest|latest) commit|head)"
)
_LINES = regex(
    rf"{_LEAD}(?:that is |in all |the diff (?:has|is) )?(?P<in>\d+) (?:lines? )?(?:added|insertions?|in)(?:,| and)? (?:and )?(?P<out>\d+)"
    r" (?:lines? )?(?:removed|deletions?|deleted|out)"
)
_UNTRACKED = regex(rf"{_LEAD}(?:{_N} files? (?:is|are) untracked|there (?:is|are) {_N.replace('?P<n>', '?P<m>')} untracked files?)")
_COMMITTED = regex(rf"{_LEAD}`?(?P<path>[\w./-]+\.\w+)`? is (?:now |already )?(?:committed|tracked)")
_ON = regex(r"^On branch (\S+)", re.M)
_BY = regex(r"Your branch is (ahead of|behind) '([^']+)' by (\d+) commit")
_LOG = regex(r"^(?:\* |commit )?([0-9a-f]{7,40})\b", re.M)
_STAT = regex(r"^ \d+ files? changed(?:, (\d+) insertions?\(\+\))?(?:, (\d+) deletions?\(-\))?", re.M)
_LATELY = 3
_CHANGING = ("edit", "write", "commit", "revert")


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """The contradiction of a plain statement; None for any other."""
    if claim.cell or claim.words.isdisjoint(_CUES) or len(claim.text) > 100:
        return None
    low = claim.low.rstrip(".! ")
    for pattern, against in _FORMS:
        said = pattern.fullmatch(low)
        if said is not None:
            for at, run in _printed(claim, evidence):
                found = against(said, run)
                if found:
                    return Judgement("contradicted", (), f"msg {at}: {found}", (at,))
                if found is not None:
                    return None
            return None
    return None


def _printed(claim: Claim, evidence: Evidence) -> Iterator[tuple[int, Run]]:
    """The newest calls of git, up to one that changed something."""
    for at, run in evidence.runs_before(claim.msg):
        if claim.msg - at > _LATELY:
            return
        tools = [a for a in run.actions if a.command.tool == "git"]
        if tools and run.call.output:
            yield at, run
        if run.call.kind in _CHANGING or any(a.intent in _CHANGING for a in run.actions):
            return


Found = str | None
"""What is printed against the clause, "" where it is borne out, None where it is not spoken of."""


def _branch(said: re.Match[str], run: Run) -> Found:
    on = _ON.search(run.call.output)
    if on is None:
        return None
    return "" if said["name"] in (on[1].lower(), "it", "this", "that", "a", "the") else f"On branch {on[1]}"


def _ahead(said: re.Match[str], run: Run) -> Found:
    by = _BY.search(run.call.output)
    if by is None:
        return None
    n = int(said["n"]) if said["n"].isdigit() else COUNTS.get(said["n"], 1)
    return "" if n == int(by[3]) and by[1].startswith(said["way"]) else by[0]


def _pushed(said: re.Match[str], run: Run) -> Found:
    by = _BY.search(run.call.output)
    if by is not None:
        return by[0] if by[1] == "ahead of" or "date" in said[0] else ""
    return "" if "Your branch is up to date" in run.call.output else None


def _head(said: re.Match[str], run: Run) -> Found:
    logs = [a for a in run.actions if a.command.tool == "git" and "log" in a.command.argv[1:3]]
    hashes = _LOG.findall(run.call.output) if len(logs) == 1 and len(logs[0].command.argv) < 7 else []
    if not hashes or any(".." in w and not w.endswith(("..", "..HEAD")) for w in logs[0].command.argv):
        return None
    name = said["hash"] or said["top"]
    same = [i for i, h in enumerate(hashes) if h.startswith(name) or name.startswith(h)]
    return None if not same else "" if 0 in same else f"{hashes[0]} stands first, {name} below it"


def _lines(said: re.Match[str], run: Run) -> Found:
    stats = [(int(a or 0), int(b or 0)) for a, b in _STAT.findall(run.call.output)]
    if len(stats) != 1:
        return None
    return "" if stats[0] == (int(said["in"]), int(said["out"])) else f"{stats[0][0]} insertions, {stats[0][1]} deletions"


def _untracked(said: re.Match[str], run: Run) -> Found:
    n = said["n"] or said["m"]
    count = int(n) if n.isdigit() else COUNTS.get(n, 1)
    found = len(re.findall(r"^\?\? ", run.call.output, re.M))
    return None if not found else "" if found == count else f"{found} untracked"


def _committed(said: re.Match[str], run: Run) -> Found:
    for line in run.call.output.splitlines():
        if line[:3] == "?? " and line[3:].strip().lower().endswith(said["path"]):
            return line.strip()
    return None


_FORMS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str], Run], Found]], ...] = (
    (_BRANCH, _branch), (_AHEAD, _ahead), (_PUSHED, _pushed), (_HEAD, _head), (_LINES, _lines),
    (_UNTRACKED, _untracked), (_COMMITTED, _committed),
)  # fmt: skip
