"""The kinds of claim, one file each: `KIND`, `recognise(claim) -> strength` in [0, 1], `judge(claim, evidence) -> Judgement`.

A new kind is a file here; others come by entry points of the group `sessionlens.checks`, each naming such a module. A module with
`NUMERIC = True` is asked only about claims with a number, one with a set `WORDS` only about claims with one of its words. The strongest
recognition wins; `state` takes what no other kind claims.
"""

import importlib
import pkgutil
from importlib.metadata import entry_points
from typing import Protocol, cast

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.values.judge import Judgement
from sessionlens.model.words import ClaimKind


class Check(Protocol):
    """What a kind's module offers. `recognise` looks at wording only and must be cheap; `judge` may look at all evidence."""

    KIND: ClaimKind

    def recognise(self, claim: Claim) -> float: ...

    def judge(self, claim: Claim, evidence: Evidence) -> Judgement: ...


def load() -> tuple[Check, ...]:
    """All kinds, those of the package in the order of their names, then those of entry points."""
    own = [importlib.import_module(f"{__name__}.{m.name}") for m in pkgutil.iter_modules(__path__) if not m.name.startswith("_")]
    others = [point.load() for point in entry_points(group="sessionlens.checks")]
    return tuple(cast(Check, m) for m in [*own, *others])
