"""Cells that hold a difference: "saved 350 KB" beside the two values, "-0.41 s" in a table of what each change brought.

In the first kind both operands stand in the cell's row. In the second the row names a thing of an earlier table, whose own base and metric
of the same name give the difference; a cell that disagrees is wrong where its name is in one earlier table only and most of the other cells
agree.

Example: after "| | plain | ring |" with "elapsed 0.91 s 0.50 s", the cell "-0.41 s" of the row "ring buffer" under "elapsed" is right.
"""

from collections.abc import Iterator
from fractions import Fraction

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import AGGREGATE, tokens
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.grids import sheets
from sessionlens.checks.grids.sheets import RELATION, Place, Sheet
from sessionlens.checks.grids.tables import numbers, printed_at
from sessionlens.checks.values.intervals import Interval, exact, value_of
from sessionlens.checks.values.judge import Judgement, number
from sessionlens.checks.values.series import Side
from sessionlens.model.quantity import Quantity
from sessionlens.model.trace import Table
from sessionlens.text import quantities

MEASURED = ("time", "size", "rate", "number", "count")
_BACK = 400
"""Messages back in which the tables of single changes may stand."""
_AGGREGATES = frozenset(AGGREGATE.values())
_LEAST = 3
"""Other cells that must agree before one that does not is wrong."""


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """The cell's difference; None where it is none, or nothing says of what."""
    s = claim.conclusion.statement
    if s.table is None or s.row_index is None or s.column is None or len(claim.quantities) != 1:
        return None
    quantity = claim.quantities[0]
    if quantity.dimension not in MEASURED or s.column >= len(s.table.header):
        return None
    if tokens(s.table.header[s.column]) & RELATION:
        return _in_its_row(claim, quantity, s.table, s.row_index, s.column, evidence)
    if not quantity.signed:
        return None
    return _of_a_change(claim, quantity, s.table, s.row_index, s.column, evidence)


def _in_its_row(claim: Claim, quantity: Quantity, table: Table, row: int, column: int, evidence: Evidence) -> Judgement | None:
    """The difference of the only two values of its dimension in the row."""
    cells = table.rows[row]
    found = [(c, q[0]) for c in range(1, min(len(cells), len(table.header))) if c != column and len(q := numbers(cells[c])) == 1]
    values = [(c, q) for c, q in found if q.dimension == quantity.dimension]
    if len(values) != 2:
        return None
    (a, one), (b, other) = values
    at = [printed_at(claim, q, cells[0], table.header[c], evidence) for c, q in values]
    if not all(messages for messages, _ in at):
        return None
    old, new = sheets.side(one, table.header[a]), sheets.side(other, table.header[b])
    apart = new.value.minus(old.value)
    if not quantity.signed and apart.point < 0:
        apart = apart.times(Fraction(-1))
    judged = number(quantity, apart)
    text = (
        f"{old.show()} and {new.show()} differ by {float(apart.point / Fraction(quantity.si)):g}, claimed {quantity.raw}: {judged.verdict}"
    )
    return Judgement(judged.verdict, judged.caveats, text, tuple(sorted({m for ms, _ in at for m in ms})), (*at[0][1], *at[1][1]))


def _of_a_change(claim: Claim, quantity: Quantity, table: Table, row: int, column: int, evidence: Evidence) -> Judgement | None:
    judged = _change(claim, quantity, table.rows[row][0], table.header[column], evidence)
    if judged is None or judged.verdict != "contradicted":
        return judged
    others = [
        _change(claim, q, cells[0], table.header[c], evidence)
        for r, cells in enumerate(table.rows)
        for c in range(1, min(len(cells), len(table.header)))
        if (r, c) != (row, column) and (q := _signed(cells[c])) is not None
    ]
    agree = sum(o is not None and o.verdict == "supported" for o in others)
    return judged if agree >= _LEAST and 2 * agree > len(others) else None


def _signed(cell: str) -> Quantity | None:
    found = quantities.find(cell.replace("**", ""))
    return found[0] if len(found) == 1 and found[0].signed and found[0].dimension in MEASURED else None


def _change(claim: Claim, quantity: Quantity, label: str, metric: str, evidence: Evidence) -> Judgement | None:
    """By the one earlier table that has a thing of the label's first word and such a metric, against that table's base; of several only
    one that agrees counts."""
    first: Judgement | None = None
    several = False
    for old, new, at, nodes in _operands(claim, label, metric, evidence):
        if new.dimension != quantity.dimension:
            continue
        apart = new.value.minus(old.value)
        judged = number(quantity, apart)
        text = f"{new.show()} - {old.show()} = {float(apart.point / Fraction(quantity.si)):g}, claimed {quantity.raw}: {judged.verdict}"
        judged = Judgement(judged.verdict, judged.caveats, text, at, nodes)
        if judged.verdict == "supported":
            return judged
        several = several or first is not None
        first = first or judged
    return None if several else first


