"""The sentence that decided a hypothesis: what the message that judged it says of it, in its own words."""

import re
from collections.abc import Iterator
from typing import cast

from sessionlens.facts.aliases import content
from sessionlens.model.facts import Hypothesis
from sessionlens.model.frozen import Record
from sessionlens.reports.context.common import judged_words, status_at
from sessionlens.reports.scope import Scope
from sessionlens.text.regex import regex

_ENDS = regex(r"(?P<sentence>[.!?][*_]*\s+(?=[\"“*_`(A-Z0-9]))|\n+")
"""Where a sentence ends, with its last mark, or a line."""
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
    key = f"said of {h.id}"
    if key not in scope.memo:
        scope.memo[key] = _said(scope, h)
    return cast(Said | None, scope.memo[key])


def _said(scope: Scope, h: Hypothesis) -> Said | None:
    status, decided = status_at(scope, h)
    fate = _FATES.get(status)
    if fate is None or not decided:
        return None
    names = [a for a in h.aliases if a]
    topic = content(judged_words(h))
    best: tuple[int, Said] | None = None
    spoken = _spoken(scope)
    for n in decided:
        for sentence in spoken.get(n, ()):
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


def _spoken(scope: Scope) -> dict[int, list[str]]:
    """The sentences of all messages that decided something, by the message's number."""
    key = "sentences that may decide"
    if key not in scope.memo:
        numbers = sorted({n for h in scope.whole.hypotheses for n in h.decided_by if n in scope.whole.turns})
        scope.whole.expect(numbers)
        scope.memo[key] = {n: list(_sentences(scope.whole.message(n).text)) for n in numbers}
    return cast(dict[int, list[str]], scope.memo[key])


def _pieces(text: str) -> Iterator[str]:
    """The text between the ends of its sentences and lines."""
    begin = 0
    for m in _ENDS.finditer(text):
        yield text[begin : m.start() + (m["sentence"] is not None)]
        begin = m.end()
    yield text[begin:]


def _sentences(text: str) -> Iterator[str]:
    for piece in _pieces(text):
        if len(piece.split()) < _SHORTEST:
            continue
        bare = _MARKS.sub("", piece)
        if len(bare.split()) >= _SHORTEST and not bare.startswith(("|", "```")):
            yield bare
