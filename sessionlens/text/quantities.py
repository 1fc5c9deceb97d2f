"""Quantities in a text: numbers with their unit, the precision that they show, and the hedge before them.

One precompiled pattern reads every number with what follows it, at the digits that a cheaper one finds; what is written before and
after decides whether it is a
quantity. Version numbers, dates, clock times, hashes, identifiers, `file:line` references, issue and message numbers and list
markers are none. Numbers of a pair ("5-6 s", "12 to 15 %", "2500 -> 7500 ms", "38.5 ± 0.4 ms") share the unit of the last.
"""

import re
from decimal import Decimal
from functools import lru_cache

from sessionlens.model.quantity import Dimension, Quantity
from sessionlens.text import around, units
from sessionlens.text.regex import regex

_NUMBER = r"""
  (?: (?P<fast> \d+(?:\.\d+)? (?! [\d.,:_/\u00a0\u202f\u2009-] | [eExX] | \ ?[dhm] | \ \d ) )
    | (?P<skip> \d{4}[-/.]\d{2}[-/.]\d{2}(?:[T\ ]\d{2}:\d{2}(?::\d{2})?(?:[.,]\d+)?(?:Z|[+-]\d{2}:?\d{2})?)? (?!\d) | 0x[0-9a-fA-F]+ )
    | (?P<colon> \d+(?::\d+)+(?:[.,]\d+)? )
    | (?P<span> (?:\d+\s?d\s?)?(?:\d+\s?h(?:r|rs|ours?)?\s?)?\d+\s?m(?:in|ins|inutes?)?\s?\d+(?:\.\d+)?\s?s(?:ec|ecs|econds?)?(?!\w)
              | \d+\s?h\s?\d+\s?m(?:in)?(?!\w) )
    | (?P<num> (?> \d{1,3}(?:,\d{3})+(?:\.\d+)?(?!\d|,\d)
                 | \d{1,3}(?:[\u00a0\u202f\u2009]\d{3})+(?!\d)(?:[.,]\d+)?
                 | [1-9]\d{0,2}(?:\ \d{3}){2,}(?!\d) | [1-9]\d{0,2}\ 000(?!\d)
                 | \d+(?:_\d{3})+(?!\d)
                 | (?! \d{2,}e\d+(?!\w)(?<=[0-9e]{7}) ) \d+(?:\.\d+)?(?:[eE][+-]?\d{1,3}(?!\w))? ) ) )
  (?P<mag> [kKMGT](?![\w/]) )?
  (?P<gap> [\ \u00a0\u202f-]? )
  (?P<word> %(?:\ ?points?|-points?)? | × | °C | [A-Za-zµμ]+(?:/[A-Za-z]+)? | /s(?:ec)?\b )?
"""
_DIGIT = regex(r"[0-9](?<![\w.][0-9])")
_READ = regex(_NUMBER, re.VERBOSE)
_SPAN = regex(r"(\d+(?:\.\d+)?)\s?([dhms])")
_PER = regex(r" per (second|sec|minute|min|hour|op|iter|iteration|loop|call|element|row|item|request|run|file|message|query|key)\b")
_AFTER = regex(r"[ -](points?|second|sec|faster|slower|smaller|larger|bigger|more|less|fewer|higher|lower|better|worse|as|the|quicker)\b")
_RANGE = regex(r"\s?(?:-|–|—|to|±)\s?(?=\d)")
_JOIN = regex(r"\s*(?:-|–|—|to|and|→|->|=>|±|\+-|\+/-|vs\.?|versus|against|/|,)\s*")

_MAGNITUDE = {"k": 3, "K": 3, "M": 6, "G": 9, "T": 12}
_SECONDS = {"d": 86400, "h": 3600, "m": 60, "s": 1}


def find(text: str) -> tuple[Quantity, ...]:
    """All quantities, in order of place: `find("from 12.7 ± 0.4 ms to ~11 ms")` gives 12.7 ms, 0.4 ms and about 11 ms.

    Never raises; a text without digits costs one scan.
    """
    found: list[Quantity] = []
    skipped = -1
    done = 0
    for digit in _DIGIT.finditer(text):
        at = digit.start()
        if at < done:
            continue
        match = _READ.match(text, at)
        if match is None:
            continue
        done = match.end()
        quantity = _one(text, match, found, skipped)
        if quantity is None:
            skipped = _end(match)
            continue
        found.append(quantity)
        if len(found) > 1 and quantity.unit:
            _share(text, found)
    return tuple(found)


