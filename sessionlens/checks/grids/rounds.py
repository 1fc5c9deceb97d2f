"""Round by round: "the ring beats the list in every round", "quicker in each of the five pairs", "lower in all three runs".

Where one call printed a metric as often for one config as for another, in turn, the first of the one stands against the first of the other,
and so on. Every pair must lie on the claimed side: one that surely does not contradicts, one that cannot be told apart leaves it open.

Example: after three rounds of `ring 4.1 / list 4.9`, `ring 4.3 / list 5.0`, `ring 5.6 / list 5.1`, "ring beats list in every round" is
contradicted by the third.
"""

from collections.abc import Iterator
from fractions import Fraction

from sessionlens.checks.binding.named import PLAIN
from sessionlens.checks.claims.claim import Claim, parse
from sessionlens.checks.claims.excepted import excepted
from sessionlens.checks.claims.sense import Sense, of
from sessionlens.checks.claims.words import BASE, COUNTS, NEW, STOP, tokens, word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.grids import nicknames, sheets
from sessionlens.checks.values.judge import Judgement
from sessionlens.checks.values.printouts import Point
from sessionlens.checks.values.series import Batch, Series
from sessionlens.model.words import VerdictWord
from sessionlens.text.regex import regex

WORDS = word_set("every each all both")
CUE = regex(
    r"\b(?:in|on|for|with) (?:every|each|all|both)(?: (?:one )?of)?(?: (?:the|these|those|its|my))?"
    rf"(?: (?P<n>\d+|{'|'.join(COUNTS)}))? (?:rounds?|pairs?|runs?|repetitions?|repeats?|trials?|passes|iterations?|tries|attempts?)\b"
)
_TURNS = word_set("rounds pairs runs repetitions repeats trials passes iterations tries attempts")
_K_OF_N = regex(
    rf"\b(?:in|on|for) (?P<k>\d{{1,2}}|one|{'|'.join(COUNTS)}) (?:out )?of (?:the |these |its )?(?P<n>\d{{1,2}}|{'|'.join(COUNTS)})"
    rf" (?:[a-z]+ )?(?:{'|'.join(sorted(_TURNS))})\b"
)
_BEATS = word_set("beats beat wins won outruns outperforms ahead quickest fastest cheaper")
_BEHIND = word_set("behind loses lost")
_FACTORS = {"half": Fraction(1, 2), "third": Fraction(1, 3), "quarter": Fraction(1, 4)}
_LESS_THAN = regex(r"\bto (?:less than|under|below) (?:an? |one )?(half|third|quarter)\b")
_SWITCHES = frozenset(("on", "off"))
"""Values of a setting that are words of any sentence: alone they name no config."""
_LATELY = 4
"""Calls with measurements back that such a statement speaks of."""


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """By the newest call that printed both sides as often; None where there is none, or the clause says no such thing."""
    if " of " in claim.low and not claim.words.isdisjoint(_TURNS) and (part := _K_OF_N.search(claim.low)) is not None:
        return _so_many(part["k"], part["n"], claim, evidence)
    cue = CUE.search(claim.low) if claim.words & WORDS else None
    way = direction(claim) if cue is not None else Sense.NONE
    if cue is None or way is Sense.NONE or claim.negated or excepted(claim):
        return None
    said = cue["n"]
    count = (int(said) if said.isdigit() else COUNTS[said]) if said else 0
    less = _LESS_THAN.search(claim.low)
    factor = _FACTORS[less[1]] if less is not None else Fraction(1)
    claim = nicknames.renamed(claim, evidence) or claim
    judged = [_each(way, factor, one, other) for one, other in _rounds(claim, evidence, count)]
    if len({j.verdict for j in judged}) != 1:
        return None
    return judged[0]


def _so_many(said: str, turns: str, claim: Claim, evidence: Evidence) -> Judgement | None:
    """ "Ahead in six of the seven rounds": in how many it surely is so, and in how many it may be. Several metrics must agree."""
    k, n = (1 if w == "one" else COUNTS.get(w) or int(w) for w in (said, turns))
    way, named = direction(claim), nicknames.renamed(claim, evidence) or claim
    found: list[tuple[bool, Judgement]] = []
    for one, other in _rounds(named, evidence, n) if way is not Sense.NONE and not claim.negated else ():
        signs = [_apart(way, Fraction(1), mine, its, one) for mine, its in zip(one.singles, other.singles, strict=True)]
        sure, may = signs.count(1), n - signs.count(-1)
        verdict: VerdictWord = "contradicted" if not sure <= k <= may else "supported" if sure == may else "undecidable"
        text = f"{one.facts[0].metric}, {one.facts[0].config} against {other.facts[0].config}: so in {sure} of {n} rounds, claimed {k}"
        nodes = tuple(p.fact.id for p in (*one.singles, *other.singles))
        told = not tokens(one.facts[0].metric).isdisjoint(tokens(claim.whole))
        found.append((told, Judgement(verdict, (), f"{text}: {verdict}", (one.msg,), nodes)))
    judged = [j for told, j in found if told] or [j for _, j in found]
    return judged[0] if len({j.verdict for j in judged}) == 1 else None


def _subject(claim: Claim, evidence: Evidence) -> Claim:
    """The sentence before, whose things the clause goes on to speak of ("The median is lower in every round, too")."""
    before = parse(claim.conclusion.model_copy(update={"quote": claim.conclusion.before}), claim.aliases)
    return nicknames.renamed(before, evidence) or before


