"""Candidate values of a printed line and the names they go by; which of them were measured is for `fields` to say.

A name is joined by `=` (`best=12.9 ms`), by `:` (`peak rss: 12 MB`), stands before (`build 28.9 ms`) or, in rows of pairs, behind
(`110 parcels   24 late`). `61240017 of 240158890 (25.5 %)` gives a part, its total and its share.
"""

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

from sessionlens.text.regex import regex

Joined = Literal["=", ":", "before", "after", "of", "share", "list", "spread", "none"]


class Field(NamedTuple):
    """One candidate: its number at [start, end) of the line, `after` where its unit ends, `named` where its name begins."""

    start: int
    end: int
    after: int
    raw: str
    unit: str
    name: str
    joined: Joined
    named: int
    value: float | None = None


_UNIT = (
    r"ns|us|µs|μs|ms|s|sec|secs|seconds|second|msec|usec|nsec|milliseconds|microseconds|min|mins|minutes|h|hours|"
    r"B|bytes|byte|KB|kB|MB|GB|TB|KiB|MiB|GiB|TiB|Kb|Mb|%|percent|pp|x|×|Hz|kHz|MHz|GHz|fps|W|J|°C"
)
_PER = r"s|sec|second|op|iter|iteration|call|loop|element|row|item|request|req|byte|cycle|run"
VALUE = regex(
    r"(?<![\w.#@/\\$-])(?P<num>(?P<minutes>\d+)m ?(?P<seconds>\d+(?:\.\d+)?)(?=s\b)|"
    r"[+-]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:[eE][+-]?\d{1,2})?)"
    rf"(?:(?P<gap> ?)(?P<unit>(?:{_UNIT}|[A-Za-z]\w*(?=/(?:s|sec|op|iter|call)\b(?!=)))(?:/(?:{_PER}))?|/s|(?<=\d)[KMG])(?![\w=]))?"
    r"(?![\w]|\.\d|-\d|:\d|/\d|\.\w)"
)
SENTENCE = regex(
    r"^\s*(?!(?i:running|ran|collected|compiling|checking|step|line|starting|listening|exit|port|pid|found|installed|added|"
    r"page)\b)(?P<verb>[A-Za-z]+(?: [a-z]+)?) (?P<num>\d[\d,]*) (?P<noun>[a-z][\w-]*)(?: \((?P<share>\d[\d.]*) ?%\))?\.?\s*$"
)
PAIRS = regex(r"(?:(?<![\w=:.])\d[\d,.]* {1,2}[A-Za-z][\w-]*[,;]? *){2,}$")
_LAST = regex(r"[A-Za-z_%][\w./%()\[\]#-]*$")
_KEYWORD = regex(r"[\w./%()\[\]#-]+")
_WORD = regex(r"[A-Za-z_][\w./()%-]*")
_UNITED = regex(rf"\s*[(\[]({_UNIT})[)\]]$")
_LISTED = regex(rf"\] ?({_UNIT})(?![\w/])")
_SAID = regex(r" ([a-z]+(?: [a-z]+)?)\)")
_AFTER = regex(r" {1,2}(?P<noun>[A-Za-z][\w-]*)(?=$|[ ,;.)])")
_NEXT = regex(r" {1,2}[~<>≈]?[+-]?\d")
"""A word before a number, which it names: `706 req/s  p50 20.1 ms`."""
_PAIRED = regex(r", \d[\d,.]* [A-Za-z]")
"""What follows a count in a row of them: `cache: 912 hits, 88 misses`."""
_BUCKET = regex(
    r"\s*(?:(?:less|more|fewer) than \d[\d.,]*|(?:at (?:least|most)|up to|over|under|above|below) \d[\d.,]*|[<>≤≥]=? ?\d[\d.,]*"
    r"|\d[\d.,]*(?:\+| ?(?:to|or|and|-|–) ?(?:more|less|fewer|above|below|over|\d[\d.,]*)))"
    r"(?: [A-Za-z]+){1,3}(?=:? +[^\d\s]*\d|:? +[a-z]+ )"
)
"""What begins a row for a range of a parameter: `4 or more terms`, `10 to 100 keys`, `at most 8 bytes`."""
_ROW_LABEL = regex(
    r"\s*(?P<label>(?:[^\s=:]+ )*?\d[\d.,]* ?(?<![.,])[A-Za-z%][\w/%]*(?: [^\s=:]+)*?)(?P<gap> {2,}|\t+|: +)(?=[~<>≈]?[+-]?\d)"
)
"""A row's label with a number in it, away from the value: `queries with 3 words   12.1 ms`, `parse of 3 MB: 5.2 ms`."""
_OF_RUNS = regex(r"(?i)\s*(?P<name>best|fastest|slowest|worst|mean|average|avg|median|min|max|minimum|maximum) of \d+ [a-z]+$")
_MEASURED = regex(r"(?i) (?:total|mean|average|avg|median|min|max|p\d+|time|elapsed|latency|rss|memory|size|throughput|rate|count)$")
_IN_UNIT = regex(rf"\d ?(?:{_UNIT})\s*$")
_COMMIT = regex(r"(?<!\S)(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{7,40} +(?=\S)")
"""A commit's name before that of a value: `5f0c9e1 elapsed: 3 s`."""
_LONG = 120
_GENERIC = frozenset(["time", "rss", "memory", "latency", "size", "rate", "usage", "throughput", "faults", "misses", "count", "cpu", "per"])
LINKING = frozenset(["in", "took", "is", "was", "of", "at", "takes", "needed", "for", "to", "after", "within", "about"])
_ASIDE = regex(r"(?<=\w) *\([^()]{3,40}\)$")
"""What a name adds in parentheses: `peak RSS (with overhead): 3.9 MB`."""
_QUOTES = str.maketrans("'\"", "  ")
_COUNT_AND_BYTES = regex(rf"(?<![\w=:.])\d[\d,]* (?!(?:{_UNIT})\b)[a-z]+,? \d[\d,]* bytes$")
"""`39 allocs 23,060,488 bytes`: a count, and a size in words."""
_POWERS = {"K": "kB", "M": "MB", "G": "GB"}
_SIZED = regex(r"(?i)mem|rss|heap|leak|size|alloc|bytes|footprint|usage")
"""What a value with a bare power behind it measures, for it to be bytes: `peak RSS: 3.95M`."""
_WORDLIKE = frozenset(["h", "s", "x", "B", "W", "J"])


