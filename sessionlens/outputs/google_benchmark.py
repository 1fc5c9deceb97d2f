"""google-benchmark's console table: `sum_1k_mean   88207 ns   13922 ns   3` under a head `Benchmark  Time  CPU  Iterations`.

A `_stddev` row is the spread of its `_mean` row, `_cv` is a share; with repetitions the last column is their number.
"""

from sessionlens.outputs.page import NUMBER, Page
from sessionlens.text.regex import regex

NAME = "google-benchmark"
LITERALS = (" CPU ",)
WORDS = frozenset(["CPU"])
TOOLS: frozenset[str] = frozenset()

_HEAD = regex(r"^Benchmark\s+Time\s+CPU(?:\s+Iterations)?")
_ROW = regex(
    rf"^(?P<name>\S+)\s+(?P<real>{NUMBER}) (?P<unit>ns|us|ms|s|%)\s+(?P<cpu>{NUMBER}) (?P<cpuunit>ns|us|ms|s|%)\s+(?P<n>\d+)?(?P<more>.*)$"
)
_COUNTER = regex(rf"(\w+)=({NUMBER})([kMGT]i?)?(/s)?")


def parse(page: Page) -> None:
    table, spreads = False, {}
    rows = []
    for at, line in page.lines:
        if _HEAD.match(line):
            table = True
            page.claim(at)
        elif table and (m := _ROW.match(line)) is not None:
            name = m["name"]
            if name.endswith("_stddev"):
                spreads[name.removesuffix("_stddev")] = (float(m["real"]), float(m["cpu"]))
                page.claim(at)
            elif name.endswith("_cv"):
                page.claim(at)
            else:
                rows.append((at, m))
    singles: dict[str, list[int]] = {}
    for at, m in rows:
        base = m["name"].removesuffix("_mean")
        spread = spreads.get(base) if base != m["name"] else None
        n = int(m["n"]) if spread and m["n"] else None
        whole = m["name"].removesuffix("_mean").removesuffix("_median")
        aggregate = whole != m["name"] and whole in singles
        if not aggregate:
            singles.setdefault(m["name"], []).append(len(page.readings))
        for i, (metric, key, unit) in enumerate((("time", "real", "unit"), ("CPU", "cpu", "cpuunit"))):
            page.reading(
                metric,
                m[key],
                m[unit],
                at + m.start(key),
                config=m["name"],
                n=n,
                spread=spread[i] if spread else None,
                spread_kind="sd" if spread else None,
                way="lower",
                samples=tuple(k + i for k in singles[whole]) if aggregate else (),
            )
        for c in _COUNTER.finditer(m["more"]):
            page.reading(c[1], c[2], _unit(c[1], c[3] or "", c[4] or ""), at + m.start("more") + c.start(2), config=m["name"])


def _unit(name: str, prefix: str, per: str) -> str:
    if "bytes" in name:
        return f"{prefix}B{per}"
    return f"{prefix}{'items' if 'items' in name else ''}{per}" if per else ""
