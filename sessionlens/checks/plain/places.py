"""Whether a name stands in a place: "`cities.bin` isn't in the wheel", "CMakeLists.txt never uses `SAN`", "no file imports `lodash`".

A place is what a search looked through, a listing or a file that was printed whole, or the body of a function. The newest call decides that
looked there. What was found refutes "not there", unless it is a remark; what was looked at whole and lacks the name refutes "there".

Example: after `unzip -l dist/geo.whl` listed geo/lookup.py and nothing else, "the wheel has `cities.bin`" is not so.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import COUNTS, word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.plain.lines import has
from sessionlens.checks.runs.suites import overtaken
from sessionlens.checks.shown.coded import body
from sessionlens.checks.shown.presence import SEARCH
from sessionlens.checks.values.judge import Judgement
from sessionlens.model.trace import Action, Run
from sessionlens.text.fold import folded
from sessionlens.text.regex import regex

WORDS = word_set(
    "gone appears occurs stands declared implemented in inside among contains contain lists list includes include lacks lack "
    "holds hold declares declare uses use imports import calls call handles handle sets mentions mention references reference "
    "nowhere used called imported mentioned referenced outside has have set defined requires reads read sleeps "
)
_X = r"`?(?P<x>[A-Za-z0-9_.][\w./:@-]*?(?:\(\))?)`?"
_Y = r"(?:the |its |this |our )?`?(?P<y>[\w./@-]+(?: [\w./-]+)?)`?"
_NOT = r"(?: not|n['’]t)"
_AUX = r"(?:is|are|was|were)"
_DONE = r"(?:used|called|imported|mentioned|referenced|set|defined|listed|included|present|contained|declared)"
_DOES = (
    r"(?:contains?|lists?|includes?|holds?|declares?|uses?|imports?|calls?|handles?|sets?|mentions?|references?|requires?|ha(?:s|ve)|reads?"
    r"|sleeps?)"
)
_ADV = r"(?: (?:even|still|now|also|really|actually|any ?more|anywhere))*"
_FORMS = (
    regex(rf"{_X} {_AUX}(?P<no>{_NOT})?{_ADV}(?: {_DONE})?{_ADV} (?:in|inside|among|part of|by) {_Y}{_ADV}"),
    regex(rf"{_Y} (?:(?P<no>(?:does|do|did){_NOT}|never|no longer){_ADV} |still |now |also )?{_DOES}(?P<none> no| any)? {_X}{_ADV}"),
    regex(rf"{_Y} (?P<no>lacks?|is missing) {_X}"),
    regex(rf"(?P<no>nothing|nobody|no (?:file|code|module|one|caller|test))(?: (?:in|under) {_Y})? (?:still )?{_DOES} {_X}{_ADV}"),
    regex(rf"{_X} {_AUX}{_ADV} {_DONE} (?P<no>nowhere)"),
    regex(rf"{_X} {_AUX}(?P<no>{_NOT}| never){_ADV} {_DONE}{_ADV}"),
    regex(rf"(?P<no>there {_AUX} no) {_X} (?:in|inside|among) {_Y}{_ADV}"),
    regex(rf"{_X} {_AUX} (?P<no>gone) from {_Y}{_ADV}"),
)
_OUTSIDE = regex(rf"{_X} {_AUX}(?P<no>{_NOT})?{_ADV} {_DONE} outside(?: of)? {_Y}")
_ONLY = regex(rf"{_X} {_AUX}{_ADV} (?:only {_DONE}|{_DONE} only) (?:by|in|from|within|inside) {_Y}")
_DEFINED = regex(rf"{_X} {_AUX}{_ADV} (?:defined|declared|implemented) in {_Y}")
_FILES = regex(rf"{_X} (?:{_AUX}{_ADV} {_DONE}|appears|occurs|stands) (?:by|in) (?P<n>\d{{1,3}}|one|{'|'.join(COUNTS)}) files?")
_NAMED = regex(r"[._/:\d-]|[a-z][A-Z]|^[A-Z][A-Z0-9_]+$|\(\)$")
_LISTERS = frozenset(("cat", "bat", "nl", "ls", "tree", "unzip", "tar", "find", "jq", "zipinfo", "ar", "dpkg", "rpm", "Get-Content"))
_LINE = regex(r"^(?P<path>[\w@+./-]*[\w-]\.\w+|[\w@+/-]+/[\w@+./-]+)(?::\d+)?[:-](?P<code>.*)$|^\d+[:-](?P<own>.*)$")
_REMARK = regex(r"^\s*(?:#(?!include|define|!|\[)|//|/?\*|--\s|<!--|;)")
_TESTS = regex(r"(?:^|/)tests?(?:/|_|\.)|_test\.|\.(?:test|spec)\.|\btest_")
_DEFINES = r"\b(?:def|fn|func|function|class|struct|interface|type|const|let|var|enum|trait|#define)\s+(?:\([^)]*\)\s*)?"
_USING = regex(r"\b(?:used|called|imported|referenced|uses?|calls?|imports?|references?)\b")
_PALE = word_set("file files source sources code folder directory dir tree repository repo output list listing config")
_ROOTS = frozenset(("", ".", "./", "*", "src", "src/"))
_LATELY, _FAR, _MOST, _LONGEST, _LONG = 3, 14, 16, 110, 40_000


class Seen(NamedTuple):
    """What a call shows of a name in a place: the lines that have it, each with its file, and whether the place was looked at whole."""

    hits: list[tuple[str, str]]
    whole: bool
    what: str


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """Supported or contradicted by the newest call that looked there; None where none did, or the clause is of another form."""
    if claim.cell or claim.quantities or claim.words.isdisjoint(WORDS) or len(claim.text) > _LONGEST:
        return None
    text = claim.text.strip(" .!")
    for lead in ("So ", "And ", "But ", "Now ", "The ", "Nothing", "Nobody", "No ", "There "):
        if text.startswith(lead):
            text = text[:1].lower() + text[1:]
    text = re.sub(r"^(?:so|and|but|now),? ", "", text)
    return _within(text, claim, evidence) or _elsewhere(text, claim, evidence)


def _within(text: str, claim: Claim, evidence: Evidence) -> Judgement | None:
    for form in _FORMS:
        said = form.fullmatch(text)
        if said is None:
            continue
        groups = said.groupdict()
        x, y = said["x"].removesuffix("()"), groups.get("y") or ""
        y = "" if y in ("it", "there", "them", "that") else y
        absent = bool(groups.get("no")) or groups.get("none") == " no"
        if not _NAMED.search(said["x"]) and f"`{x}" not in claim.text:
            continue
        for at, seen in _looks(x, y, claim, evidence):
            hits = [h for h in seen.hits if not _REMARK.match(h[1])]
            if _USING.search(text):
                hits = [h for h in hits if not _defines(x, h[1]) and not (_TESTS.search(h[0]) and "test" not in y)]
            if not hits and (seen.hits or not seen.whole):
                return None
            shown = f"has {' '.join(hits[0][1].split())[:70]}" if hits else f"does not have {x}"
            return _found(bool(hits) != absent, at, f"{seen.what[:60]} {shown}", claim, evidence)
    return None


def _found(true: bool, at: int, text: str, claim: Claim, evidence: Evidence) -> Judgement | None:
    if not text.startswith("the edit of") and overtaken(evidence, at, claim.msg) is not None:
        return None
    return Judgement("supported" if true else "contradicted", (), f"msg {at}: {text}", (at,))


def _elsewhere(text: str, claim: Claim, evidence: Evidence) -> Judgement | None:
    """What is said of the files that a search found: that there are none outside one, only those, or so many."""
    for form in (_DEFINED, _OUTSIDE, _ONLY, _FILES):
        said = form.fullmatch(text)
        if said is None:
            continue
        x = said["x"].removesuffix("()")
        found = next(((at, s) for at, s in _looks(x, "", claim, evidence) if s.what.startswith("the search")), None)
        if found is None:
            return None
        at, seen = found
        uses = [(p, c) for p, c in seen.hits if not _REMARK.match(c) and not _defines(x, c)]
        if any(not path for path, _ in uses):
            return None
        if form is _DEFINED:
            there = [p for p, c in seen.hits if p and _defines(x, c)]
            own = [p for p in there if said["y"].strip("/").removeprefix("./") in p]
            return _found(bool(own), at, f"{(own or there)[0]} defines it", claim, evidence) if there else None
        if form is _FILES:
            n = int(said["n"]) if said["n"].isdigit() else COUNTS.get(said["n"], 1)
            paths, everywhere = sorted({p for p, _ in uses}), {p for p, _ in seen.hits}
            if paths and n in (len(uses), len(seen.hits)) and n not in (len(paths), len(everywhere)):
                return None
            if paths:
                true = n in (len(paths), len(everywhere))
                return _found(true, at, f"the search finds it in {', '.join(paths)[:80]}", claim, evidence)
            return _found(False, at, "the search found nothing", claim, evidence)
        y = said["y"].strip("/").removeprefix("./")
        others = [p for p, _ in uses if not (_TESTS.search(p) if y in ("test", "tests") else y in p)]
        only = form is _ONLY or bool(said["no"])
        if form is _ONLY and len(others) == len(uses):
            return None
        text = f"the search finds it in {others[0]}" if others else f"the search finds it nowhere but in {y}"
        return _found(bool(others) != only, at, text, claim, evidence)
    return None


def _defines(x: str, code: str) -> bool:
    """Whether a line defines or declares the name: by its keyword, or by the type before it."""
    if x not in code:
        return False
    typed = rf"^\s*(?!return\b|else\b|await\b|throw\b|yield\b|new\b)(?:[A-Za-z_][\w:<>]*[\s*&]+)+{re.escape(x)}\s*\("
    return re.search(_DEFINES + re.escape(x), code) is not None or re.search(typed, code) is not None


def _looks(x: str, y: str, claim: Claim, evidence: Evidence) -> Iterator[tuple[int, Seen]]:
    """The calls that looked for the name, or looked at the place whole, newest first."""
    far = _FAR if _NAMED.search(y) else _LATELY
    for place, (at, run) in enumerate(evidence.runs_before(claim.msg)):
        if place >= _MOST or claim.msg - at > far:
            return
        if run.call.cut or len(run.call.output) > _LONG:
            continue
        seen = _edited(x, y, run) or _searched(x, y, run) or _listed(x, y, run) or _bodied(x, y, run)
        if seen is not None:
            yield at, seen


def _edited(x: str, y: str, run: Run) -> Seen | None:
    """The last edit of the file that is the place put the name there, or took it away."""
    if not run.call.edits or not y or run.call.status == "error":
        return None
    whole = re.compile(rf"(?<![\w]){re.escape(x)}(?!\w)")
    for edit in run.call.edits:
        if not (edit.path.endswith("/" + y.removeprefix("./")) or edit.path == y):
            continue
        hits = [line for line in (edit.new or "").split("\n") if whole.search(line)]
        if hits or whole.search(edit.old or ""):
            return Seen([("", line) for line in hits], True, f"the edit of {y}")
    return None


def _searched(x: str, y: str, run: Run) -> Seen | None:
    """What the one search for the name printed."""
    found = [a for a in run.actions if a.command.tool in SEARCH or a.runner == "git grep"]
    mine = [a for a in found if _sought(x, a)]
    if len(mine) != 1 or run.call.status == "interrupted":
        return None
    action = mine[0]
    flags = "".join(w for w in action.command.argv[1:] if w[:1] == "-" and w[:2] != "--")
    after = [a for a in run.actions if a.command.group == action.command.group and a.command.stage > action.command.stage]
    if "v" in flags or after or action.command.nesting:
        return None
    where = [w for w in action.command.argv[1:] if w[:1] != "-" and not _is(x, w)]
    if y and not _of(y, run):
        return None
    if not y and (not where or any(w.strip("\"'") not in _ROOTS for w in where)):
        return None
    what = f"the search of {' '.join(where)[:50] or 'what was piped to it'}"
    lines = [line for line in run.call.output.split("\n") if line.strip()]
    if "c" in flags or "--count" in action.command.argv:
        numbers = [int(t.rpartition(":")[2]) for t in lines if re.fullmatch(r"(?:\S+:)?\d+", t.strip())]
        counting = [a for a in found if "c" in "".join(w for w in a.command.argv[1:] if w[:1] == "-")]
        if len(numbers) != len(counting) or len(counting) != 1:
            return None
        return Seen([("", f"{numbers[0]} lines")] if numbers[0] else [], True, what)
    hits = []
    for line in lines:
        match = _LINE.match(line)
        code = (match["code"] or match["own"] or "") if match is not None else line
        if re.search(rf"(?<![\w]){re.escape(x)}", code):
            hits.append((match["path"] or "" if match is not None else "", code))
    alone = len([a for a in run.actions if a.intent not in ("navigate", "other")]) == 1
    if not hits and ((lines and alone) or "No such file" in run.call.output):
        return None
    return Seen(hits, True, what)


def _is(x: str, word: str) -> bool:
    return word.strip("\"'^$\\b()").lower() == x.lower()


def _sought(x: str, action: Action) -> bool:
    """Whether a search is for the name: its pattern is it, or one of its choices, or ends in it."""
    argv = [w for w in action.command.argv[1:] if w[:1] != "-" or w[1:2] == " "]
    if action.runner == "git grep":
        argv = argv[1:]
    pattern = argv[0].strip("\"'") if argv else ""
    parts = [re.sub(r"\\[bws]|[\\^$()]", "", p) for p in re.split(r"\\?\|", pattern)]
    return any(p.lower() == x.lower() or re.fullmatch(rf"(?:from|import|use|require)\W*{re.escape(x)}\W*", p, re.I) for p in parts)


def _of(y: str, run: Run) -> bool:
    """Whether a call is of a place: the words of it stand in the command, in the path, or above an archive's list."""
    given = f"{run.call.command or ''} {run.call.input.get('file_path', '')}"
    if _NAMED.search(y):
        return re.search(rf"(?<![\w-]){re.escape(y.strip('/').removeprefix('./'))}(?![\w-]|\.\w)", given) is not None
    bare, low = b" " + folded(given) + b" ", given.lower()
    words = [w for w in y.lower().split() if w not in _PALE]
    return bool(words) and all(has(bare, w) or (len(w) > 3 and w.rstrip("s") in low) for w in words)


