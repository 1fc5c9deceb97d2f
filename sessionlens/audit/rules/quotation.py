"""A quotation that nobody said.

With a session it is looked up, in the message that the sentence names or in all of them. Without one, only a judgement put between
quotation marks with neither source nor counterpart in the document is reported, and with low confidence.

Fires:

    The remaining patches are considered "safe for the common case" and were left alone.

Quiet:

    The remaining patches were called "safe for the common case" ([msg 12]) and were left alone. "It works" is not a test.
"""

import re
from collections.abc import Iterator

from sessionlens.audit.base import Hit
from sessionlens.audit.document import Document, Reference
from sessionlens.audit.library import Library
from sessionlens.audit.lookup import Log, plain
from sessionlens.model.words import Issue
from sessionlens.text.regex import regex

NUMBER = "D007"
ISSUE: Issue = "quote-without-source"
HELP = "name the message that says so, or say it in your own words"
_QUOTED = regex(r"\"(?P<a>[^\"\n]{8,300})\"|“(?P<b>[^”\n]{8,300})”")
_SAID = regex(
    r"\b(?:considered|deemed|called|described(?:\s+\w+)?\s+as|labell?ed|judged|rated|reported(?:\s+\w+)?\s+as|"
    r"said to be|regarded as|termed|dubbed)\s+(?:(?:the|this|that|it|them|its|his|her|their)(?:\s+[\w-]+){0,3}?\s+)?(?:as\s+|to be\s+)?$",
    re.I,
)
_ROW = regex(r"[ \t]*(?:\||[*+-] [\w`.:# -]{0,40}“)")
_SPEAKS = regex(
    r"\b(?:says?|said|asks?|asked|writes?|wrote|states?|stated|replie[sd]|request\w*|announce[sd]?|question|"
    r"quotes?d?|message|opening statement)\b[^.\"“]{0,60}$",
    re.I,
)


def find(library: Library) -> Iterator[Hit]:
    log = Log(library.view) if library.view is not None else None
    for document in library.documents:
        for m in _QUOTED.finditer(document.unfenced):
            text = m["a"] or m["b"]
            if len(text.split()) < 3 or not (text[0].isalnum() or text[0] in "`(*…'"):
                continue
            line = document.text.rfind("\n", 0, m.start()) + 1
            before = document.text[line : m.start()]
            near = _references(document, m.start(), m.end())
            hit = _looked_up(document, m, text, before, near, log) if log is not None else _unsourced(document, m, text, before, near)
            if hit is not None:
                yield hit


def _looked_up(document: Document, m: re.Match[str], text: str, before: str, near: list[Reference], log: Log) -> Hit | None:
    place = document.place(*m.span())
    if document.subject is not None and log.holds(text, document.subject, document.subject):
        return None
    known = [r for r in near if r.first in log]
    if known:
        if any(log.holds(text, r.first, r.last) for r in known):
            return None
        named = f"message {known[0].first} does" if len(known) == 1 else f"messages {', '.join(str(r.first) for r in known)} do"
        other = next(iter(log.where(text)), None)
        if other is not None:
            return Hit(place, f"{named} not say this; message {other} does", "medium")
        told = _SPEAKS.search(before) is not None
        return (
            Hit(place, f"{named} not say this, nor does any other", "high" if told else "medium") if told or len(text.split()) > 3 else None
        )
    if (_SPEAKS.search(before) or _SAID.search(before)) and next(iter(log.where(text)), None) is None:
        return Hit(place, "no message of the session says this", "medium")
    return None


def _unsourced(document: Document, m: re.Match[str], text: str, before: str, near: list[Reference]) -> Hit | None:
    if near or not _SAID.search(before) or plain(document.text).count(plain(text)) > 1:
        return None
    return Hit(document.place(*m.span()), "a judgement is quoted, and nothing says whose it is", "low")


def _references(document: Document, start: int, end: int) -> list[Reference]:
    """The references that a quotation may come from: of a table's row or a list's item all, since these cite who said it and what shows
    it; else those of the same sentence."""
    line = document.text.rfind("\n", 0, start) + 1
    stop = document.text.find("\n", end)
    stop = len(document.text) if stop < 0 else stop
    on_line = [r for r in document.references if line <= r.start < stop]
    if _ROW.match(document.text, line):
        return on_line
    a = document.text.rfind(". ", line, start)
    b = document.text.find(". ", end, stop)
    return [r for r in on_line if a < r.start < (stop if b < 0 else b)]
