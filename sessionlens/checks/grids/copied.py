"""Cells that hold another row's value: two rows swapped, the figure of another build, of another round, of an older run.

A label of the agent's table is bound to what the lines of a call are of: by a word that both have, by the arguments that it was run with,
or by the other values under it. Where a column is then one and the same value of those lines for the other labels, and a cell has that
value of a line that is not its own, the cell is wrong. Where a row is of "round 2", its values must be of the second round.

Example: after "oak 200 ms", "elm 184 ms", "fir 218 ms" the rows "oak 200 ms", "elm 218 ms", "fir 184 ms" have swapped the last two.
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import STOP, tokens
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.grids import rows
from sessionlens.checks.grids.called import begun
from sessionlens.checks.grids.rows import Block, Value
from sessionlens.checks.grids.tables import numbers
from sessionlens.checks.values.intervals import claimed, value_of
from sessionlens.checks.values.judge import Judgement
from sessionlens.model.quantity import Quantity
from sessionlens.model.trace import Run, Table
from sessionlens.text.regex import regex

_CALLS = 16
_LEAST = 3
"""Labels that are bound, and digits that tell a value from another."""
_SHORT = 400
"""Characters of an output of a few lines."""
_NTH = regex(r"\b(?:round|run|pass|trial|try|iteration) #?(\d{1,2})\b", re.I)
_MARKS = "`*_ "

Cell = tuple[int, int]


@dataclass(frozen=True)
class _Slip:
    """What a cell should have, of what, and what it is of instead, with the message that printed it."""

    true: Value
    own: str
    other: str
    msg: int


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """A cell that is of another row, or a percentage of its row worked out anew; None where neither is so."""
    statement = claim.conclusion.statement
    table, row, column = statement.table, statement.row_index, statement.column
    if not claim.cell or table is None or row is None or column is None or not claim.quantities:
        return None
    slips = _slips(claim.msg, table, evidence)
    inside = [c for r, c in slips if r == row]
    if "|" in claim.text:
        column = min(inside, default=column)  # a whole row is as wrong as its first wrong cell
    if (row, column) in slips:
        s = slips[row, column]
        text = f"{s.own}: {s.true.raw} printed; {table.rows[row][column].strip(_MARKS)} is of {s.other}: contradicted"
        return Judgement("contradicted", (), text, (s.msg,))
    shares = [q for q in claim.quantities if q.dimension == "percent"]
    return _anew(shares[0], table.rows[row], inside[0], slips[row, inside[0]], column) if len(shares) == len(inside) == 1 else None


def _anew(percent: Quantity, cells: tuple[str, ...], wrong: int, slip: _Slip, column: int) -> Judgement | None:
    """The percentage of the two values before it, with the one as it was printed."""
    before = [c for c in range(1, column) if c < len(cells) and _value(cells[c]) is not None]
    if len(before) != 2 or wrong not in before or len({q.dimension for c in before if (q := _value(cells[c])) is not None}) != 1:
        return None
    old, new = (slip.true.value if c == wrong else value_of(q) for c in before if (q := _value(cells[c])) is not None)
    ratio = new.over(old)
    if ratio is None:
        return None
    change = ratio.shifted(-1).times(Fraction(100))
    fits = claimed(percent).touches(change)
    text = f"with {slip.true.raw} of {slip.own} {float(change.point):+.4g} %, claimed {percent.raw}"
    return Judgement("supported" if fits else "contradicted", (), text, (slip.msg,))


def _value(cell: str) -> Quantity | None:
    found = numbers(cell) if "%" not in cell else ()
    return found[0] if len(found) == 1 else None


def _slips(msg: int, table: Table, evidence: Evidence) -> dict[Cell, _Slip]:
    key = ("slips", msg, table.start)
    if key not in evidence.memo:
        cells = {(r, c): v for r, row in enumerate(table.rows) for c in range(len(row)) if (v := rows.cell(row, c, "")) is not None}
        digits = {d for v in cells.values() if len(d := v.raw.split(" ")[0].rstrip("%xsmMGkKB")) > 1}
        least = 2 if any(_NTH.search(row[0]) for row in table.rows if row) else _LEAST
        shown = [(at, run) for at, run in rows.lately(msg, _CALLS, evidence) if _has(digits, least, run.call.output)]
        calls = [(at, run, rows.of_output(at, run, evidence)) for at, run in shown]
        found: dict[Cell, _Slip] = {}
        for _, _, blocks in calls:
            found |= dict(_swapped(table, cells, blocks, calls)) | dict(_of_a_round(table, cells, blocks))
        found |= dict(_stale(table, cells, calls))
        evidence.memo[key] = {
            place: slip
            for place, slip in found.items()
            if sum(map(str.isdigit, table.rows[place[0]][place[1]])) >= 2 and not _true(slip.own, cells[place], calls, slip.msg)
        }
    kept: dict[Cell, _Slip] = evidence.memo[key]
    return kept


def _has(digits: set[str], least: int, output: str) -> bool:
    """Whether an output has so many of some numbers, as they are written; a few lines need have one only."""
    written = sum(d in output or ("," in d and d.replace(",", "") in output) for d in digits)
    return len(digits) > 1 and written >= (min(least, len(digits)) if len(output) > _SHORT else 1)


Calls = list[tuple[int, Run, list[Block]]]


def _true(own: str, value: Value, calls: Calls, since: int) -> bool:
    """Whether anything printed of the thing itself has the value, in that call or later."""
    return any(
        v.alike(value)
        for at, _, blocks in calls
        if at >= since
        for block in blocks
        for thing, lines in block.things.items()
        if thing == own or (begun(thing) == begun(own) and sum(begun(t) == begun(own) for t in block.things) == 1)
        for line in lines
        for v in line
    )


def _swapped(table: Table, cells: dict[Cell, Value], blocks: list[Block], calls: Calls) -> Iterator[tuple[Cell, _Slip]]:
    """By rows and by columns: the one value of the lines that the others under it are, where it is of another line."""
    for across in (False, True):
        count = len(table.header) if across else len(table.rows)
        for block in (b for b in blocks if b.rounds and len(b.things) >= _LEAST):
            bound = {n: t for n in range(count) if (t := _things(n, across, table, cells, block, blocks, calls))}
            said = [t for things in bound.values() for t in things]
            if len(bound) < _LEAST or len(set(said)) < len(said):
                continue
            for line in range(len(table.rows) if across else len(table.header)):
                held = {n: cells[p] for n in bound if (p := (line, n) if across else (n, line)) in cells}
                for n, slip in _off(held, bound, block) if len(held) >= _LEAST else ():
                    yield ((line, n) if across else (n, line)), slip


def _off(held: dict[int, Value], bound: dict[int, list[str]], block: Block) -> Iterator[tuple[int, _Slip]]:
    """The labels whose value is another thing's, in the one place of the lines where most have their own."""
    fits = [[n for n, v in held.items() if _of_any(v, bound[n], block, i)] for i in range(len(block.names))]
    most = max(map(len, fits))
    places = [i for i, found in enumerate(fits) if len(found) == most]
    wrong = [n for n in held if n not in fits[places[0]]]
    if len(places) != 1 or not most or not 0 < len(wrong) <= 2:
        return
    i = places[0]
    theirs = {n: [t for t in block.things if t not in bound[n] and _of_any(held[n], [t], block, i)] for n in wrong}
    if most < len(wrong) and [theirs[n] for n in wrong] != [bound[n] for n in reversed(wrong)]:
        return  # two cells that are each other's are swapped; else most must have their own
    for n in wrong if most > 1 or len(wrong) > 1 else ():
        own = [{line[i].raw for line in block.things[t]} for t in bound[n]]
        if len(theirs[n]) == 1 or (theirs[n] and len(own) > 1 and all(len(raws) == 1 for raws in own)):
            yield n, _Slip(block.things[bound[n][0]][0][i], bound[n][0], _begun(theirs[n][0], block), block.msg)


