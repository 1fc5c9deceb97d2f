"""Ranking: "fastest of the four", "best", "A < B < C". Order of the intervals, then noise; a printed tie is undecidable."""

import itertools

from sessionlens.checks.binding.mention import in_context
from sessionlens.checks.binding.named import Pair, candidates, compare, is_firm
from sessionlens.checks.binding.spreads import interval, missing
from sessionlens.checks.claims.claim import WORD, Claim
from sessionlens.checks.claims.words import COUNTS, TOTAL, among, word_set
from sessionlens.checks.evidence.groups import Group, Member
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.shown.statement import shown
from sessionlens.checks.values import noise
from sessionlens.checks.values.judge import Judgement
from sessionlens.checks.values.series import Side
from sessionlens.model.words import Caveat, ClaimKind
from sessionlens.text.regex import regex

KIND: ClaimKind = "ranking"
_LEAST = word_set("fastest quickest smallest lowest shortest least cheapest lightest fewest minimal")
_MOST = word_set("slowest largest biggest highest longest most heaviest greatest")
_GOOD = word_set("best winner wins")
_BAD = word_set("worst loses")
_EXTREME = (_LEAST | _MOST - {"most", "least"}) - {"least"}
_PRAISE = _GOOD | _BAD
_SPEED = word_set("fastest quickest slowest")
_NO_RANK = regex(
    r"\b(?:best|worst) (?:of|times?|case|practice|guess|effort|(?:single )?runs?|rounds?|tries|try|results?)\b|\bat (?:best|worst)\b"
)
_HOW = regex(r"\b(?!is\b|was\b|does\b|runs\b|performs\b|works\b|are\b)[a-z]{3,}s (?:best|worst|most|least)\b")
"""Best at something that a verb says: no metric of another name shows it."""
_EACH_RUN = regex(r"\b(?:all|every|each|any)(?: of the)?(?: [a-z]+)? (?:runs?|rounds?|samples?)\b")
_OF_RUNS = word_set("median mean average best worst fastest slowest")
_SPEEDS = frozenset(("time", "rate"))
_QUICKER = word_set("faster quicker better beats beat")
_SLOWER = word_set("slower worse")
_SMALLER = word_set("smaller lower shorter lighter cheaper less fewer")
_LARGER = word_set("larger bigger higher longer heavier greater more")
_COMPARED = _QUICKER | _SLOWER | _SMALLER | _LARGER
_LINKED = word_set("than beats beat against vs versus")
_BARE = regex(
    r"\b(?:more|less|fewer|higher|lower|better|worse|larger) than (?:an?|one|two|three|half|\d|what|that(?! of)|just"
    r"|enough)\b|\brather than\b|\bno \w+ than\b"
)
_CHAIN = regex(r"[\w.+-]+(?: [\w.+-]+)?\s*<\s*[\w.+-]+")
_ELSE = regex(r"\bthan\b|[,;:]")
_QUALIFIED = regex(rf"\bof (?:the |these |those )?(?:{'|'.join(COUNTS)}) ([a-z]+) [a-z]{{3,}}s\b")
_EVERY = regex(rf"\b(?:in|at|for|on|with|under) all ({'|'.join(COUNTS)})\b")


def recognise(claim: Claim) -> float:
    if (
        not _EXTREME.isdisjoint(claim.words)
        or ("most" in claim.words and "the most" in claim.low)
        or ("least" in claim.words and "the least" in claim.low)
    ):
        return 0.78
    if not _PRAISE.isdisjoint(claim.words) and not claim.cell and not _NO_RANK.search(claim.low):
        return 0.5
    if claim.words & _COMPARED and not _BARE.search(claim.low) and not claim.quantities and not claim.cell and (claim.words & _LINKED):
        return 0.6
    return 0.7 if "<" in claim.text and _CHAIN.search(claim.text) and claim.text.count("<") > 1 else 0.0


def judge(claim: Claim, evidence: Evidence) -> Judgement:
    if claim.text.count("<") > 1:
        return _chain(claim, evidence)
    if not claim.words & (_LEAST | _MOST | _GOOD | _BAD):
        return _pairwise(claim, evidence)
    if _HOW.search(claim.low):
        return Judgement("unsupported", (), "no metric of that name was measured")
    found = [
        (group, _extreme(claim, group, winner))
        for group in (_meant(claim, g) for g in candidates(claim, evidence, _SPEEDS if claim.words & _SPEED else frozenset()))
        if len(group.members) > 1 and (winner := _winner(claim, group)) is not None
    ]
    if not found:
        return Judgement("unsupported", (), "nothing measured that these labels name")
    group, first = found[0]
    if len({j.verdict for _, j in found}) > 1:
        best = next((j for _, j in found if j.verdict == "supported"), None)
        if best is not None and len(claim.quantities) == 0:
            return Judgement("undecidable", ("ambiguous-binding",), "; ".join(j.derivation for _, j in found[:3]), first.evidence)
    if first.verdict == "contradicted" and (len(found) > 1 or _of_others(claim, group) or not is_firm(claim, group, evidence)):
        return Judgement("undecidable", ("ambiguous-binding",), f"not surely what is meant: {first.derivation}", first.evidence)
    return first


