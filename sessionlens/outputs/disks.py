"""dd and fio. fio prints two unit systems on one line; the IEC one is read, the SI one in parentheses is the same value again.

`5129380 bytes (3.1 MB, 3.0 MiB) copied, 0.0016 s, 2.0 GB/s`; `  read: IOPS=9683, BW=88.4MiB/s (85.1MB/s)(22.1MiB/8440msec)`;
`     lat (usec): min=12, max=3210, avg=170.21, stdev=40.10`.
"""

from sessionlens.outputs.page import Page
from sessionlens.text.regex import regex

NAME = "disk"
LITERALS = (" copied, ", "IOPS=", " lat (")
WORDS = frozenset(["copied", "IOPS", "lat"])
TOOLS: frozenset[str] = frozenset()

_DD = regex(
    r"(?m)^(?P<bytes>\d+) bytes (?:\([^)]*\) )?copied, (?P<time>\d+(?:\.\d+)?(?:e-?\d+)?) s(?:econds)?, (?P<rate>\d+"
    r"(?:\.\d+)?) (?P<unit>\w?B/s)"
)
_FIO = regex(
    r"(?m)^\s*(?P<what>read|write|trim)\s*: IOPS=(?P<iops>\d+(?:\.\d+)?)(?P<k>[kM])?, BW=(?P<bw>\d+(?:\.\d+)?)"
    r"(?P<unit>\w?iB/s)"
)
_LAT = regex(
    r"(?m)^\s*(?P<what>[sc]?lat) \((?P<unit>nsec|usec|msec)\): min=\s*(?P<min>\d+(?:\.\d+)?k?), max=\s*(?P<max>\d+(?:\.\d+)?k?), "
    r"avg=\s*(?P<avg>\d+(?:\.\d+)?), stdev=\s*(?P<sd>\d+(?:\.\d+)?)"
)


def parse(page: Page) -> None:
    for m in _DD.finditer(page.text):
        page.reading("bytes copied", m["bytes"], "B", m.start("bytes"), config=page.about(m.start()), way="unknown", exact=True)
        page.reading("time", m["time"], "s", m.start("time"), config=page.about(m.start()))
        page.reading("rate", m["rate"], m["unit"], m.start("rate"), config=page.about(m.start()))
    name = ""
    for m in _FIO.finditer(page.text):
        name = m["what"]
        scale = {"k": 1e3, "M": 1e6}.get(m["k"] or "", 1.0)
        page.reading("IOPS", m["iops"] + (m["k"] or ""), "ops/s", m.start("iops"), config=name, value=float(m["iops"]) * scale)
        page.reading("BW", m["bw"], m["unit"], m.start("bw"), config=name)
    for m in _LAT.finditer(page.text):
        page.reading(f"{m['what']} avg", m["avg"], m["unit"], m.start("avg"), config=name, spread=float(m["sd"]), spread_kind="sd")
        for key in ("min", "max"):
            value = float(m[key].rstrip("k")) * (1000 if m[key].endswith("k") else 1)
            page.reading(f"{m['what']} {key}", m[key], m["unit"], m.start(key), config=name, value=value)
