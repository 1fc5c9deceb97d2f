"""What became of files and of named changes: "app.py is untouched", "A4 and D4 are still in the tree", "the helper is deleted again".

By the newest `git diff` or `git status` that covers the file, and by the session's own edits; not by words that outputs share with them.
"""

import re

from sessionlens import commands
from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.values.judge import Judgement
from sessionlens.model.facts import Change
from sessionlens.model.trace import Action, Run
from sessionlens.text.regex import regex

WORDS = word_set(
    "unchanged untouched unmodified intact touched touch changed change changes modified modify edited edit differs differ dirty was"
    " tree active applied place kept in left removed deleted gone renamed moved"
)
"""One of these is in every statement that is judged here."""
_FILE = regex(r"(?<![\w/])[\w./-]*\w\.[A-Za-z]\w{0,7}(?![\w/(])|(?<![\w.])[\w-]+(?:/[\w-]+)+/?(?![\w.(])")
_SAME = regex(
    r"\b(?:unchanged|untouched|unmodified|intact|(?:not|n't|never) (?:been )?(?:touch(?:ed)?|chang(?:ed?)|modif(?:y|ied)|edit(?:ed)?)"
    r"|as (?:it|they) (?:was|were)(?: before)?|no changes? (?:to|in))\b"
)
_UNTOUCHED = regex(r"\b(?:untouched|(?:not|n't|never) (?:been )?(?:touch|chang|modif|edit)\w*|no changes?)\b")
_AS_BEFORE = regex(r"\bas (?:it|they) (?:was|were)\b|\bunchanged\b|\bback (?:to|in|at)\b")
_OTHER = regex(r"\b(?:still |now )?(?:differs?|dirty|(?:is|are|has|have|was|were) (?:still |now |been )?(?:changed|modified))\b")
_SCOPED = regex(r"\b(?:by|since|behaviou?r|output|result|api|interface|signature|format|test|yet|again|except|apart|besides|semantics)\b")
"""What is unchanged is not the file's text, or for a while only."""
_STANDS = regex(
    r"\b(?:(?:is|are) (?:now |still |all |both |again )*(?:active|applied|in place|in the (?:tree|code|build)|in$)"
    r"|(?:left|still) in the tree|stays? in\b)"
)
_SO = regex(r"\b(?:so|hence|thus|therefore|means)\b")
"""What follows is inferred and not seen."""
_NAME = regex(r"(?<![\w-])[A-Z]{1,3}\d{1,2}(?![\w-])")
_REMOVED = regex(
    r"\b(?:is|are|was|were|has been|have been) (?:now |also |again |all )*(?:removed|deleted|gone|out)(?: again)?$"
    r"|^(?:removed|deleted|gone)\b"
)
_STANDING = word_set("active applied in")
_GONE = word_set("removed deleted gone out")
_KEPT = word_set("unchanged untouched unmodified intact touch touched chang change changed changes modify modified edit edited as")
_OTHERS = word_set("differ differs dirty changed modified")
"""One of these is in all that the four patterns above find: sets are tried first."""
_COMPLAINT = regex(r"^(?:rm|rmdir|unlink|trash|rimraf|fatal|error):|\b(?:cannot|could not) remove\b|Permission denied", re.M)
_DROPS = frozenset(["rm", "remove", "clean"])
_FAULTS = word_set(
    "error errors warning warnings failure failures bug bugs problem problems issue issues regression crash leak slowdown noise difference"
    " gap effect symptom flake race"
)
"""What no command takes away by itself."""
_REMOVES = frozenset(["rm", "rmdir", "unlink", "trash", "del", "rimraf"])
_COMMIT = regex(r"[0-9a-f]{7,40}|HEAD[~^]\d*")
_LISTS = frozenset(["diff", "status"])
_LISTED = regex(
    r"^ ?(\S.*?) +\| +(?:\d|Bin)|^(?:diff --git a/(\S+) b/)|^[ MADRCU]{2} (\S+)|^\t(?:modified|new file|deleted): +(\S+)"
    r"|^([\w./-]+)$",
    re.M,
)
"""A file in what `git diff` and `git status` print, in their several forms."""


def state(claim: Claim, evidence: Evidence) -> Judgement | None:
    """What the session's edits and `git` say of the files or changes that the clause names; None where it names none."""
    low, words = claim.low.rstrip(" .!"), claim.words
    if not _STANDING.isdisjoint(words) and _STANDS.search(low) and not claim.negated and (names := _NAME.findall(claim.text)):
        if low.endswith("active") and _SO.search(claim.conclusion.statement.text.lower()):
            return Judgement("unsupported", (), "inferred: that a change is in the code does not show that what runs has it")
        return _standing(list(dict.fromkeys(names)), claim.msg, evidence)
    if not _GONE.isdisjoint(words) and _REMOVED.search(low) and not claim.negated and words.isdisjoint(_FAULTS):
        return _removed(claim, evidence)
    same = not _KEPT.isdisjoint(words) and _SAME.search(low) is not None
    if not same and (_OTHERS.isdisjoint(words) or not _OTHER.search(low)):
        return None
    files = [f.strip("./`").lower() for f in _FILE.findall(claim.text)]
    if len(files) != 1 or (same and _SCOPED.search(low)):
        return None
    return _file(files[0], same, claim, evidence)


