"""Arithmetic inside a table of the agent's message: a cell's percentage or factor against the cells that its labels name."""

import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache, partial

from sessionlens.checks.binding.differences import Compute, doubtful, explain
from sessionlens.checks.binding.levels import locate
from sessionlens.checks.binding.named import Pair
from sessionlens.checks.claims.claim import Claim, scaled
from sessionlens.checks.claims.words import BASE, STOP, tokens
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.grids import weights
from sessionlens.checks.values.intervals import Interval, robust, value_of
from sessionlens.checks.values.judge import Judgement, number
from sessionlens.checks.values.series import Side
from sessionlens.model.quantity import Quantity
from sessionlens.model.trace import Table
from sessionlens.text import quantities
from sessionlens.text.regex import regex

VERSUS = regex(r"\b(?:vs\.?|versus|against|relative to|compared (?:to|with)|over)\s+", re.I)
_SHARE = regex(r"\b(?:share|fraction|portion|contribution|% of|percent of|of (?:the )?(?:total|whole|gap|increase|difference))\b", re.I)
"""Heads of columns that are of one whole, and not against a base."""
_LISTED = regex(r"^[^\n:]{1,40}:\s*(?P<value>[~≈]?\d[\d.,]*\s?[^\s(,;]*)(?:\s*\((?P<relation>[+\-−–]?\d[^)]{0,30})\))?\s*$")
_RELATION = frozenset(("delta", "change", "diff", "difference", "gain", "speedup"))
VALUES = ("time", "size", "rate", "count", "number", "power", "temperature")


@lru_cache(maxsize=4096)
def numbers(cell: str) -> tuple[Quantity, ...]:
    """The quantities of a cell that are values, not relations."""
    text = cell.replace("**", "")
    return tuple(scaled(q, text) for q in quantities.find(text) if q.dimension in VALUES and not q.signed)


def difference(
    claim: Claim,
    quantity: Quantity,
    compute: Compute,
    scale: Fraction,
    want: Interval | None = None,
    evidence: Evidence | None = None,
) -> Judgement | None:
    """The cell's number against its operands in the same table; None where the table does not name them.

    Contradicted only if the table leaves one choice; a cell whose base may be one of several is supported by any that fits, and
    otherwise left to other evidence.
    """
    statement = claim.conclusion.statement
    if evidence is not None and statement.kind == "item":
        return listed(claim, quantity, compute, scale, evidence, want)
    table, row, column = statement.table, statement.row_index, statement.column
    if table is None or row is None or column is None:
        return None
    choices = list(dict.fromkeys(_choices(table, row, column, quantity)))
    first: Judgement | None = None
    for old, new in choices:
        pair = Pair(side_of(old), side_of(new), "table")
        for formula, value in compute(pair.old.value, pair.new.value, pair):
            scaled = value.times(scale)
            found = number(quantity, scaled, wide=partial(doubtful, pair, compute, formula, scale), want=want)
            found = explain(found, quantity, pair, formula, scaled, want)
            if found.verdict == "supported":
                return resting(found, claim, _places(table, row, (old, new)), evidence)
            if first is None or (first.verdict == "contradicted" and "direction" in first.caveats):
                first = found
    if first is None or len(choices) != 1:
        return None
    return resting(first, claim, _places(table, row, choices[0]), evidence)


Place = tuple[Quantity, str, str]
"""A value of a table or list, with the labels of its row and its column."""


def _places(table: Table, row: int, operands: tuple[Quantity, ...]) -> list[Place]:
    """Where in the table the operands stand: in the relation's own row, else in the first row that has them."""
    out = []
    for q in operands:
        for r in (row, *(r for r in range(len(table.rows)) if r != row)):
            cells = table.rows[r]
            at = next((c for c, cell in enumerate(cells) if q.raw in cell and q in numbers(cell)), None)
            if at is not None:
                out.append((q, cells[0] if at else "", table.header[at] if at < len(table.header) else ""))
                break
        else:
            out += [(q, "", header) for header in table.header if q.raw in header]
    return out


def resting(found: Judgement, claim: Claim, places: list[Place], evidence: Evidence | None) -> Judgement:
    """The same judgement, resting on the messages that printed the operands under the labels that the table gives them."""
    if evidence is None:
        return replace(found, evidence=())
    at: set[int] = set()
    nodes: tuple[str, ...] = ()
    for q, row, column in places:
        messages, facts = printed_at(claim, q, row, column, evidence)
        at.update(messages)
        nodes += facts
    return replace(found, evidence=tuple(sorted(at)), nodes=tuple(dict.fromkeys(nodes)))


