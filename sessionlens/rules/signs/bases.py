"""Percentages taken of the wrong side, by a message's own numbers. A part of the rule `wrong_arithmetic`.

What is 20 % less than another is not the other's 20 % more: 80 against 100 is -20 %, 100 against 80 is +25 %. A statement is looked at
only where a row of its message's own table gives the stated number with the sides swapped and no reading gives it as
it is said.
"""

from collections.abc import Iterator

from sessionlens.graph.view import View
from sessionlens.model.trace import Statement, Table
from sessionlens.rules.base import Hit, at_statement, holds, talking
from sessionlens.rules.index import cues
from sessionlens.rules.signs.every_case import numbers, table_before
from sessionlens.text.regex import regex

_UP = "more|slower|longer|larger|higher|bigger|above"
_DOWN = "less|lower|smaller|shorter|fewer|below"
_THAN = regex(rf"\b(\d+\.\d+)\s?% ({_UP}|{_DOWN})\b[^.;,()]{{0,24}}? than (?:the |plain |a )?([\w.-]+)")
_SIGNED = regex(r"([-+−])\s?(\d+(?:\.\d+)?)\s?%")
_CUES = cues(*(w for way in (_UP, _DOWN) for w in way.split("|")))
_WORDS = ("% more", "% s", "% l", "% h", "% b", "% a", "% f", "%more", "%less")
_TOKEN = regex(r"[a-z0-9]{3,}")
_LEAST = 3.0


def find(view: View) -> Iterator[Hit]:
    for msg, turn in talking(view, _CUES):
        if "%" not in turn.message.text:
            continue
        for said in turn.statements:
            if said.table is None and holds(said.text, _WORDS) and said.kind in ("sentence", "item"):
                table = table_before(turn, said)
                why = own_row(said, table) if table is not None else None
                if why:
                    yield at_statement(view, msg, said, why, "high")


def swapped(new: float, old: float, stated: str, up: bool) -> str | None:
    """Why a percentage is of the wrong side, where it is `new` against `old` as stated with the sides swapped and not as it is said."""
    if min(new, old) <= 0 or (new > old) != up:
        return None
    right, wrong = abs(new / old - 1) * 100, abs(old / new - 1) * 100
    places = len(stated.partition(".")[2])
    half = 0.55 * 10**-places
    if abs(wrong - float(stated)) <= half < abs(right - float(stated)) and abs(wrong - right) > 2 * half:
        return f"{new:g} is {right:.{max(places, 1)}f} % {'more' if up else 'less'} than {old:g}; {stated} % is the other way round"
    return None


def own_row(said: Statement, table: Table) -> str | None:
    """The same for a row of the table above that the sentence compares with: by its own percentage, or by its values."""
    found = _THAN.search(said.text)
    if found is None or float(found[1]) < _LEAST:
        return None
    up, name = found[2] in _UP.split("|"), found[3].strip(".").lower()
    base = next((i for i, row in enumerate(table.rows) if row and row[0].strip("`* ").lower() == name), None)
    if base is None:
        return None
    cells = [m for cell in table.rows[base][1:] for m in _SIGNED.findall(cell)]
    if ("-" if up else "+", found[1]) in [(sign.replace("−", "-"), number) for sign, number in cells]:
        return f"{found[3]} has {'-' if up else '+'}{found[1]} % in the table; the other way round that is another percentage"
    text = set(_TOKEN.findall(said.text.lower()))
    subjects = [i for i, row in enumerate(table.rows) if i != base and row and _alike(text, row[0].lower(), table.rows[base][0].lower())]
    pairs = [(v[i], v[base]) for at, v in numbers(table).items() if "%" not in table.rows[base][at : at + 1] for i in subjects]
    values = [(a, b) for a, b in pairs if a and b]
    if any(round(abs(a / b - 1) * 100, len(found[1].partition(".")[2])) == float(found[1]) for a, b in values):
        return None
    return next((why for a, b in values if (why := swapped(a, b, found[1], up))), None)


def _alike(text: set[str], label: str, base: str) -> bool:
    """Whether a row's label has a word of the text that the base's label lacks, or a part of one has: "LTO" and "-flto"."""
    own = set(_TOKEN.findall(label)) - set(_TOKEN.findall(base))
    return any(word in part or part in word for part in own for word in text)
