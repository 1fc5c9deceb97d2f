"""Searches and comparisons of contents: what was found, what was not, over what was looked at."""

import re

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import COUNTS, STOP, content, tokens, word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.values.judge import Judgement
from sessionlens.model.trace import Action, Run
from sessionlens.text.regex import regex

SEARCH = frozenset({"grep", "egrep", "fgrep", "rg", "ag", "pgrep", "ack"})
_SEARCHING = SEARCH | {"search"}
_INVERTS = regex(r"-\w*v\w*")
_COUNTS = regex(r"(?:-\w+ )?(?:-\w*c\w*|--count)\b")
_COUNTED = regex(r"(?:\S+:)?\d+$")
"""What `grep -c` prints: a number, behind its file where there are several."""
_NONE = regex(r"(?:there (?:is|are) )?no\b|none\b|nothing\b")
_PLACE = regex(r"\b(?:in|under|inside|within)\s+`?((?:[\w.-]+/)+[\w.-]*|[\w-]+\.\w+)`?")
_WHOLE = regex(
    r"\b(?:any|no)where\b(?! (?:in|under|inside|within) )|"
    r"\b(?:in|across|throughout|of) (?:the|this|our|your) (?:whole |entire |rest of the )?"
    r"(?:repository|repo|codebase|code base|project|(?:source )?tree)\b(?!['\u2019]s)"
)
"""Scopes that only a search of everything covers."""
_ALL = frozenset(["", ".", "./", "*", "./*", "/"])
_EXCLUDES = ("!", "'!", '"!', ":!", "':!", ":(exclude)")
_PATH = regex(r"(?:[A-Za-z]:\\|\.{0,2}/)\S[^:]*$")
_SLASH = regex(r"[\\/]")
SAME_WORDS = word_set("identical match matches matched same equal equivalent byte")
_SAME = regex(r"\b(?:identical|match(?:es|ed)?|the same|same|equal|equivalent|byte-for-byte|byte-identical)\b")


def search_of(run: Run) -> Action | None:
    """The search of a call: the last grep-like stage of its pipeline, or an agent's own search tool (None: no search)."""
    found = None
    for action in run.actions:
        if action.command.tool in SEARCH:
            found = action
    return found


def looked_up(run: Run) -> list[tuple[str, bool]]:
    """What a call searched or looked up, and whether it was found; a search behind which only lines were counted or cut off included."""
    told = [(o.subject, o.result == "pass") for o in run.outcomes if o.kind == "presence" and o.subject]
    if not told:
        for a in run.actions:
            if a.command.tool in ("which", "command", "type") and not run.call.output.strip() and run.call.exit_code not in (0, None):
                told += [(w, False) for w in a.command.argv[1:] if not w.startswith("-")]
    for a in run.actions:
        if a.command.tool in ("which", "where", "type") and not any(there for _, there in told):
            paths = [line.strip() for line in run.call.output.splitlines() if _PATH.match(line.strip())]
            ends = {_SLASH.split(path)[-1].lower().removesuffix(".exe") for path in paths}
            told += [(w, True) for w in a.command.argv[1:] if w.lower() in ends]
    action = search_of(run)
    if action is not None and not told and action.command.stage > 0:
        words = [w for w in action.command.argv[1:] if not w.startswith("-")]
        if words:
            printed = run.call.output.strip()
            told.append((words[0], bool(printed) and printed != "0"))
    return told


def searched(claim: Claim, evidence: Evidence, limit: int = 40) -> Judgement | None:
    """ "No X in Y": a search for X that found nothing and covered Y supports it; one that found something contradicts it.
    None where nothing was searched for."""
    subject = content(claim.text) - STOP
    names = {c.lower() for c in claim.code}
    for at, run in evidence.runs_of(claim.msg, _SEARCHING, limit):
        action = search_of(run)
        if action is None:
            if run.call.kind != "search":
                continue
            pattern = str(run.call.input.get("pattern") or run.call.input.get("query") or "")
            where = str(run.call.input.get("path") or run.call.input.get("glob") or "")
        else:
            words = [w for w in action.command.argv[1:] if not w.startswith("-")]
            pattern = words[0] if words else ""
            where = " ".join(words[1:])
        if not pattern or not (tokens(pattern) & subject or pattern.lower() in names):
            continue
        inverted = action is not None and any(a in ("-v", "--invert-match") or _INVERTS.fullmatch(a) for a in action.command.argv[1:3])
        if inverted:
            continue
        lines = [line for line in run.call.output.splitlines() if line.strip()]
        if action is not None and action is run.actions[-1] and _COUNTS.match(" ".join(action.command.argv[1:3])):
            lines = [line for line in lines if _COUNTED.match(line)] or lines
            lines = [] if all(line.rsplit(":", 1)[-1] == "0" for line in lines) else lines
        unreadable = [line for line in lines if "No such file" in line or "Permission denied" in line]
        if unreadable:
            return Judgement("undecidable", (), f"msg {at}: the search could not read all: {unreadable[0][:80]}", (at,))
        empty = not lines or lines == ["0"] or "No files found" in run.call.output or "No matches" in run.call.output
        if empty:
            wanted = _places(claim)
            if not wanted and (part := _part(claim, run, where) or _some(claim, where)):
                return Judgement("unsupported", ("partial-domain",), f"msg {at}: searched {part} only", (at,))
            if wanted and where and not any(w in where or where in w or where in (".", "./") for w in wanted):
                return Judgement("unsupported", ("partial-domain",), f"msg {at}: searched {where} only", (at,))
            return Judgement("supported", (), f"msg {at}: the search for {pattern} found nothing in {where or 'what it read'}", (at,))
        if names and pattern.lower() in names and _NONE.match(claim.low) and action is not None:
            hits = len(lines)
            if _places(claim) and any(line.startswith(tuple(_places(claim))) for line in lines):
                return Judgement("contradicted", (), f"msg {at}: the search found {hits} line(s), first: {lines[0][:80]}", (at,))
        return Judgement(
            "undecidable",
            (),
            f"msg {at}: searched for {pattern}: {len(lines)} line(s)",
            (at,),
        )
    return None


