"""What a message says of every case, and its own table or pairs have otherwise for one. A part of the rule `overgeneralised`.

"Within 13 % of the old one at all three sizes" beside a table in which no column stays within 13 % of `old` in every row; "cuts the misses
by a third at either fill" where it is a sixth in one; "by every measure under 3 %" beside a pair that is 3.5 % apart. Whatever the
statement means by its subject, some case is against it: where any reading of the table fits, nothing is said.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

from sessionlens.graph.view import View
from sessionlens.model.facts import Conclusion
from sessionlens.model.trace import Statement, Table, Turn
from sessionlens.model.verdict import Verdict
from sessionlens.rules.base import Hit, at_fact, at_statement, holds, shorten, talking
from sessionlens.rules.index import Judged, cues
from sessionlens.text.regex import regex

_EVERY = regex(
    r"\b(?:at|for|in|with|on|over|under|across|by|per) (?:every|each|either|both|all(?: (?:the|of the|these))?"
    r"(?: (?:two|three|four|five|six|seven|eight|\d))?) ([a-z]+(?: [a-z]+)?)",
    re.I,
)
_IN_ROUND = regex(r"\bin round \d+ of \d+, claimed\b")
"""How a check ends that found one round beyond a bound."""
_CUES = cues(
    *("at every", "at each", "at either", "at both", "at all", "for every", "for each", "for both", "for all", "in every", "in each"),
    *("in both", "in all", "on every", "on both", "on all", "across all", "by every", "by each", "by both", "by all", "under every"),
    *("over all", "with every", "with each", "with both", "with all", "with either", "for either", "in either"),
)
_WITHIN = regex(r"\bwithin (\d[\d.]*)\s?% of ([\w.-]+(?: [\w.-]+)?)", re.I)
_BY = regex(
    r"\b(?:cuts?|cutting|reduc\w+|lower\w*|shrinks?|drops?|falls?|fell|down|less|fewer|faster|rais\w+|increas\w+|grows?|up|more|slower|larger)\b"
    r"[^.;]{0,60}?\bby (?:about |around |roughly |~)?(?:(a (?:third|half|quarter))\b|(\d[\d.]*)\s?%)",
    re.I,
)
_UNDER = regex(r"\b(?:under|below|less than|at most|within) (?:the |a )?(\d[\d.]*)\s?%", re.I)
_RESPECTS = regex(
    r"\b(?:ahead|behind|better|worse|superior|smaller|faster|lower|leads?|wins?|improves?)\b[^.;]{0,20}? (?:in|on|by|for) "
    r"(?:both )?[\w-]+(?:, [\w -]+)*,? and [\w-]+",
    re.I,
)
_MEASURE = regex(r"^(?:measures?|metrics?|counts?|criteri\w+|numbers?|yardsticks?)$", re.I)
_PAIR = regex(
    r"(\d[\d,]*(?:\.\d+)?)\s?([a-zA-Zµμ]{0,4})(?: ± [\d.]+ ?[a-zA-Zµμ]{0,4})? "
    r"(?:vs\.?|versus|against) (\d[\d,]*(?:\.\d+)?)\s?([a-zA-Zµμ]{1,4})\b"
)
_NUMBER = regex(r"[-+−]?\d[\d,]*(?:\.\d+)?")
_WORD = regex(r"[a-z][a-z0-9]{3,}")
_OPEN = regex(
    r"\b(?:if|whether|might|may|could|would|should|expect(?!ed)|predict(?!ed)|hope\w*|goal|target|almost|nearly|mostly|except)\b|\?", re.I
)
_AMOUNTS = ("%", " third", " half", " quarter", " faster", " slower", "halv", " smaller", " larger", " lower", " higher")
_TIMED = regex(r"^\D{0,3}\d[\d.,]*\s?(?:ms|s|[µμun]s|min|[KMG]i?B|B)\b")
_AT_LEAST = regex(r"\bat least (?:about )?(\d[\d.]*)\s?% (faster|less|smaller|lower|slower|more|larger|higher)\b")
_HALVED = regex(r"\b(?:halves|halved|half the (?:time|size|memory)|twice as fast)\b")
_WAY = regex(r"\b(?:is|are|was|were|stays?|remains?) (?:always |clearly |still )?(faster|slower|smaller|larger|lower|higher|cheaper)\b")
_SHARES = {"a third": 1 / 3, "a half": 0.5, "a quarter": 0.25}
_HEDGE = 0.10
_STEM = 5


def every_respect(conclusion: Conclusion) -> bool:
    """Whether something is said to be better in each of several listed respects: "ahead in speed, memory and size"."""
    return _RESPECTS.search(conclusion.quote) is not None


def of_each(conclusion: Conclusion, verdict: Verdict) -> bool:
    """Whether a contradicted clause speaks of every round, size or column, and one of them has the values the other way round."""
    if verdict.verdict != "contradicted":
        return False
    return (" against " in verdict.derivation and _EVERY.search(conclusion.quote) is not None) or _IN_ROUND.search(
        verdict.derivation
    ) is not None


def reported(conclusion: Conclusion, verdict: Verdict) -> bool:
    """Whether a contradicted clause is said here to be wider than its cases."""
    return of_each(conclusion, verdict) or (verdict.claim == "state" and every_respect(conclusion))


def find(view: View) -> Iterator[Hit]:
    for conclusion, verdict in view.once(Judged).verdicts["contradicted"]:
        if verdict.claim != "universal" and reported(conclusion, verdict):
            yield at_fact(conclusion, f"a case against it was measured: {verdict.derivation}", "high")
    for msg, turn in talking(view, _CUES):
        for said in turn.statements:
            if said.table is not None or not holds(said.text, _AMOUNTS) or said.kind not in ("sentence", "item"):
                continue
            every = _EVERY.search(said.text)
            if every is None or _OPEN.search(said.text):
                continue
            table = table_before(turn, said)
            clause = clause_at(said, every.start())
            why = by_measure(turn, said, every[1]) or (against(clause, table) if table is not None else None)
            if why:
                yield at_statement(view, msg, said, f"{shorten(every[0], 40)!r}: {why}")


def clause_at(said: Statement, at: int) -> Statement:
    """The part between semicolons of a statement that has a place in it: what is said of every case, and nothing beside it."""
    first = said.text.rfind(";", 0, at) + 1
    end = said.text.find(";", at)
    return replace(said, text=said.text[first : end if end >= 0 else len(said.text)])


def table_before(turn: Turn, said: Statement) -> Table | None:
    """The last table of the message above a statement."""
    return next((s.table for s in reversed(turn.statements) if s.table is not None and s.start < said.start), None)


def numbers(table: Table) -> dict[int, list[float | None]]:
    """The numbers of each column that has one in at least two rows, by the column's place."""
    columns: dict[int, list[float | None]] = {}
    for at in range(1, len(table.header)):
        values = [
            float(m[0].replace(",", "").replace("−", "-")) if len(r) > at and (m := _NUMBER.search(r[at])) else None for r in table.rows
        ]
        if sum(v is not None for v in values) > 1:
            columns[at] = values
    return columns


