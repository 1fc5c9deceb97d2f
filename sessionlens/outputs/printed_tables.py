"""Tables that a program prints: aligned columns, Markdown pipes, box drawings, CSV. A number's metric is its column's head, its
configuration the words of its row; columns of parameters (n, threads, size) belong to the configuration.

A unit stands in the head (`time (ms)`, `mean [us]`, `MB/s`) or in the cell. Only where the call ran a program of its own.
"""

import re
from collections import defaultdict

from sessionlens.model.words import SpreadKind
from sessionlens.outputs.configs import join
from sessionlens.outputs.labels import per
from sessionlens.outputs.page import Page
from sessionlens.outputs.rows import PARAMETERS
from sessionlens.text import separated, tables, units
from sessionlens.text.regex import regex
from sessionlens.text.tables import Cell, Grid

NAME = "table"
LITERALS: tuple[str, ...] = ()
TOOLS: frozenset[str] = frozenset()

_UNIT = regex(r"[(\[]\s*([^()\[\]]{1,12}?)\s*[)\]]\s*$|[,_ ]\s*(ns|us|µs|ms|s|sec|B|KB|MB|GB|KiB|MiB|GiB|%|MB/s|GB/s|ops/s|req/s)$")
_NUMBER = regex(
    r"^[~<>≈(]?(?P<num>[+-]?\d[\d,]*(?:\.\d+)?(?:[eE][+-]?\d+)?)\s?(?P<unit>%|"
    r"[a-zA-Zµμ/]{1,8})?\)?(?:\s?±\s?(?P<spread>\d+(?:\.\d+)?)\s?(?P<share>%)?.*)?$"
)
_DEVIATION = frozenset(["sd", "std", "stddev", "stdev", "std dev", "\u03c3"])
_STATISTICS = _DEVIATION | frozenset("min max mean avg average median best worst p50 p90 p95 p99".split())  # noqa: SIM905
_FEW = 2
_VALUED = regex(r"\w=\d")
"""A head with a value in it is a row of values."""
_MARKS = ("|", "\t", "\u2502", ",", ";")
_RUNS = regex(r"(?:\b|n=)(\d+) ?(?:iterations|iters|runs|samples|reps|rounds|times)\b")
_SKIP = regex(
    r"(?i)^(?:#|id|pid|line|col|row|date|time stamp|version|port|user|no\.?|rank|index|step|seed|ppid|tty|stat|prio|ni|virt|res|shr)$"
)


def parse(page: Page) -> None:
    """Look for tables in each run of lines that nobody has claimed."""
    free = bool(page.programs) or page.shows_results
    if not free and not page.locals:
        return
    found = [
        (base, grid)
        for base, text in _blocks(page)
        for grid in (*tables.find(text), *(separated.find(text) if "," in text or ";" in text else ()))
        if not _foreign(grid)
    ]
    above = _told_apart(page, found) if len(found) > 1 else {}
    for base, grid in found:
        before = len(page.readings)
        about, statistics = above.get(base + grid.start, ""), _statistics(grid)
        for row in grid.rows:
            _row(page, base, grid, row, about, statistics, bare=free)
        if len(page.readings) > before:
            page.claim(base + grid.start)


def _told_apart(page: Page, found: list[tuple[int, Grid]]) -> dict[int, str]:
    """The headings of tables that have the same columns and rows, each under its own: only with it does a row's label say which."""
    alike: dict[tuple[str, ...], list[tuple[int, frozenset[str]]]] = defaultdict(list)
    for base, grid in found:
        rows = frozenset(cell.text for row in grid.rows for cell in row if not _NUMBER.match(cell.text))
        alike[tuple(c.text for c in grid.header)].append((base + grid.start, rows))
    out: dict[int, str] = {}
    for same in alike.values():
        headings = [page.heading(place) for place, _ in same]
        shared = same[0][1].intersection(*(rows for _, rows in same))
        if len(same) > 1 and shared and all(headings) and len(set(headings)) == len(headings):
            out |= dict(zip((place for place, _ in same), headings, strict=True))
    return out


def _blocks(page: Page) -> list[tuple[int, str]]:
    """Runs of two or more unclaimed lines with columns in them, with their offsets."""
    out: list[tuple[int, str]] = []
    first, last, count, columns = 0, 0, 0, 0
    for at, line in [*page.lines, (len(page.text) + 1, "")]:
        if line and at not in page.claimed:
            first = at if not count else first
            last, count = at + len(line), count + 1
            columns += "  " in line.strip() or any(mark in line for mark in _MARKS)
        elif count:
            if count > 1 and columns > 1:
                out.append((first, page.text[first:last]))
            count = columns = 0
    return out


