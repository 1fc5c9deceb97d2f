"""What a supported clause says the other way round than what bears it out: denied where a number was printed, "removed" for "added".

A number, or words that stand together, show a thing and not that it is not so; and of two words that are opposites the output has the
other one.

Example: "lines skipped: 12" does not bear out "12 lines were not skipped"; "2 removed" in an output without "add" is no "2 were added".
"""

import re
from fractions import Fraction

from sessionlens.checks.claims.claim import CODE, Claim
from sessionlens.checks.claims.words import STOP, tokens
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.evidence.postings import ROOTS, given, holds, needle
from sessionlens.checks.values.judge import Judgement
from sessionlens.text.fold import folded
from sessionlens.text.regex import regex

_NUMBERED = regex(r" printed, claimed |^printed in msg \d")
_WORDED = regex(r"^msg (?P<at>\d+) has \"(?P<line>.*?)\"(?:$|, and beside)|^printed in msg (?P<msg>\d+): (?P<shown>[^;]*)$")
_NAMED = regex(r"msg \d+ prints `?(?P<name>[0-9a-f]{6,40})\b")
_LABELLED = regex(r"(?:^|; )(?P<label>[^;]*?): (?P<n>\d[\d,]*)(?: \([a-z ]+\d*\))? printed, claimed ")
_NOT = regex(
    r"\b(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would)(?:n['’]t| not| no)\b|\b(?:never|cannot|none|nothing|nobody)\b"
    r"|\bcan['’]t\b|^(?:and |but |so )?no [a-z]"
)
_NOT_SO = regex(r" (?:[\w`./-]+ ){0,6}(?:(?:is|are|was|were|do|does|did|has|have|had|can|could)(?:n['’]t| not)|never|cannot)\b")
"""Behind the number, what it counts is said not to be so; "is no proof" says something else."""
_SAYS_NO = regex(
    r"\b(?:no|not|never|none|nothing|without|zero|0|un\w+|dead|skipp?\w*|miss\w*|fail\w*|lost|dropped|empty|null|error|fatal|cannot|invalid)\b|n['’]t\b"
)
_SEGMENT = regex(r"[,;:()]| but | and | while | although ")
_OPPOSITES = (
    "added removed",
    "adds removes",
    "created deleted",
    "passed failed",
    "passes fails",
    "succeeded failed",
    "enabled disabled",
    "started stopped",
    "opened closed",
    "staged unstaged",
    "tracked untracked",
    "valid invalid",
    "included excluded",
    "before after",
    "first last",
    "with without",
    "true false",
    "present missing",
    "clean dirty",
    "ahead behind",
    "encode decode",
    "pushed pulled",
    "insertions deletions",
    "upload download",
    "public private",
    "required optional",
    "local remote",
    "increased decreased",
)
_OTHER: dict[str, frozenset[str]] = {}
for _pair in _OPPOSITES:
    _a, _b = _pair.split()
    _OTHER[_a] = _OTHER.get(_a, frozenset()) | {_b}
    _OTHER[_b] = _OTHER.get(_b, frozenset()) | {_a}
_LATELY = 2
"""Messages back that a bare number is upon, whatever it was printed under."""
_NEAR, _LONG = 6, 20_000
_SURE = 1000
"""A whole number from here on is the same by no chance."""


def judge(claim: Claim, found: Judgement, evidence: Evidence) -> Judgement | None:
    """Unsupported, with the reason; None where the clause may stand."""
    if claim.cell or found.verdict != "supported":
        return None
    why = ""
    if (named := _NAMED.match(found.derivation)) is not None and _NOT.search(claim.low) is not None:
        why = _only_named(named["name"], found.evidence, claim, evidence)
    if not why and _NUMBERED.search(found.derivation) is not None:
        why = _denied(claim, found) or _other_label(claim, found, evidence)
        if not why and min(found.evidence, default=claim.msg) < claim.msg - _LATELY:
            why = _unlabelled(claim, found)
    if not why and (match := _WORDED.match(found.derivation)) is not None and len(found.evidence) == 1:
        why = _other_word(claim, found.evidence[0], (match["line"] or match["shown"] or "").lower(), evidence)
    return Judgement("unsupported", (), f"{why}: {found.derivation}"[:200], found.evidence) if why else None


