"""Ranking: "fastest of the four", "best", "A < B < C". Order of the intervals, then noise; a printed tie is undecidable."""

import itertools
import re

from sessionlens.checks import noise
from sessionlens.checks.binding import candidates, is_firm
from sessionlens.checks.claim import Claim
from sessionlens.checks.evidence import Evidence
from sessionlens.checks.groups import Group, Member
from sessionlens.checks.judge import Judgement
from sessionlens.checks.series import Side
from sessionlens.checks.words import word_set
from sessionlens.model.words import Caveat, ClaimKind

KIND: ClaimKind = "ranking"
_LEAST = word_set("fastest quickest smallest lowest shortest least cheapest lightest fewest minimal")
_MOST = word_set("slowest largest biggest highest longest most heaviest greatest")
_GOOD = word_set("best winner wins")
_BAD = word_set("worst loses")
_SPEED = word_set("fastest quickest slowest")
_NO_RANK = re.compile(r"best (?:of \d|practice|guess|effort)")
_CHAIN = re.compile(r"[\w.+-]+(?: [\w.+-]+)?\s*<\s*[\w.+-]+")
_COUNT = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10}


def recognise(claim: Claim) -> float:
    if (
        claim.words & (_LEAST | _MOST - {"most", "least"}) - {"least"}
        or ("most" in claim.words and "the most" in claim.low)
        or ("least" in claim.words and "the least" in claim.low)
    ):
        return 0.78
    if claim.words & (_GOOD | _BAD) and not claim.cell and not _NO_RANK.search(claim.low):
        return 0.5
    return 0.7 if "<" in claim.text and _CHAIN.search(claim.text) and claim.text.count("<") > 1 else 0.0


def judge(claim: Claim, evidence: Evidence) -> Judgement:
    if claim.text.count("<") > 1:
        return _chain(claim, evidence)
    found = [
        (group, _extreme(claim, group, group.named[0][1]))
        for group in candidates(claim, evidence)
        if len(group.members) > 1 and group.named
    ]
    if not found:
        return Judgement("unsupported", (), "nothing measured that these labels name")
    group, first = found[0]
    if len({j.verdict for _, j in found}) > 1:
        best = next((j for _, j in found if j.verdict == "supported"), None)
        if best is not None and len(claim.quantities) == 0:
            return Judgement("undecidable", ("ambiguous-binding",), "; ".join(j.derivation for _, j in found[:3]), first.evidence)
    if first.verdict == "contradicted" and (len(found) > 1 or not is_firm(claim, group, evidence)):
        return Judgement("undecidable", ("ambiguous-binding",), f"not surely what is meant: {first.derivation}", first.evidence)
    return first


def wants_least(claim: Claim, group: Group) -> bool | None:
    """Whether the winner has the least value; None where "best" needs a direction that nobody printed."""
    words = claim.words
    higher = group.dimension == "rate" or any(m.series.direction == "higher" for m in group.members)
    if words & _SPEED:
        fast = bool(words & {"fastest", "quickest"})
        return fast != higher
    if words & (_GOOD | _BAD):
        if group.dimension not in ("time", "rate") and all(m.series.direction == "unknown" for m in group.members):
            return None
        return bool(words & _GOOD) != higher
    return bool(words & (_LEAST - {"least"})) or "the least" in claim.low


def _side(member: Member) -> Side:
    return member.batch.sides[0]


def _extreme(claim: Claim, group: Group, winner: Member) -> Judgement:
    least = wants_least(claim, group)
    if least is None:
        return Judgement("undecidable", (), "which direction of this metric is better is not known")
    said = next((_COUNT[w] for w in claim.words if w in _COUNT), None) or next(
        (int(q.value) for q in claim.quantities if q.dimension == "count"), None
    )
    mine = _side(winner)
    others = [(m, _side(m)) for m in group.members if m is not winner]
    order = sorted([(mine, winner), *((s, m) for m, s in others)], key=lambda p: p[0].value.point, reverse=not least)
    text = ", ".join(f"{m.label} {s.show()}" for s, m in order[:8])
    at = tuple(sorted({s.msg for s, _ in order}))
    nodes = tuple(n for s, _ in order for n in s.nodes)
    caveats: tuple[Caveat, ...] = ()
    if said is not None and said != len(group.members):
        if said > len(group.members):
            return Judgement("unsupported", ("partial-domain",), f"{len(group.members)} of {said} measured: {text}", at, nodes)
        if len(group.named) != said:
            caveats = ("ambiguous-binding",)
    verdict, extra = _against(mine, [s for _, s in others], least)
    if verdict == "contradicted" and caveats:
        return Judgement("undecidable", caveats, text, at, nodes)
    return Judgement(verdict, (*caveats, *extra), f"{text}: {verdict}", at, nodes)  # type: ignore[arg-type]


def _against(mine: Side, others: list[Side], least: bool) -> tuple[str, tuple[Caveat, ...]]:
    """The printed order first; a printed tie decides nothing; then, where spreads are known, Holm-corrected differences."""
    beaten = [o for o in others if (o.value.hi < mine.value.lo if least else o.value.lo > mine.value.hi)]
    if beaten:
        return "contradicted", ("direction",)
    if any(o.value.touches(mine.value) for o in others):
        return "undecidable", ()
    ratios = [noise.compare(mine.sample, o.sample) for o in others if mine.sample and o.sample]
    known = [r for r in ratios if r is not None]
    if len(known) == len(others):
        if all(p < 0.05 for p in noise.holm([r.p for r in known])):
            return "supported", ()
        return "undecidable", ("not-separable",)
    if mine.n == 1 or any(o.n == 1 for o in others):
        return "supported", ("single-run",)
    return "supported", ("no-spread",)


def _chain(claim: Claim, evidence: Evidence) -> Judgement:
    """ "A < B < C": the named members in the order of the text must ascend."""
    for group in candidates(claim, evidence):
        named = [m for at, m in group.named if at < 10**6]
        if len(named) < 3 or len(named) != claim.text.count("<") + 1:
            continue
        sides = [_side(m) for m in named]
        text = ", ".join(f"{m.label} {s.show()}" for m, s in zip(named, sides, strict=True))
        at_ = tuple(sorted({s.msg for s in sides}))
        steps = list(itertools.pairwise(sides))
        if any(a.value.lo > b.value.hi for a, b in steps):
            if is_firm(claim, group, evidence):
                return Judgement("contradicted", ("direction",), text, at_)
            return Judgement("undecidable", ("ambiguous-binding",), text, at_)
        if any(a.value.touches(b.value) for a, b in steps):
            return Judgement("undecidable", (), text, at_)
        return Judgement("supported", (), text, at_)
    return Judgement("unsupported", (), "the order's members were not all measured under these names")
