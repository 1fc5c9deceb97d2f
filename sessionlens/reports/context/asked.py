"""What people asked for, in their words: the question that the session set out to answer, and the turns that it was given."""

from sessionlens.model.frozen import Record
from sessionlens.reports.lines import Line, Quote, say
from sessionlens.reports.scope import Scope

LATER_SHOWN = 12
READ = 100
"""Requests that are read; of a very long session the rest are counted only."""


class Asked(Record):
    """`first` is the opening request and `msg` its number; `later` are the requests that followed, one line each."""

    first: str
    msg: int
    later: tuple[Line, ...]
    more: int


def build(scope: Scope) -> Asked | None:
    said = scope.people
    if scope.sliced:
        wanted = {h.msg for h in scope.hypotheses} | {c.msg for c in scope.view.changes}
        said = [m for i, m in enumerate(said) if i == 0 or any(m <= n < _next(said, i) for n in wanted)]
    left = max(0, len(said) - READ)
    people = [m for n in said[:READ] if (m := scope.whole.message(n)).text.strip()]
    if not people:
        return None
    first, later = people[0], people[1:]
    lines = tuple(say(Quote(scope.clip(m.text, 180)), cites=(m.number,)) for m in later[:LATER_SHOWN])
    text = scope.redact(first.text.strip())
    return Asked(text if len(text) <= 1500 else text[:1499].rstrip() + "…", first.number, lines, max(0, len(later) - LATER_SHOWN) + left)


def _next(said: list[int], i: int) -> int:
    return said[i + 1] if i + 1 < len(said) else 1 << 60
