"""GNU time (`-v`, short, `-p`) and the shells' `time`. bash cuts `TIMEFORMAT=%1R` and GNU time cuts to 10 ms: both truncate.

`real\\t0m0.380s`; `0.03user 0.02system 0:00.89elapsed 48%CPU`; `Maximum resident set size (kbytes): 3664` (kbytes of 1024);
`./a  1.02s user 0.05s system 99% cpu 1.053 total` (zsh).
"""

import re

from sessionlens.model.trace import Action
from sessionlens.outputs.page import Page
from sessionlens.text.regex import regex

NAME = "time"
LITERALS = ("real", "lapsed", "Maximum resident", "% cpu ")
WORDS = frozenset(["real", "user", "sys", "elapsed", "Elapsed", "resident", "User", "System", "Percent", "faults", "cpu"])
TOOLS: frozenset[str] = frozenset()

_LINE = regex(
    r"(?P<key>real|user|sys)\s+(?:(?P<min>\d+)m)?(?P<sec>\d+[.,]\d+)s?\s*$"
    r"|(?P<u>\d+(?:\.\d+)?)user (?P<s>\d+(?:\.\d+)?)system (?P<e>\d+(?::\d+)*(?:\.\d+)?)elapsed (?P<cpu>\d+|\?)%CPU(?: "
    r"\([^)]*?(?P<rss>\d+)maxresident\)k)?"
    r"|\s*Elapsed \(wall clock\) time \(h:mm:ss or m:ss\): (?P<wall>\d+(?::\d+)*(?:\.\d+)?)"
    r"|\s*Maximum resident set size \(kbytes\): (?P<max>\d+)"
    r"|\s*(?P<which>User|System) time \(seconds\): (?P<secs>\d+(?:\.\d+)?)"
    r"|\s*Percent of CPU this job got: (?P<share>\d+)%"
    r"|\s*(?P<kind>Major|Minor) \([^)]*\) page faults: (?P<faults>\d+)"
    r"|\s*(?P<switched>Voluntary|Involuntary) context switches: (?P<switches>\d+)"
    r"|.*?(?P<zu>\d+(?:\.\d+)?)s user (?P<zs>\d+(?:\.\d+)?)s system (?P<zc>\d+)% cpu (?P<zt>\d+(?::\d+)*(?:\.\d+)?) total"
)
_REST = ("Average ", "Swaps:", "File system ", "Socket messages ", "Signals delivered:", "Page size (", "Exit status:")
"""What `-v` prints besides, nearly always zero."""
_COMMAND = regex(r'Command being timed: "(.*)"')


def parse(page: Page) -> None:
    timed = [a for a in page.actions if any(w.endswith("time") for w in a.command.wrappers) or a.command.tool == "time"]
    blocks = len(re.findall(r"(?m)^real\s|elapsed|Elapsed \(wall|% cpu ", page.text))
    cut = not blocks  # `time -v ./a 2>&1 | grep Maximum`
    blocks = blocks or page.text.count("Maximum resident")
    block = -1
    if "Elapsed (wall clock)" in page.text:
        for at, line in page.having(*_REST):
            if line[:1] in ("\t", " "):
                page.claim(at)
    for m in page.matches(
        _LINE,
        "real",
        "user",
        "sys",
        "elapsed",
        "Elapsed",
        "Maximum",
        "System time",
        "User time",
        "Percent of CPU",
        "page faults",
        "% cpu ",
        "context switches",
    ):
        if m["key"] == "real" or m["e"] or m["zt"] or (cut and m["max"]):
            block += 1
        config = _config(page, timed, max(block, 0), blocks, m.start())
        if m["key"]:
            seconds = float(m["sec"].replace(",", ".")) + 60 * int(m["min"] or 0)
            start = m.start("min") if m["min"] is not None else m.start("sec")
            page.reading(m["key"], page.text[start : m.end()].strip(), "s", start, config=config, value=seconds)
        elif m["e"]:
            page.reading("user", m["u"], "s", m.start("u"), config=config)
            page.reading("system", m["s"], "s", m.start("s"), config=config)
            page.reading("elapsed", m["e"], "s", m.start("e"), config=config, value=_clock(m["e"]))
            if m["rss"]:
                page.reading("maximum resident", m["rss"], "KiB", m.start("rss"), config=config)
        elif m["zt"]:
            for metric, key in (("user", "zu"), ("system", "zs"), ("total", "zt")):
                page.reading(metric, m[key], "s", m.start(key), config=config, value=_clock(m[key]))
        else:
            _verbose(page, m, config)


def _verbose(page: Page, m: re.Match[str], config: str) -> None:
    if m["wall"]:
        page.reading("elapsed", m["wall"], "s", m.start("wall"), config=config, value=_clock(m["wall"]))
    elif m["max"]:
        page.reading("maximum resident set size", m["max"], "KiB", m.start("max"), config=config)
    elif m["secs"]:
        page.reading(m["which"].lower(), m["secs"], "s", m.start("secs"), config=config)
    elif m["faults"]:
        page.reading(f"{m['kind'].lower()} page faults", m["faults"], "", m.start("faults"), config=config, exact=True)
    elif m["switches"]:
        metric = f"{m['switched'].lower()} context switches"
        page.reading(metric, m["switches"], "", m.start("switches"), config=config, exact=True)
    elif m["share"]:
        page.claim(m.start("share"))


def _config(page: Page, timed: list[Action], block: int, blocks: int, offset: int) -> str:
    named = _COMMAND.findall(page.text, 0, offset)
    if named:
        return str(named[-1])
    told = page.each(timed, blocks)
    return (told[block] if block < len(told) else "") or page.heading(offset)


def _clock(text: str) -> float:
    seconds = 0.0
    for part in text.split(":"):
        seconds = seconds * 60 + float(part)
    return seconds
