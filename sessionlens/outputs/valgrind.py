"""valgrind's counts: cachegrind and callgrind (`I   refs:  125,229,941`), memcheck's heap and leak summaries, the functions of
`callgrind_annotate` with their shares, and massif's snapshots (`ms_print`), whose graph gives the peak.

Also where a loop echoed them on one line.

The read/write split in parentheses is a part of the same count and left out.
"""

from sessionlens.outputs.configs import join
from sessionlens.outputs.page import Page
from sessionlens.text.regex import regex

NAME = "valgrind"
LITERALS = (
    "refs:",
    "misses:",
    "miss rate:",
    "ERROR SUMMARY",
    "total heap usage",
    "in use at exit",
    "useful-heap(B)",
    " lost: ",
    " reachable: ",
    "PROGRAM TOTALS",
    "ms_print arg",
)
WORDS = frozenset(["refs", "misses", "rate", "SUMMARY", "heap", "lost", "reachable", "TOTALS", "ms"])
TOOLS: frozenset[str] = frozenset()

_COUNT = regex(
    r"(?P<what>I1|LLi|D1|LLd|LL|I|D|Branches|Mispredicts)\s+(?P<kind>refs|misses|miss rate):\s*(?P<value>\d[\d,]*(?:\.\d+)?)(?P<percent>%)?"
)
_SUMMARY = regex(r"ERROR SUMMARY: (?P<n>\d[\d,]*) errors from")
_HEAP = regex(r"total heap usage: (?P<allocs>\d[\d,]*) allocs, (?P<frees>\d[\d,]*) frees, (?P<bytes>\d[\d,]*) bytes allocated")
_PID = regex(r"^==\d+==\s*")
_IN_USE = regex(r"==\d+==\s+in use at exit: (?P<bytes>\d[\d,]*) bytes in (?P<blocks>\d[\d,]*) blocks")


_LOST = regex(
    r"==\d+==\s+(?P<what>(?:definitely|indirectly|possibly) lost|still reachable): (?P<bytes>\d[\d,]*) bytes in (?P<blocks>\d[\d,]*) blocks"
)
_FUNCTION = regex(r"\s*(?P<ir>\d[\d,]*) \(\s*(?P<share>\d+\.\d+)%\)\s+(?P<name>\S.*?)\s*$")
_PEAK = regex(r"(?m)^\s+(?P<unit>[KMG]?B)\n\s*(?P<value>\d+(?:\.\d+)?)\^")
_SNAPSHOT = regex(r"\s*\d+\s+\d[\d,]*\s+(?P<total>\d[\d,]*)(?:\s+\d[\d,]*){3}\s*$")


def _annotated(page: Page) -> None:
    """Instructions and shares by function; the total's name says that it is the program's."""
    for at, line in page.having("%)"):
        if (m := _FUNCTION.match(line)) is None or m["name"].startswith("Ir "):
            continue
        name = "program total" if m["name"] == "PROGRAM TOTALS" else m["name"].rpartition(":")[2].split(" [")[0]
        page.reading("instructions", m["ir"], "", at + m.start("ir"), config=name, exact=True, way="lower")
        if name != "program total":
            page.reading("share of instructions", m["share"], "%", at + m.start("share"), config=name)


def parse(page: Page) -> None:
    if "PROGRAM TOTALS" in page.text:
        _annotated(page)
    if "ms_print arg" in page.text or "useful-heap(B)" in page.text:
        peak = _PEAK.search(page.text)
        about = page.wrapped("valgrind") or page.about(peak.start() if peak is not None else 0)
        if peak is not None:
            page.reading("peak heap", peak["value"], peak["unit"], peak.start("value"), config=about)
        for at, line in page.free():
            if (row := _SNAPSHOT.match(line)) is not None:
                page.reading("total heap", row["total"], "B", at + row.start("total"), config=about, exact=True)
            elif "snapshots: " in line or "useful-heap(B)" in line or "% (" in line:
                page.claim(at)
    for at, line in page.having(" lost: ", " reachable: "):
        if (lost := _LOST.match(line)) is not None:
            about = page.heading(at) or page.wrapped("valgrind")
            page.reading(f"{lost['what']} bytes", lost["bytes"], "B", at + lost.start("bytes"), config=about, exact=True, way="lower")
            page.reading(f"{lost['what']} blocks", lost["blocks"], "", at + lost.start("blocks"), config=about, exact=True, way="lower")
    for at, line in page.having(*LITERALS):
        before = ""
        for m in _COUNT.finditer(line):
            if not before:
                before = join(_PID.sub("", line[: m.start()])) or page.heading(at) or page.wrapped("valgrind") or " "
            if m["percent"]:
                page.reading(f"{m['what']} miss rate", m["value"], "%", at + m.start("value"), config=before.strip(), way="lower")
            else:
                page.reading(
                    f"{m['what']} {m['kind']}", m["value"], "", at + m.start("value"), config=before.strip(), way="lower", exact=True
                )
        if (s := _SUMMARY.search(line)) is not None:
            page.outcome("memory", "pass" if s["n"] == "0" else "fail", at, at + len(line), counts={"errors": int(s["n"].replace(",", ""))})
        elif (h := _HEAP.search(line)) is not None:
            about = join(_PID.sub("", line[: h.start()])) or page.heading(at) or page.wrapped("valgrind")
            page.reading("allocs", h["allocs"], "", at + h.start("allocs"), config=about, way="lower", exact=True)
            page.reading("bytes allocated", h["bytes"], "B", at + h.start("bytes"), config=about, way="lower", exact=True)
        elif (u := _IN_USE.match(line)) is not None:
            about = page.heading(at) or page.wrapped("valgrind")
            page.reading("in use at exit", u["bytes"], "B", at + u.start("bytes"), config=about, way="lower", exact=True)