def _end(match: re.Match[str]) -> int:
    """Where the number itself ends, what stands behind it left out."""
    return max(match.end(name) for name in ("fast", "num", "skip", "colon", "span"))


def words(text: str) -> tuple[Quantity, ...]:
    """Small numbers written as words ("three runs", "half"), one to twelve, with the noun they count; for prose only."""
    out = []
    for match in _WORDS.finditer(text):
        value = _VALUES[match[1].lower()]
        noun = around.NOUN.match(text, match.end() + 1) if text[match.end() : match.end() + 1] == " " else None
        name = noun[1] if noun and noun[1] not in around.STOP else ""
        out.append(Quantity(match[1], value, "", "count", Decimal(1), match.start(), match.end(), exact=True, noun=name))
    return tuple(out)


def _one(text: str, match: re.Match[str], found: list[Quantity], skipped: int) -> Quantity | None:
    """The quantity at a match, None where the surroundings say that it is a name, a reference or a date."""
    fast, num, mag, word = match.group("fast", "num", "mag", "word")
    digits = fast or num
    if digits is None and match["skip"] is not None:
        return None
    sign, start = around.sign(text, match.start(), found, skipped)
    if start < 0:
        return None
    if digits is None:
        return (
            _clock(text, match, start, sign)
            if match["colon"] is not None
            else _compound(match["span"], text, start, match.end("span"), sign)
        )
    end = match.end("mag") if mag else match.start() + len(digits)
    if text[end : end + 1] == "." and text[end + 1 : end + 2].isalnum():
        return None
    unit, unit_end = ("", end) if word is None and text[end : end + 1] != "_" else _unit(text, match, end)
    if unit is None:
        return None
    hedge, reference = around.before(text, start)
    if reference and not unit and not _spans(text, end):
        return None
    noun = ""
    if not unit:
        noun = around.noun(text, end) or ""
        if noun.lower() in around.MONTHS or around.is_marker(text, match.start(), end):
            return None
    if len(digits) > 300 or ("e" in digits.lower() and abs(int(digits.lower().partition("e")[2])) > 300):
        return None
    value, ulp, whole, fine = _value(digits, mag or "", sign)
    kind, factor = _measure(unit)
    if not unit and noun and whole:
        kind = "count"
    exact = (whole and (not unit or unit == "B")) or (fine and not unit)
    stop = unit_end if unit else end
    return Quantity(text[start:stop], value, unit, kind, ulp, start, stop, factor, sign != "", exact, hedge, noun)


def _spans(text: str, end: int) -> bool:
    """Whether the number that ends here begins a range with a unit: then "page 4.1-4.5 s" names no page but a time."""
    to = _RANGE.match(text, end)
    match = _READ.match(text, to.end()) if to else None
    if match is None or match["word"] is None:
        return False
    return bool(_unit(text, match, match.end("mag") if match["mag"] else _end(match))[0])


@lru_cache(maxsize=8192)
def _value(token: str, mag: str, sign: str) -> tuple[Decimal, Decimal, bool, bool]:
    """A printed number's value and last place, whether it is whole as written, and whether it has six significant digits or more."""
    digits = _SEPARATOR.sub("", token)
    value = Decimal(digits)
    place = int(value.as_tuple().exponent)
    whole = place == 0 and not mag and "e" not in digits and "E" not in digits
    fine = place < 0 and len(digits.replace(".", "").lstrip("0")) >= 6
    if mag:
        place += _MAGNITUDE[mag]
        value = value.scaleb(_MAGNITUDE[mag])
    return (-value if sign in ("-", "−") else value), Decimal(1).scaleb(place), whole, fine


@lru_cache(maxsize=1024)
def _measure(unit: str) -> tuple[Dimension, Decimal]:
    return (units.dimension(unit), units.factor(unit)) if unit else ("number", Decimal(1))


_SEPARATOR = regex("[,_ \u00a0\u202f\u2009]")


