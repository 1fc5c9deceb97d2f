"""What `git status` and its kin show of a working tree: "on `trunk` with no local changes", "the only modified paths are the two parsers".

The branch stands in `## trunk...origin/trunk`, `On branch trunk` or what `git branch --show-current` prints; the paths are the lines of the
short form, of `git diff --name-only` and of a diffstat. See git-status(1), git-diff(1), git-worktree(1).
"""

import re
from typing import NamedTuple

from sessionlens import commands
from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import STOP, content, tokens, word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.evidence.postings import ROOTS
from sessionlens.checks.evidence.repeats import NUMBERS
from sessionlens.checks.runs.suites import overtaken
from sessionlens.checks.shown import lacking
from sessionlens.checks.values.judge import Judgement
from sessionlens.model.trace import Action, Run
from sessionlens.text.regex import regex

WORDS = word_set(
    "with on branch main master checkout changes clean only untracked ignored landed local worktree worktrees status modified changed"
    " touched"
)
_ON = regex(
    r"\b(?:checkout|repo(?:sitory)?|clone|worktree|working (?:tree|copy|directory)|head|we|i|you)\b[^,;`]{0,20}?"
    r"(?:\b(?:is|am|are|still|now)|['’](?:re|m)) on (?:the )?(?:branch )?`?(?P<branch>[\w./-]*\w)`?(?: branch)?"
    r"(?P<rest>,? (?:with|and has|and there are|has) (?:no|zero) (?:local |uncommitted |other )*(?:changes|modifications)|,?"
    r" (?:and|with) (?:is |a )?clean(?: tree)?)?$"
    r"|\b(?:current|checked[- ]out) branch is `?(?P<current>[\w./-]*\w)`?$"
)
_SYNC = regex(
    r"\b(?:is|are) (?:now |still |already |fully )*(?:in sync|up to date|up-to-date|level|even) with (?:the remote"
    r"|(?:`?(?P<remote>[\w-]+/[\w./-]*\w)`?))(?: now)?$"
)
_IN_SYNC = regex(
    r"^## (?P<local>[\w./-]+?)\.\.\.(?P<remote>[\w./-]+)(?P<apart> \[[^\]]+\])?$|Your branch is up to date with"
    r" '(?P<said>[\w./-]+)'",
    re.M,
)
_EXCEPT = regex(
    r"\b(?:status|tree|checkout|worktree|repo(?:sitory)?|diff)\b[^,;]{0,20}\bclean,? (?:aside from|apart from|except(?: for)?"
    r"|other than|but for|besides) (?P<what>.+)$"
)
_ONLY = regex(
    r"\bonly (?:modified|changed|touched|dirty|edited|uncommitted) (?:paths?|files?|changes?)\b[^,;]{0,12}?\b(?:is|are|were) (?P<what>.+)$"
    r"|\bonly (?P<which>.+?) (?:(?:is|are|was|were|has been|have been) )?(?:modified|changed|touched|edited|dirty)$"
    r"|\b(?:tree|checkout|status|diff) (?:now |still )?(?:contains?|has|shows?|lists?|touches) only (?P<held>.+?)"
    r"(?: (?:from|of|for) (?:this|my|the) (?:change|patch|fix|commit|work))?$"
)
_NOTHING = regex(
    r"^(?:and )?nothing (?P<what>untracked(?: (?:or|and|nor) ignored)?|ignored)(?: (?:files? )?(?:is |was )?(?:left|there"
    r"|remains?|behind))*$"
)
_WORKTREE = regex(r"\bonly\b.{0,40}\bworktree\b(?: (?:is|remains?|left|there))*$|^(?:the )?(?:extra |other )?worktrees? (?:is|are) gone$")
_LOCAL = regex(
    r"^(?:so )?(?:the |my |this |that )?(?:\w+ )?(?:patch|fix|change|edit|work|commit)s? (?:is|are) (?P<how>(?:still |only "
    r"|just )*)local(?: only)?"
    r"(?P<where> (?:at this point|for now|so far|in (?:the|my) [\w ]{3,30}|here))?$"
)
_LANDED = regex(
    r"^(?:yes|ok|done)?,? ?(?:it|this|that|the (?:patch|fix|change|commit))(?:['’]s| is| has)(?: now| already)? landed(?: now)?$"
)
_TRUNK = regex(r"(?<![\w/-])(?:main|master|trunk|develop)(?![\w/-])")
_PATHS = regex(
    r"^(?:[ MADRCU?!]{2} \"?(?P<short>\S.*?)\"?|\s+(?:modified|new file|deleted): +(?P<long>\S+)| (?P<stat>\S+) +\| +(?:\d|Bin).*)$", re.M
)
_NAMES = regex(r"^(?P<name>[\w.][\w./-]*)$", re.M)
_BRANCH = regex(r"^(?:## (?P<short>[\w/-]+(?:\.[\w/-]+)*)(?:\.\.\.|$| )|On branch (?P<long>\S+))", re.M)
_PLAIN = word_set(
    "intended expected file files path paths two three four five six seven eight nine ten touched modified changed local mine new"
)


