"""Rows of named numbers: which of them are results, and which say what the row was made with."""

import itertools

from sessionlens.outputs.naming import LINKING, Field
from sessionlens.text.regex import regex

_NAMES = """
n N size reps rep rounds round runs run iters iterations iter threads workers seed mode batch k warmup samples trials
trial concurrency clients depth width height dim dims cols loops port pid id level version step epoch line col index
exit code status limit timeout cores cpus jobs capacity cap block chunk window degree pass phase year page attempt
retries rank digest hash sha checksum length buckets shards repeat repeats number nodes parallel opt gpu cpu uid gid
"""
PARAMETERS = frozenset(_NAMES.split())
"""Names of what is set, not measured."""
_RESULTS, _ROW = 2, 3
"""How many results stand before a count that is one, and how many pairs make a row."""
_FEWEST = 2
_GAP = regex(r"[ ,;()]*(?:[A-Za-z]+ )?")
_TAIL = regex(r"[ ,;)]*(?:\(?n ?= ?\d+\))?(?:[A-Za-z_]\w* (?:-|n/?a|none|ok|yes|no|[0-9a-f]{8,})[ ,;]*)*$")
_COUNTS = frozenset(["n", "N", "samples", "iterations", "iters"])
_DEVIATION = regex(r"(?i)^(?:mean|avg|average|sd|std|stddev|stdev|sem|ci\d*|rsd)$")


def counts(f: Field, word: str, found: list[Field]) -> bool:
    """Whether a count stands among the results of a row, and not among what they were made with: `tps=812.4 p95=3.1 ms n=1624 lost=0`. In a
    row of a mean and its deviation `n` says of how many runs they are."""
    before = [g for g in found if g.start < f.start and (g.unit or "." in g.raw) and g.joined in ("=", ":")]
    if len(before) < _RESULTS or not f.raw.isdigit() or any(_DEVIATION.search(g.name) for g in found):
        return False
    return word in _COUNTS or (word not in PARAMETERS and word.lower() not in PARAMETERS)


def paired(line: str, found: list[Field]) -> bool:
    """Whether a part of a line is a row of names and their numbers with nothing between them, `lines 5120 bad 3 routes 7`,
    `west read 240 kept 231 in 0.8 s (300 rows/s)`, or of numbers and what they count, `2056 bytes, gzip 967 bytes, 3 chunks`.

    Two names are a row where a value is fine enough to be one: has a unit or decimals.
    """
    pairs = [f for f in found if not (f.joined == "=" and f.name in PARAMETERS)]
    if not pairs or len(pairs) < _FEWEST or pairs[0].joined not in ("before", "none", ":"):
        return False
    if any(f.joined not in ("before", "after") and not (f.unit and f.joined in ("none", "list")) for f in pairs[1:]):
        return False
    named = [f for f in pairs if f.joined in ("before", "after") and f.name not in LINKING]
    if len(named) < (_FEWEST if any(f.unit or "." in f.raw for f in named) else _ROW):
        return False
    for f, g in itertools.pairwise(pairs):
        start = f.after + len(f.name) + 1 if f.joined == "after" else f.after
        if _GAP.fullmatch(line, start, g.named if g.joined == "before" else g.start) is None:
            return False
    last = pairs[-1]
    return last.joined == "after" or _TAIL.match(line, last.after) is not None
