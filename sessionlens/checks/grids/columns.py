"""Two columns of the agent's own table in step: "every step down in writes is a step down in time", "the order follows the size".

The rows are put in the order of the one column; the other must go the same way. A pair of rows that surely does not contradicts.
The values must have been printed by a tool under the labels that the table gives them.

Example: under "| variant | writes | time |" with rows 200 / 1.08 s, 58 / 0.41 s, 56 / 0.51 s the last two go the other way.
"""

import itertools
from collections.abc import Iterator

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import STOP, tokens, word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.grids.tables import numbers, printed_at
from sessionlens.checks.values.intervals import Interval, value_of
from sessionlens.checks.values.judge import Judgement
from sessionlens.model.quantity import Quantity
from sessionlens.model.trace import Table
from sessionlens.text.regex import regex

WORDS = word_set("every each order")
CUE = regex(
    r"\b(?:every|each) (?:step|drop|fall|cut|rise|increase|decrease|jump) (?:down |up )?(?:in|of) (?P<a>[\w -]{2,30}?)"
    r" (?:is|means|brings|goes with|comes with) (?:also )?(?:a|an|another) (?:step|drop|fall|cut|rise|increase|decrease|jump)"
    r" (?:down |up )?(?:in|of) (?P<b>[\w -]{2,30})"
    r"|\bin (?:the )?(?P<d>[\w -]{2,30}?),? (?:the )?order follows (?:the |that of the )?(?P<c>[\w -]{2,30})"
)
_LEAST = 3
"""Rows that make an order."""

Row = tuple[str, Quantity, Quantity]


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """By the tables of the claim's message; None where the clause is no such statement or no table has both columns."""
    said = CUE.search(claim.low)
    if said is None or claim.negated:
        return None
    one, other = tokens(said["a"] or said["c"]) - STOP, tokens(said["b"] or said["d"]) - STOP
    tables = dict.fromkeys(s.table for s in evidence.statements(claim.msg) if s.table is not None)
    for table in tables:
        columns = _column(table, one), _column(table, other)
        if columns[0] is None or columns[1] is None or columns[0] == columns[1]:
            continue
        rows = list(_rows(table, columns[0], columns[1]))
        at = {
            m
            for label, a, b in rows
            for q, c in ((a, columns[0]), (b, columns[1]))
            for m in printed_at(claim, q, label, table.header[c], evidence)[0]
        }
        if len(rows) >= _LEAST and at:
            return _in_step(rows, tuple(sorted(at)))
    return None


def _column(table: Table, words: frozenset[str]) -> int | None:
    found = [c for c, head in enumerate(table.header) if c and words and words & tokens(head)]
    return found[0] if len(found) == 1 else None


def _rows(table: Table, one: int, other: int) -> Iterator[Row]:
    for cells in table.rows:
        if max(one, other) < len(cells):
            a, b = numbers(cells[one]), numbers(cells[other])
            if len(a) == 1 and len(b) == 1:
                yield cells[0], a[0], b[0]


def _in_step(rows: list[Row], at: tuple[int, ...]) -> Judgement:
    open_ = ""
    for (first, a, b), (second, c, d) in itertools.combinations(rows, 2):
        way, answer = _way(value_of(a), value_of(c)), _way(value_of(b), value_of(d))
        if way and answer and way != answer:
            text = f"{first}: {a.raw} and {b.raw}; {second}: {c.raw} and {d.raw}: the other way round"
            return Judgement("contradicted", (), text, at)
        if way and not answer:
            open_ = f"{first} and {second} cannot be told apart by {b.raw} and {d.raw}"
    if open_:
        return Judgement("undecidable", (), open_, at)
    return Judgement("supported", (), f"{len(rows)} rows, each pair of them in that order", at)


def _way(a: Interval, b: Interval) -> int:
    """1 if b is surely more than a, -1 if surely less, 0 if neither is sure."""
    return 1 if b.lo > a.hi else -1 if b.hi < a.lo else 0
