"""Single values: which printed number a claimed one is.

The claim's labels allow candidates; agreement chooses among them. A disagreement contradicts only where the labels leave exactly one.
"""

import re
from dataclasses import dataclass
from dataclasses import replace as with_fields
from fractions import Fraction

from sessionlens.checks.binding import PLAIN, stray, wanted
from sessionlens.checks.claim import Claim
from sessionlens.checks.evidence import Evidence
from sessionlens.checks.intervals import Interval, claimed, exact, truncates_to
from sessionlens.checks.judge import Judgement, number
from sessionlens.checks.series import Series, Side
from sessionlens.checks.words import BASE, NEW, SECONDARY, STOP, content
from sessionlens.model.quantity import Quantity

MEASURED = ("time", "size", "rate", "percent")
RECENT = 8
"""How many of the newest batches of a series are looked at: a claim of the present speaks of the last runs."""
_DIGITS = re.compile(r"[^\d.]")


@dataclass(frozen=True, slots=True)
class Located:
    """Evidence for one claimed value: the side that it was read from (None for a number found on a printed line only), the judgement, and
    how well its labels answer the claim."""

    side: Side | None
    judgement: Judgement
    score: float


def locate(claim: Claim, quantity: Quantity, evidence: Evidence) -> Located | None:
    """The labelled evidence that agrees with a claimed value, best labels first, newest first; None where none agrees."""
    want = claimed(quantity)
    how = wanted(claim)
    best: Located | None = None
    for score, series in allowed(claim, quantity, evidence):
        if best is not None and score <= best.score:
            break
        for batch in reversed(series.before(claim.msg)[-RECENT:]):
            for side in batch.sides:
                kind = side.how.partition(" ")[0]
                if how and kind and kind != how:
                    continue
                near = want.touches(side.value)
                if not near and not (truncates_to(side.value.point, quantity) and quantity.hedge == ""):
                    continue
                found = number(quantity, side.value, wide=side.wide, want=want)
                if found.verdict != "supported":
                    continue
                best = Located(side, level_text(found, quantity, side), score)
                break
            if best is not None and best.score == score:
                break
    return best or on_a_line(claim, quantity, evidence)


def level_text(found: Judgement, quantity: Quantity, side: Side) -> Judgement:
    label = side.name
    text = f"{label}: {side.show()} printed, claimed {quantity.raw}: {found.verdict}" + (
        f" ({', '.join(found.caveats)})" if found.caveats else ""
    )
    return with_fields(found, derivation=text, evidence=(side.msg,), nodes=side.nodes)


def allowed(claim: Claim, quantity: Quantity, evidence: Evidence) -> list[tuple[float, Series]]:
    """Series whose labels share a word with the claim or its surroundings, of the quantity's dimension, best first.

    Words of the config weigh most, then the metric's, then labels and command; a word of the quote twice one of its surroundings.
    Behind them come the same metric's other configs (what "the other one" means) and whatever the last call that measured printed.
    """
    index, series = evidence.by_token, evidence.series
    own = claim.tokens - STOP
    scores: dict[int, float] = {}
    for words, weight in ((own, 2.0), (claim.around - own, 1.0)):
        for word in words:
            hits = index.get(word)
            if not hits:
                continue
            rarity = weight / (1 + len(hits) / 8)
            for i in hits:
                s = series[i]
                scores[i] = scores.get(i, 0.0) + rarity * (2 if word in s.named else 1.5 if word in s.measures else 0.5)
    dims = comparable(quantity)
    out = [(score, series[i]) for i, score in scores.items() if series[i].dimension in dims and series[i].before(claim.msg)]
    last = max((s.before(claim.msg)[-1].msg for s in series if s.before(claim.msg)), default=0)
    known = {id(s) for _, s in out}
    kin = {(s.measures, s.dimension) for score, s in out if score >= 0.5}
    for s in series:
        if s.dimension not in dims or id(s) in known:
            continue
        before = s.before(claim.msg)
        if before and ((s.measures, s.dimension) in kin or before[-1].msg == last):
            out.append((0.3 if (s.measures, s.dimension) in kin else 0.1, s))
    out.sort(key=lambda pair: (-pair[0], -pair[1].before(claim.msg)[-1].msg))
    return out


