"""What stands together on one line that was just printed, read or written: "the timeout is 500 ms" below `timeout_ms: 500`.

Most statements of fact are upon the last calls, and say again what one line there says. So all numbers of a clause must stand on that line
as values, and its words on the line or in what the line is under: the block that it is indented in, the head of its table, the file, the
command, what was asked before the call. A word that the same output has on another line only is about another thing. What goes beyond a
line (a comparison, a cause, "every", "only") is not judged here.

Example: `retry-after: 30` in an answer bears out "It asks us to come back after 30 seconds" and not "after 60 seconds"; in
`{"db":"timeout","queue":"ok"}` the queue is fine and the database is not.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal

from sessionlens.checks.claims import nature
from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.evidence.postings import holds
from sessionlens.checks.shown.bearing import HAPPENED
from sessionlens.checks.shown.clause import BEYOND, WORD, Said, Value, parts
from sessionlens.checks.shown.page import Page, above, fold, page, values
from sessionlens.checks.values.judge import Judgement, worst
from sessionlens.model.quantity import Quantity
from sessionlens.model.trace import Run
from sessionlens.text.regex import regex

_PAIR = regex(
    r"^(?:both )?(?P<a>(?:the )?`?[\w./:-]+`?) and (?P<b>(?:the )?`?[\w./:-]+`?)"
    r" (?P<rest>(?:are|were|pass|passed|fail|failed|have|run|take|use)\b.{0,60})$",
    re.I,
)
_RATHER = regex(r"^(?P<text>.{6,}?)(?:(?:,| and| but|, and|, but) not|,? (?:rather than|instead of)) (?P<other>`?[\w./:-]+`?)[.!]*$")
"""What something is not, at the end: "the level is replica, not logical"."""
_NULLED = regex(r"([A-Za-z_][\w.-]*)[\"']?\s*[:=]\s*(?:null|None|nil|\[\]|\"\"|'')(?![\w.])")
_PAIRED = regex(r"([A-Za-z_][\w.-]*)\"?\s*[=: |]\s*\"?([-+]?\d[\d,]*(?:\.\d+)?)")
_MULTIPLE = regex(r"\btimes (?:as|the|that|its|what|faster|slower|larger|smaller)\b")
_CELLS = regex(r"[,;{}|]|\s{2,}|\t")
_DENIED = regex(
    r"\b(?:no|not|none|never|without|cannot|can't|\w+n't|missing|absent|false|null|nil|disabled|refused|denied|fail\w*)\b|!(?=\w)", re.I
)
_DIGIT = regex(r"\d")
_NAME = regex(r"[A-Za-z_]\w*(?:[./:-]+\w+)*")
_BOUNDS = frozenset(("most", "least"))
_LONE = 7
"""Characters of a name with a digit that is the same by no chance."""
_BACK = 2
"""Messages back that a statement is upon which names no file."""
_FAR, _MOST = 30, 16
"""Messages and calls back at most."""
_WORDY = 22
_TELLING = 100
"""A whole number from here on is the same by no chance, right below the call."""
_SHORT = 3
"""Letters up to which a root stands behind "un" by chance."""
_FACTORS = {"time": (Decimal(1), Decimal("0.001")), "size": (Decimal(1), Decimal(1024))}
"""What a plain number may be in, where its unit is in its label or in the language."""


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """Supported by the newest line that has it all, one for each of two subjects; None where none has, or the clause goes beyond a line."""
    if claim.cell:
        return None
    if "and" in claim.words and (match := _PAIR.match(claim.text)) is not None:
        texts = [f"{one} {match['rest']}" for one in (match["a"], match["b"])]
        ones = [replace(claim, text=t, low=t.lower(), words=frozenset(WORD.findall(t.lower()))) for t in texts]
        found = [seen for one in ones if (seen := _judge(one, evidence)) is not None]
        if len(found) == len(ones):
            return worst(found)
    if "not" in claim.words and (match := _RATHER.match(claim.text)) is not None:
        text = match["text"]
        other, low = match["other"].strip("`").lower(), text.lower()
        one = replace(claim, text=text, low=low, words=frozenset(WORD.findall(low)))
        return None if one.negated else _judge(one, evidence, other)
    return _judge(claim, evidence)


def _judge(claim: Claim, evidence: Evidence, other: str = "") -> Judgement | None:
    """By the newest line that has it all, and not the `other` thing that it is said not to be."""
    bounded = "at most" in claim.low or "at least" in claim.low
    if not (claim.words - _BOUNDS if bounded else claim.words).isdisjoint(BEYOND) or len(claim.low.split()) > _WORDY:
        return None
    if "times" in claim.words and _MULTIPLE.search(claim.low):
        return None
    why = nature.concluded(claim)
    if (why and not why.startswith("a process")) or nature.general(claim) or nature.earlier(claim):
        return None
    said = parts(claim)
    if not (said.many or (said.wholes and said.values)):
        return None
    doing = next((w for w in reversed(WORD.findall(claim.low)) if w.endswith("ing")), "") if why else ""
    lone = said.many + len(said.values) + len(said.tags) < 2
    for at, run in _near(claim, evidence):
        if not _likely(said, run, evidence):
            continue
        seen = page(at, run, evidence)
        if seen is None or (seen.source and not claim.words.isdisjoint(HAPPENED)) or (lone and (claim.msg - at > 1 or seen.source)):
            continue
        if (line := _line(said, seen)) is not None and doing in line.lower() and not (other and other in line.lower()):
            return Judgement("supported", (), f'msg {at} has "{" ".join(line.split())[:100]}"', (at,))
    return None


def _near(claim: Claim, evidence: Evidence) -> Iterator[tuple[int, Run]]:
    """The calls that the clause may be upon, newest first: those just made, and the last ones that were for a file that it names."""
    files = [n.lower() for n in _NAME.findall(claim.text) if "." in n or "/" in n]
    for place, (at, run) in enumerate(evidence.runs_before(claim.msg)):
        if place >= _MOST or claim.msg - at > (_FAR if files else _BACK):
            return
        if claim.msg - at > _BACK:
            given = f"{run.call.command or ''} {run.call.input.get('file_path', '')}".lower()
            if not any(f in given for f in files):
                continue
        yield at, run


def _likely(said: Said, run: Run, evidence: Evidence) -> bool:
    """Whether a word or name of the clause is in what a call printed or wrote, or it may be a lone number."""
    low = evidence.lowered(run) if not run.call.edits else " ".join([e.new or "" for e in run.call.edits]).lower()
    if not low or (said.values and not _DIGIT.search(low)):
        return False
    sought = [*said.names, *[root for roots in said.roots for root in roots]]
    return len(said.values) == 1 or any(one in low for one in sought)


def _sure(name: str) -> bool:
    """Whether a name is the same by no chance."""
    return len(name) > _LONE and _DIGIT.search(name) is not None and "/" not in name


def _any(bare: bytes, marks: tuple[bytes, ...]) -> bool:
    for mark in marks:  # noqa: SIM110 - a plain loop: it is asked of every line
        if holds(bare, mark):
            return True
    return False


def _line(said: Said, seen: Page) -> str | None:
    """The line that has the clause's numbers and words, where the rest of these is what the line is under."""
    anywhere = [_any(seen.whole, marks) for marks in said.words]
    given = [_any(seen.given, marks) for marks in said.words]
    may_miss = 1 if (said.many >= 4 and said.values) or any(map(_sure, said.names)) else 0
    if sum([not (a or g) for a, g in zip(anywhere, given, strict=True)]) > may_miss:
        return None
    low = "\n".join(seen.lines).lower()
    if any(name not in low and name not in seen.asked for name in said.names):
        return None
    for i, bare in enumerate(seen.folds):
        line = seen.lines[i]
        if said.values and not _has_values(said, line) and not any(n in line for n in said.names):
            continue
        here = [_any(bare, marks) for marks in said.words]
        if said.values or any(here) or any(n in line for n in said.names):
            over = above(i, seen.lines)
            if _named(said, i, here, over, anywhere, given, seen, may_miss) and _says(said, i, here, over, seen):
                return seen.lines[i]
    return None


