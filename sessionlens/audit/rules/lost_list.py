"""A sentence announces a list with a colon, and a heading or the end follows.

Fires:

    # Cache

    We tried four sizes on two machines:

    # Results

    All were slower.

Quiet:

    # Cache

    We tried two sizes:

    - 4 MB
    - 8 MB

    # Results

    All were slower.
"""

from collections.abc import Iterator

from sessionlens.audit.base import Defect, Hit
from sessionlens.audit.document import Block
from sessionlens.audit.library import Library

NUMBER = "D106"
ISSUE: Defect = "lost-list"
HELP = "give the list that the sentence announces, or end it with a full stop"
_STOPS = ".!?\n"


def find(library: Library) -> Iterator[Hit]:
    for document in library.documents:
        blocks = [b for b in document.blocks if b.text.strip("> \n")]
        level = 0
        for i, block in enumerate(blocks):
            level = _level(block) if block.heading else level
            if block.heading or not block.text.rstrip("*_").endswith(":") or block.text.lstrip().startswith(("#", "|", "`")):
                continue
            start = max(block.text.rfind(c) for c in _STOPS) + 1
            start += len(block.text[start:]) - len(block.text[start:].lstrip())
            if block.text[start : start + 1] in "<[(*-":
                continue
            after = blocks[i + 1] if i + 1 < len(blocks) else None
            deeper = after is not None and (_level(after) > level if level else _level(after) > 0)
            if after is None or (after.heading and not deeper):
                place = document.place(block.start + start, block.start + len(block.text))
                yield (
                    Hit(place, "a list is announced and a heading follows", "high")
                    if after
                    else Hit(place, "it announces what never comes")
                )


def _level(heading: Block) -> int:
    """How deep a heading is; sections below a sentence's own may be what it announces. 0 for one without marks."""
    return len(heading.text) - len(heading.text.lstrip("#"))
