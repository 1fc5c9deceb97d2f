"""What came out later is told as if it had been known at the message that the document is about.

A document tells what came later in a future tense ("the run will show that ...") or under a heading of its own. Where it has the same
result before that, as something already known, or where the session shows that a statement's evidence came after the message, that is
hindsight.

Fires:

    This is message [msg 50]. Only the decoder is left, and the decoder is where the remaining loss of speed lies.

    ## What happens next

    The next run will show that the decoder is still 2.1 s slower than before, the whole remaining loss of speed.

Quiet:

    This is message [msg 50]. Whether the decoder or the cache costs time is open; the cache is suspected.

    ## What happens next

    The next run will show that the decoder is still 2.1 s slower than before.
"""

import re
from collections.abc import Iterator

from sessionlens.audit.base import Hit, Note
from sessionlens.audit.document import Document, Sentence
from sessionlens.audit.library import Library
from sessionlens.audit.lookup import Log
from sessionlens.checks.claims.words import content, word_set
from sessionlens.model.words import Issue
from sessionlens.text import quantities
from sessionlens.text.regex import regex

NUMBER = "D008"
ISSUE: Issue = "hindsight"
HELP = "move it to what came later, or name the message that had shown it by then"
_AHEAD = regex(r"\b(?:will|would|is about to|are about to|was to|turns? out|turned out|later)\b", re.I)
_REVEALS = regex(r"\b(?:will|would)\s+(?:\w+\s+){0,2}?(?:show|reveal|prove|find|confirm|turn out|see|tell|establish|demonstrate)\b", re.I)
_KNOWN = regex(
    r"\b(?:is|are)\s+(?:where|what|the (?:culprit|cause|reason|source|bottleneck))\b|\b(?:lies|sits|comes from|"
    r"remains?|remaining|unexplained)\b",
    re.I,
)
_GUESS = regex(
    r"\b(?:suspect\w*|hypothes\w+|suppos\w+|probably|presumably|perhaps|may|might|could|if|whether|assum\w+|believ\w+|likely|open)\b|\?",
    re.I,
)
_PLAIN = word_set("message assistant agent user run benchmark data time result test next step change test word phase new show")


def find(library: Library) -> Iterator[Hit]:
    for document in library.documents:
        if document.subject is not None:
            yield from _in_text(document)
            if library.view is not None:
                yield from _in_log(document, library, document.subject)


def _in_text(document: Document) -> Iterator[Hit]:
    later = [s for s in document.sentences if _REVEALS.search(s.text) or (document.looks_ahead(s.section) and _AHEAD.search(s.text))]
    if not later:
        return
    for s in document.sentences:
        if s.place.start >= later[-1].place.start:
            break
        if s in later or _AHEAD.search(s.text) or _GUESS.search(s.text) or document.looks_ahead(s.section):
            continue
        known = _KNOWN.search(s.text)
        if known is None:
            continue
        own = content(s.text) - _PLAIN
        for t in later:
            shared = own & (content(_told(t)) - _PLAIN)
            if len(shared) >= 2 and shared & _subject(s, known.start()):
                named = ", ".join(sorted(shared)[:4])
                why = f"told as known at message {document.subject}; by line {t.place.line} it came out later ({named})"
                yield Hit(s.place, why, "low", (Note(t.place, "came out later"),))
                break


def _told(s: Sentence) -> str:
    """What a sentence says will come out."""
    m = _REVEALS.search(s.text)
    return s.text[m.end() :] if m else s.text


def _subject(s: Sentence, at: int) -> frozenset[str]:
    start = max(s.text.rfind(c, 0, at) for c in ",;:—") + 1
    return content(s.text[start:at])


def _in_log(document: Document, library: Library, subject: int) -> Iterator[Hit]:
    assert library.view is not None
    log = Log(library.view)
    for claim in library.claims:
        if claim.place.document is not document or claim.basis != "session" or claim.verdict != "supported" or not claim.messages:
            continue
        s = next((s for s in document.sentences if s.place.start <= claim.place.start < s.place.end), None)
        if s is None or min(claim.messages) <= subject or _AHEAD.search(s.text) or document.looks_ahead(s.section):
            continue
        if any(r.last > subject for r in document.references if s.place.start <= r.start < s.place.end):
            continue
        if all(any(n <= subject for n in log.where(q.raw)) for q in quantities.find(claim.place.text)):
            continue
        if claim.kind in ("state", "change-of-state", "causal", "count"):
            continue
        yield Hit(claim.place, f"what shows it came after message {subject}, in message {min(claim.messages)}", "medium")
