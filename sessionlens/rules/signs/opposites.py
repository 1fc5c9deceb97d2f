"""The same sentence with and without its "not", and nothing looked at in between. A part of the rule `self_contradiction`.

"The lock is not the bottleneck", and a message later "the lock is the bottleneck": a measurement between the two may have changed the
writer's mind, and so may a word such as "now" or "after all". Where there is neither, one of the two is wrong.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator

from sessionlens.graph.view import View
from sessionlens.model.facts import Conclusion
from sessionlens.model.verdict import Verdict
from sessionlens.rules.base import Hit, at_fact, shorten
from sessionlens.rules.index import Calls, Judged
from sessionlens.text.regex import regex

_NOT = regex(r"\b(?:is|are|was|were|does|do|did|has|have|can)(?: not|n['’]t)\b|\b(?:is|are|was|were) no(?!\w)|\bcannot\b", re.I)
_NEGATION = regex(r"n['’]t\b|\bnot\b|\bno\b|\bcannot\b", re.I)
_LATER = regex(
    r"\b(?:now|first|then|later|before|after|again|until|since|wrong(?:ly)?|earlier|previous(?:ly)?|no longer|instead|actually|but|would|if"
    r"|yet|still|anymore|any more|fixed|sorry|correct\w*)\b",
    re.I,
)
_WORD = regex(r"[\w./-]+")
_PLAIN = frozenset(("the", "a", "an", "so", "and", "that", "this", "it", "do", "does", "did", "is", "are", "was", "were"))
_LEAST, _NOT_LONGER = 2, 12
_DENIALS = (" not ", "n't", "n’t", "annot")
_TURNED = regex(r"(?P<a>\d[\d.]* [A-Za-zµ/]+) against (?P<b>\d[\d.]* [A-Za-zµ/]+), [-+−](?P<p>\d[\d.]*) %$")
_PERCENT = regex(r"(\d+(?:\.\d+)?)\s?%")
_ROOM = 0.06


def against_own_table(view: View, conclusion: Conclusion, verdict: Verdict) -> bool:
    """Whether a percentage is right but for its direction, by two values that the message's own table has above it."""
    if verdict.verdict != "contradicted" or conclusion.statement.table is not None:
        return False
    found = _TURNED.search(verdict.derivation)
    said = _PERCENT.search(conclusion.quote)
    if found is None or said is None or abs(float(found["p"]) - float(said[1])) > _ROOM:
        return False
    cells = {c.strip("`* ") for s in view.turns[conclusion.msg].statements if s.table is not None for row in s.table.rows for c in row}
    return {found["a"], found["b"]} <= cells


def find(view: View) -> Iterator[Hit]:
    for conclusion, verdict in view.once(Judged).verdicts["contradicted"]:
        if against_own_table(view, conclusion, verdict):
            yield at_fact(conclusion, f"its own table has it the other way round: {verdict.derivation}", "high")
    moved = sorted({msg for msg, _ in view.once(Calls).runs})
    stretches: dict[int, list[Conclusion]] = {}
    denying: set[int] = set()
    for conclusion in view.conclusions:
        stretch = bisect_left(moved, conclusion.msg)  # how much was looked at before it
        stretches.setdefault(stretch, []).append(conclusion)
        if any(map(conclusion.quote.__contains__, _DENIALS)):
            denying.add(stretch)
    for stretch in sorted(denying):
        if len(stretches[stretch]) > 1:
            yield from within(stretches[stretch])


def within(conclusions: list[Conclusion]) -> Iterator[Hit]:
    """Two statements of a stretch without a tool call that say the same but for a denial."""
    told: dict[frozenset[str], tuple[bool, Conclusion]] = {}
    lengths = [len(c.quote) for c in conclusions if any(map(c.quote.__contains__, _DENIALS))]
    for conclusion in conclusions:
        quote = conclusion.quote
        if all(abs(len(quote) - length) > _NOT_LONGER for length in lengths):
            continue
        if conclusion.statement.table is not None or _LATER.search(conclusion.statement.text):
            continue
        words = frozenset(w.lower().strip(".") for w in _WORD.findall(_NEGATION.sub(" ", quote))) - _PLAIN
        if len(words) < _LEAST:
            continue
        denied = _NOT.search(quote) is not None
        if not denied and _NEGATION.search(quote):
            continue  # "none", "no such": another kind of denial
        before = told.get(words)
        told[words] = (denied, conclusion)
        if before is None or before[0] == denied:
            continue
        why = f"{shorten(quote, 60)!r}, and {shorten(before[1].quote, 60)!r} in msg {before[1].msg}; nothing was looked at in between"
        yield at_fact(conclusion, why, "medium", before[1].id)
