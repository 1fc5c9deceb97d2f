"""What is nowhere to be found: "the word occurs in neither file", "no trace of `legacy` left", "nothing uses `old_codec` any more".

A search that is silent over several files, or counts 0 in each, shows it over those files. `nm` shows where a symbol comes from: U is
imported, T, D and B are the file's own. See grep(1), nm(1).
"""

import re

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.shown.presence import SEARCH
from sessionlens.checks.values.judge import Judgement
from sessionlens.model.trace import Action, Run
from sessionlens.text.regex import regex

WORDS = word_set(
    "nothing callers references usages users hits matches match "
    "used referenced called read needed neither trace mention mentions mentioned occurs nowhere contains uses references"
    " imported exported undefined created published no"
)
_X = r"(?:[`\"“'][^`\"”']+[`\"”']|[\w.-]+)"
_NEITHER = regex(
    r"\b(?:occurs?|appears?|stands?|is (?:mentioned|used|found|there)) (?:in neither|in none|nowhere|in no)\b.*$"
    r"|^(?:and )?(?:there(?:['’]s| is| are) )?no (?:more |other |further |remaining )?(?:trace|mention|sign|occurrence|use"
    r"|usage|user|reference|match|hit|caller|import)(?:e?s)?"
    rf" (?:of|to|for|left of) (?P<what>{_X})(?: (?:is |are )?left| remains?)?(?: in .*)?$"
    r"|^(?:and )?no (?:[\w.]+ ){0,2}(?:file|module|script|test|line|source|check)s? (?:mentions?|contains?|uses?|references?"
    r"|imports?|has|have)"
    r" (?P<code>`[^`]+`)$"
    r"|^(?:and )?nothing (?:else )?(?:mentions|contains|uses|references|imports|calls) (?P<name>`[^`]+`)(?: any ?more)?$"
    r"|^(?P<self>`[^`]+`) (?:now )?(?:has|have) no (?:more |other |remaining )?(?:callers|references|usages|users|uses|matches)(?: left)?$"
)
_UNUSED = regex(
    r"^(?P<what>.{3,80}?) (?:is|are)(?:n['’]t| not|n['’]t even| no longer) (?:used|referenced|called|mentioned|imported|read|needed)"
    r"(?: anywhere(?: else)?| elsewhere| any ?more| in [\w./`-]+)?(?: \([^()]*\))?$"
)
_NOUN = regex(r"^(?:the |that |this )?(?:word|name|string|term|symbol|it)\b")
_TWO = regex(r"\b(?:neither|two|both)\b")
_ZERO = regex(r"^(?P<file>\S+):(?P<count>\d+)$", re.M)
_STATUS = regex(r"\b(?:grep|rg|exit|status|rc|code)\b\W{0,4}1\s*$", re.M | re.I)
_RECURSES = regex(r"-\w*[rR]\w*|--recursive")
_COUNTING = regex(r"-\w*c\w*|--count")
_NM = regex(r"^`(?P<name>[\w@.$]+)` is (?:now |still |only )*(?P<how>imported|undefined|exported|defined)$")
_NARROWS = regex(r"--(?:include|exclude|glob|type)\b.*|-[gt]\w*")
"""Options that leave files out of a search."""
_HEAD = 4
"""Words before a colon behind which the same is said precisely."""
_NEAR = 2
_BACK = 12


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """Supported where the search found nothing or the step was skipped; None elsewhere."""
    text = claim.text.rstrip(" .!)")
    head, colon, tail = text.partition(": ")
    if colon and "`" not in head and len(head.split()) <= _HEAD:
        text = tail  # "None does: the word occurs in neither file"
    low = text.lower()
    if (match := _NM.match(text)) is not None:
        return _symbol(match["name"], match["how"] in ("imported", "undefined"), claim, evidence)
    if (match := _NEITHER.search(text[:1].lower() + text[1:])) is not None:
        return _sought(match, text, claim, evidence)
    if (match := _UNUSED.match(text)) is not None and ("anywhere" in low or "elsewhere" not in low):
        return _unused(match["what"], claim, evidence)
    return None


