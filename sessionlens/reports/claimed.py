"""Comparisons that the session itself makes: a percentage, a ratio or a difference that the printed values bear out compares these
values, whatever their labels are. A recorded log and a new run, "old" and "new" of one script: no label says that they belong together,
the sentence does.
"""

from collections.abc import Iterable, Mapping, Sequence

from sessionlens.checks.claims.words import AGGREGATE, tokens
from sessionlens.model.facts import Measurement
from sessionlens.reports import compare, labels, numbers
from sessionlens.reports.scope import Scope

CLAIMS = ("percent", "ratio", "delta")
Sides = tuple[list[Measurement], list[Measurement]]


def sides_of(scope: Scope, groups: Iterable[compare.Group]) -> list[Sides]:
    """Base and new of each such comparison that no group of comparable rows holds already, in the order of the conclusions."""
    named: dict[str, Measurement] = {}
    held: set[tuple[frozenset[str], frozenset[str]]] = set()
    at: set[tuple[str, frozenset[int], frozenset[int]]] = set()
    for group in groups:
        for row in group.rows:
            named.update((m.id, m.model_copy(update={"config": row.config})) for m in row.measured)
            if row.base is not None and not row.lost:
                base = group.rows[row.base].measured
                held.add((_ids(base), _ids(row.measured)))
                at.add((group.unit, _messages(base), _messages(row.measured)))
    out: list[Sides] = []
    told: set[frozenset[str]] = set()
    for _, verdict in scope.judged():
        if verdict.claim not in CLAIMS or verdict.verdict != "supported" or len(verdict.nodes) < 2:
            continue
        sides = _two(verdict.nodes, named)
        if sides is None or (both := _ids([*sides[0], *sides[1]])) in told:
            continue
        told.add(both)
        if not any(_known(a, b, held, at) for a, b in (sides, sides[::-1])):
            out.append(sides)
    return out


def _two(nodes: Sequence[str], named: Mapping[str, Measurement]) -> Sides | None:
    """The two things that these values are of: two labels, or one label in two messages. None where there are more, or one."""
    if any(n not in named for n in nodes):
        return None
    measured = sorted((named[n] for n in nodes), key=lambda m: (m.msg, m.part, m.span.start))
    if len({m.unit for m in measured}) != 1:
        return None
    by_label: dict[tuple[str, str], list[Measurement]] = {}
    by_message: dict[int, list[Measurement]] = {}
    for m in measured:
        by_label.setdefault((m.metric, m.config), []).append(m)
        by_message.setdefault(m.msg, []).append(m)
    sides = list(by_label.values()) if len(by_label) > 1 else list(by_message.values())
    if len(sides) != 2:
        return None
    first, second = sides
    if first[0].msg == second[0].msg and labels.names_base(second[0].config or second[0].metric):
        first, second = second, first
    return first, second


def _known(
    a: Sequence[Measurement],
    b: Sequence[Measurement],
    held: set[tuple[frozenset[str], frozenset[str]]],
    at: set[tuple[str, frozenset[int], frozenset[int]]],
) -> bool:
    """Whether a row sets the same runs against each other; the same two messages in one unit are the same runs by another metric."""
    x, y = _ids(a), _ids(b)
    if any(x & was and y & now for was, now in held):
        return True
    was, now = _messages(a), _messages(b)
    return a[0].metric != b[0].metric and was != now and (a[0].unit, was, now) in at


def _ids(measured: Iterable[Measurement]) -> frozenset[str]:
    return frozenset(m.id for m in measured)


def _messages(measured: Iterable[Measurement]) -> frozenset[int]:
    return frozenset(m.msg for m in measured)


def value_of(side: Sequence[Measurement]) -> numbers.Value:
    return numbers.value_of(side, aggregate=bool(tokens(side[0].metric) & AGGREGATE.keys()))


def direction_of(sides: Sides) -> str:
    """Which way is better between these two: unknown where they are tasks of two sizes, or two benchmarks of a suite."""
    a, b = sides[0][0], sides[1][0]
    if a.direction != b.direction:
        return "unknown"
    if a.config != b.config:
        left, right = set(a.config.split()) - set(b.config.split()), set(b.config.split()) - set(a.config.split())
        sizes = bool(left | right) and all(labels.is_number(x.partition("=")[2] or x) for x in left | right)
        if sizes or compare.of_names(a):
            return "unknown"
    return a.direction