def _foreign(grid: Grid) -> bool:
    """Whether a grid is a process list, a listing or a source table, which measures nothing."""
    heads = {c.text.lower() for c in grid.header}
    return (
        any(_VALUED.search(h) for h in heads)
        or bool(heads & {"pid", "command", "permissions", "tty", "user", "filesystem", "mounted on", "container id", "image"})
        or not heads
    )


def _row(page: Page, base: int, grid: Grid, row: tuple[Cell, ...], about: str, statistics: tuple[int, int, str], *, bare: bool) -> None:
    """Add a row's values; those without a unit only where `bare` says that the program prints values. A column of counts beside those of
    statistics says of how many runs they are, one of standard deviations how far apart these were; one of sizes with their units that
    stands alone beside names is no parameter."""
    names: list[str] = []
    counted, deviation, spreading = statistics
    repeats: int | None = None
    found: list[tuple[Cell, str, re.Match[str]]] = []
    spared: list[tuple[Cell, str, re.Match[str]]] = []
    for i, cell in enumerate(row):
        at = tables.column(grid, row, i)
        head = grid.header[at].text if 0 <= at < len(grid.header) else ""
        m = _NUMBER.match(cell.text)
        if m is None or (m["unit"] and m["unit"].isalpha() and not units.known(m["unit"])):
            names.append(cell.text)
        elif at == counted and i and m["num"].isdigit() and not m["unit"]:
            repeats = int(m["num"])
        elif head.lower() in PARAMETERS or _SKIP.match(head) or (i == 0 and not found and m["unit"] is None and "." not in cell.text):
            if head != "(index)":
                names.append(f"{head}={cell.text}" if head else cell.text)
            if m["unit"] and i:
                spared.append((cell, head, m))
        else:
            found.append((cell, head, m))
    if spared and all(cell is row[0] for cell, _, _ in found):
        of_parameters = {f"{head}={cell.text}" for cell, head, _ in spared}
        names = [cell.text for cell, _, _ in found] + [n for n in names if n not in of_parameters]
        found = spared
    config = join(" ".join(n.strip("`*'\"") for n in names), about)
    of = None
    if deviation >= 0:
        of = next((float(m["num"].replace(",", "")) for cell, head, m in found if head == grid.header[deviation].text), None)
    for cell, head, m in found:
        metric, unit = _metric(head)
        runs = _RUNS.search(head)
        printed = m["unit"] or unit
        if (m["unit"] and not units.known(m["unit"])) or not (printed or bare):
            continue
        value = float(m["num"].replace(",", ""))
        spread = float(m["spread"]) if m["spread"] else None
        if spread is not None and m["share"]:
            spread = spread * value / 100
        kind: SpreadKind | None = "unknown" if spread is not None else None
        if spread is None and of is not None and head == spreading:
            spread, kind = of, "sd"
        named, printed = per(metric or "value", printed, headed=True)
        page.reading(
            named,
            m["num"],
            printed,
            base + cell.start + m.start("num"),
            config=config or page.heading(base + grid.start),
            value=value,
            spread=spread,
            n=int(runs[1]) if runs else repeats,
            spread_kind=kind,
        )


def _statistics(grid: Grid) -> tuple[int, int, str]:
    """The columns of how many runs and of their standard deviation, and the head of their mean; -1 and "" where there is none. Only in
    tables of two statistics or more: elsewhere `n` is a size."""
    heads = [_UNIT.sub("", c.text).strip().lower() for c in grid.header]
    means = [i for i, h in enumerate(heads) if h in ("mean", "avg", "average")]
    if sum(h in _STATISTICS for h in heads) < _FEW:
        return -1, -1, ""
    counted = next((i for i, h in enumerate(heads) if h in ("n", "runs", "samples", "reps", "count") and i), -1)
    deviation = next((i for i, h in enumerate(heads) if h in _DEVIATION), -1)
    return counted, deviation, grid.header[means[0]].text if len(means) == 1 else ""


def _metric(head: str) -> tuple[str, str]:
    """A head's name and unit: `mean (ms)` is ("mean", "ms"), `MB/s` is ("MB/s", "MB/s")."""
    m = _UNIT.search(head)
    if m is not None and "_per_" not in head:
        unit = m[1] or m[2]
        if units.known(unit):
            return head[: m.start()].strip() or unit, unit
    if units.known(head) and len(head) > 1 and head.lower() != "min":  # alone, that is a minimum
        return head, head
    return units.suffix(head)
