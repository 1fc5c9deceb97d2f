"""PostgreSQL: what `EXPLAIN (ANALYZE, BUFFERS)` counts, what a vacuum reports, and psql's tables of figures.

`Buffers: shared hit=768 read=3, temp written=41`; `Rows Removed by Filter: 25988`; `Sort Method: external merge  Disk: 4024kB`;
`tuples: 24000 removed, 96000 remain, 0 are dead but not yet removable`; of tables only those of statistics views, sizes and aggregates:
rows of data measure nothing. A plan in JSON is read for its times and for the counters that are not zero.
"""

import itertools

from sessionlens.outputs.page import Page
from sessionlens.outputs.selected import Column, columns, queries
from sessionlens.text import units
from sessionlens.text.regex import regex

NAME = "postgres"
LITERALS = ("Buffers: ", "Rows Removed", "I/O Timings", "Memory: ", "Disk: ", "Heap Fetches", "Usage: ", "tuples: ", " row", "|",
            " Time\": ")  # fmt: skip
TOOLS = frozenset({"psql", "grep"})

_PLAN = ("Buffers: ", "I/O Timings: ", "Rows Removed by ", "Heap Fetches: ", "Memory: ", "Disk: ", "Batches: ", "Memory Usage: ")
_COUNTS = regex(r"(?P<kind>shared|local|temp) |(?P<what>hit|read|dirtied|written|write)=(?P<value>\d+(?:\.\d+)?)")
_NAMED = regex(
    r"(?P<name>Rows Removed by (?:Join Filter|Index Recheck|Filter)|Heap Fetches|Batches|Memory Usage|Disk Usage|Memory|Disk): +"
    r"(?P<value>\d+)(?P<unit>kB|MB|GB)?(?!\w)"
)
_VACUUM = regex(r"\s*tuples: (?P<a>\d+) removed, (?P<b>\d+) remain, (?P<c>\d+) are dead but not yet removable")
_JSON = regex(
    r'"(?P<name>Execution Time|Planning Time|(?:Shared|Local|Temp) (?:Hit|Read|Dirtied|Written) Blocks'
    r'|Rows Removed by (?:Join Filter|Index Recheck|Filter)|Heap Fetches|Sort Space Used|Peak Memory Usage)": '
    r"(?P<value>\d+(?:\.\d+)?),?\s*\+?$"
)
_RULER = regex(r"-+(?:\+-+)*")
_NUMBER = regex(r"-?\d+(?:\.\d+)?$")
_SIZED = regex(r"(?P<value>\d+(?:\.\d+)?) (?P<unit>bytes|kB|MB|GB|TB)$")
_MOST, _LONG = 30, 60
_FOOT = regex(r"\(\d+ rows?\)")


def parse(page: Page) -> None:
    text = page.text
    if any(mark in text for mark in _PLAN):
        _plan(page)
    if "tuples: " in text:
        for m in page.matches(_VACUUM, "tuples: "):
            for key, what in (("a", "tuples removed"), ("b", "tuples remaining"), ("c", "dead tuples not removable")):
                page.reading(what, m[key], "", m.start(key), config=page.heading(m.start()), exact=True, way="unknown")
    if '" Time": ' in text or 'Time": ' in text:
        _json(page)
    asked = columns(page)
    if asked:
        if " row" in text:
            _tables(page, asked)
        _unaligned(page)


def _plan(page: Page) -> None:
    """The counters of a plan's nodes."""
    for at, line in page.having(*_PLAN):
        config = page.about(at)
        if "Buffers: " in line or "I/O Timings: " in line:
            kind, timed = "", "I/O Timings" in line
            for m in _COUNTS.finditer(line, line.find(": ")):
                if m["kind"]:
                    kind = m["kind"]
                    continue
                name = f"{kind} {m['what']}".strip() + (" time" if timed else "")
                page.reading(name, m["value"], "ms" if timed else "", at + m.start("value"), config=config, exact=not timed)
            continue
        for m in _NAMED.finditer(line):
            page.reading(m["name"], m["value"], m["unit"] or "", at + m.start("value"), config=config, exact=not m["unit"])