def _of_others(claim: Claim, group: Group) -> bool:
    """Whether the things are said to be of a kind ("of the two release builds") that nothing by them tells."""
    match = _QUALIFIED.search(claim.low)
    return match is not None and not any(match[1] in m.series.all_words for m in group.members)


def _winner(claim: Claim, group: Group) -> Member | None:
    """The member that the superlative is said of: named before it, or behind it in the same clause ("the fastest is ring"), not after a
    "than" or a comma, where something else is compared."""
    at = min((found for w in claim.words & (_LEAST | _MOST | _GOOD | _BAD) if (found := claim.low.find(w)) >= 0), default=0)
    before = [m for place, m in group.named if place < at or place >= len(claim.low)]
    if before:
        return before[0]
    behind = ((place, m) for place, m in group.named if place > at)
    return next((m for place, m in behind if not _ELSE.search(claim.low, at, place)), None)


def _meant(claim: Claim, group: Group) -> Group:
    """The members of the context that the clause gives ("the fastest in load mode"): only those are ranked. A row of totals is no member,
    and "of the four queues" are those whose names have that word, where there are four; "of the
    four" are those that were measured together last."""
    parts = [m for m in group.members if m.words.isdisjoint(TOTAL)]
    if (of_them := among(claim.low)) is not None:
        called = [m for m in parts if of_them[1] in m.words]
        parts = called if len(called) == of_them[0] else parts
        lately = [m for m in parts if m.batch.msg == max(p.batch.msg for p in parts)]
        parts = lately if not of_them[1] and len(lately) == of_them[0] else parts
    if 1 < len(parts) < len(group.members) and all(m in parts for _, m in group.named):
        group = group.saying(parts, group.named, group.family)
    where = frozenset(w for m in group.members for w in m.distinct & claim.tokens if in_context(claim, w))
    inside = [m for m in group.members if where & m.distinct]
    if not where or len(inside) < 2:
        return group
    return group.saying(inside, [(at, m) for at, m in group.named if m in inside], group.family)


def _pairwise(claim: Claim, evidence: Evidence) -> Judgement:
    """ "A is faster than B": the two values that the labels bind, in the order that the word claims."""
    if _EACH_RUN.search(claim.low) and claim.words & _OF_RUNS:
        return Judgement("unsupported", (), "each run against an aggregate of others was not compared")
    binding = compare(claim, evidence)
    word = next((w for w in WORD.findall(claim.low) if w in _COMPARED), "")
    if not binding.ways or binding.group is None or not (binding.group.named or binding.group.crossed or binding.group.family):
        return shown(claim, evidence)
    results = [_ordered(way[0], word) for way in binding.ways]
    said = _EVERY.search(claim.low)
    told = len({(way[0].old.name, way[0].new.name) for way in binding.ways})
    if said and COUNTS[said[1]] > told and all(r.verdict == "supported" for r in results):
        text = "; ".join(r.derivation for r in results[:4])
        return Judgement("unsupported", ("partial-domain",), f"{told} of {COUNTS[said[1]]} measured: {text}", results[0].evidence)
    if len({r.verdict for r in results}) > 1:
        return Judgement("undecidable", ("ambiguous-binding",), "; ".join(r.derivation for r in results[:4]), results[0].evidence)
    if results[0].verdict == "contradicted" and not (binding.firm and binding.alone):
        return Judgement("undecidable", ("ambiguous-binding",), f"not surely what is meant: {results[0].derivation}", results[0].evidence)
    return results[0]


def _ordered(pair: Pair, word: str) -> Judgement:
    rate = pair.new.dimension == "rate" or pair.new.direction == "higher"
    if word in ("better", "worse", "beats", "beat") and pair.new.dimension not in ("time", "rate") and pair.new.direction == "unknown":
        return Judgement("undecidable", (), "which direction of this metric is better is not known")
    less = word in _SMALLER or (word in _QUICKER and not rate) or (word in _SLOWER and rate)
    old, new = pair.old, pair.new
    at, nodes = tuple(sorted({old.msg, new.msg})), old.nodes + new.nodes
    text = f"{new.name} {new.show()} against {old.name} {old.show()}"
    if old.value.touches(new.value):
        return Judgement("undecidable", (), f"{text}: a printed tie", at, nodes)
    right = (new.value.hi < old.value.lo) == less
    if not right:
        return Judgement("contradicted", ("direction",), text, at, nodes)
    ratio = interval(pair)
    if ratio is None:
        counted = old.value.sure and new.value.sure
        return Judgement("supported", () if counted else missing(pair), text, at, nodes)
    if ratio.separable:
        return Judgement("supported", (), f"{text}: new/old {ratio.ratio:.4g} [{ratio.lo:.4g}, {ratio.hi:.4g}]", at, nodes)
    text += f": new/old {ratio.ratio:.4g} [{ratio.lo:.4g}, {ratio.hi:.4g}] includes 1"
    return Judgement("undecidable", ("not-separable",), text, at, nodes)


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
    said = next((COUNTS[w] for w in claim.words if w in COUNTS), None) or next(
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
        if "follow" in claim.low:
            return Judgement(
                "undecidable", ("ambiguous-binding",), f"{text}; what the order is said to follow was not measured by these names", at_
            )
        return Judgement("supported", (), text, at_)
    return Judgement("unsupported", (), "the order's members were not all measured under these names")
