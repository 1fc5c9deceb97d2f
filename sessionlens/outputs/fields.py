"""Values that a program of the project prints itself: `min=110.01 ms`, `build 3347.9 ms, save 5.4 ms`, `indexers: 609372`,
`118 shipments  1647.7 kg`, `faults 8588`.

The most general parser, so the most careful: it runs only where the call ran a benchmark, a script or a built program, and reads only
what has a unit of measure, or a name joined by `=` or `:`, or stands in rows of one shape. Parameters (`n=200000`, whatever the command's own
words say, `rounds=15`) are the configuration; versions, dates, hashes, code, compiler and log lines are left alone.
"""

import re
from collections import Counter
from dataclasses import dataclass

from sessionlens.outputs import directions
from sessionlens.outputs.page import Page, join
from sessionlens.text import units

NAME = "fields"
LITERALS: tuple[str, ...] = ()
TOOLS: frozenset[str] = frozenset()

PARAMETERS = frozenset(
    [
        "n", "N", "size", "reps", "rep", "rounds", "round", "runs", "run", "iters", "iterations", "iter", "threads", "workers", "seed", "mode",
        "batch", "k", "warmup", "samples", "trials", "trial", "concurrency", "clients", "depth", "width", "height", "dim", "dims", "cols", "loops",
        "port", "pid", "id", "level", "version", "step", "epoch", "line", "col", "index", "exit", "code", "status", "limit", "timeout", "cores",
        "cpus", "jobs", "capacity", "cap", "block", "chunk", "window", "degree", "pass", "phase", "year", "page", "attempt", "retries", "rank",
        "digest", "hash", "sha", "checksum", "length", "buckets", "shards", "repeat", "repeats", "number", "nodes", "parallel", "opt", "gpu", "cpu",
    ]
)  # fmt: skip
_GENERIC = frozenset(
    ["time", "rss", "memory", "latency", "size", "rate", "usage", "throughput", "faults", "misses", "count", "cpu", "s", "ms", "per"]
)
_COUNTED = re.compile(
    r"(?i)\b(?:faults?|misses|hits|count|total|allocs?|allocations|instructions|cycles|calls|refs|branches|ops|bytes|errors|peak|rows)$"
)
_BAD_NAME = re.compile(
    r"(?i)(?:^|[\s_-])(?:exit|code|status|line|pid|port|step|id|seed|version|v|at|in|on|after|of|for|to|from|by|and|is|the|a|than|with|column)$"
)
_CODE = re.compile(
    r"^\s*(?:[+@<>|}{*\\]|--?>|-(?=[^\d\s])|//|#|\d+\s*[:|│]|\d+[-:]\s|at |File \"|use |fn |def |class |import |from \S+ import|let |const |return |if |for |while |"
    r"pub |impl |error|warning|note:|Compiling|Finished|Checking|Downloaded|Downloading|Running|Building|Installing|test |make|npm |"
    r"\[?\d{4}-\d\d-\d\d[T ]\d\d:|thread |Traceback|Exit code|Usage|usage)|[;{}]\s*$|=>|\bTODO\b|&&|\$\{|\bin \d[\d.]*s$|https?://"
)
_TIMED_OUT = re.compile(r"(?i)time(?:d)? ?out|deadline|retry|sleep|interval|every \d")
_UNIT = (
    r"ns|us|µs|μs|ms|s|sec|secs|seconds|second|msec|usec|nsec|milliseconds|microseconds|min|mins|minutes|h|hours|"
    r"B|bytes|byte|KB|kB|MB|GB|TB|KiB|MiB|GiB|TiB|Kb|Mb|%|percent|pp|x|×|Hz|kHz|MHz|GHz|fps|W|J|°C|pages|faults"
)
_VALUE = re.compile(
    r"(?<![\w.#@/\\$-])(?P<num>[+-]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:[eE][+-]?\d{1,2})?)"
    rf"(?:(?P<gap> ?)(?P<unit>(?:{_UNIT}|[A-Za-z]\w*(?=/s|/sec|/op|/iter|/call))(?:/(?:s|sec|second|op|iter|iteration|call|loop|element|row|item|request|req|byte|cycle|run))?|/s)(?![\w=]))?"
    r"(?![\w]|\.\d|-\d|:\d|/\d|\.\w)"
)
_KEY = re.compile(r"(?P<name>[A-Za-z_%][\w./%()\[\]#-]*(?: {1,2}[\w./%()\[\]-]+){0,4}) *(?P<mark>[=:]) *[~(\"']?$")
_BEFORE = re.compile(r"(?P<name>[A-Za-z_][\w./()%-]*(?: [A-Za-z_][\w./()%-]*){0,3}) *(?P<open>\(?)[~≈]?$")
_AFTER = re.compile(r" {1,2}(?P<noun>[A-Za-z][\w-]*(?: [a-z][\w-]*)?)(?=$|[ ,;.)]| {2})")
_PARAMETER = re.compile(r"\b([A-Za-z_][\w-]*)=([\w.+-]+)(?=$|[\s,;)\]])")
_N = re.compile(r"^\s*(?:over|of|from|in|across|\(n=|n=)\s*(\d+)\b")
_LONG = 240


