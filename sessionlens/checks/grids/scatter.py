"""How far the values of one column lie apart: "varies by 63 % from best to worst", "2.1-fold between passes", "agree to within 1 % in every
phase", "stays inside 4 %".

The clause, or the sentence before it, names the column of its own table or of the last calls; the largest value over the smallest, less
one, is the scatter, and one less the inverse is accepted too. "In every phase" is of the two things that each phase has.

Example: after "build 195.0", "build 161.6", "build 119.5" in three runs, "build varies by 63 %" holds, and "stays inside 4 %" does not.
"""

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction

from sessionlens.checks.binding.mention import place
from sessionlens.checks.claims.claim import Claim, parse
from sessionlens.checks.claims.words import word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.grids import called, rows
from sessionlens.checks.grids.rows import Block, Value
from sessionlens.checks.values.intervals import claimed
from sessionlens.checks.values.judge import Judgement
from sessionlens.model.quantity import Quantity
from sessionlens.text.regex import regex

WORDS = word_set("vary varies varied scatter scatters scattered swing swings spread spreads agree agrees inside within stay stays stayed")
_VARIES = regex(r"\b(?:var(?:y|ies|ied)|scatter(?:s|ed)?|swings?|spreads?)\b[^.;]{0,24}$")
_INSIDE = regex(r"\b(?:agree[sd]?|stay(?:s|ed)?|lie|remain(?:s|ed)?|are|is)\b[^.;]{0,16}\b(?:inside|within)\s*$")
_EACH = regex(r"\b(?:in|for|on) (?:every|each|all)\b")
_CALLS, _BACK, _MOST, _FAR, _UNLIKE = 3, 2, 40, 5, 12


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """None where the clause says nothing of the kind, or names no one column."""
    if claim.cell or claim.words.isdisjoint(WORDS):
        return None
    asked = [q for q in claim.quantities if q.dimension in ("percent", "ratio") and not q.signed]
    if len(asked) != 1 or len(claim.quantities) > 1:
        return None
    before = claim.low[: asked[0].start].rstrip(" ~≈")
    inside = _INSIDE.search(before) is not None
    if not inside and _VARIES.search(before) is None:
        return None
    for name, values, msg in _columns(claim, evidence):
        judged = _judged(asked[0], inside, values)
        if judged is None:
            continue
        verdict, apart = judged
        lo, hi = min(values, key=lambda v: v.plain.point), max(values, key=lambda v: v.plain.point)
        text = f"{name}: {lo.raw} to {hi.raw}, {float(apart) * 100:.3g} % apart, claimed {asked[0].raw}: {verdict}"
        if verdict == "supported" or not asked[0].hedge:
            return Judgement("supported" if verdict == "supported" else "contradicted", (), text, (msg,) if msg else ())
    return None


def _judged(q: Quantity, inside: bool, values: list[Value]) -> tuple[str, Fraction] | None:
    points = [v.plain.point for v in values]
    if min(points) <= 0:
        return None
    ratio = max(points) / min(points)
    want = claimed(q) if q.dimension == "ratio" else claimed(q).times(Fraction(1, 100))
    if ratio - 1 > _UNLIKE * (want.hi - 1 if q.dimension == "ratio" else want.hi):
        return None  # these are no values of one thing
    if inside:
        bound = want.hi - 1 if q.dimension == "ratio" else want.hi
        return "supported" if ratio - 1 <= bound else "contradicted" if 1 - 1 / ratio > bound else "undecidable", ratio - 1
    readings = [ratio] if q.dimension == "ratio" else [ratio - 1, 1 - 1 / ratio]
    if not any(want.lo <= r <= want.hi for r in readings) and ratio > _FAR:
        return None  # these are no values of one thing
    return "supported" if any(want.lo <= r <= want.hi for r in readings) else "contradicted", ratio - 1


def _columns(claim: Claim, evidence: Evidence) -> Iterator[tuple[str, list[Value], int]]:
    """Columns that are surely meant, own tables first: the name, the values, the message of the call."""
    said = [claim]
    if claim.conclusion.before:
        said.append(parse(claim.conclusion.model_copy(update={"quote": claim.conclusion.before}), claim.aliases))
    blocks = [(0, b) for b in rows.of_tables(claim.msg, evidence)]
    for at, run in rows.lately(claim.msg, _CALLS, evidence):
        if claim.msg - at <= _BACK:
            blocks += [(at, b) for b in rows.of_output(at, run, evidence)]
    for told in said:
        for at, block in blocks:
            places = called.metrics(told, block)
            if told is not claim:  # what it goes on to speak of is what the sentence before begins with
                places = sorted(places, key=lambda i: place(told, block.names[i]))[:1]
            if len(places) != 1 or not 1 < sum(map(len, block.things.values())) <= _MOST:
                continue
            for name, values in _groups(claim, block, places[0], evidence):
                yield name, values, at
            return


def _groups(claim: Claim, block: Block, at: int, evidence: Evidence) -> Iterator[tuple[str, list[Value]]]:
    """All values of a column, or those of the things that the clause names; where it speaks of every something, of the pairs that share all
    but the first word of their label the one that is farthest apart."""
    if _EACH.search(claim.low) is None:
        named = called.things(claim, block, evidence)
        values = [line[at] for thing, lines in block.things.items() for line in lines if thing in named or not named]
        if len(values) > 1:
            yield " ".join(sorted(block.names[at])), values
        return
    pairs: dict[str, list[Value]] = defaultdict(list)
    for thing, lines in block.things.items():
        pairs[thing.partition(" ")[2]] += [line[at] for line in lines]
    if len(pairs) > 1 and all(name and len(values) > 1 for name, values in pairs.items()):
        yield max(pairs.items(), key=lambda pair: max(v.plain.point for v in pair[1]) / (min(v.plain.point for v in pair[1]) or 1))
