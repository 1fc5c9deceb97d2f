"""Statements on the rows of a table that a tool printed: each row over a limit, two columns alike, a column that only falls, its largest.

The columns are those of the printed head, named by the clause in its words or their beginnings ("validation loss" is `val_loss`); each row
is looked at, and one that surely is otherwise contradicts.

Example: below "host  days left" with "a 71" and "b 12", "all certificates are valid for more than 30 days" is contradicted by b.
"""

import itertools
import re
from collections.abc import Iterator
from fractions import Fraction

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import COUNTS, STOP, stem, tokens, word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.evidence.postings import ROOTS
from sessionlens.checks.runs.suites import overtaken
from sessionlens.checks.values.intervals import Interval, exact, value_of
from sessionlens.checks.values.judge import Judgement, number, side
from sessionlens.model.quick import quick
from sessionlens.model.trace import Run
from sessionlens.text import quantities
from sessionlens.text.regex import regex

WORDS = word_set(
    "all every each none match matches agree keeps keep steadily monotonically largest biggest smallest highest lowest longest shortest"
    " heaviest fewest equal"
)
_N = "|".join(COUNTS)
_RULE = regex(r"^[\s|+-]*-{2,}[\s|+-]*$")
_LIMIT = regex(
    r"\b(?:all|every|each)\b.*?\b(?P<rel>more than|over|above|at least|longer than|less than|under|below|at most|fewer than|shorter than)"
    r" (?P<n>\d[\d,.]*) ?(?P<unit>[a-z%]+)"
)
_RELATION = {
    **dict.fromkeys(("more than", "over", "above", "longer than"), ">"), "at least": ">=", "at most": "<=",
    **dict.fromkeys(("less than", "under", "below", "fewer than", "shorter than"), "<"),
}  # fmt: skip
_NONE = regex(
    rf"\bnone of (?:the |our )?(?:(?P<m>\d+|{_N}) )?(?P<what>[\w -]{{2,40}}?) (?:has|have|had|was|were|got) (?:ever "
    rf"|been )?(?P<deed>[a-z]{{4,}}(?:ed|en|n))\b"
)
_ALIKE = regex(
    r"\b(?P<a>[\w.-]+) and (?P<b>[\w.-]+) (?P<what>[\w ]{0,30}?)(?:match|agree|are (?:equal|identical|the same))\b.*\b(?:all|every|each)\b"
)
_EVERY = regex(
    r"^(?:so |and |the |that )*(?P<what>[\w /.%-]{2,50}?) (?:always |only |has |have )*(?P<way>fell|falls?|drop(?:s|ped)?|rose|rises?"
    r"|grew|grows?|increase[sd]?"
    r"|decrease[sd]?|declined|declines|shrank|shrinks|climbed|climbs|went up|went down|goes up|goes down) (?:in|at|with|from"
    r"|on) (?:every|each)\b"
)
_KEEPS = regex(
    r"^(?:so |and |the |that )*(?P<what>[\w /.%-]{2,50}?) (?:keeps?|only keeps|steadily|monotonically) (?P<way>rising|growing"
    r"|increasing|climbing|falling|dropping"
    r"|decreasing|shrinking|declining|rises|grows|increases|falls|drops|decreases|scaling)\b"
)
_MOST = regex(
    rf"^(?:so |and |the )*`?(?P<name>[\w./:-]+)`? is (?:by far |clearly )?the (?P<how>largest|biggest|smallest|highest|lowest|longest"
    rf"|shortest|heaviest)"
    rf"(?: (?P<what>[a-z]+))? (?:of (?:the |all |these |our )?(?:(?P<m>\d+|{_N}) )?[a-z]+s|table|file|index|partition|topic)\b"
)
_SUM = regex(
    rf"\ball (?:of )?(?:the )?(?P<m>\d+|{_N}) (?P<noun>[a-z]{{3,}}s) (?:together |now |only )*(?:add up to|sum up to|sum to|come to"
    rf"|amount to|take|make|total)"
    r" (?:about |roughly )?(?=[~≈]?\d)"
)
_WHOLE = regex(rf"\b(?:all|every|each)(?: one)?(?: of)?(?: the| our)?(?: (?P<m>\d+|{_N}))? (?P<noun>[a-z]+(?: [a-z]+)?)")
_BY = regex(r"\b(?:in|by) ([a-z][a-z ]*[a-z])[.!]*$")
_UP = regex(r"ris|rose|grow|grew|incr|climb|up$|scal")
_LEAST = ("smallest", "lowest", "shortest")
_LATELY = 5
_ROWS = 60