@dataclass(frozen=True, slots=True)
class _Field:
    """One candidate value on a line: `kind` says how its name was joined ("=", ":", "before", "after", "of", "share", "none")."""

    start: int
    end: int
    raw: str
    unit: str
    name: str
    kind: str
    label: int


def parse(page: Page) -> None:
    """Read the lines that are left."""
    if not page.programs:
        return
    said = _said(page)
    rows = [(at, line) for at, line in page.free() if line and len(line) <= _LONG and not _CODE.search(line) and _digit(line)]
    shapes = Counter(_shape(line) for _, line in rows)
    lone = page.programs[0] if len(page.programs) == 1 else None
    words = " ".join(page.words(lone))
    for at, line in rows:
        for start, end in _segments(line):
            _segment(page, at, line, start, end, said, words, shapes[_shape(line)])


def _segment(page: Page, at: int, line: str, start: int, end: int, said: frozenset[str], words: str, alike: int) -> None:
    """The values between two bars of a line, with the label that stands before the first of them."""
    fields = list(_fields(line, start, end))
    measured = [f for f in fields if f.unit]
    if measured and _TIMED_OUT.search(line):
        return
    kept = [f for f in fields if _counts_as_value(f, bool(measured), said, alike, fields)]
    if not kept:
        return
    label = _label(line, start, kept[0])
    parameters = " ".join(f"{k}={v}" for k, v in _PARAMETER.findall(line, start, end) if k in PARAMETERS or v in said)
    heading = page.heading(at)
    config = join(label, parameters) or heading or words
    labels = tuple(dict.fromkeys([*config.split(), *heading.split(), *words.split()]))
    for f in kept:
        count = _N.match(line[f.end : end])
        page.reading(
            f.name or label or "value", f.raw, f.unit, at + f.start, config=config, labels=labels, n=int(count[1]) if count else None,
            exact=not f.unit and f.raw.lstrip("+-").replace(",", "").isdigit(),
        )  # fmt: skip


def _fields(line: str, start: int, end: int) -> list[_Field]:
    out: list[_Field] = []
    last = start
    for m in _VALUE.finditer(line, start, end):
        if line[m.end("num") : m.end("num") + 1] == ":" or (
            m["gap"] == " " and m["unit"] in ("h", "s", "x", "B", "W", "J") and line[m.end() : m.end() + 1] not in ("", " ", ",", ")", ";")
        ):
            continue
        before = line[last : m.start()]
        name, kind, label = _name(line, before, last, m, out)
        raw_end = m.end("num")
        out.append(_Field(m.start(), m.end(), line[m.start() : raw_end], m["unit"] or "", name, kind, label))
        last = m.end()
    return out


