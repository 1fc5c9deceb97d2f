"""Single values: which printed number a claimed one is.

The claim's labels allow candidates; agreement chooses among them. A disagreement contradicts only where the labels leave exactly one.
"""

import itertools
import re
from dataclasses import replace as with_fields

from sessionlens.checks.binding import coincidence, kibibytes
from sessionlens.checks.binding.foreign import foreign, unmeasured
from sessionlens.checks.binding.labels import (
    MEASURED,
    WORKED_OUT,
    another,
    comparable,
    how_many,
    in_its_unit,
    is_its_name,
    labelling,
    lacks,
    line_lacks,
    of_another_command,
    of_another_run,
    of_message,
    of_one_run,
    of_several,
    of_so_many,
    of_the_unit,
    read_for_another,
    under_a_unit,
)
from sessionlens.checks.binding.named import PLAIN, stray, wanted
from sessionlens.checks.binding.scoring import score
from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import BASE, NEW, SECONDARY, SPECIFIC_METRIC, STOP, content
from sessionlens.checks.evidence import documents, histogram
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.values.intervals import Interval, claimed, truncates_to
from sessionlens.checks.values.judge import Judgement, number
from sessionlens.checks.values.series import Batch, Series, Side
from sessionlens.model.quantity import Quantity
from sessionlens.model.quick import quick
from sessionlens.text.regex import regex

_AGGREGATES = ("median", "mean", "avg", "average", "best", "min")
_TRIES = 20  # places of one number that are looked at, newest first
_LAST_RUN = regex(r"\b(?:in|of|from|by) (?:the|this|that) (?:last|latest|newest|final|most recent) (?:run|round|measurement|benchmark)\b")
"""Of several runs of the same thing, the one that is meant."""
_DIGITS = regex(r"[^\d.]")
_SPREAD = regex(r"(?:±|\+/-|\+-)\s*$")
"""Before the spread of a mean, which is no mean itself."""
_WHOLE = regex(r"(?<![\w.,])\d[\d.,]*(?: ?[a-zµ]+)? of (?:the |its |their |all )?$")
"""Before the whole that a part is given of: "1.2 of 8.0 ms" gives two values."""
_KEY = regex(r"\|\s*(\d+)\s*\|.*\d.*\|\s*$")
"""A whole row that begins with a number."""


@quick
class Located:
    """Evidence for one claimed value: the side that it was read from (None for a number found on a printed line only), the judgement, and
    how well its labels answer the claim."""

    side: Side | None
    judgement: Judgement
    score: float


def locate(claim: Claim, quantity: Quantity, evidence: Evidence) -> Located | None:
    """The labelled evidence that agrees with a claimed value, best labels first, newest first; None where none agrees."""
    if claim.cell and (key := _KEY.match(claim.text)) is not None and (found := _beside_key(claim, quantity, key[1], evidence)) is not None:
        return found
    want = coincidence.as_written(claim, quantity)
    how = "" if _SPREAD.search(claim.text, 0, quantity.start) else wanted(claim)
    lo, hi = float(want.lo), float(want.hi)
    slack = max(abs(lo), abs(hi)) * 0.1 + 1.5 * float(quantity.ulp * quantity.si)
    places = evidence.near(comparable(quantity), lo - slack, hi + slack, claim.msg)
    if places and (claim.percentiles or how):
        places = [(i, j) for i, j in places if not lacks(claim, evidence.series[i], how)]
    if places and claim.references:
        places = [(i, j) for i, j in places if evidence.series[i].batches[j].msg in claim.references]
    places = [(i, j) for i, j in places if not of_another_command(claim, evidence.series[i], j)]
    named, of = labelling(claim, quantity), how_many(claim)
    told = claim.cell or (claim.conclusion.statement.kind == "item" and ":" in claim.text[: quantity.start])
    if of and of_so_many(quantity, want, places, of, evidence):
        return None
    if places:
        ranked = [(score(claim, i, evidence), evidence.series[i].batches[j].msg, i, j) for i, j in places]
        for points, msg, i, j in sorted([r for r in ranked if r[0] > 0], reverse=True):
            if named and another(named, i, msg, evidence, told):
                continue
            meant = "" if how and is_its_name(how, evidence.series[i]) else how
            agreed = _agrees(quantity, want, meant, evidence.series[i].batches[j], of)
            if agreed is not None and (
                (how and of_one_run(agreed[0], evidence.series[i], evidence))
                or coincidence.of_another(claim, quantity, agreed[0], evidence.series[i], evidence)
            ):
                continue
            if agreed is not None and not (_close(agreed, quantity) and named - evidence.series[i].labelled):
                return Located(agreed[0], agreed[1], points)
    for wide, i, j in kibibytes.places(claim, quantity, evidence):
        if (points := score(claim, i, evidence)) > 0 and not lacks(claim, evidence.series[i], how):
            agreed = _agrees(wide, claimed(wide), "", evidence.series[i].batches[j])
            if agreed is not None:
                return Located(agreed[0], agreed[1].adding("reading"), points)
    return on_a_line(claim, quantity, evidence, named, of) if not claim.references else None


