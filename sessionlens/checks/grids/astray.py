"""Numbers that only fit the wrong way: a percentage on the other side of its base, of the other base, a difference in another unit.

"8.7 % better than v2" where the only thing that is 8.7 % away from v2 is worse; "costs 38.4 µs more than B, so dropping it saves 24 %",
which is of B; "36864 KB less" where the difference is 36864 bytes; "127 ms = 1.06 ms per line" over 120,000 lines.

Example: under "| | v2 | now |" with "p99 31.2 ms 34.0 ms" the p99 is 9 % worse than v2's, and "9.0 % better than v2's" contradicts that.
"""

import re
from collections.abc import Iterator
from fractions import Fraction

from sessionlens.checks.binding.mention import is_based
from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.sense import Sense, of
from sessionlens.checks.claims.words import BASE, word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.grids import called, rows
from sessionlens.checks.grids.agreement import precise
from sessionlens.checks.grids.rows import Block, Value
from sessionlens.checks.values.intervals import Interval, claimed, printed, value_of
from sessionlens.checks.values.judge import Judgement
from sessionlens.model.quantity import Quantity
from sessionlens.text import quantities
from sessionlens.text.regex import regex

WORDS = word_set("to better worse faster slower more less higher lower larger smaller bigger save saves saving per of than saved")
_BETTER = word_set("better")
_WORSE = word_set("worse")
_MORE_THAN = regex(r"^\s*(?:more|longer|slower|dearer) than (?:a |an |the )?(?:plain |bare )?")
_TO = regex(r"\s*(?:to|->|→|=>)\s*")
_PER = regex(r"^ per (?P<noun>[a-z]{3,})\b")
_CALLS = 3
_UNITS = [Fraction(10) ** k for k in (3, 6, -3, -6)]
_NEAR = Fraction(1, 100)


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """None unless exactly one slip explains the number to its last digit."""
    if claim.cell or claim.negated or not claim.quantities:
        return None
    shares = [q for q in claim.quantities if q.dimension == "percent"]
    if len(shares) == 1 and precise(shares[0]) and not shares[0].signed and not shares[0].hedge:
        found = _wrong_side(claim, shares[0], evidence)
        if found is not None:
            return found
    if len(shares) == 1 and (found := _of_two(claim, shares[0], evidence)) is not None:
        return found
    if len(shares) == 1 and not shares[0].hedge and re.search(r"\bsav(?:e|es|ed|ing)\b", claim.low):
        return _other_base(claim, shares[0], evidence)
    return _each(claim, evidence) or _unit(claim, evidence)


def _blocks(claim: Claim, evidence: Evidence) -> Iterator[Block]:
    yield from rows.of_tables(claim.msg, evidence)
    for at, run in rows.lately(claim.msg, _CALLS, evidence):
        yield from (b for b in rows.of_output(at, run, evidence) if b.rounds == 1)


def _wrong_side(claim: Claim, percent: Quantity, evidence: Evidence) -> Judgement | None:
    """One value and its base are named, and the only thing that is so far from the base is on its other side."""
    after = claim.low[percent.end : percent.end + 30].split()
    word = after[0].strip(".,;:()*") if after else ""
    less = True if word in _BETTER else False if word in _WORSE else of(word) in (Sense.LESS, Sense.FASTER)
    if word not in _BETTER | _WORSE and of(word) is Sense.NONE:
        return None
    for block in _blocks(claim, evidence):
        metrics = called.metrics(claim, block)
        named = called.things(claim, block, evidence)
        bases = [t for t, at in named.items() if is_based(claim, at)]
        if not bases and len(block.things) == 2:
            bases = [t for t in block.things if block.words[t] & BASE and t not in named]
        if len(metrics) != 1 or len(bases) != 1 or block.rounds != 1 or len(named) > 2:
            continue
        place = metrics[0]
        base = block.things[bases[0]][0][place]
        if base.kind not in ("time", "size"):
            continue
        want = claimed(percent).times(Fraction(1, 100))
        others = [t for t in (named if len(named) == 2 else block.things) if t != bases[0]]
        if len(named) == 2 and not block.words[others[0]] <= claim.tokens:
            continue
        changes = [(t, r.shifted(-1)) for t in others if (r := block.things[t][0][place].value.over(base.value)) is not None]
        right = [t for t, d in changes if (d.times(Fraction(-1)) if less else d).touches(want)]
        wrong = [(t, d) for t, d in changes if (d if less else d.times(Fraction(-1))).touches(want)]
        if len(wrong) == 1 and not right:
            t, d = wrong[0]
            text = f"{t}: {block.things[t][0][place].raw} against {base.raw}, {float(d.point) * 100:+.3g} %"
            return Judgement("contradicted", ("direction",), text)
    return None


