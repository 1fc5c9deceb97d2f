"""Later runs that measured a stated value anew: the same command, nothing changed between, and another result beyond noise.

Hindsight, kept beside the verdict. Both runs must be repeated ones, since the difference of two single runs tells nothing.
"""

from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.values import noise
from sessionlens.checks.values.series import Batch, Series
from sessionlens.model.verdict import Verdict
from sessionlens.model.words import ClaimKind

_VALUES: frozenset[ClaimKind] = frozenset(("level", "mean", "duration", "size"))
"""Kinds that state one measured value."""


def later(evidence: Evidence, verdicts: tuple[Verdict, ...]) -> tuple[Verdict, ...]:
    """Adds to `overturned_by` the first message whose run gives a stated value otherwise."""
    told = {v.conclusion: v.nodes[0] for v in verdicts if v.claim in _VALUES and v.verdict == "supported" and v.nodes}
    series = [s for s in evidence.series if len(s.batches) > 1] if told else []
    if not series:
        return verdicts
    places = {fact.id: (s, batch) for s in series for batch in s.batches for fact in batch.facts}
    said_at = {c.id: c.msg for c in evidence.view.conclusions if c.id in told}
    found = {}
    for conclusion, node in told.items():
        if node in places and (msg := _again(*places[node], said_at[conclusion], evidence)):
            found[conclusion] = msg
    if not found:
        return verdicts
    return tuple(
        v.model_copy(update={"overturned_by": tuple(sorted({*v.overturned_by, found[v.conclusion]}))}) if v.conclusion in found else v
        for v in verdicts
    )


def _again(series: Series, first: Batch, said: int, evidence: Evidence) -> int:
    """The message of the first later run whose mean differs from the first's beyond noise; 0 where there is none."""
    for batch in series.batches:
        if batch.msg <= max(said, first.msg) or batch.facts[0].command != first.facts[0].command:
            continue
        if any(first.msg <= change.msg <= batch.msg for change in evidence.changes):
            return 0
        old, new = _sample(first), _sample(batch)
        ratio = noise.compare(old, new) if old and new else None
        if ratio is not None and ratio.separable:
            return batch.msg
    return 0


def _sample(batch: Batch) -> noise.Sample | None:
    return next((side.sample for side in batch.sides if side.sample and side.sample.sd is not None), None)
