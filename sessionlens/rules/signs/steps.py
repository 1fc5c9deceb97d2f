"""What a message says of every step, column or row of its own table, and the table has otherwise. A part of the rule `overgeneralised`.

"Slower with every commit" above a column that falls once; "the further ahead, the better" over totals that go up and down; "doubles with
each doubling" where it is half as much again; "neither wins in any column" where one row is on the one side of the first and the other on
the other; "down everywhere, by 15 to 20 %" beside -22 %. Which column is meant is taken from the sentence; where its words leave several,
each must speak against it.
"""

import re
from collections.abc import Iterator
from itertools import pairwise

from sessionlens.graph.view import View
from sessionlens.model.trace import Statement, Table
from sessionlens.rules.base import Hit, at_statement, holds, shorten, talking
from sessionlens.rules.index import cues
from sessionlens.rules.signs.every_case import numbers
from sessionlens.text.regex import regex

_WITH_EACH = regex(
    r"\b(?P<how>doubl\w+|tripl\w+|gr[eo]w\w*|ris(?:es?|ing)|rose|fall\w*|fell|drop\w*|shr[aiu]nk\w*|climb\w*|increas\w+|decreas\w+"
    r"|(?:gets?|got|becomes?|became) \w+er|improv\w+|los(?:es|t)|worse|better|slower|faster|larger|smaller|higher|lower)\b[^.;:]{0,24}?"
    r"\b(?:with|at|by|from) (?:every|each)(?: (?:single|further|new|added))? (?P<what>[a-z]+)",
    re.I,
)
_THE_MORE = regex(
    r"^(?:so )?the (?:further|farther|larger|bigger|more|longer|deeper|higher|smaller|fewer|lower|shorter|wider)\b[^.;:]{0,40}, the "
    r"(?:better|faster|slower|worse|lower|higher|smaller|larger|cheaper|less|more)\b",
    re.I,
)
_NEITHER = regex(
    r"\b(?:neither|none|not one)\b[^.;:]{0,30}\b(?:wins?|is (?:better|ahead|faster)|beats?|helps?|leads?)\b[^.;:]{0,24}\bany\b", re.I
)
_ALL_WITHIN = regex(
    r"\b(?:everywhere|(?:in|on|at|for|with) (?:every|each|all)\b[^.;:\d]{0,24}?|(?:all|each|every one) of them)[^.;:\d]{0,24}?"
    r"\bby (?P<a>\d+(?:\.\d+)?) ?(?:%|to|-|–) ?(?:(?:to|-|–) ?)?(?P<b>\d+(?:\.\d+)?) ?%",
    re.I,
)
_OPEN = regex(
    r"\b(?:if|would|should|might|may|could|whether|expect\w*|predict\w*|almost|mostly|nearly|except|median|mean|average)\b|\?", re.I
)
_HAS = ("every", "each", "the ", "The ", " any", "everywhere", "all")
_CUES = cues(
    *("with every", "with each", "at every", "at each", "by every", "by each", "from each", "neither", "none", "not one", "everywhere"),
    *("the further", "the farther", "the larger", "the bigger", "the more", "the longer", "the deeper", "the higher", "the smaller"),
    *("the fewer", "the lower", "the shorter", "the wider", "in every", "in each", "in all", "on every", "on each", "on all", "at all"),
    *("for every", "for each", "for all", "all of them", "each of them"),
)
_TOTAL = regex(r"^\W*(?:total|overall|sum|all|whole|wall)\b", re.I)
_WORD = regex(r"[a-z][a-z0-9]{2,}")
_NUMBER = regex(r"\d[\d,]*(?:\.\d+)?")
_MEMORY = regex(r"\b(?:memory|rss|footprint|peak)\b", re.I)
_OF_MEMORY = regex(r"\b(?:[KMG]i?B|rss|peak|memory|bytes|heap)\b", re.I)
_METRIC = regex(r"\b(?:[a-z]*time|tps|p\d\d|qps|rps|ms|mean|median|best|min|max|rss|memory|size|change|delta|vs|before|after)\b|[%Δ]", re.I)
_LEAST, _STEM = 3, 5
_TWICE = (1.8, 2.2)


def find(view: View) -> Iterator[Hit]:
    for msg, turn in talking(view, _CUES):
        tables = {s.table.start: s.table for s in turn.statements if s.table is not None}
        for said in turn.statements if tables else ():
            if said.table is not None or said.kind not in ("sentence", "item") or not holds(said.text, _HAS) or _OPEN.search(said.text):
                continue
            why = next((w for table in reversed(tables.values()) if (w := against(said, table)) is not None), None)
            if why:
                yield at_statement(view, msg, said, why, "high")


