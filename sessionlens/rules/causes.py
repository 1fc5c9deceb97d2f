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
from sessionlens.rules.index import Calls, Judged, cues

_Q = r"\d[\d.,]*\s?(?:%|ms|s|[µμun]s|[KMG]i?B|B|bytes|seconds?|minutes?)(?!\w)"
_END = r"(?P<x>[^.;:!?()]{3,60})"
_LEFT = re.compile(
    rf"\b{_Q}[^.;]{{0,12}}?\b(?:that|which) (?:still )?(?:remains?|(?:is|are) left) (?:is|are|comes? from|goes to|go to) {_END}"
    rf"|\b(?:remaining|residual|other) {_Q} (?:is|are|comes? from|goes to|go to) {_END.replace('<x>', '<y>')}"
    rf"|\bthe rest\b[,(–-]* ?\(?{_Q}\)?[,)–-]* (?:is|are|comes? from|goes to) {_END.replace('<x>', '<v>')}"
    rf"|\b(?:that|this|which) leaves {_Q} (?:for|to) {_END.replace('<x>', '<w>')}"
    rf"|\b(?:what(?:['’]s| is) left|what remains|the rest)\b[^;\n]{{0,40}}?\b{_Q}[^;]{{0,24}}?[,:] (?:which|that|it) "
    rf"(?:is|comes from|goes to) {_END.replace('<x>', '<z>')}",
    re.I,
)
_SIZE = r"(?:cost|time|slowdown|speedup|difference|gap|gain|regression|spread|variance|overhead|delay|loss|saving|rest|penalty)"
_MAKES = r"(?:makes?|made|keeps?|kept|costs?|slows?|slowed|speeds?)"
_IS_WHAT = re.compile(
    rf"(?:\b(?:that|this|the|its|their) |^(?:so |and )?)(?P<x>(?:[\w-]+ ){{0,4}}?[\w-]+) (?:is|was|are) what {_MAKES}\b"
    rf"|\bit(?:['’]s| is| was) (?:the |its |this )?(?P<y>[\w -]{{3,40}}?) that {_MAKES}\b"
    rf"|\bwhat {_MAKES}\b[^.;?]{{0,40}}? (?:is|was|are) (?:the |its |that |this )?(?P<z>[^.;:!?()]{{3,60}})",
    re.I,
)
_MUST = re.compile(
    rf"\bthe (?:\w+ )?(?:{_SIZE}|cause|reason|culprit) must (?:be|come from|stem from|lie in|be due to) {_END}"
    rf"|\b{_SIZE} (?:is|was) (?:all |fully |entirely |mostly )?(?:explained by|down to|owed to) {_END.replace('<x>', '<y>')}"
    rf"|\b(?:time|cost|overhead) (?:is|was|goes|went) (?:all |mostly |mainly )?(?:spent )?(?:in|into|to) {_END.replace('<x>', '<z>')}",
    re.I,
)
_BY = re.compile(
    r"\b(?:was|were|got|been) (?:\w+ly )?(?:distorted|skewed|disturbed|slowed(?: down)?|throttled|polluted|inflated|starved|held up)"
    rf" by {_END}",
    re.I,
)
_SHARE = re.compile(
    rf"\b{_Q} (?:extra |more )?(?:comes?|came|stems?|stemmed|goes|go|went) (?:from|into) {_END}"
    rf"|\b{_Q} (?:\([^)]*\) )?(?:is|are|was|were) the (?:price|cost) of {_END.replace('<x>', '<y>')}",
    re.I,
)
_SINCE = re.compile(
    r"\b(?:faster|slower|cheaper|quicker|loses?|wins?|beats?|costs? more|takes? longer)\b[^.;:]{0,40}? "
    r"(?:because|since|thanks to|due to) "
    rf"(?!then|i |we |you |my |our ){_END}"
    r"|(?P<y>\b(?:the|this|that|our|its) [\w -]{3,30}?) (?:is|are|was) (?:now |still )?the (?:real |actual |main )?bottleneck\b",
    re.I,
)
_LEFT_WORDS = ("remain", "left", "leaves", "rest", "residual", "other ")
_FORMS = (
    (_IS_WHAT, (" what ", "what ", " that "), "named as what makes the difference"),
    (_MUST, (" must ", "explained by", "down to", "owed to", "time ", "cost ", "overhead "), "inferred to be the cause"),
    (_BY, (" by ",), "named as what disturbed the run"),
    (_SHARE, ("the price of", "the cost of", " from ", " into "), "a part of the time is given to it"),
    (_SINCE, (" because ", " since ", "thanks to", "due to", "bottleneck"), "given as the reason"),
)
"""Each form with words of which it needs one, and what it is called."""
_NAMES = (
    *(
        "what ma",
        "what ke",
        "what co",
        "what sl",
        "what sp",
        "that ma",
        "that ke",
        "that co",
        "that sl",
        "that sp",
        " must ",
        "explained by",
    ),
    *(
        "down to",
        "owed to",
        "spent in",
        "all in",
        "time is",
        "time goes",
        "cost is",
        "overhead is",
        "distorted",
        "skewed",
        "disturbed",
        "slowed",
    ),
    *("throttled", "polluted", "inflated", "starved", "held up", "the price of", "the cost of", "come", "came", "stem", "goes", "go into"),
    *("because", "since", "thanks to", "due to", "bottleneck"),
)
_SOURCE = re.compile(
    r"\b(?:runs?|tables?|rows?|columns?|outputs?|logs?|msg|messages?|measure\w*|bench\w*|reports?|files?|readme|paper|scripts?|median|mean"
    r"|average|minimum|profiler?|perf|hyperfine|first|second|last|previous|above|\d[\d.]*\s?(?:ms|s|%|[µu]s|ns|[KMG]B))\b",
    re.I,
)
"""Where a number was taken from, or the number itself: no cause."""
_PERFORMS = re.compile(r"\b(?:fast\w*|slow\w*|quick\w*|cheap\w*|expensive|time|latency|throughput|memory|costs?)\b", re.I)
_CUES = cues(
    *("that remain", "that remains", "which remain", "which remains", "still remain", "still remains", "that are left", "that is left"),
    *("the remaining", "the residual", "the other", "what s left", "what   s left", "what is left", "what remains", "the rest"),
    *("is what", "was what", "are what", "what makes", "what made", "what costs", "what slows", "that makes", "that made", "that costs"),
    *(
        "that slows",
        "explained by",
        "down to",
        "owed to",
        "spent in",
        "all in",
        "time is",
        "goes into",
        "go into",
        "comes from",
        "come from",
    ),
    *("came from", "stems from", "goes to", "the price of", "the cost of", "bottleneck", "because", "since", "thanks to", "due to"),
    *("that leaves", "the rest is", "must be", "must come", "must stem", "must lie"),
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
_RECENT = 4


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
    for msg, turn in talking(view, _CUES):
        last = bisect_right(measured, msg)
        if not last or measured[last - 1] < msg - _RECENT:
            continue  # nothing that wants a cause
        for said in turn.statements:
            if said.kind not in ("sentence", "item") or said.table is not None:
                continue
            low = said.text.lower()
            if holds(low, _LEFT_WORDS) and (found := _LEFT.search(said.text)) and not _OPEN.search(low):
                blamed = _blamed(found)
                if not _NOTHING.search(blamed):
                    words = _nouns(blamed)
                    again = next((left[w] for w in words if left.get(w, msg) < msg), 0)
                    for word in words:
                        left.setdefault(word, msg)
                    yield Given(msg, said, "what is left over is given to it", blamed.strip(), again)
                    continue
            if holds(low, _NAMES) and (msg, said.start) not in judged:  # what has a verdict as a cause is looked at there
                cause = _named(view, msg, said, low)
                if cause is not None:
                    yield cause


def _named(view: View, msg: int, said: Statement, low: str) -> Given | None:
    """The cause that a statement names in one of the forms, unless it was varied or measured under its own name."""
    for form, literals, how in _FORMS:
        named = form.search(said.text) if holds(low, literals) else None
        blamed = _blamed(named)
        if not blamed or _NOTHING.search(blamed) or _SOURCE.search(blamed) or _OPEN.search(low):
            continue
        if (form is _SINCE and any(map(str.isdigit, blamed))) or (form is _IS_WHAT and not _PERFORMS.search(low)):
            continue
        return None if _looked_at(view, msg, _nouns(blamed), form is _BY) else Given(msg, said, how, blamed.strip())
    return None


def _blamed(found: re.Match[str] | None) -> str:
    """What a form's match blames: the one of its alternatives that matched."""
    return next((part for part in found.groups() if part), "") if found else ""


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
