"""HTTP load generators: wrk, wrk2, ab, hey, oha, k6, vegeta.

wrk's latency row is average, standard deviation, maximum and the share within one deviation; the deviation is the average's spread.
"""

import re

from sessionlens.outputs.page import NUMBER, Page
from sessionlens.text.regex import regex

NAME = "http-load"
LITERALS = ("requests in", "Requests/sec:", "[#/sec]", "http_req_duration", "Latencies  ", "Latency  ", "Slowest:", "Success rate:")
WORDS = frozenset(["requests", "sec", "duration", "Latencies", "Latency", "Slowest", "Success"])
TOOLS: frozenset[str] = frozenset()

_TIME = r"(?:ns|us|µs|ms|s|secs|m)"
_LINES: tuple[tuple[re.Pattern[str], str, str], ...] = (
    (regex(rf"^\s*Requests/sec:\s+(?P<value>{NUMBER})"), "requests/sec", "req/s"),
    (regex(r"^Transfer/sec:\s+(?P<value>\d+(?:\.\d+)?)(?P<unit>\w?i?B)"), "transfer/sec", "/s"),
    (regex(r"^Requests per second:\s+(?P<value>\d+(?:\.\d+)?) \[#/sec\]"), "requests per second", "req/s"),
    (regex(r"^Time per request:\s+(?P<value>\d+(?:\.\d+)?) \[ms\] \((?P<what>mean.*)\)"), "time per request", "ms"),
    (regex(r"^Transfer rate:\s+(?P<value>\d+(?:\.\d+)?) \[(?P<unit>Kbytes)/sec\]"), "transfer rate", "/s"),
    (regex(r"^Time taken for tests:\s+(?P<value>\d+(?:\.\d+)?) (?P<unit>seconds)"), "time taken", ""),
    (regex(r"^(?P<what>Failed|Complete) requests:\s+(?P<value>\d+)"), "requests", ""),
    (regex(rf"^\s+(?P<value>\d+)(?= requests in \d+(?:\.\d+)?{_TIME}\b)"), "requests", ""),
    (regex(rf"^\s+(?P<what>Total|Slowest|Fastest|Average):\s+(?P<value>\d+(?:\.\d+)?) ?(?P<unit>{_TIME})"), "", ""),
    (regex(rf"^\s+(?P<what>\d+(?:\.\d+)?%)(?: in)?\s+(?P<value>\d+(?:\.\d+)?) ?(?P<unit>{_TIME})\b"), "latency", ""),
    (regex(r"^\s+(?P<what>\d+)%\s+(?P<value>\d+)(?: \(longest request\))?$"), "percentile", "ms"),
)
_WRK = regex(
    rf"^\s+(?P<what>Latency|Req/Sec)\s+(?P<avg>\d+(?:\.\d+)?)(?P<unit>{_TIME}|k)?\s+(?P<sd>\d+(?:\.\d+)?)(?P<sdunit>{_TIME}|"
    rf"k)?\s+(?P<max>\d+(?:\.\d+)?)(?P<maxunit>{_TIME}|k)?\s+\d+(?:\.\d+)?%"
)
_K6 = regex(r"^\s*(?P<name>\w+)\.{2,}:\s+(?P<rest>.*)$")
_K6_VALUE = regex(r"(avg|min|med|max|p\(\d+(?:\.\d+)?\))=(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m)?")
_K6_RATE = regex(r"(?P<count>\d+(?:\.\d+)?)\s+(?P<rate>\d+(?:\.\d+)?)/s")
_VEGETA = regex(r"^(?P<what>Latencies|Requests|Duration|Success)\s+\[(?P<names>[^\]]+)\]\s+(?P<values>.*)$")
_GO_VALUE = regex(r"(?=\d)(?:(?P<h>\d+)h)?(?:(?P<m>\d+)m(?!s))?(?:(?P<value>\d+(?:\.\d+)?)(?P<unit>ns|µs|us|ms|s|%)?)?")
"""A value as Go prints it; a duration of a minute or more has several parts ("1m0.2s")."""
_AB = regex(
    r"(?P<what>Connect|Processing|Waiting|Total):\s+(?P<min>\d+)\s+(?P<mean>\d+)\s+(?P<sd>\d+\.\d+)\s+(?P<median>\d+)\s+(?P<max>\d+)\s*$"
)
_AB_HEAD = ("Server Software:", "Server Hostname:", "Server Port:", "Document Path:", "Document Length:", "Concurrency Level:")
_SCALE = {"ns": 1e-9, "us": 1e-6, "µs": 1e-6, "ms": 1e-3, "s": 1.0, "m": 60.0, "k": 1000.0, "": 1.0}


