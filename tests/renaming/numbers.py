"""Numbers under other values: everything of one dimension is multiplied by the same whole number.

A whole factor is exact: 12.34 s becomes 37.02 s, with the same decimals, and so every sum, difference, ratio and percentage of printed
values is as true or false as before. What does change is how wide a printed value's interval is against the value (it is narrower by the
factor), so a claim that held only because of rounding may not hold any more; that is right, and `compare` shows it.
Percentages, multiples and points are left alone, as are names, versions, dates, and how often something was run. A number without a unit
is taken along where the same digits (three significant ones at least) stand with a unit elsewhere in the source, or where a unit follows
its partner ("from 12.1 to 13.4 ms").
"""

import re
from collections.abc import Callable, Collection, Iterable
from decimal import ROUND_DOWN, ROUND_HALF_UP, Decimal

TIME = r"(?:ns|us|µs|μs|ms|s|sec|secs|seconds?|msec|usec|milliseconds?|microseconds?|nanoseconds?)(?:/\w+)?(?![\w/])"
SIZE = r"(?:B|bytes?|[kKMG]i?B|kbytes)(?![\w])"
NUMBER = r"\d+(?:,\d{3})*(?:\.\d+)?"
TIMED = re.compile(rf"(?<![\w.:,])({NUMBER})(?=\s?-?{TIME})")
SIZED = re.compile(rf"(?<![\w.:,])({NUMBER})(?=\s?{SIZE})")
JOINT = r"(?:-|–|—|to|and|→|->|=>|±|\+-|\+/-|vs\.?|against|/|,|, \D{0,12})"
PAIRED = re.compile(rf"(?<![\w.:,])({NUMBER})(?=\s?{JOINT}\s?{NUMBER}\s?{TIME})")
PREFIXED = re.compile(rf"(?<![\w.:,])({NUMBER})(?=[nµum](?:\s|$))", re.M)
COLUMN = re.compile(r"(?<=\s)(\d[\d,]*\.\d{4})(?=\s)")
MINUTES = re.compile(r"(?<![\w.])(\d+)m(\d+(?:\.\d+)?)s(?!\w)")
BARE = re.compile(rf"(?<![\w.:,/-])({NUMBER})(?![\w:%]|[.,]\d|\s?[%x×])")
LARGE = re.compile(r"(?<![\w.:,/=-])(\d{1,3}(?:,\d{3}){2,}|\d{5,})(?![\w:%]|[.,]\d)")
MILLIONS = re.compile(r"(?<![\w.:,])(\d+(?:\.\d+)?)(?= M(?!\w))")
TESTS = re.compile(r"(?<![\w.:,])(\d+)(?= (?:\w+ )?(?:passed|failed|ignored|tests|cases)\b)")


def times(token: str, factor: int) -> str:
    """A printed number times a whole factor, with the decimals and the thousands' commas that it had."""
    value = Decimal(token.replace(",", "")) * factor
    return f"{value:,}" if "," in token else str(value)


def rounded(token: str, factor: int, printed: Collection[Decimal]) -> str:
    """`times`, but a number that rounds (or cuts) a printed one does so after: 257 for 257.2 becomes 772, not 771."""
    value = Decimal(token.replace(",", ""))
    if value in printed:
        return times(token, factor)
    place = Decimal(1).scaleb(int(value.as_tuple().exponent))
    for way in (ROUND_HALF_UP, ROUND_DOWN):
        for exact in sorted(printed, key=lambda p: abs(p - value)):
            if exact.quantize(place, way) == value and int(exact.as_tuple().exponent) < int(value.as_tuple().exponent):
                new = (exact * factor).quantize(place, way)
                return f"{new:,}" if "," in token else str(new)
    return times(token, factor)


def significant(token: str) -> int:
    """How many digits say something: 3 for 0.0120, 12.3 and 120.0's first three."""
    return len(token.replace(",", "").replace(".", "").strip("0"))


def _minutes(match: re.Match[str], factor: int) -> str:
    seconds = (int(match[1]) * 60 + Decimal(match[2])) * factor
    return f"{int(seconds // 60)}m{seconds % 60}s"


def renumberer(texts: Iterable[str], printed: Iterable[str], *, time: int, count: int = 1, round_too: bool = False) -> Callable[[str], str]:
    """A function that changes the numbers of a text. `texts` is the whole source, read for values that stand with a unit, `printed`
    the part of it that tools printed.

    `time` is the factor of times, `count` that of sizes, of whole numbers of five digits and more (only those that are not round,
    unless `round_too`), of millions and of numbers of tests from 3 on (1 leaves them).
    """
    known: set[str] = set()
    exact = {Decimal(m[1].replace(",", "")) for text in printed for m in TIMED.finditer(text)}
    for text in texts:
        known.update(m[1] for m in TIMED.finditer(text) if "." in m[1] and significant(m[1]) >= 3)

    def renumber(text: str) -> str:
        places: dict[tuple[int, int], str] = {}

        def put(match: re.Match[str], factor: int) -> None:
            span = match.span(1)
            if not any(a < span[1] and span[0] < b for a, b in places):
                places[span] = rounded(match[1], factor, exact) if factor == time else times(match[1], factor)

        for match in MINUTES.finditer(text):
            places[match.span()] = _minutes(match, time)
        for pattern in (TIMED, PAIRED):
            for match in pattern.finditer(text):
                put(match, time)
        if "sec/op" in text:  # benchstat: a prefix in place of a unit
            for match in PREFIXED.finditer(text):
                put(match, time)
        if "(time in " in text:  # pytest-benchmark: the unit stands at the head of the table
            for match in COLUMN.finditer(text):
                put(match, time)
        for match in BARE.finditer(text):
            if match[1] in known:
                put(match, time)
        if count > 1:
            for match in SIZED.finditer(text):
                put(match, count)
            for match in MILLIONS.finditer(text):
                put(match, count)
            for match in LARGE.finditer(text):
                if round_too or not match[1].endswith("000"):
                    put(match, count)
            for match in TESTS.finditer(text):
                if int(match[1]) > 2:
                    put(match, count)
        out, at = [], 0
        for (start, end), new in sorted(places.items()):
            out += [text[at:start], new]
            at = end
        return "".join(out) + text[at:]

    return renumber
