"""go test, go bench, benchstat and pprof's `-top`.

`BenchmarkSum-2  837516  191.0 ns/op  0 B/op  0 allocs/op`; `ok  \tpkg\t0.149s` or `(cached)`, which was not run again;
benchstat: `Encode-48   2.000µ ± 1%   1.800µ ± 1%  -10.00% (p=0.000 n=10)`, ± half of a 95 % interval of the median.
"""

import re
from dataclasses import dataclass

from sessionlens.outputs.configs import join
from sessionlens.outputs.page import Page
from sessionlens.text.regex import regex

NAME = "go"
LITERALS = ("/op", "gc ", "fuzz: ", "ok  \t", "FAIL", "--- ", "(p=", "flat%", "no test files", "geomean")
WORDS = frozenset(["op", "gc", "fuzz", "ok", "FAIL", "PASS", "SKIP", "p", "flat", "files", "geomean"])
TOOLS: frozenset[str] = frozenset()

_LABEL = 60
"""Where a row begins at the latest, behind the label that a loop or `sed` put there: `old BenchmarkSum-2  837516  191.0 ns/op`."""
_BENCH = regex(r"(?P<name>Benchmark\S*)\s+\d+\s+(?P<rest>\d+(?:\.\d+)?(?:e\+\d+)? \S+(?:\s+\d+(?:\.\d+)?(?:e\+\d+)? \S+)*)\s*$")
_PAIR = regex(r"(\d+(?:\.\d+)?(?:e\+\d+)?) (\S+)")
_PACKAGE = regex(
    r"^(?P<word>ok|FAIL|\?)\s{0,3}\t?\s*(?P<pkg>\S+)\s+(?:(?P<time>\d+(?:\.\d+)?)s|(?P<cached>\(cached\))|"
    r"\[(?P<why>[^\]]+)\])"
)
_TEST = regex(r"^\s*--- (?P<word>PASS|FAIL|SKIP): (?P<name>\S+)(?: \((?P<time>\d+(?:\.\d+)?)s\)|$)")
_STAT = regex(
    r"^(?P<name>\S+)\s+(?P<cells>\d+(?:\.\d+)?[nµum]?[kKMGi]*\s+± .*?)(?:\s+(?P<delta>[+-]\d+(?:\.\d+)?%|~)\s+\((?P<p>p=\d+(?:\.\d+)?) "
    r"n=(?P<n>\d+)(?:\+\d+)?\))?\s*$"
)
_MEDIAN = regex(r"(?P<value>\d+(?:\.\d+)?)(?P<prefix>n|µ|u|m|k|K|M|G|Ki|Mi|Gi)?\s+±\s+(?P<spread>\d+(?:\.\d+)?|∞)%?")
_METRICS = {"ns/op": "time", "B/op": "bytes", "allocs/op": "allocations", "MB/s": "throughput"}
_OWN = regex(r"(?P<name>[A-Za-z]\w*)[-_](?P<unit>ns|us|µs|ms|sec|s|MB|KB|GB|MiB|KiB)")
"""The unit of a metric that a benchmark reports itself: `b.ReportMetric(x, "p99-ms")`."""
_FUZZ = regex(r"fuzz: elapsed: [\dhms.]+, execs: (?P<execs>\d+) \((?P<rate>\d+)/sec\)(?:, new interesting: (?P<new>\d+))?")
_GC = regex(
    r"gc (?P<number>\d+) @(?P<at>\d+(?:\.\d+)?)s (?P<share>\d+)%: [\d.+]+ ms clock, [\d.+/]+ ms cpu, "
    r"(?P<before>\d+)->(?P<end>\d+)->(?P<live>\d+) MB, (?P<goal>\d+) MB goal"
)
"""A line of GODEBUG=gctrace=1: heap at the start, at the end, and what lives of it."""
_NOTABLE = 1.0
"""Rows of a profile below one percent are noise to a reader and to a check."""
_ACCOUNT = ("Showing nodes accounting", "Duration: ", "Dropped ", "Showing top ")
_MEANS = regex(
    r"geomean\s+(?P<old>\d+(?:\.\d+)?)(?P<oldp>[nµum]|[kKMG]i?)?(?:\s+(?P<new>\d+(?:\.\d+)?)(?P<newp>[nµum]|[kKMG]i?)?(?:\s+"
    r"(?P<delta>[+-]\d+(?:\.\d+)?%))?)?"
)
_PREFIX = {"n": "ns", "µ": "us", "u": "us", "m": "ms", "": "s"}
_TOP = regex(
    r"^\s*(?P<flat>\d+(?:\.\d+)?)(?P<unit>ns|us|µs|ms|s|mins|hrs|B|kB|MB|"
    r"GB)?\s+(?P<flatp>\d+(?:\.\d+)?)%\s+\d+(?:\.\d+)?%\s+(?P<cum>\d+(?:\.\d+)?)(?P<cumunit>\w+)?\s+(?P<cump>\d+(?:\.\d+)?)%\s+"
    r"(?P<name>\S.*)$"
)


