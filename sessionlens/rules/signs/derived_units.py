"""Units of what a sentence works out. A part of the rule `unit_confusion`.

299008 and 262144 bytes are 36864 bytes apart, not 36864 KB; 127 ms over 120015 rows are 1.06 us for each row, not 1.06 ms. Only a
number that is exactly the difference, or that is off by a thousand to some power, is told.
"""

import re
from collections.abc import Iterator

from sessionlens.graph.view import View
from sessionlens.model.facts import Conclusion
from sessionlens.model.verdict import Verdict
from sessionlens.rules.base import Hit, at_fact
from sessionlens.rules.index import Judged
from sessionlens.text.regex import regex
from sessionlens.text.units import dimension, factor, normal

_WHOLE = regex(r"(?<![\w.,])(\d{4,10}) ?(bytes|[KMG]i?B|B|ms|[µμun]s|s)\b")
_EACH = regex(
    r"(?P<a>\d+(?:\.\d+)?) ?(?P<u>ms|[µμun]s|s|[KMG]i?B|B|bytes) ?(?:=|,? (?:that is|that['’]s|which is|i\.e\.|or)) ?(?:about |~)?"
    r"(?P<b>\d+(?:\.\d+)?) ?(?P<v>ms|[µμun]s|s|[KMG]i?B|B|bytes) (?:per|for each|for every) (?P<noun>[a-z]{3,}?)s?\b",
    re.I,
)
_IN_BYTES = regex(r"_size\(|\bstat -[cf] ?['\"]?%[sz]|\bwc -c\b|\bdu -\w*b|--bytes\b|\bgetsize\(|\boctet_length\(")
_LARGER = regex(r"\d ?[KMG]i?B\b")
_FOUR = regex(r"\d{4}")
_CLAIMED = regex(r"= (?P<a>[-−]?[\d.]+) (?P<u>[A-Za-zµμ]+)(?: \[[^\]]*\])?, claimed (?P<b>[-−]?[\d.]+) (?P<v>[A-Za-zµμ]+)(?![\w%])")
_BACK, _LONG = 8, 40
_ROOM = 0.02
_POWERS = (1e-9, 1e-6, 1e-3, 1e3, 1e6, 1e9)


def find(view: View) -> Iterator[Hit]:
    judged = view.once(Judged).verdicts
    for conclusion, verdict in judged["contradicted"]:
        if slipped(verdict):
            yield at_fact(conclusion, verdict.derivation, "high")
    for word in ("unsupported", "undecidable"):
        for conclusion, verdict in judged[word]:
            quote = conclusion.quote
            why = difference(view, conclusion) if _FOUR.search(quote) else None
            if why is None and (" per " in quote or " for e" in quote):
                why = each(view, conclusion)
            if why and "unit slip" in verdict.derivation:
                continue  # reported by that
            if why:
                yield at_fact(conclusion, why, "high")
    for conclusion in view.conclusions:
        quote = conclusion.quote
        bytes_ = bare_bytes(view, conclusion) if "B" in quote and _FOUR.search(quote) and _LARGER.search(quote) else None
        if bytes_:
            yield at_fact(conclusion, bytes_, "high")


def slipped(verdict: Verdict) -> bool:
    """Whether a contradicted value is off by a thousand, or by 1024, to some power: its digits are right, its unit is not."""
    found = _CLAIMED.search(verdict.derivation) if verdict.verdict == "contradicted" else None
    if found is None or dimension(found["u"]) != dimension(found["v"]) or dimension(found["u"]) not in ("time", "size"):
        return False
    right, said = (abs(float(found[n].replace("−", "-"))) * float(factor(found[u])) for n, u in (("a", "u"), ("b", "v")))
    return bool(right) and any(abs(said / right / power - 1) <= _ROOM for power in (*_POWERS, 1024.0, 1 / 1024))


def difference(view: View, conclusion: Conclusion) -> str | None:
    """A whole number that is exactly the difference of two readings, under another unit than theirs."""
    for number, unit in _WHOLE.findall(conclusion.quote):
        near = [
            m
            for m in view.measurements
            if conclusion.msg - _BACK <= m.msg <= conclusion.msg and m.unit and dimension(m.unit) == dimension(unit)
        ]
        if any(m.value == float(number) for m in near):
            continue
        other = [m for m in near if normal(m.unit) != normal(unit) and factor(m.unit) != factor(unit)]
        values = {(m.msg, m.unit, m.value) for m in other}
        for msg, printed, value in sorted(values):
            if (msg, printed, value + float(number)) in values:
                return f"{number} {unit}: that is the difference of two readings of msg {msg} in {printed}"
    return None


def bare_bytes(view: View, conclusion: Conclusion) -> str | None:
    """A whole number that a command which counts bytes printed bare, told in a larger unit."""
    for number, unit in _WHOLE.findall(conclusion.quote):
        if dimension(unit) != "size" or factor(unit) == 1:
            continue
        for msg, run in view.runs(conclusion.msg - _BACK):
            if msg <= conclusion.msg and number in run.call.output.split() and _IN_BYTES.search(run.call.command or ""):
                return f"{number} {unit}: msg {msg} printed {number} bytes"
    return None


def each(view: View, conclusion: Conclusion) -> str | None:
    """A quantity for each of many that is off by a thousand to some power, by the count that an output printed."""
    found = _EACH.search(conclusion.quote)
    if found is None or float(found["b"]) == 0:
        return None
    times = float(found["a"]) * float(factor(found["u"])) / (float(found["b"]) * float(factor(found["v"])))
    form = re.compile(rf"\b{re.escape(found['noun'])}s?[:= ]{{1,3}}(\d{{2,}})\b|\b(\d{{2,}}) {re.escape(found['noun'])}s?\b", re.I)
    counted = {
        float(a or b)
        for number, run in view.runs(conclusion.msg - _LONG)
        if number < conclusion.msg and found["noun"] in run.call.output
        for a, b in form.findall(run.call.output)
    }
    if not counted or any(abs(times / count - 1) <= _ROOM * 5 for count in counted):
        return None
    off = next((c for c in counted for p in _POWERS if abs(times * p / c - 1) <= _ROOM), None)
    return f"{found[0]!r}: with {off:g} of them it is another unit" if off else None
