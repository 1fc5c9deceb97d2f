"""Which files differ, by git's newest list: "only src/cache.go changed", "no untracked files are left", "the commit touches one file".

`git status --short`, `git diff --stat`, `git show --stat` and `--name-only` list them; an edit, a commit or a checkout after it ends what
a status shows, and nothing ends what a commit shows.

Example: " M src/index.go" refutes "only src/cache.go differs from HEAD"; "2 files changed, 71 insertions(+)" refutes "the commit touches
one file" and "the commit deletes lines".
"""

import re
from collections.abc import Callable, Iterator

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import COUNTS, word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.runs.suites import overtaken
from sessionlens.checks.values.judge import Judgement
from sessionlens.model.trace import Run
from sessionlens.text.regex import regex

WORDS = word_set("only nothing untracked uncommitted commit touches changes deletes")
_X = r"(?:the |in )?`?(?P<x>[\w@+./-]*[./][\w@+./-]*\w)`?"
_MOVED = (
    r"(?:differs?|(?:has |was |is )?(?:now )?(?:changed|modified|edited|touched|dirty)|(?:is |stays )?(?:left )?uncommitted)"
    r"(?: (?:from|against|since) (?:head|main|the (?:last )?commit|before))?"
)
_ONLY = regex(
    rf"(?:so |and |now )?(?:only {_X} {_MOVED}|nothing (?:but|except|besides|other than) {_X.replace('<x>', '<y>')} {_MOVED})", re.I
)
_UNTRACKED = regex(
    r"(?:there (?:is|are) )?(?P<no>no|still|some) untracked files?(?: (?:is|are))?(?: now)?(?: left| there| remain(?:ing)?)?"
    r"|nothing is (?:left )?untracked"
)
_DIRTY = regex(
    r"(?:the |my )?(?:working |work )?tree (?:has|still has|contains) (?:uncommitted|unstaged|local) (?:changes|edits)"
    r"|there are (?:still )?uncommitted changes"
)
_FILES = regex(rf"the commit (?:only )?(?:touches|changes|has) (?:only |just )?(?P<n>\d{{1,4}}|one|a single|{'|'.join(COUNTS)}) files?")
_TAKES = regex(
    r"the commit (?P<no>doesn['’]t |does not |never )?(?:deletes?|removes?|takes away) (?:no |any )?lines?|the commit only adds(?: lines)?"
)
_SHORT = regex(r"^([ MADRCU?!]{2}) (\S.*)$", re.M)
_STAT = regex(r"^ (\S+(?: => \S+)?) +\| +(?:\d+|Bin)", re.M)
_TOTAL = regex(r"^ ?(\d+) files? changed(?:, (\d+) insertions?\(\+\))?(?:, (\d+) deletions?\(-\))?", re.M)
_LATELY, _MOST, _LONGEST = 3, 12, 110


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """Supported or contradicted by the newest such list; None where there is none, or the clause is of another form."""
    if claim.cell or claim.words.isdisjoint(WORDS) or len(claim.text) > _LONGEST:
        return None
    text = claim.text.strip(" .!")
    low = text.lower()
    if (said := _ONLY.fullmatch(text)) is not None:
        return _only((said["x"] or said["y"]).lower(), claim, evidence)
    if (said := _UNTRACKED.fullmatch(low)) is not None:
        return _untracked(said["no"] in (None, "no"), claim, evidence)
    if _DIRTY.fullmatch(low):
        return _dirty(claim, evidence)
    if (said := _FILES.fullmatch(low)) is not None:
        n = int(said["n"]) if said["n"].isdigit() else COUNTS.get(said["n"], 1)
        return _commit(lambda total: int(total[1]) == n, claim, evidence)
    if (said := _TAKES.fullmatch(low)) is not None:
        none = bool(said["no"]) or " no " in low or "only" in low
        return _commit(lambda total: (not int(total[3] or 0)) == none, claim, evidence)
    return None


def _lists(claim: Claim, evidence: Evidence, runners: tuple[str, ...]) -> Iterator[tuple[int, Run]]:
    for place, (at, run) in enumerate(evidence.runs_before(claim.msg)):
        if claim.msg - at > _LATELY or place > _MOST:
            return
        if not run.call.cut and any(a.runner in runners and a.command.stages == 1 for a in run.actions):
            yield at, run


def _found(true: bool, at: int, text: str, claim: Claim, evidence: Evidence) -> Judgement | None:
    if overtaken(evidence, at, claim.msg) is not None:
        return None
    return Judgement("supported" if true else "contradicted", (), f"msg {at}: {text}", (at,))


def _only(name: str, claim: Claim, evidence: Evidence) -> Judgement | None:
    for at, run in _lists(claim, evidence, ("git status", "git diff")):
        output = run.call.output
        files = [path for state, path in _SHORT.findall(output) if state not in ("??", "!!")] or _STAT.findall(output)
        if not files:
            continue
        others = [f for f in files if not (f.lower() == name or f.lower().endswith("/" + name) or f.lower().startswith(name + "/"))]
        if others and len(others) == len(files) and len(files) > 1:
            return None
        return _found(not others, at, f"git lists {', '.join((others or files)[:4])}", claim, evidence)
    return None


def _untracked(none: bool, claim: Claim, evidence: Evidence) -> Judgement | None:
    for at, run in _lists(claim, evidence, ("git status",)):
        new = [path for state, path in _SHORT.findall(run.call.output) if state == "??"]
        if not new and not any(
            "-s" in a.command.argv or "--short" in a.command.argv or "--porcelain" in a.command.argv for a in run.actions
        ):
            return None
        return _found(bool(new) != none, at, f"git lists {', '.join(new[:4]) or 'no new file'}", claim, evidence)
    return None


def _settled_since(at: int, claim: Claim, evidence: Evidence) -> bool:
    """Whether a commit or a taking back came after a message."""
    return any(n > at for n, _ in evidence.runs_of(claim.msg, ("commit", "revert"), _MOST))


def _dirty(claim: Claim, evidence: Evidence) -> Judgement | None:
    for at, run in _lists(claim, evidence, ("git status",)):
        if _settled_since(at, claim, evidence):
            return None
        listed = [path for state, path in _SHORT.findall(run.call.output) if state not in ("??", "!!")]
        alone = not run.call.output.strip() or "nothing to commit" in run.call.output
        if not listed and not alone:
            return None
        return _found(bool(listed), at, f"git status lists {', '.join(listed[:4]) or 'nothing'}", claim, evidence)
    return None


def _commit(holds: Callable[[re.Match[str]], bool], claim: Claim, evidence: Evidence) -> Judgement | None:
    """By the newest list of what one commit has: its own reply, or `git show --stat`."""
    for at, run in _lists(claim, evidence, ("git commit", "git show", "git revert", "git cherry-pick")):
        totals = list(_TOTAL.finditer(run.call.output))
        if len(totals) != 1:
            continue
        return Judgement("supported" if holds(totals[0]) else "contradicted", (), f"msg {at}: {totals[0][0].strip()}", (at,))
    return None
