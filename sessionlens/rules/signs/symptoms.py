"""A cause that is said to fit everything that was reported, and was only read out of the code. A part of the rule `overgeneralised`."""

import re
from collections.abc import Iterator

from sessionlens.graph.view import View
from sessionlens.rules.base import Hit, at_statement, talking
from sessionlens.rules.index import cues
from sessionlens.rules.signs import announced_causes, conceded
from sessionlens.text.regex import regex

_FITS = regex(
    r"\b(?:match(?:es)?|explains?|fits?|accounts? for|covers?) (?:perfectly |exactly |with )?"
    r"(?:every|all(?: of)?(?: the| your| these| those)?|each of the) (?:\w+ )?(?:symptoms?|reports?|observations?|failures|complaints)\b",
    re.I,
)
_CUES = cues("symptom", "symptoms", "reports", "report", "observations", "observation", "failures", "complaints")
_OPEN = regex(r"\b(?:if|whether|might|may|could|would|should|not|n['’]t|does it|seems?|let me|check)\b|\?", re.I)


def find(view: View) -> Iterator[Hit]:
    for msg, turn in talking(view, _CUES):
        said = next((s for s in turn.statements if s.kind in ("sentence", "item") and _FITS.search(s.text)), None)
        if said is None or _OPEN.search(said.text):
            continue
        if announced_causes.only_read(view, msg) or conceded.find(view, msg, said) is not None:
            yield at_statement(view, msg, said, "said to fit all that was reported; nothing was run to see any of it")
