"""A sentence cut into the clauses that can be true or false by themselves.

"Built, and all 9 tests pass" states two things, each with its own evidence. A cut is made where both sides have a finite
verb, or where both are reports in figures ("read 10 -> 8 ms, write 40 -> 31 ms"); otherwise the sentence stays whole,
for half a clause cannot be checked. Brackets that hold a clause of their own are cut off too.
"""

import re
from bisect import bisect_left
from typing import NamedTuple

from sessionlens.model.trace import Statement
from sessionlens.prose import deeds, figures, openers
from sessionlens.prose.borders import ADMITS, BRIEF, LANDED, PLANNED, REASON, SHORT_STATE, STEP
from sessionlens.prose.cues import MEASURED, PLAN, REMARK
from sessionlens.prose.deeds import DID, ONGOING
from sessionlens.prose.lexicon import STATE, TABLE, THIRD
from sessionlens.prose.sentences import lowered, mask
from sessionlens.prose.verbs import Marks, Words, between, look, telling, words
from sessionlens.text.regex import regex

CUT = regex(
    r"(?P<semi>;)\s+|(?P<colon>(?<=[\w)`*\"”%]):)\**\s+|"
    r"(?P<comma>,)\s+(?:(?P<which>which|where)\s+|(?P<cand>and|but|so(?! far)|while|whereas|although|though|yet|however|"
    r"then)\s+(?:(?:then|so|also|even|therefore|thus|hence)\s+)?)?|"
    r"\s(?:(?P<and>and|but|so(?! far)|while|whereas|although|though|because|since)\s|(?P<dash>(?:—|–|--?)\s+))|(?P<tight>—)"
)
EDGE = " \t\r\n,;:—–"
BRACKET = regex(r"\((?:[^()]|\([^()]*\))*\)")
RELATED = regex(
    r"[~≈]?\d[\d.,]*\s?[\w%/]*\s(?:vs\.?|versus|against|->|→)\s[~≈]?\d[\d.,]*\s?[\w%/]*,\s(?:(?:which|that)(?:\s+is|['’]s)\s+)?"
    r"[+−-]?\d[\d.,]*\s?(?:%|x|times)\s+(?:more|less|fewer|slower|faster|longer|shorter|smaller|larger|higher|lower|bigger|quicker)\b",
    re.I,
)
"""Two values and what they make, in brackets: "(8.1 vs 6.2 ms, 31 % slower)"."""
JOINT = regex(r"[\s,;.*_]*(?:(and|but)\s+)?")
QUOTED = regex(r'"[^"\n]+"')
SUBORDINATE = regex(
    r"(?:if|when|once|unless|since|because|as|while|after|before|until|how|what|why|whether|where|whenever|"
    r"that(?=\s+(?:the|an?|it|they|we|i)\b)|(?-i:that)(?=\s+(?!(?:is|was|has|does)\b)\w+s\b))\b",
    re.I,
)
PARTICIPLE = regex(
    r"(?!(?:no|any|some|every)thing\b)[a-z]{2,}ing\s+(?!(?:is|was|are|were|has|had|takes|took|costs|fails|failed|works|needs)\b)"
)
NAMED = regex(r"[*_]*`[^`]+`[*_]*")
"""A name alone before a dash: the subject of what stands after it, "`test_retry` - checks the second attempt"."""
COMPOUND = regex(
    r"(?:together|in\s+total|overall|combined)?,?\s*(?:`?[\w.-]+`?,\s+){0,6}`?[\w.-]+`?,?\s+and\s+`?[\w.-]+`?\s+"
    r"(?:(?:together|each|both|all|now|still|alone|combined|only|in\s+total)\s+){0,2}"
    r"(?P<verb>take|took|cost|need|needed|use|used|account|make\s+up|made\s+up|add\s+up|sum|come|came|run|ran|spend|spent|grow|grew|fall|"
    r"fell|rise|rose|are|were|have|had|last|lasted|dominate|amount)\b",
    re.I,
)
"""Steps named by their verbs, as one subject: "read, sort and write take 3 s"."""


