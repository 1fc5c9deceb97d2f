"""A Markdown heading glued to the end of a sentence is no heading: it shows as hashes in the text.

Fires:

    The cache helped.## Next steps

    Try a larger one.

Quiet:

    The cache helped. See `note.## x` and C## for more.

    ## Next steps

    Try a larger one.
"""

from collections.abc import Iterator

from sessionlens.audit.base import Defect, Hit
from sessionlens.audit.library import Library
from sessionlens.prose.sentences import mask
from sessionlens.text.regex import regex

NUMBER = "D101"
ISSUE: Defect = "glued-heading"
HELP = "put the heading on a line of its own, with a blank line before it"
_GLUED = regex(r"[.!?:;)\"”*][ \t]?(#{1,6}[ \t]+[A-Z0-9][^\n]{0,80})|[a-z)](#{2,6}[ \t]+[A-Z][^\n]{0,80})")


def find(library: Library) -> Iterator[Hit]:
    for document in library.documents:
        for m in _GLUED.finditer(mask(document.unfenced)):
            group = 1 if m[1] else 2
            row = document.text[document.text.rfind("\n", 0, m.start()) + 1 :].lstrip().startswith("|")
            if row or document.quotes(*m.span(group)):
                continue
            yield Hit(document.place(*m.span(group)), "a heading stands at the end of a sentence", "high")
