"""Grids of values for numbers that an agent worked out: things by metrics, from its own tables and from what single calls printed.

Each table is read both ways, its rows as the things that are compared and its columns as those. A *base* is the thing that the table itself
compares with: the one named behind "vs", or the row whose relation is left blank.

Example: "| build | min | vs old |" with the rows "old 8.1 ms" and "new 6.2 ms -23.5 %" has the things old and new, the metric min and
the base old.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from sessionlens.checks.binding.named import MANY
from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import AGGREGATE, BASE, STOP, tokens, word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.grids import nicknames
from sessionlens.checks.grids.tables import VERSUS, numbers, printed_at
from sessionlens.checks.values.intervals import value_of
from sessionlens.checks.values.printouts import point
from sessionlens.checks.values.series import Batch, Series, Side, of_point
from sessionlens.model.quantity import Quantity
from sessionlens.model.trace import Table
from sessionlens.text.regex import regex

BACK = 20
"""Messages back in which a table that is spoken of may stand."""
_CALLS = 3
_MOST = 4
"""Sheets of one kind that are looked at, newest first."""
_LINES = 3
"""Lines of one kind that make a table."""
RELATION = word_set("delta change diff difference gain speedup saved saving save less more extra vs versus against factor")
TAIL = regex(r"(|.*[ =:_-])(\d[\d., ]*)")
"""A label that is a number, or that ends in one ("level 6", "n=12000")."""
_BLANK = ("", "-", "–", "—")
_FLAG = regex(r"(?<![\w-])-f([a-z]{2,})")
_MARKS = "`*_ "


Place = tuple[int, int]
"""A thing and a metric."""


@dataclass
class Sheet:
    """Values by (thing, metric); `head` says what the things are; `origin` where a table's value stands: its quantity, row and column."""

    msg: int
    head: str
    things: Sequence[str]
    metrics: Sequence[str]
    cells: dict[Place, Side] = field(default_factory=dict)
    bases: list[int] = field(default_factory=list)
    origin: dict[Place, tuple[Quantity, str, str]] = field(default_factory=dict)

    @cached_property
    def held(self) -> list[int]:
        """The things that have a value."""
        return sorted({t for t, _ in self.cells})

    @cached_property
    def labels(self) -> list[frozenset[str]]:
        """The words of each thing."""
        return [named(t) for t in self.things]

    @cached_property
    def names(self) -> frozenset[str]:
        """The words of all things and metrics."""
        return frozenset().union(*self.labels, *(named(m) for m in self.metrics), *(tokens(t) for t in self.things))

    @cached_property
    def having(self) -> Counter[str]:
        """How many things have a word."""
        return Counter(w for i in self.held for w in self.labels[i])

    @cached_property
    def tails(self) -> dict[int, tuple[str, str]]:
        """What stands before the number that a thing's label is or ends in, and the number."""
        found = {i: TAIL.fullmatch(self.things[i]) for i in self.held}
        return {i: (m[1], m[2]) for i, m in found.items() if m is not None}

    def words(self, metric: int) -> frozenset[str]:
        """The words of a metric, aggregates by their one name."""
        return named(self.metrics[metric])


@lru_cache(maxsize=2048)
def named(label: str) -> frozenset[str]:
    """The words of a label that may name something; "minimum" and "best" are both the minimum, "-flto" is LTO."""
    words = frozenset([AGGREGATE.get(w, w) for w in tokens(label) - STOP])
    return words - {f"f{w}" for w in _FLAG.findall(label)} | frozenset(_FLAG.findall(label)) if "-f" in label else words


def of_tables(msg: int, evidence: Evidence) -> list[Sheet]:
    """Those of the tables of a message, the last table first."""
    key = ("sheets", msg)
    if key not in evidence.memo:
        tables = dict.fromkeys(s.table for s in evidence.statements(msg) if s.table is not None)
        evidence.memo[key] = [sheet for t in reversed(list(tables)) for sheet in (_by_row(msg, t), _by_column(msg, t)) if sheet.cells]
    kept: list[Sheet] = evidence.memo[key]
    return kept


