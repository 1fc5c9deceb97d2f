"""Query plans: "the event index is scanned, not searched", "the new query uses `orders_day`", "an index is never used with a function".

By the newest plan that `EXPLAIN` printed (SQLite's "SEARCH t USING INDEX i (c=?)", PostgreSQL's "Index Scan using i on t" and the
condition below it). A step that searches by an expression or a function shows that an index can be used with one.
"""

import re

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import tokens, word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.values.judge import Judgement
from sessionlens.model.quick import quick
from sessionlens.model.trace import Run
from sessionlens.text.regex import regex

WORDS = word_set("index indexes indices scan scans scanned scanning search searches searched")
_LITE = regex(
    r"^[ |`-]*(?P<how>SCAN|SEARCH) (?:TABLE )?(?P<table>\w+)(?: (?:AS \w+ )?USING (?:AUTOMATIC )?(?:COVERING )?INDEX (?P<index>\w+))?"
    r"(?: USING INTEGER PRIMARY KEY)?(?: \((?P<by>.*)\))?",
    re.M,
)
_POSTGRES = regex(
    r"(?P<how>(?:Parallel )?Seq Scan|Index(?: Only)? Scan|Bitmap Index Scan)(?: Backward)?(?: using (?P<index>\w+))? on (?P<table>\w+)"
)
_CONDITION = regex(r"Index Cond: (\(.*\))")
_FUNCTION = regex(r"<expr>|\b[a-z_]\w*\s*\(")
_NEVER = regex(r"\b(?:never|cannot|can't|can not|won't|will not|does not|doesn't) (?:ever )?use[sd]? (?:an|any|the) index(?:es)?\b")
_COMPUTED = regex(r"\b(?:functions?|expressions?|computed|call(?:s|ed)?)\b")
_PLAIN = regex(r"\b(?:plain|ordinary|normal|regular|column) index")
_SCANNED = regex(
    r"\b(?:is|are|gets?|was|were|it's|they're) (?:now )?(?:fully )?scanned\b"
    r"|\b(?:full|whole|complete|sequential|table|index)[ -](?:table |index )?scans?\b"
    r"|\bscans? (?:the (?:whole|entire|full)|every|all)\b"
)
_USED = regex(r"\b(?:uses?|used|using|searche[sd]|searched (?:by|with|through)|goes through)\b")
_INDEX_SCAN = regex(r"\b(?:bitmap|index|index-only)[ -](?:only )?(?:index |heap )?scan")
"""PostgreSQL's name for a search by an index."""
_LATELY = 40
_BEFORE = 2
"""Plans that are compared with each other."""


@quick
class Step:
    """One access of a table: `search` by an index's order, or a scan; `by` what it is searched by."""

    text: str
    search: bool
    table: str
    index: str
    by: str


def steps(run: Run) -> list[Step]:
    """The steps of the plan that a call printed."""
    output = run.call.output
    if "QUERY PLAN" not in output and "explain" not in (run.call.command or "").lower():
        return []
    if "SCAN " in output or "SEARCH " in output:
        return [
            Step(m[0].strip(" |`-"), m["how"] == "SEARCH", m["table"].lower(), (m["index"] or "").lower(), m["by"] or "")
            for m in _LITE.finditer(output)
        ]
    if " Scan" not in output:
        return []
    found = []
    for match in _POSTGRES.finditer(output):
        behind = _CONDITION.search(output, match.end(), match.end() + 400)
        by = behind[1] if behind and "Scan" not in output[match.end() : behind.start()] else ""
        bitmap = match["how"].startswith("Bitmap")  # which names the index where others name the table
        index = match["table"] if bitmap else match["index"] or ""
        found.append(Step(match[0], "Index" in match["how"], "" if bitmap else match["table"].lower(), index.lower(), by))
    return found


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """By the newest plan; None where none was printed or the clause says nothing of what a plan shows."""
    plans = _printed(claim.msg, evidence)
    if not plans:
        return None
    low = claim.low
    never = _NEVER.search(low) is not None
    if not never and not _SCANNED.search(low) and not _USED.search(low):
        return None
    if never and _COMPUTED.search(low) and not _PLAIN.search(low):
        return _counterexample(plans)
    at, plan = plans[0]
    words = {w.lower() for c in claim.code for w in c.split()} | tokens(claim.text)
    ordered = " Scan" in plan[0].text and _INDEX_SCAN.search(low)
    if not ordered and _SCANNED.search(low) and not claim.words & {"no", "never"}:
        scans = [(n, s) for n, steps_of in plans[:_BEFORE] for s in steps_of if not s.search]
        at, step = next(((n, s) for n, s in scans if s.table in words or s.index in words), scans[0] if scans else (at, None))
        return Judgement("supported", (), f"msg {at}: {step.text}", (at,)) if step else None
    named = next((s for s in plan if s.index and s.index in low), None)
    if named is None:
        return None
    if not claim.negated:
        return Judgement("supported", (), f"msg {at}: {named.text}", (at,))
    return Judgement("contradicted", (), f"msg {at}: {named.text}", (at,)) if named.search else None


def _printed(msg: int, evidence: Evidence) -> list[tuple[int, list[Step]]]:
    """The plans of the last messages, newest first; all are read once."""
    if "plans" not in evidence.looked:
        evidence.looked["plans"] = [(at, plan) for at, run in reversed(evidence.runs) if (plan := steps(run))]
    return [(at, plan) for at, plan in evidence.looked["plans"] if 0 < msg - at <= _LATELY]


def _counterexample(plans: list[tuple[int, list[Step]]]) -> Judgement | None:
    for at, plan in plans:
        for step in plan:
            if step.search and step.index and _FUNCTION.search(step.by.lower()):
                return Judgement("contradicted", (), f"msg {at}: {step.text} searches an index by an expression", (at,))
    return None
