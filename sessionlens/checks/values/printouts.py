"""Measurements as intervals: what a printed token stands for, in base units, by its digits and its tool's way of rounding."""

import math
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from functools import lru_cache

from sessionlens.checks.values.intervals import Interval, Rounding, robust, written
from sessionlens.model.facts import Measurement
from sessionlens.model.quick import quick
from sessionlens.text import quantities, units
from sessionlens.text.regex import regex

_DIGITS = regex(r"[+-]?\d[\d,_ ]*(?:\.\d+)?(?:[eE][+-]?\d+)?")
_LONE = regex(r"[^\d+-]*([+-]?\d+)(?:\.(\d+))?(?=$|[^\d.eE,_])\D*$")
"""One number without thousands, exponent or other digits beside it: nearly every token, read without decimals."""
_COMPOUND = regex(r"\d\s?[dhms]\s?\d|\d:\d")
_ONE = Fraction(1)
_HUMAN = regex(r"\b(?:(ls|du|df)|free)\b[^|;&]*\s-\w*h")
_MAGNITUDE = {"k": 10**3, "K": 10**3, "M": 10**6, "G": 10**9, "T": 10**12}


@quick
class Point:
    """One printed value in base units: `value` by half a unit in its last place, `ulp` that place's value, `wide` by a whole unit."""

    fact: Measurement
    value: Interval
    ulp: Fraction

    def wide(self) -> Interval:
        """Made when asked for: only a contradiction looks at it."""
        return robust(self.value, self.ulp)


def dimension(m: Measurement) -> str:
    """What a measurement's unit measures; a bare number is a count where it is whole."""
    return unit_of(m.unit)[0] if m.unit else "number"


@lru_cache(maxsize=1024)
def unit_of(unit: str) -> tuple[str, Fraction]:
    """Dimension and factor of a unit; "ms/cycle" is a time, whatever it is counted per."""
    kind = units.dimension(unit)
    if kind in ("number", "count") and "/" in unit and (head := units.dimension(unit.partition("/")[0])) not in ("number", "count"):
        return head, Fraction(units.factor(unit.partition("/")[0]))
    return kind, Fraction(units.factor(unit))


def point(m: Measurement, decimals: int = 0) -> Point:
    """The closed interval of a measurement, read from the token as it was printed. `decimals` is how many places after the point its
    tool prints, where that is known: a shorter token then ends in zeros that were dropped."""
    factor = unit_of(m.unit)[1] if m.unit else _ONE
    number, place, scale = _token(m.raw, m.value)
    if scale < 10**decimals and place == 1:
        number, scale = number * 10**decimals // scale, 10**decimals
    number, place, scale = number * factor.numerator, place * factor.numerator, scale * factor.denominator
    return Point(m, written(number, place, scale, "exact" if m.exact else _rounding(m)), Fraction(place, scale))


def _token(raw: str, value: float) -> tuple[int, int, int]:
    """Value and place value of the last digit in the measurement's unit, both over the third number: "1.25" is 125 and 1 over 100."""
    lone = _LONE.match(raw)
    if lone is not None:
        whole, decimals = lone.groups("")
        number, scale = int(whole + decimals), 10 ** len(decimals)
        if number / scale == value:
            return number, 1, scale
    exact, ulp = _other_token(raw, value)
    scale = math.lcm(exact.denominator, ulp.denominator)
    return int(exact * scale), int(ulp * scale), scale


def decimals(facts: list[Measurement]) -> int:
    """How many places after the point a tool prints that drops zeros at the end, as Python's and JavaScript's numbers do: the most that
    any of several values has, where they differ; else 0.

    >>> decimals([of("0.484"), of("0.272"), of("0.37")])      # doctest: +SKIP
    3
    """
    found = {len(m.raw.partition(".")[2]) for m in facts if m.raw.replace(".", "", 1).isdigit() and "." in m.raw}
    return max(found) if len(found) > 1 else 0


def _other_token(raw: str, value: float) -> tuple[Fraction, Fraction]:
    """The same for thousands, exponents and magnitudes; compound durations go through `quantities`."""
    match = _DIGITS.search(raw) if not _COMPOUND.search(raw) else None
    if match is not None:
        digits = match[0].replace(",", "").replace("_", "").replace(" ", "")
        try:
            number = Decimal(digits)
        except InvalidOperation:
            number = Decimal(0)
        ulp = Fraction(10) ** int(number.as_tuple().exponent)
        if float(number) == value:
            return Fraction(number), ulp
        scale = _MAGNITUDE.get(raw[match.end() : match.end() + 1])
        if scale and abs(float(number) * scale - value) <= 1e-6 * abs(value):
            return Fraction(number) * scale, ulp * scale
        if number and value:
            ratio = Fraction(str(value)) / Fraction(number)
            return Fraction(str(value)), ulp * abs(ratio) if ratio.denominator < 10**6 else ulp
    found = quantities.find(raw)
    if found and float(found[0].value) == value:
        return Fraction(found[0].value), Fraction(found[0].ulp)
    number = Decimal(repr(value))
    return Fraction(number), Fraction(10) ** int(number.as_tuple().exponent)


def _rounding(m: Measurement) -> Rounding:
    """How the tool shortened the number: `ls -h`, `du -h` and `df -h` round up, `free -h` and bash's TIMEFORMAT cut; counts are exact."""
    if m.unit == "B" or (not m.unit and "." not in m.raw and "e" not in m.raw and m.raw[-1:] not in _MAGNITUDE):
        return "exact"
    command = m.command or ""
    if "-" in command and (match := _HUMAN.search(command)) and dimension(m) == "size":
        return "up" if match[1] else "down"
    if "TIMEFORMAT" in command and dimension(m) == "time":
        return "down"
    return "half"


def plain(value: Fraction, unit: str) -> str:
    """A value of base units in the measurement's own unit, with as many digits as show something."""
    factor = unit_of(unit)[1] if unit else Fraction(1)
    return f"{digits(value / factor)} {unit}".strip()


def digits(value: Fraction, most: int = 4) -> str:
    """A number for a reader: at most `most` digits behind the point, no trailing zeros.

    >>> digits(Fraction(1, 3))
    '0.3333'
    """
    if value.denominator == 1:
        return str(value.numerator)
    places = most if abs(value) >= Fraction(1, 10) else most + 3
    text = f"{float(value):.{places}f}".rstrip("0").rstrip(".")
    return text if text not in ("-0", "") else "0"
