"""All of them, after a look at some of them, by the session's own words. A part of the rule `overgeneralised`.

"Look at one of the six", and then "all six set a timeout": between the two nothing was looked at that covers the other five.
"""

import re
from collections.abc import Iterator

from sessionlens.graph.view import View
from sessionlens.rules.base import Hit, at_statement, shorten
from sessionlens.rules.index import Speech
from sessionlens.text.regex import regex

_NUMBERS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_N = rf"(?:\d{{1,4}}|{'|'.join(_NUMBERS)})"
_SOME = regex(
    rf"\b(?:(?:only |just )?one|two|three|the first(?: one| two| three)?|a few|a couple|some|a sample|one or two) of "
    rf"(?:the|our|these|those|all) (?P<n>{_N})\b",
    re.I,
)
_ALL = regex(rf"\b(?:all|every one of the|each of the|none of the) (?:of )?(?:the |our |these |those )?(?P<n>{_N})\b", re.I)
_OPEN = regex(r"\?|\b(?:if|whether|should|would|could|might|may|let me|check|next|will|not)\b", re.I)
_OTHERS = regex(r"\b(?:the (?:other|rest|remaining)|all|each|every)\b", re.I)
_NEAR = 4


def find(view: View) -> Iterator[Hit]:
    sampled: dict[str, int] = {}
    for number, turn in view.once(Speech).turns:
        text = turn.message.text
        for said in turn.statements if sampled and " " in text else ():
            every = _ALL.search(said.text) if said.kind in ("sentence", "item") else None
            since = sampled.get(every["n"].lower()) if every and not _OPEN.search(said.text) else None
            if every and since is not None and 0 < number - since <= _NEAR and not looked_on(view, since, number):
                yield at_statement(view, number, said, f"{shorten(every[0], 40)!r}, and msg {since} looked at a part of them")
                sampled.clear()
                break
        if " of " in text and turn.runs:
            sampled |= {m["n"].lower(): number for m in _SOME.finditer(text)}


def looked_on(view: View, since: int, until: int) -> bool:
    """Whether a later message looked at more of them, by its words or by a loop."""
    for number, turn in view.once(Speech).turns:
        if since < number < until and turn.runs and _OTHERS.search(turn.message.text):
            return True
    return any("for " in (run.call.command or "") for number, run in view.runs(since) if number < until)
