"""A figure that is stated as measured and that stands nowhere in the session, in no message, command or output.

A figure counts as there if any number in the session rounds to it, in its own unit or in the next larger or smaller ones. Differences,
percentages and means are the writer's own arithmetic and are not looked for; nor are round numbers and hedged ones.

Fires (with a session in which the run took 41.7 s):

    The import takes 44.7 s with the patch.

Quiet:

    The import takes 41.7 s with the patch, on average 40.2 s, that is 1.9 s or 4.8 % more than before.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator
from fractions import Fraction

from sessionlens.audit.base import Hit
from sessionlens.audit.document import Document, Sentence
from sessionlens.audit.library import Library
from sessionlens.audit.lookup import computed
from sessionlens.checks.values.intervals import printed
from sessionlens.graph.view import View
from sessionlens.model.quantity import Quantity
from sessionlens.model.words import Issue
from sessionlens.text import quantities
from sessionlens.text.regex import regex

NUMBER = "D020"
ISSUE: Issue = "evidence-not-shown"
HELP = "correct the figure, or name where it comes from"
NEEDS_SESSION = True
_NUMERAL = regex(r"(?<![\w.])\d{1,3}(?:[,_ \u202f]\d{3})+(?:\.\d+)?(?![\w])|(?<![\d.])\d+(?:\.\d+)?(?:[eE][+-]?\d+)?")
_OWN = regex(
    r" = |\b(?:mean|median|averag\w*|geomean|sums?|total(?:s|ling)?|together|altogether|in all|difference|apart|more|less|fewer|saved?|"
    r"saves|costs?|add(?:s|ed)|loses?|lost|gain(?:s|ed)?|slower|faster|larger|smaller|higher|lower|above|below|over|under|per|each|every|share|"
    r"between|would|could|should|expect\w*|estimat\w*|predict\w*|about|roughly|around|nearly|almost|approximately|limit|budget|target|"
    r"plan(?:ned|s)?|up to|at least|at most)\b|[~≈<>]",
    re.I,
)
"""Words by which a figure is the writer's own arithmetic, an estimate or a bound."""
_STEPS = (
    *(Fraction(10) ** k for k in (-9, -6, -3, 0, 3, 6, 9)),
    *(Fraction(1024) ** k for k in (-2, -1, 1, 2)),
    Fraction(60),
    Fraction(1, 60),
)
DIGITS = 3


def find(library: Library) -> Iterator[Hit]:
    if library.view is None:
        return
    numbers: list[float] = []
    for document in library.documents:
        for sentence in document.sentences:
            if _OWN.search(sentence.text) or computed(sentence.text) or document.quotes(sentence.place.start, sentence.place.end):
                continue
            for q in quantities.find(document.masked[sentence.place.start : sentence.place.end]):
                if not _measured(document, sentence, q):
                    continue
                numbers = numbers or _numbers(library.view)
                if not _known(numbers, q):
                    start = sentence.place.start + q.start
                    yield Hit(
                        document.place(start, start + len(q.raw)), f"no message, command or output of the session has {q.raw}", "medium"
                    )


def _measured(document: Document, sentence: Sentence, q: Quantity) -> bool:
    """Whether a quantity is a figure to look for: with a unit, of three digits or more that are not round, and no difference."""
    digits = "".join(c for c in q.raw.partition("e")[0] if c.isdigit()).lstrip("0")
    plain = q.unit and q.dimension not in ("percent", "points", "ratio", "number", "count") and not q.signed and not q.hedge
    start = sentence.place.start + q.start
    return bool(plain) and len(digits.rstrip("0")) + ("." in q.raw) >= DIGITS and not document.quotes(start, start + len(q.raw))


def _known(numbers: list[float], q: Quantity) -> bool:
    """Whether some number of the session rounds to it, in one unit or another."""
    span = printed(q.value, q.ulp)
    for step in _STEPS:
        at = bisect_left(numbers, float(span.lo * step) * (1 - 1e-12))
        if at < len(numbers) and numbers[at] <= float(span.hi * step) * (1 + 1e-12):
            return True
    return False


def _numbers(view: View) -> list[float]:
    """All numbers of a session's texts, in order of size."""
    found: set[str] = set()
    for number in view.turns:
        message = view.message(number)
        for text in (
            message.text,
            message.aside,
            *(t for c in message.calls for t in (c.command or "", c.output, *map(str, c.input.values()))),
        ):
            found.update(_NUMERAL.findall(text))
    return sorted({float(re.sub(r"[,_ \u202f]", "", n)) for n in found})
