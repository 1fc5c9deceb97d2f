"""No difference: "no regression", "same", "within noise", "unchanged". The interval of the ratio against the claim's margin."""

from fractions import Fraction

from sessionlens.checks.binding.named import Binding, Pair, compare
from sessionlens.checks.binding.operands import ground, stated
from sessionlens.checks.binding.spreads import interval, missing
from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import word_set
from sessionlens.checks.evidence import digests
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.shown.presence import equal
from sessionlens.checks.shown.statement import shown
from sessionlens.checks.values import noise
from sessionlens.checks.values.judge import Judgement
from sessionlens.model.words import ClaimKind
from sessionlens.text.regex import regex

KIND: ClaimKind = "no-difference"
WORDS = word_set(
    "no within indistinguishable unchanged as doesn't does didn't did makes make equal equally same identical "
    "identically costs cost free negligible "
    "exactly stay stays match matches"
)
_CUE = regex(
    r"\b(?:no (?:measurable |significant |real |visible |performance |noticeable )*(?:regression|difference|change"
    r"|effect|slowdown|impact|cost|improvement|speedup)"
    r"|within (?:the )?noise|indistinguishable|unchanged|as fast as|just as fast|no (?:slower|faster|worse|better)"
    r"|(?:doesn't|does not|didn't|did not) (?:change|move|matter|regress|slow|affect)|did nothing"
    r"|makes? no difference|equal(?:ly)?|the same|same (?:time|speed|size|length|as)|identical(?:ly)?"
    r"|exactly as (?:large|big|small|long|heavy)"
    r"|costs? nothing|is free|negligible|exactly as good|stays? (?:at|the same)|match(?:es)?)\b"
)
_SPEED = regex(r"regress|slow|fast|speed|noise|perform|cost|effect|difference|time|move|negligible|impact")
_SIZE = regex(
    r"\bsizes?\b|\bas (?:large|big|small|long|heavy) as\b|\bequally (?:large|big|small|long)\b|\bsame (?:number|count|length)\b|\bbytes\b"
)
_MULTIPLE = regex(r"(?:twice|times|x|half) as fast")
_WORSE = regex(r"regress|slow|worse|cost")
MARGIN = regex(
    r"(?:within|margin of|less than|under|below|at most|no more than|±|beyond|over|above|exceeding|exceeds?|larger than|bigger than"
    r"|greater than|more than|higher than|worse than|outside(?: of)?|past)\s*(?:the\s+|a\s+|about\s+|of\s+)?(\d+(?:\.\d+)?)\s?(?:%|percent)"
)
_EXACTLY = word_set("same identical equal unchanged equally")
_FAR = Fraction(2)
"""How many times as much one run must be of another to be another value whatever the noise."""
_VAGUE_TIES = word_set("match matches identical equal same")


def recognise(claim: Claim) -> float:
    found = _CUE.search(claim.low)
    if not found:
        return 0.0
    word = found[0]
    if word in _VAGUE_TIES or word.startswith(("same", "the same", "identical", "match", "equal")):
        return 0.31
    if word == "stays at":
        return 0.3
    return 0.82 if not (word.startswith("as fast") and _MULTIPLE.search(claim.low)) else 0.0


def judge(claim: Claim, evidence: Evidence) -> Judgement:
    if " what you" in claim.low:
        return shown(claim, evidence)
    operands = stated(claim)
    if operands is not None:
        pair, lacking = ground(claim, operands, evidence)
        if pair is None:
            return lacking or Judgement("unsupported")
        return one(claim, [pair])
    if _SIZE.search(claim.low) and (sized := _sizes(claim, evidence)) is not None:
        return sized
    same = digests.same(claim, evidence) or equal(claim, evidence)
    if same is not None and not _SPEED.search(claim.low):
        return same
    if not _SPEED.search(claim.low) and not claim.quantities:
        return same or shown(claim, evidence)
    binding: Binding = compare(claim, evidence)
    if not binding.ways or (binding.group is not None and not binding.firm and not (binding.group.named or binding.group.family)):
        return same or shown(claim, evidence)
    results = [one(claim, way) for way in binding.ways]
    if len({r.verdict for r in results}) > 1:
        return Judgement("undecidable", ("ambiguous-binding",), "; ".join(r.derivation for r in results[:4]), results[0].evidence)
    if results[0].verdict == "contradicted" and not (binding.firm and binding.alone):
        return Judgement("undecidable", ("ambiguous-binding",), f"not surely what is meant: {results[0].derivation}", results[0].evidence)
    return results[0]