def parse(page: Page) -> None:
    table = "min  mean[+/-sd]" in page.text
    for at, line in page.lines:
        if not line or not any(c.isdigit() for c in line):
            continue
        if table and (m := _AB.match(line)) is not None:
            _connections(page, at, m)
            continue
        if line.startswith(_AB_HEAD):
            page.claim(at)
            continue
        if (m := _WRK.match(line)) is not None:
            _wrk(page, at, m)
        elif ".." in line and (m := _K6.match(line)) is not None:
            _k6(page, at, m)
        elif "]" in line and (m := _VEGETA.match(line)) is not None:
            _vegeta(page, at, m)
        else:
            _simple(page, at, line)


def _connections(page: Page, at: int, m: re.Match[str]) -> None:
    """A row of ab's connection times, in milliseconds; the deviation is the mean's spread."""
    for name in ("min", "mean", "median", "max"):
        spread = float(m["sd"]) if name == "mean" else None
        metric = f"{m['what']} {name}"
        about, kind = page.about(at), "sd" if spread is not None else None
        page.reading(metric, m[name], "ms", at + m.start(name), config=about, spread=spread, spread_kind=kind)  # type: ignore[arg-type]


def _simple(page: Page, at: int, line: str) -> None:
    for pattern, metric, unit in _LINES:
        m = pattern.match(line)
        if m is None:
            continue
        groups = m.groupdict()
        printed = (groups.get("unit") or "") + unit
        name = " ".join(x for x in (metric, groups.get("what")) if x)
        page.reading(name, m["value"], printed, at + m.start("value"), config=page.about(at))
        return


def _wrk(page: Page, at: int, m: re.Match[str]) -> None:
    rate = m["what"] == "Req/Sec"
    for key, name in (("avg", "unit"), ("max", "maxunit")):
        printed = m[name] or ""
        scale = 1000.0 if printed == "k" else 1.0
        spread = float(m["sd"]) * _SCALE[m["sdunit"] or ""] / (_SCALE[printed] if not rate else 1.0) if key == "avg" else None
        raw = m[key] + ("k" if printed == "k" else "")
        page.reading(
            f"{m['what']} {key}" if not rate else f"{m['what']} per thread {key}",
            raw,
            "req/s" if rate else printed,
            at + m.start(key),
            value=float(m[key]) * scale,
            spread=spread,
            spread_kind="sd" if spread is not None else None,
            config=page.about(at),
        )


def _k6(page: Page, at: int, m: re.Match[str]) -> None:
    for v in _K6_VALUE.finditer(m["rest"]):
        page.reading(f"{m['name']} {v[1]}", v[2], v[3] or "", at + m.start("rest") + v.start(2), config=page.about(at))
    rate = _K6_RATE.match(m["rest"])
    if rate is not None:
        page.reading(m["name"], rate["count"], "", at + m.start("rest") + rate.start("count"), config=page.about(at))
        page.reading(f"{m['name']} rate", rate["rate"], "/s", at + m.start("rest") + rate.start("rate"), config=page.about(at))


def _vegeta(page: Page, at: int, m: re.Match[str]) -> None:
    names = [n.strip() for n in m["names"].split(",")]
    for name, v in zip(names, _GO_VALUE.finditer(m["values"]), strict=False):
        metric, start, value = f"{m['what'].lower()} {name}", at + m.start("values") + v.start(), None
        if v["m"] or v["h"]:
            value = 3600 * int(v["h"] or 0) + 60 * int(v["m"] or 0) + float(v["value"] or 0)
        raw, unit = (v[0], "s") if value is not None else (v["value"], v["unit"] or "")
        page.reading(metric, raw, unit, start, config=page.about(at), value=value)
