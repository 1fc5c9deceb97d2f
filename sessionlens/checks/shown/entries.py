"""What is said of a folder, or of where a word stands, against the list that the last call printed whole.

"dist has three files", "there is no vendor.js in dist", "dist only has app.js", "the TODOs are all in src/a.c", "there are no TODOs in
src/net", "all three services are active" below a line for each.

Example: after `ls dist` printed "app.js", "app.css", "map.json" the statement "there is no map.json in dist" is not so.
"""

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import stem, word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.evidence.repeats import NUMBERS
from sessionlens.checks.values.judge import Judgement
from sessionlens.model.trace import Action, Run
from sessionlens.text.regex import regex

WORDS = word_set(
    "file files entries there only empty no all left has have holds contains stands stand in are every both untouched unchanged changed"
    " touched modified edited identical differs differ"
)
_N = rf"\d{{1,6}}|{'|'.join(NUMBERS)}"
_PATH = r"`?[\w.@+/-]*\w/?`?"
_LEAD = r"(?:so |and |but |now |still )?(?:the (?:folder|directory) )?"
_HAS = regex(
    rf"{_LEAD}(?P<where>{_PATH}) (?:now |still )?(?:has|holds|contains|consists of) (?P<only>only |just )?(?P<n>{_N})"
    r" (?:files?|entries|items)(?: left)?"
)
_HAS_ONLY = regex(rf"{_LEAD}(?P<where>{_PATH}) (?:only|just) (?:has|holds|contains) (?P<names>.+)")
_EMPTY = regex(rf"{_LEAD}(?P<where>{_PATH}) is (?:now |still )?empty")
_THERE = regex(rf"{_LEAD}there (?:are|is) (?P<n>{_N}) (?:files?|entries|items) in (?P<where>{_PATH})")
_NO = regex(rf"{_LEAD}there (?:is|are) no (?:more )?(?P<name>{_PATH})(?: left)? in (?P<where>{_PATH})")
_IN = regex(rf"{_LEAD}(?:the )?(?P<name>{_PATH}) (?:is|are|stands?|occurs?|appears?) (?P<all>all|only) in (?P<where>{_PATH})")
_ONLY_IN = regex(rf"{_LEAD}only (?P<where>{_PATH}) (?:has|contains|uses|mentions) (?P<name>{_PATH})")
_THE_ONLY = regex(rf"{_LEAD}the only (?P<name>{_PATH}) (?:is|stands) (?:in|at) (?P<where>{_PATH}?)(?::\d+)?")
_COUNT = regex(rf"{_LEAD}there are (?P<n>{_N}) (?P<name>{_PATH})")
_STATES = regex(rf"{_LEAD}(?:all|both)(?: of)?(?: the)?(?: (?P<n>{_N}))? [a-z]+s (?:are|is) (?:now |still |all )?(?P<state>[a-z]+)")
_CHANGED = r"(?:changed|touched|modified|edited)"
_ONLY_CHANGED = regex(rf"{_LEAD}only (?P<where>{_PATH}) (?:is|was|has been) (?:now )?{_CHANGED}")
_UNTOUCHED = regex(rf"{_LEAD}(?P<where>{_PATH}) is (?:now |still )?(?:untouched|unchanged|not {_CHANGED})")
_IS_CHANGED = regex(rf"{_LEAD}(?P<where>{_PATH}\.\w+`?) (?:is|was|has been) (?:now )?{_CHANGED}(?: too| as well)?")
_NO_FILE = regex(
    rf"{_LEAD}(?:no files? (?:differs?|differ) from (?P<base>{_PATH})"
    rf"|(?:the )?(?:branch|tree|checkout|it) is (?:now )?identical to (?P<of>{_PATH}))"
)
_RUNNING = word_set("active running up healthy online ok ready enabled")
_ILL = word_set("inactive failed down unhealthy offline stopped dead exited activating disabled error crashed unknown")
_SUMMED = regex(r" ?\d+ files? changed\b")
_HIT = regex(r"^(?P<path>[\w@+./-]+?):(?:\d+:)?.*$")
_LATELY, _MANY = 2, 300
_CHANGING = ("edit", "write", "commit", "revert")
_MOVING = frozenset(("checkout", "restore", "reset", "stash", "add", "rm", "mv", "clean", "commit", "apply", "merge", "pull", "switch"))


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """By the newest call of the last messages that lists just that; None where none does, or it bears the clause out."""
    low = claim.low.rstrip(" .!")
    if claim.cell or len(low) > 110 or " or " in low:
        return None
    for pattern, against in _FORMS:
        said = pattern.fullmatch(low)
        if said is None:
            continue
        for at, run in evidence.runs_before(claim.msg):
            if claim.msg - at > _LATELY or run.call.kind in ("edit", "write"):
                return None
            if any(map(changes, run.actions)):
                return None
            if run.call.kind != "shell" or run.call.cut or len(run.actions) != 1 or run.actions[0].command.stages != 1:
                continue
            found = against(said.groupdict(), run.actions[0], run)
            if found is not None:
                return Judgement("contradicted", (), f"msg {at}: {found}", (at,)) if found else None
    return None