_PROCS = regex(r"-\d+$")


@dataclass
class _Table:
    """A table of benchstat's as it is being read: its unit, its columns' names, and the `-8` that all its rows end with."""

    unit: str = ""
    sides: tuple[str, ...] = ("old", "new")
    procs: str = ""

    def head(self, line: str) -> None:
        """A line above the rows: it names the columns' files (`│ map.txt │ slice.txt │`) or their units."""
        units = [u for u in ("sec/op", "B/op", "allocs/op", "B/s") if u in line]
        if units:
            self.unit = units[0]
            return
        cells = [c.strip() for c in line.split("│")[1:] if c.strip()]
        if cells and "vs base" not in line:
            self.sides = tuple(c.rpartition("/")[2].rpartition(".")[0] or c for c in cells)

    def side(self, i: int) -> str:
        return self.sides[min(i, len(self.sides) - 1)]


def _procs(page: Page) -> str:
    """The number of processors behind every row's name; "" where the rows differ, as then it belongs to the names."""
    ends = {(m[0] if (m := _PROCS.search(line.split(" ", 1)[0])) else "") for _, line in page.lines if "±" in line and "│" not in line}
    return ends.pop() if len(ends) == 1 else ""


def _several(page: Page) -> frozenset[str]:
    """The benchmarks that ran on several numbers of processors, by the rows of one name with other endings: `go test -bench . -cpu 1,4`."""
    ends: dict[str, set[str]] = {}
    for _, line in page.having("Benchmark"):
        name = line.split(None, 1)[0] if line.startswith("Benchmark") else ""
        end = _PROCS.search(name)
        ends.setdefault(_PROCS.sub("", name), set()).add(end[0] if end else "")
    return frozenset(name for name, found in ends.items() if len(found) > 1 and name)


def parse(page: Page) -> None:
    table = _Table()
    fuzzed: tuple[int, re.Match[str]] | None = None
    several = _several(page) if "\nBenchmark" in page.text or page.text.startswith("Benchmark") else frozenset()
    for at, line in page.lines:
        if not line:
            continue
        if line.find("Benchmark", 0, _LABEL) >= 0 and not line.startswith("--- "):
            _bench(page, at, line, several)
        elif line[0] in "oF?" and (m := _PACKAGE.match(line)) is not None:
            result = {"ok": "pass", "FAIL": "fail"}.get(m["word"])
            if result is None or m["why"] in ("no test files", "no tests to run") or line.endswith("[no tests to run]"):
                page.outcome("tests", "inconclusive", at, at + len(line), subject=m["pkg"], counts={"total": 0})
            else:
                page.outcome(
                    "tests", "pass" if result == "pass" else "fail", at, at + len(line), subject=m["pkg"], cached=bool(m["cached"])
                )
        elif "--- " in line and (m := _TEST.match(line)) is not None:
            words = {"PASS": "pass", "FAIL": "fail", "SKIP": "inconclusive"}
            page.outcome("test", words[m["word"]], at, at + len(line), subject=m["name"])  # type: ignore[arg-type]
        elif "%" in line and (m := _TOP.match(line)) is not None:
            _top(page, at, m)
        elif line.startswith(_ACCOUNT):
            page.claim(at)
        elif line.startswith("gc ") and (m := _GC.match(line)) is not None:
            _collected(page, at, m)
        elif line.startswith("fuzz: ") and (m := _FUZZ.match(line)) is not None:
            fuzzed = at, m
        elif "│" in line:
            table.procs = table.procs or _procs(page)
            table.head(line)
        elif table.unit and line.startswith("geomean"):
            _geomean(page, at, line, table)
        elif "±" in line and table.unit and (m := _STAT.match(line)) is not None:
            _stat(page, at, m, table)
    if fuzzed is not None:
        at, m = fuzzed
        for key, metric, unit in (
            ("execs", "executions", ""),
            ("rate", "executions per second", "/s"),
            ("new", "new interesting inputs", ""),
        ):
            if m[key]:
                page.reading(metric, m[key], unit, at + m.start(key), config=page.about(at), exact=not unit)


