"""One change is said to be the only one that affects a thing, and another that affects it is not out yet.

Another one affects it if the document says so in the same words, or tells of it that it was taken out of the thing in part.

Fires:

    K2 has been partially removed: the parser path is clean, one call is left. So K4 is the only one that affects the parser.

Quiet:

    K2 has been partially removed: the writer path is clean, one call is left. K4 is the only one that affects the parser, K5 only
    affects the writer.
"""

import re
from collections.abc import Iterator

from sessionlens.audit.base import Hit, Note
from sessionlens.audit.document import Document, Sentence
from sessionlens.audit.library import Library
from sessionlens.model.words import Issue
from sessionlens.text.regex import regex

NUMBER = "D016"
ISSUE: Issue = "self-contradiction"
HELP = "name every change that affects it and is still in"
_VERB = r"(?P<verb>affect|touch|change|modif|influence|concern|involve)(?:s|es|ies|ed|ing)?"
_ONLY = regex(
    r"(?P<who>[A-Z]{1,3}\d{1,3})\b(?:\s+\([^()]{1,40}\))?\s+(?:is|was|remains)\s+the\s+(?:only|sole)\s+(?:\w+\s+){0,2}?(?:that|which|to)\s+"
    + _VERB
    + r"\s+(?:the\s+|an?\s+|its\s+)?(?P<what>[A-Za-z][\w-]{3,})",
)
_LABEL = regex(r"\b[A-Z]{1,3}\d{1,3}\b")
_PART = regex(r"\b(?:partially|partly|in part|half)\b", re.I)
_NOT = regex(r"\b(?:not|n['’]t|never|no longer|neither|cannot)\b", re.I)


def find(library: Library) -> Iterator[Hit]:
    for document in library.documents:
        for sentence in document.sentences:
            for m in _ONLY.finditer(sentence.text):
                other = next(_others(document, sentence, m), None)
                if other is not None:
                    name, note = other
                    start = sentence.place.start
                    why = f"{m['who']} is called the only one for {m['what']}, and line {note.place.line} has {name} in it as well"
                    yield Hit(document.place(start + m.start(), start + m.end()), why, "low", (note,))


def _others(document: Document, own: Sentence, m: re.Match[str]) -> Iterator[tuple[str, Note]]:
    """Sentences by which another label has to do with the same thing."""
    thing = re.compile(rf"\b{re.escape(m['what'])}\b", re.I)
    direct = re.compile(
        rf"(?P<who>[A-Z]{{1,3}}\d{{1,3}})\b[^.;,]{{0,40}}?\b{m['verb']}\w*\s+(?:the\s+|its\s+)?{re.escape(m['what'])}\b", re.I
    )
    for sentence in document.sentences:
        if sentence.place == own.place or thing.search(sentence.text) is None:
            continue
        labels = set(_LABEL.findall(sentence.text)) - {m["who"]}
        said = direct.search(sentence.text)
        if said and (said["who"] not in labels or _NOT.search(said[0])):
            continue
        name = said["who"] if said else min(labels) if len(labels) == 1 and _PART.search(sentence.text) else ""
        if name:
            yield name, Note(sentence.place, f"{name} and {m['what']}")
