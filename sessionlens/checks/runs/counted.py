"""Counts that a command gave for what it was asked: `grep -c`, `rev-list --count`, "2 to change, 1 to destroy", READY 3/5, `uniq -c`.

The number is bound by the command or the row, not by a word beside it: the one number that `git rev-list --count main..feat/x` prints is
of the commits that feat/x is ahead of main.

Example: below "Plan: 4 to add, 0 to change, 1 to destroy." the statement "the plan destroys three volumes" is contradicted.
"""

import re
from collections.abc import Iterator

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import STOP, content, word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.evidence.postings import ROOTS, holds, needle
from sessionlens.checks.evidence.repeats import NUMBERS, number_of
from sessionlens.checks.runs.suites import overtaken
from sessionlens.checks.values.intervals import claimed
from sessionlens.checks.values.judge import Judgement
from sessionlens.model.trace import Run
from sessionlens.text.fold import folded
from sessionlens.text.regex import regex

WORDS = frozenset(NUMBERS) | word_set("most majority")
_N = rf"(?P<n>\d{{1,6}}|{'|'.join(NUMBERS)})"
_OF = regex(
    rf"\b{_N} (?:out )?of (?:the |its |all )?(?P<m>\d{{1,6}}|{'|'.join(NUMBERS)}) (?P<what>(?:[\w.-]+ ){{1,3}}?)(?:is|are|were"
    rf"|was) (?P<how>ready|up|available|running|updated|healthy|alive|online|scheduled|complete|completed|in sync)\b"
)
_MOST = regex(
    r"\b(?:most|the majority of|more than half of|over half of|the bulk of) (?:of )?(?:the |all |our "
    r"|these )?(?P<what>[\w ./'-]{2,40}?) (?:comes?|came"
    r"|are|is|were|was|goes?|went)(?: \w+)? (?:from|by|in|on|to|for|of) (?:the )?`?(?P<of>[\w./:@-]+[\w/])`?[.!]*$"
)
_COUNTER = regex(
    r"(?:^|[ |;&])(?:\S*grep\b[^|]*\s-\w*c\w*\b|\S*grep\b[^|]*--count\b|git rev-list\b[^|]*--count\b|wc -[lwc]+\b)|\bcount\("
    r"|\| ?length\b|--count\b",
    re.I,
)
_HAS_LINES = regex(
    r"\b(?:has|contains|counts|holds|is) (?:now |only |just |exactly )?[\d,]+ lines\b(?! (?:more|less|fewer|shorter|longer|behind"
    r"|ahead))"
)
_LINES = regex(r"wc -l\s*<?\s*[\w./-]+|cat [\w./-]+ \| ?wc -l")
"""The lines of one file, whole."""
_RANGE = regex(r"(?<![\w.])([\w./@^~-]+?)\.\.(?!\.)([\w./@^~-]+)")
_AHEAD = regex(r"`?(?P<a>[\w./-]+)`? is (?:now |still |already |about )?[\w ]*?\bcommits? (?P<how>ahead of|behind) `?(?P<b>[\w./-]*\w)`?")
_ID = regex(r"`([^`]+)`|(?<![\w/.-])(?=[\w./@-]*[/_.@]\w)[\w./@-]*\w")
_TO = regex(r"(?<![\w.])(\d+) to ([a-z]{3,})\b")
_SAID_TO = regex(rf"\b([a-z]{{3,}}) (?:only |exactly )?(\d{{1,6}}|{'|'.join(NUMBERS)}) [a-z]")
_ROW = regex(r"^\s*(\d+)\s+(\S.*?)\s*$")
_STATES = word_set("ready up available running updated healthy alive online scheduled complete completed sync")
_MOSTLY = word_set("most majority half bulk")
_PLANNED = word_set(
    "add adds change changes destroy destroys remove removes upgrade upgrades install installs import imports replace replaces update"
    " updates delete deletes create creates"
)
"""One of these stands in each wording; sets are tried before patterns."""
_PERSONS = word_set("i we you i'll we'll let")
_SHORT = 12
"""Characters of an output that is one number."""
_LATELY = 6
_NEAR = 3


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """None where the clause counts nothing that the last commands were asked to count."""
    if claim.cell:
        return None
    words = claim.words
    if not claim.negated:
        if "of" in words and not words.isdisjoint(_STATES) and (match := _OF.search(claim.low)) is not None:
            return _ready(match, claim, evidence)
        if not words.isdisjoint(_MOSTLY) and (most := _MOST.search(claim.low)) is not None:
            return _share(most["of"], claim, evidence)
    if not words.isdisjoint(_PLANNED) and (planned := _tally(claim, evidence)) is not None:
        return planned
    return _asked(claim, evidence) if len(claim.quantities) == 1 else None


def _last(claim: Claim, evidence: Evidence, near: int = _LATELY) -> Iterator[tuple[int, Run]]:
    for place, (at, run) in enumerate(evidence.runs_before(claim.msg)):
        if claim.msg - at > near or place > 2 * near:
            return
        if run.call.kind == "shell" and run.call.output.strip() and not run.call.cut and len(run.call.output) < 20_000:
            yield at, run