def _collected(page: Page, at: int, m: re.Match[str]) -> None:
    """One collection: its share of the time so far, the heap before it, what lived of it, and the size the next is to begin at."""
    config = " ".join(w for w in (page.heading(at), f"gc {m['number']}") if w)
    for key, metric, unit in (
        ("share", "gc share", "%"),
        ("before", "heap at start", "MB"),
        ("end", "heap at end", "MB"),
        ("live", "live heap", "MB"),
        ("goal", "heap goal", "MB"),
    ):
        page.reading(metric, m[key], unit, at + m.start(key), config=config)


def _bench(page: Page, at: int, line: str, several: frozenset[str]) -> None:
    start = line.find("Benchmark")
    m = _BENCH.match(line, start)
    if m is None or (start and not line[start - 1].isspace()):
        return
    plain = _PROCS.sub("", m["name"])
    config = join(line[:start].strip(" \t:|"), m["name"] if plain in several else plain)
    labels = (plain.removeprefix("Benchmark") or plain, page.heading(at))
    for pair in _PAIR.finditer(line, m.start("rest")):
        unit = pair[2]
        own = _OWN.fullmatch(unit)
        page.reading(
            own["name"] if own else _METRICS.get(unit, unit),
            pair[1],
            own["unit"] if own else unit,
            at + pair.start(1),
            config=config,
            labels=labels,
            exact=unit in ("B/op", "allocs/op"),
        )


def _top(page: Page, at: int, m: re.Match[str]) -> None:
    name = m["name"].removesuffix(" (inline)")
    page.claim(at)
    for metric, key, unit in (("flat", "flat", "unit"), ("flat%", "flatp", ""), ("cum", "cum", "cumunit"), ("cum%", "cump", "")):
        if float(m["flatp" if metric.startswith("flat") else "cump"]) >= _NOTABLE:
            page.reading(
                metric, m[key], (m[unit] or "") if unit else "%", at + m.start(key), config=name, way="lower" if unit else "unknown"
            )


def _geomean(page: Page, at: int, line: str, table: _Table) -> None:
    """The last row: geometric means of both sides and their difference; it has no spread."""
    m = _MEANS.match(line)
    if m is None:
        return
    for i, key in enumerate(("old", "new")):
        if m[key]:
            prefix = m[key + "p"] or ""
            printed = _PREFIX.get(prefix, prefix) if table.unit == "sec/op" else prefix + table.unit
            page.reading("geomean", m[key], printed, at + m.start(key), config=table.side(i))
    if m["delta"]:
        page.reading("geomean delta", m["delta"][:-1], "%", at + m.start("delta"), config="")


def _stat(page: Page, at: int, m: re.Match[str], table: _Table) -> None:
    row = m["name"].removesuffix(table.procs)
    for i, cell in enumerate(_MEDIAN.finditer(m["cells"])):
        prefix = cell["prefix"] or ""
        printed = _PREFIX.get(prefix, prefix) if table.unit == "sec/op" else prefix + table.unit
        value = float(cell["value"])
        spread = None if cell["spread"] == "∞" else float(cell["spread"]) * value / 100
        page.reading(
            "median",
            cell["value"],
            printed,
            at + m.start("cells") + cell.start("value"),
            config=f"{row} {table.side(i)}",
            spread=spread,
            spread_kind="ci95" if spread is not None else None,
            n=int(m["n"]) if m["n"] else None,
        )
    if m["delta"] and m["delta"] != "~":
        raw = m["delta"][:-1]
        page.reading("delta", raw, "%", at + m.start("delta"), config=row, n=int(m["n"]))
