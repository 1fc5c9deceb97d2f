"""What a message says of a row of its own table in every column, or of a column in every row. A part of the rule `overgeneralised`.

"xdist wins in every phase" where one phase is shorter elsewhere; "split at least halves every part" where one shrinks by a tenth; "both
variants cut the lookup by 40 % or more"; "the setup is the largest part in all three"; "the order a, b, c holds in all columns". Told only
where some of the columns or rows bear the statement out, so that it is they that are spoken of, and only of times and sizes, of which less
is better.
"""

import re
from collections.abc import Iterator
from itertools import pairwise

from sessionlens.graph.view import View
from sessionlens.model.trace import Table
from sessionlens.rules.base import Hit, at_statement, holds, talking
from sessionlens.rules.index import cues
from sessionlens.rules.signs.every_case import numbers
from sessionlens.text.regex import regex

_ALL = r"(?:every|each|all(?: of)?(?: the| these| those)?(?: two| three| four| five| six| seven| \d)?|both(?: of)?(?: the)?)"
_EVERY_PART = regex(
    rf"\b{_ALL} (?:single )?(?:columns?|phases?|parts?|metrics?|measures?|stages?|steps?|categor\w+|respects?|counts?|figures?)\b", re.I
)
_WINS = regex(
    r"\b(?:wins?|is (?:the )?(?:fastest|best|ahead|lowest|smallest|shortest)|leads?|comes? first|beats? (?:the others|everything|all))\b",
    re.I,
)
_SHRINKS = regex(
    r"\b(?:at least )?(?:(?P<half>halves?|halved|cuts? in half)"
    r"|(?:shrinks?|shrank|falls?|fell|drops?|cuts?|lowers?|reduces?|saves?|shortens?)\b[^.;]{0,40}?"
    r"\bby (?:at least |more than |over )?(?:(?P<w>a third|a quarter|a half|half|two thirds|a fifth)|(?P<n>\d+(?:\.\d+)?) ?%)"
    r"(?P<more> or more)?)",
    re.I,
)
_BOTH_ROWS = regex(
    rf"\b{_ALL}(?: other)? (?:variants?|builds?|versions?|candidates?|options?|rows?|configurations?|settings?|modes?)\b", re.I
)
_LARGEST = regex(
    rf"\b(?P<what>[a-z][\w-]+) (?:is|stays|remains) (?:by far )?the (?:largest|biggest|longest|slowest) "
    rf"(?:part|phase|share|item|piece)\b[^.;]{{0,12}}\b{_ALL}\b",
    re.I,
)
_ORDER = regex(
    r"\border (?:of )?(?P<names>[\w.+-]+(?:, [\w.+-]+)+(?:,? and [\w.+-]+)?|[\w.+-]+(?: < [\w.+-]+)+) [^.;]{0,30}?"
    r"(?:columns?|phases?|parts?|metrics?|rows?)\b",
    re.I,
)
_OPEN = regex(
    r"\b(?:if|would|should|might|may|could|whether|expect\w*|predict\w*|almost|mostly|nearly|except|but|not|about)\b|n['’]t|\?", re.I
)
_TIME = regex(r"\d\s?(?:ms|s|[µμun]s|min|[KMG]i?B|kB|bytes)\b", re.I)
_SHARES = {"a third": 1 / 3, "a quarter": 0.25, "a half": 0.5, "half": 0.5, "two thirds": 2 / 3, "a fifth": 0.2}
_TOTAL = regex(r"^\W*(?:total|overall|sum|all|whole|wall)\b", re.I)
_LITERALS = ("every ", "each ", "all ", "All ", "both ", "Both ", "Every ", "order ")
_CUES = cues("every", "each", "all", "both", "order")
_TWO = 2


def find(view: View) -> Iterator[Hit]:
    for msg, turn in talking(view, _CUES):
        tables = {s.table.start: s.table for s in turn.statements if s.table is not None}
        for said in turn.statements if tables else ():
            if (
                said.table is not None
                or said.kind not in ("sentence", "item")
                or not holds(said.text, _LITERALS)
                or _OPEN.search(said.text)
            ):
                continue
            above = [t for start, t in tables.items() if start < said.start]
            why = against(said.text, above[-1]) if above else None
            if why:
                yield at_statement(view, msg, said, why, "high")


