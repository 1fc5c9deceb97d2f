"""Threshold: "under 100 ms", "at least 2x", "exceeds the limit". Wholly on the side, or not; straddling is undecidable."""

import re
from dataclasses import replace
from fractions import Fraction

from sessionlens.checks.binding.levels import allowed, contradicting
from sessionlens.checks.binding.named import PLAIN, candidates, compare, stray
from sessionlens.checks.claims.bounds import THAN
from sessionlens.checks.claims.bounds import bound as bound
from sessionlens.checks.claims.bounds import find as find
from sessionlens.checks.claims.claim import NEGATION, WORD, Claim, parse
from sessionlens.checks.claims.sense import Sense, of, sense
from sessionlens.checks.claims.words import AGGREGATE, STOP, content, tokens, word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.kinds import delta, percent, ratio
from sessionlens.checks.runs import timeouts, whole
from sessionlens.checks.values.judge import Judgement, number, side
from sessionlens.checks.values.printouts import plain
from sessionlens.checks.values.series import Series, Side
from sessionlens.model.quantity import Quantity
from sessionlens.model.words import ClaimKind, VerdictWord
from sessionlens.text.regex import regex

KIND: ClaimKind = "threshold"
NUMERIC = True
_BOUND_NAMES = word_set("limit budget cap ceiling quota threshold target gate allowance floor by")
_DIFFERENCE = word_set("saves saved adds added costs gains gained loses shaves shaved faster slower longer shorter")
_APART = regex(
    r"(?!.*\bwithin (?:the|its|our|their|a) [a-z -]{0,24}\b(?:limit|budget|cap|quota|target|threshold)\b)"
    r".*?(?:\bwithin\b.*\b(?:of each other|of one another)\b|\b(?:to|agree to|same to|are|is|and \w+) within\b"
    r"|\b(?:stays?|stayed|remains?|remained|lies|comes?|came|ends? up|ended up|lands?|landed) within [~≈]?\d[^,;]{0,10} of\b)"
)
_NAMED = regex(
    r"\b(?:exceeds?|is (?:over|above|past|beyond|below|under)) (?:the |its |our )?[\w.`-]* ?(?:threshold|limit|maximum|cap|quota)\b"
)
_BACK_THEN = regex(
    r"\b(?:had|was|were|used to (?:be|have)) (?:far |much |many |even )?(?:more|fewer|less|higher|lower|larger|smaller|bigger)\b"
    r"|\b(?:at the time|back then|by then|previously|until then|before (?:the |that |this |your |my |its |it |they )?(?:[\w.-]+ )?"
    r"(?:ran|run|was|were|happened|started|kicked in|cleaned|pruned|shrank))\b",
    re.I,
)
"""Wordings for a state other than the one that was printed."""
_DEFAULT = regex(r"\b(?:default|threshold|limit|maximum|cap|quota) (?:is|of|being|\()\s*$")
_UP_TO = regex(r"\bup to\s+(?:the\s+)?$")
"""A bound that is also said to be reached."""
_NEGATIVE_NAME = regex(r"\b(?:no|non|not|without)-[\w-]+")
"""Names of things that are measured without something deny nothing: "without-cache stays under 9 ms"."""


_EACH_RUN = regex(
    r"\b(?:every|each|all|no|none|never|always)\b[^,;.]{0,24}\b(?:runs?|rounds?|requests?|calls?|iterations?|samples?|tr(?:y|ies))\b"
)


def recognise(claim: Claim) -> float:
    if not claim.quantities or claim.cell:
        return 0.0
    return 0.66 if find(claim) is not None else 0.0


