"""Rows of named numbers: which of them are results, and which say what the row was made with."""

import itertools
from collections import defaultdict
from collections.abc import Iterable

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
REPEATS = frozenset(["rounds", "reps", "runs", "samples", "trials", "repeats", "repetitions"])
"""Names of how often something was measured."""
_RESULTS, _ROW = 2, 3
"""How many results stand before a count that is one, and how many pairs make a row."""
_FEWEST = 2
_GAP = regex(r"[ ,;()]*(?:[A-Za-z]+ )?")
_TAIL = regex(r"[ ,;)]*(?:\(?n ?= ?\d+\))?(?:[A-Za-z_]\w* (?:-|n/?a|none|ok|yes|no|[0-9a-f]{8,})[ ,;]*)*(?: [A-Za-z_]\w*[ ,;]*)?$")
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
    pairs = [f for f in found if f.joined != "share" and not (f.joined == "=" and f.name in PARAMETERS)]
    if not pairs or len(pairs) < _FEWEST or pairs[0].joined not in ("before", "none", ":", "after"):
        return False
    if any(f.joined not in ("before", "after") and not (f.unit and f.joined in ("none", "list")) for f in pairs[1:]):
        return False
    named = [f for f in pairs if f.joined in ("before", "after") and f.name not in LINKING]
    sized = pairs[0].joined == "after" and all(f.unit and f.joined == "none" for f in pairs[1:])  # `39 allocs 23,060 bytes`
    if not sized and len(named) < (_FEWEST if any(f.unit or "." in f.raw or f.joined == "share" for f in (*named, *found)) else _ROW):
        return False
    for f, g in itertools.pairwise(pairs):
        start = f.after + len(f.name) + 1 if f.joined == "after" else f.after
        if _GAP.fullmatch(line, start, g.named if g.joined == "before" else g.start) is None:
            return False
    last = pairs[-1]
    return last.joined == "after" or _TAIL.match(line, last.after) is not None


def leading_words(first: Iterable[Field]) -> frozenset[str]:
    """What stands before one name in the first field of several lines, another word each time: `hot elapsed: 4 s`, `cold elapsed: 9 s`."""
    before: dict[str, set[str]] = defaultdict(set)
    for f in first:
        word, _, name = f.name.partition(" ")
        if name and " " not in name and f.joined in (":", "="):
            before[name].add(word)
    return frozenset(itertools.chain.from_iterable(words for words in before.values() if len(words) > 1))


def numbered(rows: Iterable[list[Field]]) -> frozenset[str]:
    """What numbers the rows that begin with it, one after the other: `load 1 kept 311 in 0.2 s`, `load 2 kept 309 in 0.3 s`."""
    given: dict[str, list[int]] = defaultdict(list)
    for first, *rest in rows:
        if rest and first.joined == "before" and not first.unit and first.raw.isdigit():
            given[first.name].append(int(first.raw))
    return frozenset(name for name, all_ in given.items() if len(all_) > 1 and all(b == a + 1 for a, b in itertools.pairwise(all_)))
