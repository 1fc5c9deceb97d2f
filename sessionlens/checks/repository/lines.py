"""What stands at a line: "there is another `Status()` at line 936". By what showed the file with its line numbers.

A reader prints "936→code" or "936: code", a search "file:936:code". Another text at that line contradicts only where the same output shows
what is named at another line: then it is the number that is wrong.
"""

import re

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.values.judge import Judgement
from sessionlens.text.regex import regex

WORDS = word_set("line lines")
_AT = regex(r"\blines? (\d{1,6})\b(?!\s*(?:-|–|to|and|,)\s*\d)")
_FILE = regex(r"(?<![\w/])[\w./-]*\w\.[A-Za-z]\w{0,4}(?![\w/(])")
_CODE = regex(r"[A-Za-z_]\w{3,}")
_NUMBERED = regex(r"(?:(?P<file>[^\s:]+)[:-])?[ \t]*(?P<number>\d{1,6})[→:\-\t](?P<code>.*)")
_MOST = 60
_NEAR = 3
"""Lines by which a number may be off: comments and signatures are counted in or not."""


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """By the newest output that numbers its lines and has this one; None where there is none, or nothing in code is named."""
    numbers = _AT.findall(claim.low)
    first = claim.text[: max(claim.low.find("line"), 0)].count("`") // 2
    spans = claim.code[:first] or claim.code  # what stands behind the number says where the line is
    names = [n for c in spans if not _FILE.fullmatch(c) for n in _CODE.findall(c)]
    if len(numbers) != 1 or not names or claim.negated:
        return None
    number, name = int(numbers[0]), max(names, key=len)
    files = [f.rsplit("/", 1)[-1] for f in _FILE.findall(claim.text)]
    for at, run in evidence.runs_of(claim.msg, ("read", "search", "shell"), _MOST):
        if (match := _line(number, run.call.output)) is None:
            continue
        where = match["file"] or str(run.call.input.get("file_path") or run.call.input.get("path") or run.call.command or "")
        if files and files[0] not in where:
            continue
        if name in match["code"]:
            return Judgement("supported", (), f"msg {at}: line {number} is {match['code'].strip()[:80]}", (at,))
        if not files or any(at < c.msg < claim.msg and c.files for c in evidence.changes):
            return None  # of which file is not said, or its lines may have moved since
        if other := _elsewhere(name, number, match["file"] or "", run.call.output):
            text = f"msg {at}: {name} is at line {other}, line {number} is {match['code'].strip()[:60]}"
            return Judgement("contradicted", (), text, (at,))
    return None


def _line(number: int, output: str) -> re.Match[str] | None:
    """The line of a listing that has this number."""
    digits = str(number)
    at = output.find(digits)
    while at >= 0:
        match = _NUMBERED.match(output, output.rfind("\n", 0, at) + 1)
        if match is not None and match["number"] == digits and match.start("number") == at:
            return match
        at = output.find(digits, at + 1)
    return None


def _elsewhere(name: str, number: int, file: str, output: str) -> int | None:
    """The one line of the same listing that has the name, if it is not just beside the claimed one."""
    places = set()
    for line in output.splitlines():
        if name in line and (match := _NUMBERED.match(line)) is not None and (match["file"] or "") == file and name in match["code"]:
            places.add(int(match["number"]))
    only = places.pop() if len(places) == 1 else number
    return only if abs(only - number) > _NEAR else None