def _json(page: Page) -> None:
    for at, line in page.having('Time": ', ' Blocks": ', '"Rows Removed', '"Heap Fetches', '"Sort Space', '"Peak Memory'):
        m = _JSON.search(line)
        if m is None or float(m["value"]) == 0:
            continue
        timed = m["name"].endswith("Time")
        unit = "ms" if timed else "kB" if m["name"] in ("Sort Space Used", "Peak Memory Usage") else ""
        page.reading(m["name"].lower(), m["value"], unit, at + m.start("value"), config=page.about(at), exact=not unit)


def _tables(page: Page, asked: tuple[Column, ...]) -> None:
    """Aligned tables: a head, a ruler, rows and their number."""
    lines = page.lines
    for i, (_, line) in enumerate(lines):
        if not i or line[:1] != "-" or _RULER.fullmatch(line) is None:
            continue
        edges = [-1, *[k for k, c in enumerate(line) if c == "+"], len(line)]
        heads = [lines[i - 1][1][a + 1 : b].strip() for a, b in itertools.pairwise(edges)]
        end = next((k for k in range(i + 1, len(lines)) if _FOOT.fullmatch(lines[k][1])), 0)
        if not end or "QUERY PLAN" in heads:
            continue
        known = {c.name: c for c in asked}
        if any(h in known and not known[h].asks for h in heads) or not any(h in known and known[h].measures for h in heads):
            continue
        for at, row in lines[i + 1 : end]:
            cells = [(a + 1, row[a + 1 : b]) for a, b in itertools.pairwise(edges)]
            values = [
                (at + start + len(c) - len(c.lstrip()), c.strip(), known.get(h) or Column(h, False, False))
                for (start, c), h in zip(cells, heads, strict=True)
            ]
            _put(page, values, page.heading(at))


def _put(page: Page, cells: list[tuple[int, str, Column]], heading: str) -> None:
    """The figures of one row, (place, text, column) each; its words, and the numbers it is grouped by, are what they are about."""
    words = []
    for _, text, column in cells:
        figure = _NUMBER.match(text) is not None or _SIZED.match(text) is not None
        if text and len(text) < _LONG and not column.measures:
            words.append(f"{column.name}={text}" if figure else text)
        elif text and not figure and len(text) < _LONG:
            words.append(text)
    for at, text, column in cells:
        sized = _SIZED.match(text)
        if not column.measures or (not _NUMBER.match(text) and sized is None):
            continue
        metric, unit = (column.name, "B") if column.sized else units.suffix(column.name)
        page.reading(
            metric or column.name,
            sized["value"] if sized else text,
            sized["unit"] if sized else unit,
            at,
            config=" ".join(w for w in (heading, *words, column.about) if w),
            exact="." not in text and not sized,
            way=None if unit else "unknown",
        )


def _unaligned(page: Page) -> None:
    """Rows without heads, `stops|4096|17`, of a query with as many columns: `psql -At`."""
    if "|" not in page.text or not any(_plain(a.command.argv) for a in page.commands("psql")):
        return
    by_size: dict[int, tuple[Column, ...]] = {}
    for query in queries(page.call.command or ""):
        by_size.setdefault(len(query), query)
    for at, line in list(page.free()):
        if "|" not in line or line.count("|") > _MOST:
            continue
        cells = line.split("|")
        query = by_size.get(len(cells), ())
        if not query or not all(c.asks for c in query):
            continue
        place, values = at, []
        for cell, column in zip(cells, query, strict=True):
            values.append((place + len(cell) - len(cell.lstrip()), cell.strip(), column))
            place += len(cell) + 1
        _put(page, values, page.heading(at))


def _plain(argv: tuple[str, ...]) -> bool:
    """Whether psql was told to print rows alone."""
    return any(w in ("--no-align", "--tuples-only") or (w[:1] == "-" and w[1:2] != "-" and ("A" in w or "t" in w)) for w in argv[1:])
