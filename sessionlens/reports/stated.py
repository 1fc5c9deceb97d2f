"""Values that the session itself sets against each other in a statement that was borne out: the differences that a report may tell as what
came about. A table of runs also holds builds that were only tried, and the worst of those is nobody's loss."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from sessionlens.model.facts import Conclusion, Measurement
from sessionlens.model.verdict import Verdict
from sessionlens.reports.scope import Scope
from sessionlens.text import quantities
from sessionlens.text.regex import regex

COMPARING = ("percent", "delta", "ratio", "vague")


_SOON = 12
"""Messages within which a statement is taken back."""
_WRONG = regex(
    r"\b(?:wrong|mistaken|withdr[ae]w|take (?:that |it )?back|took back|retract|was no\b|not (?:true|right|correct)|forget)\b", re.I
)
_SENTENCE = regex(r"(?<=[.!?])\s+|\n+")
Printed = tuple[int, float | None, str]
"""A value by its message, its number and its unit: one may have been read twice, under two names."""


def pairs(scope: Scope) -> tuple[frozenset[Printed], ...]:
    """The values behind each comparison that is supported."""
    if "compared" not in scope.memo:
        at = {m: [*found] for m, found in groupby(scope.whole.measurements, lambda m: m.msg)}
        held = ((c, v) for c, v in scope.judged() if v.claim in COMPARING and v.verdict == "supported")
        scope.memo["compared"] = tuple(frozenset(_values(scope, c, v, at)) for c, v in held)
    compared: tuple[frozenset[Printed], ...] = scope.memo["compared"]
    return compared


def _values(scope: Scope, c: Conclusion, v: Verdict, at: Mapping[int, Sequence[Measurement]]) -> Iterator[Printed]:
    """The values that a verdict rests on, and those of its messages that the statement writes out."""
    yield from (_printed(f) for n in v.nodes if isinstance(f := scope.whole.fact(n), Measurement))
    written = {(float(q.value), q.unit) for q in quantities.find(c.quote)} if len(v.nodes) < len(v.evidence) else set()
    if written:
        yield from (_printed(m) for msg in v.evidence for m in at.get(msg, ()) if (m.value, m.unit) in written)


def withdrawn(scope: Scope, c: Conclusion) -> bool:
    """Whether one of the next messages takes a number of a statement back: "my previous message was wrong about 0.4 ms"."""
    raws = {q.raw for q in quantities.find(c.quote) if q.unit}
    later = [n for n in scope.whole.turns if c.msg < n <= c.msg + _SOON] if raws else []
    for n in later:
        message = scope.whole.turns[n].message
        if message.role == "assistant" and _WRONG.search(message.text):
            said = (s for s in _SENTENCE.split(message.text) if _WRONG.search(s))
            if any(q.raw in raws for s in said for q in quantities.find(s)):
                return True
    return False


def together(found: Sequence[frozenset[Printed]], one: Sequence[Measurement], other: Sequence[Measurement]) -> bool:
    """Whether a comparison has a value of each of two sides."""
    a, b = set(map(_printed, one)), set(map(_printed, other))
    return any(not a.isdisjoint(values) and not b.isdisjoint(values) for values in found)


def _printed(m: Measurement) -> Printed:
    return m.msg, m.value, m.unit