@quick
class Sheet:
    """A printed table: `head` in lower case, `rows` of as many cells, and the `command` that printed it with what was said above it."""

    head: list[str]
    rows: list[list[str]]
    command: str


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """None where the clause is no such statement, or no table of the last calls has its columns."""
    if claim.cell:
        return None
    low = claim.low.rstrip(" .!")
    for pattern, way in (
        (_LIMIT, _limited),
        (_NONE, _none),
        (_ALIKE, _alike),
        (_EVERY, _steps),
        (_KEEPS, _steps),
        (_MOST, _extreme),
        (_SUM, _total),
    ):
        if (match := pattern.search(low)) is not None and (not claim.negated or way is _none):
            against: tuple[Judgement, Sheet] | None = None
            for at, sheet in _sheets(claim, evidence):
                found = way(match, claim, sheet)
                if found is None or (against is not None and sheet.head != against[1].head):
                    continue
                if against is not None and found.verdict != "contradicted":
                    return None  # an earlier run may be meant
                if against is None and overtaken(evidence, at, claim.msg) is not None:
                    return None
                told = Judgement(found.verdict, found.caveats, f"msg {at}: {found.derivation}", (at,))
                if found.verdict != "contradicted":
                    return told
                against = against or (told, sheet)
            if against is not None:
                return against[0]
            return None
    return None


def _sheets(claim: Claim, evidence: Evidence) -> Iterator[tuple[int, Sheet]]:
    for at, run in evidence.runs_before(claim.msg):
        if claim.msg - at > _LATELY:
            return
        if run.call.kind == "shell" and not run.call.cut and run.call.exit_code in (0, None) and "\n" in run.call.output:
            key = ("sheet", id(run))
            if key not in evidence.looked:
                evidence.looked[key] = _read(run, " ".join(s.text for s in evidence.statements(at)))
            if (sheet := evidence.looked[key]) is not None:
                yield at, sheet


def _read(run: Run, said: str) -> Sheet | None:
    """The one table of an output: a head, and rows of as many cells below it."""
    lines = [line for line in run.call.output.splitlines() if line.strip()]
    if not 3 <= len(lines) <= _ROWS:
        return None
    ruled = len(lines) > 3 and _RULE.match(lines[1]) is not None
    if ruled and "|" in lines[0]:
        cells = [[c.strip() for c in line.strip().strip("|").split("|")] for line in lines if not _RULE.match(line) and "|" in line]
    else:
        cells = [re.split(r" {2,}|\t+", line.strip()) for line in lines if not _RULE.match(line)]
        if any(len(row) != len(cells[0]) for row in cells):
            cells = [line.split() for line in lines if not _RULE.match(line)]
    head, rows = cells[0], cells[1:]
    if len(head) < 2 or len(rows) < 2 or any(len(row) != len(head) for row in rows) or any(h[:1].isdigit() for h in head):
        return None
    return Sheet([h.lower() for h in head], rows, f"{run.call.command} {said}")


def _columns(said: str, sheet: Sheet) -> list[int]:
    """The columns that some words name best: whole, or by the beginning of a longer word."""
    words = [w for w in tokens(said) - STOP if len(w) > 1 or w.isdigit()]
    if said.strip() in sheet.head:
        return [sheet.head.index(said.strip())]
    scores = [sum(any(_named(w, h) for w in words) for h in tokens(head) if len(h) > 1) for head in sheet.head]
    best = max(scores, default=0)
    return [i for i, score in enumerate(scores) if score == best] if best else []


