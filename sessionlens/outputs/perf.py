"""perf stat, plain, `-x,` and `-j`. `( +-  5.08% )` is the relative standard error of the mean over `-r` runs.

`        158.53 msec task-clock   #    0.295 CPUs utilized   ( +-  5.08% )`; `<not supported>` is no value; what stands behind `#` is
derived and left out. A run of `true` or of no program only asks whether perf works.
Rows behind a label that `sed` or `awk` put there, whatever else was cut off (`old  1202 page-faults`, `old: 31 ns user_time 4.1% )`), are
about that label. `perf report` gives a symbol's share of the samples, from one percent on.
"""

import re

from sessionlens.outputs.page import NUMBER, Page
from sessionlens.text.regex import regex

NAME = "perf"
LITERALS = ("Performance counter", " # ", "[.] ", "[k] ", "seconds ", "counter-value", ",msec,", "<not ", "% ")
TOOLS: frozenset[str] = frozenset()

_FOR = regex(r" Performance counter stats for '(?P<what>.*?)'(?: \((?P<n>\d+) runs\))?")
_ROW = regex(
    rf"^\s+(?P<value>{NUMBER})\s+(?:(?P<unit>msec|sec|ms|Joules|MiB|ns)\s+)?(?P<event>[a-zA-Z][\w./:-]*(?: [\w-]+)?)\s*"
    r"(?:#.*?)?(?:\( \+-\s*(?P<rse>\d+(?:\.\d+)?)% \))?\s*(?:\(\d+(?:\.\d+)?%\))?\s*$"
)
_CLOCK = regex(r"\s+(?P<value>\d+(?:\.\d+)?)(?: \+- (?P<se>\d+(?:\.\d+)?))? seconds (?P<what>time elapsed|user|sys)")
_BEHIND = regex(
    rf"(?P<label>\S(?:[^\n]{{0,60}}?\S)??)[ \t]*[:|,;=>]?[ \t]+(?P<value>{NUMBER})[ \t]+(?:(?P<unit>msec|sec|ms|Joules|MiB|ns)[ \t]+)?"
    r"(?P<event>[a-zA-Z][\w./:-]*)(?P<rest>(?:[ \t]+.*)?)$"
)
_CLOCK_BEHIND = regex(
    r"(?P<label>\S(?:[^\n]{0,60}?\S)??)[ \t]*[:|,;=>]?(?=[ \t]+\d[\d.]*(?: \+- [\d.]+)? seconds (?:time elapsed|user|sys)\b)"
)
_SHARE = regex(r"\+- *(\d+(?:\.\d+)?)%|(\d+(?:\.\d+)?)% \)$")
_ASKED = regex(r"\s(?:-e|--event)[ =]?[\"']?([\w:,./-]+)")
_REPEATED = regex(r"\s(?:-r|--repeat)[ =]?(\d+)\b")
_DEFAULT = frozenset(
    ["task-clock", "context-switches", "cpu-migrations", "page-faults", "cycles", "instructions", "branches", "branch-misses"]
)
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
_FIELDS = regex(rf"(?P<value>{NUMBER}),(?P<unit>\w*),(?P<event>[a-zA-Z][\w./:-]*)(?:,\d*(?:\.\d+)?)?$")
_JSON = regex(r'"counter-value" : "(?P<value>\d+(?:\.\d+)?)", "unit" : "(?P<unit>\w*)", "event" : "(?P<event>[^"]+)"')
_UNITS = {"msec": "ms", "sec": "s", "Joules": "J", "": ""}


def parse(page: Page) -> None:
    _report(page)
    command = page.call.command or ""
    asked, runs = (_DEFAULT.union(*(found.split(",") for found in _ASKED.findall(command))), _REPEATED.search(command))
    own = "perf" in command and "stat" in command
    what, n, dry = "", int(runs[1]) if own and runs is not None else None, False
    for at, line in page.having(" Perf", *_MARKS, *(asked - _DEFAULT if own else ())):
        if " Performance counter stats" in line:
            m = _FOR.search(line)
            if m is not None:
                what, n, dry = m["what"], int(m["n"]) if m["n"] else None, m["what"] in ("true", "sleep 0", "/bin/true")
                page.claim(at)
            continue
        if line[0] == " " and "seconds " in line and (m := _CLOCK.match(line)) is not None:
            page.claim(at)
            if not dry:
                _clock(page, at, m, what, n)
        elif line[0] == " " and (m := _ROW.match(line)) is not None:
            _row(page, at, m, what or page.heading(at) or page.wrapped("perf"), n, dry)
        elif own and line[:1] not in ("", " ", "{") and (_behind(page, at, line, asked, n) or _cut(page, at, line, asked, what, n)):
            continue
        elif ('"counter-value"' in line and (m := _JSON.search(line)) is not None) or (
            line.count(",") > 3 and (m := _CSV.match(line)) is not None and m["value"][0] != "<"
        ):
            page.reading(
                m["event"], m["value"], _UNITS.get(m["unit"], m["unit"]), at + m.start("value"), config=what or page.wrapped("perf")
            )


def _behind(page: Page, at: int, line: str, asked: frozenset[str], n: int | None) -> bool:
    """Read a row of an event that was asked for, or a clock, behind a label; whether the line is one."""
    clock = _CLOCK_BEHIND.match(line)
    if clock is not None and (m := _CLOCK.match(line, clock.end())) is not None:
        _clock(page, at, m, clock["label"], n)
        return True
    m = _BEHIND.match(line)
    if m is None or asked.isdisjoint((m["event"], m["event"].partition(":")[0])):
        return False
    share = _SHARE.search(m["rest"].rstrip())
    value = float(m["value"].replace(",", ""))
    rse = float(share[1] or share[2]) if share is not None else None
    _counted(page, at, m, m["label"].rstrip(":|,;=> "), n, None if rse is None else rse * value / 100)
    return True


def _cut(page: Page, at: int, line: str, asked: frozenset[str], what: str, n: int | None) -> bool:
    """Read the first fields of a row of `-x,`, behind which others may have been cut off."""
    m = _FIELDS.match(line)
    if m is None or asked.isdisjoint((m["event"], m["event"].partition(":")[0])):
        return False
    _counted(page, at, m, what or page.wrapped("perf"), n, None)
    return True


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
    _counted(page, at, m, what, n, float(m["rse"]) * value / 100 if m["rse"] else None)


def _counted(page: Page, at: int, m: re.Match[str], what: str, n: int | None, spread: float | None) -> None:
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


def _clock(page: Page, at: int, m: re.Match[str], what: str, n: int | None) -> None:
    spread = float(m["se"]) if m["se"] else None
    start = at + m.start("value")
    page.reading(m["what"], m["value"], "s", start, config=what, n=n, spread=spread, spread_kind="sem" if spread else None)