def judge(claim: Claim, evidence: Evidence) -> Judgement:
    found = find(claim)
    if found is None:
        return Judgement("undecidable")
    quantity, relation = found
    if (late := timeouts.judge(claim, quantity, evidence)) is not None:
        return late
    if relation == "<" and _APART.search(claim.low) and (close := _together(claim, quantity, evidence)) is not None:
        return close
    if _denied(claim, quantity) or '"' in claim.text:
        return Judgement("undecidable", (), "the bound is denied or quoted")
    relative = quantity.dimension == "ratio" or (quantity.dimension == "percent" and sense(claim, quantity) is not Sense.NONE)
    if not relative and (each := whole.quantified(claim, quantity, relation, evidence)) is not None:
        return each
    limit = Fraction(quantity.value) * Fraction(quantity.si)
    if quantity.dimension in ("time", "size") and _besides(claim, quantity) & _DIFFERENCE and not THAN.search(claim.low[: quantity.start]):
        return _relative(claim, quantity, relation, evidence)
    if relative:
        return _relative(claim, quantity, relation, evidence)
    if than := THAN.search(claim.low[: quantity.start]):
        claim = replace(claim, text=claim.text[: than.start()], low=claim.low[: than.start()])  # what stands behind names the other side
    far: Judgement | None = None
    against: list[Series] = []
    for score, series in allowed(claim, quantity, evidence):
        named = len(series.measures & claim.tokens - STOP) > 1
        if not (series.named | series.measures) & claim.tokens - PLAIN or not series.measures.isdisjoint(_BOUND_NAMES):
            continue
        if score < 0.5 or (not quantity.unit and series.dimension != "count" and not named):
            continue
        batch = series.before(claim.msg)[-1]
        results = [side(s.value, limit, relation) for s in batch.sides[:1]]
        result = results[0]
        shown = batch.sides[0]
        text = f"{shown.name}: {shown.show()}, claimed {relation} {quantity.raw}: {result.verdict}"
        if result.verdict == "supported" and _UP_TO.search(claim.low[: quantity.start]):
            if shown.value.hi * 2 < limit:
                far = Judgement("undecidable", (), f"{shown.name}: {shown.show()}, far below {quantity.raw}: no reach of it was seen")
                continue
            if stray(claim, [series], evidence):
                continue
        if result.verdict == "supported" and any(_answers_better(s, series, claim) for s in against):
            return Judgement("undecidable", ("ambiguous-binding",), f"{text}, but what answers better to the names is not", (shown.msg,))
        if result.verdict == "contradicted" and contradicting(claim, replace(quantity, hedge=""), evidence) is None:
            against.append(series)
            continue
        if result.verdict == "undecidable" or result.verdict == "supported" or score >= 1:
            if result.verdict == "supported" and _EACH_RUN.search(claim.low) and _is_middle(series, shown):
                text = f"{shown.name}: {shown.show()} on average, which says nothing of each run"
                return Judgement("unsupported", ("partial-domain",), text, (shown.msg,), shown.nodes)
            also = "" if quantity.unit == shown.unit or not quantity.unit else f" ({plain(limit, shown.unit)})"
            return Judgement(result.verdict, (), text + also, (shown.msg,), shown.nodes)
    return far or Judgement("unsupported", (), "nothing measured that these labels name")


def _answers_better(one: Series, other: Series, claim: Claim) -> bool:
    """Whether the claim has more words of one metric than of another that the same call printed: "line coverage" is none of functions."""
    mine, its = (s.measures & claim.tokens for s in (one, other))
    return its < mine and one.before(claim.msg)[-1].msg == other.before(claim.msg)[-1].msg


def _is_middle(series: Series, shown: Side) -> bool:
    """Whether a value is a mean or median of several runs, of which one may lie beyond any bound."""
    return shown.how.startswith(("mean", "median")) or any(AGGREGATE.get(w) in ("mean", "median") for w in series.measures)


def _denied(claim: Claim, quantity: Quantity) -> bool:
    """Whether the clause has a negation that does not belong to the words of the bound."""
    return bool(_besides(claim, quantity) & NEGATION)


def _besides(claim: Claim, quantity: Quantity) -> frozenset[str]:
    """The words of the clause without those that make the number a bound."""
    found = bound(claim, quantity)
    if found is None:
        return claim.words
    return frozenset(WORD.findall(_NEGATIVE_NAME.sub(" ", f"{claim.low[: found[1]]} {claim.low[quantity.end :]}")))


def named(claim: Claim, evidence: Evidence) -> Judgement | None:
    """ "The count exceeds the limit - the default is 4000": a bound that the rest of the sentence gives, against the newest value of the
    one thing counted under these words. None where the clause has no bound, or several things answer to it."""
    if claim.quantities or claim.negated or (over := _NAMED.search(claim.low)) is None:
        return None
    sentence = parse(claim.conclusion.model_copy(update={"quote": claim.whole}))
    bounds = [q for q in sentence.quantities if _DEFAULT.search(sentence.low[max(0, q.start - 40) : q.start]) and q.exact]
    words = content(claim.low[: over.start()]) - STOP
    if len(bounds) != 1 or len(words) < 2:
        return None
    ranked = sorted(
        (
            (len(words & (s.all_words)), len(words & (s.named | s.measures)), s)
            for s in evidence.series
            if s.begun(claim.msg) and not s.unit
        ),
        key=lambda r: r[:2],
        reverse=True,
    )
    if not ranked or ranked[0][0] < 2 or not ranked[0][1] or (len(ranked) > 1 and ranked[0][:2] == ranked[1][:2]):
        return None
    shown = ranked[0][2].before(claim.msg)[-1].sides[0]
    relation = ">" if over[0].startswith(("exceed", "over", "above", "past", "beyond")) else "<"
    found = side(shown.value, Fraction(bounds[0].value), relation)
    text = f"{shown.name}: {shown.show()}, claimed {relation} {bounds[0].raw}: {found.verdict}"
    if found.verdict == "contradicted" and _BACK_THEN.search(claim.whole):
        text = f"{shown.name}: {shown.show()} when it was printed; the message speaks of an earlier state too, which was not"
        return Judgement("undecidable", (), text, (shown.msg,), shown.nodes)
    return Judgement(found.verdict, (), text, (shown.msg,), shown.nodes)


