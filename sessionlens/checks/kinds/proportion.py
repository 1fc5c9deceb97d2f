"""Proportion: "91.7 % of the 48". Some whole number of cases must give the percentage (GRIM: Brown and Heathers 2017)."""

import itertools
import re
from fractions import Fraction

from sessionlens.checks.binding.levels import judge_level
from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import GENERAL_METRIC, STOP, content, stem
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.evidence.postings import ROOTS
from sessionlens.checks.values.intervals import claimed
from sessionlens.checks.values.judge import Judgement
from sessionlens.model.quantity import Quantity
from sessionlens.model.words import ClaimKind
from sessionlens.text.regex import regex

KIND: ClaimKind = "proportion"
NUMERIC = True
_BACK = 12
"""Calls back in which a count is looked for."""
_LONG = 20_000
_OF = regex(r"\s*\(?(?:of|out of|in)\s+(?:the\s+|all\s+|our\s+|these\s+|its\s+)*(?:[a-z]+\s+)?\(?")

_BETWEEN = regex(r"\s*(?:of|out of)\s+(?:the\s+|all\s+|our\s+|these\s+|its\s+)*")
_BRACKET = regex(r"(?:\s+[a-z][a-z-]*){0,4}\s*\(\s*")
"""What stands between the parts of "11 of the 40 slow calls (27.5 %)"."""


def find(claim: Claim) -> tuple[Quantity, Quantity] | None:
    """The percentage and the number it is of: "x % of the N", "n of the N (x %)"."""
    for q in claim.quantities:
        if q.dimension != "percent" or q.signed:
            continue
        for n in claim.quantities:
            if n.start > q.end and n.exact and n.value > 1 and _OF.fullmatch(claim.low[q.end : n.start]):
                return q, n
        before = [n for n in claim.quantities if n.end <= q.start and n.exact and n.dimension in ("count", "number")]
        if (
            len(before) > 1
            and before[-1].value > 1
            and _BETWEEN.fullmatch(claim.low, before[-2].end, before[-1].start)
            and _BRACKET.fullmatch(claim.low, before[-1].end, q.start)
        ):
            return q, before[-1]
    return None


def recognise(claim: Claim) -> float:
    return 0.85 if len(claim.quantities) > 1 and "%" in claim.text and find(claim) is not None else 0.0


def possible(percent: Quantity, n: int) -> list[int]:
    """The whole numbers of cases, of n, that print as this percentage."""
    want = claimed(percent)
    first = -(-want.lo * n // 100)
    last = want.hi * n // 100
    return list(range(max(0, int(first)), min(n, int(last)) + 1))


def judge(claim: Claim, evidence: Evidence) -> Judgement:
    found = find(claim)
    if found is None:
        return Judgement("undecidable")
    percent, of = found
    n = int(of.value)
    counts = possible(percent, n)
    size = judge_level(claim, of, evidence)
    if not counts:
        near = int(Fraction(percent.value) * n / 100)
        below, above = (f"{k}/{n} = {k * 100 / n:.3f} %" for k in (near, near + 1))
        text = f"{below}, {above}; none gives {percent.raw}"
        return Judgement("contradicted", (), text, size.evidence)
    told = _told(claim, percent, of, counts, evidence)
    if size.verdict != "supported" and told is None:
        return Judgement("unsupported", size.caveats, f"{of.raw} was not found in the outputs as the number of all", size.evidence)
    stated = {int(q.value) for q in claim.quantities if q is not of and q.exact and q.dimension in ("count", "number")}
    for k in sorted(stated & set(counts)):
        hit = next(evidence.printed_numbers(str(k), claim.msg), None)
        if hit is not None and k != n:
            return Judgement("supported", (), f"{k}/{n} = {k / n:.4%}, printed in msg {hit[0]}", tuple(sorted({hit[0], *size.evidence})))
    if told is not None:
        return told
    hit_percent = judge_level(claim, percent, evidence)
    if hit_percent.verdict == "supported":
        return hit_percent
    shown = ", ".join(map(str, counts[:3])) + (" ..." if len(counts) > 3 else "")
    return Judgement(
        "unsupported", (), f"{shown} of {n} would give {percent.raw}, but the count was not found in the outputs", size.evidence
    )


def _told(claim: Claim, percent: Quantity, of: Quantity, fitting: list[int], evidence: Evidence) -> Judgement | None:
    """By the count that an output prints under the predicate's own name ("clean: 51", "10 failed"), in a call that prints the whole too:
    one of those that fit supports, one other number contradicts. A number without that name is the count of something else."""
    n = int(of.value)
    noun = stem((of.noun or "").split(" ")[-1].lower())
    named = content(f"{claim.low[: percent.start]} {claim.low[of.end :]}") - STOP - GENERAL_METRIC - {noun}
    if not named or claim.negated:
        return None
    whole = re.compile(rf"(?<![\w.,])(?:{n}|{n:,})(?![\w.,]?\d)")
    for at, run in itertools.islice(evidence.runs_before(claim.msg), _BACK):
        low = evidence.lowered(run)
        found = {k for word in named for k in _beside(word, low) if k <= n}
        summed = n in {a + b for a in found for b in _numbers(low)} if found and not whole.search(low) else True
        if not found or not summed:
            continue
        fits = sorted(found & set(fitting))
        if fits:
            return Judgement("supported", (), f"{fits[0]}/{n} = {fits[0] / n:.4%}, printed in msg {at}", (at,))
        if len(found) == 1:
            k = next(iter(found))
            share = f"{k}/{n} = {k * 100 / n:.4g} %, claimed {percent.raw}"
            if percent.hedge:
                return Judgement("undecidable", (), f"msg {at}: {share}", (at,))
            return Judgement("contradicted", (), f"msg {at}: {share}: contradicted", (at,))
        return None
    return None


def _beside(word: str, low: str) -> set[int]:
    """The whole numbers that stand directly before a word or one of its forms, or behind a label that ends in it."""
    root = re.escape(ROOTS[word].decode())
    found = re.findall(
        rf"(?<![\d.,/])(?<!of )(\d[\d,]*)(?: (?:out )?of (?:the )?\d[\d,]*|/\d[\d,]*)?(?: [a-z]+)? {root}[a-z]{{0,4}}\b"
        rf"|\b{root}[a-z]{{0,4}}(?: [a-z]+)?\s*[:=]\s*(\d[\d,]*)(?![\d.]|\s?%)",
        low[:_LONG],
    )
    found += [(k, "") for k in re.findall(rf"^\s*{root}[a-z]{{0,4}}\s{{2,}}(\d[\d,]*)(?![\d.]|\s?%)", low[:_LONG], re.M)]
    return {int((a or b).replace(",", "")) for a, b in found}


def _numbers(low: str) -> set[int]:
    return {int(k.replace(",", "")) for k in re.findall(r"(?<![\w.,])\d[\d,]{0,9}(?![\w.])", low[:_LONG]) if k.strip(",")}
