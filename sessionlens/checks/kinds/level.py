"""Level: "takes 41 s", a table cell with a value. The printed value under the claim's labels."""

from dataclasses import replace

from sessionlens.checks.binding import aggregated, misread, pieces
from sessionlens.checks.binding.levels import judge_level
from sessionlens.checks.claims import nature
from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import stem
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.grids import weights
from sessionlens.checks.grids.own import own
from sessionlens.checks.grids.tables import numbers
from sessionlens.checks.kinds import identity
from sessionlens.checks.runs import timeouts, windows
from sessionlens.checks.values.judge import Judgement, worst
from sessionlens.model.facts import Measurement
from sessionlens.model.quantity import Quantity
from sessionlens.model.words import ClaimKind
from sessionlens.text.regex import regex

KIND: ClaimKind = "level"
_LISTED = regex(r"(?:,|,? (?:and|or)| ?/) ?")
_ELSE = regex(r" (?:with|without|for|in|on|before|after|under) [\w ]{1,20}?,? (?:and|but|,) ")
_WHERE = regex(r" (?:with|without|for|in|on|before|after|under)\b")
NUMERIC = True


def recognise(claim: Claim) -> float:
    return 0.4 if any(q.dimension not in ("count", "number") for q in claim.quantities) or (claim.cell and claim.quantities) else 0.0


def judge(claim: Claim, evidence: Evidence) -> Judgement:
    if not claim.cell and (seen := windows.counted(claim, evidence) or windows.by_filter(claim, evidence)) is not None:
        return seen
    asked = [q for q in shared_units(claim) if q.dimension not in ("count", "number")] or list(claim.quantities)
    if claim.text.count("|") > 1 and len(asked) > 1:
        asked = asked[1:]
    found = worst([one(claim, q, evidence) for q in asked[:4]])
    return _counted_otherwise(claim, found, evidence) or found


def _counted_otherwise(claim: Claim, found: Judgement, evidence: Evidence) -> Judgement | None:
    """A count beside a value that was printed, where the same run of the same thing printed another: "233.8 ns, 3 allocs"."""
    counts = [q for q in claim.quantities if q.dimension == "count" and q.noun and not q.hedge] if found.verdict == "supported" else []
    fact = evidence.view.fact(found.nodes[0]) if counts and found.nodes and found.nodes[0] else None
    if not isinstance(fact, Measurement) or all(q.dimension in ("count", "number") for q in claim.quantities):
        return None
    for q in counts:
        root = stem(q.noun.split(" ")[-1].lower())
        for series in evidence.series:
            if series.config != fact.config or not any(w.startswith(root) for w in series.measures):
                continue
            values = {f.raw: f for b in series.batches if b.msg == fact.msg for f in b.facts}
            if len(values) == 1 and (only := next(iter(values.values()))).value != q.value:
                text = f"{fact.config}: {only.raw} {series.metric} printed, claimed {q.raw}: contradicted"
                return Judgement("contradicted", (), text, (fact.msg,), (fact.id, only.id))
    return None


def shared_units(claim: Claim) -> list[Quantity]:
    """The quantities of a clause, where a number that shares the unit of another has it too: "24, 32 and 40 bytes", "64 bytes without it
    and 48 with it"."""
    found = list(claim.quantities)
    for i in range(len(found) - 2, -1, -1):
        if _bare(found[i]) and found[i + 1].unit and _LISTED.fullmatch(claim.low[found[i].end : found[i + 1].start]):
            found[i] = in_unit(found[i], found[i + 1])
    for i in range(1, len(found)):
        between = claim.low[found[i - 1].end : found[i].start]
        if _bare(found[i]) and found[i - 1].unit and _ELSE.fullmatch(between) and _WHERE.match(claim.low, found[i].end):
            found[i] = in_unit(found[i], found[i - 1])
    return found


def _bare(q: Quantity) -> bool:
    return not q.unit and not q.noun and q.dimension in ("number", "count")


def in_unit(bare: Quantity, like: Quantity) -> Quantity:
    """A bare number in the unit of another: "costs 6 ms (46 -> 52)"."""
    return replace(bare, unit=like.unit, dimension=like.dimension, si=like.si, exact=like.exact)


def one(claim: Claim, quantity: Quantity, evidence: Evidence) -> Judgement:
    """One claimed value: as printed, as a weighted one, as the limit of a run that was stopped."""
    found = judge_level(claim, quantity, evidence)
    if found.verdict == "unsupported" and (each := pieces.judge(claim, quantity, evidence)) is not None:
        return each
    if found.verdict != "unsupported":
        return found
    if (in_row := _in_the_rows_unit(claim, quantity, evidence)) is not None:
        return in_row
    if (other := aggregated.judge(claim, quantity, evidence) or misread.judge(claim, quantity, evidence)) is not None:
        return other
    if (computed := identity.of_one_call(claim, quantity, evidence)) is not None:
        return computed
    shown, general = own(claim, evidence), nature.documentation(claim) and not found.caveats
    return (
        timeouts.judge(claim, quantity, evidence)
        or weights.judge(claim, quantity, evidence)
        or (weights.judge(claim, quantity, shown) if shown is not None else None)
        or (
            Judgement("undecidable", (), f"{quantity.raw} is for a program's documentation, and was not found in the outputs")
            if general
            else found
        )
    )


def _in_the_rows_unit(claim: Claim, quantity: Quantity, evidence: Evidence) -> Judgement | None:
    """A bare number of a cell ("31.4 ± 2.2") in the unit that the row's other values have, where that is borne out."""
    s = claim.conclusion.statement
    if not claim.cell or not _bare(quantity) or s.table is None or s.row_index is None:
        return None
    units = {q.unit: q for cell in s.table.rows[s.row_index][1:] for q in numbers(cell) if q.unit}
    judged = (judge_level(claim, in_unit(quantity, q), evidence) for q in units.values())
    return next((found for found in judged if found.verdict == "supported"), None)
