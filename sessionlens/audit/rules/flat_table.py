"""A table squeezed into one line is no table to any Markdown reader.

Fires:

    Results: | Cache | Time | |---|---| | off | 41 ms | | on | 33 ms |

Quiet:

    | Cache | Time |
    |---|---|
    | off | 41 ms |
    | on | 33 ms |
"""

from collections.abc import Iterator

from sessionlens.audit.base import Defect, Hit
from sessionlens.audit.library import Library
from sessionlens.prose.sentences import mask
from sessionlens.text.regex import regex

NUMBER = "D102"
ISSUE: Defect = "flat-table"
HELP = "give every row a line of its own"
_FLAT = regex(r"(?m)^.*\|[^|\n]+\|[ \t]*\|(?:[ \t]*:?-{2,}:?[ \t]*\|)+[ \t]*\|[^\n]*\|")


def find(library: Library) -> Iterator[Hit]:
    for document in library.documents:
        for m in _FLAT.finditer(mask(document.unfenced)):
            yield Hit(document.place(*m.span()), "a table's rows stand on one line", "high")
