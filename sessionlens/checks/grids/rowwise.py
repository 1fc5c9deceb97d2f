"""One number per row: "12 of 12 in each build", "the other two have five each", "four files of four sizes", read off the last calls.

Where a call prints a row for each of several things, a statement about each of them is borne out by all of the rows, and only by all.

Example: below "north 0", "south 7" and "east 7", "the other two have seven each" is supported, and "all have seven" is not.
"""

import re
from collections.abc import Iterator

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.values.judge import Judgement
from sessionlens.model.trace import Run
from sessionlens.text.regex import regex

WORDS = word_set("each every other others no none sizes")
_COUNT = {"zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10}
_N = rf"(\d{{1,9}}|{'|'.join(_COUNT)})"
_OF = regex(r"\b(\d+) (?:of|out of) (?:all )?(\d+)\b")
_EACH = regex(r"\b(?:each|every)\b")
_OTHERS = regex(rf"\bthe other {_N} (?:\w+ )?(?:have|has|had|show|print|count|give|are|were|with) {_N}\b")
_IN_EACH = regex(rf"^(?:(?:there are|it has|they have) )?{_N} (?:\w+ ){{1,4}}in (?:each|every)\b")
_SIZES = regex(rf"\b{_N} (?:\w+ )?(?:of|with|in|have) {_N} (?:different |distinct )?sizes\b")
_PASSED = regex(r"\b(\d+) passed\b|\b(\d+)/(\d+)\b")
_ROW = regex(r"^\s*(\S*[A-Za-z]\S*?)[ \t:=]+(\d+)\s*$", re.M)
_SIZE = regex(r"^\s*(\d{3,})\s+(\S*[A-Za-z]\S*)\s*$", re.M)
_LATELY = 2
"""Messages back that such a statement speaks of."""


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """Supported where the rows of one of the last calls say so; None where they do not, or the clause is no such statement."""
    of, each = _OF.search(claim.low), _EACH.search(claim.low)
    others, inside, sizes = _OTHERS.search(claim.low), _IN_EACH.search(claim.low), _SIZES.search(claim.low)
    none = claim.code and not claim.words.isdisjoint({"no", "none"})
    for at, run in _last(claim, evidence) if (of and each) or others or inside or sizes or none else ():
        found = ""
        if of and each:
            found = _full(run, of[1], of[2])
        elif sizes:
            found = _sized(run, _number(sizes[1]), _number(sizes[2]))
        elif rows := dict(_ROW.findall(run.call.output)):
            values = [int(v) for v in rows.values()]
            if others and len(values) > 1:
                n, value = _number(others[1]), _number(others[2])
                found = f"{n} of {len(values)} rows with {value}" if values.count(value) == n == len(values) - 1 else ""
            elif inside and len(values) > 1:
                value = _number(inside[1])
                found = f"{len(values)} rows, each with {value}" if set(values) == {value} else ""
            elif none:
                found = next((f"{name} 0" for name, v in rows.items() if v == "0" and _asked(name, claim, run)), "")
        if found:
            return Judgement("supported", (), f"msg {at} prints {found}", (at,))
    return None


def _last(claim: Claim, evidence: Evidence) -> Iterator[tuple[int, Run]]:
    for at, run in evidence.runs_before(claim.msg):
        if claim.msg - at > _LATELY:
            return
        if run.call.kind == "shell" and not run.call.cut and run.call.output.count("\n") < 200:
            yield at, run


def _number(word: str) -> int:
    return _COUNT[word] if word in _COUNT else int(word)


def _full(run: Run, part: str, whole: str) -> str:
    """The runs of a test program, if each of them passed the same number and none failed."""
    seen = [(m[1] or m[2], m[3] or m[1]) for m in _PASSED.finditer(run.call.output)]
    if part != whole or len(seen) < 2 or any(pair != (part, whole) for pair in seen) or any(o.result == "fail" for o in run.outcomes):
        return ""
    return f"{len(seen)} runs, each with {part} passed"


def _sized(run: Run, things: int, sizes: int) -> str:
    rows = _SIZE.findall(run.call.output)
    if len(rows) != things or len({size for size, _ in rows}) != sizes:
        return ""
    return f"{things} files of {sizes} sizes"


def _asked(name: str, claim: Claim, run: Run) -> bool:
    """Whether the clause names the row, and the last word that the call searched for."""
    last = run.actions[-1].command.argv if run.actions else ()
    return name in claim.code and len(last) > 1 and any(len(w) > 2 and w.lower() in claim.low for w in last[1:])