Said = dict[str, str | None]


def changes(action: Action) -> bool:
    """Whether a command may have changed what an earlier one listed."""
    command = action.command
    return action.intent in _CHANGING or (command.tool == "git" and not _MOVING.isdisjoint(command.argv[1:3]))


def _lines(run: Run) -> list[str]:
    lines = [line.strip() for line in run.call.output.splitlines() if line.strip()]
    return lines if len(lines) < _MANY else []


def _folder(said: Said, action: Action, run: Run) -> list[str] | None:
    """The names in the folder that the clause names, where the call lists it and nothing else."""
    where = (said["where"] or "").strip("`").rstrip("/")
    words = [w.rstrip("/") for w in action.command.argv[1:] if not w.startswith("-")]
    flags = "".join(w for w in action.command.argv[1:] if w.startswith("-"))
    if action.command.tool != "ls" or len(words) != 1 or "l" in flags or "R" in flags or "d" in flags or not where:
        return None
    if words[0].lower() != where and not words[0].lower().endswith("/" + where):
        return None
    return _lines(run)


def _number(word: str | None) -> int:
    return NUMBERS[word] if word in NUMBERS else int(word or 0)


def _many(said: Said, action: Action, run: Run) -> str | None:
    names = _folder(said, action, run)
    if names is None:
        return None
    known = {len(names), sum("." in n for n in names)}
    return "" if _number(said["n"]) in known else f"{len(names)} names are listed"


def _only(said: Said, action: Action, run: Run) -> str | None:
    names = _folder(said, action, run)
    if names is None:
        return None
    told = said["names"] or ""
    listed = [n for n in names if n.lower() in told]
    more = [n for n in names if n.lower() not in told]
    return f"{more[0]} is listed too" if listed and more and not any(w in told for w in (" files", " one", "...")) else ""


def _empty(said: Said, action: Action, run: Run) -> str | None:
    names = _folder(said, action, run)
    return None if names is None else f"{names[0]} is listed" if names else ""


def _none(said: Said, action: Action, run: Run) -> str | None:
    name = (said["name"] or "").strip("`")
    names = _folder(said, action, run)
    if names is not None:
        return f"{name} is listed" if name in [n.lower() for n in names] else ""
    hits = _hits(name, action, run)
    if hits is None:
        return None
    where = (said["where"] or "").strip("`").rstrip("/")
    inside = [h for h in hits if _inside(h, where)]
    return f"{inside[0]} has it" if inside else ""


def _hits(name: str, action: Action, run: Run) -> list[str] | None:
    """The paths of the lines that a search for the name found."""
    command = action.command
    words = [w for w in command.argv[1:] if not w.startswith("-")]
    if command.tool not in ("grep", "rg") or not words or any(w in ("-v", "-c", "-l", "-L") for w in command.argv):
        return None
    if stem(words[0].lower().strip("\\b")) != stem(name.strip("`").lower()):
        return None
    found = [_HIT.match(line) for line in _lines(run)]
    return [m["path"].lower() for m in found if m is not None] if found and all(found) else None


