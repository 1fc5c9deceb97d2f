"""Printed numbers that agree with a claimed one by chance: they are of another quantity, so they bear nothing out.

Among hundreds of printed numbers some two-digit one agrees with nearly any claim. These rules say which agreements are none, by what the
printed number is and never by its value: the version in a product's name, a computed aggregate or a sample size beside a count, a share
beside a change, one line of many in a profile that the clause does not name, a line that says only the number
beside what is said never to happen.

Example: `Lantern 12 behind the gate` has no twelve runs, and `parse.Rune: 4.71 %` does not show a change of +4.7 %.
"""

from fractions import Fraction

from sessionlens.checks.binding.named import wanted
from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import STOP, stem, word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.values.intervals import Interval, claimed, value_of
from sessionlens.checks.values.judge import Judgement
from sessionlens.checks.values.series import Series, Side
from sessionlens.model.quantity import Quantity
from sessionlens.text import quantities
from sessionlens.text.regex import regex

_DATED = regex(r"(?:\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* +|\d:|\b\d{4}-(?:\d\d-)?)$")
_CLOCKED = regex(r"\d\d:\d\d|\d{4}-\d\d-\d\d")
_VERSIONED = regex(r"(?:^|\s)[A-Z][A-Za-z]*[a-z][A-Za-z]* $")
_COMMENTED = regex(r"^\s*(?:\d+[:\-\s]\s*)?[+-]?\s*(?:--|//|#|/\*|\*|;)")
_KEY = regex(r"[a-z]\w*[_]\w+")
_KEPT = word_set("met meet meets below under within hold holds held keeps kept stays stay reached reaches beaten beats satisfied fulfilled")
_BOUND = regex(
    r"(?i)(?:\b(?:less than|below|under|within|at most|no more than|not exceed|up to|at least|more than|above|over)|[<>≤≥]=?)\s*$"
)
_CHANGES = word_set(
    "change changes changed delta diff difference vs against gain loss saving savings brings improvement regression overhead"
)
_SIZES = word_set("n samples iterations")
_COMPUTED = regex(r"mean|median of \d*[02468]$")
"""Aggregates that may be none of the printed values."""
_LONGEST = 20
_MANY = 8
"""Lines of one metric from which a small number among them is no evidence for a clause that names none of them."""


def as_written(claim: Claim, quantity: Quantity) -> Interval:
    """What a claimed number admits, where numbers beside it show how exactly they are given: in a column with 254 ms and 201 ms, or after
    "5005 before", 200 ms and 5000 are no rounded ones."""
    if quantity.hedge or not quantity.value or not _round(quantity):
        return claimed(quantity)
    beside = [q for q in claim.quantities if q is not quantity]
    s = claim.conclusion.statement
    if claim.cell and s.table is not None and s.column is not None:
        beside = [q for row in s.table.rows if s.column < len(row) for q in quantities.find(row[s.column])]
    exact = any(q.unit == quantity.unit and not _round(q) and abs(q.value) * 10 >= abs(quantity.value) for q in beside)
    return value_of(quantity) if exact else claimed(quantity)


def _round(q: Quantity) -> bool:
    """Whether a number ends in two zeros; one of more digits than a number has is taken as it is."""
    return q.value.adjusted() <= _LONGEST and q.value % 100 == 0


def of_another(claim: Claim, quantity: Quantity, side: Side, series: Series, evidence: Evidence) -> bool:
    """Whether a measured value that agrees is of another quantity than the claimed one."""
    if quantity.signed and quantity.dimension == "percent":
        raws = [f.raw for b in series.batches if b.msg == side.msg for f in b.facts]
        if raws and not any(r.lstrip()[:1] in "+-−" for r in raws) and series.all_words.isdisjoint(_CHANGES):
            return True
    if quantity.dimension in ("count", "number") and not quantity.unit and not claim.cell and "." not in quantity.raw:
        if _COMPUTED.match(side.how) and not wanted(claim) and not quantity.hedge and abs(quantity.value) < 100:
            return True
        if series.measures <= _SIZES and series.measures and claim.tokens.isdisjoint(series.measures):
            return True
    return _one_of_many(claim, quantity, series, evidence)


def _one_of_many(claim: Claim, quantity: Quantity, series: Series, evidence: Evidence) -> bool:
    """Whether a share is that of one function among many, none of which the clause or what stands around it names."""
    if quantity.dimension != "percent" or len(evidence.by_metric[series.measures, series.dimension]) < _MANY:
        return False
    words = (claim.tokens | claim.around) - STOP
    return series.named.isdisjoint(words) and series.measures.isdisjoint(claim.tokens)


def on_its_line(claim: Claim, quantity: Quantity, line: str, place: int) -> bool:
    """Whether a number at a place of a printed line is the version in a name or of a date, or its line says not what never happens."""
    if quantity.noun and not quantity.unit and "." not in quantity.raw and _VERSIONED.search(line[:place]):
        return stem(quantity.noun.split(" ")[-1].lower()) not in line.lower()
    if quantity.dimension in ("count", "number") and not quantity.unit and _of_a_date(line, place):
        return True
    if meets(claim, line, place):
        return True
    if "never" in claim.words and quantity.unit:
        return "never" not in line.lower() or _COMMENTED.match(line) is not None
    return claim.negated and bool(quantity.unit) and _COMMENTED.match(line) is not None


def one_run(claim: Claim, quantity: Quantity, line: str, at: int, evidence: Evidence) -> bool:
    """Whether a number that a clause says is a median or a mean is one run's of several in the call that printed it, and not theirs."""
    how = next((w for w in ("median", "mean") if w in claim.words), "")
    if claim.cell or not how or how in line.lower():
        return False
    value = value_of(quantity)
    for batch in (b for i in evidence.together.get((at, quantity.dimension), ()) for b in evidence.series[i].batches if b.msg == at):
        theirs = [s for s in batch.sides if s.how.startswith(how)]
        mine = len(batch.singles) > 1 and any(p.value.point == value.point for p in batch.singles)
        if mine and theirs and not any(s.value.touches(value) for s in theirs):
            return True
    return False


def meets(claim: Claim, line: str, place: int) -> bool:
    """Whether a printed number is a bound that somebody set, and the clause says that it is kept: the bound bears that out for nobody."""
    return not claim.words.isdisjoint(_KEPT) and _BOUND.search(line[max(0, place - 40) : place]) is not None


def _of_a_date(line: str, place: int) -> bool:
    """Whether the number at a place is a part of a date or a time of day, "Feb 7 10:34:34": it counts nothing."""
    return _DATED.search(line, 0, place) is not None or _CLOCKED.match(line, place) is not None


def keys(claim: Claim) -> tuple[str, ...]:
    """Names in the clause that no prose has ("pool_size"): a printed line that has one is about it."""
    return tuple(_KEY.findall(claim.low)) if "_" in claim.low else ()


def rounded(found: Judgement, quantity: Quantity, side: Side) -> str:
    """What to add where a number that ends in zeros agrees only as a rounded one, else ""."""
    if found.verdict != "supported" or quantity.hedge or quantity.value % 100 or value_of(quantity).touches(side.value):
        return ""
    return f" as a round number for {float(Fraction(side.value.point) / Fraction(quantity.si)):g}"