def _name(line: str, before: str, last: int, m: re.Match[str], out: list[_Field]) -> tuple[str, str, int]:
    """A value's name, how it is joined, and where the name begins."""
    key = _KEY.search(before)
    if key is not None:
        name = key["name"].strip()
        if key["mark"] == "=" or " " not in name:
            short = name.rpartition(" ")[2] if key["mark"] == "=" and " " in name and "  " not in name and not out else name
            return short.strip(), key["mark"], last + key.end("name") - len(short)
        return name, ":", last + key.start("name")
    stripped = before.strip()
    if out and stripped in ("of", "/") and out[-1].kind in ("=", ":", "before"):
        return f"total {out[-1].name}".strip(), "of", m.start()
    if out and stripped.startswith("(") and stripped == "(" and m["unit"] in ("%", "percent"):
        return f"share of {out[-1].name}".strip(), "share", m.start()
    word = _BEFORE.search(before)
    if word is not None and not (m["unit"] is None and _AFTER.match(line, m.end()) and not word["name"]):
        name = word["name"].strip()
        pieces = name.split(" ")
        keep = 2 if len(pieces) > 1 and pieces[-1].lower() in _GENERIC else 1
        short = " ".join(pieces[-keep:])
        return short, "before", last + word.end("name") - len(short)
    noun = _AFTER.match(line, m.end())
    if noun is not None:
        return noun["noun"].split(" ")[0] if noun["noun"].split(" ")[0] else noun["noun"], "after", m.start()
    return "", "none", m.start()


def _counts_as_value(f: _Field, measured: bool, said: frozenset[str], alike: int, fields: list[_Field]) -> bool:
    """Whether a candidate is a value that was measured, and not a parameter, an ordinal or a part of a sentence."""
    first = f.name.split(" ")[-1] if f.name else ""
    if f.unit:
        return f.kind != "none" or len(fields) <= 4
    if f.raw.replace(",", "") in said or first.lower() in PARAMETERS or first in PARAMETERS or not f.name or _BAD_NAME.search(f.name):
        return False
    if f.kind in ("=", ":"):
        return not measured or bool(_COUNTED.search(f.name)) or directions.direction(f.name, "") != "unknown" or f.kind == "="
    if f.kind == "of":
        return any(g.kind in ("=", ":") and not g.unit for g in fields)
    if f.kind == "after":
        return alike > 1 and sum(g.kind == "after" for g in fields) > 1
    return f.kind == "before" and bool(_COUNTED.search(f.name)) and len(fields) <= 4


def _label(line: str, start: int, first: _Field) -> str:
    """The words before the first value's name: what the line is about."""
    text = line[start : first.label] if first.kind in ("=", ":", "before") else line[start : first.start]
    words = [w for w in re.split(r"[\s|,;]+", text) if w and not _PARAMETER.fullmatch(w)]
    return " ".join(w.rstrip(":") for w in words[:8]).strip("-–: ")


def _segments(line: str) -> list[tuple[int, int]]:
    """A line's parts between ` | `, each of which has its own label."""
    if " | " not in line:
        return [(0, len(line))]
    out, at = [], 0
    for part in line.split(" | "):
        out.append((at, at + len(part)))
        at += len(part) + 3
    return out


def _shape(line: str) -> str:
    """A line with its numbers and first word taken out: rows of one table have one shape."""
    return _DIGITS.sub("0", _FIRST.sub("", line))


_DIGITS = re.compile(r"[\d.,]+")
_FIRST = re.compile(r"^\s*[\d-]*\s*\S+|\s+")


def _digit(line: str) -> bool:
    return any(c in line for c in "0123456789")


def _said(page: Page) -> frozenset[str]:
    """The numbers that stand in the command itself: parameters, and not what came out."""
    return frozenset(_NUMBERS.findall(page.call.command or ""))


_NUMBERS = re.compile(r"(?<![\w.])\d+(?:\.\d+)?(?![\w.])")