def _beside_key(claim: Claim, quantity: Quantity, key: str, evidence: Evidence) -> Located | None:
    """A value of a whole row whose first cell is a number ("| 500 | 43 019 | 218 |"): printed on a line with that number, or by a command
    that was given it. The heads of such a row are no names of its values: the first one names the number."""
    digits = _DIGITS.sub("", quantity.raw)
    token = re.compile(rf"(?<![\w.]){key}(?![\w.]|,\d)")
    for at, line, _, _, run in itertools.islice(evidence.printed_numbers(digits, claim.msg), _TRIES) if digits != key else ():
        if token.search(line) or token.search(run.call.command or ""):
            line = " ".join(line.split())[:80]
            return Located(None, Judgement("supported", (), f"printed in msg {at}: {line}", (at,)), 0.5)
    return None


def _close(found: tuple[Side, Judgement], quantity: Quantity) -> bool:
    """Whether a printed value only comes close to a claimed one of the same digits: whoever copies a number copies it whole."""
    side, judgement = found
    return "rounding-only" in judgement.caveats and not side.how and side.value.width >= claimed(quantity).width


def _agrees(quantity: Quantity, want: Interval, how: str, batch: Batch, of: int | None = None) -> tuple[Side, Judgement] | None:
    for side in batch.sides:
        kind = side.how.partition(" ")[0]
        if (how and kind and kind != how) or (of and kind and side.n not in (of, None)):
            continue
        if not want.touches(side.value) and (quantity.hedge or not truncates_to(side.value.point, quantity)):
            continue
        found = number(quantity, side.value, want=want)
        if found.verdict == "supported":
            return side, level_text(found, quantity, side)
    return None


def level_text(found: Judgement, quantity: Quantity, side: Side) -> Judgement:
    label = side.name
    if found.verdict == "contradicted" and kibibytes.copied(quantity, side.show()):
        found = with_fields(found, verdict="supported", caveats=("reading",))
    text = f"{label}: {side.show()} printed, claimed {quantity.raw}{coincidence.rounded(found, quantity, side)}: {found.verdict}" + (
        f" ({', '.join(found.caveats)})" if found.caveats else ""
    )
    return with_fields(found, derivation=text, evidence=(side.msg,), nodes=side.nodes)


def allowed(claim: Claim, quantity: Quantity, evidence: Evidence) -> list[tuple[float, Series]]:
    """Series of the quantity's dimension that the claim's labels allow, best first, newest first."""
    dims, msg = comparable(quantity), claim.msg
    found = [
        (score(claim, i, evidence), s)
        for i, s in enumerate(evidence.series)
        if s.dimension in dims and s.begun(msg) and not (claim.percentiles and lacks(claim, s))
    ]
    return sorted((p for p in found if p[0] > 0), key=lambda p: (-p[0], -p[1].before(claim.msg)[-1].msg))


def on_a_line(claim: Claim, quantity: Quantity, evidence: Evidence, named: frozenset[str], of: int | None) -> Located | None:
    """The claimed number as a token of an earlier output, on a line or from a command that shares a word with the claim."""
    shown = _DIGITS.sub("", quantity.raw.replace(",", ""))
    spellings = [shown] if shown else []
    if quantity.value == quantity.value.to_integral_value() and abs(quantity.value) >= 1000:
        spellings.append(f"{int(abs(quantity.value)):,}")
    words, how, keys = (claim.tokens | claim.around) - STOP, wanted(claim), coincidence.keys(claim)
    for text in spellings:
        seen = False
        for at, line, first, place, run in itertools.islice(evidence.printed_numbers(text, claim.msg), _TRIES):
            if of and not any(w in line.lower() for w in _AGGREGATES):
                continue  # a single run's value is no median of several
            if not of_the_unit(quantity, line, place, text, first, run) or line_lacks(claim, line, run.call.output, how, place):
                continue
            if (how and not of_several(run, evidence)) or coincidence.one_run(claim, quantity, line, at, evidence):
                continue
            if named and read_for_another(named, quantity, text, at, evidence):
                continue
            if of_another_run(claim, run, evidence):
                continue
            if documents.says(claim, quantity, line, run, evidence, at) or coincidence.on_its_line(claim, quantity, line, place):
                continue
            keyed = any(key in line.lower() for key in keys)
            united = in_its_unit(claim, line, place + len(text))
            if seen and not united and not keyed:
                if keys or under_a_unit(claim):
                    continue
                break
            seen = True
            if (
                len(text) >= 5
                or keyed
                or (len(text) == 4 and "." in text)
                or not words.isdisjoint(content(line))
                or (
                    (len(text) > 2 or in_its_unit(claim, line, place + len(text))) and not words.isdisjoint(content(run.call.command or ""))
                )
            ):
                line = " ".join(line.split())[:80]
                judgement = Judgement("supported", (), f"printed in msg {at}: {line}", (at,))
                return Located(None, judgement, 0.5)
    return None


