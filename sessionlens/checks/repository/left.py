"""What git still lists though nothing is said to be left: "the diff is empty", "both worktrees are gone".

By the newest call of the last messages that asked git for just that; see git-status(1), git-diff(1), git-worktree(1).

Example: after `git worktree list` printed two, "both worktrees are gone" is not so.
"""

import re

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.values.judge import Judgement
from sessionlens.model.trace import Run
from sessionlens.text.regex import regex

WORDS = word_set("diff worktrees worktree reverted undone")
_EMPTY = regex(r"\bdiff (?:is|stays|comes out) (?:now |still )?empty\b|\bempty diff\b|\bno diff (?:left|remains)\b")
_BACK = regex(
    r"^(?:everything|all of it|all changes|all edits) (?:is|are|has been|have been) (?:now )?(?:reverted|undone|backed out|rolled back)\b"
)
_GONE = regex(r"\b(?:both|all|the|extra|other) (?:\w+ )?worktrees (?:are |were |have been )?(?:now )?(?:gone|removed|deleted)\b")
_TREE = regex(r"^(/\S+) +[0-9a-f]{7,40} \S.*$", re.M)
_STAT = regex(r"^ ?\d+ files? changed\b.*$", re.M)
_LATELY = 2


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """Contradicted by what the call lists; None where it lists nothing, or the clause says no such thing."""
    low = claim.low.rstrip(" .!")
    if claim.cell:
        return None
    if _EMPTY.search(low) or _BACK.search(low):
        return _listed("diff", _STAT, 1, claim, evidence)
    return _listed("worktree", _TREE, 2, claim, evidence) if _GONE.search(low) else None


def _listed(what: str, lines: re.Pattern[str], least: int, claim: Claim, evidence: Evidence) -> Judgement | None:
    for at, run in evidence.runs_of(claim.msg, ("git",), 6):
        if claim.msg - at > _LATELY:
            return None
        if not _asked(what, run) or run.call.cut:
            continue
        found = lines.findall(run.call.output)
        if len(found) >= least:
            return Judgement("contradicted", (), f"msg {at}: git {what} still has {str(found[-1]).strip()[:60]}", (at,))
        return None
    return None


def _asked(what: str, run: Run) -> bool:
    """Whether the last git command of a call is the only one that lists these, and of the whole tree."""
    own = [a.command for a in run.actions if a.command.tool == "git"]
    if not own or what not in own[-1].argv[1:4] or own[-1].stages > 1 or sum(what in c.argv[1:4] for c in own) > 1:
        return False
    return what != "diff" or ("--stat" in own[-1].argv and all(w.startswith("-") or w == "diff" for w in own[-1].argv[1:]))