class Tree(NamedTuple):
    """What one call shows: `paths` is None where it lists none of them, `branch` empty where it names none."""

    msg: int
    what: str
    branch: str
    paths: list[str] | None


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """By the newest call that shows the tree, if nothing was edited since; None where the clause says no such thing."""
    low = claim.low.rstrip(" .!")
    words = claim.words
    if "nothing" in words and _NOTHING.match(low):
        return _nothing(low, claim, evidence)
    if claim.negated and "no" not in words:
        return None
    if (match := _ON.search(low)) is not None:
        return _on(match["branch"] or match["current"], bool(match["branch"] and match["rest"]), claim, evidence)
    if "with" in words and (match := _SYNC.search(low)) is not None:
        return _synced(match["remote"] or "", claim, evidence)
    if "worktree" in low and _WORKTREE.search(low):
        return _worktree(claim, evidence)
    if "local" in words and (match := _LOCAL.match(low)) is not None and (match["how"] or match["where"] or "only" in words):
        return _unpushed(claim, evidence)
    if "landed" in words and _LANDED.match(low):
        return _landed(claim, evidence)
    if (match := _EXCEPT.search(low)) is not None:
        return _listed(match["what"], claim, evidence)
    if "only" in words and (match := _ONLY.search(low)) is not None:
        return _listed(match["what"] or match["which"] or match["held"], claim, evidence)
    return None


def _shown(claim: Claim, evidence: Evidence, *, branch: bool = False) -> Tree | None:
    """The newest call of the last messages that shows the paths, or the branch where that is asked for."""
    for at, run in evidence.runs_of(claim.msg, ("git",), 20):
        if claim.msg - at > 3 or (not branch and overtaken(evidence, at, claim.msg) is not None):
            return None
        if branch and any(a.command.tool == "git" and a.command.argv[1:2] in (("checkout",), ("switch",)) for a in run.actions):
            return None
        if (tree := _read(at, run)) is not None and (tree.branch if branch else tree.paths is not None):
            return tree
    return None


def _read(at: int, run: Run) -> Tree | None:
    if run.call.exit_code not in (0, None) or run.call.status == "error" or run.call.cut or "fatal:" in run.call.output:
        return None
    output, own = run.call.output, [a for a in run.actions if a.command.tool == "git" and a.command.stages == 1]
    status = next((a for a in own if "status" in a.command.argv[1:4]), None)
    names = next(
        (a for a in own if "diff" in a.command.argv[1:4] and ("--name-only" in a.command.argv or "--stat" in a.command.argv)), None
    )
    current = next((a for a in own if "--show-current" in a.command.argv or "--abbrev-ref" in a.command.argv), None)
    if status is names is current is None:
        return None
    if ("## " in output or "On branch " in output) and (named := _BRANCH.search(output)) is not None:
        on = named["short"] or named["long"]
    else:
        on = output.strip().split("\n", 1)[0] if current is not None and current is run.actions[0] else ""
    paths = None
    whole = status is not None and len(status.command.argv) <= 5 and not any(not w.startswith("-") for w in status.command.argv[2:])
    if status is not None and whole:
        paths = [m["short"] or m["long"] for m in _PATHS.finditer(output) if not m["stat"]]
    elif names is not None and not any("." in w and not w.startswith("-") for w in names.command.argv[2:]):
        paths = _NAMES.findall(output) if "--name-only" in names.command.argv else [m["stat"] for m in _PATHS.finditer(output) if m["stat"]]
        paths = [p for p in paths if "/" in p or "." in p]
    if paths is None and not on:
        return None
    action = status or names or current
    return Tree(at, action.command.text[:60] if action else "", on, None if paths is None else list(dict.fromkeys(paths)))


def _on(branch: str, clean: bool, claim: Claim, evidence: Evidence) -> Judgement | None:
    tree = _shown(claim, evidence, branch=True)
    if tree is None or tree.branch.lower() != branch:
        return None
    if not clean:
        return Judgement("supported", (), f"msg {tree.msg}: `{tree.what}` shows {tree.branch}", (tree.msg,))
    if tree.paths is None or tree.paths or overtaken(evidence, tree.msg, claim.msg) is not None:
        return None
    return Judgement("supported", (), f"msg {tree.msg}: `{tree.what}` shows {tree.branch} and no change", (tree.msg,))


def _synced(remote: str, claim: Claim, evidence: Evidence) -> Judgement | None:
    """`git status` names the branch that it follows, and no difference from it."""
    for at, run in evidence.runs_of(claim.msg, ("git",), 10):
        if claim.msg - at > 3:
            return None
        for match in _IN_SYNC.finditer(run.call.output) if "origin" in run.call.output or "..." in run.call.output else ():
            named = match["remote"] or match["said"]
            if match["apart"] or (remote and named.lower() != remote):
                return None
            return Judgement("supported", (), f"msg {at} prints {match[0][:80]}", (at,))
        if any(a.intent == "commit" for a in run.actions):
            return None
    return None


