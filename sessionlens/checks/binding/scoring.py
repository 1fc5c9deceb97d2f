"""How well the labels of printed values answer those of a claim: what the candidates for a value are ranked by."""

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import STOP
from sessionlens.checks.evidence.index import Evidence


def score(claim: Claim, place: int, evidence: Evidence) -> float:
    """How well a series answers the claim's labels. Words of the config weigh most, then the metric's, then labels and command; a word
    of the quote twice one of its surroundings; a rare word more than one that half of the evidence has. The same metric's other configs
    (what "the other one" means) and what the last call printed still count a little."""
    series = evidence.series[place]
    total = 0.0
    for words, weight in ((claim.tokens, 2.0), (claim.around, 1.0)):
        for word in words & series.all_words - STOP:
            rarity = weight / (1 + evidence.spread[word] / 8)
            total += rarity * (2 if word in series.named else 1.5 if word in series.measures else 0.5)
    if total:
        return total
    if _kin_named((claim.tokens | claim.around) - STOP, series.measures, series.dimension, evidence):
        return 0.3
    return 0.1 if series.before(claim.msg)[-1].msg == evidence.last_measured(claim.msg) else 0.0


def _kin_named(words: frozenset[str], measures: frozenset[str], dimension: str, evidence: Evidence) -> bool:
    """Whether one of the words names a config of a metric; kept, as a table of many rows asks it of each of them."""
    key = ("kin", words, measures, dimension)
    if key not in evidence.memo:
        evidence.memo[key] = any(not evidence.series[i].named.isdisjoint(words) for i in evidence.by_metric[measures, dimension])
    found: bool = evidence.memo[key]
    return found
