"""A change told the wrong way round: "memory went down by 2.5 %" under a table whose row of memory says +2.5 %.

Only where one cell of the message's own tables has that percentage, in a row or column that the clause names, with the other sign.
"""

from collections.abc import Iterator

from sessionlens.checks.claims.claim import NEGATION, WORD, Claim, parse
from sessionlens.checks.claims.sense import sense, way
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.grids.naming_things import words_of
from sessionlens.checks.kinds import percent
from sessionlens.checks.values.judge import Judgement
from sessionlens.model.quantity import Quantity


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """The contradiction that the one cell gives; None where there is none, several, or one of the claimed sign."""
    asked = [q for q in claim.quantities if q.dimension == "percent"]
    if claim.cell or len(asked) != 1 or asked[0].signed or not asked[0].value or len(claim.quantities) != 1:
        return None
    told = way(sense(claim, asked[0]))
    if not told or not NEGATION.isdisjoint(WORD.findall(claim.low[: asked[0].start])):
        return None
    found = [(cell, q.value) for cell, q in _percentages(claim, evidence) if abs(q.value) == asked[0].value]
    named = [(cell, value) for cell, value in found if words_of(claim.text) & words_of(cell.row)]
    if len(named) != 1 or (named[0][1] > 0) == (told > 0):
        return None
    judged = percent.judge(named[0][0], evidence)
    if judged.verdict != "supported":
        return None
    text = f"{named[0][0].row}: {judged.derivation}; the clause says {'up' if told > 0 else 'down'}: contradicted"
    return Judgement("contradicted", ("direction",), text, judged.evidence, judged.nodes)


def _percentages(claim: Claim, evidence: Evidence) -> Iterator[tuple[Claim, Quantity]]:
    for s in evidence.statements(claim.msg):
        if s.kind == "cell" and "%" in s.text and s.table is not None and s.start < claim.conclusion.at:
            cell = parse(claim.conclusion.model_copy(update={"statement": s, "quote": s.text}))
            yield from ((cell, q) for q in cell.quantities if q.dimension == "percent" and q.signed)