def direction(claim: Claim) -> Sense:
    """What the first side is said to be: less of its metric, or more."""
    if claim.words & _BEATS:
        return Sense.FASTER
    if claim.words & _BEHIND:
        return Sense.SLOWER
    return next((s for w in claim.low.split() if (s := of(w.strip(".,;:()*"))) is not Sense.NONE), Sense.NONE)


def _rounds(claim: Claim, evidence: Evidence, count: int) -> Iterator[tuple[Batch, Batch]]:
    """Batches of two series of one metric, each with as many values, of the newest call that has such: the first is the one that the
    clause speaks of."""
    calls: dict[tuple[int, int], list[tuple[Series, Batch]]] = {}
    for series in evidence.series:
        for batch in series.before(claim.msg)[-_LATELY:] if series.begun(claim.msg) else ():
            if len(batch.singles) > 1 and (not count or len(batch.singles) == count):
                calls.setdefault((batch.msg, batch.part), []).append((series, batch))
    for at in sorted(calls, reverse=True)[:_LATELY]:
        pairs = list(_pairs(claim, claim, calls[at], evidence))
        if not pairs and claim.conclusion.before:
            pairs = list(_pairs(claim, _subject(claim, evidence), calls[at], evidence))
        if pairs:
            yield from pairs
            return


def _pairs(claim: Claim, names: Claim, printed: list[tuple[Series, Batch]], evidence: Evidence) -> Iterator[tuple[Batch, Batch]]:
    """Of each metric that the clause means: the config named first against the other named, the base, or the base of its own table."""
    words = ((names.tokens - PLAIN) | (names.tokens & (BASE | NEW))) - _SWITCHES
    for metric in _metrics(claim, printed):
        group = [(s, b) for s, b in printed if s.measures == metric]
        shared = frozenset.intersection(*(s.named for s, _ in group))
        named = [(_place(names, s.named - shared), s, b) for s, b in group if (s.named - shared) & words]
        named.sort(key=lambda found: found[0])
        if len(named) == 2:
            others = [named[1][2]]
        elif len(named) == 1 and len(group) == 2:
            others = [b for s, b in group if s is not named[0][1]]
        elif len(named) == 1:
            based = [b for s, b in group if s.named & BASE and s is not named[0][1]]
            others = based or [b for s, b in group if s.named in _bases(claim, evidence) and s is not named[0][1]]
        else:
            continue
        if len(others) == 1 and len(others[0].singles) == len(named[0][2].singles):
            yield named[0][2], others[0]


def _metrics(claim: Claim, printed: list[tuple[Series, Batch]]) -> list[frozenset[str]]:
    """The metrics that share most words with the clause; else the only one, or all times."""
    metrics = {s.measures: s.dimension for s, _ in printed}
    said = claim.tokens - STOP | (frozenset(("p50",)) if "median" in claim.words else frozenset())
    most = max((len(m & said) for m in metrics), default=0)
    if most:
        return [m for m in metrics if len(m & said) == most]
    return [m for m in metrics if len(metrics) == 1 or metrics[m] == "time"]


def _bases(claim: Claim, evidence: Evidence) -> list[frozenset[str]]:
    """What the message's own tables compare with, in the words of a config."""
    called = {n.label: n.config for n in nicknames.learned(evidence) if n.msg <= claim.msg}
    labels = [sheet.things[b] for sheet in sheets.of_tables(claim.msg, evidence) for b in sheet.bases]
    return [tokens(called.get(label.lower(), label)) for label in labels]


def _place(claim: Claim, words: frozenset[str]) -> int:
    return min((at for w in words if (at := claim.low.find(w)) >= 0), default=len(claim.low))


def _apart(way: Sense, factor: Fraction, mine: Point, its: Point, batch: Batch) -> int:
    """1 where a value surely lies on the claimed side of the other, -1 where it surely does not, else 0."""
    rate = batch.facts[0].direction == "higher"
    up = way is Sense.MORE or (way is Sense.SLOWER and not rate) or (way is Sense.FASTER and rate)
    apart = mine.value.minus(its.value.times(factor))
    return (1 if apart.lo > 0 else -1 if apart.hi < 0 else 0) * (1 if up else -1)


def _each(way: Sense, factor: Fraction, one: Batch, other: Batch) -> Judgement:
    first, second = one.facts[0], other.facts[0]
    pairs = [(i, mine, its) for i, (mine, its) in enumerate(zip(one.singles, other.singles, strict=True), 1)]
    signs = [_apart(way, factor, mine, its, one) for _, mine, its in pairs]
    wrong = [pair for pair, sign in zip(pairs, signs, strict=True) if sign < 0]
    open_ = [pair[0] for pair, sign in zip(pairs, signs, strict=True) if not sign]
    names = f"{first.metric}, {first.config} against {second.config}"
    nodes = tuple(p.fact.id for p in (*one.singles, *other.singles))
    if wrong:
        i, mine, its = wrong[0]
        text = f"{names}: in round {i} of {len(one.singles)} {mine.fact.raw} against {its.fact.raw}"
        return Judgement("contradicted", (), text, (one.msg,), nodes)
    if open_:
        return Judgement("undecidable", (), f"{names}: round {open_[0]} cannot be told apart", (one.msg,), nodes)
    return Judgement("supported", (), f"{names}: so in each of {len(one.singles)} rounds", (one.msg,), nodes)
