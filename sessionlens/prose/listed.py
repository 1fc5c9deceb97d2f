"""Items that say what was found without a whole clause: places in files, what was printed, what the thing above the list does."""

import re

from sessionlens.model.trace import Statement
from sessionlens.prose.lexicon import MAYBE, TABLE, THIRD
from sessionlens.text.regex import regex

PLACE = r"`[\w./-]+\.\w+:\d+(?:[-,]\s?\d+)*`"
PLACED = regex(
    rf"[*_]*(?:[^`.:;*]{{2,60}}[*_]*\s*(?:[—–-]+|:)[*_]*\s+{PLACE}|{PLACE}[*_]*\s+[—–-]+\s+(?:`[^`]+`|[^.;`]){{1,80}}|"
    rf"The\s+[\w -]{{3,40}}\s(?:is|are|sits?|lives?)\s+(?:at|in|on)\s+{PLACE})[.:*_\s]*"
)
"""What stands at a line of a file: "Retry loop: `src/net.c:88`", "`src/net.c:88-94` - the retry loop"."""
PRINTED = regex(r"[*_]*`[^`]+`[*_]*\s+\([^()]*\d[^()]*\)[.*_]*")
SHOWS = regex(
    r"\b(?:is|are|was|were|has|have|had|shows?|showed|prints?|printed|lists?|listed|contains?|contained|says?|said|reads?)\b", re.I
)
"""What a line says was shown, and an item of it with its figure: "The log has:", "- `queue drained` (3 entries)"."""
DOES = regex(r"[*_]*(?:(?:Only|Also|Now|Always|Never)\s+)?([A-Za-z]{3,}s)\s+(?:and\s+\w+s\s+)?(?!(?:is|are|was|were|of|to)\b)[\w`]")
"""An item that goes on with the line above it: "The script:", "- Builds the image once"."""


def named(s: Statement, masked: str) -> bool:
    """Whether a statement in which no clause states anything is such an item; `masked` is its message without its code spans."""
    if "`" in s.text and PLACED.fullmatch(s.text):
        return True
    if s.kind != "item" or s.lead[-1:] != ":":
        return False
    if s.text.lstrip("*_")[:1] == "`":
        return PRINTED.fullmatch(s.text) is not None and SHOWS.search(s.lead) is not None
    m = DOES.match(masked, s.start, s.end)
    return m is not None and bool(TABLE[m[1].lower()] & (THIRD | MAYBE))
