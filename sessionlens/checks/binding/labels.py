"""What says which value a claimed one is: the names by it, of how many runs it is, and whether another value of the same run is meant."""

import itertools
import re
from fractions import Fraction

from sessionlens.checks.binding.named import PEAKED, PLAIN
from sessionlens.checks.claims.claim import PERCENTILE, Claim
from sessionlens.checks.claims.words import AGGREGATE, COUNTS, SECONDARY, STOP, percentiles, tokens
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.values.intervals import Interval
from sessionlens.checks.values.printouts import unit_of
from sessionlens.checks.values.series import Series, Side
from sessionlens.model.quantity import Quantity
from sessionlens.model.trace import Run
from sessionlens.text import quantities, units
from sessionlens.text.regex import regex

MEASURED = ("time", "size", "rate", "percent")
_OF_SOME = regex(
    rf"\b(?:medians?|mean|average|best|minimum|min|fastest) of (\d+|{'|'.join(COUNTS)})\b(?! (?:rounds|iterations|reps|the)\b)"
)
WORKED_OUT = regex(r"\s*(?:each|apiece|a piece|per [a-z]+|(?:under|below|over|above) [a-z])")
"""Behind a value that is of one of several, or a difference, and is printed nowhere."""
_SEVERAL = frozenset(("median", "mean", "avg", "average", "min", "max", "minimum", "maximum", "best", "worst", "p50"))
_MANY = regex(
    r"median|mean|average|\bavg|best of|fastest|runs?\b|iter|sample|repeat|round|\bfor \w+ in\b|±|\bp\d\d\b|min\b|n=\d|\bx\d|loop|trials?"
)
_NUMBER = regex(r"(?<![\w.])\d[\d,]*(?:\.\d+)?(?![\d.])")
_KEYED = regex(r"([A-Za-z][\w.-]*)\s?[=:]\s?$")
_UNIT = regex(r"\s?([A-Za-z]+)(?:/[a-z]+)?\b")
_MESSAGE = regex(r"\b(?:msg|message)s? ?#?\d")
_WITH = regex(r"\s*(?:\([^()]*\)\s*)?(?:with|for|using|on|under|in)\s+[`\"']?[a-z]")
_COMPARABLE = {
    **dict.fromkeys(("number", "count"), frozenset(("number", "count", "ratio"))),
    **dict.fromkeys(("percent", "points"), frozenset(("percent", "points"))),
}


def how_many(claim: Claim) -> int | None:
    """Of how many runs the claimed value is the median, mean or best ("median of 5"), where it says so once."""
    said = _OF_SOME.findall(claim.low) if " of " in claim.low else ()
    return (int(said[0]) if said[0].isdigit() else COUNTS[said[0]]) if len(said) == 1 else None


def labelling(claim: Claim, quantity: Quantity) -> frozenset[str]:
    """The words that say what a claimed value is of: a cell's row and column, a clause's own names where it has one value, and of several
    those that stand by it ("20.5 ms with a and 31.2 ms with b")."""
    if not claim.cell and sum(q.dimension in MEASURED for q in claim.quantities) != 1:
        return _by_it(claim, quantity)
    words = tokens(f"{claim.row} {_head(claim, quantity)}") | claim.aliases if claim.cell else claim.tokens - _of_units(claim)
    return frozenset([w for w in words - PLAIN if not w[0].isdigit()])


def _of_units(claim: Claim) -> frozenset[str]:
    """Words that the clause has in its quantities alone: the unit of "12.1k req/s" is no name."""
    rest, at = [], 0
    for q in sorted(claim.quantities, key=lambda q: q.start):
        rest.append(claim.text[at : max(at, q.start)])
        at = max(at, q.end)
    return tokens(" ".join(q.raw for q in claim.quantities)) - tokens(" ".join([*rest, claim.text[at:]]))


def _head(claim: Claim, quantity: Quantity) -> str:
    """The column's head; of one for a value and its spread ("mean ± sd") the side that the number is on."""
    mean, mark, spread = claim.column.partition("±")
    if not mark or "±" not in claim.text:
        return claim.column
    return spread if claim.text.index("±") < quantity.start else mean


def _by_it(claim: Claim, quantity: Quantity) -> frozenset[str]:
    """The names behind a value ("with a"), where every value of the clause has some there."""
    values = [q for q in claim.quantities if q.dimension == quantity.dimension]
    if len(values) < 2 or quantity not in values:
        return frozenset()
    ends = [*(q.start for q in values[1:]), len(claim.text)]
    behind = [claim.low[q.end : end] for q, end in zip(values, ends, strict=True)]
    if not all(_WITH.match(text) for text in behind):
        return frozenset()
    found = tokens(behind[values.index(quantity)])
    return frozenset(w for w in found - STOP - PLAIN if not w[0].isdigit())


