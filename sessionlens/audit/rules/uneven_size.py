"""A size is given for a number of equal things, and it is no multiple of that number, or of the word that each of them holds.

Equal things take equal whole numbers of bytes. What holds a pointer or a machine word of 8 bytes is laid out in steps of 8 (the System V
and Windows ABIs for 64 bits), so its size is a multiple of 8.

Fires:

    Each call makes a batch of 6 readers; a reader holds a pointer and a length on 64-bit. That is 1018 bytes per batch of 6 readers.

Quiet:

    Each call makes a batch of 6 readers; a reader holds a pointer and a length on 64-bit. That is 1008 bytes per batch of 6 readers,
    about 1000 bytes per batch of 6 readers.
"""

import re
from collections.abc import Iterator

from sessionlens.audit import lists
from sessionlens.audit.base import Hit
from sessionlens.audit.library import Library
from sessionlens.model.words import Issue
from sessionlens.text import quantities
from sessionlens.text.regex import regex

NUMBER = "D014"
ISSUE: Issue = "wrong-arithmetic"
HELP = "print the size of one (sizeof, size_of) and multiply"
_OF_MANY = regex(
    r"\s+(?:per|for|in|across)\s+(?:an?\s+|each\s+|every\s+|the\s+)?(?:(?:batch|array|group|set|block|pool|chunk|bundle)\s+of\s+)?"
    r"(?P<n>" + "|".join(lists.WORDS) + r"|\d{1,3})\s+(?:[\w-]+\s+)?(?P<what>[A-Za-z`][\w`]*s)\b",
    re.I,
)
_WORDY = regex(r"\b(?:64[- ]bits?|pointers?|usize|isize|size_t|intptr|uint64|u64|i64)\b", re.I)
_THINGS = regex(r"^(?:seconds?|minutes?|hours?|ms|times|runs|calls|threads|bits|bytes|lines|files|pages|requests|messages)$", re.I)
_WORD = 8


def find(library: Library) -> Iterator[Hit]:
    for sentence in library.sentences:
        for q in quantities.find(sentence.text):
            if q.dimension != "size" or q.unit not in ("B", "byte", "bytes") or q.hedge not in ("", "up-to"):
                continue
            m = _OF_MANY.match(sentence.text, q.end)
            if m is None or _THINGS.match(m["what"]) or q.value != int(q.value):
                continue
            why = _uneven(int(q.value), lists.value(m["n"]), m["what"].strip("`"), sentence.place.document.text)
            if why:
                start = sentence.place.start
                sure = int(q.value) % lists.value(m["n"]) != 0
                yield Hit(sentence.place.document.place(start + q.start, start + m.end()), why, "medium" if sure else "low")


def _uneven(size: int, n: int, what: str, text: str) -> str | None:
    """Why that size cannot be, or None."""
    if n < 2:
        return None
    if size % n:
        return f"{size} bytes are no multiple of {n}: {what} of one size would take {size // n} or {size // n + 1} bytes each"
    each = size // n
    if each > _WORD and each % _WORD and _WORDY.search(text):
        return f"{size} / {n} = {each} bytes each, no multiple of {_WORD}, and by the document they hold words of {_WORD} bytes"
    return None
