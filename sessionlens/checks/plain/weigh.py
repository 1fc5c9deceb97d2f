"""What plain statements come to, beside what else was found of them."""

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.plain import alike, exists, fares, places, settled, stat, statement, suite, tidy, tree
from sessionlens.checks.runs import machine, noticed
from sessionlens.checks.values.judge import Judgement

_CHECKS = (
    suite.judge,
    tidy.judge,
    tree.judge,
    statement.judge,
    fares.judge,
    alike.judge,
    places.judge,
    settled.judge,
    exists.judge,
    stat.judge,
    noticed.judge,
    machine.judge,
)
_UNBOUND = frozenset(("ambiguous-binding", "partial-domain"))


def judge(claim: Claim, found: Judgement, evidence: Evidence) -> Judgement:
    """What the slots of a plain statement say, where it is one. They bear out what nothing else was found for or what is contradicted, and
    contradict what is left open for want of names; noise and age they know nothing of."""
    if found.verdict in ("unsupported", "undecidable") and not _UNBOUND.issuperset(found.caveats):
        return found
    plainly = next((j for check in _CHECKS if (j := check(claim, evidence)) is not None), None)
    if plainly is None or plainly.verdict == found.verdict or (plainly.verdict == "supported" and found.verdict == "undecidable"):
        return found
    return plainly