def _named(
    said: Said, i: int, here: list[bool], over: list[int], anywhere: list[bool], given: list[bool], seen: Page, may_miss: int
) -> bool:
    """Whether what the clause names stands on the line or above it, or was asked about; what other lines have is about them."""
    missing = 0
    for k, marks in enumerate(said.words):
        if here[k] or any(_any(seen.folds[j], marks) for j in over):
            continue
        if anywhere[k] or (given[k] and not said.values and (said.exists or k)):
            return False
        missing += not given[k]
    if missing > may_miss:
        return False
    line = seen.lines[i].lower()
    beside = " ".join([line, seen.asked, *[seen.lines[j].lower() for j in over]])
    return all(name in beside for name in (*said.names, *said.tags)) and all(
        holds(seen.folds[i], w) or not holds(seen.whole, w) or any(holds(seen.folds[j], w) for j in over) for w in said.wholes
    )


def _says(said: Said, i: int, here: list[bool], over: list[int], seen: Page) -> bool:
    """Whether the line itself says it, and not only what it is under."""
    line, bare = seen.lines[i], seen.folds[i]
    if said.tags and not said.values and not any(tag in line.lower() for tag in said.tags):
        return False
    count = sum(here) + sum([name in line.lower() for name in said.names])
    if said.values:
        if not _has_values(said, line) or not _of_its_key(said, line):
            return False
        if not count and not any(holds(bare, w) for w in said.wholes):
            first = said.values[0]
            if len(said.values) > 1 or not (line.strip().isdigit() or (first.value >= _TELLING and first.dimension in ("number", "count"))):
                return False
        return not said.negated or _DENIED.search(line) is not None
    if not count or 2 * count < said.many or (count < 2 < said.many):
        return False
    part = _part(said, line, over, seen)
    telling = any(_sure(name) and name in part.lower() for name in said.names)
    if not part or (said.words and not telling and not _any(fold(part), said.words[-1])):
        return False
    denied = bool(_DENIED.search(part)) or any(f"un{root}" in part.lower() for roots in said.roots for root in roots if len(root) > _SHORT)
    return (said.denying and not said.negated) or said.negated == denied