def _only_named(name: str, at: tuple[int, ...], claim: Claim, evidence: Evidence) -> str:
    """A name in a clause that denies, where no line that has it does."""
    for msg, run in evidence.runs_before(claim.msg):
        if msg in at and any(name in line and _SAYS_NO.search(line) for line in evidence.lowered(run).splitlines()):
            return ""
        if msg < min(at, default=0):
            break
    return "what printed that name denies nothing"


def _denied(claim: Claim, found: Judgement) -> str:
    """A number in a part of the clause that denies, where what printed it does not."""
    if not claim.negated or not claim.quantities:
        return ""
    low = CODE.sub(lambda m: "x" * len(m[0]), claim.low)
    cuts = [0, *[m.start() for m in _SEGMENT.finditer(low)], len(low)]
    for q in claim.quantities:
        start = max(c for c in cuts if c <= q.start)
        part = low[start : min(c for c in cuts if c >= q.end)]
        counted = q.dimension == "count" or q.unit or "." not in q.raw
        denies = _NOT.search(part, 0, q.start - start) or _NOT_SO.match(part, q.end - start)
        if counted and denies and Fraction(q.value) != 0 and not _SAYS_NO.search(found.derivation.lower()):
            return "what printed that number denies nothing"
    return ""


def _unlabelled(claim: Claim, found: Judgement) -> str:
    """A small number whose label has no word of the clause, nor of what stands around it."""
    own: frozenset[str] | None = None
    for match in _LABELLED.finditer(found.derivation):
        n = match["n"].replace(",", "")
        if int(n) >= _SURE or int(n) == 0:
            continue
        if own is None:
            own = claim.tokens | claim.around
        if (own - STOP).isdisjoint(tokens(match["label"]) - STOP):
            return f"{n} is of {match['label'][:40]}, which the statement does not speak of"
    return ""


def _label(claim: Claim, found: Judgement, evidence: Evidence) -> str:
    """What a derivation says, with the one line that printed its number."""
    numbers = [m["n"] for m in _LABELLED.finditer(found.derivation)]
    if len(numbers) != 1 or len(found.evidence) != 1:
        return found.derivation.lower()
    token = re.compile(rf"(?<![\w.]){re.escape(numbers[0])}(?![\w.]|,\d)")
    lines = (
        [
            line
            for at, run in evidence.runs_before(found.evidence[0] + 1)
            if at == found.evidence[0] and len(run.call.output) < _LONG
            for line in evidence.lowered(run).splitlines()
            if numbers[0] in line and token.search(line)
        ]
        if found.evidence[0] >= claim.msg - _NEAR
        else []
    )
    return f"{found.derivation} {lines[0] if len(lines) == 1 else ''}".lower()


def _other_label(claim: Claim, found: Judgement, evidence: Evidence) -> str:
    """The opposite of a word of the clause, in the label of a number."""
    mine = claim.words & _OTHER.keys() if not claim.negated else frozenset()
    bare = folded(f" {_label(claim, found, evidence)} ") if mine else b""
    for word in sorted(mine):
        others = [o for o in _OTHER[word] if holds(bare, needle(ROOTS[o])) and o not in claim.words]
        if others and not holds(bare, needle(ROOTS[word])):
            return f"{others[0]} was counted, not {word}"
    return ""


def _other_word(claim: Claim, at: int, line: str, evidence: Evidence) -> str:
    """The opposite of a word of the clause, on a line of an output that has that word nowhere."""
    mine = claim.words & _OTHER.keys()
    if not mine or claim.negated:
        return ""
    bare = folded(f" {line} ")
    for word in sorted(mine):
        others = [o for o in _OTHER[word] if holds(bare, needle(ROOTS[o])) and o not in claim.words]
        if not others:
            continue
        root = needle(ROOTS[word])
        runs = [run for msg, run in evidence.runs_before(claim.msg) if msg == at]
        if runs and not any(holds(folded(f" {given(run)} {run.call.output[:20_000]} "), root) for run in runs):
            return f"it says {others[0]}, not {word}"
    return ""
