"""Causes given in plain prose, without the words of a finding: shared by `untested_hypothesis` and `estimate_as_measured`.

"The 9.6 ms that remain are the lock" gives a remainder to something that was never measured; "that shorter path is what makes it
faster", "so the cost must be the lookups" and "the first run was slowed down by the neighbours" name a cause. What was itself varied
or measured, under its own name, is no such cause.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from sessionlens.graph.view import View
from sessionlens.model.trace import Statement
from sessionlens.rules.base import talking
from sessionlens.rules.index import Calls, cues

_Q = r"\d[\d.,]*\s?(?:%|ms|s|[µμun]s|[KMG]i?B|B|bytes|seconds?|minutes?)(?!\w)"
_END = r"(?P<x>[^.;:!?()]{3,60})"
_LEFT = re.compile(
    rf"\b{_Q}[^.;]{{0,12}}?\b(?:that|which) (?:still )?(?:remains?|(?:is|are) left) (?:is|are|comes? from|goes to|go to) {_END}"
    rf"|\b(?:remaining|residual|other) {_Q} (?:is|are|comes? from|goes to|go to) {_END.replace('<x>', '<y>')}"
    rf"|\b(?:what(?:['’]s| is) left|what remains|the rest)\b[^;\n]{{0,40}}?\b{_Q}[^;]{{0,24}}?[,:] (?:which|that|it) "
    rf"(?:is|comes from|goes to) {_END.replace('<x>', '<z>')}",
    re.I,
)
_IS_WHAT = re.compile(
    r"\b(?:that|this|the|its|their) (?P<x>(?:[\w-]+ ){0,4}?[\w-]+) (?:is|was) what "
    r"(?:makes?|made|keeps?|kept|costs?|slows?|slowed|speeds?)\b",
    re.I,
)
_MUST = re.compile(
    r"\b(?:so|hence|therefore|thus)\b[^.;]{0,12}?\bthe (?:\w+ )?(?:cost|time|slowdown|difference|gap|gain|cause|reason|culprit"
    rf"|overhead|delay|loss|saving) must (?:be|come from|stem from|lie in|be due to) {_END}",
    re.I,
)
_BY = re.compile(
    r"\b(?:was|were|got|been) (?:\w+ly )?(?:distorted|skewed|disturbed|slowed(?: down)?|throttled|polluted|inflated|starved|held up)"
    rf" by {_END}",
    re.I,
)
_FORMS = (
    (_IS_WHAT, "named as what makes the difference"),
    (_MUST, "inferred to be the cause"),
    (_BY, "named as what disturbed the run"),
)
_PERFORMS = re.compile(r"\b(?:fast\w*|slow\w*|quick\w*|cheap\w*|expensive|time|latency|throughput|memory|costs?)\b", re.I)
_CUES = cues(
    *("that remain", "that remains", "which remain", "which remains", "still remain", "still remains", "that are left", "that is left"),
    *("the remaining", "the residual", "the other", "what s left", "what   s left", "what is left", "what remains", "the rest"),
    *("is what", "was what", "must be", "must come", "must stem", "must lie"),
    *("distorted", "skewed", "disturbed", "slowed", "throttled", "polluted", "inflated", "starved", "held up"),
)
_NOTHING = re.compile(
    r"\b(?:nois[ey]|unexplained|unknown|unattributed|unaccounted|unclear|within|spread|small|not|no|error|mystery|everything|other|others"
    r"|what|mostly due|below|above|here|left|done|open|same)\b",
    re.I,
)
_OPEN = re.compile(
    r"\b(?:if|whether|might|may|could|would|suspect\w*|probab\w+|likely|perhaps|maybe|guess\w*|seems?|looks? like|appears?|hypothes\w+"
    r"|unless|assum\w+|expect\w*|let me|check|test)\b|\?",
    re.I,
)
_BUSY = frozenset(("top", "htop", "uptime", "vmstat", "iostat", "ps", "sar", "pidstat", "mpstat"))
_WORD = re.compile(r"[a-z][a-z0-9_]{3,}")
_PLAIN = frozenset(("that", "this", "with", "from", "more", "less", "time", "cost", "price", "itself", "alone", "dependent", "being"))
_NEAR = 3


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
    for msg, turn in talking(view, _CUES):
        for said in turn.statements:
            if said.kind not in ("sentence", "item") or said.table is not None or _OPEN.search(said.text):
                continue
            found = _LEFT.search(said.text)
            blamed = (found["x"] or found["y"] or found["z"]) if found else ""
            if blamed and not _NOTHING.search(blamed):
                words = _nouns(blamed)
                again = next((left[w] for w in words if left.get(w, msg) < msg), 0)
                for word in words:
                    left.setdefault(word, msg)
                yield Given(msg, said, "what is left over is given to it", blamed.strip(), again)
                continue
            for form, how in _FORMS:
                named = form.search(said.text)
                if named is None or _NOTHING.search(named["x"]) or (form is _IS_WHAT and not _PERFORMS.search(said.text, named.end())):
                    continue
                if not _looked_at(view, msg, _nouns(named["x"]), form is _BY):
                    yield Given(msg, said, how, named["x"].strip())
                break


def _nouns(text: str) -> list[str]:
    return [w.rstrip("s") for w in _WORD.findall(text.lower()) if w not in _PLAIN]


def _looked_at(view: View, msg: int, nouns: list[str], load: bool) -> bool:
    """Whether something of that name was varied or measured before, or the load was looked at for a disturbed run."""
    if not nouns:
        return True
    if load and any(msg - _NEAR <= n <= msg for n, _ in view.once(Calls).of_tools(_BUSY)):
        return True
    names = " ".join({f"{m.metric} {m.config} {m.command or ''}" for m in view.measurements if m.msg <= msg}).lower()
    return any(noun in names for noun in nouns)
