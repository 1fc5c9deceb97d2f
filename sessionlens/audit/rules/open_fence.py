"""A code fence that is opened and never closed swallows the rest of the document.

Fires:

    It ran:

    ```
    make bench

    and all was well.

Quiet:

    It ran:

    ```
    make bench
    ```
"""

import re
from collections.abc import Iterator

from sessionlens.audit.base import Defect, Hit
from sessionlens.audit.library import Library
from sessionlens.text.regex import regex

NUMBER = "D105"
ISSUE: Defect = "open-fence"
HELP = "close the fence with as many marks as opened it"
_FENCE = regex(r"(?m)^ {0,3}(`{3,}|~{3,})([^\n]*)$")


def find(library: Library) -> Iterator[Hit]:
    for document in library.documents:
        opened: re.Match[str] | None = None
        for m in _FENCE.finditer(document.text):
            if opened is None:
                opened = None if m[1][0] == "`" and "`" in m[2] else m
            elif m[1].startswith(opened[1]) and not m[2].strip():
                opened = None
        if opened is not None:
            yield Hit(document.place(*opened.span()), "a code fence is never closed", "high")
