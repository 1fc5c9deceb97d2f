"""A difference is said to be explained by its parts, and the parts do not add up to it.

Fires:

    say: The run went from 70.0 s to 82.0 s. The whole regression is explained by the pinning (4.2 s) and the copies (3.1 s).

Fires:

    say: Together, the pinning (4.2 s) and the copies (3.1 s) account for the 12.0 s regression.

Fires:

    say: The lock, the copies and the log alone would save 21.8 s, and the whole gap is only 12.0 s.

Quiet:

    say: The three savings add up to 12.6 s, slightly more than the 12.0 s to be explained, so they overlap a little.

Quiet:

    say: The run went from 70.0 s to 82.0 s. The whole regression is explained by the pinning (7.4 s) and the copies (4.6 s).

Quiet:

    say: The run went from 70.0 s to 82.0 s. The pinning (5.7 s) and the copies (5.5 s) explain two thirds, 4.7 s remain unexplained.
"""

import re
from collections.abc import Iterator
from itertools import pairwise

from sessionlens.graph.view import View
from sessionlens.model.quantity import Quantity
from sessionlens.model.trace import Statement, Turn
from sessionlens.model.words import Issue
from sessionlens.rules.base import Hit, at_statement, holds, talking
from sessionlens.rules.index import cues
from sessionlens.text import quantities
from sessionlens.text.regex import regex

NUMBER = "R018"
ISSUE: Issue = "budget-not-closed"
HELP = "give the rest that the parts leave, and call it unexplained"
_WHOLE = regex(
    r"\b(?:explain(?:s|ed)?|account(?:s|ed)? for|make(?:s)? up|add(?:s)? up to|due to|comes? from|caused by|consists? of"
    r"|between them|together)\b",
)
_ALL = regex(r"\b(?:all|whole|entire|full|fully|complete(?:ly)?|entirely|everything|the regression|the slowdown|the difference|the gap)\b")
_REST = regex(
    r"\b(?:rest|remain\w*|remainder|residual|unexplained|unattributed|unaccounted|left(?:over)?|missing|most(?:ly)?"
    r"|part(?:ly|ially)?|some of|thirds?|half|quarter|mainly|largely|at least)\b",
)
_MOVED = regex(r"(?:\bfrom\b.{0,30}\bto\b|->|→|=>|\bvs\.?\b|\bagainst\b|\binstead of\b)", re.I)
_TOTAL_OF = regex(
    r"\b(?:(?:whole|entire|full|total|all (?:of )?the)(?: of)?(?: the)?"
    r"|(?:regression|slowdown|gap|difference|increase|growth|loss|overhead) of)\s$",
    re.I,
)
"""Before a quantity: the same."""
_GAP_IS = regex(r"\b(?:gap|difference|regression|slowdown|increase)\b[^.;\d]{0,40}\b(?:is|was)\s$", re.I)
_TOTAL = regex(r"\s(?:\w+\s)?(?:regression|slowdown|gap|difference|increase|growth|loss|overhead)\b", re.I)
"""Behind a quantity: it is what the parts must add up to."""
_CUES = cues(
    *("together", "explain", "explains", "explained", "account for", "accounts for", "accounted for", "due to", "come from", "comes from"),
    *("sum of", "total of", "alone would", "combined"),
    *("between them", "caused by", "add up", "adds up", "make up", "makes up", "consist of", "consists of"),
)
_TWO = regex(r"\d\D+\d")
_REFERS = regex(r"(?:so |and )?(?:that|this|these|those|they|together (?:that|this|these|those|they))\b.*\d")
"""A sentence whose parts stand in the one before."""
_N = r"(\d[\d.,]*\d|\d)(?:\s?(%|[A-Za-zµμ]{1,5}))?(?![\w.]\d)"
_SUMMED = (
    regex(
        rf"\b(?:sum|total) of (?:the|all|these|those|what)\b[^.;:\d]{{0,40}}(?:[:=]|\bis)\s*{_N},? (?:against|versus|vs\.?|of|for)"
        rf" (?:the |a )?(?:gap |total |whole )?(?:of )?{_N}",
        re.I,
    ),
    regex(
        rf"\b(?:alone|together|combined|between them) (?:would |could )?(?:save|give|explain|account for|cost|add|make)\w* {_N}"
        r"[^;]{0,40}?\b(?:gap|total|difference|whole|regression|slowdown)\b[^;\d]{0,40}?(?:\d[\d.]*[^;\d]{0,12})?"
        rf"\b(?:is|was) (?:only |just )?{_N}",
        re.I,
    ),
    regex(
        rf"\badds? up to {_N}[^;\d]{{0,30}}\b(?:than|against|of|but)\b[^;\d]{{0,20}}{_N}[^;]{{0,30}}?\b(?:gap|total|explain\w*|whole"
        r"|difference|regression|slowdown)\b",
        re.I,
    ),
)
"""Sums of parts that a sentence sets against the whole: the sum and its unit, the whole and its unit."""
CLOSES = regex(
    r"\b(?:budget|books?|numbers|sums?|accounts|accounting|arithmetic) (?:now |all |still )?"
    r"(?:closes?|adds? up|balances?|works? out|tall(?:y|ies))\b",
    re.I,
)
"""A message that says so contradicts itself where its own sum is another: reported there."""
_CLOSED = 0.10
_SUM_WORDS = ("um of", "otal of", "alone", "ogether", "ombined", "etween them", "up to")
_UNCLEAR = regex(r"\b(?:if|might|may|expect\w*|predict\w*|remain\w*|rest|unexplained|at most|at least|part)\b|\?", re.I)
_BACK = 3