def _standing(names: list[str], msg: int, evidence: Evidence) -> Judgement | None:
    """Changes by their short names: each made, and what undid it."""
    parts, at, nodes = [], set(), []
    undone = False
    for name in names:
        made = [c for c in evidence.changes if c.msg < msg and name in c.names]
        if not made:
            return None
        last = made[-1]
        by = [r for r in evidence.reversions if r.of == last.id and r.msg < msg and not r.partial]
        parts.append(f"{name}: changed in msg {last.msg}, {f'undone in msg {by[-1].msg}' if by else 'not undone'}")
        at |= {last.msg, *(r.msg for r in by)}
        nodes += [last.id, *(r.id for r in by)]
        undone |= bool(by)
    return Judgement("contradicted" if undone else "supported", (), "; ".join(parts), tuple(sorted(at)), tuple(nodes))


def _removed(claim: Claim, evidence: Evidence) -> Judgement | None:
    """By a call of the last messages that removes something and succeeded."""
    for at, run in evidence.runs_of(claim.msg, _REMOVES | {"git"}, 6):
        if claim.msg - at > 2:
            return None
        for action in run.actions:
            argv = action.command.argv
            removes = action.command.tool in _REMOVES or (action.command.tool == "git" and not _DROPS.isdisjoint(argv[1:4]))
            if removes and (commands.known(action.command, run.call.exit_code) == "ok" or _nothing_left(run) or _silent(action, run)):
                return Judgement("supported", (), f"msg {at}: {action.command.text[:70]} succeeded", (at,))
    return None


def _silent(action: Action, run: Run) -> bool:
    """Whether a removal whose status is hidden printed no complaint: it would say what it could not remove."""
    return action.command.stages == 1 and not action.command.conditional and _COMPLAINT.search(run.call.output) is None


def _nothing_left(run: Run) -> bool:
    """Whether the end of a call counts or lists nothing, as after a removal."""
    return run.call.output.strip().endswith(("\n0", " 0")) or run.call.output.strip() in ("", "0")


def _file(name: str, same: bool, claim: Claim, evidence: Evidence) -> Judgement | None:
    edited = _edited(name, claim.msg, evidence)
    if same and edited is not None:
        text = f"msg {edited.msg} changes {name}, and nothing undoes that"
        return Judgement("contradicted", (), text, (edited.msg,), (edited.id,)) if _UNTOUCHED.search(claim.low) else None
    undone = [r for r in evidence.reversions if r.msg < claim.msg and any(f.lower().endswith(name) for f in r.files)]
    if same and undone and _AS_BEFORE.search(claim.low):
        return Judgement("supported", (), f"msg {undone[-1].msg}: {undone[-1].text[:70]}", (undone[-1].msg,), (undone[-1].id,))
    settled = next((m for m, _ in evidence.runs_of(claim.msg, ("commit", "revert"))), 0)
    for at, run in evidence.runs_of(claim.msg, ("git",), 40):
        action = next((a for a in run.actions if _covers(a, name)), None)
        if at < settled or (edited is not None and edited.msg > at):
            return None
        if action is None or run.call.exit_code not in (0, None) or run.call.cut:
            continue
        listed = next((p for p in _listed(run.call.output) if p.lower().endswith(name)), None)
        if listed is None and (not same or any(a.command.stage for a in run.actions)):
            continue  # a filter may have dropped it
        text = f"msg {at}: `{action.command.text[:60]}` {f'lists {listed}' if listed else f'does not list {name}'}"
        return Judgement("supported" if (listed is None) == same else "undecidable", (), text, (at,))
    return None


def _edited(name: str, msg: int, evidence: Evidence) -> Change | None:
    """The last change of that file for the person's present request which still stands."""
    since = max((n for n in evidence.view.of_people() if n < msg), default=0)
    undone = {r.of for r in evidence.reversions if r.msg < msg}
    for change in reversed(evidence.changes):
        if since < change.msg < msg and change.id not in undone and any(f.lower().endswith(name) for f in change.files):
            return change
    return None


def _covers(action: Action, name: str) -> bool:
    """Whether a command is a `git diff` or `git status` of the working tree that looks at the file."""
    argv = action.command.argv
    if action.command.tool != "git" or _LISTS.isdisjoint(argv[1:4]):
        return False
    words = [w for w in argv[2:] if not w.startswith("-") and w not in _LISTS and w != "HEAD"]
    if any(".." in w or _COMMIT.fullmatch(w) for w in words) or "--cached" in argv or "--staged" in argv:
        return False
    paths = argv[argv.index("--") + 1 :] if "--" in argv else ()
    return not paths or any(name in p.lower() or name.startswith(p.lower().strip("./")) for p in paths)


def _listed(output: str) -> list[str]:
    return [next(g for g in m.groups() if g) for m in _LISTED.finditer(output)]
