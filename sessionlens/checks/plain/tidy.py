"""Whether the tree is clean, as before, or has nothing left of something, against what git printed last.

Only the newest `git status` counts that no edit, commit or checkout came after. Lines of tracked files refute that all is committed,
undone or as it was; an untracked file refutes "clean" too, and "nothing of it is left" where the session made that file. A `git revert`
after which the log's top is still no revert has undone nothing.

Example: after `git status --short` printed " M src/b.py", "the tree is exactly 3fa9c21 again" is not so.
"""

import re
from collections.abc import Iterator

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.values.judge import Judgement
from sessionlens.model.trace import Action, Run
from sessionlens.text.regex import regex

WORDS = word_set(
    "clean dirty uncommitted committed unstaged undone reverted restored untouched untracked left leftover leftovers trace traces again"
    " before changes rolled backed empty pristine"
)
_TREE = r"(?:working |work |source )?(?:tree|copy|directory|worktree|checkout|repo|repository)"
_NOW = r"(?:is|are|stands?|sits?)(?: (?:now|again|still|really|completely|fully|all))?"
_BUT = regex(
    r"\b(?:but for|but|except|apart from|other than|aside from|besides|only|once|when|until|unless|if|should|would|will|must|has to"
    r"|to be|was|were|not|isn|doesn|need|needs|why|branch|other)\b"
)
_CLEAN = regex(
    rf"\b{_TREE} (?:{_NOW} )?(?:clean|pristine)\b|\bclean {_TREE}\b|\bgit status {_NOW} (?:clean|empty)\b|\b(?:no untracked files?"
    r"|nothing) (?:is |are )?(?:left )?(?:untracked|unclean)\b"
)
_COMMITTED = regex(
    r"\b(?:everything|all of it|all (?:the |my |our )?(?:changes|edits|files)|it all) (?:is|are) (?:now |all )?(?:committed|in git)\b"
    r"|\bnothing (?:is |was )?(?:left )?uncommitted\b|\bno (?:local |more |uncommitted |unstaged |pending )+changes\b"
)
_BACK = regex(
    rf"(?<!rest of the )\b{_TREE} {_NOW} (?:(?:exactly|precisely) (?:as|at|on|what|[0-9a-f]{{7}})|as (?:it was )?(?:before|committed)\b"
    r"|back (?:at|to|where)\b|where it was\b|[0-9a-f]{7,40} again\b|untouched|unchanged)"
    r"|\b(?:everything|all of it|all (?:the |my |our )?(?:changes|edits|experiments)) (?:is|are|has been|have been) (?:now )?"
    r"(?:reverted|undone|backed out|rolled back|restored)\b"
)
_NOTHING = regex(
    r"\b(?:nothing|none|no trace|no traces)(?: (?:of|from) [^,;]{1,40})?(?: (?:is|are|was|remains?|stays?))?(?: now)?(?: left| remaining"
    rf"| remains?)\b|\bnothing left(?: over)?\b|\ball (?:\w+ )?(?:experiments|leftovers) (?:is|are) (?:out of|gone from) the {_TREE}\b"
)
_MADE = (
    r"(?:changes?|edits?|experiments?|patch(?:es)?|hacks?|files?|leftovers?|attempts?|trials?|scaffolding|instrumentation|prints?"
    r"|print statements?|logging|debug\w*|work|tries|probes?|scratch\w*)"
)
"""What an investigation leaves in a tree."""
_OF_TREE = regex(rf"\b{_TREE}\b|\bof (?:it|them|that|this|(?:these|those|the|my|our)(?: [\w-]+){{0,2}}? {_MADE})\b|\bleft over\b")
_LEFTOVER = regex(r"\bof (?:it|them|that|this|these|those|the \w+)\b")
_DIRTY = regex(
    rf"\b{_TREE} is (?:now |still )?(?:dirty|not clean)\b|\bthere are (?:still |some )*(?:uncommitted|unstaged|pending|local) changes\b"
    r"|\bsomething is uncommitted\b"
)
_UNDONE = regex(
    r"\b(?:is|was|has been|are)? ?(?:now |completely |fully |entirely |cleanly )*(?:reverted|undone|rolled back|backed out)\b"
    r"|\brevert(?:ed)? (?:went|is) (?:through|in)\b"
)
_HASH = regex(r"\b(?=[a-f]*\d)[0-9a-f]{7,40}\b")
_SHORT = regex(r"^(?:[ MADRCU]{2}|\?\?) (\S.*)$", re.M)
_LONG = regex(r"^\s+(?:modified|new file|deleted|renamed): +(\S.*)$", re.M)
_NO_CHANGES = "nothing to commit"
_LOGGED = regex(r"^(?:\* |commit )?(?=[a-f]*\d)([0-9a-f]{7,40})\b(.*)$", re.M)
_CHANGING = ("edit", "write", "commit", "revert")
_MOVING = ("checkout", "restore", "reset", "stash", "add", "rm", "clean", "commit", "revert", "apply", "merge", "pull", "switch")
_LATELY, _UNDONE_BACK = 3, 10
_LONGEST = 160


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """The contradiction of what a clause says of the tree; None where it says nothing of it, or git has not been asked since."""
    if claim.cell or claim.words.isdisjoint(WORDS) or len(claim.text) > _LONGEST:
        return None
    low = claim.low
    if _DIRTY.search(low) and not re.search(r"\b(?:if|when|once|no longer|was|were)\b", low):
        return _against(claim, evidence, dirty=True)
    if _BUT.search(low) and not _NOTHING.search(low):
        return None
    if _UNDONE.search(low) and (kept := _unreverted(claim, evidence)) is not None:
        return kept
    nothing = _NOTHING.search(low) is not None and _OF_TREE.search(low) is not None and not re.search(r"\b(?:to do|but|except)\b", low)
    nothing = nothing and (_LEFTOVER.search(low) is None or _undid(claim, evidence))
    clean = _CLEAN.search(low) is not None
    if clean or nothing or _COMMITTED.search(low) or _BACK.search(low):
        return _against(claim, evidence, untracked=clean or nothing, made=nothing and not clean)
    return None


