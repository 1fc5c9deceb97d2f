"""A string found in a program is taken for code that is in use.

Fires:

    Searching the strings of the server binary for "ringbuf" confirms that the new buffer is compiled in and active.

Quiet:

    Searching the strings of the server binary for "ringbuf" shows that the crate is linked; it does not prove that it is used.
"""

import re
from collections.abc import Iterator

from sessionlens.audit.base import Hit
from sessionlens.audit.library import Library
from sessionlens.model.words import Issue
from sessionlens.text.regex import regex

NUMBER = "D010"
ISSUE: Issue = "presence-not-use"
HELP = "check the use: a symbol, a trace, or the same search in a build without the change"
_SEARCH = regex(r"\b(?:strings|nm|objdump|grep\w*|search\w*|string|symbols?|references?|paths?|output)\b", re.I)
_PROGRAM = regex(r"\b(?:binary|executable|library|daemon|program|bundle|artifact|build|image|module|strings|nm|objdump)\b|\.so\b", re.I)
_PROVES = regex(
    r"\b(?:confirms?|confirmed|confirming|proves?|proved|proving|verif(?:y|ies|ied)|establish(?:es|ed)?|shows?|demonstrates?)\b", re.I
)
_USE = regex(
    r"\b(?:compiled in|active|in use|is used|baked in|in effect|enabled|takes effect|is running|"
    r"change is (?:in|present)|optimi[sz]ation is (?:in|present|also present))\b",
    re.I,
)
_LIMITS = regex(r"\b(?:does(?:n't| not)|do(?:n't| not)|not|cannot|can't|only|possible|might|may|could|assum\w+|if)\b", re.I)


def find(library: Library) -> Iterator[Hit]:
    for sentence in library.sentences:
        text = sentence.text
        if _SEARCH.search(text) and _PROGRAM.search(text) and _PROVES.search(text) and not _LIMITS.search(text):
            use = _USE.search(text)
            if use is not None:
                start = sentence.place.start
                yield Hit(
                    sentence.place.document.place(start + use.start(), start + use.end()), "presence in a program is no use of it", "low"
                )