def another(named: frozenset[str], place: int, msg: int, evidence: Evidence, told: bool = False) -> bool:
    """Whether another value of the same run has more of the claim's names than this one: then this one is not meant. `told`: the names
    are the value's own label ("heap: 5 ms"), so that the words of a command, which all values of the run share, say nothing."""
    series = evidence.series
    mine = len(named & (series[place].labelled if told else series[place].all_words))
    if mine == len(named):
        return False
    return any(i != place and len(named & series[i].names) > mine for i in evidence.together[msg, series[place].dimension])


def read_for_another(named: frozenset[str], quantity: Quantity, text: str, msg: int, evidence: Evidence) -> bool:
    """Whether a printed number was read as a measurement there, and of something else than the claim names."""
    places = [
        i
        for kind in comparable(quantity)
        for i in evidence.together.get((msg, kind), ())
        if any(f.raw.startswith(text) for b in evidence.series[i].batches if b.msg == msg for f in b.facts)
    ]
    return bool(places) and all(another(named, i, msg, evidence) for i in places)


def lacks(claim: Claim, series: Series, how: str = "") -> bool:
    """Whether a series cannot be what a claim speaks of, whatever its number: the claim names a percentile or, by `how`, an aggregate, and
    the series is another one or, of percentiles, is none."""
    wanted = claim.percentiles
    if wanted:
        own = frozenset(filter(PERCENTILE.match, series.measures)) or frozenset(filter(PERCENTILE.match, series.all_words))
        if wanted.isdisjoint(own) and not ("p50" in wanted and "median" in series.labelled):
            return True
    elif how:
        if how == "mean" and any(map(PERCENTILE.match, series.measures)):
            return True
        own = frozenset(AGGREGATE[w] for w in series.measures if w in AGGREGATE) - {"sum"}
        return bool(own) and how not in own and not in_its_name(claim, series)
    return False


def in_its_name(claim: Claim, series: Series) -> bool:
    """Whether the aggregate in a metric's name says what it is ("max RSS" of one run), so that there may be a median of such: a peak of
    memory always, any other where the claim names the metric by it and another word."""
    if not series.measures.isdisjoint(PEAKED):
        return True
    said = tokens(f"{claim.row} {claim.column}") if claim.cell else claim.tokens
    named = frozenset(w for w in said & series.measures if w in AGGREGATE)
    return bool(named) and not (series.measures - named - PLAIN).isdisjoint(said)


def line_lacks(claim: Claim, line: str, output: str, how: str = "", place: int = 0) -> bool:
    """The same of a printed line: it names another percentile or, by the number at `place`, aggregate, or none, where its output names
    the claimed one nowhere."""
    if not claim.percentiles:
        if not how:
            return False
        named = frozenset(AGGREGATE[w] for w in tokens(_beside(line, place)) if w in AGGREGATE) - {"sum"}
        return (bool(named) and how not in named) or (how == "mean" and not named and bool(percentiles(line, label=True)))
    own = percentiles(line, label=True)
    return claim.percentiles.isdisjoint(own) if own else claim.percentiles.isdisjoint(percentiles(output[:20_000], label=True))


def _beside(line: str, place: int) -> str:
    """A line between the numbers before and behind the one at `place`."""
    left, right = 0, len(line)
    for match in _NUMBER.finditer(line):
        if match.end() <= place:
            left = match.end()
        elif match.start() > place:
            right = match.start()
            break
    return line[left:right]


def under_a_unit(claim: Claim) -> bool:
    """Whether a cell's head names a unit."""
    return claim.cell and any(map(units.known, tokens(claim.column)))


def in_its_unit(claim: Claim, line: str, end: int) -> bool:
    """Whether a bare number of a cell whose head names a unit ("bytes") is printed with that unit ("32 B/slot")."""
    printed = _UNIT.match(line, end) if under_a_unit(claim) else None
    return printed is not None and any(units.known(w) and units.normal(w) == units.normal(printed[1]) for w in tokens(claim.column))


def of_one_run(side: Side, series: Series, evidence: Evidence) -> bool:
    """Whether a value that is claimed as a mean or median is of one run, and nothing that was run or printed there speaks of several."""
    if side.how or side.n != 1 or not series.all_words.isdisjoint(_SEVERAL):
        return False
    runs = evidence.runs[evidence.runs_until(side.msg) : evidence.runs_until(side.msg + 1)]
    return not any(of_several(run, evidence) for _, run in runs)


