"""Bounds said of a whole domain: "every queue drains in under 5 ms", "no shard exceeds 4 GB", "p95 stays below 9 ms at all sizes".

The domain is what one call printed: the rows of a table, one value for each thing. One definite counterexample contradicts; rows that
straddle the bound leave it open; and where the claim gives the number of things, fewer rows than that do not cover it.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction

from sessionlens.checks.binding.labels import comparable, lacks
from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.excepted import excepted
from sessionlens.checks.claims.words import GENERAL_METRIC, SECONDARY, STOP, content, stem
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.evidence.postings import ROOTS
from sessionlens.checks.evidence.repeats import NUMBERS
from sessionlens.checks.values.judge import Judgement, side
from sessionlens.checks.values.printouts import Point
from sessionlens.checks.values.series import Series
from sessionlens.model.quantity import Quantity
from sessionlens.text.regex import regex

_THING = r"[a-z][\w-]{2,}"
_DOMAIN = regex(
    rf"\b(?:all|both|none of|across|any of)(?: of)?(?: the| our| its| these| those)?(?: (?P<n>{'|'.join(NUMBERS)}|\d{{1,3}}))?"
    rf"(?: [a-z]+(?=\s[a-z]+s\b))? (?P<noun>{_THING})"
    rf"|\b(?:every|each|any)(?: single| one of the| of the| of our)? (?P<one>{_THING})"
    rf"|\b(?:regardless|irrespective|independent) of (?:the )?(?:number of |size of |choice of |count of )?(?P<of>{_THING})"
    rf"|\bno matter (?:the|which|how many|what)(?: number of)? (?P<matter>{_THING})"
    rf"|\bno (?P<no>{_THING}) (?:ever |now )?"
    r"(?:exceeds?|drops?|falls?|goes|takes?|needs?|is|was|stays?|runs?|uses?|gets?|has|climbs?|rises?|dips?)\b"
)
_SUMMED = frozenset(("total", "sum", "overall"))
_FEW = 2
"""Things that a domain must have at least."""


def quantified(claim: Claim, quantity: Quantity, relation: str, evidence: Evidence) -> Judgement | None:
    """The bound against every member; None where the claim has no domain, or nothing measured has its name."""
    match = _DOMAIN.search(claim.low)
    if match is None or excepted(claim):
        return None
    noun = next(w for w in (match["noun"], match["one"], match["of"], match["matter"], match["no"]) if w)
    found = sorted(_groups(claim, quantity, stem(noun), evidence), key=lambda g: (g[0], g[1]), reverse=True)
    if not found:
        return None
    best = [g for g in found if g[:2] == found[0][:2]]
    results = [_over(members, quantity, relation, at) for _, at, members in best]
    if len({r.verdict for r in results}) > 1:
        text = "; ".join(r.derivation for r in results[:3])
        return Judgement("undecidable", ("ambiguous-binding",), text, results[0].evidence)
    if results[0].verdict == "contradicted" and any(
        g[1] == found[0][1] and _over(g[2], quantity, relation, g[1]).verdict == "supported" for g in found
    ):
        return Judgement("undecidable", ("ambiguous-binding",), results[0].derivation, results[0].evidence)
    number = _number(match["n"])
    if number and any(number < len(members) for _, _, members in best):
        return None
    if number > len(best[0][2]) and results[0].verdict != "contradicted":
        text = f"{len(best[0][2])} of {number} measured: {results[0].derivation}"
        return Judgement("unsupported", ("partial-domain",), text, results[0].evidence, results[0].nodes)
    return results[0]


def _number(word: str | None) -> int:
    return 0 if not word else NUMBERS[word] if word in NUMBERS else int(word)


def _groups(claim: Claim, quantity: Quantity, noun: str, evidence: Evidence) -> Iterator[tuple[float, int, list[tuple[str, Point]]]]:
    """What single calls printed of one metric: how well it answers the claim, its message, and its members by name."""
    calls: dict[tuple[int, int, str, str], list[Series]] = defaultdict(list)
    for s in evidence.series:
        if s.dimension in comparable(quantity) and s.begun(claim.msg) and not lacks(claim, s):
            if not s.measures.isdisjoint(SECONDARY) and s.measures.isdisjoint(claim.tokens):
                continue
            if noun in s.named and s.measures <= _SUMMED and s.measures.isdisjoint(claim.tokens):
                continue  # what all pauses come to is none of them
            batch = s.before(claim.msg)[-1]
            calls[batch.msg, batch.part, s.metric, s.dimension].append(s)
    said = {ROOTS[w] for w in content(claim.text) - GENERAL_METRIC - {noun}}
    for (at, part, metric, _), series in calls.items():
        telling = frozenset().union(*(s.named for s in series)) - frozenset.intersection(*(s.named for s in series)) - STOP
        if spoken := [s for s in series if s.named & telling & claim.tokens]:
            series = spoken  # "the tree stays below 10 ms in all three runs" is not of the other's
        members = [(p.fact.config, p) for s in series for p in s.before(claim.msg)[-1].singles]
        if len(members) < _FEW:
            continue
        named = {ROOTS[w] for w in content(metric) - GENERAL_METRIC} & said
        parts = frozenset().union(*(s.named for s in series)) & claim.tokens - STOP
        if claim.metrics and claim.metrics.isdisjoint(frozenset().union(*(s.labelled for s in series))):
            continue
        told = _has_noun(noun, at, part, evidence)
        score = 2.0 * len(named) + (2 if claim.percentiles else 0) + (1.5 if told else 0) + (0.5 if parts else 0)
        if told or (named and parts) or (named and claim.metrics):
            yield score, at, members


def _has_noun(noun: str, at: int, part: int, evidence: Evidence) -> bool:
    """Whether the call names the domain: in its command, or in what it printed."""
    for msg, run in evidence.runs[evidence.runs_until(at) : evidence.runs_until(at + 1)]:
        if (
            msg == at
            and run.part == part
            and re.search(rf"(?<![a-z]){re.escape(noun)}(?:e?s)?(?![a-z])", _text(run.call.command, evidence.lowered(run)))
        ):
            return True
    return False


def _text(command: str | None, output: str) -> str:
    return f"{(command or '').lower()}\n{output[:20_000]}"


def _over(members: list[tuple[str, Point]], quantity: Quantity, relation: str, at: int) -> Judgement:
    bound = Fraction(quantity.value) * Fraction(quantity.si)
    judged = [(name, p, side(p.value, bound, relation).verdict) for name, p in members]
    nodes = tuple(p.fact.id for _, p in members)
    text = ", ".join(f"{name or p.fact.metric} {p.fact.raw}" for name, p, _ in judged[:8])
    text += f" {members[0][1].fact.unit}".rstrip() + f"; claimed {relation} {quantity.raw} of each"
    wrong = [f"{name} {p.fact.raw}".strip() for name, p, verdict in judged if verdict == "contradicted"]
    if wrong:
        return Judgement("contradicted", (), f"{text}: not {', '.join(wrong[:3])}", (at,), nodes)
    open_ = [f"{name} {p.fact.raw}".strip() for name, p, verdict in judged if verdict == "undecidable"]
    if open_:
        return Judgement("undecidable", (), f"{text}: {', '.join(open_[:3])} straddles it", (at,), nodes)
    return Judgement("supported", (), text, (at,), nodes)
