"""What a document says became of a hypothesis ("H3 and H4 are confirmed"), against what the session decided."""

import re
from collections.abc import Iterator

from sessionlens.audit.base import Claim
from sessionlens.audit.document import Document
from sessionlens.graph.view import View
from sessionlens.model.facts import Hypothesis
from sessionlens.model.words import VerdictWord
from sessionlens.text.regex import regex

_SAID = regex(
    r"\b(?:is|are|was|were|got|stands?)\s+(?:both |all |also |then |later )?(?P<word>confirmed|refuted|disproved|rejected)\b", re.I
)
_CODE = regex(r"\b[A-Z]{1,4}\d{1,3}\b")
_NO = regex(r"\b(?:not|neither|nor|no|never|until|whether|if|once|unless|said|thought|believed)\b|n't\b", re.I)
_STATUS = {"confirmed": "confirmed", "refuted": "refuted", "disproved": "refuted", "rejected": "refuted"}
_TOLD = {"confirmed": regex(r"\bconfirm", re.I), "refuted": regex(r"\b(?:refut|disprov|reject|out\b|wrong)", re.I)}


def judged(document: Document, view: View) -> Iterator[Claim]:
    """A claim for every hypothesis that the document calls confirmed or refuted by its short name, where the session decided it in so many
    words: a message that decided it says the name and the status. Of what a document knows only up to a message, nothing later counts."""
    known = _by_name(view)
    for sentence in document.sentences if known else ():
        for m in _SAID.finditer(sentence.text):
            start = max(sentence.text.rfind(c, 0, m.start()) for c in ";:.—") + 1
            clause = sentence.text[start : m.start()]
            if _NO.search(sentence.text[start : m.end()]) or document.quotes(
                sentence.place.start + m.start(), sentence.place.start + m.end()
            ):
                continue
            for name in _CODE.finditer(clause):
                h, at = known.get(name[0], (None, 0))
                if h is None or (document.subject is not None and at > document.subject):
                    continue
                place = document.place(sentence.place.start + start + name.start(), sentence.place.start + m.end())
                word: VerdictWord = "supported" if _STATUS[m["word"].lower()] == h.status else "contradicted"
                yield Claim(place, "state", word, (), f"msg {at}: {name[0]} is {h.status}", "session", (at,))


def _by_name(view: View) -> dict[str, tuple[Hypothesis, int]]:
    """Decided hypotheses by the short names that only they have, each with the first deciding message that says so."""
    found: dict[str, list[Hypothesis]] = {}
    for h in view.hypotheses:
        for alias in h.aliases:
            if _CODE.fullmatch(alias):
                found.setdefault(alias, []).append(h)
    alone = {a: group[0] for a, group in found.items() if len(group) == 1 and group[0].status in _TOLD}
    return {a: (h, at) for a, h in alone.items() if (at := _told(view, h, a)) is not None}


def _told(view: View, h: Hypothesis, alias: str) -> int | None:
    pattern = re.compile(rf"\b{re.escape(alias)}\b[^.;\n]*")
    for number in h.decided_by:
        if number in view.turns and any(_TOLD[h.status].search(m[0]) for m in pattern.finditer(view.message(number).text)):
            return number
    return None