def of_several(run: Run, evidence: Evidence) -> bool:
    """Whether a call was given or printed a word of several runs and what is made of them."""
    return _MANY.search(evidence.lowered(run)) is not None or _MANY.search((run.call.command or "").lower()) is not None


def of_message(claim: Claim, quantity: Quantity, evidence: Evidence) -> list[Series]:
    """What a message that the claim names by its number printed of the dimension, the parts of a report aside."""
    if not _MESSAGE.search(claim.low):
        return []
    found = [
        s
        for s in evidence.series
        if s.dimension == quantity.dimension
        and any(b.msg in claim.references for b in s.before(claim.msg))
        and (s.measures.isdisjoint(SECONDARY) or s.measures & SECONDARY & claim.tokens)
    ]
    return found if len(found) == 1 else []


def of_the_unit(quantity: Quantity, line: str, place: int, text: str, first: int, run: Run) -> bool:
    """Whether a printed token can be the claimed quantity: of its unit, or printed without one. Where the token was read as a
    measurement, in a column whose head has the unit, that decides."""
    if not quantity.unit:
        return True
    for reading in run.readings:
        if reading.unit and reading.start <= first + place < reading.end:
            value, factor = unit_of(reading.unit)
            close = abs(Fraction(reading.value) * factor - Fraction(quantity.value) * Fraction(quantity.si))
            return value in comparable(quantity) and close <= abs(Fraction(quantity.ulp) * Fraction(quantity.si)) / 2
    left = max(0, place - 40)
    shown = line[left : place + len(text) + 24]
    found = next((q for q in quantities.find(shown) if q.start <= place - left < q.end), None)
    if found is None:
        return False
    if not found.unit:
        if (key := _KEYED.search(line, 0, place)) is not None and (named := _in_unit(key[1])):
            value, factor = unit_of(named)
            same = abs(Fraction(found.value)) * factor == abs(Fraction(quantity.value) * Fraction(quantity.si))
            return value in comparable(quantity) and same
        return "." in text or len(text) >= 4
    return found.dimension in comparable(quantity) and abs(found.value * found.si) == abs(quantity.value * quantity.si)


def _in_unit(key: str) -> str:
    """The unit that a key before "=" names ("total_bytes", "elapsed_ms"), "" where it names none."""
    last = re.split(r"[_ .-]", key.lower())[-1]
    return units.normal(last) if len(last) > 1 and units.known(last) else ""


def comparable(quantity: Quantity) -> frozenset[str]:
    """Dimensions that a claimed quantity may be compared with; a bare number may be a count of anything."""
    return _COMPARABLE.get(quantity.dimension) or frozenset((quantity.dimension,))


def of_so_many(quantity: Quantity, want: Interval, places: list[tuple[int, int]], of: int, evidence: Evidence) -> bool:
    """Whether the value is that of repeated runs of which none were so many: "best of 8" of five."""
    runs = [s for i, j in places for s in evidence.series[i].batches[j].sides if s.runs and want.touches(s.value)]
    return bool(runs) and all(s.n != of for s in runs)


def of_another_command(claim: Claim, series: Series, place: int) -> bool:
    """Whether a value is of a command that a claim does not name, while it names the words of another that measured the same thing."""
    if len(series.batches) == 1 or not series.variants:
        return False
    told = [(words & claim.tokens - STOP - PLAIN, batches) for words, batches in series.variants]
    named = [batches for words, batches in told if any(not w[0].isdigit() for w in words)]
    return len(named) == 1 and series.batches[place] not in named[0]


_RUNS = 24
"""Calls back in which another run of the same program is looked for."""
_FEW_WORDS = 8
"""Words up to which two commands differ that run the same thing with other settings."""


def of_another_run(claim: Claim, run: Run, evidence: Evidence) -> bool:
    """Whether a claim names a setting of another run of the same program, and none of this one's."""
    command = run.call.command or ""
    program, own = command.split(" ")[:2], tokens(command)
    said = frozenset(w for w in claim.tokens - STOP - PLAIN if not w[0].isdigit())
    if len(program) < 2 or not said:
        return False
    for _, other in itertools.islice(evidence.runs_before(claim.msg), _RUNS):
        theirs = other.call.command or ""
        if other is run or theirs.split(" ")[:2] != program:
            continue
        words = tokens(theirs)
        if len(words ^ own) <= _FEW_WORDS and said & words - own and not said & own - words:
            return True
    return False


def is_its_name(how: str, series: Series) -> bool:
    """Whether an aggregate's word is a part of the metric's name ("max RSS"), so that the value may be any aggregate of such runs."""
    return len(series.measures) > 1 and any(AGGREGATE.get(w) == how for w in series.measures)