def earlier(msg: int, evidence: Evidence, back: int = BACK) -> Iterator[Sheet]:
    """Those of the agent's messages before this one, newest first."""
    for at in range(msg - 1, max(0, msg - 1 - back), -1):
        turn = evidence.view.turns.get(at)
        if turn is not None and turn.message.role == "assistant" and "|" in turn.message.text:
            yield from of_tables(at, evidence)


def _by_row(msg: int, table: Table) -> Sheet:
    sheet = Sheet(msg, table.header[0] if table.header else "", [_plain(r[0]) if r else "" for r in table.rows], list(table.header))
    for r, row in enumerate(table.rows):
        for c in range(1, min(len(row), len(table.header))):
            if (q := _value(row[c], table.header[c], row[0])) is not None:
                sheet.cells[r, c], sheet.origin[r, c] = side(q, row[0]), (q, row[0], table.header[c])
    for c, header in enumerate(table.header):
        blank = [r for r, row in enumerate(table.rows) if c < len(row) and row[c].strip() in _BLANK]
        against = VERSUS.split(header, maxsplit=1)
        if len(against) == 2 and (called := _called(against[1], sheet.things)) is not None:
            sheet.bases.append(called)
        elif len(blank) == 1 and c and len(table.rows) > 2 and "%" in "".join(row[c] for row in table.rows if c < len(row)):
            sheet.bases += blank
    return sheet


def _by_column(msg: int, table: Table) -> Sheet:
    sheet = Sheet(msg, "", [_plain(h) for h in table.header], [_plain(r[0]) if r else "" for r in table.rows])
    for r, row in enumerate(table.rows):
        for c in range(1, min(len(row), len(table.header))):
            if (q := _value(row[c], table.header[c], row[0])) is not None:
                sheet.cells[c, r], sheet.origin[c, r] = side(q, table.header[c]), (q, row[0], table.header[c])
    for header in table.header:
        against = VERSUS.split(header, maxsplit=1)
        if len(against) == 2 and (called := _called(against[1], sheet.things)) is not None:
            sheet.bases.append(called)
    return sheet


def _called(name: str, things: Sequence[str]) -> int | None:
    """The one thing of a name, or that has all of its words."""
    name = VERSUS.split(re.sub(r"\([^()]*\)", "", name))[0]
    same = [i for i, t in enumerate(things) if t.lower() == _plain(name).lower()]
    found = same or [i for i, t in enumerate(things) if tokens(name) and tokens(name) <= tokens(t) and not VERSUS.search(t)]
    return found[0] if len(found) == 1 else None


def _plain(label: str) -> str:
    return label.strip(_MARKS)


def _value(cell: str, header: str, label: str) -> Quantity | None:
    """The value of a cell, or the first of a value with its spread; none of a cell that holds a relation."""
    if tokens(header) & RELATION or tokens(label) & RELATION or ("%" in cell and "±" not in cell):
        return None
    found = numbers(cell)
    return found[0] if len(found) == 1 or (found and "±" in cell) else None


def side(q: Quantity, name: str) -> Side:
    value = value_of(q)
    return Side(name, value, value, "", 1, None, 0, (), q.dimension, "unknown", q.unit)


def printed(claim: Claim, sheet: Sheet, places: Iterable[Place], evidence: Evidence) -> tuple[tuple[int, ...], tuple[str, ...]] | None:
    """The messages and facts that printed the values at some places; None where one was never printed."""
    at: set[int] = set()
    nodes: tuple[str, ...] = ()
    for place in places:
        if place not in sheet.origin:
            at.add(sheet.cells[place].msg)
            nodes += sheet.cells[place].nodes
            continue
        q, row, column = sheet.origin[place]
        messages, facts = printed_at(claim, q, row, column, evidence)
        if not messages:
            called = {n.label: n.config for n in nicknames.learned(evidence) if n.msg <= sheet.msg}
            row, column = (called.get(_plain(t).lower(), t) for t in (row, column))
            messages, facts = printed_at(claim, q, row, column, evidence)
        if not messages:
            return None
        at.update(messages)
        nodes += facts
    return tuple(sorted(at)), tuple(dict.fromkeys(nodes))


