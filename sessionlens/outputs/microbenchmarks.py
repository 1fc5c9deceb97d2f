"""Microbenchmark harnesses with a line of their own: JMH, asv, iai and gungraun.

JMH: `Benchmark  Mode  Cnt  Score  Error  Units`, the error half of a 99.9 % interval, and `3905.1 ±(99.9%) 42.3 ops/s [Average]`;
asv: `[ 35.00%] ··· benchmarks.T.time_x     17.3±0.01μs`; iai: `  Instructions:    1931|1850   (+4.37838%)`, new before old.
"""

from sessionlens.outputs.page import NUMBER, Page
from sessionlens.text.regex import regex

NAME = "microbenchmark"
LITERALS = ("±(99.9%)", "Mode  ", "···", "Instructions:", "  Estimated Cycles:")
TOOLS: frozenset[str] = frozenset()

_JMH = regex(
    rf"(?P<name>\S+)\s+(?P<mode>thrpt|avgt|sample|ss)\s+(?P<n>\d+)\s+(?P<score>{NUMBER})\s+"
    rf"(?:±\s+(?P<error>{NUMBER})\s+)?(?P<unit>\S+/\S+)\s*$"
)
_AVERAGE = regex(rf"\s*(?P<score>{NUMBER}) ±\(99\.9%\) (?P<error>{NUMBER}) (?P<unit>\S+) \[Average\]")
_ASV = regex(
    r"\[\s*\d+(?:\.\d+)?%\] ··· (?P<name>\S+)\s+(?P<value>\d+(?:\.\d+)?)(?:±(?P<spread>\d+(?:\.\d+)?))?(?P<unit>ns|"
    r"us|µs|μs|ms|s|K|M|G)\s*$"
)
_IAI = regex(
    rf"\s+(?P<what>Instructions|L1 (?:Accesses|Hits)|L2 (?:Accesses|Hits)|LL Hits|RAM (?:Accesses|Hits)|Total read\+write|"
    rf"Estimated Cycles):\s+"
    rf"(?P<value>{NUMBER})(?:\|{NUMBER}|\|N/A)?"
)


def parse(page: Page) -> None:
    name = ""
    for at, line in page.free():
        if "/" in line and (m := _JMH.match(line)) is not None:
            error = float(m["error"].replace(",", "")) if m["error"] else None
            page.reading(
                "score",
                m["score"],
                m["unit"],
                at + m.start("score"),
                config=m["name"],
                n=int(m["n"]),
                spread=error,
                spread_kind="ci99.9" if error is not None else None,
                way="higher" if m["mode"] == "thrpt" else "lower",
            )
        elif "±(99.9%)" in line and (m := _AVERAGE.match(line)) is not None:
            page.reading("score", m["score"], m["unit"], at + m.start("score"), spread=float(m["error"]), spread_kind="ci99.9")
        elif "···" in line and (m := _ASV.match(line)) is not None:
            unit = {"K": "kB", "M": "MB", "G": "GB"}.get(m["unit"], m["unit"])
            spread = float(m["spread"]) if m["spread"] else None
            page.reading(
                "time" if unit == m["unit"] else "memory",
                m["value"],
                unit,
                at + m.start("value"),
                config=m["name"],
                spread=spread,
                spread_kind="unknown" if spread is not None else None,
            )
        elif ":" in line and (m := _IAI.match(line)) is not None:
            page.reading(m["what"], m["value"], "", at + m.start("value"), config=name, way="lower", exact=True)
        elif line and not line[0].isspace():
            name = line.strip()
