"""The same thing confirmed in one sentence and presumed in another.

Fires:

    The disk type is presumably named in the part that was cut.

    Disk type confirmation: the disk is confirmed as NVMe.

Quiet:

    The disk type is presumably NVMe. The kernel is confirmed as 6.1. Later the disk type was confirmed.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from sessionlens.audit.base import Hit, Note
from sessionlens.audit.document import Sentence
from sessionlens.audit.library import Library
from sessionlens.checks.claims.words import content, word_set
from sessionlens.model.words import Issue
from sessionlens.text.regex import regex

NUMBER = "D004"
ISSUE: Issue = "self-contradiction"
HELP = "say which output confirms it, or leave it presumed"
_SURE = regex(
    r"\b(?:is|are|was|were|been|now|stands?)\s+(?:now\s+|thus\s+|thereby\s+)?(?:confirmed|verified|proven|"
    r"proved|established|certain)\b|:\s+(?:confirmed|verified)\b|\bconfirmation\b",
    re.I,
)
_UNSURE = regex(r"\b(?:presumably|probably|likely|apparently|supposedly|possibly|perhaps|maybe|presumed|assumed)\b", re.I)
_TIME = regex(
    r"\b(?:later|eventually|finally|then|afterwards?|subsequently|initially|at first|after|once|until|not|never|will|would|if)\b", re.I
)
NEAR = 120
"""Characters between two sentences that speak of one thing by a single word."""
_OF = regex(r"\s+of\s+(?:the\s+)?([^:,;.]{2,50})")
_VERB = regex(r"\b(?:is|are|was|were|has|have|had|can|could|may|might|will|would|shows?|seems?)\b", re.I)
_VAGUE = word_set(
    "assistant agent message session user person command output result test number value data code change work step thing part line "
    "file it finding conclusion claim fact confirmation confirmed section report document author writer knowledge run name since because"
)


@dataclass(frozen=True, slots=True)
class Stance:
    """What a sentence is about, and whether it is sure."""

    sentence: Sentence
    about: frozenset[str]
    sure: bool
    start: int
    end: int


def find(library: Library) -> Iterator[Hit]:
    stances = [s for sentence in library.sentences for s in _stances(sentence)]
    for i, a in enumerate(stances):
        for b in stances[:i]:
            shared = a.about & b.about
            if a.sure is b.sure or a.sentence.place == b.sentence.place:
                continue
            near = a.about == b.about and a.sentence.place.start - b.sentence.place.end < NEAR
            if near or (len(shared) >= 2 and len(shared) >= min(len(a.about), len(b.about))):
                doubt, sure = (b, a) if a.sure else (a, b)
                document = sure.sentence.place.document
                other = doubt.sentence.place.document
                note = Note(other.place(doubt.start, doubt.end), "presumed")
                where = f"line {note.place.line}" + ("" if other is document else f" of {other.name}")
                why = f"{' '.join(sorted(shared))}: confirmed here, only presumed in {where}"
                yield Hit(document.place(sure.start, sure.end), why, "medium", (note,))
                break


def _stances(sentence: Sentence) -> Iterator[Stance]:
    text = sentence.text
    if _TIME.search(text):
        return
    unsure, sure = _UNSURE.search(text), _SURE.search(text)
    found = unsure or sure
    if found is None or (unsure and sure):
        return
    verb = _VERB.search(text)
    said = text[: verb.start() if verb and verb.start() < found.end() else found.end()]
    of = _OF.match(text, found.end())
    about = content(of[1] if of else said)
    about = frozenset(w for w in about - _VAGUE if not _SURE.fullmatch(w) and not _UNSURE.fullmatch(w))
    if about and len(about) <= 5:
        at = sentence.place.start + found.start()
        yield Stance(sentence, about, unsure is None, at, sentence.place.start + found.end())
