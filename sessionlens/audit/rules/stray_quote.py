"""A line with nothing but a quotation mark of Markdown, in no quotation.

Fires:

    It said:

    >

    the cache is warm.

Quiet:

    > The cache is warm.
    >
    > It stays so.
"""

from collections.abc import Iterator

from sessionlens.audit.base import Defect, Hit
from sessionlens.audit.library import Library

NUMBER = "D104"
ISSUE: Defect = "stray-quote"
HELP = "take the mark out, or put it before every line that is quoted"


def find(library: Library) -> Iterator[Hit]:
    for document in library.documents:
        at, lines = 0, document.unfenced.split("\n")
        for i, line in enumerate(lines):
            beside = [lines[k].lstrip() for k in (i - 1, i + 1) if 0 <= k < len(lines)]
            if line.strip() and not line.strip(" >") and not any(b.startswith(">") for b in beside):
                yield Hit(document.place(at, at + len(line)), "a quotation mark that quotes nothing", "high")
            at += len(line) + 1