def _unit(text: str, match: re.Match[str], end: int) -> tuple[str | None, int]:
    """The unit's one spelling and its end; "" where none is written; None where the letters make the token a name ("4xlarge")."""
    word = match["word"]
    if word is None:
        return ("", end) if text[end : end + 1] != "_" else (None, end)
    gap, stop = match["gap"], match.end("word")
    if word[0] == "%":
        after = _AFTER.match(text, stop)
        if len(word) > 1:
            return "pp", stop
        return ("pp", after.end()) if after and after[1].startswith("point") else ("%", stop)
    joined = text[stop : stop + 1]
    if joined and (joined.isalnum() or joined == "_"):
        return (None if not gap else "", end)
    lower = word.lower()
    if word in ("x", "×", "X"):
        return "x", stop
    if lower in ("times", "percentage"):
        after = _AFTER.match(text, stop)
        if lower == "times":
            broken = "." in text[match.start() : end]  # nothing is done 1.5 times
            return ("x", stop) if broken or (after and not after[1].startswith(("point", "sec"))) else ("", end)
        return ("pp", after.end()) if after else ("", end)
    if gap == "-" and (joined == "-" or lower in ("bit", "byte")):
        return None, end
    per = _PER.match(text, stop)
    if per is not None and "/" not in word:
        whole = units.normal(f"{word}/{per[1]}")
        if units.known(whole):
            return whole, per.end()
    if units.known(word) and not (gap and len(word) == 1 and word not in "sxBWh"):
        return units.normal(word), stop
    head = word.partition("/")[0]
    if head != word and units.known(head) and len(head) > 1:
        return units.normal(head), stop - len(word) + len(head)
    return (None, end) if gap in ("", "-") else ("", end)


def _clock(text: str, match: re.Match[str], start: int, sign: str) -> Quantity | None:
    """`h:mm:ss` and `m:ss.ff` as a duration where the text says so or the form cannot be a time of day; else None."""
    token = match["colon"]
    head = text[max(0, start - 24) : start].lower()
    said = any(word in head for word in ("took ", "elapsed", "duration", "runtime", "run time", "m:ss", "after "))
    said = said or text[match.end("colon") : match.end("colon") + 8].strip().startswith("elapsed")
    parts = token.replace(",", ".").split(":")
    shaped = all(len(p.partition(".")[0]) == 2 for p in parts[1:]) and len(parts) <= 3
    bare = len(parts[0]) == 1 and ("." in parts[-1] or len(parts) == 3)
    if not shaped or not (said or bare):
        return None
    seconds = Decimal(0)
    for part in parts:
        seconds = seconds * 60 + Decimal(part)
    ulp = Decimal(1).scaleb(int(Decimal(parts[-1]).as_tuple().exponent))
    return Quantity(
        text[start : match.end("colon")],
        seconds,
        "s",
        "time",
        ulp,
        start,
        match.end("colon"),
        signed=bool(sign),
        hedge=around.before(text, start)[0],
    )


def _compound(token: str, text: str, start: int, end: int, sign: str) -> Quantity:
    """`3m42s`, `0m1.234s`, `1h02m`: one duration in seconds, as fine as its last part."""
    value, ulp = Decimal(0), Decimal(1)
    for digits, letter in _SPAN.findall(token):
        number = Decimal(digits)
        value += number * _SECONDS[letter]
        ulp = Decimal(1).scaleb(int(number.as_tuple().exponent)) * _SECONDS[letter]
    if sign in ("-", "−"):
        value = -value
    return Quantity(text[start:end], value, "s", "time", ulp, start, end, signed=bool(sign), hedge=around.before(text, start)[0])


def _share(text: str, found: list[Quantity]) -> None:
    """Give the unit of the last quantity to the bare numbers joined to it, back to the first of the pair or list."""
    last = found[-1]
    for i in range(len(found) - 2, -1, -1):
        left, right = found[i], found[i + 1]
        between = text[left.end : right.start]
        if left.dimension != "number" or left.unit or len(between) > 10 or not _JOIN.fullmatch(between):
            return
        bare = between.strip()
        if (
            bare == ""
            or (bare in (",", "/") and left.ulp != right.ulp)
            or (bare == "and" and "between" not in text[max(0, left.start - 12) : left.start])
        ):
            return
        if bare == "," and (text[left.start - 1 : left.start] == "=" or _COMPARED.search(text, max(0, left.start - 16), left.start)):
            return  # "5.2 s instead of 7.1, 1.4 times as fast"
        found[i] = Quantity(
            left.raw, left.value, last.unit, last.dimension, left.ulp, left.start, left.end, last.si, left.signed, False, left.hedge
        )


_COMPARED = regex(r"\b(?:instead of|rather than|against|versus|vs\.?|than|from|to|over|was|were)\s+[~≈]?$", re.IGNORECASE)
"""In front of a number that stands against another one, and is no first item of a list."""
_SMALL = "one two three four five six seven eight nine ten eleven twelve"
_VALUES = {
    "half": Decimal("0.5"),
    **{w: Decimal(i) for i, w in enumerate(_SMALL.split(), 1)},
}
_WORDS = regex(r"\b(" + "|".join(_VALUES) + r")\b", re.IGNORECASE)