def of_calls(msg: int, evidence: Evidence, words: frozenset[str] | None = None) -> Iterator[Sheet]:
    """What each of the newest calls before a message printed, the configs as things; or its lines, where each has a name of its own. Of
    calls that name none of some words, where such are given, none is made."""
    key = ("calls", evidence.measured_before(msg))
    if key not in evidence.memo:
        found = {(b.msg, b.part) for s in evidence.series if s.begun(msg) for b in s.before(msg)[-_CALLS:]}
        evidence.memo[key] = sorted(found, reverse=True)[:_MOST]
    for call in evidence.memo[key]:
        if ("call", call) not in evidence.memo:
            evidence.memo["call", call] = _batches(call[0], call[1], evidence)
        batches, names = evidence.memo["call", call]
        if words is None or not words.isdisjoint(names):
            if ("sheet", call) not in evidence.memo:
                evidence.memo["sheet", call] = _by_line(call[0], batches) or _by_config(call[0], batches)
            yield evidence.memo["sheet", call]


def _batches(msg: int, part: int, evidence: Evidence) -> tuple[list[tuple[Series, Batch]], frozenset[str]]:
    """What a call printed, and the words that name it; nothing where it printed of too many things."""
    places = [i for (at, _), found in evidence.together.items() if at == msg for i in found]
    out = [(s, b) for s in map(evidence.series.__getitem__, places) for b in s.batches if b.msg == msg and b.part == part]
    if len({s.config for s, _ in out}) > MANY or len({s.metric for s, _ in out}) > MANY:
        return [], frozenset()
    lone = len({s.config for s, _ in out}) == 1
    return out, frozenset().union(*(s.names if lone else s.named for s, _ in out)) - STOP


def _by_config(msg: int, batches: list[tuple[Series, Batch]]) -> Sheet:
    things: dict[str, int] = {}
    metrics: dict[str, int] = {}
    sheet = Sheet(msg, "", (), ())
    for series, batch in batches:
        for value in batch.sides:
            thing = things.setdefault(series.config, len(things))
            metric = metrics.setdefault(f"{series.metric} {value.how.partition(' ')[0]}".strip(), len(metrics))
            sheet.cells.setdefault((thing, metric), value)
    sheet.things, sheet.metrics = list(things), list(metrics)
    sheet.bases = [i for i, t in enumerate(things) if tokens(t) & BASE]
    return sheet


def _by_line(msg: int, batches: list[tuple[Series, Batch]]) -> Sheet | None:
    """Lines of one config that begin with a name, after which the same metrics follow in each: "zip-1: 93 MB/s packed: 50 KB"."""
    facts = sorted((f for _, b in batches for f in b.facts), key=lambda f: f.span.start)
    counts = Counter(f.metric for f in facts)
    names = [f.metric for f in facts if counts[f.metric] == 1]
    if len({f.config for f in facts}) != 1 or len(names) < _LINES or max(counts.values()) < _LINES:
        return None
    metrics: dict[str, int] = {}
    sheet, row = Sheet(msg, "", names, ()), -1
    for fact in facts:
        if counts[fact.metric] == 1:
            row = names.index(fact.metric)
        if row >= 0:
            metric = fact.unit if counts[fact.metric] == 1 else fact.metric
            sheet.cells.setdefault((row, metrics.setdefault(metric, len(metrics))), of_point(point(fact)))
    sheet.metrics = list(metrics)
    return sheet
