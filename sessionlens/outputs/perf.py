"""perf stat, plain, `-x,` and `-j`. `( +-  5.08% )` is the relative standard error of the mean over `-r` runs.

`        158.53 msec task-clock   #    0.295 CPUs utilized   ( +-  5.08% )`; `<not supported>` is no value; what stands behind `#` is
derived and left out. A run of `true` or of no program only asks whether perf works.
`perf report` gives a symbol's share of the samples, from one percent on.
"""

import re

from sessionlens.outputs.page import NUMBER, Page
from sessionlens.text.regex import regex

NAME = "perf"
LITERALS = ("Performance counter", " # ", "[.] ", "[k] ", "seconds ", "counter-value", ",msec,", "<not ", "% ")
TOOLS: frozenset[str] = frozenset()

_FOR = regex(r"^ Performance counter stats for '(?P<what>.*?)'(?: \((?P<n>\d+) runs\))?")
_ROW = regex(
    rf"^\s+(?P<value>{NUMBER})\s+(?:(?P<unit>msec|sec|ms|Joules|MiB|ns)\s+)?(?P<event>[a-zA-Z][\w./:-]*(?: [\w-]+)?)\s*"
    r"(?:#.*?)?(?:\( \+-\s*(?P<rse>\d+(?:\.\d+)?)% \))?\s*(?:\(\d+(?:\.\d+)?%\))?\s*$"
)
_CLOCK = regex(r"^\s+(?P<value>\d+(?:\.\d+)?)(?: \+- (?P<se>\d+(?:\.\d+)?))? seconds (?P<what>time elapsed|user|sys)")
_MARKS = (
    " # ",
    "<not ",
    " msec ",
    "seconds ",
    "( +-",
    "page-faults",
    "cycles",
    "instructions",
    "-misses",
    "-loads",
    "branches",
    "faults",
    "counter-value",
    "task-clock",
    "-switches",
    "-migrations",
    "-references",
    "cpu-clock",
    "duration_time",
)
_REPORT = regex(
    r"\s*(?P<share>\d+\.\d+)%\s+(?:(?P<self>\d+\.\d+)%\s+)?(?:\d+\s+)?(?:(?P<comm>[^\s\[]\S*)\s+)?(?:(?P<object>\S+)\s+)?"
    r"\[[.k]\]\s+(?P<symbol>\S.*?)\s*$"
)
_SYMBOL = regex(r"\s*(?P<share>\d+\.\d+)%\s+(?P<symbol>[A-Za-z_][\w:<>~,&*.()]*)\s*$")
_CSV = regex(rf"^(?P<value>{NUMBER}|<not [a-z]+>),(?P<unit>\w*),(?P<event>[\w./:-]+),\d+,\d+(?:\.\d+)?")
_JSON = regex(r'"counter-value" : "(?P<value>\d+(?:\.\d+)?)", "unit" : "(?P<unit>\w*)", "event" : "(?P<event>[^"]+)"')
_UNITS = {"msec": "ms", "sec": "s", "Joules": "J", "": ""}


def parse(page: Page) -> None:
    _report(page)
    what, n, dry = "", None, False
    for at, line in page.having(" Perf", *_MARKS):
        if line.startswith(" Perf"):
            m = _FOR.match(line)
            if m is not None:
                what, n, dry = m["what"], int(m["n"]) if m["n"] else None, m["what"] in ("true", "sleep 0", "/bin/true")
                page.claim(at)
            continue
        if line[0] == " " and "seconds " in line and (m := _CLOCK.match(line)) is not None:
            spread = float(m["se"]) if m["se"] else None
            if not dry:
                page.reading(
                    m["what"],
                    m["value"],
                    "s",
                    at + m.start("value"),
                    config=what,
                    n=n,
                    spread=spread,
                    spread_kind="sem" if spread else None,
                )
            page.claim(at)
        elif line[0] == " " and (m := _ROW.match(line)) is not None:
            _row(page, at, m, what or page.heading(at) or page.wrapped("perf"), n, dry)
        elif ('"counter-value"' in line and (m := _JSON.search(line)) is not None) or (
            line.count(",") > 3 and (m := _CSV.match(line)) is not None and m["value"][0] != "<"
        ):
            page.reading(
                m["event"], m["value"], _UNITS.get(m["unit"], m["unit"]), at + m.start("value"), config=what or page.wrapped("perf")
            )


def _report(page: Page) -> None:
    """`perf report`: a symbol's share of the samples, its callees' included where two shares stand; what is under one percent is noise."""
    for m in page.matches(_REPORT, "[.] ", "[k] "):
        for metric, key in (("children", "share"), ("self", "self")) if m["self"] else (("overhead", "share"),):
            if float(m[key]) >= 1:
                page.reading(metric, m[key], "%", m.start(key), config=m["symbol"], labels=(m["object"] or "",), way="unknown")
        page.claim(m.start("share"))
    if any(a.command.tool == "perf" and "report" in a.command.argv[1:3] for a in page.actions):
        for m in page.matches(_SYMBOL, "% "):
            if float(m["share"]) >= 1:
                page.reading("overhead", m["share"], "%", m.start("share"), config=m["symbol"], way="unknown")


def _row(page: Page, at: int, m: re.Match[str], what: str, n: int | None, dry: bool) -> None:
    page.claim(at)
    if dry:
        return
    value = float(m["value"].replace(",", ""))
    spread = float(m["rse"]) * value / 100 if m["rse"] else None
    page.reading(
        m["event"],
        m["value"],
        _UNITS.get(m["unit"] or "", m["unit"] or ""),
        at + m.start("value"),
        config=what,
        n=n,
        spread=spread,
        spread_kind="sem" if spread is not None else None,
        way="lower",
    )