def _named(word: str, head: str) -> bool:
    short, long = sorted((word, head), key=len)
    return word == head or (len(short) > 2 and long.startswith(short)) or (len(short) > 4 and ROOTS[word] == ROOTS[head])


def _value(cell: str) -> Interval | None:
    found = quantities.find(cell)
    return value_of(found[0]) if len(found) == 1 and len(found[0].raw) >= len(cell.strip()) - 2 else None


def _values(sheet: Sheet, column: int) -> list[Interval] | None:
    """The values of a column; None where a cell has none."""
    found = [_value(row[column]) for row in sheet.rows]
    return [v for v in found if v is not None] if all(v is not None for v in found) else None


def _as_many(said: str | None, sheet: Sheet) -> bool:
    return said is None or (int(said) if said.isdigit() else COUNTS[said]) == len(sheet.rows)


def _all(claim: Claim, sheet: Sheet) -> bool:
    """Whether the rows are all that the clause speaks of: as many as it says, or things of the name that the first column's head or the
    command has."""
    match = _WHOLE.search(claim.low)
    if match is None:
        return False
    if match["m"] is not None and not _as_many(match["m"], sheet):
        return False
    names = tokens(sheet.head[0]) | tokens(sheet.command)
    return match["m"] is not None or any(_named(stem(w), n) for w in match["noun"].split() for n in names if len(n) > 2)


def _limited(match: re.Match[str], claim: Claim, sheet: Sheet) -> Judgement | None:
    unit = match["unit"]
    columns = [i for i in _columns(unit, sheet) if i] or [i for i in _columns(claim.text, sheet) if i and _values(sheet, i)]
    values = _values(sheet, columns[0]) if len(columns) == 1 else None
    found = [q for q in claim.quantities if match.start("n") <= q.start <= match.end("n")]
    if values is None or len(found) != 1 or not _all(claim, sheet):
        return None
    bare = all(cell.strip().replace(".", "").replace(",", "").isdigit() for row in sheet.rows for cell in [row[columns[0]]])
    bound = Fraction(found[0].value) if bare else value_of(found[0]).point
    relation = _RELATION[match["rel"]]
    off = [row for row, v in zip(sheet.rows, values, strict=True) if side(v, bound, relation).verdict == "contradicted"]
    head = sheet.head[columns[0]]
    if off:
        return Judgement("contradicted", (), f"{off[0][0]} has {off[0][columns[0]]} under {head}")
    if all(side(v, bound, relation).verdict == "supported" for v in values):
        return Judgement("supported", (), f"{len(values)} rows, each {relation} {match['n']} under {head}")
    return None


def _none(match: re.Match[str], claim: Claim, sheet: Sheet) -> Judgement | None:
    columns = [i for i, h in enumerate(sheet.head) if i and ROOTS[h.strip("s")] == ROOTS[match["deed"]]]
    if len(columns) != 1 or not _as_many(match["m"], sheet) or not all(row[columns[0]].isdigit() for row in sheet.rows):
        return None
    words = {w for w in tokens(match["what"]) - STOP if len(w) > 3}
    if (
        words
        and not any(w in " ".join(row).lower() for w in words for row in sheet.rows[:1])
        and words.isdisjoint(tokens(" ".join(sheet.head)))
    ):
        return None
    off = [row for row in sheet.rows if int(row[columns[0]])]
    if off:
        return Judgement("contradicted", (), f"{off[0][0]} has {off[0][columns[0]]} under {sheet.head[columns[0]]}")
    return Judgement("supported", (), f"{len(sheet.rows)} rows, each with 0 under {sheet.head[columns[0]]}")