def _listed(x: str, y: str, run: Run) -> Seen | None:
    """A listing or a file that was printed whole and is that place."""
    if not y or not _of(y, run):
        return None
    if run.call.kind == "read":
        if run.call.input.get("offset") or run.call.input.get("limit") or run.call.status == "error":
            return None
        what = str(run.call.input.get("file_path", "the file"))
    else:
        tools = [a for a in run.actions if a.command.tool in _LISTERS or (a.runner == "git show" and "--stat" in a.command.argv)]
        if len(tools) != 1 or tools[0].command.stages > 1 or run.call.exit_code not in (0, None) or run.call.kind != "shell":
            return None
        if _NAMED.search(y) and "." in y and tools[0].command.tool in ("ls", "find") and y not in tools[0].command.text:
            return None
        what = tools[0].command.text
    if not run.call.output.strip():
        return None
    lines = [t for t in run.call.output.split("\n") if re.search(rf"(?<![\w]){re.escape(x)}(?!\w)", t, re.I)]
    return Seen([("", line) for line in lines], True, what)


def _bodied(x: str, y: str, run: Run) -> Seen | None:
    """The body of the function that is the place, in what was printed of its file."""
    name = y.removesuffix("()")
    if not name or " " in name or "." in name or "/" in name or run.call.kind not in ("shell", "read") or name not in run.call.output:
        return None
    found = body(name, run.call.output)
    if found is None or x == name:
        return None
    lines = [t for t in found[0].split("\n")[1:] if re.search(rf"(?<![\w]){re.escape(x)}(?!\w)", t)]
    return Seen([("", line) for line in lines], found[1], f"the body of {name}")
