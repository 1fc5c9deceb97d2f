"""What the spread of repeated runs lets a comparison say: an interval of the ratio, or why there is none."""

from dataclasses import replace

from sessionlens.checks import noise
from sessionlens.checks.binding import Pair
from sessionlens.checks.claim import Claim
from sessionlens.checks.judge import Judgement
from sessionlens.checks.words import word_set
from sessionlens.model.words import Caveat

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
    if pair.old.sample is None or pair.new.sample is None:
        return None
    return noise.compare(pair.old.sample, pair.new.sample)


def missing(pair: Pair) -> tuple[Caveat, ...]:
    """Why no interval can be given: a single run on a side, or repeated runs whose spread was not printed."""
    if pair.old.n == 1 or pair.new.n == 1:
        return ("single-run",)
    return ("no-spread",)