def against(said: Statement, table: Table) -> str | None:
    """Why a table does not have what a statement says of each of its steps, columns or rows."""
    text = said.text
    step = _WITH_EACH.search(text)
    if step or _THE_MORE.search(text):
        return unsteady(said, table, bool(step and step["how"].lower().startswith("doubl") and step["what"].startswith("doubl")))
    if _NEITHER.search(text):
        return one_ahead(table)
    within = _ALL_WITHIN.search(text)
    return outside(text, table, within) if within else None


def columns(table: Table) -> list[tuple[str, list[float], list[str]]]:
    """The series of numbers of a table, with the head of each and the labels of its steps: down its columns, and along its rows."""
    found = []
    for at, values in numbers(table).items():
        if all(v is not None for v in values) and not any(("%" in row[at] and "(" not in row[at]) or "→" in row[at] for row in table.rows):
            found.append((table.header[at], [v for v in values if v is not None], [row[0] for row in table.rows]))
    return found


def along(table: Table) -> list[tuple[str, list[float], list[str]]]:
    """The same along its rows, for a table whose columns are the steps."""
    found = []
    for row in table.rows if not any(map(_METRIC.search, table.header[1:])) else ():
        values = [float(m[0].replace(",", "")) for cell in row[1:] if "%" not in cell and "→" not in cell and (m := _NUMBER.search(cell))]
        if len(values) == len(table.header) - 1:
            found.append((row[0], values, list(table.header[1:])))
    return found


def meant(said: Statement, table: Table) -> list[tuple[str, list[float], list[str]]]:
    """The series that a statement may speak of: those named in it, else a total, else all of one direction of the table."""
    text = said.text.lower()
    stems = {w[:_STEM] for w in _WORD.findall(text)}
    series = [s for s in (*columns(table), *along(table)) if len(s[1]) >= _LEAST]
    step = _WITH_EACH.search(said.text)
    counted = step["what"].lower()[:_STEM].rstrip("s") if step else "-"  # a column that counts the steps is none of them
    series = [s for s in series if not s[0].strip("`* ").lower().startswith(counted)]
    named = [s for s in series if stems & {w[:_STEM] for w in _WORD.findall(s[0].lower())}]
    if not named and _MEMORY.search(text):
        named = [s for s in series if _OF_MEMORY.search(s[0])]
    return named or [s for s in series if _TOTAL.search(s[0])] or columns(table)


def unsteady(said: Statement, table: Table, doubling: bool) -> str | None:
    """The step at which every series that may be meant goes back (or, for a doubling, does not double)."""
    series = [s for s in meant(said, table) if len(s[1]) >= _LEAST]
    worst = None
    for head, values, labels in series:
        if doubling:
            steps = [float(m[0].replace(",", "")) if (m := _NUMBER.search(label)) else 0.0 for label in labels]
            off = [
                i
                for i in range(1, len(values))
                if steps[i - 1]
                and 1.95 <= steps[i] / steps[i - 1] <= 2.05
                and values[i - 1]
                and not _TWICE[0] <= values[i] / values[i - 1] <= _TWICE[1]
            ]
        else:
            up = values[-1] >= values[0]
            off = [i for i, (a, b) in enumerate(pairwise(values), 1) if (b < a if up else b > a)]
        if not off or (not doubling and len(off) * 2 > len(values)):
            return None  # steady, or no trend at all: another thing is meant
        at = off[0]
        worst = worst or f"{head.strip('`* ')} goes from {values[at - 1]:g} ({labels[at - 1]}) to {values[at]:g} ({labels[at]})"
    return worst


def one_ahead(table: Table) -> str | None:
    """A column in which one of the rows is below the first and another above it: one of the two is ahead there."""
    for head, values, labels in columns(table):
        if len(values) >= _LEAST and min(values[1:]) < values[0] < max(values[1:]):
            low = labels[values.index(min(values[1:]))]
            return f"{head.strip('`* ')}: {low} has {min(values[1:]):g} and {labels[0]} {values[0]:g}, with the other one above it"
    return None


def outside(text: str, table: Table, within: re.Match[str]) -> str | None:
    """A cell of the column of percentages in which most are within the bounds that are said to hold of all."""
    low, high = sorted((float(within["a"]), float(within["b"])))
    for at in range(1, len(table.header)):
        cells = [row[at] for row in table.rows if len(row) > at]
        values = [abs(float(m[0])) for cell in cells if cell.count("%") == 1 and (m := _NUMBER.search(cell))]
        off = [v for v in values if not low - 0.5 <= v <= high + 0.5]
        if len(values) == len(table.rows) >= _LEAST and off and len(off) * 2 < len(values):
            return (
                f"{table.header[at].strip('`* ')} has {off[0]:g} %, which is not within {shorten(within[0][within[0].rfind('by ') :], 30)}"
            )
    return None