class Clause(NamedTuple):
    """A clause at [start, end) of the message; `opener` is what joined it to the clause before ("", ";", "-", ":", ",", "and", "(").
    `verbs` are the offsets of its finite verbs, `flags` what its words tell (`lexicon`)."""

    start: int
    end: int
    opener: str
    verbs: tuple[int, ...]
    flags: int

    @property
    def verb(self) -> bool:
        """Whether it has a finite verb."""
        return bool(self.verbs)


class Said:
    """A message's prose: `masked` has code spans blotted out, `low` is that in lower case; `of` cuts a statement when first asked,
    because beliefs, conclusions and verdicts are looked for one after the other and leave out many."""

    __slots__ = ("_cut", "_flags", "_heard", "low", "masked")

    def __init__(self, text: str) -> None:
        self.masked = mask(text)
        self.low = lowered(self.masked)
        self._heard: dict[int, Words | None] = {}
        self._flags: dict[int, int] = {}
        self._cut: dict[int, list[Clause]] = {}

    def flags(self, s: Statement) -> int:
        """What the words of a sentence or item tell, all together (`lexicon`): 0 for one that only announces a step, and for other
        kinds of statement. It costs a tenth of what cutting costs, and most statements need no more."""
        known = self._flags.get(s.start)
        if known is None:
            heard = self._words(s)
            known = self._flags[s.start] = telling(heard) if heard else 0
        return known

    def has(self, s: Statement, wanted: frozenset[str]) -> bool:
        """Whether one of these words may stand in a sentence or item; one that only announces a step may have any."""
        heard = self._words(s)
        return heard is None or not wanted.isdisjoint(heard[0])

    def of(self, s: Statement) -> list[Clause]:
        """The clauses of a sentence or item of the message; one that only announces a step has none."""
        known = self._cut.get(s.start)
        if known is None:
            heard = self._words(s)
            known = self._cut[s.start] = clauses(self.masked, s.start, s.end, self.low, heard) if heard else []
        return known

    def _words(self, s: Statement) -> Words | None:
        """The words of a sentence or item that says more than what step comes next."""
        if s.start not in self._heard:
            self._heard[s.start] = words(self.low, s.start, s.end) if s.kind in SPOKEN and not only_plan(s.text) else None
        return self._heard[s.start]


def said(text: str) -> Said:
    """A message's prose, some thousand messages remembered."""
    known = _KNOWN.get(text)
    if known is None:
        if len(_KNOWN) >= 4000:
            _KNOWN.clear()
        known = _KNOWN[text] = Said(text)
    return known


_KNOWN: dict[str, Said] = {}
SPOKEN = frozenset({"sentence", "item"})
TURN = regex(r"[—–;(]|\s--?\s|\b(?:but|because|since)\b")
"""Where a plan may turn into a report."""


def only_plan(text: str) -> bool:
    """Whether a sentence is a plan to its end: most sentences of an agent at work are."""
    return bool(openers.opener(text) & openers.PLAN) and PLAN.match(text) is not None and TURN.search(text) is None


