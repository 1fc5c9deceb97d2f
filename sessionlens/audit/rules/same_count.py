"""A number of things that is another one where all of them are spoken of again.

"Three changes were suspected" brings so many things in; "all four changes" takes up more of them than there were. Fewer may be a part.

Fires:

    Two causes were suspected, the cache and the clock. All three causes have been ruled out.

    Each change was measured alone. We did not measure the pool on its own.

Quiet:

    Three causes were suspected, the cache, the clock and the disk. All three causes have been ruled out. Two causes were rare.

    Each change was measured alone. We did not measure the pool under load.
"""

import re
from collections.abc import Iterator

from sessionlens.audit import lists
from sessionlens.audit.base import Hit, Note
from sessionlens.audit.document import Document, Sentence
from sessionlens.audit.library import Library
from sessionlens.model.words import Issue
from sessionlens.text.regex import regex

NUMBER = "D026"
ISSUE: Issue = "self-contradiction"
HELP = "say which of the two holds"
_N = "|".join(lists.WORDS)
_ALL = regex(rf"\ball (?:of )?(?:the )?(?P<n>{_N}) (?P<noun>[a-z]{{3,}}s)\b", re.I)
_INTRODUCED = regex(
    rf"(?:^|[.:;] )(?:we (?:suspected|looked at|tested|tried|had|compared) |there (?:were|are) )?"
    rf"(?P<n>{_N}) (?P<noun>[a-z]{{3,}}s)\b(?= (?:were|are|was|had|in)\b|[:,.])",
    re.I,
)
_EACH = regex(r"\b(?:each|every|all)\b[^.;]{0,40}\b(?:alone|on its own|separately|by itself|individually|in isolation)\b", re.I)
_NOT = regex(
    r"\b(?:not|never|n't)\b[^.;]{0,30}\b(?:measured?|tested?|tried|try|run|looked)\b[^.;]{0,40}\b(?:alone|on its own|separately|by itself|"
    r"individually|in isolation)\b",
    re.I,
)
_DONE = regex(r"\b(?:measured|tested|tried|ran|benchmarked)\b", re.I)


def find(library: Library) -> Iterator[Hit]:
    for document in library.documents:
        yield from _counts(document)
        yield from _alone(document)


def _counts(document: Document) -> Iterator[Hit]:
    for s in document.sentences:
        for m in _ALL.finditer(s.text):
            said, noun = lists.value(m["n"]), m["noun"].lower()
            first = [(o, i) for o in document.sentences for i in _INTRODUCED.finditer(o.text) if i["noun"].lower() == noun and o is not s]
            if not first or any(lists.value(i["n"]) >= said for _, i in first) or document.quotes(s.place.start, s.place.end):
                continue
            other, i = first[0]
            also = Note(document.place(other.place.start + i.start("n"), other.place.start + i.end()), i["n"] + " " + noun)
            place = document.place(s.place.start + m.start(), s.place.start + m.end())
            yield Hit(place, f"{m[0]} here, and {i['n'].lower()} {noun} in line {also.place.line}", "medium", (also,))


def _alone(document: Document) -> Iterator[Hit]:
    each = [s for s in document.sentences if _EACH.search(s.text) and _DONE.search(s.text) and not _NOT.search(s.text) and _plain(s)]
    for s in document.sentences if each else ():
        if _NOT.search(s.text) and _plain(s):
            also = Note(each[0].place, "each by itself")
            yield Hit(s.place, f"one was not looked at by itself, and line {also.place.line} says that each was", "medium", (also,))


def _plain(s: Sentence) -> bool:
    return not s.place.document.quotes(s.place.start, s.place.end) and not s.text.rstrip().endswith("?")
