"""What an earlier message says otherwise. A part of the rule `self_contradiction`.

One pair of numbers that is -41 % in one message and -29.3 % in the next one's table; a file that the final summary calls untouched and
that the session has edited. Where the later message takes the earlier one back, nothing is said.
"""

import re
from collections.abc import Iterator

from sessionlens.graph.view import View
from sessionlens.model.facts import Change
from sessionlens.model.trace import Statement, Turn
from sessionlens.rules.base import Hit, at_statement, holds, shorten, talking
from sessionlens.rules.index import Speech, cues
from sessionlens.text.regex import regex

_PAIR = regex(
    r"(?<![\w.])(?P<a>\d[\d,]*(?:\.\d+)?)\s?(?:[a-zA-Zµμ/]{1,6} )?(?:->|→) ?(?P<b>\d[\d,]*(?:\.\d+)?)\s?[a-zA-Zµμ/]{0,6}[,:;]? ?"
    r"\(?(?P<p>[-+−]\s?\d+(?:\.\d+)?)\s?%"
)
_PERCENT = regex(r"^\W{0,3}([-+−]\s?\d+(?:\.\d+)?)\s?%\W{0,3}$")
_VALUE = regex(r"^\W{0,3}(\d[\d,]*(?:\.\d+)?)(?:\s?[a-zA-Zµμ/]{1,6})?\W{0,3}$")
_TAKEN_BACK = regex(r"\b(?:wrong|mistake|correct(?:ed|ion)|should (?:have been|read)|not [-+−]?\d|instead of|miscalculat\w+|oops)\b", re.I)
_UNTOUCHED = regex(
    r"(?<![\w./-])`?(?P<file>[\w./-]*[\w-])`? (?:(?:is|are|was|were|stays?|remains?|left) )?(?:untouched|not touched|unmodified)\b(?! by)"
)
_UNTOUCHED_CUES = cues("untouched", "not touched", "unmodified")
_WORDS = ("untouched", "not touched", "unmodified")
_BARE = regex(r"^[A-Z][A-Za-z]*[A-Z]?[a-z]*$")
_CLOSE = 1.0


def find(view: View) -> Iterator[Hit]:
    yield from other_percent(view)
    yield from touched(view)


def other_percent(view: View) -> Iterator[Hit]:
    """A pair of numbers that an earlier message makes another percentage of."""
    told: dict[tuple[str, str], tuple[int, float, str]] = {}
    for msg, turn in view.once(Speech).turns:
        text = turn.message.text
        if "%" not in text or ("->" not in text and "→" not in text and "|" not in text):
            continue
        for said, pair, percent in percents(turn):
            value = float(percent.replace("−", "-").replace(" ", ""))
            before = told.setdefault(pair, (msg, value, percent))
            if before[0] != msg and abs(abs(before[1]) - abs(value)) > _CLOSE and not _TAKEN_BACK.search(text):
                yield at_statement(view, msg, said, f"{pair[0]} to {pair[1]} is {percent} % here and {before[2]} % in msg {before[0]}")
                break


def percents(turn: Turn) -> Iterator[tuple[Statement, tuple[str, str], str]]:
    """Pairs of numbers of a message with the percentage that it makes of them: in sentences, and in rows of two values and one."""
    tables: set[int] = set()
    for said in turn.statements:
        if said.table is None:
            for found in _PAIR.finditer(said.text) if "%" in said.text else ():
                yield said, (found["a"], found["b"]), found["p"]
        elif said.table.start not in tables:
            tables.add(said.table.start)
            for row in said.table.rows:
                last = _PERCENT.match(row[-1]) if len(row) == 4 else None  # a name, two values, what they make
                first, second = (_VALUE.match(cell) for cell in row[1:3]) if last else (None, None)
                if last and first and second:
                    yield said, (first[1], second[1]), last[1]


def touched(view: View) -> Iterator[Hit]:
    """Files that are said to be untouched and that the session has edited, with nothing that took the edit back."""
    for msg, turn in talking(view, _UNTOUCHED_CUES):
        for said in turn.statements:
            found = _UNTOUCHED.search(said.text) if holds(said.text, _WORDS) and said.kind != "code" else None
            edit = edited(view, msg, found["file"]) if found else None
            if found and edit:
                yield at_statement(view, msg, said, f"{shorten(found[0], 40)!r}: msg {edit.msg} edited it")
                break


def edited(view: View, msg: int, name: str) -> Change | None:
    """The change of a file of that name that stands as of a message, None where there is none or it may have been taken back."""
    whole = "." in name or _BARE.match(name) is None
    made = [
        c
        for c in view.changes
        if c.msg < msg
        and any(name in (f.rpartition("/")[2], f) or (not whole and f.rpartition("/")[2].partition(".")[0] == name) for f in c.files)
    ]
    if len(made) != 1 or not made[0].edits:
        return None
    for reversion in view.reversions:
        if (
            not reversion.restored
            and made[0].msg <= reversion.msg <= msg
            and (
                (reversion.of == made[0].id and not reversion.partial) or name in reversion.text or any(name in f for f in reversion.files)
            )
        ):
            return None
    return made[0]
