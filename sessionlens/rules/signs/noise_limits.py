"""Limits below which a difference is to be noise, and what they were drawn from. A part of the rule `single_sample`."""

import re
from collections import Counter
from collections.abc import Iterator

from sessionlens.graph.view import View
from sessionlens.rules.base import Hit, at_fact, at_statement, stated, talking
from sessionlens.rules.index import cues
from sessionlens.rules.signs.runs import measuring
from sessionlens.text.regex import regex

_NOISE = regex(
    r"\b(?:under|below|within|less than|up to|smaller than|±|\+/-)[^.;]{0,16}\d[\d.]*\s?%[^.;]{0,48}\bnois[ey]\b"
    r"|\bnoise (?:floor|limit|band|level)\b[^.;]{0,24}\d[\d.]*\s?%",
    re.I,
)
_NOISE_CUES = cues("noise", "noisy")
_LIMIT = regex(
    r"(?:^|[;:,–—] )(?:so |hence |thus |then |and )?(?:anything |differences? |everything |effects? )?"
    r"(?:below|under|less than|smaller than|within) "
    r"(?:about |roughly |around |some |~|≈)?\d[\d.]*\s?%[^.;]{0,20}\b(?:(?:won['’]t|don['’]t|can['’]t|cannot|not) "
    r"(?:\w+ )?(?:call|count|trust|believe|take|tell)"
    r"|(?:is|are) (?:not real|nothing|meaningless|no difference|no effect))\b",
    re.I,
)
_ALIKE = regex(r"\b(?:same|copy|copies|identical|twice|itself|noise|floor)\b", re.I)
_LIMIT_CUES = cues("below about", "below", "under", "less than", "smaller than", "within")
_OF_OTHERS = regex(r"\b(?:would|should|might|may|could|usually|typically|often|known|documented|assum\w+|expect\w*)\b", re.I)
_FROM_ONE = "a limit for noise, drawn from one comparison: what varies from run to run shows in several"
_BACK = 60
_MANY = 3


def find(view: View) -> Iterator[Hit]:
    """Limits below which a difference is to be noise ("under 5 % is noise"), drawn from one comparison of two equal things."""
    for conclusion in stated(view, _NOISE_CUES):
        if "nois" not in conclusion.quote or not _NOISE.search(conclusion.quote) or _OF_OTHERS.search(conclusion.quote):
            continue
        if compared(view, conclusion.msg) == 1:
            yield at_fact(conclusion, _FROM_ONE, "low")
            return
    for msg, turn in talking(view, _LIMIT_CUES) if view.measurements else ():
        said = next((s for s in turn.statements if s.kind == "sentence" and "%" in s.text and _LIMIT.search(s.text)), None)
        if said is not None and _ALIKE.search(told(view, msg)) and compared(view, msg, alike=True) == 1:
            yield at_statement(view, msg, said, _FROM_ONE, "low")
            return


def told(view: View, msg: int) -> str:
    """The texts of a message and of the two before it."""
    return " ".join(view.turns[n].message.text for n in range(msg - 2, msg + 1) if n in view.turns)


def compared(view: View, until: int, *, alike: bool = False) -> int:
    """How often things were compared before a message, since the last build; if `alike`, only what the last comparison compared."""
    count = 0
    last: set[str] = set()
    for _, run in reversed([place for place in view.runs(until - _BACK) if place[0] < until]):
        if run.readings and measuring(run):
            configs = {r.config for r in run.readings}
            last = last or configs
            if not alike or configs == last:
                keys = Counter((r.metric, r.config) for r in run.readings)
                count += _MANY if max(keys.values()) >= _MANY or any(r.spread is not None for r in run.readings) else 1
        if any(a.intent == "build" for a in run.actions):
            break
    return count