def _ready(match: re.Match[str], claim: Claim, evidence: Evidence) -> Judgement | None:
    """ "three of the five ranker replicas are ready" by a row of that name with "3/5"."""
    n, m = number_of(match["n"]), number_of(match["m"])
    names = [w for w in match["what"].split() if len(w) > 2]
    for at, run in _last(claim, evidence):
        rows = [line.split() for line in run.call.output.splitlines() if "/" in line]
        mine = [
            (row, cell) for row in rows for cell in row[1:] if re.fullmatch(r"\d+/\d+", cell) and any(w in row[0].lower() for w in names)
        ]
        if len(mine) != 1:
            if any(w in (run.call.command or "").lower() for w in names):
                return None  # it was looked at again, or changed
            continue
        got, of = map(int, mine[0][1].split("/"))
        if of != m or overtaken(evidence, at, claim.msg) is not None:
            return None
        text = f"msg {at} prints {mine[0][1]} for {mine[0][0][0]}"
        return Judgement("supported" if got == n else "contradicted", (), text, (at,))
    return None


def _share(name: str, claim: Claim, evidence: Evidence) -> Judgement | None:
    """ "Most of the errors come from /login" by a listing of counts and names."""
    for at, run in _last(claim, evidence, _NEAR):
        rows = [(int(m[1]), m[2].lower()) for m in map(_ROW.match, run.call.output.splitlines()) if m is not None]
        mine = [count for count, label in rows if label == name or label.split()[-1] == name or label.split()[0] == name]
        if len(rows) < 2 or len(mine) != 1 or not any("uniq" in a.command.tool for a in run.actions):
            continue
        if any(a.command.tool in ("head", "tail") for a in run.actions):
            return None
        total = sum(count for count, _ in rows)
        text = f"msg {at} counts {mine[0]} of {total} for {name}"
        return Judgement("supported" if 2 * mine[0] > total else "contradicted", (), text, (at,))
    return None


def _tally(claim: Claim, evidence: Evidence) -> Judgement | None:
    """ "would destroy two volumes" by "3 to add, 1 to destroy" of the tool that the clause names, or of the last call."""
    said = _SAID_TO.findall(claim.low)
    if not said:
        return None
    for at, run in _last(claim, evidence, _NEAR):
        found = {verb: int(count) for count, verb in _TO.findall(run.call.output)}
        if len(found) < 2:
            continue
        told = [(verb, number_of(count), v) for verb, count in said for v in found if ROOTS[verb] == ROOTS[v]]
        tools = {a.command.tool.lower() for a in run.actions}
        if len(told) != 1 or overtaken(evidence, at, claim.msg) is not None:
            return None
        verb, n, key = told[0]
        subject = claim.low[: claim.low.find(verb)]
        if not any(tool in subject for tool in (*tools, "plan")) or not claim.words.isdisjoint(_PERSONS):
            return None
        return Judgement("supported" if found[key] == n else "contradicted", (), f"msg {at} prints {found[key]} to {key}", (at,))
    return None


def _asked(claim: Claim, evidence: Evidence) -> Judgement | None:
    """The one number that a counting command printed, for what it was given."""
    numbers = [q for q in claim.quantities if q.dimension in ("count", "number")]
    if len(numbers) != 1 or len(claim.quantities) != 1:
        return None
    told: tuple[list[str], set[bytes]] | None = None
    want = claimed(numbers[0])
    for place, (at, run) in enumerate(evidence.runs_before(claim.msg)):
        if claim.msg - at > _LATELY or place > 2 * _LATELY:
            return None
        if len(run.call.output) > _SHORT or not (printed := run.call.output.strip()).isdigit():
            continue
        command = run.call.command or ""
        if run.call.exit_code not in (0, None) or run.call.cut or not _COUNTER.search(command):
            continue
        ids, roots = told = told or _named(claim)
        held = folded(f" {command} ")
        shared = sum(holds(held, needle(r)) for r in roots)
        named = bool(ids) and all(re.search(rf"(?<![\w/-]){re.escape(i)}(?![\w/-])", command) for i in ids)
        if not named and (ids or shared < 2 or 2 * shared < len(roots)):
            continue
        way = _way(claim, command)
        if way is False or overtaken(evidence, at, claim.msg) is not None:
            return None
        text = f"msg {at}: {' '.join(command.split())[:60]} prints {printed}"
        if want.lo <= int(printed) <= want.hi:
            return Judgement("supported", (), text, (at,))
        sure = named and (
            way or (way is None and _HAS_LINES.search(claim.low) is not None and _LINES.fullmatch(command.strip()) is not None)
        )
        return Judgement("contradicted", (), text, (at,)) if sure and numbers[0].hedge == "" else None
    return None


def _named(claim: Claim) -> tuple[list[str], set[bytes]]:
    """The exact names in a clause, and the roots of its words."""
    ids = [(m[1] or m[0]) for m in _ID.finditer(claim.text) if not (m[1] or m[0]).replace(".", "").isdigit()]
    return ids, {ROOTS[w] for w in content(claim.text) - STOP if len(w) > 2 and not w[-1].isdigit()}


def _way(claim: Claim, command: str) -> bool | None:
    """Whether a range of commits is the one that "A is ahead of B" speaks of; None where the clause says no such thing."""
    said, given = _AHEAD.search(claim.low), _RANGE.search(command.lower())
    if said is None:
        return None
    if given is None:
        return False
    ends = (said["b"], said["a"]) if said["how"] == "ahead of" else (said["a"], said["b"])
    return (given[1], given[2]) == ends or (ends[1] not in (given[1], given[2]) and given[1] == ends[0])
