"""Arithmetic that a table or a sentence shows whole: "5.2 MB | 2.7 MB | -48.1 %".

A percentage with more digits than its operands bear out is open, where only it is said (CHECKING, section 3, step 2). Where both operands
stand beside it, as they were printed, it says no more than what they give, and a reader sees how coarse they are: the sum is right, and the
caveat stays.

Example: with 3 s and 4 s printed, "33.3 % slower" is undecidable, and "from 3 s to 4 s, +33.3 %" is supported (too-coarse).
"""

import re
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.values.intervals import claimed
from sessionlens.checks.values.judge import Judgement

_WORKED = re.compile(
    r"^\((?P<new>[\d.]+)[^()]*(?:\([^()]*\))?[^()]* - (?P<old>[\d.]+)[^()]*(?:\([^()]*\))?[^()]*\) / [^=]+ = (?P<is>-?[\d.]+) % \["
)
_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")


def judge(claim: Claim, found: Judgement) -> Judgement | None:
    """Supported where the percentage is that of two values which stand in the same table or clause; None where one does not."""
    if found.verdict != "undecidable" or found.caveats != ("too-coarse",) or (match := _WORKED.match(found.derivation)) is None:
        return None
    table = claim.conclusion.statement.table
    text = " ".join([" ".join(row) for row in table.rows]) if claim.cell and table is not None else claim.text
    told = {Decimal(n.replace(",", "")) for n in _NUMBER.findall(text)}
    asked = [q for q in claim.quantities if q.dimension == "percent"]
    if len(asked) != 1 or not {Decimal(match["new"]), Decimal(match["old"])} <= told:
        return None
    sign = abs if not asked[0].signed else Fraction
    if not claimed(replace(asked[0], value=asked[0].value)).holds(sign(Fraction(match["is"]))):
        return None
    return replace(found, verdict="supported", derivation=found.derivation.replace("undecidable", "supported"))
