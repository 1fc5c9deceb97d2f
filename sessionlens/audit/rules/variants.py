"""What a variant is said to bring or cost, and a table of variants with and without things that gives another difference.

The table has a row for the base ("release", "baseline") and rows "without K1", "no K1", "K1 off", or "with K1". A difference is taken
from the one column of its dimension, or the one that the sentence names; a percentage must fit none of the columns to be wrong.

Fires:

    | build | size | time |
    |---|---|---|
    | release | 940 kB | 5.2 s |
    | without K1 | 880 kB | 4.9 s |
    | without K3 | 760 kB | 3.9 s |

    Dropping K3 makes the page 1.6 s faster. K1 costs 0.3 s.

Quiet:

    | build | size | time |
    |---|---|---|
    | release | 940 kB | 5.2 s |
    | without K1 | 880 kB | 4.9 s |
    | without K3 | 760 kB | 3.9 s |

    Dropping K3 makes the page 1.3 s faster, 25 %. K1 costs 0.3 s. Before the release K1 cost 0.8 s.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from sessionlens.audit.base import Hit, Note
from sessionlens.audit.document import Document, Sentence
from sessionlens.audit.library import Library, fold
from sessionlens.checks.claims.words import BASE, STOP, tokens
from sessionlens.checks.values.intervals import Interval, claimed, value_of
from sessionlens.model.quantity import Quantity
from sessionlens.model.trace import Table
from sessionlens.model.words import Issue
from sessionlens.text import quantities
from sessionlens.text.regex import regex

NUMBER = "D025"
ISSUE: Issue = "wrong-arithmetic"
HELP = "take the difference from the table, or name the runs it is of"
_NAME = r"(?P<n>`[^`]{1,30}`|[\w.-]{1,30})"
_ROW = regex(
    rf"^[`*_ ]*(?:(?:without|with|no|minus|w/o|drop(?:ped|ping)?)\s+{_NAME}|"
    rf"{_NAME.replace('?P<n>', '?P<m>')}\s+(?:off|on|out|removed|disabled|enabled))[`*_ ]*$",
    re.I,
)
_BASE_ROW = regex(r"\b(?:release|baseline|base|current|all on|everything|full|default|today|now|head|main)\b", re.I)
_OLD = regex(r"\b(?:old|older|previous|prior|before|last|original|v?\d+\.\d+)\b", re.I)
"""Another version, which differs from the variants in more than the one thing."""
_DEED = regex(
    r"\b(?:dropping|removing|taking|turning|switching|disabling|without|costs?|brings?|saves?|gains?|adds?|gives?|accounts? for|cuts?|"
    r"takes?)\b",
    re.I,
)
_ELSEWHERE = regex(
    r"\b(?:before|later|predict\w*|expect\w*|estimat\w*|should|would|could|will|if|on (?:the|a|my|our)|instead|while|but|than)\b", re.I
)


_EVERY = regex(r"\b(?:any|each|every|all|whichever|whatever|regardless)\b", re.I)
_TO = regex(r"\s*(?:to|-|–|—|and)\s*")


@dataclass(frozen=True, slots=True)
class Grid:
    """A table with one base row and rows of what is with or without one thing: their numbers by its name."""

    table: Table
    base: int
    rows: dict[str, int]


def find(library: Library) -> Iterator[Hit]:
    for document in library.documents:
        grids = [g for t in document.tables if (g := _grid(t)) is not None]
        if len(grids) != 1:
            continue
        for s in document.sentences:
            if s.place.start >= grids[0].table.end and s.statement.kind != "cell" and not document.quotes(s.place.start, s.place.end):
                yield from _wrong(document, s, grids[0])


def _grid(table: Table) -> Grid | None:
    named = {fold((m["n"] or m["m"]).strip()): i for i, row in enumerate(table.rows) if row and (m := _ROW.match(row[0].strip()))}
    others = [i for i, row in enumerate(table.rows) if i not in named.values() and row and not _OLD.search(row[0])]
    bases = [i for i in others if _BASE_ROW.search(table.rows[i][0]) or tokens(table.rows[i][0]) & BASE]
    bases = bases or (others if len(others) == 1 else [])
    return Grid(table, bases[0], named) if len(named) > 1 and len(bases) == 1 else None


def _wrong(document: Document, s: Sentence, grid: Grid) -> Iterator[Hit]:
    """A sentence that speaks of one variant, what it does, and one number or two."""
    words = {fold(w) for w in re.findall(r"`[^`]{1,30}`|[\w.-]*\w", s.text)}
    names = [n for n in grid.rows if n in words]
    found = quantities.find(s.text)
    if not names and len(found) == 2 and _EVERY.search(s.text) and _DEED.search(s.text):
        yield from _outside(document, s, grid, found)
    if len(names) != 1 or not 0 < len(found) < 3 or not _DEED.search(s.text) or _ELSEWHERE.search(s.text):
        return
    label = f"{grid.table.rows[grid.rows[names[0]]][0]}"
    for q in found:
        ways = list(_differences(grid, grid.rows[names[0]], q, tokens(s.text) - STOP))
        if ways and not any(claimed(q).touches(w) for _, w in ways):
            start = s.place.start
            title, value = ways[0]
            unit = "%" if q.dimension == "percent" else q.unit
            scale = Fraction(1) if q.dimension == "percent" else Fraction(q.si)
            base = grid.table.rows[grid.base][0]
            why = f"{label} differs from {base} by {float(value.point / scale):.3g} {unit} ({title}), and {q.raw} is said"
            note = Note(document.place(grid.table.start, grid.table.end), "the table")
            yield Hit(document.place(start + q.start, start + q.end), why, "medium", (note,))


def _outside(document: Document, s: Sentence, grid: Grid, found: tuple[Quantity, ...]) -> Iterator[Hit]:
    """ "Removing any of them saves 0.3 to 1.3 s": a row that differs by less, or by more."""
    low, high = found
    if not _TO.fullmatch(s.text, low.end, high.start) or high.dimension == "percent" or not high.unit:
        return
    scale = Fraction(high.si)
    bounds = Interval(Fraction(high.value), Fraction(low.value) - Fraction(low.ulp) / 2, Fraction(high.value) + Fraction(high.ulp) / 2)
    off = []
    for row in grid.rows.values():
        ways = [w for _, w in _differences(grid, row, high, tokens(s.text) - STOP)]
        if len(ways) == 1 and not ways[0].times(1 / scale).touches(bounds):
            off.append(f"{grid.table.rows[row][0]} {float(ways[0].point / scale):.3g} {high.unit}")
    if off:
        start = s.place.start
        note = Note(document.place(grid.table.start, grid.table.end), "the table")
        why = f"not so for {len(off)} of {len(grid.rows)}: {', '.join(off[:4])}"
        yield Hit(document.place(start + low.start, start + high.end), why, "medium", (note,))


def _differences(grid: Grid, row: int, q: Quantity, said: frozenset[str]) -> Iterator[tuple[str, Interval]]:
    """The differences that a number may state, by the columns' titles: of the column that the sentence names, else of the only one of
    its dimension; a percentage of any, both ways round."""
    columns = []
    for c in range(1, len(grid.table.header)):
        old, new = _value(grid.table.rows[grid.base], c), _value(grid.table.rows[row], c)
        if old is None or new is None or old.dimension != new.dimension:
            continue
        if q.dimension == "percent" or (q.dimension == old.dimension and bool(q.unit) is bool(old.unit)):
            columns.append((c, value_of(old), value_of(new)))
    named = [x for x in columns if (tokens(grid.table.header[x[0]]) - STOP) & said]
    if q.dimension != "percent" and len(named or columns) != 1:
        return
    for c, was, now in columns if q.dimension == "percent" else named or columns:
        title = grid.table.header[c]
        if q.dimension != "percent":
            yield title, _size(now.minus(was))
            continue
        for a, b in ((was, now), (now, was)):
            ratio = b.over(a)
            if ratio is not None:
                yield title, _size(ratio.shifted(-1)).times(Fraction(100))


def _size(value: Interval) -> Interval:
    return value.times(Fraction(-1)) if value.point < 0 else value


def _value(row: tuple[str, ...], column: int) -> Quantity | None:
    found = quantities.find(row[column].replace("*", "")) if column < len(row) else ()
    return found[0] if len(found) == 1 and not found[0].signed else None
