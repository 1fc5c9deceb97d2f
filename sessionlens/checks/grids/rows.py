"""Outputs and tables as rows of one shape: what a row is of, and its values by name, without asking what was measured.

Lines that have the same names at the same places ("ring: 812 req/s p50 3.1 ms max 9.7 ms") make a *block*. A line is of what stands before
its first value with a unit or a decimal point; what all lines of the block say there tells nothing apart. The lines of one thing, in the
order of printing, are its rounds. An agent's table is read the same way, and once more with its columns as the things.

Example: "ring: 3.1 ms", "list: 4.9 ms", "ring: 3.3 ms", "list: 5.0 ms" is a block of two things with two rounds.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from functools import cached_property

from sessionlens.checks.claims.words import AGGREGATE, tokens
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.grids.tables import numbers
from sessionlens.checks.values.intervals import Interval, exact, printed, value_of
from sessionlens.model.quantity import Quantity
from sessionlens.model.trace import Run, Table
from sessionlens.text import units
from sessionlens.text.regex import regex

_TOKEN = regex(
    r"(?P<number>(?<![\w.])[-+−]?\d[\d,]*+(?:\.\d++)?+)(?:(?P<unit>\s?(?:%|[a-zA-Zµ]{1,5}(?:/[a-z]{1,6})?))(?![\w/=])|(?!\w|\.\d))"
    r"|[A-Za-z_][\w.%/-]*"
)
_TURN = regex(r"\b(?:run|round|iteration|iter|rep|repeat|try|trial|attempt|pass)[ =#:_-]{0,2}\d{1,3}\b[ :,.)-]*", re.I)
_ROUND = regex(r"(?:run|round|iteration|rep|repeat|try|trial|attempt|pass) ?#?\d{1,2}", re.I)
_LONG, _MANY, _TWICE = 400, 200, 2
"""Characters of a line and lines of an output that are looked at."""
_MARKS = "`*_ "

Name = frozenset[str]


@dataclass
class Value:
    """One value of a row: the words of its name, the text, the unit; what it stands for, in base units and in its own, when asked for."""

    name: Name
    raw: str
    unit: str
    quantity: Quantity | None = None

    @cached_property
    def plain(self) -> Interval:
        if self.quantity is not None:
            return printed(self.quantity.value, self.quantity.ulp)
        number = Decimal(self.raw.split(" ")[0].replace(",", "").replace("−", "-"))
        exponent = number.as_tuple().exponent
        return printed(number, Decimal(1).scaleb(exponent if isinstance(exponent, int) else 0))

    @cached_property
    def value(self) -> Interval:
        if self.quantity is not None:
            return value_of(self.quantity)
        if not self.unit and "." not in self.raw:
            return exact(self.plain.point)
        return self.plain.times(Fraction(units.factor(self.unit))) if self.unit else self.plain

    def alike(self, other: "Value") -> bool:
        """Whether one is the other, or is the other rounded; where one has no unit, by the numbers alone."""
        one, two = (self.value, other.value) if self.unit and other.unit else (self.plain, other.plain)
        return one.spans(two) or two.spans(one)

    @property
    def kind(self) -> str:
        return units.dimension(self.unit) if self.unit else "number"


@dataclass
class Block:
    """Rows of one shape: `things` by the text that tells them apart, each with its rounds; `names` of the values, in order. `own` is one
    of the agent's tables, `head` what that calls its things."""

    msg: int
    names: list[Name]
    things: dict[str, list[list[Value]]] = field(default_factory=dict)
    own: bool = False
    head: str = ""

    @cached_property
    def words(self) -> dict[str, Name]:
        """What each thing is called, less what all of them are."""
        called = {thing: tokens(thing) for thing in self.things}
        common = frozenset.intersection(*called.values()) if len(called) > 1 else frozenset()
        return {thing: words - common for thing, words in called.items()}

    @cached_property
    def rounds(self) -> int:
        """How many rounds each thing has; 0 where one has more than another."""
        counts = {len(rows) for rows in self.things.values()}
        return counts.pop() if len(counts) == 1 else 0


def of_output(msg: int, run: Run, evidence: Evidence) -> list[Block]:
    """The blocks of an output, in order."""
    key = ("rows", id(run))
    if key not in evidence.looked:
        lines = [line for line in run.call.output.splitlines()[:_MANY] if len(line) < _LONG]
        evidence.looked[key] = _blocks(msg, (found for line in lines if any(map(str.isdigit, line)) and (found := _line(line)) is not None))
        for block in evidence.looked[key]:
            if len(block.names) > 1 and not any(block.names):
                _headed(block, lines)
    kept: list[Block] = evidence.looked[key]
    return kept


def of_tables(msg: int, evidence: Evidence) -> list[Block]:
    """Those of the tables of a message: by their rows, and by their columns."""
    key = ("rows of tables", msg)
    if key not in evidence.memo:
        tables = dict.fromkeys(s.table for s in evidence.statements(msg) if s.table is not None)
        evidence.memo[key] = [b for t in tables for b in (_by_row(msg, t), _by_column(msg, t)) if b is not None]
    kept: list[Block] = evidence.memo[key]
    return kept


def lately(msg: int, calls: int, evidence: Evidence) -> Iterator[tuple[int, Run]]:
    """The newest shell calls before a message that printed more than one line."""
    for at, run in evidence.runs_before(msg):
        if run.call.kind == "shell" and run.call.output.count("\n") > 0:
            yield at, run
            calls -= 1
        if calls <= 0:
            return


