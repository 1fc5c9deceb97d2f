"""Plain statements about where a name stands, against what the newest search for it printed.

Example: a `grep -rn drain src/` that prints lines of three files refutes "drain appears in four files", "there is no drain left in src" and
"drain is called only from src/cli.py".
"""

import re
from collections.abc import Callable, Iterator

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import COUNTS, word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.shown.presence import SEARCH
from sessionlens.checks.values.judge import Judgement
from sessionlens.model.trace import Run
from sessionlens.text.regex import regex

_CUES = word_set("left nowhere never only files file defined used called referenced appears occurs remains remaining still")
_X = r"`?(?P<name>[A-Za-z_][\w.:-]{2,60}?)(?:\(\))?`?"
_IN = r"(?: (?:anywhere )?(?:in|under|from) `?(?P<where>[\w./-]+?)/?`?)?"
_USED = r"(?:used|called|referenced|mentioned|imported)"
_NONE = regex(
    rf"(?:there (?:is|are) no (?:more )?{_X} (?:left|any ?more|remaining){_IN}"
    rf"|{_X.replace('name', 'other')} is (?:now )?(?:{_USED} nowhere|never {_USED}|not {_USED} (?:anywhere|any ?more)|gone)"
    rf"{_IN.replace('where', 'there')})"
)
_FILES = regex(rf"{_X} (?:appears|occurs|is {_USED}|stands) in (?P<n>\d{{1,4}}|one|{'|'.join(COUNTS)}) files?")
_ONLY = regex(rf"{_X} is (?:now )?(?P<how>{_USED}) only (?:from|in|by) `?(?P<where>[\w./-]+?)`?")
_STILL = regex(rf"{_X} is still {_USED}{_IN}")
_DEFINED = regex(rf"{_X} is (?:defined|declared|implemented) in `?(?P<where>[\w./-]+?)`?")
_LINE = regex(r"^(?P<path>[\w@+./-]+?)(?::(?P<line>\d+))?:(?P<code>.*)$", re.M)
_DEFINES = r"\b(?:def|fn|func|function|class|struct|interface|type|const|let|var|enum|trait|macro_rules!|#define)\s+(?:\([^)]*\)\s*)?"
_TESTS = regex(r"\btests?\b|_test\.|\btest_|\.(?:test|spec)\.")
_LATELY = 4
_CHANGING = ("edit", "write", "revert")

Lines = list[tuple[str, str]]
"""What a search printed: paths and the text of their lines."""


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """The contradiction of a plain statement; None for any other."""
    if claim.cell or claim.words.isdisjoint(_CUES) or len(claim.text) > 110:
        return None
    text = claim.text.rstrip(".! ")
    text = text[:1].lower() + text[1:] if text.startswith(("There", "The ")) else text
    for pattern, against in _FORMS:
        said = pattern.fullmatch(text)
        if said is None:
            continue
        groups = said.groupdict()
        name = groups.get("name") or groups.get("other") or ""
        for at, lines, where in _searches(name, claim, evidence):
            found = against(said, name, lines, where)
            return Judgement("contradicted", (), f"msg {at}: {found}", (at,)) if found else None
    return None


def _searches(name: str, claim: Claim, evidence: Evidence) -> Iterator[tuple[int, Lines, str]]:
    """The newest calls that searched for the name and for nothing else, up to one that changed files."""
    for at, run in evidence.runs_before(claim.msg):
        if claim.msg - at > _LATELY or run.call.kind in _CHANGING or any(a.intent in _CHANGING for a in run.actions):
            return
        found = [a for a in run.actions if a.command.tool in SEARCH]
        if len(found) == len(run.actions) == 1 and _pattern(found[0].command.argv) == name:
            paths = [w for w in found[0].command.argv[1:] if not w.startswith("-") and w != name]
            yield at, _lines(run, paths), " ".join(paths)


def _pattern(argv: tuple[str, ...]) -> str:
    words = [w for w in argv[1:] if not w.startswith("-")]
    if argv and argv[0] == "git" and words[:1] == ["grep"]:
        words = words[1:]
    flags = "".join(w for w in argv[1:] if w.startswith("-") and not w.startswith("--"))
    return words[0].strip("\\b()") if words and not set(flags) & {"v", "e", "L", "c"} else ""


def _lines(run: Run, paths: list[str]) -> Lines:
    found = [(m["path"], m["code"]) for m in _LINE.finditer(run.call.output)]
    if not found and len(paths) == 1 and "." in paths[0].rpartition("/")[2]:
        return [(paths[0], line) for line in run.call.output.splitlines() if line.strip()]
    return found


def _within(path: str, where: str) -> bool:
    path, where = path.removeprefix("./"), where.removeprefix("./").rstrip("/")
    return path == where or path.startswith(where + "/") or path.endswith("/" + where)


def _none(said: re.Match[str], name: str, lines: Lines, where: str) -> str:
    inside = said["where"] or said["there"]
    hits = [(p, c) for p, c in lines if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", c) and (not inside or _within(p, inside))]
    if said["other"]:
        hits = [(p, c) for p, c in hits if _calls(name, c) and not _TESTS.search(p)]
    return f"{hits[0][0]} has it: {hits[0][1].strip()[:60]}" if hits else ""


def _calls(name: str, code: str) -> bool:
    """Whether a line calls it: neither a comment, nor the line that defines or declares it."""
    if _comment(code) or re.search(_DEFINES + re.escape(name), code):
        return False
    return re.search(rf"(?:^\s*|[.=(,!&|;{{}}>\[]\s*|\b(?:return|await|if|not|in|and|or)\s+){re.escape(name)}\s?\(", code) is not None


def _comment(code: str) -> bool:
    return code.strip().startswith(("#", "//", "*", "/*", "--", '"""', "<!--"))


def _files(said: re.Match[str], name: str, lines: Lines, where: str) -> str:
    n = int(said["n"]) if said["n"].isdigit() else COUNTS.get(said["n"], 1)
    paths = {p for p, _ in lines}
    return f"it stands in {len(paths)}, claimed {n}" if paths and n != len(paths) and n != len(lines) else ""


def _only(said: re.Match[str], name: str, lines: Lines, where: str) -> str:
    calls = [(p, c) for p, c in lines if _calls(name, c) and not _TESTS.search(p)]
    others = sorted({p for p, _ in calls if not _within(p, said["where"])})
    return f"{others[0]} has it too" if others and any(_within(p, said["where"]) for p, _ in calls) else ""


def _still(said: re.Match[str], name: str, lines: Lines, where: str) -> str:
    inside = said["where"] or ""
    return "" if lines or (inside and where.rstrip("/") not in (inside, ".", "")) else f"no line of {where or 'what was searched'} has it"


def _defined(said: re.Match[str], name: str, lines: Lines, where: str) -> str:
    there = [p for p, c in lines if re.search(_DEFINES + re.escape(name) + r"(?!\w)", c)]
    return f"{there[0]} defines it" if there and not any(_within(p, said["where"]) for p in there) else ""


_FORMS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str], str, Lines, str], str]], ...] = (
    (_NONE, _none),
    (_FILES, _files),
    (_ONLY, _only),
    (_STILL, _still),
    (_DEFINED, _defined),
)