def against(text: str, table: Table) -> str | None:
    """The column or row of a table that does not have what is said of all of them."""
    columns = {
        at: [v for v in values if v is not None] for at, values in numbers(table).items() if None not in values and lesser(table, at)
    }
    if len(table.rows) < _TWO or not columns:
        return None
    rows = [row[0].strip("`* ") for row in table.rows]
    named = [i for i, name in enumerate(rows) if name and re.search(rf"(?<![\w.-]){re.escape(name)}(?![\w-])", text, re.I)]
    shrinks = _SHRINKS.search(text)
    if _EVERY_PART.search(text) and len(named) == 1 and _WINS.search(text):
        return first_in_each(table, columns, named[0])
    if shrinks and _EVERY_PART.search(text) and len(named) == 1 and named[0]:
        return uneven([(table.header[at], v[named[0]], v[0]) for at, v in columns.items()], shrinks)
    if shrinks and _BOTH_ROWS.search(text) and not named:
        heads = [at for at in columns if re.search(rf"(?<!\w){re.escape(table.header[at].strip('`* '))}(?!\w)", text, re.I)]
        return (
            uneven([(rows[i], columns[heads[0]][i], columns[heads[0]][0]) for i in range(1, len(rows))], shrinks)
            if len(heads) == 1
            else None
        )
    largest = _LARGEST.search(text)
    if largest:
        return not_largest(table, columns, largest["what"])
    order = _ORDER.search(text)
    return disordered(table, columns, rows, re.split(r", and |, | and | < ", order["names"])) if order else None


def lesser(table: Table, at: int) -> bool:
    """Whether a column is of times or sizes, so that less is better."""
    cells = [row[at] for row in table.rows if len(row) > at]
    return all(_TIME.search(c) and "%" not in c.split("(")[0] for c in cells) or _TIME.search(f"1 {table.header[at]}") is not None


def first_in_each(table: Table, columns: dict[int, list[float]], row: int) -> str | None:
    """A column in which another row has less than the one that is said to win in all."""
    off = [at for at, values in columns.items() if values[row] > min(values)]
    if not off or len(off) == len(columns):
        return None
    at = off[0]
    best = columns[at].index(min(columns[at]))
    return f"{table.header[at]}: {table.rows[row][0]} has {table.rows[row][at]} and {table.rows[best][0]} {table.rows[best][at]}"


def uneven(cases: list[tuple[str, float, float]], shrinks: re.Match[str]) -> str | None:
    """A case that shrinks by less than is said of all, where others shrink by as much."""
    least = 0.5 if shrinks["half"] else _SHARES[shrinks["w"].lower()] if shrinks["w"] else float(shrinks["n"]) / 100
    if not shrinks["half"] and not shrinks["more"] and "at least" not in shrinks[0] and "more than" not in shrinks[0]:
        return None
    moved = [(1 - new / old, name) for name, new, old in cases if old]
    off = [m for m in moved if m[0] < least - 0.01]
    if len(moved) < _TWO or not off or len(off) == len(moved):
        return None
    return f"{off[0][1].strip('`* ')} shrinks by {100 * off[0][0]:.3g} %, the others by {100 * least:.3g} % or more"


def not_largest(table: Table, columns: dict[int, list[float]], what: str) -> str | None:
    """A row in which another column (but for a total) has more than the one that is said to be the largest in all."""
    at = next((i for i in columns if table.header[i].strip("`* ").lower() == what.lower()), None)
    parts = {i: v for i, v in columns.items() if not _TOTAL.search(table.header[i])}
    if at is None or at not in parts or len(parts) < _TWO:
        return None
    off = [(i, n) for n in range(len(table.rows)) for i in parts if parts[i][n] > parts[at][n]]
    if not off or len({n for _, n in off}) == len(table.rows):
        return None
    i, n = off[0]
    return f"in the row {table.rows[n][0]}, {table.header[i]} has {table.rows[n][i]} and {table.header[at]} {table.rows[n][at]}"


def disordered(table: Table, columns: dict[int, list[float]], rows: list[str], names: list[str]) -> str | None:
    """A column that does not have the rows in the order that is said to hold in all."""
    places = [next((i for i, row in enumerate(rows) if row.lower() == n.strip("`* ").lower()), -1) for n in names]
    if -1 in places or len(places) <= _TWO:
        return None
    series = {at: [v[i] for i in places] for at, v in columns.items()}
    steady = [at for at, v in series.items() if all(a >= b for a, b in pairwise(v)) or all(a <= b for a, b in pairwise(v))]
    off = [at for at in series if at not in steady]
    if not off or not steady:
        return None
    return f"{table.header[off[0]].strip('`* ')} has {', '.join(table.rows[i][off[0]] for i in places)} for {', '.join(names)}"