def clauses(masked: str, start: int, end: int, low: str, heard: Words | None = None) -> list[Clause]:
    """The clauses of the sentence masked[start:end], in order; `low` is `masked` in lower case (`sentences.lowered`), `heard` its words.

    >>> [said[c.start:c.end] for said in ["it built, and all 9 tests pass."] for c in clauses(said, 0, 31, said)]
    ['it built', 'all 9 tests pass.']
    """
    verbs, marks, joints = look(low, start, end, heard)
    subject = COMPOUND.match(low, start, end) if joints and low.find("and", start, end) >= 0 else None
    if subject:
        verbs = sorted({v for v in verbs if v >= subject.end()} | {subject.start("verb")})
        joints = [j for j in joints if j > subject.start("verb")]
    shut = [m.span() for m in BRACKET.finditer(masked, start, end)] if masked.find("(", start, end) >= 0 else []
    if shut and shut[0][0] == start and not masked[shut[0][1] : end].strip(".*_ "):
        shut = []  # all of it is an aside: what is in the bracket is cut like any sentence
    out: list[Clause] = []
    if not joints and not shut:
        _put(out, masked, verbs, marks, start, end, "")
        return out
    at, opener = start, ""
    walls = shut + [m.span() for m in QUOTED.finditer(masked, start, end)] if joints and masked.find('"', start, end) >= 0 else shut
    places = _places(low, joints, end, walls) if joints else []
    for k, m in enumerate(places):
        stop, go = m.start(), m.end()
        if stop <= at:
            continue
        reach = places[k + 1].start() if k + 1 < len(places) and not places[k + 1]["colon"] else end
        if _cuts(masked, m, verbs, (at, stop, go, reach, end)):
            _add(out, masked, verbs, marks, shut, at, stop, opener)
            reason = REASON.match(masked, go) if m["comma"] and (STEP.match(masked, at) or PLANNED.match(masked, at)) else None
            at, opener = (reason.end(), "since") if reason else (go, _name(m))
    _add(out, masked, verbs, marks, shut, at, end, opener)
    return out


def _places(low: str, joints: list[int], end: int, shut: list[tuple[int, int]]) -> list[re.Match[str]]:
    """The joints at which a cut is possible: outside brackets, with what must stand around them."""
    out: list[re.Match[str]] = []
    done = 0
    for at in joints:
        if at < done or (at == done and out and low[at] not in ";:,") or (shut and any(a < at < b for a, b in shut)):
            continue
        m = CUT.match(low, at, end) if low[at] in ";:," else CUT.match(low, at - 1, end) or CUT.match(low, at, end)
        if m:
            out.append(m)
            done = m.end()
    return out


def _name(m: re.Match[str]) -> str:
    if m["semi"]:
        return ";"
    if m["dash"] or m["tight"]:
        return "-"
    if m["colon"]:
        return ":"
    return (m["which"] or m["cand"] or m["and"] or ",").lower()


def _cuts(masked: str, m: re.Match[str], verbs: list[int], places: tuple[int, int, int, int, int]) -> bool:
    """Whether the sentence is cut at this place: `places` are where the left side starts and stops, where the right side
    starts, where the next place is, and the end."""
    at, stop, go, reach, end = places
    if m["semi"]:
        return True
    right = between(verbs, go, reach)
    if m["colon"]:
        return right and (
            not between(verbs, at, stop)
            or figures.FIGURES.search(masked, go, reach) is not None
            or REMARK.match(masked, at) is not None
            or LANDED.fullmatch(masked, at, stop) is not None
            or (ADMITS.search(masked, at, stop) is not None and MEASURED.search(masked, at, stop) is None)
        )
    left = between(verbs, at, stop)
    if m["dash"] or m["tight"]:
        if NAMED.fullmatch(masked, at, stop) and _goes_on(masked, at, stop, go):
            return False
        return (
            _opens(masked, at, stop, left)
            and (
                between(verbs, go, end)
                or PLAN.match(masked, go) is not None
                or _goes_on(masked, at, stop, go)
                or deeds.NO_MORE.match(masked, go) is not None
            )
        ) or (figures.joined(masked, at, stop, go, reach, ""))
    joint = (m["cand"] or m["and"] or "").lower()
    if right and m["comma"] and REASON.match(masked, go) and (STEP.match(masked, at) or PLANNED.match(masked, at)):
        return True
    if joint == "while" and not m["comma"] and not (figures.FIGURES.search(masked, at, stop) and figures.FIGURES.search(masked, go, reach)):
        return False  # at the same time: "it expires while the job waits"
    if joint in ("because", "since"):
        return right and PLANNED.match(masked, at) is not None
    if left and not right and m["cand"] and PLAN.match(masked, go):
        return True
    if right and (left or (m["cand"] and (figures.reports(masked, at, stop) or BRIEF.fullmatch(masked, at, stop) is not None))):
        if SUBORDINATE.match(masked, at):
            return REASON.match(masked, at) is not None and PLANNED.match(masked, go) is not None
        if m["comma"] and not (m["cand"] or m["which"]):
            return not between(verbs, go, go + 1) and PARTICIPLE.match(masked, go) is None
        return (
            not left or len(masked[at:stop].split()) > 2 or (joint == "and" and LANDED.fullmatch(masked, at, stop) is not None)
        ) and len(masked[go:reach].split()) > 1
    if deeds.row(masked, m, at, go, end, left):
        return True
    if m["comma"] and not m["which"] and SHORT_STATE.fullmatch(masked, go, reach):
        return left or DID.match(masked, at) is not None or SHORT_STATE.fullmatch(masked, at, stop) is not None
    if joint == "and" and right:
        return False  # one verb for both sides
    return bool(m["comma"] or m["and"]) and figures.joined(masked, at, stop, go, reach, joint)


