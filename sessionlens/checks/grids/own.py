"""The tables and lists of a message as evidence for what it says of them below: "slower in all three" under a table of four rows.

Each value keeps the message that printed it, where one did; so a statement about one's own table rests on the runs behind the table.
"""

import re
from dataclasses import replace
from decimal import Decimal
from functools import cached_property
from typing import Any, Protocol

from sessionlens.checks.binding.named import PLAIN
from sessionlens.checks.claims.claim import Claim, parse
from sessionlens.checks.claims.sense import sense, way
from sessionlens.checks.claims.words import SPECIFIC_METRIC, percentiles, tokens, word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.evidence.postings import Postings
from sessionlens.checks.grids.tables import numbers, printed_at
from sessionlens.checks.values.judge import Judgement
from sessionlens.checks.values.printed import Printed
from sessionlens.checks.values.series import Series, gather
from sessionlens.model.facts import Measurement
from sessionlens.model.quantity import Quantity
from sessionlens.model.trace import Run, Statement, Table
from sessionlens.model.words import ClaimKind
from sessionlens.text.regex import regex

_WHERE = regex(r"\b(?:in|for|on|during|under) [a-z]+[.,;)]*$")
_ITEM = regex(r"^(?P<label>[^\n:]{1,40}):\s*(?P<value>[~≈]?\d[^\n]*)$")
_TABLE = regex(r"\b(?:the|that|this|my) (?:(?:above|earlier|previous|last) )?(?:table|list)\b|\btable above\b")
_BACK = 10
"""Messages back in which a table that is spoken of may stand."""
_RELATIVE = regex(r"\b(?:vs\.?|versus|delta|change|diff(?:erence)?|speed-?up|gain|against|relative)\b", re.I)


class Own(Evidence):
    """The evidence with the message's own values in place of the measurements."""

    def __init__(self, evidence: Evidence, series: list[Series]) -> None:
        super().__init__(evidence.view)
        self.whole = evidence
        self.__dict__["series"] = series

    @cached_property
    def runs(self) -> list[tuple[int, Run]]:
        return self.whole.runs

    @cached_property
    def postings(self) -> Postings:
        return self.whole.postings

    @cached_property
    def printed(self) -> Printed:
        return self.whole.printed

    @cached_property
    def looked(self) -> dict[object, Any]:
        return self.whole.looked


RELATIONS = frozenset(("percent", "ratio", "ranking", "universal", "trend", "threshold", "vague", "range", "delta", "no-difference"))
_ALL = word_set("all every each both regardless always two three four five six seven eight nine ten none")


class Kind(Protocol):
    """A kind's module, as far as it is used here."""

    KIND: ClaimKind

    def judge(self, claim: Claim, evidence: Evidence) -> Judgement: ...


def judge(claim: Claim, kind: Kind, evidence: Evidence) -> Judgement | None:
    """The verdict of a relation between values that the message itself shows; None where its labels are not those of the claim, or
    where the table leaves the question open."""
    if kind.KIND not in RELATIONS or claim.references or (mine := own(claim, evidence)) is None:
        return None
    words = frozenset(w for w in claim.tokens & mine.labels if w not in PLAIN and not w[0].isdigit())
    if not words:
        return None
    if kind.KIND == "percent" and (again := _restated(claim, kind, evidence)) is not None:
        return again
    found = kind.judge(claim, mine)
    if found.verdict == "undecidable" and (last := own(claim, evidence, nearest=True)) is not None:
        found = kind.judge(claim, last)
        found = found if found.verdict == "supported" else replace(found, verdict="undecidable")
    if found.verdict == "contradicted" and kind.KIND in ("percent", "ratio", "delta") and _WHERE.search(claim.low):
        return None
    if found.verdict == "supported" or (found.verdict == "contradicted" and (len(words) > 1 or claim.words & _ALL)):
        return replace(found, evidence=tuple(m for m in found.evidence if m), nodes=tuple(n for n in found.nodes if n))
    return None


def _restated(claim: Claim, kind: Kind, evidence: Evidence) -> Judgement | None:
    """A percentage that a cell above gives, in the row or column that the clause names: judged there."""
    wanted = {q.value for q in claim.quantities if q.dimension == "percent"}
    ways = {way(sense(claim, q)) for q in claim.quantities if q.dimension == "percent" and not q.signed} - {0}
    for s in evidence.statements(claim.msg):
        if s.kind != "cell" or s.start >= claim.conclusion.at or "%" not in s.text or s.table is None:
            continue
        cell = parse(claim.conclusion.model_copy(update={"statement": s, "quote": s.text}))
        labels = (tokens(cell.row) | tokens(cell.column)) - PLAIN
        if labels & claim.tokens and any(q.dimension == "percent" and _same(q, wanted, ways) for q in cell.quantities):
            found = kind.judge(cell, evidence)
            return found if found.verdict == "supported" else None
    return None


