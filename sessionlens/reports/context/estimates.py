"""Estimates and what was measured later: the two are put side by side, and neither is judged by the other."""

import re
from collections.abc import Callable, Iterator
from itertools import pairwise

from sessionlens.graph.names import key, keys
from sessionlens.model.frozen import Record
from sessionlens.model.quantity import Quantity
from sessionlens.model.trace import Statement
from sessionlens.reports.lines import Cite, Line, Piece, Quote, Word
from sessionlens.reports.scope import Scope
from sessionlens.text.quantities import find
from sessionlens.text.regex import regex

_GUESS = regex(
    r"\b(?:estimat\w*|should (?:add|cost|save|take|give|bring)|would (?:add|cost|save|take)|roughly|expect\w*|predict\w*)\b|~\s?\d",
    re.I,
)
_GUESSES = ("estimat", "should", "would", "roughly", "expect", "predict", "~")
"""One of these stands in every guess."""
_RECALLED = ("estimat", "expect", "predict", "guess", "assum", "plan")
_RECALLS = regex(rf"\b(?:{'|'.join(_RECALLED)})\w*", re.I)
_BLANK_LINE = regex(r"\n\s*\n")
_DIMENSIONS = ("time", "size", "percent", "rate")
SHOWN = 8
FOLLOWED = 400
"""How many messages ahead a guess is followed."""


class Estimate(Record):
    """A number that was guessed, and the number that a later statement sets against it. `verdict` is what checking says of that.
    `estimated` is the guess as written, `later` what was set against it, in the message `later_msg`."""

    name: str
    estimated: str
    msg: int
    later: str
    later_msg: int
    verdict: str
    line: Line


class Estimates(Record):
    rows: tuple[Estimate, ...]


def build(scope: Scope) -> Estimates | None:
    """Each guessed number of a named thing with the first later number for it, or the later sentence that recalls the guess."""
    names = _names(scope)
    rows: list[Estimate] = []
    seen: set[str] = set()
    for n in scope.numbers():
        message = scope.whole.message(n)
        if message.role != "assistant":
            continue
        numbers = (q for text in _paragraphs(message.text, _guesses) for q in find(text) if q.dimension in _DIMENSIONS)
        if not any(next(_recalled(scope, n, q), 0) for q in numbers):
            continue
        turn = scope.whole.turns[n]
        previous: Statement | None = None
        for s in turn.statements:
            for q in _guessed(s):
                about = _about(s, previous, names)
                row = _later(scope, n, about, q)
                if row is not None and row.estimated not in seen:
                    seen.add(row.estimated)
                    rows.append(row)
            previous = s
    if scope.sliced:
        own = {key(a) for h in scope.hypotheses for a in h.aliases}
        rows = [r for r in rows if key(r.name) in own]
    return Estimates(tuple(rows[:SHOWN])) if rows else None


def _names(scope: Scope) -> dict[str, str]:
    """Every name of a hypothesis or a change, by key, with the one name that the report uses for it."""
    names: dict[str, str] = {}
    for group in (*(h.aliases for h in scope.whole.hypotheses), *(c.names for c in scope.whole.changes)):
        spoken = [n for n in group if key(n) and not _unit(n)]
        canonical = next((names[key(n)] for n in spoken if key(n) in names), spoken[0] if spoken else "")
        names.update({key(n): canonical for n in spoken if key(n) not in names})
    return names


def _recalls(text: str) -> bool:
    low = text.lower()
    return any(map(low.__contains__, _RECALLED)) and _RECALLS.search(text) is not None


def _guesses(text: str) -> bool:
    low = text.lower()
    return any(map(low.__contains__, _GUESSES)) and _GUESS.search(text) is not None


def _guessed(s: Statement) -> list[Quantity]:
    """The numbers that a statement guesses: those marked as about, else its last one; statements that also measure guess nothing."""
    if s.kind not in ("sentence", "item", "cell") or not _guesses(s.text):
        return []
    quantities = list(find(s.text))
    ranged = _ranges(s.text, quantities)
    found = [q for q in quantities if q.dimension in _DIMENSIONS and q.start not in ranged]
    about = [q for q in found if q.hedge == "about"]
    return about[-1:] or (found[-1:] if re.search(r"estimat|expect|predict", s.text, re.I) else [])


def _about(s: Statement, previous: Statement | None, names: dict[str, str]) -> str:
    """The one named thing that a guess is about: in the statement, else in the one before it; "" for none or several."""
    for text in (s.text, previous.text if previous else ""):
        found = {names[k] for k in keys(text) & names.keys()}
        if found:
            return found.pop() if len(found) == 1 else ""
    return ""


def _paragraphs(text: str, wanted: Callable[[str], bool]) -> Iterator[str]:
    """The paragraphs that may have what is looked for: a sentence stands in one, and finding sentences takes far longer."""
    return filter(wanted, _BLANK_LINE.split(text))


def _recalled(scope: Scope, n: int, guess: Quantity) -> Iterator[int]:
    """The messages after one with a paragraph that recalls a guess and has another number of its dimension."""
    shown = str(guess.value)
    ahead = [k for k in range(n + 1, n + FOLLOWED + 1) if k in scope.whole.turns]
    scope.whole.expect(ahead)
    for m in ahead:
        message = scope.whole.message(m)
        if message.role != "assistant" or shown not in message.text:
            continue
        for part in _paragraphs(message.text, lambda text: shown in text and _recalls(text)):
            values = [q.value for q in find(part) if q.dimension == guess.dimension]
            if guess.value in values and len(values) > 1:
                yield m
                break


def _later(scope: Scope, n: int, name: str, guess: Quantity) -> Estimate | None:
    for m in _recalled(scope, n, guess):
        for s in scope.whole.turns[m].statements:
            if s.kind == "code" or not any(c.isdigit() for c in s.text):
                continue
            ranged = _ranges(s.text, list(find(s.text)))
            found = [q for q in find(s.text) if q.dimension == guess.dimension and q.start not in ranged]
            recalled = [q for q in found if q.value == guess.value and q.unit == guess.unit]
            other = [q for q in found if q not in recalled and not q.hedge]
            if recalled and other and _RECALLS.search(s.text):
                return _made(scope, n, name, guess, m, other[0], s)
    return None


def _made(scope: Scope, n: int, name: str, guess: Quantity, m: int, q: Quantity, s: Statement) -> Estimate:
    verdict = next(
        (v.verdict for c in scope.whole.conclusions if c.msg == m and s.start <= c.at < s.end and (v := scope.whole.verdict(c.id))), ""
    )
    pieces: list[Piece] = [f"{name}: estimated at " if name else "Estimated at ", Quote(guess.raw), " ", Cite((n,)), ", later given as "]
    pieces += [Quote(q.raw), " ", Cite((m,))]
    if verdict:
        pieces += [" (", Word(verdict), ")"]
    return Estimate(name, guess.raw, n, q.raw, m, verdict, tuple(pieces))


def _ranges(text: str, found: list[Quantity]) -> set[int]:
    """Starts of the quantities that are an end of a range ("15-30 %"): no one number is given there."""
    ends: set[int] = set()
    for a, b in pairwise(found):
        if re.fullmatch(r"\s*(?:-|–|—|to)\s*", text[a.end : b.start]):
            ends |= {a.start, b.start}
    return ends


def _unit(name: str) -> bool:
    """Whether a name is only a unit of measure."""
    return any(q.dimension not in ("number", "count") for q in find(f"1 {name}"))
