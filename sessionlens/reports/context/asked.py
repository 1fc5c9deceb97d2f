"""What people asked for, in their words: the question that the session set out to answer, and the turns that it was given."""

from dataclasses import dataclass

from sessionlens.model.session import Message
from sessionlens.reports.lines import Line, Quote, say
from sessionlens.reports.scope import Scope

LATER_SHOWN = 12


@dataclass(frozen=True, slots=True)
class Asked:
    """`first` is the opening request and `msg` its number; `later` are the requests that followed, one line each."""

    first: str
    msg: int
    later: tuple[Line, ...]
    more: int


def build(scope: Scope) -> Asked | None:
    read = (scope.whole.message(n) for n in scope.numbers())
    people = [m for m in read if m.role == "user" and m.text.strip()]
    if scope.sliced:
        wanted = {h.msg for h in scope.hypotheses} | {c.msg for c in scope.view.changes}
        people = [m for i, m in enumerate(people) if i == 0 or any(m.number <= n < _next(people, i) for n in wanted)]
    if not people:
        return None
    first, later = people[0], people[1:]
    lines = tuple(say(Quote(scope.clip(m.text, 180)), cites=(m.number,)) for m in later[:LATER_SHOWN])
    text = scope.redact(first.text.strip())
    return Asked(text if len(text) <= 1500 else text[:1499].rstrip() + "…", first.number, lines, max(0, len(later) - LATER_SHOWN))


def _next(people: list[Message], i: int) -> int:
    return people[i + 1].number if i + 1 < len(people) else 1 << 60
