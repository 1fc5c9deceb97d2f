"""A reference to a message that does not hold: no such message, another role, other content, not the one just before.

Without a session only nearness can be checked, against the message that the document is about: "the previous message ([msg 36])" in a
document about message 38.

Fires:

    This is message [msg 38], a build. It follows the check of the previous message ([msg 31]).

Quiet:

    This is message [msg 38], a build. It follows the check of the previous message ([msg 37]). Long before, [msg 3] had set it up.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator

from sessionlens.audit.base import Defect, Hit
from sessionlens.audit.document import Document, Reference, Sentence
from sessionlens.audit.library import Library
from sessionlens.audit.lookup import Log
from sessionlens.model.words import Confidence
from sessionlens.text.regex import regex

NUMBER = "D006"
ISSUE: Defect = "reference"
HELP = "open the message (`sessionlens show N`) and correct the number or the sentence"
_PREVIOUS = regex(r"\b(?:previous|preceding|prior|last|just before|immediately before)\b(?P<many>(?:\s+\w+){0,2}?\s+messages\b)?", re.I)
_NEXT = regex(r"\b(?:next|following|immediately after)\b(?:\s+\w+){0,2}?\s+messages?\b", re.I)
_JUST = regex(r"\bjust\b", re.I)
_AT_ONCE = regex(r"\bimmediate(?:ly)?\b", re.I)
_REPLY = regex(r"\b(?:response|reply|answer|responds?|replies|answers?)\s+to\b", re.I)
_PERSON = regex(
    r"\b(?:user|person|human|developer|operator|customer)(?:'s|’s)?\s+(?:\w+\s+){0,2}?(?:request|question|remark|comment|"
    r"complaint|objection|wish|reminder|instruction|suggestion|prompt|message|ask(?:s|ed)?|wants?|says?|said|wrote|objects?|objected)\b"
    r"|\b(?:user|person|human|developer|operator|customer)(?:,| in| at)*\s*[(\[]?$",
    re.I,
)
_AGENT = regex(
    r"\b(?:assistant|agent|model)(?:'s|’s)?\s+(?:\w+\s+){0,2}?(?:message|command|reply|response|answer|runs?|"
    r"ran|said|says|wrote|reported|admits?|admitted|concludes?|concluded|notes?|noted|puts? it)\b"
    r"|\b(?:assistant|agent|model)(?:,| in| at)*\s*[(\[]?$",
    re.I,
)
_LISTED = regex(r"[\s,;]*(?:and|or|&)?\s*")
WIDE = 90
"""Characters before a reference in which a word belongs to it."""


def find(library: Library) -> Iterator[Hit]:
    log = Log(library.view) if library.view is not None else None
    for document in library.documents:
        ends = [r.end for r in document.references]
        for i, reference in enumerate(document.references):
            behind = ends[i - 1] if i else 0
            sentence = document.sentence_at(reference.start)
            for why, confidence in _wrong(document, reference, sentence, behind, log):
                yield Hit(document.place(reference.start, reference.end), why, confidence)
                break


def _wrong(document: Document, r: Reference, s: Sentence | None, behind: int, log: Log | None) -> Iterator[tuple[str, Confidence]]:
    named = f"message {r.first}" if r.first == r.last else f"messages {r.first} to {r.last}"
    if log is not None:
        missing = [n for n in (r.first, r.last) if n not in log]
        if missing:
            yield f"the session has no message {missing[0]}; it has {log.first} to {log.last}", "high"
            return
    if s is None:
        return
    before = document.text[max(s.place.start, behind, r.start - WIDE) : r.start]
    before = before[max(before.rfind(c) for c in ".;") + 1 :]
    yield from _nearness(document, r, s, before, named)
    if log is not None and r.first == r.last:
        role = log.role(r.first)
        said = "user" if _PERSON.search(before) else "assistant" if _AGENT.search(before) else None
        if said is not None and role != said:
            yield f"{named} is the {_who(role)}'s, not the {_who(said)}'s", "high"
    if log is not None:
        together = _together(document, r)
        if together[0] is not r:
            return
        ahead = min((o.start for o in document.references if o.start >= together[-1].end), default=s.place.end)
        own = document.text[max(s.place.start, behind) : min(s.place.end, ahead)]
        lacking = log.lacking(own, (n for t in together for n in range(t.first, min(t.last, t.first + 200) + 1)))
        shared = [o for o in document.references if s.place.start <= o.start < r.start and o.end == behind]
        if lacking and shared:  # what stands between two references may be of either
            lacking = log.lacking(own, [n for o in (*shared, *together) for n in range(o.first, min(o.last, o.first + 200) + 1)])
        if lacking:
            named = named if len(together) == 1 else f"messages {', '.join(str(t.first) for t in together)}"
            verb = "has" if r.first == r.last and len(together) == 1 else "have"
            yield f"{named} {verb} nothing of what the sentence names ({', '.join(lacking[:4])})", "medium"


def _together(document: Document, r: Reference) -> list[Reference]:
    """The references that a reference is listed with: "[msg 7], [msg 9] and [msg 12]" bear one statement out together."""
    every = document.references
    first = last = bisect_left(every, r.start, key=lambda o: o.start)
    while first and _LISTED.fullmatch(document.text, every[first - 1].end, every[first].start):
        first -= 1
    while last + 1 < len(every) and _LISTED.fullmatch(document.text, every[last].end, every[last + 1].start):
        last += 1
    return list(every[first : last + 1])


def _who(role: str) -> str:
    return "person" if role == "user" else "agent"


def _nearness(document: Document, r: Reference, s: Sentence, before: str, named: str) -> Iterator[tuple[str, Confidence]]:
    subject = document.subject
    if subject is None or r.first == subject:
        return
    gap = subject - r.last
    previous = _PREVIOUS.search(before)
    if previous is not None and gap != 1:
        yield f"{named}, said to come right before message {subject}, {_apart(r, gap)}", "medium" if gap > 1 else "high"
    elif _NEXT.search(before) and r.first != subject + 1:
        yield f"{named}, said to come right after message {subject}, {_apart(r, gap)}", "medium"
    elif _JUST.search(before) and gap > 5:
        yield f"{named}, said to have come just before message {subject}, {_apart(r, gap)}", "low"
    elif _REPLY.search(before) and gap > 1:
        block = document.blocks[s.block].text
        if _AT_ONCE.search(block):
            yield f"{named} is said to be answered at once by message {subject}; it {_apart(r, gap)}", "low"


def _apart(r: Reference, gap: int) -> str:
    verb = "is" if r.first == r.last else "are"
    if gap <= 0:
        return "comes after it" if verb == "is" else "come after it"
    return f"{verb} {gap} messages earlier" if gap != 2 else f"{verb} two messages earlier: one stands between"