def _listed(what: str, claim: Claim, evidence: Evidence) -> Judgement | None:
    """The paths are those that the clause counts, or describes: each has a word of it, and each of its words is of one of them."""
    tree = _shown(claim, evidence)
    if tree is None or not tree.paths:
        return None
    said = next(
        (NUMBERS.get(w) or (int(w) if w.isdigit() else 0) for w in re.findall(r"[a-z]+|\d+", what) if w in NUMBERS or w.isdigit()), 0
    )
    listed = f"msg {tree.msg}: `{tree.what}` lists {', '.join(tree.paths[:5])}"
    if files := lacking.FILE.findall(what.replace("`", " ")):
        exact = len(files) == len(tree.paths) and all(any(f"/{p}".lower().endswith(f"/{f}") for p in tree.paths) for f in files)
        return Judgement("supported", (), listed, (tree.msg,), counted=True) if exact else None
    named = {ROOTS[w] for w in content(what) - STOP - _PLAIN}
    of = [{ROOTS[w] for w in tokens(p)} | {ROOTS[w] for w in tokens(re.sub(r"\W", " ", p))} for p in tree.paths]
    described = bool(named) and all(named & words for words in of) and named <= frozenset[bytes]().union(*of)
    if (said and said != len(tree.paths)) or (named and not described) or not (said or described):
        return None
    return Judgement("supported", (), listed, (tree.msg,), counted=True)


def _nothing(low: str, claim: Claim, evidence: Evidence) -> Judgement | None:
    """`git status` lists none; ignored files are listed only where they were asked for."""
    for at, run in evidence.runs_of(claim.msg, ("git",), 6):
        status = next((a for a in run.actions if a.command.tool == "git" and "status" in a.command.argv[1:4]), None)
        if status is None or run.call.exit_code not in (0, None) or "fatal:" in run.call.output or status.command.stages > 1:
            continue
        if claim.msg - at > 2 or ("ignored" in low and not any(w.startswith("--ignored") for w in status.command.argv)):
            return None
        left = [line for line in run.call.output.splitlines() if line.startswith(("?? ", "!! "))]
        return None if left else Judgement("supported", (), f"msg {at}: `{status.command.text[:60]}` lists none", (at,))
    return None


def _worktree(claim: Claim, evidence: Evidence) -> Judgement | None:
    for at, run in evidence.runs_of(claim.msg, ("git",), 6):
        if claim.msg - at > 2:
            return None
        listing = next((a for a in run.actions if a.command.tool == "git" and a.command.argv[1:3] == ("worktree", "list")), None)
        if listing is not None and listing.command.stages == 1 and run.call.exit_code in (0, None):
            left = re.findall(r"^\S+ +[0-9a-f]{7,40} \S.*$", run.call.output, re.M)
            return Judgement("supported", (), f"msg {at}: `git worktree list` has {left[0][:70]} alone", (at,)) if len(left) == 1 else None
    return None


def _pushes(action: Action, run: Run) -> bool:
    argv = action.command.argv
    return (
        action.command.tool == "git"
        and "push" in argv[1:4]
        and "stash" not in argv
        and commands.known(action.command, run.call.exit_code) != "failed"
    )


def _unpushed(claim: Claim, evidence: Evidence) -> Judgement | None:
    """Files were changed, and no push came after."""
    made = [c for c in evidence.changes if c.msg < claim.msg and c.files]
    if not made:
        return None
    for at, run in evidence.runs_of(claim.msg, ("git", "gh")):
        if at < made[0].msg:
            break
        if any(_pushes(a, run) or (a.command.tool == "gh" and {"merge", "create"} & set(a.command.argv[2:3])) for a in run.actions):
            return None
    return Judgement("supported", (), f"changed in msg {made[-1].msg}, and nothing was pushed since", (made[-1].msg,), (made[-1].id,))


def _landed(claim: Claim, evidence: Evidence) -> Judgement | None:
    """A push that succeeded since the person asked, with nothing changed after it."""
    since = max((n for n in evidence.view.of_people() if n < claim.msg), default=0)
    for at, run in evidence.runs_of(claim.msg, ("git", "gh"), 20):
        if at < since:
            return None
        for action in run.actions:
            merges = action.command.tool == "gh" and action.command.argv[1:3] == ("pr", "merge")
            to = f"{' '.join(action.command.argv[2:])} {run.call.output}"
            if ((_pushes(action, run) and _TRUNK.search(to)) or merges) and commands.known(action.command, run.call.exit_code) == "ok":
                if overtaken(evidence, at, claim.msg) is not None or "rejected" in run.call.output:
                    return None
                return Judgement("supported", (), f"msg {at}: `{action.command.text[:60]}` succeeded", (at,))
    return None
