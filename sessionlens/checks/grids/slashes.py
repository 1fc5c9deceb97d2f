"""Lists of a line, and what the same line makes of them: "min 204 / 109 / 92 -> spread 2.2x", "−6 / −13 / −8 % -> −9 % on average",
"A 127 / 119 vs B 128 / 114 -> A ahead in both pairs".

The list is the last one before the clause in its line, so that nothing has to be found by a name.

Example: after "p50 −6 / −13 / −8 %" an average of −13 % is not theirs.
"""

import re
from decimal import Decimal
from fractions import Fraction

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.sense import Sense
from sessionlens.checks.claims.words import word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.grids import rounds
from sessionlens.checks.values.intervals import Interval, aggregates, printed
from sessionlens.checks.values.judge import Judgement, number
from sessionlens.text import units
from sessionlens.text.regex import regex

WORDS = word_set("average mean averages avg spread spreads ratio factor both all each every")
_NUMBER = r"[-+−]?\d+(?:\.\d+)?"
_LIST = regex(rf"(?P<list>{_NUMBER}(?: ?/ ?{_NUMBER})+)(?: ?(?P<unit>%|[mnuµ]?s\b|[kKMG]?i?B\b))?")
_VERSUS = regex(r"\b(?:vs\.?|versus|against)\b")
_AVERAGE = regex(r"\b(?:on average|average|avg|mean)\b")
_SPREAD = regex(r"\bspread\b|\bmax ?/ ?min\b")
_PAIRS = regex(r"\b(?:in|on) (?:both|all|each|every)\b")
_LATENCY = regex(r"\b(?:p\d\d|min|max|median|mean|best|elapsed|time|user|cpu|rss|latency)\b")
_FAR = 200
"""Characters before the clause in which the list may stand."""


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """Contradicted where the list says otherwise; None where the line has none before the clause, or the clause makes nothing of it."""
    turn = evidence.view.turns.get(claim.msg)
    if claim.cell or claim.negated or turn is None:
        return None
    text, at = turn.message.text, claim.conclusion.at
    inside = [m.span() for m in _LIST.finditer(claim.text)] if "/" in claim.text else []
    own = [q for q in claim.quantities if not any(a <= q.start < b for a, b in inside)]
    related = [q for q in own if q.dimension in ("percent", "ratio")]
    before = text[text.rfind("\n", 0, at) + 1 : at][-_FAR:] + claim.text[: related[0].start if len(related) == 1 else 0]
    found = list(_LIST.finditer(before)) if "/" in before else []
    if not found:
        return None
    values = [_values(m["list"]) for m in found]
    if len(related) == 1 and related[0].dimension == "ratio" and _SPREAD.search(claim.low) and min(v.lo for v in values[-1]) > 0:
        least, most = min(values[-1], key=lambda v: v.point), max(values[-1], key=lambda v: v.point)
        ratio = most.over(least)
        return None if ratio is None else _told(number(related[0], ratio), found[-1]["list"], f"max/min {float(ratio.point):.3g}")
    if len(related) == 1 and found[-1]["unit"] == "%" and related[0].dimension == "percent" and _AVERAGE.search(claim.low):
        how = dict(aggregates(values[-1]))["mean"]
        return _told(number(related[0], how), found[-1]["list"], f"mean {float(how.point):.3g} %")
    if len(found) > 1 and not claim.quantities and _PAIRS.search(claim.low) and _VERSUS.search(before, found[-2].end(), found[-1].start()):
        return _pairs(claim, before[: found[-2].start()], found[-1], values[-2], values[-1])
    return None


def _values(text: str) -> list[Interval]:
    out = []
    for raw in text.replace("−", "-").split("/"):
        value = Decimal(raw.strip())
        exponent = value.as_tuple().exponent
        out.append(printed(value, Decimal(1).scaleb(exponent if isinstance(exponent, int) else 0)))
    return out


def _told(found: Judgement, listed: str, what: str) -> Judgement | None:
    return found.because(f"{listed} of the same line: {what}: {found.verdict}") if found.verdict == "contradicted" else None


def _pairs(claim: Claim, label: str, other: re.Match[str], mine: list[Interval], its: list[Interval]) -> Judgement | None:
    """The first list's thing against the second's, one by one; it must be the one that the clause names."""
    way = rounds.direction(claim)
    named = [w for w in re.findall(r"[A-Za-z][\w.-]*", label)[-3:] if w.lower() in claim.tokens]
    unit = other["unit"] or ""
    less = (units.known(unit) and units.dimension(unit) in ("time", "size")) or _LATENCY.search(label[-30:].lower()) is not None
    if len(mine) != len(its) or not named or way is Sense.NONE or (way in (Sense.FASTER, Sense.SLOWER) and not less):
        return None
    up = way in (Sense.MORE, Sense.SLOWER)
    apart = [a.minus(b).times(Fraction(1 if up else -1)) for a, b in zip(mine, its, strict=True)]
    wrong = [i for i, d in enumerate(apart) if d.hi < 0]
    if wrong:
        i = wrong[0]
        return Judgement("contradicted", (), f"pair {i + 1} of {len(apart)}: {float(mine[i].point):g} against {float(its[i].point):g}")
    return None