def _of_two(claim: Claim, percent: Quantity, evidence: Evidence) -> Judgement | None:
    """ "From A to B, P % smaller": worked out from the clause's own two values, which tools printed."""
    pairs = [
        (a, b)
        for a, b in zip(claim.quantities, claim.quantities[1:], strict=False)
        if b.dimension in ("time", "size") and a.dimension in (b.dimension, "number", "count") and _TO.fullmatch(claim.low[a.end : b.start])
    ]
    word = next((w for w in re.findall(r"[a-z]+", claim.low[percent.end : percent.end + 16])), "")
    sense = of(word)
    if len(claim.quantities) != 3 or len(pairs) != 1 or sense not in (Sense.LESS, Sense.MORE) or percent.hedge:
        return None
    old, new = pairs[0]
    at = [m for q in pairs[0] if (m := _printed(q, claim, evidence))]
    start = value_of(old) if old.unit else printed(old.value, old.ulp).times(Fraction(new.si))
    ratio = value_of(new).over(start)
    if len(at) < 2 or ratio is None:
        return None
    change, want = ratio.shifted(-1), claimed(percent).times(Fraction(-1 if sense is Sense.LESS else 1, 100))
    if change.touches(want):
        return None
    text = f"({new.raw} - {old.raw}) / {old.raw} = {float(change.point) * 100:.4g} %, claimed {percent.raw}"
    return Judgement("contradicted", (), text, tuple(sorted(set(at))))


def _printed(q: Quantity, claim: Claim, evidence: Evidence) -> int:
    """The newest message whose calls printed a number."""
    digits = q.raw.split(" ")[0].replace(",", "")
    return next((at for at, *_ in evidence.printed_numbers(digits, claim.msg)), 0)


def _other_base(claim: Claim, percent: Quantity, evidence: Evidence) -> Judgement | None:
    """ "A costs D more than B, so ... saves P %": P is D of B, and not of A."""
    text = claim.conclusion.statement.text
    differences = [q for q in quantities.find(text) if q.unit and q.dimension in ("time", "size") and _MORE_THAN.match(text[q.end :])]
    if len(differences) != 1 or not precise(differences[0]):
        return None
    d, want = value_of(differences[0]), claimed(percent).times(Fraction(1, 100))
    found: list[tuple[Value, Value, int]] = []
    for block in _blocks(claim, evidence):
        for i in range(len(block.names)):
            values = [(t, lines[0][i]) for t, lines in block.things.items() if len(lines) == 1]
            found += [
                (a, b, block.msg) for s, a in values for t, b in values if s != t and a.value.minus(b.value).touches(d) and a.raw != b.raw
            ]
    pairs = {(a.raw, b.raw) for a, b, _ in found}
    if len(pairs) != 1:
        return None
    a, b, at = found[0]
    right, wrong = _part(d, a.value, want), _part(d, b.value, want)
    if right is None or wrong is None or right or not wrong:
        return None
    share = float(d.point / a.value.point) * 100
    return Judgement("contradicted", (), f"{differences[0].raw} of {a.raw} is {share:.3g} %; {percent.raw} is of {b.raw}", (at,))


def _part(part: Interval, whole: Interval, want: Interval) -> bool | None:
    ratio = part.over(whole)
    return None if ratio is None else ratio.touches(want)


def _each(claim: Claim, evidence: Evidence) -> Judgement | None:
    """ "127 ms = 1.06 ms per line": off by a power of a thousand over the number of lines that was printed."""
    for whole, part in zip(claim.quantities, claim.quantities[1:], strict=False):
        per = _PER.match(claim.low[part.end :])
        if per is None or whole.dimension != part.dimension or not whole.unit or "=" not in claim.text[whole.end : part.start]:
            continue
        for at, run in rows.lately(claim.msg, 40, evidence):
            counted = re.search(rf"\b{per['noun']}s?[ :=]+(\d{{2,9}})\b|\b(\d{{2,9}}) {per['noun']}s?\b", run.call.output)
            if counted is None:
                continue
            n = int(counted[1] or counted[2])
            true = value_of(whole).times(Fraction(1, n))
            said = value_of(part)
            size = abs(true.point)
            if not size or not said.point:
                return None
            off = abs(said.point) / size
            if any(abs(off / unit - 1) <= _NEAR for unit in _UNITS):
                text = f"{whole.raw} / {n} = {float(size) / float(part.si):.3g} {part.unit}, claimed {part.raw}"
                return Judgement("contradicted", (), text, (at,))
            return None
    return None


def _unit(claim: Claim, evidence: Evidence) -> Judgement | None:
    """A long number that is the difference of two values of one column, and has another unit than they have."""
    for q in claim.quantities:
        digits = q.raw.split(" ")[0].replace(",", "")
        if q.dimension not in ("size", "time") or not digits.isdigit() or len(digits.rstrip("0")) < 4:
            continue
        for block in rows.of_tables(claim.msg, evidence):
            for i in range(len(block.names)):
                values = [lines[0][i] for lines in block.things.values() if len(lines) == 1]
                pairs = [(a, b) for a in values for b in values if a.plain.point - b.plain.point == int(digits)]
                units = {v.unit for pair in pairs for v in pair}
                if len(units) == 1 and (unit := units.pop()) and unit != q.unit and pairs[0][0].kind == q.dimension:
                    text = f"{pairs[0][0].raw} - {pairs[0][1].raw} = {digits} {unit}, claimed {q.raw}"
                    same = abs(pairs[0][0].value.point - pairs[0][1].value.point) == value_of(q).point
                    return None if same else Judgement("contradicted", (), text)
    return None
