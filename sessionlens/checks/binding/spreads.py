"""What the spread of repeated runs lets a comparison say: an interval of the ratio, or why there is none."""

from dataclasses import replace

from sessionlens.checks.binding.named import Pair
from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import word_set
from sessionlens.checks.values import noise
from sessionlens.checks.values.judge import Judgement
from sessionlens.model.words import Caveat

_PAIRS = 3
"""Pairs of runs below which nothing is inferred from their order."""
EFFECT = word_set("faster slower quicker better worse regressed improved")
"""Words that claim a difference beyond noise."""


def noisy(claim: Claim, found: Judgement, pair: Pair) -> Judgement:
    """Adds what repeated runs allow: single runs and missing spreads are caveats; a difference that is claimed as one and cannot be told
    from noise is undecidable."""
    if pair.old.dimension in ("size",) or (pair.old.unit == "" and pair.old.dimension in ("count",)):
        return found
    ratio = interval(pair)
    if ratio is None:
        return found.adding(*missing(pair))
    if found.verdict == "supported" and claim.words & EFFECT and not ratio.separable:
        bounds = f"{ratio.ratio:.4g} [{ratio.lo:.4g}, {ratio.hi:.4g}]"
        text = f"{found.derivation}; but new/old {bounds} includes 1 (least effect found 4 times in 5: {ratio.detectable:.1%})"
        return replace(found, verdict="undecidable", caveats=(*found.caveats, "not-separable"), derivation=text)
    return found


def interval(pair: Pair) -> noise.Ratio | None:
    """new / old with its bounds: by pairs where the runs of one call took turns, else by Welch; None where a side has no spread."""
    if pair.old.sample is None or pair.new.sample is None:
        return None
    if alternate(pair):
        return noise.paired(pair.old.runs, pair.new.runs)
    return noise.compare(pair.old.sample, pair.new.sample)


def alternate(pair: Pair) -> bool:
    """Whether the runs of both sides were printed in turn (old, new, old, new): three pairs at least, for fewer say nothing."""
    old, new = pair.old, pair.new
    if old.msg != new.msg or len(old.places) != len(new.places) or len(old.places) < _PAIRS:
        return False
    order = [side for _, side in sorted([*((at, 0) for at in old.places), *((at, 1) for at in new.places)])]
    return order in ([0, 1] * len(old.places), [1, 0] * len(old.places))


def missing(pair: Pair) -> tuple[Caveat, ...]:
    """Why no interval can be given: a single run on a side, or repeated runs whose spread was not printed."""
    if pair.old.n == 1 or pair.new.n == 1:
        return ("single-run",)
    return ("no-spread",)