def against(said: Statement, table: Table) -> str | None:
    """The case of a table that no reading of a statement fits, or None where some reading fits all cases, or none fits any."""
    if len(table.rows) < 2:
        return None
    columns = numbers(table)
    within = _WITHIN.search(said.text)
    if within:
        base = next((at for at in columns if names(table.header[at], within[2])), None)
        return beyond(table, columns, base, float(within[1])) if base is not None else None
    two = two_columns(said, table, columns)
    if two:
        return two
    by = _BY.search(said.text)
    if by:
        share = _SHARES[by[1].lower()] if by[1] else float(by[2]) / 100
        room = share * _HEDGE if by[1] else max(0.5 * 10 ** -len(by[2].partition(".")[2]) / 100, share * _HEDGE)
        return uneven(said, table, columns, share, room)
    return None


def two_columns(said: Statement, table: Table, columns: dict[int, list[float | None]]) -> str | None:
    """A row against what is said of one of a table's two columns of times or sizes: faster, half, at least 8 % less, in every row."""
    values = [at for at in columns if all(len(r) > at and _TIMED.search(r[at]) for r in table.rows)]
    text = f" {said.text.lower()} "
    if len(values) != len(columns) or len(values) != 2:
        return None
    heads = {at: table.header[at].strip("`* ").lower() for at in values}
    places = {at: m.start() for at, head in heads.items() if head and (m := re.search(_as_word(head), text))}
    if not places:
        return None
    first = min(places, key=lambda at: places[at])
    other = next(at for at in values if at != first)
    moved = [a / b for a, b in zip(columns[first], columns[other], strict=True) if a is not None and b]
    least = _AT_LEAST.search(text)
    if least:
        up = least[2] in ("slower", "more", "larger", "higher")
        fits = [(m - 1 if up else 1 - m) * 100 >= float(least[1]) - 0.5 for m in moved]
    elif _HALVED.search(text):
        fits = [1 / 2.2 <= m <= 1 / 1.8 for m in moved]
    elif (way := _WAY.search(text)) and "%" not in text:
        fits = [m < 1 if way[1] in ("faster", "smaller", "lower", "cheaper") else m > 1 for m in moved]
    else:
        return None
    if all(fits) or not any(fits):
        return None
    row = table.rows[fits.index(False)]
    return f"{table.header[first]} is {row[first]} against {row[other]} in the row {row[0]}"


