"""Round by round: "the ring beats the list in every round", "quicker in each of the five pairs", "lower in all three runs".

Where one call printed a metric as often for one config as for another, in turn, the first of the one stands against the first of the other,
and so on. Every pair must lie on the claimed side: one that surely does not contradicts, one that cannot be told apart leaves it open.

Example: after three rounds of `ring 4.1 / list 4.9`, `ring 4.3 / list 5.0`, `ring 5.6 / list 5.1`, "ring beats list in every round" is
contradicted by the third.
"""

import re
from collections.abc import Iterator

from sessionlens.checks import nicknames
from sessionlens.checks.binding import PLAIN
from sessionlens.checks.claim import Claim
from sessionlens.checks.evidence import Evidence
from sessionlens.checks.judge import Judgement
from sessionlens.checks.sense import Sense, of
from sessionlens.checks.series import Batch, Series
from sessionlens.checks.words import BASE, NEW, STOP, word_set

WORDS = word_set("every each all both")
_COUNTS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10}
CUE = re.compile(
    r"\b(?:in|on|for|with) (?:every|each|all|both)(?: (?:one )?of)?(?: (?:the|these|those|its|my))?"
    rf"(?: (?P<n>\d+|{'|'.join(_COUNTS)}))? (?:rounds?|pairs?|runs?|repetitions?|repeats?|trials?|passes|iterations?|tries|attempts?)\b"
)
_BEATS = word_set("beats beat wins won outruns outperforms ahead quickest fastest cheaper")
_BEHIND = word_set("behind loses lost")
_LATELY = 4
"""Calls with measurements back that such a statement speaks of."""


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """By the newest call that printed both sides as often; None where there is none, or the clause says no such thing."""
    cue = CUE.search(claim.low)
    way = _way(claim) if cue is not None else Sense.NONE
    if cue is None or way is Sense.NONE or claim.negated:
        return None
    said = cue["n"]
    count = (int(said) if said.isdigit() else _COUNTS[said]) if said else 0
    claim = nicknames.renamed(claim, evidence) or claim
    found = list(_rounds(claim, evidence, count))
    judged = [_each(claim, way, one, other) for one, other in found]
    if len({j.verdict for j in judged}) != 1:
        return None
    return judged[0]


def _way(claim: Claim) -> Sense:
    """What the first side is said to be: less of its metric, or more."""
    if claim.words & _BEATS:
        return Sense.FASTER
    if claim.words & _BEHIND:
        return Sense.SLOWER
    return next((s for w in claim.low.split() if (s := of(w.strip(".,;:()*"))) is not Sense.NONE), Sense.NONE)


def _rounds(claim: Claim, evidence: Evidence, count: int) -> Iterator[tuple[Batch, Batch]]:
    """Batches of two series of one metric, each with as many values, of the newest call that has such: the first is the one that the
    clause speaks of."""
    words = claim.tokens - PLAIN
    calls: dict[tuple[int, int], list[tuple[Series, Batch]]] = {}
    for series in evidence.series:
        for batch in series.before(claim.msg)[-_LATELY:] if series.begun(claim.msg) else ():
            if len(batch.singles) > 1 and (not count or len(batch.singles) == count):
                calls.setdefault((batch.msg, batch.part), []).append((series, batch))
    for at in sorted(calls, reverse=True)[:_LATELY]:
        pairs = list(_pairs(claim, calls[at], words))
        if pairs:
            yield from pairs
            return


def _pairs(claim: Claim, printed: list[tuple[Series, Batch]], words: frozenset[str]) -> Iterator[tuple[Batch, Batch]]:
    """Of each metric that the clause names, or of the only one, or of all times: the config named first against the other named or base."""
    metrics = {s.measures: s.dimension for s, _ in printed}
    meant = [m for m in metrics if m & claim.tokens - STOP] or [m for m in metrics if len(metrics) == 1 or metrics[m] == "time"]
    for metric in meant:
        group = [(s, b) for s, b in printed if s.measures == metric]
        shared = frozenset.intersection(*(s.named for s, _ in group))
        named = [(_place(claim, s.named - shared), s, b) for s, b in group if (s.named - shared) & (words | claim.tokens & (BASE | NEW))]
        named.sort(key=lambda found: found[0])
        based = [(s, b) for s, b in group if s.named & BASE]
        if len(named) == 2 and len(named[0][2].singles) == len(named[1][2].singles):
            yield named[0][2], named[1][2]
        elif len(named) == 1 and len(group) == 2:
            other = next(b for s, b in group if s is not named[0][1])
            if len(other.singles) == len(named[0][2].singles):
                yield named[0][2], other
        elif (
            len(named) == 1 and len(based) == 1 and based[0][0] is not named[0][1] and len(based[0][1].singles) == len(named[0][2].singles)
        ):
            yield named[0][2], based[0][1]


def _place(claim: Claim, words: frozenset[str]) -> int:
    return min((at for w in words if (at := claim.low.find(w)) >= 0), default=len(claim.low))


def _each(claim: Claim, way: Sense, one: Batch, other: Batch) -> Judgement:
    first, second = one.facts[0], other.facts[0]
    rate = first.direction == "higher"
    up = way is Sense.MORE or (way is Sense.SLOWER and not rate) or (way is Sense.FASTER and rate)
    wrong, open_ = [], []
    for i, (mine, its) in enumerate(zip(one.singles, other.singles, strict=True), 1):
        apart = mine.value.minus(its.value)
        if (apart.hi < 0 and up) or (apart.lo > 0 and not up):
            wrong.append((i, mine, its))
        elif not ((apart.lo > 0 and up) or (apart.hi < 0 and not up)):
            open_.append(i)
    names = f"{first.metric}, {first.config} against {second.config}"
    nodes = tuple(p.fact.id for p in (*one.singles, *other.singles))
    if wrong:
        i, mine, its = wrong[0]
        text = f"{names}: in round {i} of {len(one.singles)} {mine.fact.raw} against {its.fact.raw}"
        return Judgement("contradicted", (), text, (one.msg,), nodes)
    if open_:
        return Judgement("undecidable", (), f"{names}: round {open_[0]} cannot be told apart", (one.msg,), nodes)
    return Judgement("supported", (), f"{names}: so in each of {len(one.singles)} rounds", (one.msg,), nodes)