def _part(said: Said, line: str, over: list[int], seen: Page) -> str:
    """The part of a list or a record on one line that has the clause's words; the whole of another line."""
    if "," not in line and "{" not in line:
        return line
    parts_of = [p for p in _CELLS.split(line) if p.strip()]
    if len(parts_of) < 2:
        return line
    for part in parts_of:
        bare = fold(part)
        has = [_any(bare, marks) for marks in said.words]
        if any(has) and all(
            h or any(_any(seen.folds[j], marks) for j in over) or (_any(seen.given, marks) and not _any(seen.whole, marks))
            for h, marks in zip(has, said.words, strict=True)
        ):
            return part
    return ""


def _nulls(said: Said, line: str) -> bool:
    """Whether a key that the clause says there is none of has nothing behind it."""
    return any(any(root in key.lower() for roots in said.roots for root in roots) for key in _NULLED.findall(line))


def _of_its_key(said: Said, line: str) -> bool:
    """Whether the one number of a clause is the one behind the word of it, on a line of several keys with a number behind each."""
    if len(said.values) != 1 or len(pairs := _PAIRED.findall(line)) < 2:
        return True
    named = [(any(_any(fold(key), marks) for marks in said.words), value) for key, value in pairs]
    mine = [own for own, value in named if any(_equal(said.values[0], q) for q in values(value))]
    return not mine or any(mine) or not any(own for own, _ in named)


def _has_values(said: Said, line: str) -> bool:
    """Whether each number of the clause is a value on a line."""
    found = values(line)
    if len(said.values) == 1 and said.values[0].q is None and said.values[0].value == 0 and _nulls(said, line):
        return True
    for value in said.values:
        if value.dimension == "line":
            if not re.search(rf"(?::|line |^\s*){value.value}\b", line):
                return False
        elif not any(_equal(value, other) for other in found):
            return False
    return bool(said.values)


def _equal(value: Value, other: Quantity) -> bool:
    printed, q = other.value * other.si, value.q
    plain = other.dimension in ("number", "count")
    if q is None or value.dimension in ("number", "count"):
        return plain and (printed == value.value or (q is not None and q.value != q.value.to_integral() and _rounds(printed, q)))
    if other.dimension == value.dimension:
        return _rounds(printed, q)
    if plain and printed == q.value and printed >= _TELLING:
        return True  # the unit is in the head, or known
    return plain and any(_rounds(printed * factor, q) for factor in _FACTORS.get(value.dimension, ()))


def _rounds(printed: Decimal, q: Quantity) -> bool:
    """Whether a value is the claimed one, at the digits that it was given with; a hedged one within a tenth."""
    half = q.ulp * q.si / 2
    if q.hedge == "about":
        half = max(half, abs(q.value * q.si) / 10)
    return abs(printed - q.value * q.si) <= half