def _inside(path: str, where: str) -> bool:
    return path == where or path.startswith(where + "/") or path.endswith("/" + where) or f"/{where}/" in path


def _all_in(said: Said, action: Action, run: Run) -> str | None:
    hits = _hits(said["name"] or "", action, run)
    if hits is None:
        return None
    where = (said["where"] or "").strip("`").rstrip("/")
    outside = [h for h in hits if not _inside(h, where)]
    return f"{outside[0]} has it too" if outside and len(outside) < len(hits) else ""


def _sole(said: Said, action: Action, run: Run) -> str | None:
    hits = _hits(said["name"] or "", action, run)
    return None if hits is None else f"{len(hits)} lines have it" if len(hits) > 1 else ""


def _counted(said: Said, action: Action, run: Run) -> str | None:
    hits = _hits(said["name"] or "", action, run)
    if hits is None:
        return None
    return "" if _number(said["n"]) in (len(hits), len(set(hits))) else f"{len(hits)} lines have it"


def _diffed(action: Action, run: Run) -> list[str] | None:
    """The files that a `git diff` of the whole tree lists."""
    words = action.command.argv[1:]
    listing = any(w in words for w in ("--stat", "--name-only", "--name-status"))
    if action.command.tool != "git" or words[:1] != ("diff",) or not listing or "--" in words or "--cached" in words:
        return None
    if sum(not w.startswith("-") for w in words[1:]) > 1:
        return None
    found = [line.split("|")[0].split("\t")[-1].strip().lower() for line in _lines(run) if not _SUMMED.match(line)]
    return [f for f in found if f]


def _only_changed(said: Said, action: Action, run: Run) -> str | None:
    files, where = _diffed(action, run), (said["where"] or "").strip("`")
    if files is None or not any(_inside(f, where) for f in files):
        return None
    more = [f for f in files if not _inside(f, where)]
    return f"{more[0]} is changed too" if more else ""


def _untouched(said: Said, action: Action, run: Run) -> str | None:
    files, where = _diffed(action, run), (said["where"] or "").strip("`")
    if files is None or "." not in where:
        return None
    return f"git diff lists {where}" if any(_inside(f, where) for f in files) else ""


def _changed(said: Said, action: Action, run: Run) -> str | None:
    files, where = _diffed(action, run), (said["where"] or "").strip("`")
    return None if not files else "" if any(_inside(f, where) for f in files) else f"git diff lists {', '.join(files[:3])} only"


def _no_file(said: Said, action: Action, run: Run) -> str | None:
    files, base = _diffed(action, run), (said["base"] or said["of"] or "").strip("`")
    return None if files is None or base not in action.command.argv else f"git diff lists {files[0]}" if files else ""


def _states(said: Said, action: Action, run: Run) -> str | None:
    """A line of one word for each thing, one of them of another state."""
    lines = [line.lower() for line in _lines(run)]
    if said["state"] not in _RUNNING or len(lines) < 2 or not all(line in _RUNNING | _ILL for line in lines):
        return None
    if said["n"] and _number(said["n"]) != len(lines):
        return None
    odd = next((i for i, line in enumerate(lines) if line in _ILL), None)
    return "" if odd is None else f"line {odd + 1} of {len(lines)} is {lines[odd]}"


_FORMS = (
    (_HAS, _many), (_THERE, _many), (_HAS_ONLY, _only), (_EMPTY, _empty), (_NO, _none), (_IN, _all_in), (_ONLY_IN, _all_in),
    (_ONLY_CHANGED, _only_changed), (_UNTOUCHED, _untouched), (_IS_CHANGED, _changed), (_NO_FILE, _no_file),
    (_THE_ONLY, _sole), (_COUNT, _counted), (_STATES, _states),
)  # fmt: skip
