"""How a system behaves in general, given as the explanation of one failure. A part of the rule `untested_hypothesis`.

"Pushes made with that token generally do not start another workflow" is knowledge of the system, right or wrong: no output of this session
shows what happens in general, and that it happened here has to be looked at. A document that was read and says so is a source.
"""

import re
from collections.abc import Iterator

from sessionlens.graph.view import View
from sessionlens.model.trace import Statement
from sessionlens.rules.base import Hit, at_statement, shorten, talking
from sessionlens.rules.index import Calls, cues
from sessionlens.text.regex import regex

_LAW = regex(
    r"\b(?:generally|typically|usually|normally|ordinarily) (?:(?:do(?:es)?|will|can|is|are)(?: not|n['’]t)|cannot|won['’]t|ignores?"
    r"|refuses?|rejects?|drops?|skips?|loses?|fails?|breaks?)\b"
    r"|\b(?:do(?:es)?|will|is|are|can)(?: not|n['’]t) (?:generally|typically|usually|normally|ordinarily|reliably)\b"
    r"|\bnot reliably \w+ing\b|\b(?:is|are) (?:notoriously |known to be )?unreliable (?:for|on|in|with|when)\b",
    re.I,
)
_ADVERBS = ("generally", "typically", "usually", "normally", "ordinarily", "unreliable", "reliably")
_WORD = regex(r"[A-Za-z_][\w.-]{4,}")
_NEAR, _ENOUGH = 200, 2
_CUES = cues("generally", "typically", "usually", "normally", "ordinarily", "reliably", "unreliable")
_OPEN = regex(
    r"\?\s*$|\b(?:if|whether|might|may|maybe|perhaps|probably|likely|suspect\w*|should|let me|let['’]s|i['’]ll|check"
    r"|recommend\w*|suggest\w*)\b",
    re.I,
)
_TROUBLE = regex(
    r"\b(?:fail\w*|broke\w*|breaks?|bugs?|errors?|wrong|why|stuck|corrupt\w*|missing|red|crash\w*|hang\w*|flak\w*|regress\w*|stopped"
    r"|root cause|not work\w*|(?:does|did)(?: not|n['’]t))\b",
    re.I,
)
_DIGIT = regex(r"\d\s?(?:%|ms|s|[µu]s|x)\b")


def find(view: View) -> Iterator[Hit]:
    for number, turn in talking(view, _CUES):
        for said in turn.statements:
            law = _LAW.search(said.text) if said.kind in ("sentence", "item") and said.table is None else None
            if law is None or _OPEN.search(said.text) or _DIGIT.search(said.text):
                continue
            if troubled(view, number) and not written(view, number, said, law):
                why = f"{named(said, law)}: general behaviour as the explanation; it was neither shown nor tried"
                yield at_statement(view, number, said, why)
                break


def written(view: View, number: int, said: Statement, law: re.Match[str]) -> bool:
    """Whether something that was printed or that a person wrote by then says so in its own words: the adverb, and others near it."""
    adverb = next(word for word in _ADVERBS if word in law[0].lower())
    words = {w.lower() for w in _WORD.findall(said.text)} - {adverb}
    texts = [run.call.output for msg, run in view.once(Calls).runs if msg < number and adverb in run.call.output]
    texts += [view.message(n).text for n in view.of_people() if n < number]
    for text in texts:
        at = text.find(adverb)
        while at >= 0:
            near = text[max(0, at - _NEAR) : at + _NEAR].lower()
            if sum(word in near for word in words) >= _ENOUGH:
                return True
            at = text.find(adverb, at + 1)
    return False


def named(said: Statement, law: re.Match[str]) -> str:
    """The statement about its law, in quotation marks."""
    return repr(shorten(said.text[said.text.rfind(" ", 0, max(1, law.start() - 30)) + 1 :], 80))


def troubled(view: View, number: int) -> bool:
    """Whether the message, or the request that it answers, is about something that goes wrong."""
    if _TROUBLE.search(view.message(number).text):
        return True
    asked = max((n for n in view.of_people() if n < number), default=None)
    return asked is not None and _TROUBLE.search(view.message(asked).text[:2000]) is not None