def _same(cell: Quantity, wanted: set[Decimal], ways: set[int]) -> bool:
    """Whether a cell's percentage is a claimed one: of its sign, where the claim writes one or says which way it goes."""
    if cell.value in wanted and not (cell.signed and cell.value and ways and (1 if cell.value > 0 else -1) not in ways):
        return True
    return cell.signed and -cell.value in wanted and cell.value < 0 and ways == {-1}


def own(claim: Claim, evidence: Evidence, *, nearest: bool = False) -> Own | None:
    """What the message shows above the claim, in both readings of each table (rows as configs, columns as configs); None where it shows
    nothing, and for a cell, whose own row is checked elsewhere. `nearest`: only the last table or list of it."""
    s = claim.conclusion.statement
    if s.kind == "cell":
        return None
    at, statements = claim.msg, [t for t in _shown(claim.msg, evidence) if t.start < claim.conclusion.at]
    if "table" in claim.words and not any(t.table for t in statements) and _TABLE.search(claim.low):
        at, statements = _spoken_of(claim.msg, evidence)
    if not statements:
        return None
    tables = list(dict.fromkeys(t.table for t in statements if t.table is not None))
    items = [t for t in statements if t.kind == "item" and t.start != s.start and ":" in t.text]
    if not tables and len(items) < 2:
        return None
    if nearest and tables and items:
        listed = items[-1].start > tables[-1].start
        tables, items = ([], items) if listed else (tables[-1:], [])
    key = ("own", claim.msg, at, len(tables), len(items), nearest)
    if key not in evidence.memo:
        found = [m for table in tables for m in _table(claim, table, evidence)] + _items(claim, items, evidence)
        evidence.memo[key] = Own(evidence, gather(found)) if len(found) > 1 else None
    kept = evidence.memo[key]
    return kept if isinstance(kept, Own) else None


def _shown(msg: int, evidence: Evidence) -> list[Statement]:
    """The cells and items of a message."""
    key = ("cells and items", msg)
    if key not in evidence.memo:
        evidence.memo[key] = [t for t in evidence.statements(msg) if t.kind in ("cell", "item")]
    kept: list[Statement] = evidence.memo[key]
    return kept


def _spoken_of(msg: int, evidence: Evidence) -> tuple[int, list[Statement]]:
    """The cells of the last table before a message that has none of its own ("the table above shows ..."), with its message."""
    for at in range(msg - 1, max(0, msg - 1 - _BACK), -1):
        turn = evidence.view.turns.get(at)
        if turn is not None and turn.message.role == "assistant" and (cells := [t for t in _shown(at, evidence) if t.table is not None]):
            return at, cells
    return msg, []


def _is_metric(head: str) -> bool:
    """Whether a column's head names what was measured, so that the rows are what is compared."""
    return not tokens(head).isdisjoint(SPECIFIC_METRIC) or bool(percentiles(head, label=True))


def _table(claim: Claim, table: Table, evidence: Evidence) -> list[Measurement]:
    out = []
    turned = len(table.header) > 2 and not any(_is_metric(head) for head in table.header[1:])
    for row in table.rows:
        for column in range(1, min(len(row), len(table.header))):
            found = numbers(row[column])
            if len(found) != 1 or _RELATIVE.search(table.header[column]) or _RELATIVE.search(row[0]):
                continue
            out.append(_value(claim, found[0], row[0], table.header[column], evidence))
            if turned:
                out.append(out[-1].model_copy(update={"config": table.header[column], "metric": row[0]}))
    return out


def _items(claim: Claim, items: list[Statement], evidence: Evidence) -> list[Measurement]:
    out = []
    for item in items:
        match = _ITEM.match(item.text.replace("**", ""))
        found = numbers(match["value"]) if match else ()
        if match and len(found) == 1:
            out.append(_value(claim, found[0], match["label"], "", evidence))
    return out if len(out) > 1 else []


def _value(claim: Claim, q: Quantity, row: str, column: str, evidence: Evidence) -> Measurement:
    """One value of a table as a measurement: of the message that printed it, else of no message."""
    at, nodes = printed_at(claim, q, row, column, evidence)
    return Measurement(
        id=nodes[0] if nodes else "", msg=min(at, default=0), text="", span=claim.conclusion.span, metric=column, config=row,
        value=float(q.value), unit=q.unit, raw=q.raw, direction="unknown", samples=(), n=None, spread=None, spread_kind=None,
        parser="", labels=(), command=None, part=0, exact=q.exact,
    )  # fmt: skip
