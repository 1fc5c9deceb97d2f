"""Names that stand in one place, or do not: "`open_pool()` never sets `timeout`", "line 88 calls `flush()`, not `sync()`".

Each name of the clause is said to be there or is denied; the place is the line that it gives, the body of the function that it names, the
file that it names, or what was searched for just before. All that is said to be there must be in the place and nothing of what is denied.
A thing is absent only from a place that was seen whole: a body up to its end, a file without an offset or a filter, a search for the name.

Example: of `func Open(p string) { return dial(p) }` it bears out "`Open` calls `dial` without `retry`" and not "`Open` never calls `dial`".
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from sessionlens.checks.claims.claim import CODE, Claim
from sessionlens.checks.claims.words import STOP, word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.evidence.postings import ROOTS
from sessionlens.checks.shown.bearing import HAPPENED
from sessionlens.checks.shown.lacking import FILE
from sessionlens.checks.values.judge import Judgement
from sessionlens.model.trace import Run
from sessionlens.text.regex import regex

_NOT = (
    r"(?:does(?: not|n['’]t)|do(?: not|n['’]t)|(?:is|are)(?: not|n['’]t)"
    r"|there(?:['’]s| is| are) no|has no|have no|never|without|not|no|nor)"
)
_DENIES = regex(rf"\b{_NOT}\b", re.I)
_TURNS = regex(r"\b(?:but(?! not)|only|instead|however|just)\b")
_OUT = regex(
    r"\b(?:(?:is|are)(?: not|n['’]t)|never) (?:\w+ )?(?:included|listed|present|there|mentioned|defined|exported|set|used|called"
    r"|among|in|part"
    r"|imported|declared|registered|checked|passed|read|referenced)\b",
    re.I,
)
"""What is denied stands before this: "`retry` is not in the list"."""
_HAS = regex(
    r"\b(?:uses?|calls?|sets?|has|have|contains?|includes?|checks?|looks? (?:for|at)|returns?|reads?|writes?|takes?|imports?|lists?"
    r"|mentions?|passes|accepts?|defines?|declares?|exports?|wraps?|invokes?|opens?|in|with|without|is|are|there)\b"
)
_LATER = word_set(
    "no_longer when if unless until while after before because since due would could should might may cannot can't anymore previously"
    " earlier longer always every any nothing nobody both touches touch touched changed changes affects affect causes cause fixed fixes fix"
    " same different bug wrong correct works pass passes fail fails tests only ever compile compiles"
)
"""Words of what no place shows: conditions, time, causes, judgements."""
_PALE = word_set(
    "function functions method methods constant field fields variable struct class file files code call calls called line lines test helper"
    " type option flag uses use sets set has have contains includes included checks looks returns reads writes takes imports lists mentions"
    " passes accepts defines declares exports wraps invokes opens there currently still already also exists exist defined old new does is"
    " are not never without no it that this which actually name value key import parameter argument itself yet one see note directly module"
    " package config setting list array but either right now you filtering used called referenced present listed shown run runs"
)
_LINE = regex(r"\blines? (\d{1,6})\b(?!\s*(?:-|–|to|and|,)\s*\d)|[\w/]\.[a-z]{1,5}:(\d{1,6})\b(?![-–\d])")
_NUMBERED = regex(r"^\s*(?:(?P<file>[^\s:]+?)[:-])?(?P<n>\d{1,6})(?:→|\t|:|-)(?P<code>.*)$")
_NAME = regex(r"[A-Za-z_][\w.]*\(\)|\b[a-z]+[A-Z]\w*|\b[A-Z][a-z0-9]+[A-Z]\w*|\b[A-Za-z]\w*_\w+")
_DEFINES = (
    r"\b(?:func|def|fn|function|class|const|let|var|type|struct|interface|impl|enum|macro_rules!|sub|proc|module|fun|void|int|static"
    r"|public)\b"
)
_FILTERS = word_set("head tail grep sed awk cut rg egrep sort uniq tr column less more wc")
_READERS = word_set("cat bat nl jq ls tree env printenv")
_WORD = regex(r"[a-z]{3,}")
_FAR, _MOST, _LONG = 14, 20, 60_000


class Names(NamedTuple):
    """The names of a clause by what it says of them, the line and the files that it gives."""

    there: list[str]
    denied: list[str]
    line: int
    files: list[str]


class Place(NamedTuple):
    """A stretch of an output: its text, whether it was seen whole, and what it is."""

    text: str
    whole: bool
    what: str


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """Supported by the newest place that has and lacks what it should; None where no such place was seen."""
    if claim.cell or not claim.words.isdisjoint(_LATER) or not claim.words.isdisjoint(HAPPENED - {"still", "currently"}):
        return None
    if "`" not in claim.text and not _NAME.search(claim.text):
        return None
    names = _names(claim)
    if names is None or (claim.quantities and not names.line) or not _HAS.search(CODE.sub(" ", claim.low)):
        return None
    bare = CODE.sub(" ", _NAME.sub(" ", FILE.sub(" ", claim.text))).lower()
    words = [ROOTS[w].decode() for w in _WORD.findall(bare) if w not in STOP and w not in _PALE]
    for at, run in _near(names, claim, evidence):
        for place in _places(names, run):
            if names.denied and not place.whole:
                continue
            low = " ".join(place.text.lower().split())
            bare = "".join([c for c in low if c.isalnum()])
            if any(_has(_key(n), low, bare) for n in names.denied):
                continue
            if not all(_has(_key(n), low, bare) or n.lower() in place.what for n in names.there):
                continue
            if place.what == "the output" and (claim.msg - at > 1 or not (words or names.there)):
                continue
            beside = f"{low} {_given(run)}"
            if 2 * sum(w in beside for w in words) < len(words):
                continue
            has = f"has {', '.join(names.there[:3])}" if names.there else "is seen whole"
            lacks = f" and not {', '.join(names.denied[:3])}" if names.denied else ""
            return Judgement("supported", (), f"msg {at}: {place.what[:80]} {has}{lacks}", (at,))
    return None


def _key(name: str) -> str:
    """A name as it is looked for: in lower case, without what is around and between its words where it has enough letters."""
    bare = "".join([c for c in name.lower() if c.isalnum()])
    return bare if len(bare) > 4 else " ".join(name.lower().split())


def _has(key: str, low: str, bare: str) -> bool:
    return key in low or (len(key) > 4 and key in bare)


def _names(claim: Claim) -> Names | None:
    """None where nothing is named that a place could have or lack."""
    text = claim.text
    found: list[tuple[int, str]] = [(m.start(), m[1].strip()) for m in CODE.finditer(text)]
    bare = CODE.sub(lambda m: " " * len(m[0]), text)
    found += [(m.start(), m[0]) for m in _NAME.finditer(bare)]
    at = [int(a or b) for a, b in _LINE.findall(text.lower())]
    files = [f.rsplit("/", 1)[-1].lower() for f in FILE.findall(text.replace("`", " "))]
    found = [(i, n.removesuffix("()")) for i, n in found if not FILE.fullmatch(n.partition(":")[0]) and len(n.removesuffix("()")) > 2]
    if not found or len(found) > 6 or len(at) > 1:
        return None
    low = _masked(text)
    there: list[str] = []
    denied: list[str] = []
    out = _OUT.search(low)
    for i, name in sorted(found):
        if out is not None:
            (denied if i < out.start() else there).append(name)
            continue
        last = max((m.end() for m in _DENIES.finditer(low, 0, i)), default=-1)
        turned = max((m.end() for m in _TURNS.finditer(low, 0, i)), default=-1)
        (denied if last > turned else there).append(name)
    if claim.negated and not denied:
        return None
    if not denied and not at:
        return None
    return Names(there, denied, at[0] if at else 0, files)


def _masked(text: str) -> str:
    """A text of the same length whose code says nothing."""
    return CODE.sub(lambda m: "`" * len(m[0]), text)


def _near(names: Names, claim: Claim, evidence: Evidence) -> Iterator[tuple[int, Run]]:
    far = _FAR if names.there or names.files or names.line else 1
    for place, (at, run) in enumerate(evidence.runs_before(claim.msg)):
        if place >= _MOST or claim.msg - at > far:
            return
        if run.call.status != "error" and not run.call.cut and run.call.kind in ("read", "search", "shell") and run.call.output:
            yield at, run


def _given(run: Run) -> str:
    return " ".join([run.call.command or "", *[v for v in run.call.input.values() if isinstance(v, str)]]).lower()


def _places(names: Names, run: Run) -> Iterator[Place]:
    """The places in a call that a clause may speak of, the narrowest first."""
    output = run.call.output
    if len(output) > _LONG:
        return
    given = _given(run)
    of_file = not names.files or any(f in given or f in output.lower() for f in names.files)
    if names.line:
        if of_file and (line := _at_line(names.line, names.files, output)):
            yield Place(line, True, f"line {names.line}")
        return
    for name in names.there:
        if (found := body(name, output)) is not None:
            yield Place(found[0], found[1], f"the body of {name.lower()}")
            return
    if names.denied and of_file and all(_searched(n, given, run) for n in names.denied) and _own(names, given, output):
        yield Place(_results(output), True, f"the search for {names.denied[0].lower()}")
    elif (not names.files or any(f in given for f in names.files)) and _whole(run):
        yield Place(output, True, names.files[0] if names.files else "the output")


def _own(names: Names, given: str, output: str) -> bool:
    low = output.lower()
    return all(n.lower() in given or n.lower() in low for n in names.there)


def _at_line(number: int, files: list[str], output: str) -> str:
    for line in output.splitlines():
        match = _NUMBERED.match(line)
        if match is not None and int(match["n"]) == number and (not files or not match["file"] or files[0] in match["file"].lower()):
            return match["code"]
    return ""


def _bare(lines: list[str]) -> list[str]:
    """Lines of a file without their numbers and names."""
    return [m["code"] if (m := _NUMBERED.match(line)) else line for line in lines]


def body(name: str, output: str) -> tuple[str, bool] | None:
    """What a function or type has, from the line that defines it to the first that is indented as little, and whether that was seen."""
    last = name.rsplit(".", 1)[-1]
    if last not in output or not last.replace("_", "").isalnum():
        return None
    defines = regex(rf"{_DEFINES}[^=\n]*?(?<![\w.]){re.escape(last)}\b(?!\.)|^\s*{re.escape(last)}\s*(?:=|:=)\s*[\[{{(]")
    lines = _bare(output.splitlines())
    for i, line in enumerate(lines):
        if last not in line or not defines.search(line):
            continue
        indent = len(line) - len(line.lstrip())
        if line.rstrip().endswith(("}", ";")):
            return line, True
        for j in range(i + 1, len(lines)):
            bare = lines[j].strip()
            if bare and len(lines[j]) - len(lines[j].lstrip()) <= indent and not bare.startswith((")", "{")):
                return "\n".join(lines[i : j + 1] if bare[0] in "}]" else lines[i:j]), True
        return "\n".join(lines[i:]), False
    return None


def _searched(name: str, given: str, run: Run) -> bool:
    """Whether a call searched for a name: the name stands in what it was given, and the call was a search."""
    if name.lower().strip("/.()") not in given or run.call.exit_code not in (0, 1, None):
        return False
    return run.call.kind == "search" or (len(run.actions) > 0 and run.actions[0].command.tool in ("grep", "rg", "egrep", "ag", "git"))


def _results(output: str) -> str:
    """The lines that a search found, without the paths before them."""
    return "\n".join(_bare(output.splitlines()))


def _whole(run: Run) -> bool:
    """Whether a call printed all of a file or of an answer: no part of it was asked for, and no filter stood behind it."""
    call = run.call
    if call.kind == "read":
        return not call.input.get("offset") and not call.input.get("limit")
    if call.kind != "shell" or call.exit_code not in (0, None) or not run.actions:
        return False
    return any(a.command.tool in _READERS for a in run.actions) and not any(a.command.tool in _FILTERS for a in run.actions)