def _of_any(value: Value, things: list[str], block: Block, place: int) -> bool:
    """Whether a value is one that any line of some things has at a place."""
    return any(line[place].alike(value) for t in things for line in block.things[t])


def _begun(thing: str, block: Block) -> str:
    """The first word of what a line is of, or all of it where other lines begin with it too."""
    return begun(thing) if sum(begun(t) == begun(thing) for t in block.things) == 1 else thing


def _things(n: int, across: bool, table: Table, cells: dict[Cell, Value], block: Block, blocks: list[Block], calls: Calls) -> list[str]:
    """What a row or column is of: the things that have its label's words, or its arguments, or most of its values; else none. Of lines
    that come again it is what has the label alone."""
    own = [table.header[n]] if across else [cell for c, cell in enumerate(table.rows[n]) if c == 0 or (n, c) not in cells]
    labels = [label.strip(_MARKS).lower() for label in own if n or not across]
    named = [
        t
        for t in block.things
        if any(len(w) > 1 and w in t.lower() and re.search(rf"(?<![\w.-]){re.escape(w)}(?![\w-])", t.lower()) for w in labels)
    ]
    if block.rounds > 1:
        return named
    if not named and labels and (words := tokens(labels[0]) - STOP):
        shared = [(len(words & block.words[t]), t) for t in block.things if words & block.words[t]]
        most = max(shared)[0] if shared else 0
        named = [t for k, t in shared if k == most]
    if len(named) == 1:
        return named
    given = {a for label in labels for _, run, _ in calls if (a := _arguments(label, run.call.command or "")) is not None}
    asked = [t for t in block.things if len(given) == 1 and re.search(r"\[([^\]]*)\]|$", t)[1] == next(iter(given))]  # type: ignore[index]
    if len(asked) == 1:
        return asked
    values = [v for (r, c), v in cells.items() if (c if across else r) == n]
    votes: Counter[str] = Counter()
    for other in (b for b in blocks if b.rounds == 1 and len(b.things) > 1):
        for thing, lines in other.things.items():
            votes[begun(thing)] += sum(any(v.alike(value) for v in lines[0]) for value in values)
    (best, count), *rest = [*votes.most_common(2), ("", 0)]
    mine = [t for t in block.things if begun(t) == best]
    return mine if count > 1 and all(k < count for _, k in rest) and len(mine) == 1 else []


