"""Whether a named thing is there: "`spike` still exists", "the role `billing` does not exist", "the branch is gone".

By the newest lines that have its name: all of them say that it went or was not found, or a listing has it.

Example: "Deleted branch spike (was 77ac1b0)." refutes "`spike` still exists".
"""

import re

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.runs.suites import overtaken
from sessionlens.checks.values.judge import Judgement
from sessionlens.model.trace import Action
from sessionlens.text.regex import regex

WORDS = word_set("exist exists gone deleted dropped removed there")
_NOT = r"(?: not|n['\u2019]t)"
_SAID = regex(
    r"(?:[Tt]he )?(?:[a-z]+ )??`?(?P<x>[A-Za-z0-9_.][\w./:@-]+)`?"
    rf" (?:(?P<no>(?:does|do|did){_NOT} exist|no longer exists|(?:is|was) (?:now )?(?:gone|deleted|dropped|removed))"
    r"|(?:still |now |already )?exists?|is still there)(?: any ?more| there| here)?"
)
_WENT = regex(r"(?i)\b(?:deleted|dropped|removed|destroyed|does not exist|doesn't exist|no such|not found|unknown)\b")
_LISTERS = frozenset(
    ("cat", "ls", "tree", "unzip", "tar", "find", "zipinfo", "git branch", "git tag", "git stash list", "git worktree list", "docker ps",
     "kubectl get", "docker images", "npm ls")
)  # fmt: skip
_LATELY, _MOST, _LONGEST, _LONG = 2, 16, 80, 40_000


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """Supported or contradicted by the newest call whose lines have the name; None where none says either, or both are said."""
    if claim.cell or claim.quantities or claim.words.isdisjoint(WORDS) or len(claim.text) > _LONGEST:
        return None
    said = _SAID.fullmatch(claim.text.strip(" .!"))
    if said is None:
        return None
    name = re.compile(rf"(?<![\w./-]){re.escape(said['x'])}(?![\w-]|[./]\w)", re.I)
    for place, (at, run) in enumerate(evidence.runs_before(claim.msg)):
        if claim.msg - at > _LATELY or place > _MOST:
            return None
        if run.call.kind != "shell" or run.call.cut or len(run.call.output) > _LONG:
            continue
        lines = [t for t in run.call.output.split("\n") if name.search(t)]
        if not lines:
            continue
        went = [t for t in lines if _WENT.search(t)]
        if (went and len(went) < len(lines)) or (not went and not any(map(_lists, run.actions))):
            return None
        if overtaken(evidence, at, claim.msg) is not None:
            return None
        text = f"msg {at}: {' '.join((went or lines)[-1].split())[:80]}"
        return Judgement("supported" if bool(went) == bool(said["no"]) else "contradicted", (), text, (at,))
    return None


def _lists(action: Action) -> bool:
    return action.command.tool in _LISTERS or action.runner in _LISTERS
