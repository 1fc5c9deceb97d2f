"""The sentence that decided a hypothesis: what the message that judged it says of it, in its own words."""

import re
from collections.abc import Iterator

from sessionlens.facts.aliases import content
from sessionlens.model.facts import Hypothesis
from sessionlens.model.frozen import Record
from sessionlens.reports.context.common import judged_words, status_at
from sessionlens.reports.scope import Scope
from sessionlens.text.regex import regex

_SENTENCES = regex(r"(?<=[.!?])[*_]*\s+(?=[\"“*_`(A-Z0-9])|\n+")
_MARKS = regex(r"^[\s>#*+-]+|^\d+[.)]\s+|\*\*|\s+$")
_FATES = {
    "refuted": regex(
        r"\b(?:refut|disprov|wrong\b|not (?:the|it|a|because)\b|n['’]t\b|isn|rul(?:ed|es) out|reject|dead\b|false\b|"
        r"no (?:difference|gain|effect|help)|does not|did not|cannot|nothing\b|neither\b|slower\b|worse\b|innocent|fails\b|"
        r"off the table|out\b)",
        re.I,
    ),
    "confirmed": regex(
        r"\b(?:confirm|holds?\b|held\b|right\b|true\b|borne out|prov(?:ed|en|es)|reproduc|that was it\b|it was\b|works?\b|fixed\b|"
        r"found\b|as (?:expected|predicted)|the (?:cause|culprit|reason)\b)",
        re.I,
    ),
    "abandoned": regex(
        r"\b(?:drop|abandon|supersed|taken? back|tak(?:e|ing) (?:it|that) back|give up|gave up|leave|left\b|not worth|skip|out\b)", re.I
    ),
}
"""Words of a sentence that says what became of something."""
_FIGURE = regex(r"(?<![\w.-])\d+(?:[.,]\d+)?(?![\w.-]*\w)|\d %")
_SHORTEST, _ENOUGH = 3, 4


class Said(Record):
    """What was said, and in which message."""

    quote: str
    msg: int


def said(scope: Scope, h: Hypothesis) -> Said | None:
    """The sentence of a deciding message that speaks of a hypothesis and of what became of it; None where no sentence plainly does.

    A word for the fate, its name and the words of the belief count, and numbers beside them; of equals the earlier message's. Without
    such a word its name with a number will do ("K2: 31 to 24 ms").
    """
    status, decided = status_at(scope, h)
    fate = _FATES.get(status)
    if fate is None or not decided:
        return None
    names = [a for a in h.aliases if a]
    topic = content(judged_words(h))
    best: tuple[int, Said] | None = None
    scope.whole.expect(decided)
    for n in decided:
        if n not in scope.whole.turns:
            continue
        for sentence in _sentences(scope.whole.message(n).text):
            named = any(a in sentence and re.search(rf"(?<![\w-]){re.escape(a)}(?![\w-])", sentence) for a in names)
            told = fate.search(sentence) is not None
            if not (told or named):
                continue
            if not told and names[0] not in sentence:
                continue
            counts = _FIGURE.search(sentence) is not None
            if not (told or counts) or (n == h.msg and judged_words(h) in sentence):
                continue
            shared = len(topic & content(sentence))
            if not (named or shared > 1):
                continue
            weight = 2 * told + 2 * named + min(shared, 3) + counts
            if weight >= _ENOUGH - (not told) and (best is None or weight > best[0]):
                best = weight, Said(sentence, n)
    return best[1] if best else None


def _sentences(text: str) -> Iterator[str]:
    for piece in _SENTENCES.split(text):
        if len(piece.split()) < _SHORTEST:
            continue
        bare = _MARKS.sub("", piece)
        if len(bare.split()) >= _SHORTEST and not bare.startswith(("|", "```")):
            yield bare