def printed_at(claim: Claim, q: Quantity, row: str, column: str, evidence: Evidence) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """The messages and facts behind a value that the claim's message shows under these labels; empty where no tool printed it."""
    key = ("cell", claim.msg, q.raw, row, column)
    if key not in evidence.memo:
        text = f"{row} {column} {q.raw}"
        value = Claim(claim.conclusion, text, text.lower(), frozenset(), (q,), row, column, claim.whole)
        found = locate(value, q, evidence)
        told = found.judgement if found is not None else weights.judge(value, q, evidence, row)
        evidence.memo[key] = (told.evidence, told.nodes) if told is not None else ((), ())
    messages, facts = evidence.memo[key]
    return messages, facts


def listed(
    claim: Claim, quantity: Quantity, compute: Compute, scale: Fraction, evidence: Evidence, want: Interval | None
) -> Judgement | None:
    """A list that is a table in disguise ("- a: 12 s", "- b: 9 s (-25 %)"): the one item without a relation is the base."""
    own = _LISTED.match(claim.conclusion.statement.text.replace("**", ""))
    mates = [
        m
        for s in evidence.statements(claim.msg)
        if s.kind == "item" and s.lead == claim.conclusion.statement.lead and (m := _LISTED.match(s.text.replace("**", "")))
    ]
    bases = [m for m in mates if not m["relation"]]
    if own is None or not own["relation"] or len(bases) != 1 or len(mates) < 2:
        return None
    new, old = quantities.find(own["value"]), quantities.find(bases[0]["value"])
    if len(new) != 1 or len(old) != 1 or new[0].dimension != old[0].dimension:
        return None
    pair = Pair(side_of(old[0]), side_of(new[0]), "list")
    best: Judgement | None = None
    for formula, value in compute(pair.old.value, pair.new.value, pair):
        found = number(quantity, value.times(scale), wide=partial(doubtful, pair, compute, formula, scale), want=want)
        found = explain(found, quantity, pair, formula, value.times(scale), want)
        if best is None or found.verdict == "supported":
            best = found
    labels = [m.string.partition(":")[0] for m in (bases[0], own)]
    return best and resting(best, claim, [(old[0], labels[0], ""), (new[0], labels[1], "")], evidence)


def side_of(q: Quantity) -> Side:
    value = value_of(q)
    return Side(q.raw, value, robust(value, Fraction(q.ulp) * Fraction(q.si)), "", 1, None, 0, (), q.dimension, "unknown", q.unit)


def _cells(table: Table, row: int) -> tuple[str, ...]:
    return table.rows[row] if 0 <= row < len(table.rows) else ()


def value_in(table: Table, row: int, column: int) -> Quantity | None:
    cells = _cells(table, row)
    found = numbers(cells[column]) if 0 <= column < len(cells) else ()
    measured = [q for q in found if q.dimension in ("time", "size", "rate")] if len(found) > 1 else found
    return measured[0] if len(measured) == 1 else None


def _choices(table: Table, row: int, column: int, quantity: Quantity) -> Iterator[tuple[Quantity, Quantity]]:
    """(old, new) pairs of values that the labels of a relation's cell allow."""
    cells = _cells(table, row)
    if column >= len(cells):
        return
    own = tuple(q for q in numbers(cells[column]) if q.raw != quantity.raw)  # a multiple may be written without its sign
    if len(own) == 2:
        yield own[0], own[1]
        return
    bare = [q for r in range(len(table.rows)) if (q := _bare(table, r, column))] if "(" in cells[column] else []
    if len(own) == len(bare) == 1 and bare[0].dimension == own[0].dimension:
        yield bare[0], own[0]
        return
    if len(own) == 1:
        base = _base_in_row(table, row, column, tokens(table.header[column]) if column < len(table.header) else frozenset())
        if base is not None:
            yield base, own[0]
            return
    if column > 0:
        left = numbers(cells[column - 1])
        if len(left) == 2 and ("→" in cells[column - 1] or "->" in cells[column - 1]):
            yield left[0], left[1]
            return
    header = table.header[column] if column < len(table.header) else ""
    label = cells[0] if cells else ""
    values = [(c, q) for c in range(1, len(cells)) if c != column and (q := value_in(table, row, c)) is not None]
    if not values and row > 0:
        yield from _from_rows_above(table, row, column, label)
        return
    if _SHARE.search(header):
        return
    against = VERSUS.split(header, maxsplit=1)
    stated = numbers(header) if len(against) == 2 and not any(r and r[0].strip("`* ") == against[1] for r in table.rows) else ()
    if len(stated) == 1 and values and values[-1][1].dimension == stated[0].dimension:
        yield stated[0], values[-1][1]
        return
    if len(against) == 2:
        yield from _against(table, row, column, against[0], against[1], values)
        return
    measured = [(c, q) for c, q in values if q.unit] or values
    if (
        len(measured) == 2
        and measured[0][1].dimension == measured[1][1].dimension
        and tokens(table.header[measured[0][0]]) != tokens(label)
    ):
        yield measured[0][1], measured[1][1]
        return
    yield from _from_base_row(table, row, column, header)


