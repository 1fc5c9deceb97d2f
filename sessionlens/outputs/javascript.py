"""Test runners and benchmarks of JavaScript: jest, vitest, mocha, node's and bun's runners, vitest bench, mitata, tinybench, benchmark.js.

`Tests:       1 failed, 1 skipped, 1 passed, 3 total`; `Tests  1 failed | 1 passed (2)`; `1 passing (6ms)`; `# pass 3`; `12 pass`;
`a x 1,852,072 ops/sec ±8.87% (6 runs sampled)`, ± the 95 % margin relative to the mean.
"""

import re

from sessionlens.outputs.page import NUMBER, Page
from sessionlens.outputs.tags import label
from sessionlens.text.regex import regex

NAME = "javascript"
LITERALS = ("Tests", " pass", " fail", "(fail)", "sampled)", "ops/sec", "/iter", " hz ")
WORDS = frozenset(
    [
        "Tests",
        "passing",
        "failing",
        "pending",
        "tests",
        "pass",
        "fail",
        "skipped",
        "todo",
        "cancelled",
        "skip",
        "sampled",
        "iter",
        "hz",
        "duration",
    ]
)
TOOLS: frozenset[str] = frozenset()

_LINE = regex(
    r"(?m)^\s*(?:(?:(?P<label>[^\n]{1,120}?)[\s:=])??Tests:?\s{2,}(?P<tests>\d+ (?:failed|passed|skipped|todo|pending|total).*)"
    r"|(?P<passing>\d+) passing \((?P<time>[^)]+)\)|(?P<failing>\d+) failing|(?P<pending>\d+) pending"
    r"|[#ℹ] (?P<tap>tests|pass|fail|skipped|todo|cancelled) (?P<tapn>\d+)"
    r"|(?P<bun>\d+) (?P<bunword>pass|fail|skip|todo)|\(fail\) (?P<failed>.+?)(?: \[\d+(?:\.\d+)?m?s\])?"
    rf"|(?P<name>\S.*?) x (?P<ops>{NUMBER}) ops/sec ±(?P<rme>\d+(?:\.\d+)?)% \((?P<runs>\d+) runs? sampled\))\s*$"
)
_TOOK = regex(r"(?m)^[#ℹ] duration_ms (?P<ms>\d+(?:\.\d+)?)\s*$")
_FILE = regex(r"(?m)^\s*(?:PASS|FAIL)\s+(?P<file>\S+\.\w+) \((?P<value>\d+(?:\.\d+)?) (?P<unit>m?s)(?:, [^)]*)?\)\s*$")
"""jest's line of a file that took long."""
_COUNT = regex(r"(\d+) (failed|passed|skipped|todo|pending|total)")
_BENCH_HEAD = regex(r"^\s*name\s+hz\s+min\s+max\s+mean\s+p75\s+p99\s+p995\s+p999\s+rme\s+samples")
_BENCH_ROW = regex(rf"^\s*[·*✓]?\s*(?P<name>\S.*?)\s{{2,}}(?P<cells>{NUMBER}(?:\s+±?[\d.,]+%?){{9}})")
_ITER = regex(r"^(?P<name>\S.*?)\s{2,}(?P<value>\d+(?:\.\d+)?) (?P<unit>ps|ns|µs|us|ms|s)/iter")


def parse(page: Page) -> None:
    counts: dict[str, int] = {}
    place = (-1, -1)
    for m in page.matches(_TOOK, "duration_ms "):
        page.reading("test time", m["ms"], "ms", m.start("ms"))
    for m in page.matches(
        _LINE, "Tests", " passing", " failing", " pending", "# ", "ℹ ", " pass", " fail", " skip", " todo", "runs sampled)", "run sampled)"
    ):
        if m["tests"]:
            found = {name: int(n) for n, name in _COUNT.findall(m["tests"])}
            _suite(page, found, m.start("tests"), m.end(), label(page, m.start("label"), m.end("label")) if m["label"] else "")
        elif m["ops"]:
            spread = float(m["rme"]) * float(m["ops"].replace(",", "")) / 100
            page.reading(
                "ops/sec", m["ops"], "ops/s", m.start("ops"), config=m["name"].strip(), n=int(m["runs"]), spread=spread, spread_kind="ci95"
            )
        elif m["failed"]:
            page.outcome("test", "fail", m.start(), m.end(), subject=m["failed"])
        else:
            word = m["tap"] or m["bunword"] or ("pass" if m["passing"] else "fail" if m["failing"] else "skipped")
            number = m["tapn"] or m["bun"] or m["passing"] or m["failing"] or m["pending"]
            name = {"pass": "passed", "fail": "failed", "skip": "skipped", "tests": "total"}.get(word, word)
            counts[name] = counts.get(name, 0) + int(number)
            place = (m.start() if place[0] < 0 else place[0], m.end())
            page.claim(m.end())
    if counts:
        _suite(page, counts, *place)
    for m in page.matches(_FILE, "PASS ", "FAIL "):
        page.reading("suite time", m["value"], m["unit"], m.start("value"), config=m["file"])
    if "/iter" in page.text or " hz " in page.text:
        _benchmarks(page)


def _suite(page: Page, counts: dict[str, int], start: int, end: int, name: str = "") -> None:
    ran = counts.get("passed", 0) + counts.get("failed", 0)
    result = "fail" if counts.get("failed") else "pass" if ran else "inconclusive"
    page.outcome("tests", result, start, end, subject=name, counts=counts)  # type: ignore[arg-type]
    if counts.get("passed") and (m := re.search(rf"\b{counts['passed']}\b", page.text[start:end])) is not None:
        page.reading("tests passed", m[0], "", start + m.start(), config=name, exact=True)


def _benchmarks(page: Page) -> None:
    table = False
    for at, line in list(page.free()):
        if "/iter" in line and (m := _ITER.match(line)) is not None:
            page.reading("time", m["value"], m["unit"], at + m.start("value"), config=m["name"])
        elif _BENCH_HEAD.match(line):
            table = True
        elif table and (m := _BENCH_ROW.match(line)) is not None:
            cells = list(re.finditer(NUMBER, m["cells"]))
            for metric, cell in zip(("hz", "min", "max", "mean", "p75", "p99", "p995", "p999"), cells, strict=False):
                page.reading(
                    metric,
                    cell[0],
                    "ops/s" if metric == "hz" else "ms",
                    at + m.start("cells") + cell.start(),
                    config=m["name"],
                    n=int(cells[9][0].replace(",", "")) if len(cells) > 9 and metric == "mean" else None,
                )