def _sizes(claim: Claim, evidence: Evidence) -> Judgement | None:
    """ "a.bin has the same size as b.bin": exact sizes or counts decide, either way; None where the two were not both measured, or by a
    tool that rounds."""
    binding = compare(claim, evidence, frozenset(("size", "count", "number")))
    if len(binding.ways) != 1 or binding.group is None or len(binding.group.named) != 2:
        return None
    pair = binding.ways[0][0]
    if not (pair.old.value.sure and pair.new.value.sure):
        return None
    equal_ = pair.old.value.point == pair.new.value.point
    if not equal_ and not binding.firm:
        return None
    text = f"{pair.new.name} {pair.new.show()} against {pair.old.name} {pair.old.show()}: {'equal' if equal_ else 'not equal'}"
    nodes = tuple(dict.fromkeys(pair.old.nodes + pair.new.nodes))
    return Judgement("supported" if equal_ else "contradicted", (), text, tuple(sorted({pair.old.msg, pair.new.msg} - {0})), nodes)


def one(claim: Claim, way: list[Pair]) -> Judgement:
    """One comparison: with runs on both sides by Welch's interval, else by what was printed."""
    pair = next((p for p in way if p.old.how.startswith("mean")), way[0])
    at = tuple(sorted({pair.old.msg, pair.new.msg} - {0}))
    nodes = tuple(dict.fromkeys(pair.old.nodes + pair.new.nodes))
    said = MARGIN.search(claim.low)
    margin = float(said[1]) / 100 if said else 0.0
    sides = f"{pair.new.name} {pair.new.show()} against {pair.old.name} {pair.old.show()}"
    both = not _WORSE.search(claim.low)
    rate = pair.new.dimension == "rate" or pair.new.direction == "higher"
    if (ratio := interval(pair)) is not None:
        return _by_interval(ratio, margin, rate, both, sides, at, nodes)
    if pair.old.dimension in ("count", "number", "size") and pair.old.value.sure and pair.new.value.sure:
        equal_ = pair.old.value.point == pair.new.value.point
        return Judgement("supported" if equal_ else "undecidable", (), f"{sides}: {'equal' if equal_ else 'not equal'}", at, nodes)
    apart = pair.new.value.over(pair.old.value)
    if apart is not None and claim.words & _EXACTLY and "noise" not in claim.words and (apart.lo > _FAR or apart.hi < 1 / _FAR):
        return Judgement("contradicted", missing(pair), f"{sides}: not the same", at, nodes)
    return Judgement("undecidable", missing(pair), f"{sides}; no interval can be computed from this", at, nodes)


def _by_interval(
    ratio: noise.Ratio, margin: float, rate: bool, both: bool, sides: str, at: tuple[int, ...], nodes: tuple[str, ...]
) -> Judgement:
    lo, hi = (1 / ratio.hi, 1 / ratio.lo) if rate else (ratio.lo, ratio.hi)
    text = f"{sides}: new/old {ratio.ratio:.4g} [{ratio.lo:.4g}, {ratio.hi:.4g}]"
    if lo > 1 + margin or (both and hi < 1 / (1 + margin)):
        return Judgement("contradicted", (), f"{text}: beyond the margin {margin:.1%}", at, nodes)
    if hi <= 1 or (margin and hi <= 1 + margin and (not both or lo >= 1 / (1 + margin))):
        return Judgement("supported", (), f"{text}: inside", at, nodes)
    return Judgement(
        "undecidable", ("not-separable",), f"{text}: only effects of {ratio.detectable:.1%} or more would be found 4 times in 5", at, nodes
    )
