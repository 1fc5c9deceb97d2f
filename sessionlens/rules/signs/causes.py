"""Causes of what was just measured, in plain prose: shared by `untested_hypothesis` and `estimate_as_measured`.

"The 9.6 ms that remain are the lock" gives a remainder to something that was never measured; "that shorter path is what makes it
faster", "so the cost must be the lookups" and "the first run was slowed down by the neighbours" name a cause. What was itself varied
or measured, under its own name, is no such cause.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from sessionlens.graph.view import View
from sessionlens.model.trace import Statement
from sessionlens.rules.base import holds, talking
from sessionlens.rules.index import Calls, Judged
from sessionlens.rules.signs.cause_forms import (
    ABOVE,
    AT_WORK,
    BUSY,
    BY,
    BY_MECHANISM,
    CHANGE,
    CUES,
    DESCRIBES,
    FORMS,
    HOST,
    IS_IT,
    IS_WHAT,
    LABELLED,
    LEFT,
    LEFT_WORDS,
    MECHANISM,
    NAMES,
    NEAR,
    NOTHING,
    NUMBER_BECAUSE,
    OPEN,
    PERFORMS,
    PLAIN,
    QUANTITY,
    RECENT,
    SINCE,
    SOURCE,
    WORD,
)


@dataclass(frozen=True, slots=True)
class Given:
    """A cause that a statement gives: what is blamed, in what form, and the message that first gave a remainder to it (or 0)."""

    msg: int
    said: Statement
    how: str
    blamed: str
    again: int = 0


def given(view: View) -> tuple[Given, ...]:
    """The causes of all messages, in their order; what was varied or measured under its own name is left out."""
    if not view.measurements:
        return ()
    return tuple(_all(view))


def _all(view: View) -> Iterator[Given]:
    left: dict[str, int] = {}
    judged = {(c.msg, c.statement.start) for c, _ in view.once(Judged).claims["causal"]}
    measured = sorted({m.msg for m in view.measurements})
    for msg, turn in talking(view, CUES):
        last = bisect_right(measured, msg)
        if not last or measured[last - 1] < msg - RECENT:
            continue  # nothing that wants a cause
        for said in turn.statements:
            if said.kind not in ("sentence", "item") or said.table is not None:
                continue
            low = said.text.lower()
            if holds(low, LEFT_WORDS) and (found := LEFT.search(said.text)) and not OPEN.search(low):
                blamed = _blamed(found)
                if not NOTHING.search(blamed):
                    words = _nouns(blamed)
                    again = next((left[w] for w in words if left.get(w, msg) < msg), 0)
                    for word in words:
                        left.setdefault(word, msg)
                    yield Given(msg, said, "what is left over is given to it", blamed.strip(), again)
                    continue
            if holds(low, NAMES) and (msg, said.start) not in judged:  # what has a verdict as a cause is looked at there
                cause = _named(view, msg, said, low)
                if cause is not None:
                    yield cause


def _named(view: View, msg: int, said: Statement, low: str) -> Given | None:
    """The cause that a statement names in one of the forms, unless it was varied or measured under its own name."""
    for form, literals, how in FORMS:
        named = form.search(said.text) if holds(low, literals) else None
        blamed = _blamed(named)
        host = form in (IS_IT, AT_WORK) and HOST.search(blamed) is not None
        free = host or form in (NUMBER_BECAUSE, LABELLED)
        if (
            not blamed
            or (not free and NOTHING.search(blamed))
            or (form is not NUMBER_BECAUSE and SOURCE.search(blamed))
            or OPEN.search(low)
        ):
            continue
        if (form is IS_IT and not host and DESCRIBES.match(blamed)) or (form in (IS_IT, LABELLED) and not _after_number(view, msg, said)):
            continue
        if (form is SINCE and any(map(str.isdigit, blamed))) or (form is IS_WHAT and not PERFORMS.search(low)):
            continue
        mechanism = MECHANISM.search(blamed) if form is BY_MECHANISM else None
        seen = _looked_at(view, msg, _nouns(mechanism[0] if mechanism else blamed), bool(mechanism) or host or form in (BY, AT_WORK))
        return None if seen else Given(msg, said, how, blamed.strip())
    return None


def _after_number(view: View, msg: int, said: Statement) -> bool:
    """Whether the message gives a quantity shortly before a statement, or in it; for "most of it" how something changed."""
    wanted = CHANGE if said.text.lower().startswith(("most of", "so most of")) else QUANTITY
    return wanted.search(view.message(msg).text, max(0, said.start - ABOVE), said.end) is not None


def _blamed(found: re.Match[str] | None) -> str:
    """What a form's match blames: the one of its alternatives that matched."""
    return next((part for part in found.groups() if part), "") if found else ""


def _nouns(text: str) -> list[str]:
    return [w if w.endswith("ss") else w.removesuffix("s") for w in WORD.findall(text.lower()) if w not in PLAIN]


def _looked_at(view: View, msg: int, nouns: list[str], load: bool) -> bool:
    """Whether something of that name was varied or measured before, or the load was looked at for a disturbed run."""
    if not nouns:
        return True
    if load and any(msg - NEAR <= n <= msg for n, _ in view.once(Calls).of_tools(BUSY)):
        return True
    names = " ".join({f"{m.metric} {m.config} {m.command or ''}" for m in view.measurements if m.msg <= msg}).lower()
    return any(noun in names for noun in nouns)