def _arguments(label: str, command: str) -> str | None:
    """What follows a label that a command hands on by itself: "go W1 --set journal=wal;"."""
    if len(label) < 2 or label not in command.lower():
        return None
    at = re.search(rf"[;{{(&\n]\s*\w+ {re.escape(label)}(?P<args>(?: --?[\w=./-]+(?: [\w=./]+)?)*)\s*(?:[;)}}\n&]|$)", command, re.I)
    return at["args"].strip() if at is not None else None


def _of_a_round(table: Table, cells: dict[Cell, Value], blocks: list[Block]) -> Iterator[tuple[Cell, _Slip]]:
    """A row of "round 2": another of its values is of the second line of some thing, and this one of another line."""
    for r, row in enumerate(table.rows):
        nth = _NTH.search(row[0]) if row else None
        mine = [(c, v) for (at, c), v in cells.items() if at == r]
        k = int(nth[1]) - 1 if nth is not None else -1
        for block in blocks if k >= 0 and len(mine) > 1 else ():
            if block.rounds <= max(k, 1):
                continue
            for c, value in mine:
                found = [
                    (t, i)
                    for t, lines in block.things.items()
                    for i in range(len(block.names))
                    if any(line[i].alike(value) for line in lines) and not lines[k][i].alike(value)
                ]
                sure = [
                    (t, i)
                    for t, i in found
                    if any(o != t and block.things[o][k][i].alike(v) for o in block.things for d, v in mine if d != c)
                ]
                if len(found) == len(sure) == 1:
                    t, i = sure[0]
                    which = next(j for j, line in enumerate(block.things[t]) if line[i].alike(value))
                    yield (r, c), _Slip(block.things[t][k][i], f"round {k + 1} of {begun(t)}", f"round {which + 1}", block.msg)


def _stale(table: Table, cells: dict[Cell, Value], calls: Calls) -> Iterator[tuple[Cell, _Slip]]:
    """Two values of one column that stand in one line: the one of the newest such line, the other of an older one."""
    lines = [
        (at, b.names, thing, line, len(runs) == 1)
        for at, _, blocks in calls
        for b in blocks
        if len(b.names) > 1
        for thing, runs in b.things.items()
        for line in runs
    ]
    for (r, c), value in cells.items():
        kin = [v for (o, d), v in cells.items() if d == c and o != r and tokens(table.rows[o][0]) & tokens(table.rows[r][0]) - STOP]
        for at, names, thing, line in (found[:4] for found in lines if kin and found[4]):
            matched = [j for j, v in enumerate(line) if any(_same(v, k) for k in kin) and _long(v)]
            older = [
                (old, i)
                for since, shape, what, old, _ in (lines if matched else ())
                if since < at and shape[1:] == names[1:] and begun(what) == begun(thing) and len(old) == len(line)
                for i, v in enumerate(old)
                if _same(v, value) and _long(v) and not line[i].alike(value)
                if i not in matched and not any(old[j].alike(line[j]) for j in matched)
            ]
            if older and not any(v.alike(value) for v in line):
                yield (r, c), _Slip(line[older[0][1]], begun(thing), "an older run", at)


def _same(one: Value, other: Value) -> bool:
    return one.plain.level(other.plain) and one.alike(other)


def _long(value: Value) -> bool:
    return sum(map(str.isdigit, value.raw)) >= _LEAST