def _opens(masked: str, at: int, stop: int, left: bool) -> bool:
    """Whether masked[at:stop] can stand alone before a dash: it has a verb (`left`), or is a word or two, a plan, an order, a deed."""
    if left or masked.count(" ", at, stop) < 3 or deeds.NONE.match(masked, at, stop) or ONGOING.search(masked, at, stop):
        return True
    first = openers.opener(masked[at:stop])
    return bool(first & openers.PLAN and PLAN.match(masked, at)) or bool(first & openers.ORDER) or DID.match(masked, at) is not None


def _goes_on(masked: str, at: int, stop: int, go: int) -> bool:
    """Whether a clause after a dash leaves out its subject: "- loses nothing", "- flat over the whole range"."""
    word = figures.NAME.match(masked, go)
    flags = TABLE[word[0].lower()] if word else 0
    return bool(flags & THIRD) or (bool(flags & STATE) and masked.find(" ", at, stop) > 0)


def _add(out: list[Clause], masked: str, verbs: list[int], marks: Marks, shut: list[tuple[int, int]], a: int, b: int, opener: str) -> None:
    """Adds masked[a:b], with a bracket at its end cut off where it is a clause of its own."""
    tail: tuple[int, int] | None = None
    for x, y in shut:
        if a < x and y <= b and RELATED.match(masked, x + 1, y - 1) and between(verbs, a, x):
            _put(out, masked, verbs, marks, a, x, opener)
            _put(out, masked, verbs, marks, x + 1, y - 1, "(")
            if (rest := JOINT.match(masked, y, b)) is not None and rest.end() < b:
                _add(out, masked, verbs, marks, shut, rest.end(), b, rest[1] or ",")
            return
    if shut:
        edge = a + len(masked[a:b].rstrip(" \t\r\n.,;:*"))
        for x, y in shut:
            if y == edge and x > a and between(verbs, x, y) and masked.count(" ", x, y) >= 3 and between(verbs, a, x):
                tail = (x, y)
    if tail:
        _put(out, masked, verbs, marks, a, tail[0], opener)
        _put(out, masked, verbs, marks, tail[0] + 1, tail[1] - 1, "(")
    else:
        _put(out, masked, verbs, marks, a, b, opener)


def _put(out: list[Clause], masked: str, verbs: list[int], marks: Marks, a: int, b: int, opener: str) -> None:
    part = masked[a:b]
    b = a + len(part.rstrip(EDGE))
    a += len(part) - len(part.lstrip(EDGE))
    if a < b:
        flags = 0
        for at, bits in marks:
            if at >= a:
                if at >= b:
                    break
                flags |= bits
        out.append(Clause(a, b, opener, tuple(verbs[bisect_left(verbs, a) : bisect_left(verbs, b)]), flags))