def _blocks(msg: int, lines: Iterable[tuple[str, list[Value]]]) -> list[Block]:
    """Lines with the same names; the first one's has words of the thing in it, where they stand side by side."""
    found: dict[tuple[Name, ...], Block] = {}
    for thing, values in lines:
        shape = tuple(v.name for v in values)
        block = found.setdefault((frozenset((values[0].kind,)), *shape[1:]), Block(msg, list(shape)))
        block.things.setdefault(thing, []).append(values)
        block.names[0] &= shape[0]
    return [_by_setting(block) for block in found.values()]


def _headed(block: Block, lines: list[str]) -> None:
    """Names the columns of lines without names by the line above the first: "class  precision  recall"."""
    first = next(iter(block.things))
    at = next((i for i, line in enumerate(lines) if i and " ".join(line.split()).startswith(first)), 0)
    words = lines[at - 1].split() if at else []
    width = len(block.names)
    if len(words) in (width, width + 1) and all(w[0].isalpha() for w in words):
        block.head = words[0] if len(words) > width else ""
        block.names = [_name([w]) for w in words[-width:]]


def _by_setting(block: Block) -> Block:
    """Lines that begin with a setting ("work_mem=4MB"), each of whose values comes again as often as any other, are of that setting."""
    lines = next(iter(block.things.values()))
    if len(block.things) > 1 or len(lines) < _TWICE * 2 or len(block.names) < _TWICE or not block.names[0]:
        return block
    often = Counter(line[0].raw for line in lines)
    if len(often) < _TWICE or min(often.values()) < _TWICE or len(set(often.values())) > 1:
        return block
    if all(len({line[i].raw for line in lines}) <= len(often) for i in range(1, len(block.names))):
        return block
    turned = Block(block.msg, block.names[1:])
    for line in lines:
        turned.things.setdefault(f"{next(iter(block.things))}{line[0].raw}", []).append(line[1:])
    return turned


def _line(line: str) -> tuple[str, list[Value]] | None:
    """What a line is of, and its values."""
    if line.startswith("HTTP/"):
        return None
    line = _TURN.sub("", line)
    parts = list(_TOKEN.finditer(line))
    counted = [m for m in parts if m["number"] and line[m.end("number") : m.end("number") + 1] != ":"]
    if not counted:
        return None
    first = next((m for m in counted if _unit(m) or "." in m["number"]), counted[-1])
    values: list[Value] = []
    names: list[str] = []
    for m in parts:
        if not m["number"]:
            names.append(m[0])
            continue
        unit = _unit(m)
        if m.start() >= first.start():
            per = ["throughput", unit] if unit.endswith("/s") else []
            values.append(Value(_name(names[-2:] + per), f"{m['number']} {unit}".strip(), unit))
        names = [m["unit"].strip()] if m["unit"] and not unit else []
    return " ".join(line[: first.start()].split()), values


def _unit(m: re.Match[str]) -> str:
    unit = (m["unit"] or "").strip()
    return unit if unit and (units.known(unit) or "/" in unit) else ""


def _name(words: Iterable[str]) -> Name:
    return frozenset(AGGREGATE.get(w, w) for w in tokens(" ".join(words)))


def _by_row(msg: int, table: Table) -> Block | None:
    """A row for each row; where columns are rounds, they are the rounds of the row's thing."""
    turns = [c for c, h in enumerate(table.header) if _ROUND.fullmatch(h.strip(_MARKS))]
    columns = [c for c in range(1, len(table.header)) if table.rows and all(cell(r, c, table.header[c]) for r in table.rows)]
    if len(turns) > 1 and set(turns) <= set(columns):
        block = Block(msg, [frozenset()], own=True, head=table.header[0])
        for row in table.rows:
            block.things[row[0].strip(_MARKS)] = [[v] for c in turns if (v := cell(row, c, "")) is not None]
        return block if len(block.things) > 1 else None
    block = Block(msg, [_name([table.header[c]]) for c in columns], own=True, head=table.header[0] if table.header else "")
    for row in table.rows if columns else ():
        values = [v for c in columns if (v := cell(row, c, table.header[c])) is not None]
        block.things.setdefault(row[0].strip(_MARKS), []).append(values)
    return block if columns and len(table.rows) > 1 else None


def _by_column(msg: int, table: Table) -> Block | None:
    """A row for each column that has a value in every row that has any."""
    wide = range(1, len(table.header))
    rows = [r for r in table.rows if any(cell(r, c, r[0]) for c in wide)]
    columns = [c for c in wide if rows and all(cell(r, c, r[0]) for r in rows)]
    if len(columns) < 2 or len({r[0] for r in rows}) != len(rows):
        return None
    block = Block(msg, [_name([r[0]]) for r in rows], own=True, head=table.header[0])
    for c in columns:
        block.things.setdefault(table.header[c].strip(_MARKS), []).append([v for r in rows if (v := cell(r, c, r[0])) is not None])
    return block


def cell(row: tuple[str, ...], column: int, label: str) -> Value | None:
    """The one value of a cell, unless it is a relation."""
    found = numbers(row[column]) if column < len(row) and "%" not in row[column] else ()
    if len(found) != 1:
        return None
    return Value(_name([label]), found[0].raw, found[0].unit, found[0])