def find(view: View) -> Iterator[Hit]:
    for msg, turn in talking(view, _CUES):
        yield from open_budgets(view, msg, turn)
        for said, why in misfits(turn):
            if not CLOSES.search(turn.message.text):
                yield at_statement(view, msg, said, why, "low")


def misfits(turn: Turn) -> Iterator[tuple[Statement, str]]:
    """Sentences that give a sum of parts and the whole that it should be, where the two are more than a tenth apart."""
    for said in turn.statements:
        if said.table is not None or not holds(said.text, _SUM_WORDS) or said.kind not in ("sentence", "item"):
            continue
        found = next((m for form in _SUMMED if (m := form.search(said.text))), None)
        if found is None or (found[4] and found[4] != found[2]) or _UNCLEAR.search(said.text):
            continue
        parts, whole = (float(n.replace(",", "")) for n in (found[1], found[3]))
        if whole and abs(parts - whole) > _CLOSED * whole:
            yield said, f"the parts are said to give {found[1]} of {found[3]} {found[2] or ''}".rstrip()


def open_budgets(view: View, msg: int, turn: Turn) -> Iterator[Hit]:
    """Statements that give all of a difference to parts whose sum is another."""
    said = [s for s in turn.statements if s.table is None and s.kind in ("sentence", "item")]
    for index, statement in enumerate(said):
        low = statement.text.lower() if _TWO.search(statement.text) or _REFERS.match(statement.text.lower()) else ""
        if not low or not _WHOLE.search(low) or _REST.search(low):
            continue
        if index + 1 < len(said) and _REST.search(said[index + 1].text.lower()) and quantities.find(said[index + 1].text):
            continue
        parts = [q for q in quantities.find(statement.text) if q.dimension in ("time", "size")]
        named = next((q for q in parts if _TOTAL.match(statement.text, q.end) or _TOTAL_OF.search(statement.text[: q.start])), None)
        if named is not None:
            parts.remove(named)
        elif not _ALL.search(low):
            continue
        if not parts and named is not None and index and _REFERS.match(low):
            listed = said[index - 1].text
            parts = [q for q in quantities.find(listed) if q.dimension == named.dimension] if not _REST.search(listed.lower()) else []
            if _MOVED.search(listed) or _GAP_IS.search(listed):
                continue
        if len(parts) < 2 or len({q.dimension for q in parts}) > 1 or _MOVED.search(statement.text):
            continue
        if named is not None:
            total: float | None = abs(float(named.value * named.si))
        else:
            before = " ".join(s.text for s in said[max(0, index - _BACK) : index])
            total = difference(before, parts[0]) or gap(before, parts[0])
        if not total:
            continue
        summed = sum(float(q.value * q.si) for q in parts)
        if abs(total - summed) > _CLOSED * total:
            scale = float(parts[0].si)
            unit, rest = parts[0].unit, (total - summed) / scale
            why = f"the parts give {summed / scale:.4g} of {total / scale:.4g} {unit}; the rest of {rest:.3g} {unit} has no owner"
            yield at_statement(view, msg, statement, why, "medium")
            return


def gap(text: str, like: Quantity) -> float | None:
    """The last quantity of that dimension that a text gives as the gap, the difference, the total; in base units."""
    found = [q for q in quantities.find(text) if q.dimension == like.dimension and _GAP_IS.search(text[: q.start])]
    return abs(float(found[-1].value * found[-1].si)) or None if found else None


def difference(text: str, like: Quantity) -> float | None:
    """The last difference of two quantities of that dimension that a text states ("from 88 s to 105 s"), in base units."""
    found = [q for q in quantities.find(text) if q.dimension == like.dimension]
    for first, second in reversed(list(pairwise(found))):
        if _MOVED.search(text[max(0, first.start - 8) : second.end]):
            return abs(float(second.value * second.si) - float(first.value * first.si)) or None
    return None