def _undid(claim: Claim, evidence: Evidence) -> bool:
    """Whether something was taken back shortly before, of which nothing can be left."""
    for at, run in evidence.runs_before(claim.msg):
        if claim.msg - at > _UNDONE_BACK:
            return False
        if any(a.intent == "revert" or a.command.tool == "rm" or _takes_back(a) for a in run.actions):
            return True
    return False


def _takes_back(action: Action) -> bool:
    return action.command.tool == "git" and not frozenset(action.command.argv[1:3]).isdisjoint(("checkout", "restore", "reset", "revert"))


def _against(claim: Claim, evidence: Evidence, *, untracked: bool = False, made: bool = False, dirty: bool = False) -> Judgement | None:
    for at, run in _asked(claim, evidence):
        output = run.call.output
        tracked = [m[1] for m in _SHORT.finditer(output) if not m[0].startswith("??")] + _LONG.findall(output)
        new = [m[1] for m in _SHORT.finditer(output) if m[0].startswith("??")]
        if dirty:
            clean = not tracked and not new and (_NO_CHANGES in output or not output.strip())
            return Judgement("contradicted", (), f"msg {at}: git status shows no changes", (at,)) if clean else None
        if made:
            new = [path for path in new if _made(path, at, evidence)]
        found = tracked + (new if untracked else [])
        if found:
            return Judgement("contradicted", (), f"msg {at}: git status shows changes ({found[0].strip()[:60]})", (at,))
        return None
    return None


def _asked(claim: Claim, evidence: Evidence) -> Iterator[tuple[int, Run]]:
    """The newest call whose last word on the tree is a `git status` that was printed whole; none where something changed it later."""
    for at, run in evidence.runs_before(claim.msg):
        if claim.msg - at > _LATELY:
            return
        status = [i for i, a in enumerate(run.actions) if a.command.tool == "git" and "status" in a.command.argv[1:4]]
        last = status[-1] if status else -1
        if status and run.actions[last].command.stages == 1 and not run.call.cut and not any(map(_changes, run.actions[last + 1 :])):
            yield at, run
            return
        if run.call.kind in _CHANGING or any(map(_changes, run.actions)):
            return


def _changes(action: Action) -> bool:
    command = action.command
    return action.intent in _CHANGING or (command.tool == "git" and not frozenset(command.argv[1:3]).isdisjoint(_MOVING))


def _made(path: str, at: int, evidence: Evidence) -> bool:
    """Whether a command or an edit of the session wrote the untracked file."""
    name = path.rstrip("/").rpartition("/")[2].strip('"')
    for msg, run in evidence.runs[: evidence.runs_until(at + 1)]:
        if any(e.path.endswith(name) for e in run.call.edits) or (
            run.call.command and re.search(rf"(?:>|>>|cp .*|mv .*|tee|-o) ?\S*{re.escape(name)}", run.call.command)
        ):
            return msg <= at
    return False


def _unreverted(claim: Claim, evidence: Evidence) -> Judgement | None:
    """A `git revert` in whose call, or the next, the log still begins with another commit."""
    for at, run in evidence.runs_of(claim.msg, ("git",), 6):
        if claim.msg - at > _LATELY:
            return None
        tools = [a.command for a in run.actions if a.command.tool == "git"]
        reverts = [i for i, c in enumerate(tools) if "revert" in c.argv[1:3]]
        if not reverts:
            continue
        later = tools[reverts[-1] + 1 :]
        if any(w in c.argv for c in tools for w in ("-n", "--no-commit", "--abort")) or not any("log" in c.argv[1:3] for c in later):
            return None
        listed = _LOGGED.findall(run.call.output)
        if not listed or "revert" in run.call.output.lower() or any(".." in w for c in later for w in c.argv):
            return None
        named = _HASH.search(claim.low)
        if named is not None and not (listed[0][0].startswith(named[0]) or named[0].startswith(listed[0][0])):
            return None
        return Judgement("contradicted", (), f"msg {at}: the log still begins with {listed[0][0]}{listed[0][1][:40]}, no revert", (at,))
    return None
