"""A comparison is called certain, and the document gives averages without spread or number of runs.

Fires:

    | Ring | Average time |
    |---|---|
    | none | 40.1 s |
    | ring | 41.3 s |

    This conclusively shows that the ring makes the import slower.

Quiet:

    | Ring | Average time (n = 12) | sd |
    |---|---|---|
    | none | 40.1 s | 0.2 s |
    | ring | 41.3 s | 0.2 s |

    This conclusively shows that the ring makes the import slower.
"""

import re
from collections.abc import Iterator

from sessionlens.audit.base import Hit
from sessionlens.audit.document import Document
from sessionlens.audit.library import Library
from sessionlens.checks.claims.words import FASTER, LESS, MORE, SLOWER
from sessionlens.model.words import Issue
from sessionlens.text.regex import regex

NUMBER = "D011"
ISSUE: Issue = "single-sample"
HELP = "give the number of runs and their spread, or say it with less certainty"
_CERTAIN = regex(
    r"\b(?:conclusive(?:ly)?|unambiguous(?:ly)?|definitive(?:ly)?|undeniabl[ey]|irrefutabl[ey]|unquestionabl[ey]|beyond (?:any |a )?doubt|"
    r"without (?:any|a) doubt|no doubt that|proves? beyond)\b",
    re.I,
)
_SPREAD = regex(
    r"±|\+/-|\b(?:sd|std|stddev|stdev|standard deviation|variance|confidence interval|ci95|95 ?% ci|p ?[<=] ?0|n ?= ?\d|quartile|iqr)\b",
    re.I,
)
_FEW = regex(
    r"\b(?:one|a single|single|two|three|[1-3])\s+(?:runs?|rounds?|samples?|iterations?|repeats?|repetitions?|measurements?)\b", re.I
)
_COMPARES = FASTER | SLOWER | MORE | LESS
_WORD = regex(r"[a-z]+")


def find(library: Library) -> Iterator[Hit]:
    tabled = [d for d in library.documents if _averages(d)]
    if not tabled or any(_SPREAD.search(d.text) for d in library.documents):
        return
    for sentence in library.sentences:
        m = _CERTAIN.search(sentence.text)
        if m is not None and (_FEW.search(sentence.text) or _COMPARES & set(_WORD.findall(sentence.text.lower()))):
            start = sentence.place.start
            place = sentence.place.document.place(start + m.start(), start + m.end())
            yield Hit(place, "called certain, with neither spread nor number of runs beside the averages", "low")


def _averages(document: Document) -> bool:
    """Whether a table of the document has measured values."""
    return any(s.table is not None and s.column and any(c.isdigit() for c in s.text) for s in document.statements)
