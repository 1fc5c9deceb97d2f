"""Which way is better, from the metric's words and the unit; "unknown" where neither says so."""

from functools import lru_cache

from sessionlens.model.words import Direction
from sessionlens.text import units
from sessionlens.text.regex import regex

_LOWER = regex(
    r"(?i)latenc|durat|elapsed|runtime|run[ _-]time|wall|miss(?:es)?\b|faults?\b|\brss\b|maxrss|memory|allocs?\b|allocat|\bheap\b|refs\b|"
    r"instructions?\b|\bir\b|cycles\b|stalled|(?:\b|_)loss$|errors?\b|fail(?:ed|ures?)\b|timeouts?\b|context-switch|migrations|overhead|"
    r"\bsize|size_of"
)
_HIGHER = regex(
    r"(?i)throughput|bandwidth|\bops\b|\brps\b|\btps\b|\bqps\b|requests/sec|requests per second|per second|transfer/sec|iops|\bipc\b|"
    r"insn per cycle|hit[ _-]?rate|speed-?up|accuracy|\bacc$|f1\b|passed\b|per sec\b|/sec\b|/s\b|\bhz\b|score\b"
)
_NEITHER = regex(r"(?i)std-?dev|\bsd\b|sigma|σ|iterations$|rounds$|samples$|page_size|load average")


@lru_cache(maxsize=4096)
def direction(metric: str, unit: str) -> Direction:
    """`direction("median", "ms") == "lower"`, `direction("Requests/sec", "") == "higher"`, `direction("weight", "kg") == "unknown"`.

    A time, a size and a time per thing are better when lower, a rate when higher; a share, a count and a ratio say nothing alone.
    """
    if _NEITHER.search(metric):
        return "unknown"
    if metric.startswith("share"):
        return "unknown"
    kind = units.dimension(unit) if unit else "number"
    if kind in ("time", "size") or unit in ("allocs/op", "faults", "misses", "refs"):
        return "lower"
    if kind == "rate":
        return "higher"
    if _HIGHER.search(metric):
        return "higher"
    return "lower" if _LOWER.search(metric) else "unknown"
