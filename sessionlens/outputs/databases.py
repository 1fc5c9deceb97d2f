"""Databases: pgbench, psql and sqlite timings, redis-benchmark, sysbench, clickhouse-client.

`tps = 1482.783536 (without initial connection time)`; `Time: 0.212 ms`; ` Execution Time: 84.845 ms`;
`Run Time: real 0.002 user 0.001 sys 0.000` (sqlite3 .timer); `GET: 54632.09 requests per second, p50=0.031 msec`.
"""

import re

from sessionlens.outputs.page import Page
from sessionlens.text.regex import regex

NAME = "database"
LITERALS = (
    "tps = ",
    "latency ",
    "Time: ",
    "requests per second",
    "events per second",
    "throughput summary",
    "latency summary",
    "transactions:",
    "in set. Elapsed:",
)
WORDS = frozenset(["Elapsed", "tps", "latency", "Time", "requests", "events", "summary", "transactions"])
TOOLS: frozenset[str] = frozenset()

_LINES: tuple[tuple[re.Pattern[str], str, str], ...] = (
    (regex(r"(?m)^tps = (?P<value>\d+(?:\.\d+)?)"), "tps", "tx/s"),
    (regex(r"(?m)^latency (?P<what>average) = (?P<value>\d+(?:\.\d+)?) (?P<unit>ms|s)"), "latency", ""),
    (regex(r"(?m)^Time: (?P<value>\d[\d,]*(?:\.\d+)?) (?P<unit>ms|s)(?: \(\d+(?::\d+)*(?:\.\d+)?\))?$"), "time", ""),
    (regex(r"(?m)^\s*(?P<what>Execution|Planning) Time: (?P<value>\d+(?:\.\d+)?) (?P<unit>ms)"), "time", ""),
    (
        regex(
            r"(?m)^\s+(?P<what>events per second|transactions|queries):\s+(?:\d+\s+\()?(?P<value>\d+(?:\.\d+)?)(?: per "
            r"sec\.\))?"
        ),
        "",
        "/s",
    ),
    (regex(r"(?m)^\s*throughput summary: (?P<value>\d+(?:\.\d+)?) requests per second"), "throughput", "req/s"),
)
_STDDEV = regex(r"(?m)^latency stddev = (\d+(?:\.\d+)?)")
_CLICKHOUSE = regex(
    r"(?m)^(?P<rows>\d+) rows? in set\. Elapsed: (?P<time>\d+\.\d+) sec\."
    r"(?: Processed (?P<read>\d+(?:\.\d+)?(?: (?:thousand|million|billion))?) rows, (?P<bytes>\d+(?:\.\d+)?) (?P<unit>[KMGT]?B))?"
)
_WORDED = {"thousand": 1e3, "million": 1e6, "billion": 1e9}
_SQLITE = regex(r"(?m)^Run Time: real (?P<real>\d+(?:\.\d+)?) user (?P<user>\d+(?:\.\d+)?) sys (?P<sys>\d+(?:\.\d+)?)")
_REDIS = regex(
    r"(?m)(?:^|\r)(?P<name>[A-Z][\w ()]*?): (?P<rps>\d+(?:\.\d+)?) requests per second(?:, p50=(?P<p50>\d+(?:\.\d+"
    r")?) msec)?"
)


_SUMMARY = regex(
    r"latency summary \(msec\):\s*\n\s+avg +min +p50 +p95 +p99 +max\s*\n"
    r"\s+(?P<avg>\d+\.\d+) +(?P<min>\d+\.\d+) +(?P<p50>\d+\.\d+) +(?P<p95>\d+\.\d+) +(?P<p99>\d+\.\d+) +(?P<max>\d+\.\d+)"
)
"""redis-benchmark's table of latencies, whose unit stands above it."""


def parse(page: Page) -> None:
    for m in _SUMMARY.finditer(page.text) if "latency summary" in page.text else ():
        for key, value in m.groupdict().items():
            page.reading(key, value, "ms", m.start(key), config=page.about(m.start()))
    deviation = _STDDEV.search(page.text)
    for pattern, metric, unit in _LINES:
        for m in pattern.finditer(page.text):
            groups = m.groupdict()
            name = " ".join(x for x in (groups.get("what", "").lower() if groups.get("what") else "", metric) if x)
            page.reading(
                name,
                m["value"],
                groups.get("unit") or unit,
                m.start("value"),
                config=page.about(m.start()),
                spread=float(deviation[1]) if deviation and metric == "latency" else None,
                spread_kind="sd" if deviation and metric == "latency" else None,
            )
    for m in _CLICKHOUSE.finditer(page.text) if "in set. Elapsed:" in page.text else ():
        about = page.about(m.start())
        page.reading("elapsed", m["time"], "s", m.start("time"), config=about)
        if m["read"]:
            number, _, power = m["read"].partition(" ")
            page.reading("rows processed", m["read"], "", m.start("read"), config=about, value=float(number) * _WORDED.get(power, 1))
            page.reading("bytes processed", m["bytes"], m["unit"], m.start("bytes"), config=about)
    runs = list(_SQLITE.finditer(page.text))
    actions = page.commands("sqlite3")
    for i, m in enumerate(runs):
        config = " ".join(page.words(page.of(actions, i, len(runs)))[1:2])
        for key in ("real", "user", "sys"):
            page.reading(key, m[key], "s", m.start(key), config=config)
    for at, _ in page.having("avg_msec=-nan"):
        page.claim(at)  # redis-benchmark before its first second
    for m in _REDIS.finditer(page.text):
        page.reading("requests per second", m["rps"], "req/s", m.start("rps"), config=m["name"])
        if m["p50"]:
            page.reading("p50", m["p50"], "ms", m.start("p50"), config=m["name"])