def _together(claim: Claim, quantity: Quantity, evidence: Evidence) -> Judgement | None:
    """ "A, B and C are within 8 % of each other": the largest against the smallest of those named, in each context that is meant."""
    results = []
    for group in candidates(claim, evidence, frozenset() if quantity.dimension == "percent" else frozenset((quantity.dimension,))):
        for named in group.crossed or ([group.named] if len(group.named) > 1 else []):
            sides = sorted((m.batch.sides[0] for _, m in named), key=lambda s: s.value.point)
            least, most = sides[0].value, sides[-1].value
            apart = most.minus(least) if quantity.dimension != "percent" else most.over(least)
            if apart is None:
                continue
            apart = apart if quantity.dimension != "percent" else apart.shifted(-1).times(Fraction(100))
            bound = Fraction(quantity.value) * Fraction(quantity.si)
            verdict: VerdictWord = "supported" if apart.point <= bound else "contradicted" if apart.lo > bound else "undecidable"
            far = f"{float(apart.point):.3g} %" if quantity.dimension == "percent" else plain(apart.point, sides[0].unit)
            text = f"{sides[-1].name} {sides[-1].show()} and {sides[0].name} {sides[0].show()} are {far} apart"
            at = tuple(sorted({s.msg for s in sides} - {0}))
            results.append(
                Judgement(verdict, (), f"{text}, claimed within {quantity.raw}: {verdict}", at, sides[0].nodes + sides[-1].nodes)
            )
    if not results:
        return None
    if len({r.verdict for r in results}) == 1 and (results[0].verdict != "contradicted" or len(results) == 1):
        return results[0]
    return Judgement("undecidable", ("ambiguous-binding",), "; ".join(r.derivation for r in results[:3]), results[0].evidence)


def _reached(claim: Claim, quantity: Quantity, evidence: Evidence) -> Judgement | None:
    """ "Up to 1.4x faster": the largest of a printed column of speedups, of the newest call that has one."""
    rows = [s for s in evidence.series if s.measures & _SPEEDUP and s.dimension in ("number", "ratio", "count") and s.begun(claim.msg)]
    newest = max((s.before(claim.msg)[-1].msg for s in rows), default=0)
    sides = [b.sides[0] for s in rows if (b := s.before(claim.msg)[-1]).msg == newest and len(b.facts) == 1]
    if len(sides) < 2 or len({s.metric for s in rows if s.before(claim.msg)[-1].msg == newest}) != 1:
        return None
    most = max(sides, key=lambda s: s.value.point)
    found = number(replace(quantity, hedge=""), most.value)
    text = f"largest: {most.name} {most.show()}, claimed up to {quantity.raw}: {found.verdict}"
    if found.verdict == "contradicted" and tokens(rows[-1].batches[-1].facts[0].command or "").isdisjoint(claim.tokens - PLAIN):
        return None
    return Judgement(found.verdict, found.caveats, text, (newest,), most.nodes)


_SPEEDUP = word_set("speedup speedups gain ratio factor faster")


def _relative(claim: Claim, quantity: Quantity, relation: str, evidence: Evidence) -> Judgement:
    """ "At least 2x faster", "over 30 % slower": the difference's interval against the bound."""
    binding = compare(claim, evidence, frozenset((quantity.dimension,)) if quantity.dimension in ("time", "size") else frozenset())
    if not binding.ways:
        reached = _reached(claim, quantity, evidence) if relation == "<=" and quantity.dimension == "ratio" else None
        return reached or Judgement("unsupported", (), "nothing measured that these labels name")
    scale = Fraction(100) if quantity.dimension == "percent" else Fraction(1)
    direction = sense(claim, quantity)
    if quantity.dimension in ("time", "size"):
        direction = next((s for w in claim.words if (s := of(w)) is not Sense.NONE and w in _DIFFERENCE), direction)
    compute = (
        delta.readings(direction, quantity)
        if quantity.dimension in ("time", "size")
        else percent.readings(direction, quantity)
        if quantity.dimension == "percent"
        else ratio.readings(direction, quantity)
    )
    results = []
    for way in binding.ways:
        pair = way[0]
        for formula, value in compute(pair.old.value, pair.new.value, pair):
            scaled = value.times(scale)
            got = side(scaled, Fraction(quantity.value) * Fraction(quantity.si), relation)
            shown = formula.format(old=pair.old.show(), new=pair.new.show())
            bounds = f"{float(scaled.point):.3f} [{float(scaled.lo):.3f}, {float(scaled.hi):.3f}]"
            text = f"{shown} = {bounds}, claimed {relation} {quantity.raw}: {got.verdict}"
            results.append(Judgement(got.verdict, (), text, tuple(sorted({pair.old.msg, pair.new.msg})), pair.old.nodes + pair.new.nodes))
    if not results:
        return Judgement("undecidable", (), "a side may be zero")
    if len(binding.ways) == 1 or len({r.verdict for r in results}) == 1:
        return next((r for r in results if r.verdict == "supported"), results[0])
    return Judgement("undecidable", ("ambiguous-binding",), "; ".join(r.derivation for r in results[:3]), results[0].evidence)
