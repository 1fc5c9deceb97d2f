"""What an audit looks for beside the verdicts: one file per fault, found by this list, numbered D001 and up.

A rule's module has NUMBER, ISSUE, HELP and `find(library)`. Its docstring says what the fault is, with a write-up under "Fires:" and
one under "Quiet:"; both are run as tests. A rule that looks only at the session says NEEDS_SESSION, and its docstring which.
"""

import pkgutil
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from typing import Protocol, cast

from sessionlens.audit.base import Defect, Finding, Hit
from sessionlens.audit.library import Library
from sessionlens.model.words import Issue


class Rule(Protocol):
    """A rule's module."""

    NUMBER: str
    ISSUE: Issue | Defect
    HELP: str

    def find(self, library: Library) -> Iterator[Hit]: ...


@cache
def all_rules() -> tuple[Rule, ...]:
    """Every rule, by number."""
    found = [import_module(f"{__name__}.{m.name}") for m in pkgutil.iter_modules(__path__)]
    return tuple(sorted((cast(Rule, m) for m in found if hasattr(m, "NUMBER")), key=lambda r: r.NUMBER))


def find(library: Library) -> tuple[Finding, ...]:
    """All findings, by document and place; one per issue and place."""
    out: dict[tuple[int, int, str], Finding] = {}
    order = {id(d): i for i, d in enumerate(library.documents)}
    for rule in all_rules():
        for hit in rule.find(library):
            key = (order[id(hit.place.document)], hit.place.start, rule.ISSUE)
            out.setdefault(key, Finding(hit.place, rule.ISSUE, rule.NUMBER, hit.confidence, hit.why, rule.HELP, hit.also))
    return tuple(out[k] for k in sorted(out))
