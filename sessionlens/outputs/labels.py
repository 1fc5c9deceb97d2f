"""What a value of a printed line is called, and what stands on the line to say what it is about."""

from sessionlens.outputs import directions
from sessionlens.outputs.naming import LINKING, Field
from sessionlens.text import units
from sessionlens.text.regex import regex

COUNTED = regex(
    r"(?i)(?:\b|_)(?:ratio|loss|score|accuracy|acc|f1|speedup|rate|recall|precision|mean|avg|average|median|min|max|p\d\d+|std|stddev|"
    r"time|cost|ipc|faults?|misses|hits|count|total|allocs?|allocations|instructions|cycles|calls|refs|branches|ops|bytes|errors|"
    r"peak|rows)$"
)
RUN = regex(r"(?i)^(?:run|trial|iteration|iter|round|rep|sample|attempt|pass)\s*#?\d+$")
PARAMETER = regex(r"\b([A-Za-z_][\w-]*)=([\w.+-]+)(?=$|[\s,;)\]])")
_BAR = regex(r"\d+/\d+ *\[[=>.#-]*\](?: *-? *\d+m?s)?(?: *-)?|\[[=>.#-]{3,}\]|\d+%\|[^|]*\|")
"""A progress bar, which says nothing of what was measured."""
DONE = frozenset(["done", "finished", "completed", "complete", "took", "ran"])
"""What a time follows that is that of the thing named before it: `warm-up done in 0.2 s`."""
_PER = regex(r"(?P<unit>[A-Za-zµμ%]+)/(?!(?:s|sec|second|min|h|op|ops|iter|iteration|cycle)$)(?P<thing>[a-z]+)")
QUANTITY = {"time": "time", "size": "size", "rate": "rate", "percent": "share"}


def leading(given: list[tuple[str, str]], kept: list[Field]) -> str:
    """A whole number without unit that a row of named values begins with says what the row is about: `rows=500 hits=41 time=0.2 s`.
    In a single row it stays a value itself, for it may be one."""
    if len(given) < 2 or len(kept) < 2 or kept[0].joined != "=" or kept[0].unit or not kept[0].raw.isdigit():
        return ""
    (name, value), rest = given[0], kept[1:]
    alone = kept[0].name == name and kept[0].raw == value and kept[0].named == min(f.named for f in kept)
    return (
        f"{name}={value}"
        if alone and _OF.search(name) and any(f.unit or directions.direction(f.name, "") != "unknown" for f in rest)
        else ""
    )


_OF = regex(
    r"(?i)(?:^|_)(?:lines|rows|items|elements|elems|entries|records|files|keys|points|tokens|docs|documents|words|requests|vertices|edges|users|clients|"
    r"connections|events|messages|queries|columns|cols|bytes|len|count|inputs|objects|values|pairs|tasks|particles|bodies|cells)$"
)
"""What the input of a program is counted in."""


def metric_of(f: Field, unit: str, label: str) -> str:
    """A value's metric: its name, unless that only numbers a run ("run 2") or is missing; then what its unit measures."""
    if f.name and not RUN.match(f.name) and f.name not in LINKING and f.name not in DONE:
        return f.name
    return QUANTITY.get(units.dimension(unit), "") or label or "value"


def names_config(name: str) -> bool:
    """Whether the name before a list of runs is that of a configuration: `before: 10.1 10.2 s`, not `times: ...` or `min: ...`."""
    return LISTED.search(name) is None and directions.direction(name, "") == "unknown" and COUNTED.search(name) is None


LISTED = regex(
    r"(?i)(?:^|[ _-])(?:runs?|times?|timings?|samples?|values?|results?|rounds?|latency|latencies|durations?|elapsed|total|wall|real)$"
)


def label_of(line: str, start: int, first: Field) -> str:
    """The words before the first value's name: what the line is about."""
    text = line[start : first.named if first.joined in ("=", ":", "before") else first.start]
    words = [w.strip(":,;|(){}") for w in _BAR.sub(" ", text).split() if not PARAMETER.fullmatch(w.strip(",;"))]
    while words and (words[-1].lower() in LINKING or words[-1].lower() in DONE):
        words.pop()
    return " ".join(w for w in words[:8] if w and w != "...").strip("-–: ")


def per(metric: str, unit: str, headed: bool = False) -> tuple[str, str]:
    """A metric and its unit, where that is a size for each of some thing: `88 B/key` are 88 bytes, of which the metric says per what; in a
    column's head (`headed`: `usecs/call`) any unit of measure. Other rates and the units of benchmarks (`ns/op`) stay what they are."""
    m = _PER.fullmatch(unit)
    if m is None or not units.known(m["unit"]) or not (headed or units.dimension(m["unit"]) == "size"):
        return metric, unit
    return (metric if m["thing"] in metric else f"{metric} per {m['thing']}".strip()), m["unit"]