def comparable(quantity: Quantity) -> frozenset[str]:
    """Dimensions that a claimed quantity may be compared with; a bare number may be a count of anything."""
    if quantity.dimension in ("number", "count"):
        return frozenset(("number", "count", "ratio"))
    if quantity.dimension in ("percent", "points"):
        return frozenset(("percent", "points"))
    return frozenset((quantity.dimension,))


def on_a_line(claim: Claim, quantity: Quantity, evidence: Evidence) -> Located | None:
    """The claimed number as a token of an earlier output, on a line or from a command that shares a word with the claim."""
    shown = _DIGITS.sub("", quantity.raw.replace(",", ""))
    spellings = [shown] if shown else []
    if quantity.value == quantity.value.to_integral_value() and abs(quantity.value) >= 1000:
        spellings.append(f"{int(abs(quantity.value)):,}")
    words = (claim.tokens | claim.around) - STOP
    for text in spellings:
        if len(text) == 0:
            continue
        hit = evidence.printed_number(text, claim.msg)
        if hit is None:
            continue
        at, line, run = hit
        shared = words & (content(line) | content(run.call.command or ""))
        if shared or (len(text) >= 4 and "." in text) or len(text) >= 5:
            line = " ".join(line.split())[:80]
            judgement = Judgement("supported", (), f"printed in msg {at}: {line}", (at,))
            return Located(None, judgement, 0.5)
    return None


def contradicting(claim: Claim, quantity: Quantity, evidence: Evidence) -> Judgement | None:
    """A disagreement with the one value that the labels leave; None where they leave none or several.

    In the whole session so far one series of that dimension must answer to the claim's names (its headline metric, or the one named), it
    must have been measured once, and no word of the claim may label other evidence.
    """
    if quantity.dimension not in MEASURED or quantity.hedge in ("above", "up-to", "below"):
        return None
    words = frozenset(w for w in claim.tokens if w not in PLAIN and not w[0].isdigit())
    left = []
    for series in evidence.series:
        if series.dimension != quantity.dimension or not series.before(claim.msg):
            continue
        if series.measures & SECONDARY and not series.measures & SECONDARY & claim.tokens:
            continue
        if (series.named | series.measures | series.around) & words or series.named & claim.tokens & (BASE | NEW):
            left.append(series)
    named = [s for s in left if s.named & words or s.named & claim.tokens & (BASE | NEW)]
    left = named or left
    if len(left) != 1 or stray(claim, left, evidence):
        return None
    batches = left[0].before(claim.msg)
    if len(batches) != 1 or len(batches[0].sides) != 1:
        return None
    side = batches[0].sides[0]
    return level_text(number(quantity, side.value, wide=side.wide), quantity, side)


def foreign(claim: Claim, quantity: Quantity, evidence: Evidence) -> int | None:
    """The person's message that first said a number which no tool had printed by then."""
    return evidence.said_at(_DIGITS.sub("", quantity.raw.replace(",", "")).rstrip("."), claim.msg)


def judge_level(claim: Claim, quantity: Quantity, evidence: Evidence) -> Judgement:
    """Supported where labelled evidence agrees; contradicted where the only labelled value does not; else what is missing."""
    found = locate(claim, quantity, evidence)
    if found is not None:
        return found.judgement
    against = contradicting(claim, quantity, evidence)
    if against is not None:
        return against
    said = foreign(claim, quantity, evidence)
    if said is not None:
        return Judgement(
            "unsupported", ("foreign-number",), f"{quantity.raw} was said by a person (msg {said}); no tool printed it", (said,)
        )
    return Judgement("unsupported", (), f"no output before msg {claim.msg} prints {quantity.raw} under these labels")


def value_of(quantity: Quantity) -> Interval:
    """A claimed number taken as an operand: what it shows, unwidened."""
    half = Fraction(quantity.ulp) / 2
    point, si = Fraction(quantity.value), Fraction(quantity.si)
    if quantity.exact:
        return exact(point * si)
    return Interval(point, point - half, point + half).times(si)
