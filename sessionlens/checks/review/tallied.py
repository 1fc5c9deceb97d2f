"""Counts that stand beside others which are right: "120 lines (3 bad), 9 routes" of "lines 120 bad 3 routes 8"; and what a TAP report
counts as passed.

Example: under "# tests 14" and "# pass 13" the statement "all 14 tests pass" is off by one.
"""

import re
from collections.abc import Iterator

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import stem, word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.values.judge import Judgement
from sessionlens.text.regex import regex

WORDS = word_set("tests test pass passes passed green")
_TESTS = regex(r"\ball (?P<n>\d{1,5}) (?:\w+ )?tests? (?:are |now |still |were )*(?:green|pass|passed|passing|ok|succeed)\b")
_REPORT = regex(r"^(?:#|ℹ) tests (?P<n>\d+)\n(?:(?:#|ℹ) (?:suites|cancelled) \d+\n)*(?:#|ℹ) pass (?P<passed>\d+)$", re.M)
_PAIR = regex(r"([a-z]{3,})[ :=]+(\d{1,9})\b(?![.%])")
_PAIRS = regex(r"(?:[a-z]{3,}+[ :=]++\d{1,9}+[ ,;]*+){2,}")
_GROUPS = regex(r"(?<=\d)[ ,\u202f\u00a0](?=\d{3}\b)")
"""A line of labels, each with its number; and what sets the thousands of a number apart."""
_LATELY = 2
_LONG, _FAR = 200, 20_000
"""Characters of a line, and of an output that are looked at."""


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """By the newest call of the last messages; None where nothing there counts the thing."""
    if claim.cell or claim.negated:
        return None
    said = _TESTS.search(claim.low)
    return _report(int(said["n"]), claim, evidence) if said is not None else None


def _report(n: int, claim: Claim, evidence: Evidence) -> Judgement | None:
    for at, run in evidence.runs_before(claim.msg):
        if claim.msg - at > _LATELY:
            return None
        found = list(_REPORT.finditer(run.call.output)) if " pass " in run.call.output else []
        if found:
            last = found[-1]
            if int(last["n"]) != n or last["passed"] == last["n"] or len(found) > 1:
                return None
            return Judgement("contradicted", (), f"msg {at}: {last['passed']} of {last['n']} passed", (at,))
    return None


def beside(claim: Claim, evidence: Evidence) -> Judgement | None:
    """A count that a line of labels and numbers has otherwise, which has another count of the statement as it is said."""
    if claim.cell or claim.negated:
        return None
    for q in claim.quantities:
        if q.dimension == "count" and q.noun and not q.hedge and (found := _otherwise(q.noun, claim, evidence)) is not None:
            return found
    return None


def _otherwise(counted: str, claim: Claim, evidence: Evidence) -> Judgement | None:
    noun = stem(counted.split(" ")[-1].lower())
    runs = []
    for at, run in evidence.runs_before(claim.msg):
        if claim.msg - at > _LATELY:
            break
        if len(run.call.output) < _FAR and noun in evidence.lowered(run):
            runs += [(at, line) for line in _lines(noun, evidence.lowered(run))]
    said = re.search(rf"(\d+) (?:\w+ )?{re.escape(noun)}", _GROUPS.sub("", claim.low)) if runs else None
    if said is None:
        return None
    n = int(said[1])
    text = _GROUPS.sub("", claim.conclusion.statement.text.lower())
    for at, line in runs:
        pairs = {stem(label.lower()): int(number) for label, number in _PAIR.findall(line)}
        right = [what for what, k in pairs.items() if what != noun and k > 9 and re.search(rf"\b{k} \(?{re.escape(what)}", text)]
        if pairs.get(noun, n) != n and right:
            return Judgement("contradicted", (), f"msg {at} prints {noun} {pairs[noun]}, claimed {n}", (at,))
    return None


def _lines(noun: str, low: str) -> Iterator[str]:
    """The lines that have a noun and are labels with their numbers, of an output in lower case."""
    at = low.find(noun)
    while at >= 0:
        end = low.find("\n", at)
        line = low[low.rfind("\n", 0, at) + 1 : end if end >= 0 else None]
        if len(line) < _LONG and _PAIRS.fullmatch(line):
            yield line
        at = low.find(noun, at + len(line)) if end >= 0 else -1