def _alike(match: re.Match[str], claim: Claim, sheet: Sheet) -> Judgement | None:
    a, b = [i for i in _columns(match["a"], sheet) if i], [i for i in _columns(match["b"], sheet) if i]
    if len(a) != 1 or len(b) != 1 or a == b or not _all(claim, sheet):
        return None
    off = [row for row in sheet.rows if row[a[0]] != row[b[0]]]
    if off:
        return Judgement("contradicted", (), f"{off[0][0]}: {off[0][a[0]]} against {off[0][b[0]]}")
    return Judgement("supported", (), f"{len(sheet.rows)} rows, each with the same {sheet.head[a[0]]} and {sheet.head[b[0]]}")


def _steps(match: re.Match[str], claim: Claim, sheet: Sheet) -> Judgement | None:
    columns = _columns(match["what"], sheet)
    along = [i for i in _columns(claim.low[match.end() :], sheet) if i not in columns] if claim.low[match.end() :].strip(" .") else [0]
    if len(columns) != 1 or (values := _values(sheet, columns[0])) is None or len(values) < 3 or len(along) != 1:
        return None
    order = _values(sheet, along[0])
    rows = list(zip(sheet.rows, values, strict=True))
    if order is not None:
        rows = [rows[i] for i in sorted(range(len(order)), key=lambda i: order[i].point)]
    up = _UP.search(match["way"]) is not None
    steps = list(itertools.pairwise(rows))
    for (before, old), (after, new) in steps:
        if (new.hi < old.lo) if up else (new.lo > old.hi):
            what = f"{before[columns[0]]} at {before[along[0]]}, {after[columns[0]]} at {after[along[0]]}"
            return Judgement("contradicted", (), f"{sheet.head[columns[0]]}: {what}")
    if any(old.touches(new) for (_, old), (_, new) in steps):
        return None
    return Judgement("supported", (), f"{sheet.head[columns[0]]}: {', '.join(row[columns[0]] for row, _ in rows[:8])}")


def _total(match: re.Match[str], claim: Claim, sheet: Sheet) -> Judgement | None:
    found = [q for q in claim.quantities if q.unit]
    columns = [i for i in range(1, len(sheet.head)) if _values(sheet, i) is not None]
    if len(found) != 1 or len(columns) != 1 or not _as_many(match["m"], sheet) or stem(match["noun"]) not in tokens(sheet.head[0]):
        return None
    if not match["noun"] or (
        "add" not in claim.low and "sum" not in claim.low and "together" not in claim.low and "total" not in claim.low
    ):
        return None
    total = exact(0)
    for value in _values(sheet, columns[0]) or []:
        total = total.plus(value)
    judged = number(found[0], total)
    cells = [row[columns[0]] for row in sheet.rows]
    text = f"{' + '.join(cells[:8])} = {float(total.point / Fraction(found[0].si)):g}, claimed {found[0].raw}"
    return Judgement(judged.verdict, judged.caveats, text)


def _extreme(match: re.Match[str], claim: Claim, sheet: Sheet) -> Judgement | None:
    mine = [i for i, row in enumerate(sheet.rows) if row[0].lower() == match["name"]]
    columns = [i for i in range(1, len(sheet.head)) if _values(sheet, i) is not None]
    if match["what"] and (told := [i for i in columns if i in _columns(match["what"], sheet)]):
        columns = told
    if (by := _BY.search(claim.low)) is not None:
        columns = [i for i in columns if i in _columns(by[1], sheet)]
    if len(mine) != 1 or len(columns) != 1 or not _as_many(match["m"], sheet) or len(sheet.rows) < 2:
        return None
    values = _values(sheet, columns[0]) or []
    own, least = values[mine[0]], match["how"] in _LEAST
    beaten = [row for row, v in zip(sheet.rows, values, strict=True) if (v.hi < own.lo if least else v.lo > own.hi)]
    cell = sheet.rows[mine[0]][columns[0]]
    if beaten:
        return Judgement("contradicted", ("direction",), f"{match['name']} has {cell}, {beaten[0][0]} has {beaten[0][columns[0]]}")
    if sum(v.touches(own) for v in values) > 1:
        return None
    return Judgement("supported", (), f"{match['name']} has {cell}, the {match['how']} of {len(values)} rows")