def _name(label: str) -> frozenset[str]:
    """The first word of a label, by which people call a change."""
    return sheets.named("".join(label.split()[:1]))


def _operands(claim: Claim, label: str, metric: str, evidence: Evidence) -> Iterator[tuple[Side, Side, tuple[int, ...], tuple[str, ...]]]:
    """Base and thing of that metric, from each earlier table that has a thing of the label's first word, else from the calls before it."""
    name, wanted = _name(label), sheets.named(metric)
    for sheet in sheets.earlier(claim.msg, evidence, _BACK) if name and wanted else ():
        held = sheet.held
        things = [t for t in held if name <= sheet.labels[t]]
        bases = [b for b in dict.fromkeys(sheet.bases) if b not in things] or [t for t in held if len(held) == 2 and t not in things]
        if len(things) != 1 or len(bases) != 1:
            continue
        pair = sheet.things[bases[0]], sheet.things[things[0]]
        shown = list(_pairs(sheet, pair, wanted))
        for source in (sheet,) if shown else sheets.of_calls(sheet.msg, evidence):
            for old, new in shown or _pairs(source, pair, wanted):
                if (at := sheets.printed(claim, source, (old, new), evidence)) is not None:
                    yield source.cells[old], source.cells[new], *at


def _pairs(sheet: Sheet, pair: tuple[str, str], wanted: frozenset[str]) -> Iterator[tuple[Place, Place]]:
    """Where two things stand that are called so, under each metric of that name."""
    places = [[t for t in sheet.held if sheet.labels[t] == sheets.named(name)] for name in pair]
    if [len(p) for p in places] != [1, 1]:
        return
    for m in sorted({m for _, m in sheet.cells}):
        old, new = (places[0][0], m), (places[1][0], m)
        if wanted in (sheet.words(m), sheet.words(m) - _AGGREGATES) and old in sheet.cells and new in sheet.cells:
            yield old, new


def together(claim: Claim, evidence: Evidence) -> Judgement | None:
    """ "A and B together are 2.4 s, 80 % of the three": the rows named of the message's own table of differences, summed. Supported where
    each of the differences is borne out, open where no column gives the sum; None where the message has no such rows."""
    seen = False
    if claim.cell:
        return None
    for table in dict.fromkeys(s.table for s in evidence.statements(claim.msg) if s.table is not None):
        for column in range(1, len(table.header)):
            signed = {r: q for r, cells in enumerate(table.rows) if column < len(cells) and (q := _signed(cells[column])) is not None}
            named = {r: q for r, q in signed.items() if (name := _name(table.rows[r][0])) and name <= tokens(claim.text)}
            if len(named) > 1 and (found := _summed(claim, table, column, signed, named, evidence)) is not None:
                return found
            seen = seen or len(named) > 1
    return Judgement("undecidable", ("ambiguous-binding",), "no column of the differences above adds up to it") if seen else None


def _summed(
    claim: Claim, table: Table, column: int, signed: dict[int, Quantity], named: dict[int, Quantity], evidence: Evidence
) -> Judgement | None:
    part, whole = _total(named), _total(signed)
    asked = [q for q in claim.quantities if not (q.exact and q.noun)]
    for q in asked:
        of = part.over(whole) if part.point > 0 else None
        value = of.times(Fraction(100)) if q.dimension == "percent" and of is not None else part
        if (q.dimension != "percent" and q.dimension != next(iter(named.values())).dimension) or number(q, value).verdict != "supported":
            return None
    borne = [_change(claim, q, table.rows[r][0], table.header[column], evidence) for r, q in named.items()]
    if not asked or not all(j is not None and j.verdict == "supported" for j in borne):
        return None
    text = f"{' + '.join(q.raw for q in named.values())}, of {' + '.join(q.raw for q in signed.values())}: supported"
    at = tuple(sorted({m for j in borne if j is not None for m in j.evidence}))
    return Judgement("supported", (), text, at, tuple(n for j in borne if j is not None for n in j.nodes))


def _total(found: dict[int, Quantity]) -> Interval:
    total = exact(0)
    for q in found.values():
        total = total.plus(value_of(q))
    return total if total.point >= 0 else total.times(Fraction(-1))
