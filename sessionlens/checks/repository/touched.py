"""Which files a change has, by git's own list: "5 files touched", "README untouched", "the ring is completely undone".

`git diff --stat` ends in "6 files changed"; a file that it lists is changed. After an undo, a file that was edited together with what was
undone and that `git status` still calls modified is left over. See git-diff(1), git-status(1).

Example: with "docs/GUIDE.md | 2 +-" in the last diffstat, "the GUIDE is untouched" is not so.
"""

import re

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.evidence.repeats import NUMBERS
from sessionlens.checks.runs.suites import overtaken
from sessionlens.checks.values.judge import Judgement
from sessionlens.model.trace import Run
from sessionlens.text.regex import regex

_FILES = regex(
    rf"^(?P<n>{'|'.join(NUMBERS)}|\d{{1,4}}) files? (?:were |are )?(?:touched|changed|edited|modified|in the diff)\b"
    rf"|\b(?:touch(?:es|ed)?|chang(?:es|ed)|edit(?:s|ed)|modif(?:ies|ied)) (?P<m>{'|'.join(NUMBERS)}|\d{{1,4}}) files?\b$"
)
_SHORT = regex(r"^ ?(\d+) files? changed(?:, \d+ insertions?\(\+\))?(?:, \d+ deletions?\(-\))?$", re.M)
_STAT = regex(r"^ (?P<path>\S+) +\| +(?:\d+|Bin)\b", re.M)
_SAME = regex(
    r"^(?:the |and )?`?(?P<name>[\w./-]*\w)`?(?: file| itself)?(?: (?:is|was|stays?|remains?|were|left))?"
    r" (?:still )?(?:untouched|unchanged|unmodified|not touched)\b"
)
_UNDONE = r"\b(?:undone|reverted|rolled back|backed out)\b"
_ALL = r"\b(?:fully|completely|entirely|wholly|totally)\b"
_WHOLLY = regex(rf"{_ALL}.*{_UNDONE}|{_UNDONE}.*{_ALL}")
_MODIFIED = regex(r"^ ?M{1,2} +(\S+)$", re.M)
WORDS = word_set("files file untouched unchanged unmodified touched undone reverted backed rolled")
_LATELY = 2


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """Contradicted by the newest list of the last messages; None where there is none, or the clause says no such thing."""
    low = claim.low.rstrip(" .!")
    if (said := _FILES.search(low)) is not None:
        return _counted(said["n"] or said["m"], claim, evidence)
    if (same := _SAME.match(low)) is not None:
        return _listed(same["name"], claim, evidence)
    return _left(claim, evidence) if _WHOLLY.search(low) else None


def _diffs(claim: Claim, evidence: Evidence) -> list[tuple[int, Run]]:
    """The newest call with a diffstat, if nothing was edited since."""
    for at, run in evidence.runs_of(claim.msg, ("git",), 8):
        if claim.msg - at > _LATELY or overtaken(evidence, at, claim.msg) is not None:
            return []
        if "changed" in run.call.output and _SHORT.search(run.call.output):
            return [(at, run)]
    return []


def _counted(n: str, claim: Claim, evidence: Evidence) -> Judgement | None:
    said = NUMBERS[n] if n in NUMBERS else int(n)
    for at, run in _diffs(claim, evidence):
        found = {int(k) for k in _SHORT.findall(run.call.output)}
        if len(found) == 1:
            k = found.pop()
            return Judgement(
                "supported" if k == said else "contradicted", (), f"msg {at}: {k} files changed, claimed {said}", (at,), counted=True
            )
    return None


def _listed(name: str, claim: Claim, evidence: Evidence) -> Judgement | None:
    for at, run in _diffs(claim, evidence):
        for path in (m["path"] for m in _STAT.finditer(run.call.output)):
            last = path.rsplit("/", 1)[-1].lower()
            if name in (last, path.lower()) or (name == last.rsplit(".", 1)[0] and (len(name) > 5 or "readme" in name)):
                return Judgement("contradicted", (), f"msg {at}: the diff has {path}", (at,))
    return None


def _left(claim: Claim, evidence: Evidence) -> Judgement | None:
    """Files that were edited in the same message as what the last undo took back, and that the tree still calls modified."""
    for at, run in evidence.runs_of(claim.msg, ("git",), 4):
        if claim.msg - at > _LATELY or overtaken(evidence, at, claim.msg) is not None:
            return None
        back = {w for a in run.actions if a.intent == "revert" for w in a.command.argv[2:] if not w.startswith("-") and "." in w}
        modified = _MODIFIED.findall(run.call.output)
        if not back or not modified or not any("status" in a.command.argv[1:4] for a in run.actions):
            continue
        together = _together(back, at, evidence)
        left = [path for path in modified if path in together or any(t.endswith("/" + path) for t in together)]
        if left:
            return Judgement("contradicted", (), f"msg {at}: {left[0]}, edited together with {sorted(back)[0]}, is still modified", (at,))
    return None


def _together(back: set[str], msg: int, evidence: Evidence) -> set[str]:
    """The files of the last message that edited one of those taken back."""
    for change in reversed(evidence.changes):
        if change.msg < msg and any(f == b or f.endswith("/" + b) for f in change.files for b in back):
            return set(change.files) - back
    return set()