def _bare(table: Table, row: int, column: int) -> Quantity | None:
    """A cell's value where no relation stands beside it: "50.1" over "58.6 (+17.0 %)" is what that is against."""
    cells = _cells(table, row)
    return value_in(table, row, column) if column < len(cells) and "(" not in cells[column] and "%" not in cells[column] else None


def _against(
    table: Table, row: int, column: int, left: str, right: str, values: list[tuple[int, Quantity]]
) -> Iterator[tuple[Quantity, Quantity]]:
    """A column "b vs a" or "vs a": the base is the column, else the row, of that name; the new value is the named or the nearest one."""
    name, mine = tokens(right) - STOP, tokens(left) - STOP - _RELATION
    columns = [q for c, q in values if c < len(table.header) and table.header[c].strip("*` ") == right.strip("*` ")]
    columns = columns or [q for c, q in values if c < len(table.header) and name and name <= tokens(table.header[c])]
    news = [q for c, q in values if c < len(table.header) and mine and mine <= tokens(table.header[c])] or [
        q for c, q in values if c < column
    ][-1:]
    if len(columns) == 1 and len(news) == 1 and columns[0] is not news[0]:
        yield columns[0], news[0]
    elif not columns:
        yield from _from_base_row(table, row, column, right)


def _base_in_row(table: Table, row: int, column: int, own: frozenset[str]) -> Quantity | None:
    """The cell of the row under a base's header, or the first value of the row where no header says so."""
    cells = _cells(table, row)
    others = [(c, q) for c in range(1, len(cells)) if c != column and (q := value_in(table, row, c)) is not None]
    based = [q for c, q in others if c < len(table.header) and tokens(table.header[c]) & BASE]
    if len(based) == 1:
        return based[0]
    bare = [q for c, q in others if "%" not in cells[c] and c < column]
    return bare[0] if len(bare) == 1 else None


def _from_rows_above(table: Table, row: int, column: int, label: str) -> Iterator[tuple[Quantity, Quantity]]:
    """A row of relations ("vs old", "factor"): against the row above's cell in the column that the label names, or the two rows above."""
    named = [c for c in range(1, len(table.header)) if tokens(table.header[c]) and tokens(table.header[c]) <= tokens(label)]
    new = value_in(table, row - 1, column)
    if new is None:
        return
    if len(named) == 1:
        old = value_in(table, row - 1, named[0])
        if old is not None:
            yield old, new
        return
    if row >= 2 and (old := value_in(table, row - 2, column)) is not None and old.dimension == new.dimension:
        yield old, new


def _from_base_row(table: Table, row: int, column: int, header: str) -> Iterator[tuple[Quantity, Quantity]]:
    """A column of relations ("vs plain"): the row's value against the same column of the base's row."""
    wanted = tokens(header) - STOP
    values = [c for c in range(1, column) if value_in(table, row, c) is not None]
    if not values:
        return
    bases, called = [], []
    for r in range(len(table.rows)):
        cells = _cells(table, r)
        words = tokens(cells[0]) if cells else frozenset()
        note = tokens(cells[column]) if column < len(cells) else frozenset()
        if r == row:
            continue
        if wanted and wanted <= words:
            called.append(r)
        if (
            words & BASE
            or note & BASE
            or (words - STOP) & wanted
            or (column < len(cells) and cells[column].strip() in ("", "-", "–", "—") and r == 0)
        ):
            bases.append(r)
    bases = called if len(called) == 1 else bases
    if len(bases) != 1:
        return
    columns = (
        values[-1:]
        if len(values) == 1
        else [c for c in values if c < len(table.header) and (tokens(table.header[c]) & wanted)] or values[-1:]
    )
    for c in columns:
        old, new = value_in(table, bases[0], c), value_in(table, row, c)
        if old is not None and new is not None and old.dimension == new.dimension:
            yield old, new
