"""What speaks against a statement that nothing bore out, or that something bore out too easily: each asks for a wording of its own.

A refutation needs the thing itself before it: git's own list, the list of the same line, the rows of the table; see the modules named here.
"""

from collections.abc import Callable

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.worded import Worded
from sessionlens.checks.claims.words import word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.grids import arrows, astray, at_setting, backto, bothways, celled, first, misprinted, scatter, slashes, stepwise
from sessionlens.checks.repository import above, left, touched, withdrawn
from sessionlens.checks.review import every_reading, every_size, kept, moved, of_so_many, standings, tallied
from sessionlens.checks.runs import controls, repeated
from sessionlens.checks.shown import answers, entries, exceptions, unlike
from sessionlens.checks.values.judge import Judgement

_Way = Callable[[Claim, Evidence], Judgement | None]
_WAYS = Worded[_Way](
    [
        (slashes.WORDS, slashes.judge),
        (word_set("commit commits"), above.judge),
        (touched.WORDS, touched.judge),
        (stepwise.WORDS, stepwise.judge),
        (scatter.WORDS, scatter.judge),
        (bothways.WORDS, bothways.judge),
        (kept.WORDS, kept.judge),
        (tallied.WORDS, tallied.judge),
        (astray.WORDS, astray.judge),
        (left.WORDS, left.judge),
        (unlike.WORDS, unlike.judge),
        (exceptions.WORDS, exceptions.judge),
        (entries.WORDS, entries.judge),
        (controls.WORDS, controls.judge),
        (repeated.WORDS, repeated.judge),
        (moved.WORDS, moved.judge),
        (every_size.WORDS, every_size.judge),
        (answers.WORDS, answers.judge),
        (first.WORDS, first.judge),
        (withdrawn.WORDS, withdrawn.judge),
        (backto.WORDS, backto.judge),
        (every_reading.WORDS, every_reading.judge),
        (standings.WORDS, standings.judge),
    ]
)
"""Each way with the words of which one must be in the clause."""


def judge(claim: Claim, evidence: Evidence, borne: bool) -> Judgement | None:
    """The first that has something to say; `borne` is a statement that something bore out, whose numbers were printed."""
    if claim.quantities:
        found = celled.judge(claim, evidence) or arrows.judge(claim, evidence)
        if found is None and not borne:
            found = tallied.beside(claim, evidence) or misprinted.judge(claim, evidence) or at_setting.judge(claim, evidence)
        if found is None and claim.numbered:
            found = of_so_many.judge(claim, evidence)
        if found is not None:
            return found
    for way in _WAYS.of(claim.words):
        if (found := way(claim, evidence)) is not None:
            return found
    return None
