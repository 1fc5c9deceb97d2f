"""A regression of one size is what is investigated, and the document's own figures give another size for the whole.

A number that belongs to one part of it needs the part's name ("in parsing"), or the reader takes it for the whole.

Fires:

    This is the diagnosis of a 3-4 second performance regression. The import went from 60.0 s to 72.0 s, which is slower by 20 %.

Quiet:

    This is the diagnosis of a 12 second performance regression, and of a 3-4 second regression in parsing. The import went from 60.0 s
    to 72.0 s, which is slower by 20 %.
"""

import re
from collections.abc import Iterator

from sessionlens.audit.arithmetic import plain
from sessionlens.audit.base import Hit, Note
from sessionlens.audit.document import Place, Sentence
from sessionlens.audit.library import Library
from sessionlens.audit.reading import parsed
from sessionlens.checks.binding.operands import stated
from sessionlens.checks.values.intervals import Interval, value_of
from sessionlens.model.words import Issue
from sessionlens.text import quantities
from sessionlens.text.regex import regex

NUMBER = "D019"
ISSUE: Issue = "self-contradiction"
HELP = "name the part that the number belongs to, or give the whole"
_OBJECT = regex(
    r"\b(?:diagnos\w+|investigat\w+|hunt\w*|analys[ei]s\w*|debugging|search\w*|track\w*|chas\w+|postmortem|explanation|root[- ]caus\w+)\s+"
    r"(?:(?:of|for|into|down|behind)\s+)?(?:the cause of\s+)?an?\s+$",
    re.I,
)
_WHOLE = regex(
    r"[\s-]+(?:(?:overall|total|performance|end-to-end|wall[- ]clock|run[- ]?time)\s+){0,2}(?:regression|slowdown)\b"
    r"(?!\s+(?:in|of|for|on|by|from|at|inside|within)\b)",
    re.I,
)
_REGRESSED = regex(r"\b(?:regress\w*|slow\w*|rose|grew|increas\w+|went|up|worse)\b", re.I)
_JOINED = regex(r"\s?(?:-|–|—|to)\s?")


def find(library: Library) -> Iterator[Hit]:
    for document in library.documents:
        changes = [(place, change) for s in document.sentences if _REGRESSED.search(s.text) for place, change in _change(s)]
        for s in document.sentences if changes else ():
            found = quantities.find(s.text)
            for i, q in enumerate(found):
                low = found[i - 1] if i and _JOINED.fullmatch(s.text[found[i - 1].end : q.start]) else q
                if q.dimension != "time" or not _OBJECT.search(s.text[: low.start]) or not _WHOLE.match(s.text, q.end):
                    continue
                said = Interval(value_of(q).point, value_of(low).lo, value_of(q).hi)
                if any(said.touches(change) for _, change in changes):
                    continue
                place, change = max(changes, key=lambda c: c[1].point)
                why = f"{s.text[low.start : q.end]} of the whole here, and line {place.line} gives {plain(change.point, 's')} for it"
                start = s.place.start
                yield Hit(document.place(start + low.start, start + q.end), why, "low", (Note(place, plain(change.point, "s")),))


def _change(sentence: Sentence) -> Iterator[tuple[Place, Interval]]:
    """The change for the worse of which a sentence states both ends, in time."""
    ends = stated(parsed(sentence))
    if ends is None or ends.new.dimension != "time":
        return
    change = value_of(ends.new).minus(value_of(ends.old))
    if change.lo > 0:
        start = sentence.place.start
        first, last = min(ends.old.start, ends.new.start), max(ends.old.end, ends.new.end)
        yield sentence.place.document.place(start + first, start + last), change
