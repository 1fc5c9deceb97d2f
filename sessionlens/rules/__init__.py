"""Rules of method: one file each, found by this package's list; third parties add theirs under `sessionlens.rules`."""

import pkgutil
from collections import Counter
from functools import cache
from importlib import import_module
from typing import cast

from sessionlens.graph.view import View
from sessionlens.model.verdict import Finding
from sessionlens.model.words import LETTER
from sessionlens.rules.base import Rule


@cache
def all_rules() -> tuple[Rule, ...]:
    """Every rule, by number: each module of this package that has a NUMBER, then those of installed plug-ins."""
    from importlib.metadata import entry_points  # loads a mail library

    own = [import_module(f"{__name__}.{m.name}") for m in pkgutil.iter_modules(__path__)]
    found = [m for m in own if hasattr(m, "NUMBER")] + [e.load() for e in entry_points(group="sessionlens.rules")]
    return tuple(sorted((cast(Rule, m) for m in found), key=lambda r: r.NUMBER))


def lint(view: View) -> tuple[Finding, ...]:
    """All findings of method in the order of the session, one per issue and message (the most confident one)."""
    order = {"high": 0, "medium": 1, "low": 2}
    hits = [(hit.msg, rule.NUMBER, order[hit.confidence], n, rule, hit) for rule in all_rules() for n, hit in enumerate(rule.find(view))]
    seen: set[tuple[str, int]] = set()
    count: Counter[int] = Counter()
    findings = []
    for msg, _, _, _, rule, hit in sorted(hits, key=lambda row: row[:4]):
        if (rule.ISSUE, msg) in seen:
            continue
        seen.add((rule.ISSUE, msg))
        count[msg] += 1
        findings.append(
            Finding(
                id=f"{LETTER['methodology']}{msg}.{count[msg]}",
                msg=msg,
                text=f"{rule.ISSUE}: {hit.why}",
                span=hit.span,
                issue=rule.ISSUE,
                rule=rule.NUMBER,
                confidence=hit.confidence,
                why=hit.why,
                help=rule.HELP,
                about=hit.about,
            )
        )
    return tuple(findings)