def fields(line: str, start: int, end: int) -> Iterator[Field]:
    """All candidates of line[start:end], in order."""
    paired = PAIRS.search(line, start, end) is not None and (
        _IN_UNIT.search(line, start, end) is None or _COUNT_AND_BYTES.search(line, start, end) is not None
    )
    previous: Field | None = None
    last, said = (start, "") if paired else _labelled(line, start, end)
    keyed, seen = "", set[str]()
    for m in VALUE.finditer(line, last, end):
        behind = m.end("num")
        unit = m["unit"] or ""
        if line[behind : behind + 1] == ":" or (
            m["gap"] and unit in _WORDLIKE and line[m.end() : m.end() + 1] not in ("", " ", ",", ")", ";", ":", "'", '"')
        ):
            continue
        name, joined, named = _name(line, last, m, previous, paired)
        if unit in _POWERS:
            if not _SIZED.search(name):
                continue
            unit = _POWERS[unit]
        if joined == "before" and name in seen:
            name, named = _longer(line, last, name, named)
        seen.add(name)
        if said and previous is None and not name:
            name, joined, named = said, ":", start
        listed = _LISTED.match(line, m.end()) if not unit and line[m.end() : m.end() + 1] == "]" else None
        if m["minutes"]:
            value = 60 * int(m["minutes"]) + float(m["seconds"])
            previous = Field(m.start(), behind + 1, m.end(), m["num"] + "s", "s", name, joined, named, value)
        else:
            if (
                not unit
                and joined in (":", "=")
                and (given := _UNITED.search(line, last, m.start() - 1 if joined == "=" else line.rfind(":", last, m.start())))
            ):
                keyed = given[1]
            elif joined != "list":
                keyed = ""
            unit = (listed[1] if listed else unit) or keyed
            previous = Field(m.start(), behind, m.end(), m["num"], unit, name, joined, named)
        last = m.end()
        yield previous


def _labelled(line: str, start: int, end: int) -> tuple[int, str]:
    """Where the label ends that a row begins with, if a number in it would be taken for a value; else where the line begins. With it the
    value's name where the label says that: "best of 5 runs"."""
    if end - start > _LONG:
        return start, ""
    bucket = _BUCKET.match(line, start, end)
    if bucket is not None:
        return bucket.end(), ""
    apart = "  " in line or ": " in line or "\t" in line
    row = _ROW_LABEL.match(line, start, end) if apart else None
    if row is None or (":" not in row["gap"] and _IN_UNIT.search(row["label"]) is not None):
        return start, ""
    aggregate = _OF_RUNS.match(row["label"])
    measured = _MEASURED.search(row["label"]) if ":" in row["gap"] else None
    return (row.start("label") + measured.start() if measured is not None else row.end("label")), aggregate["name"] if aggregate else ""


