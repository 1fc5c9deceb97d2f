"""Another aggregate than the one that is told: a mean in a table of medians.

The clause's labels name the thing and the metric, its lead or its words the aggregate. The runs of that thing have the number as another
aggregate only; as the one that is told they have another number.

Example: of 9.0, 4.5 and 5.2 the median is 5.2; "6.2" under "medians of three" is their mean.
"""

from sessionlens.checks.binding.labels import comparable
from sessionlens.checks.binding.named import wanted
from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import STOP
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.values.intervals import value_of
from sessionlens.checks.values.judge import Judgement
from sessionlens.checks.values.series import Side
from sessionlens.model.quantity import Quantity

_TOLD = ("median", "mean")
_LEAST = 3


def judge(claim: Claim, quantity: Quantity, evidence: Evidence) -> Judgement | None:
    """Contradicted where the named runs have the number as another aggregate; None where they have not, or several things may be named."""
    how = wanted(claim)
    if how not in _TOLD or quantity.hedge or sum(map(str.isdigit, quantity.raw)) < 2:
        return None
    said, want = claim.tokens - STOP, value_of(quantity)
    lo, hi = float(want.lo), float(want.hi)
    found: dict[str, tuple[Side, Side]] = {}
    for i, j in evidence.near(comparable(quantity), min(lo, hi), max(lo, hi), claim.msg):
        series = evidence.series[i]
        batch = series.batches[j]
        if len(batch.singles) < _LEAST or series.named.isdisjoint(said) or series.measures.isdisjoint(said):
            continue
        own = [s for s in batch.sides if s.how.startswith(how)]
        other = [s for s in batch.sides if s.how.partition(" ")[0] in _TOLD and s not in own and want.touches(s.value)]
        if own and other and not want.touches(own[0].value):
            found[f"{series.config} {series.metric}"] = own[0], other[0]
    if len(found) != 1:
        return None
    own_one, other_one = next(iter(found.values()))
    text = f"{own_one.name}: {own_one.show()}; {quantity.raw} is the {other_one.how}: contradicted"
    return Judgement("contradicted", (), text, (own_one.msg,), own_one.nodes)
