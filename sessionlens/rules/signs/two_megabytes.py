"""A size in millions of bytes set against a setting that counts in 1024s. A part of the rule `unit_confusion`.

"30482432 bytes (30.5 MB), so with 32 MB about 1.5 MB are left": memory settings (of databases, caches, virtual machines, control groups)
read MB as 1024 times 1024 bytes, so that 32 MB are 33554432 bytes and twice as much is left.
"""

from collections.abc import Iterator
from decimal import Decimal

from sessionlens.graph.view import View
from sessionlens.rules.base import Hit, at_statement, shorten, talking
from sessionlens.rules.index import cues
from sessionlens.text.regex import regex

_CONVERTED = regex(r"\b(\d{6,}|\d{1,3}(?:,\d{3}){2,}) bytes \((?:about |~ ?)?(\d+(?:\.\d+)?) ?(MB|GB)\)")
_SIZES = regex(r"(?<![\w.])(\d+(?:\.\d+)?) ?(MB|GB)\b")
_SCALE = {"MB": 2, "GB": 3}
_CUES = cues("bytes")
_HALF = Decimal("0.5")


def find(view: View) -> Iterator[Hit]:
    """Sentences that take bytes as millions from a setting whose MB are 1024 times 1024 of them."""
    for msg, turn in talking(view, _CUES):
        text = turn.message.text
        if "bytes (" not in text:
            continue
        for said in turn.statements:
            found = _CONVERTED.search(said.text) if "bytes (" in said.text else None
            if found is None:
                continue
            size, unit = Decimal(found[2]), found[3]
            step = _HALF * Decimal(1).scaleb(-len(found[2].partition(".")[2]))
            exact = Decimal(found[1].replace(",", ""))
            if abs(exact / Decimal(1000) ** _SCALE[unit] - size) > step or abs(exact / Decimal(1024) ** _SCALE[unit] - size) <= step:
                continue
            others = [Decimal(n) for n, u in _SIZES.findall(said.text) if u == unit and Decimal(n) != size]
            limits = [a for a in others for b in others if a != b and abs(a - b - size) <= 2 * step]
            limit = next((a for a in limits if setting(view, msg, a, unit)), None)
            if limit is not None:
                left = (limit * Decimal(1024) ** _SCALE[unit] - exact) / Decimal(1000) ** _SCALE[unit]
                why = f"{shorten(found[0], 50)} against a setting of {limit} {unit}, which counts in 1024s: {left:.1f} {unit} are left"
                yield at_statement(view, msg, said, why)


def setting(view: View, until: int, value: Decimal, unit: str) -> bool:
    """Whether a command before gives that size as a setting, and the number is one that a memory setting has."""
    if value != value.to_integral_value() or int(value) & 15:
        return False
    written = f"{int(value)}{unit}"
    return any(written in (run.call.command or "") for msg, run in view.runs() if msg < until)