def _sought(match: re.Match[str], text: str, claim: Claim, evidence: Evidence) -> Judgement | None:
    named = (match["what"] or match["code"] or match["name"] or match["self"] or "").strip("`\"“”'") or next(iter(claim.code), "")
    if not named and not _NOUN.match(text.lower()):
        return None
    for at, run in evidence.runs_of(claim.msg, SEARCH | {"search"}, 6):
        if claim.msg - at > _NEAR:
            return None
        if run.call.kind == "search" and (pattern := str(run.call.input.get("pattern") or "")) and named == pattern.strip("\\b^$()"):
            narrow = (
                run.call.input.get("glob") or run.call.input.get("type") or "." in str(run.call.input.get("path") or "").rsplit("/", 1)[-1]
            )
            if (
                (narrow and not match["code"] and " in " not in text)
                or run.call.status == "error"
                or not run.call.output.strip().startswith(("No files found", "No matches found"))
            ):
                return None
            return Judgement("supported", (), f"msg {at}: the search for {pattern} found nothing", (at,))
        for action in run.actions:
            words = [w for w in action.command.argv[1:] if not w.startswith("-")]
            if (
                action.command.tool not in SEARCH
                or not words
                or "-v" in action.command.argv
                or (named and words[0].strip("\\b^$") != named)
            ):
                continue
            total = match["name"] or match["self"] or (match["what"] and " in " not in text)
            if total and any(_NARROWS.fullmatch(w) for w in action.command.argv[1:]):
                return None
            if _found(action, words[1:], run) is not False:
                return None
            if _TWO.search(text.lower()) and len(words) != 3:
                return None
            where = ", ".join(words[1:4]) or "what it read"
            return Judgement("supported", (), f"msg {at}: the search for {words[0]} found nothing in {where}", (at,), counted=True)
    return None


def _unused(what: str, claim: Claim, evidence: Evidence) -> Judgement | None:
    """By a search of the message before, for a name of the clause, that printed nothing."""
    for at, run in evidence.runs_of(claim.msg, SEARCH | {"search"}, 4):
        if claim.msg - at > 1 or run.call.cut or run.call.status == "error":
            return None
        pattern = str(run.call.input.get("pattern") or "")
        if run.call.kind == "shell":
            search = next((a for a in run.actions if a.command.tool in SEARCH), None)
            pattern = next((w for w in search.command.argv[1:] if not w.startswith("-")), "") if search else ""
        output = run.call.output.strip()
        if not pattern or pattern.strip("\\b^$(.") not in what.replace("`", " ").split():
            continue
        if output in ("", "0") or output.startswith(("No files found", "No matches found")):
            return Judgement("supported", (), f"msg {at}: the search for {pattern} found nothing", (at,))
        return None
    return None


def _found(action: Action, files: list[str], run: Run) -> bool | None:
    """Whether a search found anything; None where other commands of the call may have printed what there is."""
    output, argv = run.call.output, action.command.argv
    if "No such file" in output or "Permission denied" in output or run.call.cut or action.command.stages > 1:
        return None
    if any(_COUNTING.fullmatch(w) for w in argv[1:4]):
        counts = {m["file"]: int(m["count"]) for m in _ZERO.finditer(output)}
        if len(files) > 1:
            return any(counts[f] for f in files) if set(files) <= set(counts) else None
        return output.strip() != "0" if len(run.actions) == 1 else None
    if not output.strip():
        return False
    if len(files) > 1 or any(_RECURSES.fullmatch(w) for w in argv[1:4]) or action.command.tool == "rg":
        begun = tuple(f"{f.rstrip('/')}{end}" for f in files for end in (":", "/")) if files else ("./",)
        begun += ("./",)
        hits = any(line.startswith(begun) for line in output.splitlines())
        recursive = len(files) <= 1 or any(_RECURSES.fullmatch(w) for w in argv[1:4])
        return hits if hits or not recursive or _STATUS.search(output) else None
    return None


def _symbol(name: str, imported: bool, claim: Claim, evidence: Evidence) -> Judgement | None:
    kinds = "U" if imported else "[TtDdBbRrWV]"
    line = re.compile(rf"^.*\b{kinds} {re.escape(name)}(?![\w.]).*$", re.M)
    for at, run in evidence.runs_of(claim.msg, ("nm",), _BACK):
        if (seen := line.search(run.call.output)) is not None:
            return Judgement("supported", (), f"msg {at} prints {' '.join(seen[0].split())[:80]}", (at,))
    return None