def _as_word(head: str) -> str:
    """A header in a sentence: as it stands, or by its first five letters ("the patch" for "patched")."""
    return rf"(?<![\w.]){re.escape(head[:_STEM])}" if len(head) > _STEM and head.isalpha() else rf"(?<![\w.]){re.escape(head)}(?![\w]|\.\w)"


def names(header: str, words: str) -> bool:
    """Whether a column's header is what the words begin with: "1.2" for "1.2 at"."""
    header = header.strip("` *").lower()
    return bool(header) and (words.lower() == header or words.lower().split()[0] == header)


def beyond(table: Table, columns: dict[int, list[float | None]], base: int, limit: float) -> str | None:
    """The row in which the nearest column is further from the base than a limit in per cent, where every column has such a row."""
    nearest: tuple[float, str] | None = None
    for at, values in columns.items():
        if at == base or "%" in table.rows[0][at]:
            continue
        off = [(abs(v / b - 1) * 100, i) for i, (v, b) in enumerate(zip(values, columns[base], strict=True)) if v is not None and b]
        worst = max(off, default=(0.0, 0))
        if worst[0] <= limit + 0.5:
            return None
        if min(off)[0] <= limit and (nearest is None or worst[0] < nearest[0]):
            nearest = (worst[0], f"{table.header[at]} is {worst[0]:.3g} % from {table.header[base]} in the row {table.rows[worst[1]][0]}")
    return nearest[1] if nearest else None


def pairs(said: Statement, table: Table) -> list[tuple[int, int]]:
    """Rows whose labels differ in one part only, the one that the statement speaks of first: "tags, load 60" and "pointers, load 60"."""
    text = said.text.lower()
    parts = [[p.strip() for p in re.split(r"[,/+]", row[0].lower())] for row in table.rows]
    found = []
    for i, j in combinations(range(len(parts)), 2):
        if len(parts[i]) != len(parts[j]) or len(parts[i]) < 2:
            continue
        apart = [(a, b) for a, b in zip(parts[i], parts[j], strict=True) if a != b]
        if len(apart) == 1 and (apart[0][0] in text) != (apart[0][1] in text):
            found.append((i, j) if apart[0][0] in text else (j, i))
    return found


def uneven(said: Statement, table: Table, columns: dict[int, list[float | None]], share: float, room: float) -> str | None:
    """A pair of rows that are not that share apart in the column that the statement speaks of, where another pair is."""
    words = set(_WORD.findall(said.text.lower()))
    rows = pairs(said, table)
    misfit = None
    for at, values in columns.items():
        if words.isdisjoint(_WORD.findall(table.header[at].lower())) or len(rows) < 2:
            continue
        moved = [(abs(a / b - 1), i) for i, j in rows if (a := values[i]) is not None and (b := values[j])]
        off = [(m, i) for m, i in moved if abs(m - share) > room]
        if not off:
            return None
        if len(off) < len(moved):
            misfit = f"{table.header[at]} changes by {off[0][0] * 100:.3g} % in the row {table.rows[off[0][1]][0]}"
    return misfit


def by_measure(turn: Turn, said: Statement, what: str) -> str | None:
    """A pair of values of the message that are further apart than a limit that is said to hold by every measure."""
    limit = _UNDER.search(said.text)
    if limit is None or not _MEASURE.match(what.split()[0]):
        return None
    for one, unit, other, unit_too in _PAIR.findall(turn.message.text, 0, said.start):
        a, b = float(one.replace(",", "")), float(other.replace(",", ""))
        if unit in ("", unit_too) and min(a, b) > 0 and abs(a - b) / max(a, b) * 100 > float(limit[1]):
            return f"{one} against {other} {unit_too} is {(a - b) / b * 100:+.3g} %"
    return None
