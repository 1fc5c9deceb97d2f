"""Tables that a program prints: aligned columns, Markdown pipes, box drawings, CSV. A number's metric is its column's head, its
configuration the words of its row; columns of parameters (n, threads, size) belong to the configuration.

A unit stands in the head (`time (ms)`, `mean [us]`, `MB/s`) or in the cell. Only where the call ran a program of its own.
"""

import re

from sessionlens.outputs.fields import PARAMETERS
from sessionlens.outputs.page import Page, join
from sessionlens.text import separated, tables, units
from sessionlens.text.tables import Cell, Grid

NAME = "table"
LITERALS: tuple[str, ...] = ()
TOOLS: frozenset[str] = frozenset()

_UNIT = re.compile(r"[(\[]\s*([^()\[\]]{1,12}?)\s*[)\]]\s*$|[,_ ]\s*(ns|us|µs|ms|s|sec|B|KB|MB|GB|KiB|MiB|GiB|%|MB/s|GB/s|ops/s|req/s)$")
_NUMBER = re.compile(
    r"^[~<>≈(]?(?P<num>[+-]?\d[\d,]*(?:\.\d+)?(?:[eE][+-]?\d+)?)\s?(?P<unit>%|"
    r"[a-zA-Zµμ/]{1,8})?\)?(?:\s?±\s?(?P<spread>\d+(?:\.\d+)?)\s?(?P<share>%)?.*)?$"
)
_MARKS = ("|", "\t", "\u2502", ",", ";")
_RUNS = re.compile(r"(?:\b|n=)(\d+) ?(?:iterations|iters|runs|samples|reps|rounds|times)\b")
_SKIP = re.compile(
    r"(?i)^(?:#|id|pid|line|col|row|date|time stamp|version|port|user|no\.?|rank|index|step|seed|ppid|tty|stat|prio|ni|virt|res|shr)$"
)


def parse(page: Page) -> None:
    """Look for tables in each run of lines that nobody has claimed."""
    free = bool(page.programs) or page.shows_results
    if not free and not page.locals:
        return
    for base, text in _blocks(page):
        for grid in (*tables.find(text), *(separated.find(text) if "," in text or ";" in text else ())):
            if not _foreign(grid):
                before = len(page.readings)
                for row in grid.rows:
                    _row(page, base, grid, row, bare=free)
                if len(page.readings) > before:
                    page.claim(base + grid.start)


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
    return bool(heads & {"pid", "command", "permissions", "tty", "user", "filesystem", "mounted on", "container id", "image"}) or not heads


def _row(page: Page, base: int, grid: Grid, row: tuple[Cell, ...], *, bare: bool) -> None:
    """Add a row's values; those without a unit only where `bare` says that the program prints values."""
    names: list[str] = []
    found: list[tuple[Cell, str, re.Match[str]]] = []
    for i, cell in enumerate(row):
        at = tables.column(grid, row, i)
        head = grid.header[at].text if 0 <= at < len(grid.header) else ""
        m = _NUMBER.match(cell.text)
        if m is None or (m["unit"] and m["unit"].isalpha() and not units.known(m["unit"])):
            names.append(cell.text)
        elif head.lower() in PARAMETERS or _SKIP.match(head) or (i == 0 and not found and m["unit"] is None and "." not in cell.text):
            names.append(f"{head}={cell.text}" if head else cell.text)
        else:
            found.append((cell, head, m))
    config = join(" ".join(n.strip("`*'\"") for n in names), "")
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
        page.reading(
            metric or "value",
            m["num"],
            printed,
            base + cell.start + m.start("num"),
            config=config or page.heading(base + grid.start),
            value=value,
            spread=spread,
            n=int(runs[1]) if runs else None,
            spread_kind="unknown" if spread is not None else None,
        )


def _metric(head: str) -> tuple[str, str]:
    """A head's name and unit: `mean (ms)` is ("mean", "ms"), `MB/s` is ("MB/s", "MB/s")."""
    m = _UNIT.search(head)
    if m is not None:
        unit = m[1] or m[2]
        if units.known(unit):
            return head[: m.start()].strip() or unit, unit
    if units.known(head) and len(head) > 1 and head.lower() != "min":  # alone, that is a minimum
        return head, head
    return units.suffix(head)
