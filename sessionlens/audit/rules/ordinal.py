"""A mechanism by which more costs more, and a table in which the larger one costs less.

"The larger frames put pressure on the cache" predicts that the cost grows with the parameter of the rows (size=8, size=16, size=64). A
table whose values go up and down again with that parameter does not bear it out; the mechanism needs at least an exception.

Fires:

    | Buffer | Time |
    |---|---|
    | plain | 40.0 s |
    | ringBuf size=8 | 44.1 s |
    | ringBuf size=16 | 41.2 s |
    | ringBuf size=64 | 46.4 s |

    The larger ringBuf frames cause cache misses, which outweigh what they save.

Quiet:

    | Buffer | Time |
    |---|---|
    | plain | 40.0 s |
    | ringBuf size=8 | 41.2 s |
    | ringBuf size=16 | 44.1 s |
    | ringBuf size=64 | 46.4 s |

    The larger ringBuf frames cause cache misses, which outweigh what they save.
"""

import re
from collections.abc import Iterator
from itertools import groupby, pairwise

from sessionlens.audit.base import Hit, Note
from sessionlens.audit.given import Given, given
from sessionlens.audit.library import Library
from sessionlens.checks.claims.words import content
from sessionlens.model.facts import Measurement
from sessionlens.model.words import Issue
from sessionlens.text.regex import regex

NUMBER = "D015"
ISSUE: Issue = "prediction-not-compared"
HELP = "say which rows the mechanism explains and which it does not"
_MORE = regex(r"\b(?:larger|bigger|greater|longer|wider|deeper|increas(?:ed|ing)|growing|more)\s+(?P<what>(?:[`\w()-]+\s+){1,4})", re.I)
_COSTS = regex(
    r"\b(?:cause[sd]?|leads? to|result(?:s|ed)? in|makes?|adds?|puts?|increases?|costs?|brings?)\b.{0,40}?"
    r"\b(?:pressure|miss(?:es)?|overhead|slow\w*|latency|contention|stalls?|evictions?|traffic|cost|thrash\w*)\b",
    re.I | re.S,
)
_ADMITS = regex(r"\b(?:non-?monoton\w*|not monoton\w*|except|exception|outlier|in part|partly|some of)\b", re.I)
_PARAMETER = regex(r"^(?P<stem>.*?[A-Za-z].*?[=\s:-])(?P<n>\d+(?:\.\d+)?)\W*$")
_ROWS = 3
_STEP = 0.01


def find(library: Library) -> Iterator[Hit]:
    figures = given(library.documents)
    bent = [(stem, rows) for stem, rows in _families(figures) if _bent(rows)]
    for sentence in library.sentences if bent else ():
        text = sentence.text
        more = _MORE.search(text)
        if more is None or not _COSTS.search(text, more.start("what")) or _ADMITS.search(text):
            continue
        for stem, rows in bent:
            if content(stem) & content(more["what"]):
                shown = ", ".join(f"{_parameter(r):g}: {r.raw}" for r in rows)
                start = sentence.place.start
                place = sentence.place.document.place(start + more.start(), start + more.end("what"))
                notes = tuple(Note(figures.places[r.id].place, r.raw) for r in rows)
                yield Hit(
                    place, f"by this the cost grows with {stem.strip(' =:-')}, and the table goes up and down ({shown})", "low", notes
                )
                break


def _families(figures: Given) -> Iterator[tuple[str, list[Measurement]]]:
    """Rows of one table that differ in a number at the end of their label, by that number."""

    def key(one: Measurement) -> tuple[tuple[str, int], str, str]:
        found = _PARAMETER.match(one.config)
        return figures.tables[one.id], one.metric, found["stem"] if found else ""

    for (_, _, stem), group in groupby(sorted(figures.facts, key=key), key):
        rows = sorted(group, key=_parameter) if stem else []
        if len({_parameter(r) for r in rows}) == len(rows) >= _ROWS and len({r.unit for r in rows}) == 1:
            yield stem, rows


def _parameter(one: Measurement) -> float:
    found = _PARAMETER.match(one.config)
    return float(found["n"]) if found else 0.0


def _bent(rows: list[Measurement]) -> bool:
    """Whether the values rise and fall, by more than a hundredth each way."""
    steps = [(b.value - a.value) / abs(a.value) for a, b in pairwise(rows) if a.value]
    return any(s > _STEP for s in steps) and any(s < -_STEP for s in steps)