def _part(claim: Claim, run: Run, where: str) -> str:
    """What a search looked through where the clause speaks of everything: a folder, files of a kind; "" where it did look everywhere."""
    if ("where" not in claim.low and " the " not in claim.low and " our " not in claim.low) or not _WHOLE.search(claim.low):
        return ""
    parts = [w for w in where.split() if w.strip("\"'") not in _ALL and not w.startswith(_EXCLUDES)]
    for action in run.actions:
        inside = action.command.argv[1] if action.command.tool == "cd" and len(action.command.argv) > 1 else ""
        if inside and inside[0] not in "/~.$\"'-":
            parts.insert(0, inside)
        if action.command.tool in SEARCH:
            parts += [w for w in action.command.argv[1:] if w.startswith(("--include", "--type=", "--glob=")) and "=!" not in w]
    root = (run.call.cwd or "").rstrip("/")
    return " ".join(w for w in parts if not root or w.strip("\"'").rstrip("/") != root)


_OF_SEVERAL = regex(rf"\b(?:of (?:the |our |all )?|all |the )(\d{{1,3}}|{'|'.join(COUNTS)}) ((?:[\w-]+ ){{0,3}}?[a-z]+s)\b", re.I)


_PLACE_WORDS = word_set(
    "folder directory dir package module service crate repo repository project app file workspace component library namespace"
)


def _some(claim: Claim, where: str) -> str:
    """What a search looked through where the clause counts more such places ("none of the five folders") than were named to it, each a
    sibling of the others; "" where they are as many, or one is given that may hold them all."""
    said = _OF_SEVERAL.search(claim.low)
    parts = [w.strip("\"'").rstrip("/") for w in where.split()]
    if said is None or not parts or any(w in _ALL or "*" in w or "{" in w for w in parts):
        return ""
    n = int(said[1]) if said[1].isdigit() else COUNTS[said[1]]
    parents = {w.rpartition("/")[0] for w in parts}
    if tokens(said[2]).isdisjoint(_PLACE_WORDS | tokens(" ".join(parents))):
        return ""
    return " ".join(parts) if 1 < len(parts) < n and len(parents) == 1 else ""


def _places(claim: Claim) -> list[str]:
    return [m.rstrip("/.") for m in _PLACE.findall(claim.text)]


def _differing(run: Run) -> list[str]:
    """The files of a `diff` or `cmp` whose own exit status says that they differ."""
    if run.call.exit_code != 1 or not run.actions or not run.call.output.strip():
        return []
    last = run.actions[-1].command
    if last.tool not in ("diff", "cmp") or not last.exit_visible:
        return []
    return [w for w in last.argv[1:] if not w.startswith("-")][-2:]


def equal(claim: Claim, evidence: Evidence, limit: int = 30) -> Judgement | None:
    """Outputs, files or digests said to be the same: by an outcome that compared them; None where none did."""
    if not _SAME.search(claim.low):
        return None
    subject = content(claim.text) - STOP
    for at, run in evidence.runs_of(claim.msg, ("=equal", "diff", "cmp"), limit):
        files = _differing(run)
        if files and sum(1 for name in files if name.lower() in claim.low) >= 2 and not claim.negated:
            return Judgement("contradicted", (), f"msg {at}: diff shows that {' and '.join(files)} differ", (at,))
        for outcome in run.outcomes:
            if outcome.kind != "equal":
                continue
            named = sum(1 for name in outcome.subject.lower().split() if name in claim.low)
            shared = tokens(outcome.subject) & subject
            if not shared and claim.msg - at > 2:
                continue
            if outcome.result == "pass":
                if not shared and (files or any(o.kind == "equal" and o.result == "fail" for o in run.outcomes)):
                    continue  # of what the call shows to differ, it may be what is not the same
                return Judgement("supported", (), f"msg {at}: {outcome.subject} compared equal", (at,))
            if outcome.result == "fail" and (len(shared) >= 2 or named >= 2) and not claim.negated:
                return Judgement("contradicted", (), f"msg {at}: {outcome.subject} differ", (at,))
    return None
