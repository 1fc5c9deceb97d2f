"""What people asked for, in their words: the question that the session set out to answer, and the turns that it was given."""

from dataclasses import dataclass

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
    people = [m for m in scope.view.session.messages if m.role == "user" and m.text.strip() and scope.sees_message(m.number)]
    if scope.sliced:
        wanted = {f.msg for h in scope.hypotheses for f in (h,)} | {c.msg for c in scope.view.changes}
        people = [m for i, m in enumerate(people) if i == 0 or any(m.number <= n < _next(people, i) for n in wanted)]
    if not people:
        return None
    first, later = people[0], people[1:]
    lines = tuple(say(Quote(scope.clip(m.text, 180)), cites=(m.number,)) for m in later[:LATER_SHOWN])
    text = scope.redact(first.text.strip())
    return Asked(text if len(text) <= 1500 else text[:1499].rstrip() + "…", first.number, lines, max(0, len(later) - LATER_SHOWN))


def _next(people: list, i: int) -> int:  # type: ignore[type-arg]
    return int(people[i + 1].number) if i + 1 < len(people) else 1 << 60
