"""A range or a figure given for a whole family, which holds for some of its members only.

Fires:

    | Cache | Time |
    |---|---|
    | off (baseline) | 40.0 s |
    | ring size=8 | 41.1 s |
    | ring size=16 | 46.4 s |

    The ring buffer makes it 6-7 seconds slower.

Quiet:

    | Cache | Time |
    |---|---|
    | off (baseline) | 40.0 s |
    | ring size=8 | 46.1 s |
    | ring size=16 | 46.4 s |

    The ring buffer makes it 6-7 seconds slower.
"""

from collections.abc import Iterator

from sessionlens.audit.base import Hit
from sessionlens.audit.library import Library
from sessionlens.model.words import Issue

NUMBER = "D009"
ISSUE: Issue = "overgeneralised"
HELP = "give the range of all cases, or name the case that it holds for"


def find(library: Library) -> Iterator[Hit]:
    for claim in library.claims:
        if claim.kind != "range" or claim.verdict != "undecidable" or claim.basis != "document":
            continue
        rows = {note.label.rpartition(":")[0] for note in claim.also}
        if len(rows) == len(claim.also) > 2:
            yield Hit(claim.focus or claim.place, f"it holds for some cases only: {claim.derivation}", "medium", claim.also)
