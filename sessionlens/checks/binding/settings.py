"""Numbers that are settings and no values: "from 10k to 20k entries the heap doubled" compares what was run with 10k and with 20k."""

from sessionlens.checks.binding.named import Pair
from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import STOP
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.values.series import Side
from sessionlens.model.quantity import Quantity
from sessionlens.text.regex import regex

_WORDS = regex(r"[^\s=/:]+")


def pair(claim: Claim, old: Quantity, new: Quantity, evidence: Evidence) -> Pair | None:
    """What was measured under two configurations that are called as the two numbers are written, of the one metric that the claim names;
    None where that is no metric, or several."""
    if old.unit or new.unit:
        return None
    names = [old.raw.lower(), new.raw.lower()]
    by_metric: dict[tuple[frozenset[str], str], dict[str, Side]] = {}
    for s in evidence.series:
        if s.begun(claim.msg) and not (s.measures & claim.tokens).issubset(STOP):
            words = _WORDS.findall(s.config.lower())
            for name in names:
                if name in words:
                    by_metric.setdefault((s.measures, s.dimension), {})[name] = s.before(claim.msg)[-1].sides[0]
    found = [sides for sides in by_metric.values() if len(sides) == 2]
    return Pair(found[0][names[0]], found[0][names[1]], "names") if len(found) == 1 else None