def contradicting(claim: Claim, quantity: Quantity, evidence: Evidence) -> Judgement | None:
    """A disagreement with the one value that the labels leave; None where they leave none or several.

    In the whole session so far one series of that dimension must answer to the claim's names (its headline metric, or the one named), it
    must have been measured once, and no word of the claim may label other evidence.
    """
    if quantity.dimension not in MEASURED or quantity.hedge in ("above", "up-to", "below") or _WHOLE.search(claim.text, 0, quantity.start):
        return None
    if WORKED_OUT.match(claim.low, quantity.end) or (quantity.dimension == "percent" and claim.low.startswith(" of ", quantity.end)):
        return None
    how = wanted(claim)
    words = frozenset(w for w in claim.tokens - PLAIN if not w[0].isdigit())
    namers = words | claim.tokens & (BASE | NEW)
    left = [
        s
        for s in evidence.series
        if s.dimension == quantity.dimension
        and s.begun(claim.msg)
        and not lacks(claim, s, how)
        and (claim.metrics.isdisjoint(SPECIFIC_METRIC) or not claim.metrics.isdisjoint(s.measures))
        and not (s.named.isdisjoint(namers) and s.measures.isdisjoint(words))
        and (s.measures.isdisjoint(SECONDARY) or s.measures & SECONDARY & claim.tokens)
    ]
    if not left and claim.references:
        left = of_message(claim, quantity, evidence)
    left = [s for s in left if not s.named.isdisjoint(namers)] or left
    if len(left) > 1:
        whole = [s for s in left if s.named <= claim.tokens]
        left = [s for s in whole if not any(o is not s and s.named <= o.named for o in left)]
    if len(left) != 1 or stray(claim, left, evidence):
        return None
    batches = [b for b in left[0].before(claim.msg) if not claim.references or b.msg in claim.references]
    if len(batches) > 1 and _LAST_RUN.search(claim.low):
        batches = batches[-1:]
    sides = [s for b in batches for s in b.sides if not how or not s.how or s.how.startswith(how)]
    if len(batches) != 1 or len(sides) != 1 or any(c in claim.whole.lower() for c in ("together", "combined", "in total", "sum of")):
        return None
    side = sides[0]
    if how and of_one_run(side, left[0], evidence):
        return None
    return level_text(number(quantity, side.value, wide=lambda: side.wide), quantity, side)


def _coarse(claim: Claim, quantity: Quantity, evidence: Evidence) -> Judgement | None:
    """The named value agrees, but is printed too coarsely to show a claim of so many digits."""
    want, told = claimed(quantity), claim.tokens - STOP
    for i, j in evidence.near(comparable(quantity), float(want.lo) * 0.9, float(want.hi) * 1.1, claim.msg):
        series = evidence.series[i]
        if series.named.isdisjoint(told):
            continue
        for side in series.batches[j].sides:
            found = number(quantity, side.value, want=want)
            if found.verdict == "undecidable":
                return level_text(found, quantity, side)
    return None


def judge_level(claim: Claim, quantity: Quantity, evidence: Evidence) -> Judgement:
    """Supported where labelled evidence agrees; contradicted where the only labelled value does not; else what is missing."""
    found = locate(claim, quantity, evidence)
    if found is not None and (found.score > 0.3 or claim.cell):
        return found.judgement
    against = contradicting(claim, quantity, evidence)
    if found is not None and (against is None or against.verdict == "supported"):
        return found.judgement
    if against is not None:
        return against
    if (coarse := _coarse(claim, quantity, evidence)) is not None:
        return coarse
    if quantity.dimension == "percent" and (of := histogram.judge(claim, quantity, evidence)) is not None:
        return of
    said = foreign(claim, quantity, evidence)
    if said is not None:
        return unmeasured(quantity, said, claim.msg, evidence)
    if (written := documents.only(claim, quantity, evidence)) is not None:
        text = f"only {written[1]} says {quantity.raw} (msg {written[0]}); no tool measured it"
        return Judgement("unsupported", ("foreign-number",), text, written[:1])
    return Judgement("unsupported", (), f"{quantity.raw} was not found under these labels in the outputs before msg {claim.msg}")