def _name(line: str, last: int, m: re.Match[str], previous: Field | None, paired: bool) -> tuple[str, Joined, int]:
    """A value's name, how it is joined, and where the name begins."""
    before = line[last : m.start()]
    stripped = before.strip()
    head = stripped.rstrip("~([ \"'")
    if head[-1:] == "=":
        head = head.rstrip("= ")
        name = _LAST.search(head, head.rfind(" ") + 1)
        if name is not None:
            return name[0], "=", last + before.find(head) + name.start()
    elif head[-1:] == ":":
        key = before[: before.rfind(":")].rstrip(" \"'")
        end = len(_ASIDE.sub("", _UNITED.sub("", key)) if key[-1:] in (")", "]") else key)
        at = _back(before, end, 5, 3, _KEYWORD)
        while 0 <= at < end and not (before[at].isalpha() or before[at] in "_%"):
            at = before.find(" ", at, end) + 1 or end
        noun = _AFTER.match(line, m.end("num")) if not m["unit"] else None
        if noun is not None and _PAIRED.match(line, noun.end()) is not None:
            return noun["noun"], "after", m.start()
        if 0 <= at < end and (commit := _COMMIT.search(before, at, end)) is not None:
            at = commit.end()
        if 0 <= at < end:
            return " ".join(before[at:end].split()), ":", last + at
    if previous is not None:
        if stripped in ("±", "+-", "+/-"):
            return previous.name, "spread", previous.named
        if stripped in ("of", "/") and previous.joined in ("=", ":", "before"):
            return f"total {previous.name}".strip(), "of", m.start()
        shared = previous.joined == "after" and stripped.removeprefix(previous.name).strip() == "("
        if (stripped == "(" or shared) and m["unit"] in ("%", "percent"):
            said = _SAID.match(line, m.end())
            if said is not None:
                return said[1], "share", m.start()
            if m["num"][0] in "+-":
                return f"change of {previous.name}".strip(), "share", m.start()
            return f"share of {previous.name.removeprefix('total ')}".strip().removesuffix(" of"), "share", m.start()
        apart = not stripped and bool(m["unit"]) and _setting(previous) and line[m.end() :].lstrip(" ,;")[:1].isdigit() is False
        counted = stripped and not m["unit"] and _AFTER.match(line, m.end("num")) is not None
        if (
            stripped.translate(_QUOTES).strip() in ("", ",", ";")
            and previous.joined != "after"
            and (m["unit"] or previous.unit or "." in m["num"])
            and not counted
            and not apart
        ):
            return previous.name, "list", previous.named
    alone = stripped in ("", ",", ";") or (previous is not None and previous.joined == "after" and stripped.strip(",; ") == previous.name)
    noun = _AFTER.match(line, m.end("num")) if paired or alone else None
    if noun is not None and noun["noun"] != m["unit"]:
        return noun["noun"], "after", m.start()
    if alone and stripped.strip(",; "):
        return "", "none", m.start()
    end = len(before.rstrip(" ~≈([\"'"))
    at = _back(before, end, 4, 1, _WORD) if stripped else -1
    if at < 0:
        noun = _AFTER.match(line, m.end())
        if noun is not None and m["unit"] and _NEXT.match(line, noun.end()) is not None:
            noun = None
        return (noun["noun"], "after", m.start()) if noun is not None else ("", "none", m.start())
    pieces = before[at:end].split(" ")
    linked = False
    while len(pieces) > 1 and pieces[-1].lower() in LINKING:
        pieces.pop()
        linked = True
    if len(pieces) == 1 and linked and previous is not None and not previous.unit and before.strip().startswith(pieces[0]):
        return "", "before", m.start()
    keep = 2 if len(pieces) > 1 and pieces[-1].lower() in _GENERIC else 1
    short = " ".join(pieces[-keep:])
    return short, "before", last + before.rfind(short)


def _longer(line: str, last: int, name: str, named: int) -> tuple[str, int]:
    """The name with the word before it, where the line has a value by the short name already: `p90 8 ms  queue p90 3 ms`."""
    words = line[last:named].rstrip(" ").split(" ")
    if not words[-1].isalpha() or words[-1].lower() in LINKING:
        return name, named
    return f"{words[-1]} {name}", line.rfind(words[-1], last, named)


def _setting(previous: Field) -> bool:
    """Whether a value says which case the next one is of and is no first of a list: `threads=4 91230 rows/s`."""
    return previous.joined == "=" and not previous.unit and previous.raw.isdigit()


def _back(text: str, end: int, most: int, gap: int, shape: re.Pattern[str]) -> int:
    """Where the run of words of that shape that ends at `end` begins: at most so many, apart by at most `gap` blanks; -1: none.

    Walking back word by word is linear; one pattern for it would try every start.
    """
    start, stop, count = -1, end, 0
    while stop > 0 and count < most:
        at = text.rfind(" ", 0, stop) + 1
        word = text[at:stop].lstrip("\"'([{")
        if not word or shape.fullmatch(word) is None:
            break
        start, count = stop - len(word), count + 1
        blanks = at - len(text[:at].rstrip(" "))
        if start > at or blanks == 0 or blanks > gap:
            break
        stop = at - blanks
    return start
